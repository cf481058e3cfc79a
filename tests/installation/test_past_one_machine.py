"""Several PostgreSQL servers: a read replica, failover to a standby, and notifications between processes."""

import os
import re
import shutil
import socket
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from fastapi import FastAPI
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from marqueedesk import health
from marqueedesk.app import create_app
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.engines import normal_url, plain_url
from marqueedesk.kit.db.read_timeout import PatientConnection
from marqueedesk.kit.db.standbys import Standby, standbys
from marqueedesk.kit.live.notify import AnnouncedPause, Announcer
from marqueedesk.settings import Settings
from tests.support import databases, effort, folder, postgres
from tests.support.api import Api, ok_json
from tests.support.server import LiveServer, free_port
from tests.support.streams import seconds_until_heard


@dataclass
class Pair:
    """A primary and its standby, on different ports."""

    primary: postgres.Server
    standby: postgres.Server
    ports: tuple[int, int]

    def url(self, *ports: int) -> str:
        """Return the database URL for the servers at these ports."""
        hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
        return f"postgresql://{postgres.USER}@{hosts}/desk"

    def ask(self, port: int, statement: str) -> Any:
        """Run a statement on one server and return its first value, if any."""
        with psycopg.connect(self.url(port), autocommit=True) as connection:
            done = connection.execute(statement.encode())
            row = done.fetchone() if done.description else None
            return row[0] if row else None


