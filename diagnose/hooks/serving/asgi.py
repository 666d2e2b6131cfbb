"""The receiver as an ASGI application; each diagnosis is made in a thread."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from diagnose.hooks.serving.receiving import MOST_BODY, Receiver

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Receive = Callable[[], Awaitable[dict[str, Any]]]
    Send = Callable[[dict[str, Any]], Awaitable[None]]


class AsgiApp:
    """``app = AsgiApp()``; POST to ``/v1/diagnose`` below where it is mounted."""

    def __init__(self, receiver: Receiver | None = None) -> None:
        self._receiver = receiver or Receiver()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """One request, or the life of the server."""
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _answer(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1").lower(): value.decode("latin-1")
                   for name, value in scope["headers"]}  # fmt: skip
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        body = await _body(receive)
        answer = await asyncio.to_thread(
            self._receiver.answer, scope["method"], path, headers, body
        )
        said = b"" if scope["method"] == "HEAD" else answer.body
        sent = [
            (b"content-type", answer.content_type.encode()),
            (b"content-length", str(len(said)).encode()),
        ]
        await send({"type": "http.response.start", "status": answer.status, "headers": sent})
        await send({"type": "http.response.body", "body": said})


async def _body(receive: Receive) -> bytes:
    """The body, or so much of it that it is seen to be too long."""
    parts: list[bytes] = []
    size = 0
    while True:
        event = await receive()
        part = event.get("body", b"")
        size += len(part)
        parts.append(part)
        if size > MOST_BODY or event["type"] != "http.request" or not event.get("more_body"):
            return b"".join(parts)


async def _live(receive: Receive, send: Send) -> None:
    while True:
        event = await receive()
        if event["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        else:
            await send({"type": "lifespan.shutdown.complete"})
            return
