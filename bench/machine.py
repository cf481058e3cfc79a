"""What a benchmark runs on: a database server and a product of its own, and what their processes cost."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import httpx
import psutil

from tests.support import databases, folder, postgres
from tests.support.api import Api
from tests.support.server import LiveServer, free_port

STOCK = 50_000
# Unlike the tests' server this one is as durable as an installation's.
DURABLE = {
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "autovacuum": "on",
    "shared_buffers": "256MB",
    "max_wal_size": "2GB",
}


@contextlib.contextmanager
def workplace() -> Generator[Path]:
    """A temporary folder with a durable PostgreSQL server in it; everything ends and goes with the block."""
    path = folder.make()
    server = postgres.Server(path / "pg")
    try:
        with folder.lock("pg"):
            server.start(**DURABLE)
        yield path
    finally:
        folder.remove(path)


def disk_of(path: Path) -> str:
    """The file system below a path, and the device that it is on. In memory (tmpfs), durable writes cost nothing."""
    resolved = path.resolve()
    below = [part for part in psutil.disk_partitions(all=True) if resolved.is_relative_to(part.mountpoint)]
    disk = max(below, key=lambda part: len(part.mountpoint))
    return f"{disk.fstype} on {disk.device}"


class Product:
    """The product over a database of its own."""

    def __init__(self, kind: databases.Kind, *, workers: int, settings: Mapping[str, str] | None = None) -> None:
        self.kind: databases.Kind = kind
        self.database_url = databases.new(kind)
        # As it is installed: with its limits.
        limited = {"rate_limits": "on", **(settings or {})}
        self.server = LiveServer(self.database_url, workers=workers, settings=limited).start()
        self.operators: list[Api] = []

    @property
    def port(self) -> int:
        return self.server.port

    def add_operators(self, count: int, *, stock: int = STOCK) -> list[int]:
        """Operators with ``stock`` of each letter, by default more than a benchmark can book. Returns all their ids."""
        for _ in range(count):
            # Each business registers from an address of its own.
            headers = {"X-Forwarded-For": f"192.0.2.{len(self.operators) + 1}"}
            caller = Api(httpx.Client(base_url=self.server.url, timeout=30, headers=headers)).register()
            caller.add_letters("LOVEHP", quantity=stock)
            self.operators.append(caller)
        return [caller.id for caller in self.operators]

    @property
    def processes(self) -> list[psutil.Process]:
        """The server's processes, the one that watches over them included."""
        first = psutil.Process(self.server.pid)
        return [first, *first.children(recursive=True)]

    @property
    def lasting(self) -> list[psutil.Process]:
        """Those of them that stay: without the ones that make one picture or document and end."""
        first = psutil.Process(self.server.pid)
        return [first, *first.children()]

    @property
    def serving(self) -> list[int]:
        """The ids of those that answer."""
        return serving(self.server.pid)

    def cpu(self) -> float:
        """Seconds of processor time that server and database have used."""
        return cpu_of(self.processes) + (cpu_of(postgres_processes()) if self.kind == "postgresql" else 0.0)

    def stop(self) -> None:
        for caller in self.operators:
            caller.http.close()
        self.server.stop()


@contextlib.contextmanager
def product(kind: databases.Kind, *, workers: int = 1, settings: Mapping[str, str] | None = None) -> Generator[Product]:
    running = Product(kind, workers=workers, settings=settings)
    try:
        yield running
    finally:
        running.stop()


class Bare(NamedTuple):
    """The bare server: where it listens, and the ids of its processes that answer."""

    port: int
    serving: list[int]


@contextlib.contextmanager
def bare(*, workers: int) -> Generator[Bare]:
    """The bare server under the settings with which the product serves."""
    port = free_port()
    code = (
        "import uvicorn; uvicorn.run('bench.bare:app', host='127.0.0.1', "
        f"port={port}, workers={workers}, access_log=False, log_level='warning', server_header=False)"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, cwd=Path(__file__).parents[1], start_new_session=True) as process:
        try:
            deadline = time.monotonic() + 20
            while True:
                with contextlib.suppress(httpx.TransportError):
                    httpx.get(f"http://127.0.0.1:{port}/", timeout=2)
                    break
                if time.monotonic() > deadline:
                    raise RuntimeError("the bare server did not start")
                time.sleep(0.05)
            yield Bare(port, serving(process.pid))
        finally:
            os.killpg(process.pid, signal.SIGTERM)


def serving(first: int) -> list[int]:
    """The ids of a server's processes that answer: those that the first one has started, or else that one itself."""
    started = [child.pid for child in psutil.Process(first).children() if child.net_connections("tcp4")]
    return started or [first]


def postgres_processes() -> list[psutil.Process]:
    first = psutil.Process(int((folder.current() / "pg/data/postmaster.pid").read_text().splitlines()[0]))
    return [first, *first.children(recursive=True)]


def cpu_of(processes: Iterable[psutil.Process]) -> float:
    total = 0.0
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system
    return total


def memory_of(processes: Iterable[psutil.Process]) -> float:
    """Their proportional share of memory in MiB. One that ends while it is looked at holds nothing any more."""
    held = 0
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            held += process.memory_full_info().pss
    return held / 2**20
