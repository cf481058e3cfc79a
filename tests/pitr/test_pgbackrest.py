"""A mistake deletes every booking while eight clients book; pgBackRest restores the moment before it: `make pitr`."""

import os
import shlex
import shutil
import subprocess
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.support import databases, folder, postgres
from tests.support.api import Api
from tests.support.bookers import CLIENTS, Bookers
from tests.support.server import LiveServer

pytestmark = pytest.mark.postgres_only
STOCK = 25
# Time between the restored moment and the mistake.
BEFORE_SECONDS = 10


@dataclass
class ArchivedServer:
    """A PostgreSQL server whose changes pgBackRest archives, with the settings of the deployment guide."""

    server: postgres.Server
    config: Path
    seconds: dict[str, float] = field(default_factory=dict[str, float])

    @property
    def url(self) -> str:
        """Return the URL of the product's database."""
        return self.server.url("desk")

    def start(self) -> None:
        """Start PostgreSQL with durable commits, so that acknowledged changes survive a crash."""
        archive = shlex.join([_program(), f"--config={self.config}", "--stanza=desk", "archive-push", "%p"])
        self.server.start(
            archive_mode="on",
            archive_command=shlex.quote(archive),
            wal_level="replica",
            fsync="on",
            synchronous_commit="on",
            full_page_writes="on",
        )

    def backrest(self, *command: str) -> None:
        """Run pgBackRest as the user that runs PostgreSQL, and note how long it took."""
        began = time.monotonic()
        done = subprocess.run(
            [_program(), f"--config={self.config}", "--stanza=desk", *command],
            check=False,
            capture_output=True,
            text=True,
            cwd="/",
            env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
            **postgres.identity(),
        )
        assert done.returncode == 0, done.stdout + done.stderr
        self.seconds[command[-1]] = time.monotonic() - began

    def restore(self, moment: datetime) -> None:
        """Stop PostgreSQL, restore the state of a moment, and start it as a primary again."""
        # A normal stop archives the last changes; after a crash they would be missing from the archive.
        self.server.stop("fast")
        self.backrest("--delta", "--type=time", f"--target={moment.isoformat(sep=' ')}", *_PROMOTE, "restore")
        began = time.monotonic()
        self.start()
        with psycopg.connect(self.url, autocommit=True) as connection:
            while _value(connection, "SELECT pg_is_in_recovery()"):
                time.sleep(0.2)
        self.seconds["recovery"] = time.monotonic() - began


_PROMOTE = ("--target-action=promote",)


def _program() -> str:
    found = shutil.which("pgbackrest")
    assert found is not None, "pgbackrest is missing"
    return found


def _value(connection: psycopg.Connection[Any], query: str) -> Any:
    row = connection.execute(query.encode()).fetchone()
    assert row is not None
    return row[0]


def _bookings(connection: psycopg.Connection[Any]) -> dict[int, str]:
    """Return a summary of each booking, by booking ID."""
    promised = "concat_ws(' ', message, size, delivery_day, pickup_day, customer_email)"
    return dict(connection.execute(f"SELECT id, {promised} FROM bookings".encode()).fetchall())


@pytest.fixture
def archived() -> Generator[ArchivedServer]:
    """A running server with the product's empty tables, and an empty repository for its backups."""
    place = folder.current() / "pitr"
    place.mkdir()
    server = postgres.Server(place / "pg")
    config = place / "pgbackrest.conf"
    folders = {"repo1-path": "repository", "log-path": "log", "spool-path": "spool", "lock-path": "lock"}
    for name in folders.values():
        (place / name).mkdir()
    config.write_text(
        "\n".join(
            [
                "[global]",
                *(f"{setting}={place / name}" for setting, name in folders.items()),
                "repo1-retention-full=2",
                "start-fast=y",
                "[desk]",
                f"pg1-path={server.data}",
                f"pg1-socket-path={server.path}",
                f"pg1-user={postgres.USER}",
                "",
            ]
        )
    )
    owner = postgres.identity()
    for path in (place, *place.iterdir()):
        if owner:
            os.chown(path, owner["user"], owner["group"])
    archived = ArchivedServer(server, config)
    try:
        archived.start()
        with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE desk")
        databases.migrate(archived.url)
        archived.backrest("stanza-create")
        archived.backrest("check")
        yield archived
    finally:
        if server.running:
            server.stop()
        shutil.rmtree(place, ignore_errors=True)


def test_the_moment_before_a_mistake_is_restored_with_every_acknowledged_booking(
    archived: ArchivedServer, start_server: Callable[..., LiveServer], live_caller: Callable[[LiveServer], Api]
):
    server = start_server(archived.url)
    operator = live_caller(server).register()
    operator.add_letters("LOVE", quantity=STOCK)

    with Bookers([server.url], operator.id) as bookers:
        assert bookers.wait_for(20, seconds=30)
        archived.backrest("--type=full", "backup")
        during = len(bookers.acknowledged)
        assert bookers.wait_for(40, seconds=60), "bookings go on after the base backup"
        promised = set(bookers.acknowledged)
        with psycopg.connect(archived.url, autocommit=True) as connection:
            with connection.transaction():
                before = _bookings(connection)
            moment = _value(connection, "SELECT clock_timestamp()")
        time.sleep(BEFORE_SECONDS)
        with psycopg.connect(archived.url, autocommit=True) as connection:
            connection.execute("TRUNCATE bookings CASCADE")
        assert bookers.wait_for(5, seconds=30), "the mistake isn't noticed at once"
    later = bookers.acknowledged - promised
    server.kill()

    archived.restore(moment)

    with psycopg.connect(archived.url) as connection:
        restored = _bookings(connection)
    print(
        f"bookings by the end of the base backup: {during}, by the restored moment: {len(promised)}, "
        f"from then until the servers stopped: {len(later)}; "
        + ", ".join(f"{name} {seconds:.1f} s" for name, seconds in archived.seconds.items())
    )
    assert promised <= set(before)
    assert before.items() <= restored.items(), "nothing acknowledged before the moment is lost or changed"
    assert len(restored.keys() - before.keys()) <= CLIENTS, "only bookings of that very moment may be newer"
    again = start_server(archived.url)
    with Bookers([again.url], operator.id) as bookers:
        assert bookers.wait_for(20, seconds=60), "the restored installation takes bookings"
    assert bookers.wrong == []
    bookers.check_kept(archived.url, STOCK)
