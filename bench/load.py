"""A cheap load generator: one process, one thread, raw keep-alive sockets, prepared requests.

Reads a `Load` as JSON from standard input, writes a `Result` as JSON to standard output. Each client sends its next
request as soon as it has received the previous response.
"""

import json
import secrets
import select
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, timedelta
from itertools import chain, cycle
from pathlib import Path
from typing import Any

import psutil

FIRST_DAY = date.today() + timedelta(days=30)  # noqa: DTZ011 - any day ahead will do.
DAYS = 700
HEADERS = (
    "Host: 127.0.0.1:{port}\r\n"
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0\r\n"
    "Accept: application/json\r\n"
    "Accept-Encoding: gzip, deflate\r\n"
    "Sec-Fetch-Site: same-origin\r\n"
)


@dataclass(frozen=True)
class Load:
    """The load to send: ``kind`` is a maker in `MAKERS`; ``seconds`` follow an uncounted warm-up. Requests rotate over
    ``operators`` and over the ``cookies`` of signed-in users. Statuses not in ``accepted`` are errors. With
    ``processes`` (ids), each process gets the same number of connections. Otherwise the kernel distributes them, which
    distorts measurements with few clients.
    """

    kind: str
    port: int
    seconds: float
    clients: int = 8
    warm_up: float = 0.5
    operators: list[int] = field(default_factory=list[int])
    cookies: list[str] = field(default_factory=list[str])
    accepted: list[str] = field(default_factory=lambda: ["200", "201"])
    processes: list[int] = field(default_factory=list[int])


@dataclass(frozen=True)
class Result:
    """Responses per second, their statuses, and sorted times in milliseconds by kind of call."""

    per_second: float
    count: int
    statuses: dict[str, int]
    times: dict[str, list[float]]

    def quantile(self, share: float, kind: str | None = None) -> float:
        """Return a quantile of the times of all calls, or of one kind."""
        times = sorted(chain.from_iterable(self.times.values())) if kind is None else self.times[kind]
        return times[min(len(times) - 1, int(len(times) * share))]


def run(load: Load, *, around: Callable[[], float] | None = None) -> tuple[Result, float]:
    """Run a load in a subprocess. Return its result, and the increase of ``around()`` during the measured part."""
    with subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parent, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(asdict(load)))
        process.stdin.close()
        assert process.stdout.readline() == "warm\n"
        before = around() if around else 0.0
        assert process.stdout.readline() == "done\n"
        grown = around() - before if around else 0.0
        result = Result(**json.loads(process.stdout.read()))
    if set(result.statuses) - set(load.accepted):
        raise RuntimeError(f"{load.kind}: {result.statuses}")
    return result, grown


def _form(load: Load, number: int) -> dict[str, Any]:
    delivery = FIRST_DAY + timedelta(days=number * 37 % DAYS)
    return {
        "userId": load.operators[number % len(load.operators)],
        "message": ("LOVE", "HOPE", "OLE", "PEEL")[number % 4],
        "size": "4ft",
        "deliveryDate": delivery.isoformat(),
        "pickupDate": (delivery + timedelta(days=1 + number % 3)).isoformat(),
        "colorOption": "standard",
        "addOns": {"lighting": True, "stand": False},
        "address": {"street": "12 Oak Street", "city": "Springfield", "zipCode": "10001"},
    }


def _post(load: Load, path: str, number: int, body: dict[str, Any], more: str = "") -> bytes:
    """Build a visitor's request. Each has a different network, because rate limits are on, as in production."""
    raw = json.dumps(body, separators=(",", ":")).encode()
    network = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    head = (
        f"POST {path} HTTP/1.1\r\n{HEADERS.format(port=load.port)}Content-Type: application/json\r\n"
        f"X-Forwarded-For: {network}\r\n"
        f"Origin: http://127.0.0.1:{load.port}\r\nContent-Length: {len(raw)}\r\n{more}\r\n"
    )
    return head.encode() + raw


def _get(load: Load, path: str, number: int = 0) -> bytes:
    cookie = f"Cookie: {load.cookies[number % len(load.cookies)]}\r\n" if load.cookies else ""
    return f"GET {path} HTTP/1.1\r\n{HEADERS.format(port=load.port)}{cookie}\r\n".encode()


def _estimate(load: Load, number: int) -> bytes:
    return _post(load, "/api/estimate", number, _form(load, number))


def _booking(load: Load, number: int, **form: Any) -> bytes:
    person = {
        "customerName": f"Ada Lovelace {number}",
        "customerEmail": f"ada{number}@example.com",
        "customerPhone": "+1 555 0100",
        "eventType": "wedding",
        "preferredInstallTime": "morning",
        "notes": "Ring at the back door.",
    }
    key = f"Idempotency-Key: {secrets.token_hex(16)}\r\n"
    return _post(load, "/api/bookings", number, _form(load, number) | person | form, key)


