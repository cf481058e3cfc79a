"""The environment of a benchmark: its own database server and running product, and the CPU time and memory of their
processes.
"""

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
# Durable like a production server, unlike the tests' server.
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
    """Context manager for a temporary folder with a durable PostgreSQL server. Both are removed at the end."""
    path = folder.make()
    server = postgres.Server(path / "pg")
    try:
        with folder.lock("pg"):
            server.start(**DURABLE)
        yield path
    finally:
        folder.remove(path)


def disk_of(path: Path) -> str:
    """Return the file system of a path and its device. In memory (tmpfs), durable writes cost nothing."""
    resolved = path.resolve()
    below = [part for part in psutil.disk_partitions(all=True) if resolved.is_relative_to(part.mountpoint)]
    disk = max(below, key=lambda part: len(part.mountpoint))
    return f"{disk.fstype} on {disk.device}"


class Product:
    """A running product with its own database."""

    def __init__(self, kind: databases.Kind, *, workers: int, settings: Mapping[str, str] | None = None) -> None:
        self.kind: databases.Kind = kind
        self.database_url = databases.new(kind)
        # As in production, with rate limits.
        limited = {"rate_limits": "on", **(settings or {})}
        self.server = LiveServer(self.database_url, workers=workers, settings=limited).start()
        self.operators: list[Api] = []

    @property
    def port(self) -> int:
        return self.server.port

    def add_operators(self, count: int, *, stock: int = STOCK) -> list[int]:
        """Register operators with ``stock`` of each letter, by default more than can be booked. Returns all ids."""
        for _ in range(count):
            # Each business registers from its own address, with its own mail domain.
            number = len(self.operators) + 1
            headers = {"X-Forwarded-For": f"192.0.2.{number}"}
            caller = Api(httpx.Client(base_url=self.server.url, timeout=30, headers=headers))
            caller.register(f"owner@business{number}.example")
            caller.add_letters("LOVEHP", quantity=stock)
            self.operators.append(caller)
        return [caller.id for caller in self.operators]

    @property
    def processes(self) -> list[psutil.Process]:
        """Return the server's processes, including the supervisor."""
        first = psutil.Process(self.server.pid)
        return [first, *first.children(recursive=True)]

    @property
    def lasting(self) -> list[psutil.Process]:
        """Return the long-running processes, without those that process a single image or document."""
        first = psutil.Process(self.server.pid)
        return [first, *first.children()]

    @property
    def serving(self) -> list[int]:
        """Return the ids of the processes that handle requests."""
        return serving(self.server.pid)

    def cpu(self) -> float:
        """Return the CPU seconds used by server and database."""
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
    """The bare server: its port, and the ids of the processes that handle requests."""

    port: int
    serving: list[int]


@contextlib.contextmanager
def bare(*, workers: int) -> Generator[Bare]:
    """Run the bare server with the product's server settings."""
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
    """Return the ids of a server's processes that handle requests: the children of the first one, or itself."""
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
    """Return the proportional memory share (PSS) in MiB. Processes that end meanwhile count as 0."""
    held = 0
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            held += process.memory_full_info().pss
    return held / 2**20
