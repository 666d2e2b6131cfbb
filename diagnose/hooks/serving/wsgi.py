"""The receiver as a WSGI application, to mount in a service."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from diagnose.hooks.serving.receiving import Receiver, length_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class WsgiApp:
    """``app = WsgiApp()``; POST to ``/v1/diagnose`` below where it is mounted."""

    def __init__(self, receiver: Receiver | None = None) -> None:
        self._receiver = receiver or Receiver()

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """One request."""
        headers = {
            name.removeprefix("HTTP_").replace("_", "-").lower(): str(value)
            for name, value in environ.items()
            if name.startswith("HTTP_")
        }
        body = environ["wsgi.input"].read(length_of(str(environ.get("CONTENT_LENGTH"))) or 0)
        method = environ.get("REQUEST_METHOD", "GET")
        answer = self._receiver.answer(method, environ.get("PATH_INFO", "/"), headers, body)
        said = b"" if method == "HEAD" else answer.body
        start_response(
            f"{answer.status} {HTTPStatus(answer.status).phrase}",
            [("Content-Type", answer.content_type), ("Content-Length", str(len(said)))],
        )
        return [said]