def _list(load: Load, number: int) -> bytes:
    return _get(load, "/api/bookings?limit=50", number)


def _last(load: Load, number: int) -> bytes:
    """Build a booking for the same letters on the same day as all others."""
    return _booking(load, number, deliveryDate=FIRST_DAY.isoformat(), pickupDate=FIRST_DAY.isoformat())


MAKERS: dict[str, Callable[[Load, int], bytes]] = {
    "bare": lambda load, _number: _get(load, "/"),
    "estimate": _estimate,
    "booking": _booking,
    "list": _list,
    "last": _last,
}
MIXES: dict[str, Sequence[str]] = {"mixed": ["booking", *["list"] * 3, *["estimate"] * 16]}
"""Mixes of kinds, in rotation; repeated kinds are sent more often."""


def kinds_of(load: Load) -> Iterator[str]:
    """Yield the kinds of a load's calls in order."""
    return cycle(MIXES.get(load.kind, [load.kind]))


class Client:
    """A keep-alive connection."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sent_at = 0.0
        self.kind = ""
        self.buffer = b""

    def send(self, kind: str, request: bytes) -> None:
        self.kind, self.buffer = kind, b""
        self.sent_at = time.perf_counter()
        self.socket.sendall(request)

    def receive(self) -> str | None:
        """Return the status once the full response has arrived."""
        part = self.socket.recv(262_144)
        if not part:
            raise ConnectionError("the server closed a connection")
        self.buffer += part
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return None
        at = self.buffer.lower().index(b"content-length: ", 0, end) + 16
        length = int(self.buffer[at : self.buffer.index(b"\r", at)])
        return self.buffer[9:12].decode() if len(self.buffer) >= end + 4 + length else None


def _taken_by(client: Client, processes: Sequence[int]) -> int:
    """Return the id of the server process that accepted a client's connection."""
    port = client.socket.getsockname()[1]
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        for process in processes:
            connections = psutil.Process(process).net_connections("tcp4")
            if any(connection.raddr and connection.raddr.port == port for connection in connections):
                return process
        time.sleep(0.001)
    raise RuntimeError("no server process took a connection")


def _connected(load: Load) -> list[Client]:
    """Open a load's clients, distributed evenly over its processes."""
    if not load.processes:
        return [Client(load.port) for _ in range(load.clients)]
    most = -(-load.clients // len(load.processes))
    clients: dict[int, list[Client]] = {process: [] for process in load.processes}
    while sum(map(len, clients.values())) < load.clients:
        client = Client(load.port)
        with_process = clients[_taken_by(client, load.processes)]
        if len(with_process) < most:
            with_process.append(client)
        else:
            client.socket.close()
    return list(chain.from_iterable(clients.values()))


def main() -> None:
    load = Load(**json.load(sys.stdin))
    # Prepared in advance, enough for a fast server; longer runs build more as needed.
    first = secrets.randbelow(2**24)
    kinds = kinds_of(load)

    def next_call(number: int) -> tuple[str, bytes]:
        kind = next(kinds)
        return kind, MAKERS[kind](load, number)

    ready = [next_call(first + number) for number in range(6000)][::-1]
    made = first + len(ready)
    clients = {client.socket.fileno(): client for client in _connected(load)}
    poll = select.epoll()
    for number in clients:
        poll.register(number, select.EPOLLIN)
    begin = time.perf_counter() + load.warm_up
    end = begin + load.seconds
    warm = False
    times: dict[str, list[float]] = {}
    statuses: Counter[str] = Counter()
    for client in clients.values():
        client.send(*ready.pop())
    open_requests = len(clients)
    while open_requests:
        for number, _ in poll.poll(30):
            client = clients[number]
            status = client.receive()
            if status is None:
                continue
            now = time.perf_counter()
            if now >= begin:
                if not warm:
                    warm = True
                    sys.stdout.write("warm\n")
                    sys.stdout.flush()
                if now < end:
                    statuses[status] += 1
                    times.setdefault(client.kind, []).append((now - client.sent_at) * 1000)
            if now >= end:
                open_requests -= 1
                continue
            if not ready:
                ready.append(next_call(made))
                made += 1
            client.send(*ready.pop())
    sys.stdout.write("done\n")
    count = statuses.total()
    by_kind = {kind: sorted(found) for kind, found in times.items()}
    json.dump(asdict(Result(count / load.seconds, count, dict(statuses), by_kind)), sys.stdout)


if __name__ == "__main__":
    main()
