"""How many alerts a second ``diagnose serve`` takes, beside a server that only echoes them.

One keep-alive connection, then fifty at once; the two servers are asked in turn, and the ratio of
their medians is what counts on a shared machine.

    python benchmarks/serving.py [--requests N]
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import platform
import selectors
import socket
import statistics
import subprocess
import sys
import time

ERROR = "specified parallelism {} should not exceed max parallelism 4"
SIZE = 2500
ROUNDS = 5
CONNECTIONS = 50
NUMBERS = itertools.count()
"""No alert says what one before said: nothing is answered from memory."""

ECHO = """
import sys
from diagnose.hooks.serving.receiving import Response
from diagnose.hooks.serving.server import Server
class Echo:
    def answer(self, method, path, headers, body):
        return Response(200, body)
server = Server(("127.0.0.1", 0), Echo())
sys.stderr.write(f"listening at http://127.0.0.1:{server.address[1]}/\\n")
sys.stderr.flush()
server.serve()
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
    bodies = [alert(next(NUMBERS)) for _ in range(requests)]
    start = time.perf_counter()
    for body in bodies:
        client.post(body)
    return requests / (time.perf_counter() - start)


class Asking:
    """One of many connections: what it waits for, and since when."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._answer = b""
        self._start = 0.0

    def send(self, body: bytes) -> None:
        """Ask."""
        head = f"POST /v1/diagnose HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
        self._answer = b""
        self._start = time.perf_counter()
        self.socket.sendall(head.encode() + body)

    def received(self) -> float | None:
        """Seconds since it asked, once the answer is whole."""
        self._answer += self.socket.recv(1 << 16)
        head, end, body = self._answer.partition(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
        return time.perf_counter() - self._start if end and len(body) >= length else None


def many_connections(port: int, requests: int) -> list[float]:
    """Seconds of each request, with fifty connections at once; one loop asks on all of them."""
    times: list[float] = []
    with selectors.DefaultSelector() as waiting:
        for _ in range(CONNECTIONS):
            asking = Asking(port)
            waiting.register(asking.socket, selectors.EVENT_READ, asking)
            asking.send(alert(next(NUMBERS)))
        while len(times) < requests:
            for key, _ in waiting.select():
                took = key.data.received()
                if took is not None:
                    times.append(took)
                    key.data.send(alert(next(NUMBERS)))
        for key in list(waiting.get_map().values()):
            key.data.socket.close()
    return sorted(times)


def cpu_seconds(process: subprocess.Popen[str]) -> float:
    """What a process has used; 0 where the system does not tell."""
    try:
        with open(f"/proc/{process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
        before = cpu_seconds(served)
        rates = [
            (one_connection(port, requests), one_connection(echo_port, requests))
            for _ in range(ROUNDS)
        ]
        used = (cpu_seconds(served) - before) / (ROUNDS * requests)
        times = many_connections(port, 2 * requests)
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
    print(f"the server's processor time: {used * 1e6:.0f} us a request")
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(f"{CONNECTIONS} connections: median {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
