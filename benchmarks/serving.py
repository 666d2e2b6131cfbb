"""How many alerts a second ``diagnose serve`` takes, beside a server that only echoes them.

One keep-alive connection, then fifty at once; the two servers are asked in turn, and the ratio of
their medians is what counts on a shared machine.

    python benchmarks/serving.py [--requests N]
"""

from __future__ import annotations

import argparse
import json
import platform
import socket
import statistics
import subprocess
import sys
import threading
import time

ERROR = "specified parallelism {} should not exceed max parallelism 4"
SIZE = 2500
ROUNDS = 5
CONNECTIONS = 50

ECHO = """
import sys
from diagnose.hooks.serving.receiving import Response
from diagnose.hooks.serving.server import Server
class Echo:
    def answer(self, method, path, headers, body):
        return Response(200, body)
server = Server(("127.0.0.1", 0), Echo())
sys.stderr.write(f"listening at http://127.0.0.1:{server.server_address[1]}/\\n")
sys.stderr.flush()
server.serve_forever()
"""


def alert(number: int) -> bytes:
    """An alert of the wanted size, with a message of its own."""
    made = {
        "version": "4",
        "receiver": "w",
        "alerts": [
            {
                "status": "firing",
                "labels": {"alertname": "JobFailed", "pad": ""},
                "annotations": {"description": ERROR.format(number + 5)},
            }
        ],
    }
    made["alerts"][0]["labels"]["pad"] = "x" * (SIZE - len(json.dumps(made)))  # type: ignore[index]
    return json.dumps(made).encode()


class Client:
    """One connection; as little work as can be."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self._socket.makefile("rb")

    def post(self, body: bytes) -> None:
        """One request and its answer."""
        head = f"POST /v1/diagnose HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
        self._socket.sendall(head.encode() + body)
        length = 0
        assert b" 200 " in self._file.readline()
        while (line := self._file.readline()) != b"\r\n":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        self._file.read(length)


def one_connection(port: int, requests: int) -> float:
    """Requests a second."""
    client = Client(port)
    bodies = [alert(number) for number in range(requests)]
    start = time.perf_counter()
    for body in bodies:
        client.post(body)
    return requests / (time.perf_counter() - start)


def many_connections(port: int, requests: int) -> list[float]:
    """Seconds of each request, with fifty connections at once."""
    times: list[float] = []

    def ask() -> None:
        client = Client(port)
        for number in range(max(1, requests // CONNECTIONS)):
            body = alert(number)
            start = time.perf_counter()
            client.post(body)
            times.append(time.perf_counter() - start)

    threads = [threading.Thread(target=ask) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(times)


def started(*command: str) -> tuple[subprocess.Popen[str], int]:
    """A server and its port."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    return process, int(process.stderr.readline().rpartition(":")[2].partition("/")[0])


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How many alerts a second are taken.")
    parser.add_argument("--requests", type=int, default=1000)
    requests = parser.parse_args().requests
    served, port = started(sys.executable, "-m", "diagnose", "serve", "--listen", "127.0.0.1:0")
    echoing, echo_port = started(sys.executable, "-c", ECHO)
    try:
        one_connection(port, 50)
        rates = [
            (one_connection(port, requests), one_connection(echo_port, requests))
            for _ in range(ROUNDS)
        ]
        times = many_connections(port, requests)
    finally:
        for process in (served, echoing):
            process.terminate()
            process.wait()
            assert process.stderr is not None
            process.stderr.close()
    ours, echo = (statistics.median(column) for column in zip(*rates, strict=True))
    print(f"Python {platform.python_version()}, {platform.machine()}, alerts of {SIZE} bytes")
    print(
        f"one connection: {ours:.0f} requests a second, {ours / echo:.2f} of a server that echoes"
    )
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(f"{CONNECTIONS} connections: median {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
