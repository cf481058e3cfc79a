"""A PostgreSQL server for one test run, with its own folder and socket and without a port.

`MARQUEEDESK_TEST_POSTGRES` (a URL of a server where databases may be created) uses a running server instead.
"""

import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

from tests.support import folder

USER = "marqueedesk"
# Speed over durability: test data need not survive a crash.
SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "min_wal_size": "32MB",
    "max_wal_size": "256MB",
    "log_min_messages": "error",
}


class Server:
    """A server with its own folder, reached through a socket in that folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.data = path / "data"

    def url(self, database: str) -> str:
        """The URL of a database on this server, in the format of the product's setting."""
        return f"postgresql://{USER}@/{database}?host={self.path}"

    @property
    def running(self) -> bool:
        """True if the server has been started and not stopped."""
        return (self.data / "postmaster.pid").exists()

    def start(self, **settings: str) -> None:
        """Create the data folder if it does not exist, and start. Returns when the server accepts connections."""
        if not self.data.exists():
            self._make_folder()
            self._call(
                "initdb", "--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", f"--username={USER}"
            )
        options = [f"-c {name}={value}" for name, value in {**SETTINGS, **settings}.items()]
        self._call(
            "pg_ctl", "start", "-w", "-s", "-l", str(self.path / "log"), "-o", " ".join([*options, f"-k {self.path}"])
        )

    def follow(self, port: int) -> None:
        """Create a replica's data folder from the server at a port, which it then follows."""
        self._make_folder()
        self._call(
            "pg_basebackup",
            *("--host=127.0.0.1", f"--port={port}", f"--username={USER}", f"--pgdata={self.data}"),
            *("--write-recovery-conf", "--wal-method=stream", "--checkpoint=fast", "--no-sync"),
        )

    def promote(self) -> None:
        """Promote the replica to a primary."""
        self._call("pg_ctl", "promote", "-w", "-s")

    @contextmanager
    def hanging(self) -> Generator[None]:
        """Suspend every process of the server within the block: the machine responds, but the server does not."""
        postmaster = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        # Suspend the parent process first.
        os.kill(postmaster, signal.SIGSTOP)
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        stopped = [postmaster, *map(int, children)]
        try:
            for pid in stopped[1:]:
                os.kill(pid, signal.SIGSTOP)
            yield
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)

    def stop(self, how: str = "immediate") -> None:
        """Stop the server, by default without a clean shutdown, because its data is discarded anyway."""
        self._call("pg_ctl", "stop", "-w", "-s", "-m", how)

    def _make_folder(self) -> None:
        owner = identity()
        self.path.mkdir(exist_ok=True)
        if owner:
            os.chown(self.path, owner["user"], owner["group"])

    def _call(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [binary(program), *arguments],
            check=True,
            cwd="/",
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "PGDATA": str(self.data)},
            stdout=subprocess.DEVNULL,
            **identity(),
        )


def binary(name: str) -> str:
    """The path of a PostgreSQL program; Debian keeps the server programs off the PATH."""
    found = [*sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)]
    path = str(found[0]) if found else shutil.which(name)
    if path is None:
        raise RuntimeError(f"{name} is missing: install postgresql, or set MARQUEEDESK_TEST_POSTGRES to a server's URL")
    return path


def identity() -> dict[str, Any]:
    """Arguments for subprocess: PostgreSQL refuses to run as root, so root runs it as another user."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid}
    raise RuntimeError("no user to run PostgreSQL as: neither postgres nor nobody exists")


def stop_all_under(path: Path) -> None:
    """Kill the servers whose data is below ``path``, by the process ids in their pid files."""
    for note in path.glob("*/data/postmaster.pid"):
        try:
            pid = int(note.read_text().splitlines()[0])
            os.kill(pid, signal.SIGQUIT)
            os.kill(pid, signal.SIGCONT)
        except (OSError, ValueError, IndexError):
            continue
        for _ in range(100):
            if not note.exists():
                break
            time.sleep(0.05)


def shared_url() -> str:
    """The URL of the run's server (its database `postgres`), which the first caller starts."""
    given = os.environ.get("MARQUEEDESK_TEST_POSTGRES")
    if given:
        return given
    server = Server(folder.current() / "pg")
    with folder.lock("pg"):
        if not server.running:
            server.start()
    return server.url("postgres")


def named(url: str, database: str) -> str:
    """The URL of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{database}"))


def create_database(name: str, template: str = "template0") -> str:
    """Create a database as a copy of another, replacing an old one, and return its URL."""
    server = shared_url()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
    return named(server, name)


def drop_database(name: str) -> None:
    """Drop a database, even if it still has connections."""
    with psycopg.connect(shared_url(), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