@pytest.fixture
def pair() -> Generator[Pair]:
    """A primary and a standby with the product's empty tables."""
    ports = (free_port(), free_port())
    # Named by port, because other test workers have their own pairs.
    primary, standby = (postgres.Server(folder.current() / f"pg-{port}") for port in ports)
    both = Pair(primary, standby, ports)
    try:
        both.primary.start(listen_addresses="127.0.0.1", port=str(ports[0]), synchronous_commit="on")
        with psycopg.connect(both.url(ports[0]).replace("/desk", "/postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE desk")
        databases.migrate(both.url(ports[0]))
        both.standby.follow(ports[0])
        both.standby.start(listen_addresses="127.0.0.1", port=str(ports[1]))
        yield both
    finally:
        for server in (both.primary, both.standby):
            if server.running:
                server.stop()
            shutil.rmtree(server.path, ignore_errors=True)


@pytest.fixture
def app_over(data_dir: Path) -> Generator[Callable[..., FastAPI]]:
    """Create an application on a given database."""
    made: list[FastAPI] = []

    def make(url: str, **settings: Any) -> FastAPI:
        made.append(
            create_app(Settings(database_url=url, data_dir=data_dir, rate_limits="off", worker="off", **settings))
        )
        return made[-1]

    yield make
    for app in made:
        app.state.database.close()


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    """A separate data folder."""
    return tmp_path


@pytest.mark.usefixtures("present")
def test_reports_use_read_replica_only_when_it_has_all_prior_writes(
    pair: Pair, app_over: Callable[..., FastAPI], caller_of: Callable[[FastAPI], Api]
):
    own, copy = pair.ports
    app = app_over(pair.url(own), read_url=pair.url(copy))
    asked: list[str] = []
    event.listen(
        app.state.database.copy_engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, *_rest: asked.append(statement),
    )
    operator = caller_of(app).register()
    operator.add_letters("LOVE")

    for count in (1, 2):
        operator.book()
        assert _bookings(operator) == count, "read your own writes"
    assert any("FROM bookings" in statement for statement in asked)

    # A replica that has fallen behind is skipped after a short wait, so the result is complete.
    pair.ask(copy, "SELECT pg_wal_replay_pause()")
    operator.book()
    assert _bookings(operator) == 3
    pair.ask(copy, "SELECT pg_wal_replay_resume()")

    pair.standby.stop()
    assert _bookings(operator) == 3, "without a replica the primary is used"


def _bookings(operator: Api) -> int:
    (popular,) = ok_json(operator.get("/api/reports/popular"))
    return popular["bookings"]


def test_failover_to_standby_loses_no_acknowledged_booking(
    pair: Pair, start_server: Callable[..., LiveServer], live_caller: Callable[[LiveServer], Api]
):
    pair.ask(pair.ports[0], "ALTER SYSTEM SET synchronous_standby_names = '*'")
    pair.ask(pair.ports[0], "SELECT pg_reload_conf()")
    operator = live_caller(start_server(pair.url(*pair.ports))).register()
    operator.add_letters("LOVE", quantity=50)
    acknowledged = [operator.book()["id"]]
    other: list[int] = []

    pair.primary.stop()
    promoting = threading.Thread(target=pair.standby.promote)
    promoting.start()
    until = time.monotonic() + 30
    while time.monotonic() < until and len(acknowledged) < 3:
        answer = operator.try_to_book()
        if answer.status_code == 201:
            acknowledged.append(answer.json()["id"])
        else:
            other.append(answer.status_code)
            assert (answer.status_code, "retry-after" in answer.headers) == (503, True), answer.text
            time.sleep(0.2)
    promoting.join()

    assert len(acknowledged) == 3, f"the service is back within 30 seconds: {other}"
    assert {booking["id"] for booking in ok_json(operator.get("/api/bookings"))} >= set(acknowledged)


# Much longer than a read from the primary, even on a busy machine.
ANSWERS_WITHIN = 3.0
PATIENCE = 6.0


class TestHangingReadReplica:
    """The replica's machine is reachable but its PostgreSQL does not respond, as with a stalled disk."""

    @pytest.fixture
    def copied(self, pair: Pair) -> Generator[Database]:
        own, copy = pair.ports
        # A new replica starts at a segment boundary, and reaches it only after the first write.
        pair.ask(own, "CREATE TABLE written ()")
        database = Database(
            pair.url(own),
            read_url=pair.url(copy),
            copy_answers_seconds=ANSWERS_WITHIN,
            copy_timeout_seconds=PATIENCE,
        )
        until = time.monotonic() + 60
        while not _is_copy(database):
            assert time.monotonic() < until, "the replica catches up"
        yield database
        database.close()

    @pytest.mark.postgres_only
    def test_hanging_replica_delays_one_read_and_is_then_skipped(
        self, copied: Database, pair: Pair, monkeypatch: pytest.MonkeyPatch
    ):
        connecting: list[object] = []
        connect = psycopg.Connection[Any].connect.__func__

        def connect_noted(kind: type[psycopg.Connection[Any]], *args: Any, **named: Any) -> psycopg.Connection[Any]:
            if issubclass(kind, PatientConnection):
                connecting.append(None)
            return connect(kind, *args, **named)

        monkeypatch.setattr(psycopg.Connection, "connect", classmethod(connect_noted))

        with pair.standby.hanging():
            assert _seconds_of_a_read(copied) >= ANSWERS_WITHIN
            assert _seconds_of_a_read(copied) < ANSWERS_WITHIN, "the replica is skipped"
            assert connecting == []

            # One read retries the replica and hangs while connecting; other reads do not wait.
            monkeypatch.setattr(copied, "_copy_rests_until", time.monotonic())
            trying = threading.Thread(target=_is_copy, args=[copied])
            trying.start()
            while trying.is_alive() and not connecting:
                time.sleep(0.01)
            assert _seconds_of_a_read(copied) < ANSWERS_WITHIN
            trying.join()
            assert _seconds_of_a_read(copied) < ANSWERS_WITHIN
            assert len(connecting) == 1

            assert copied.copy_lag_seconds() is None, "the metrics report no lag while it is unreachable"

        assert not _is_copy(copied), "the replica is still skipped"
        monkeypatch.setattr(copied, "_copy_rests_until", time.monotonic())
        assert _is_copy(copied)
        assert _is_copy(copied)

    @pytest.mark.postgres_only
    def test_hanging_replica_fails_read_in_progress_but_slow_query_succeeds(self, copied: Database, pair: Pair):
        with copied.read_copy() as session:
            assert session.scalar(text(f"SELECT pg_is_in_recovery() FROM pg_sleep({ANSWERS_WITHIN + 0.2})"))
        with pytest.raises(ProgrammingError), copied.read_copy() as session:
            session.execute(text("SELECT no_such_thing"))
        assert _is_copy(copied), "an invalid query does not disable the replica"

        began = time.monotonic()
        with (
            pytest.raises(OperationalError, match="does not respond"),
            copied.read_copy() as session,
            pair.standby.hanging(),
        ):
            session.scalar(IS_COPY)
        assert time.monotonic() - began >= PATIENCE

        assert not _is_copy(copied)


def _seconds_of_a_read(database: Database) -> float:
    """Return the duration of a read that falls back to the primary."""
    began = time.monotonic()
    assert not _is_copy(database)
    return time.monotonic() - began


IS_COPY = text("SELECT pg_is_in_recovery()")


def _is_copy(database: Database) -> bool:
    """Return whether a replica read is answered by the replica."""
    with database.read_copy() as session:
        return bool(session.scalar(IS_COPY))


@pytest.mark.postgres_only
def test_metrics_show_standby_count_and_replication_lag(
    pair: Pair, app_over: Callable[..., FastAPI], caller_of: Callable[[FastAPI], Api]
):
    own, copy = pair.ports
    caller = caller_of(app_over(pair.url(own), read_url=pair.url(copy)))

    _figures(caller, lambda found: found.get(LAG_BYTES) == 0 and found["marqueedesk_standbys"] == 1)
    served = set(re.findall(r"^# TYPE (\S+) gauge", caller.get("/metrics").text, re.MULTILINE))
    # Ages of backups are there after the first one.
    assert {name for name in health.GAUGES if not name.startswith("marqueedesk_backup_")} <= served

    # An idle standby reports its position every ten seconds by default.
    pair.ask(copy, "ALTER SYSTEM SET wal_receiver_status_interval = '1s'")
    pair.ask(copy, "SELECT pg_reload_conf()")
    pair.ask(copy, "SELECT pg_wal_replay_pause()")
    pair.ask(own, "CREATE ROLE plain LOGIN")
    _figures(caller, lambda found: found[LAG_BYTES] > 0 and found[LAG_SECONDS] > 0)
    pair.ask(copy, "SELECT pg_wal_replay_resume()")
    _figures(caller, lambda found: found[LAG_BYTES] == found[LAG_SECONDS] == 0)

    stranger = Database(pair.url(own).replace(postgres.USER, "plain"))
    assert standbys(stranger) is None, "a role without access to the details gets no figures"
    stranger.close()

    pair.standby.stop()
    _figures(caller, lambda found: found["marqueedesk_standbys"] == 0 and LAG_BYTES not in found)
    pair.primary.stop()
    assert "marqueedesk_standby" not in caller.get("/metrics").text


LAG_SECONDS, LAG_BYTES = (f'marqueedesk_standby_lag_{unit}{{standby="walreceiver"}}' for unit in ("seconds", "bytes"))


def _figures(caller: Api, holds: Callable[[dict[str, float]], bool]) -> None:
    """Read the metrics until they satisfy a condition."""
    until = time.monotonic() + 60
    while True:
        lines = re.findall(r"^(marqueedesk_standby\S+) (\S+)", caller.get("/metrics").text, re.MULTILINE)
        found = {name: float(value) for name, value in lines}
        if holds(found):
            return
        assert time.monotonic() < until, found
        time.sleep(0.05)


def test_metrics_show_zero_standbys_on_postgresql_and_none_on_sqlite(visitor: Api, database: Database):
    page = visitor.get("/metrics").text

    assert "marqueedesk_standby_lag_bytes{" not in page
    assert ("marqueedesk_standbys 0\n" in page) is not database.is_sqlite
    assert ("marqueedesk_standbys" in page) is not database.is_sqlite


def test_standby_name_is_escaped_in_metrics():
    page = health.standby_gauges([Standby('b "2" \\', 2, 0.5, 7)]).decode()

    assert 'marqueedesk_standby_lag_seconds{standby="b \\"2\\" \\\\"} 0.5\n' in page
    assert "marqueedesk_standbys 2\n" in page


@pytest.mark.postgres_only
def test_connections_to_silent_database_server_time_out(pair: Pair):
    """A machine that loses power closes no connections, so the socket timeouts must end them."""
    own, copy = pair.ports
    database = Database(pair.url(own), read_url=pair.url(copy))
    assert database.copy_engine is not None
    try:
        with (
            database.write_connection() as main,
            database.autocommit_connection() as loose,
            database.copy_engine.connect() as copied,
        ):
            for connection in (main, loose, copied):
                assert 5 <= _patience(connection.connection.dbapi_connection) <= 15
    finally:
        database.close()


def _patience(connection: Any) -> float:
    """Return the seconds until the system closes a silent connection, idle or with unacknowledged data."""
    with socket.socket(fileno=os.dup(connection.fileno())) as end:
        tcp = partial(end.getsockopt, socket.IPPROTO_TCP)
        unanswered = tcp(socket.TCP_USER_TIMEOUT) / 1000
        quiet = tcp(socket.TCP_KEEPIDLE) + tcp(socket.TCP_KEEPINTVL) * tcp(socket.TCP_KEEPCNT)
        assert end.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    return max(unanswered, quiet)


class TestNotifications:
    @pytest.fixture
    def url(self, new_database: Callable[[], str]) -> str:
        return new_database()

    @pytest.fixture
    def database(self, url: str) -> Generator[Database]:
        database = Database(url)
        yield database
        database.close()

    @pytest.mark.postgres_only
    def test_notification_ends_the_pause_between_reads_early(self, url: str, database: Database):
        announcer = Announcer(url)
        announcer.start()
        pause = AnnouncedPause(database, url, threading.Event())
        try:
            assert _seconds(pause, until=30) < 20, "changes before LISTEN are read at once"
            assert _seconds(pause, until=0.7) >= 0.6, "there was no notification"
            threading.Timer(0.3, announcer.announce).start()
            assert 0.2 < _seconds(pause, until=60) < 30
        finally:
            pause.close()
            announcer.close()

    @pytest.mark.postgres_only
    def test_pause_between_reads_is_short_if_notifications_do_not_arrive(
        self, database: Database, new_database: Callable[[], str]
    ):
        elsewhere = AnnouncedPause(database, new_database(), threading.Event(), proof_seconds=0.3)
        try:
            _seconds(elsewhere, until=8)
            assert _seconds(elsewhere, until=60) < 30, "notifications of another database do not arrive here"
        finally:
            elsewhere.close()

    @pytest.mark.postgres_only
    def test_other_process_sends_event_within_two_seconds(
        self, url: str, start_server: Callable[..., LiveServer], live_caller: Callable[[LiveServer], Api]
    ):
        one, other = start_server(url), start_server(url)
        operator = live_caller(one).register()
        elsewhere = live_caller(other).login(operator.user["email"])
        assert any(seconds_until_heard(elsewhere, operator) < 2 for _ in range(effort.TRIES))


def _seconds(pause: AnnouncedPause, until: float) -> float:
    began = time.monotonic()
    pause.before_next(0.05, until=began + until, hearing=True)
    return time.monotonic() - began


class TestUrlsOfSeveralServers:
    def test_database_url_of_several_servers_selects_the_writable_one(self):
        url = "postgresql://desk:s%40crt@a.example:5432,b.example/desk"

        assert normal_url(url) == (
            "postgresql+psycopg://desk:s%40crt@/desk?host=a.example:5432&host=b.example&target_session_attrs=read-write"
        )
        assert plain_url(url) == (
            "postgresql://desk:s%40crt@a.example:5432,b.example/desk?target_session_attrs=read-write"
        )

    def test_explicit_session_attributes_in_a_database_url_are_kept(self):
        assert normal_url("postgres://a,b/desk?target_session_attrs=any").endswith(
            "?host=a&host=b&target_session_attrs=any"
        )

    def test_database_url_of_one_server_gets_no_session_attributes(self):
        assert normal_url("postgresql://desk@a:5433/desk") == "postgresql+psycopg://desk@a:5433/desk"
        assert (
            plain_url("postgresql://desk@a:5433/desk?sslmode=require")
            == "postgresql://desk@a:5433/desk?sslmode=require"
        )
