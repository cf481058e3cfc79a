"""Several PostgreSQL servers: a copy that reads go to, a second one that takes over, and news between processes."""

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
from tests.support.api import Api, made
from tests.support.server import LiveServer, free_port
from tests.support.streams import seconds_until_heard


@dataclass
class Pair:
    """A server and one that follows it, each on a port of its own."""

    primary: postgres.Server
    standby: postgres.Server
    ports: tuple[int, int]

    def url(self, *ports: int) -> str:
        """The product's database, on the servers at these ports."""
        hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
        return f"postgresql://{postgres.USER}@{hosts}/desk"

    def ask(self, port: int, statement: str) -> Any:
        """The first value that a server answers."""
        with psycopg.connect(self.url(port), autocommit=True) as connection:
            done = connection.execute(statement.encode())
            row = done.fetchone() if done.description else None
            return row[0] if row else None


@pytest.fixture
def pair() -> Generator[Pair]:
    """Two servers with the product's empty tables."""
    ports = (free_port(), free_port())
    # Named by their ports: other workers of the same run have pairs of their own.
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
    """Make an application over a database of one's own."""
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
    """A data folder of one's own."""
    return tmp_path


@pytest.mark.usefixtures("present")
def test_reports_come_from_the_copy_with_everything_written_before(
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
        assert _bookings(operator) == count, "whoever has just written reads it"
    assert any("FROM bookings" in statement for statement in asked)

    # A copy that falls behind is not waited for long, and what it lacks is not left out.
    pair.ask(copy, "SELECT pg_wal_replay_pause()")
    operator.book()
    assert _bookings(operator) == 3
    pair.ask(copy, "SELECT pg_wal_replay_resume()")

    pair.standby.stop()
    assert _bookings(operator) == 3, "without its copy the database answers itself"


def _bookings(operator: Api) -> int:
    (popular,) = made(operator.get("/api/reports/popular"))
    return popular["bookings"]


def test_another_server_takes_over_and_nothing_acknowledged_is_lost(
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
    assert {booking["id"] for booking in made(operator.get("/api/bookings"))} >= set(acknowledged)


# Long compared with a read that does not wait for the copy, also on a busy machine.
ANSWERS_WITHIN = 3.0
PATIENCE = 6.0


class TestACopyThatHangs:
    """Its machine answers and its PostgreSQL does not, as on a disk that has stopped."""

    @pytest.fixture
    def copied(self, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Generator[Database]:
        monkeypatch.setattr(PatientConnection, "patience", PATIENCE)
        own, copy = pair.ports
        # A position at the beginning of a segment, where a copy is made, is only reached with the first thing written.
        pair.ask(own, "CREATE TABLE written ()")
        database = Database(pair.url(own), read_url=pair.url(copy), copy_answers_seconds=ANSWERS_WITHIN)
        until = time.monotonic() + 60
        while not _is_copy(database):
            assert time.monotonic() < until, "it follows"
        yield database
        database.close()

    @pytest.mark.postgres_only
    def test_holds_a_read_for_seconds_and_is_then_left_alone(
        self, copied: Database, pair: Pair, monkeypatch: pytest.MonkeyPatch
    ):
        connecting: list[object] = []
        connect = PatientConnection.connect

        def connect_noted(*given: Any, **named: Any) -> PatientConnection:
            connecting.append(None)
            return connect(*given, **named)

        monkeypatch.setattr(PatientConnection, "connect", connect_noted)

        with pair.standby.hanging():
            assert _seconds_of_a_read(copied) >= ANSWERS_WITHIN
            assert _seconds_of_a_read(copied) < ANSWERS_WITHIN, "it rests"
            assert connecting == []

            # One read tries it again. It has to connect anew, which hangs too; the others do not wait.
            monkeypatch.setattr(copied, "_copy_rests_until", time.monotonic())
            trying = threading.Thread(target=_is_copy, args=[copied])
            trying.start()
            while trying.is_alive() and not connecting:
                time.sleep(0.01)
            assert _seconds_of_a_read(copied) < ANSWERS_WITHIN
            trying.join()
            assert _seconds_of_a_read(copied) < ANSWERS_WITHIN
            assert len(connecting) == 1

            assert copied.copy_lag_seconds() is None, "the metrics look, and say that it is away"

        assert not _is_copy(copied), "it still rests"
        monkeypatch.setattr(copied, "_copy_rests_until", time.monotonic())
        assert _is_copy(copied)
        assert _is_copy(copied)

    @pytest.mark.postgres_only
    def test_fails_the_read_that_waits_for_it_and_a_long_answer_is_none(self, copied: Database, pair: Pair):
        with copied.read_copy() as session:
            assert session.scalar(text(f"SELECT pg_is_in_recovery() FROM pg_sleep({ANSWERS_WITHIN + 0.2})"))
        with pytest.raises(ProgrammingError), copied.read_copy() as session:
            session.execute(text("SELECT no_such_thing"))
        assert _is_copy(copied), "a mistake of whoever asks is not its own"

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
    """How long a read takes that does not come from the copy."""
    began = time.monotonic()
    assert not _is_copy(database)
    return time.monotonic() - began


IS_COPY = text("SELECT pg_is_in_recovery()")


def _is_copy(database: Database) -> bool:
    """Whether a long read comes from the copy."""
    with database.read_copy() as session:
        return bool(session.scalar(IS_COPY))


@pytest.mark.postgres_only
def test_the_metrics_tell_how_far_a_standby_is_behind(
    pair: Pair, app_over: Callable[..., FastAPI], caller_of: Callable[[FastAPI], Api]
):
    own, copy = pair.ports
    caller = caller_of(app_over(pair.url(own), read_url=pair.url(copy)))

    _figures(caller, lambda found: found.get(LAG_BYTES) == 0 and found["marqueedesk_standbys"] == 1)
    served = set(re.findall(r"^# TYPE (\S+) gauge", caller.get("/metrics").text, re.MULTILINE))
    assert health.GAUGES.keys() <= served

    # A standby that replays nothing says so each ten seconds, unless it is told otherwise.
    pair.ask(copy, "ALTER SYSTEM SET wal_receiver_status_interval = '1s'")
    pair.ask(copy, "SELECT pg_reload_conf()")
    pair.ask(copy, "SELECT pg_wal_replay_pause()")
    pair.ask(own, "CREATE ROLE plain LOGIN")
    _figures(caller, lambda found: found[LAG_BYTES] > 0 and found[LAG_SECONDS] > 0)
    pair.ask(copy, "SELECT pg_wal_replay_resume()")
    _figures(caller, lambda found: found[LAG_BYTES] == found[LAG_SECONDS] == 0)

    stranger = Database(pair.url(own).replace(postgres.USER, "plain"))
    assert standbys(stranger) is None, "who may not see the details says nothing"
    stranger.close()

    pair.standby.stop()
    _figures(caller, lambda found: found["marqueedesk_standbys"] == 0 and LAG_BYTES not in found)
    pair.primary.stop()
    assert "marqueedesk_standby" not in caller.get("/metrics").text


LAG_SECONDS, LAG_BYTES = (f'marqueedesk_standby_lag_{unit}{{standby="walreceiver"}}' for unit in ("seconds", "bytes"))


def _figures(caller: Api, holds: Callable[[dict[str, float]], bool]) -> None:
    """Read the metrics until something holds of them."""
    until = time.monotonic() + 60
    while True:
        lines = re.findall(r"^(marqueedesk_standby\S+) (\S+)", caller.get("/metrics").text, re.MULTILINE)
        found = {name: float(value) for name, value in lines}
        if holds(found):
            return
        assert time.monotonic() < until, found
        time.sleep(0.05)


def test_a_database_that_nobody_follows_says_so_and_a_file_says_nothing(visitor: Api, database: Database):
    page = visitor.get("/metrics").text

    assert "marqueedesk_standby_lag_bytes{" not in page
    assert ("marqueedesk_standbys 0\n" in page) is not database.is_sqlite
    assert ("marqueedesk_standbys" in page) is not database.is_sqlite


def test_a_standby_may_call_itself_anything(visitor: Api, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(health, "standbys", lambda _of: [Standby('b "2" \\', 2, 0.5, 7)])

    page = visitor.get("/metrics").text

    assert 'marqueedesk_standby_lag_seconds{standby="b \\"2\\" \\\\"} 0.5\n' in page
    assert "marqueedesk_standbys 2\n" in page


@pytest.mark.postgres_only
def test_a_machine_that_says_nothing_anymore_is_given_up_in_time(pair: Pair):
    """As a machine that lost its power: nobody closes its connections, so the system must be told how long to wait."""
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
    """Seconds after which the system ends a connection over which nothing comes back, asked or not."""
    with socket.socket(fileno=os.dup(connection.fileno())) as end:
        tcp = partial(end.getsockopt, socket.IPPROTO_TCP)
        unanswered = tcp(socket.TCP_USER_TIMEOUT) / 1000
        quiet = tcp(socket.TCP_KEEPIDLE) + tcp(socket.TCP_KEEPINTVL) * tcp(socket.TCP_KEEPCNT)
        assert end.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    return max(unanswered, quiet)


class TestAnnouncements:
    @pytest.fixture
    def url(self, new_database: Callable[[], str]) -> str:
        return new_database()

    @pytest.fixture
    def database(self, url: str) -> Generator[Database]:
        database = Database(url)
        yield database
        database.close()

    @pytest.mark.postgres_only
    def test_one_that_is_made_ends_a_pause_and_none_prolongs_it(self, url: str, database: Database):
        announcer = Announcer(url)
        announcer.start()
        pause = AnnouncedPause(database, url, threading.Event())
        try:
            assert _seconds(pause, until=0.7) >= 0.6, "nothing was announced"
            threading.Timer(0.3, announcer.announce).start()
            assert 0.2 < _seconds(pause, until=60) < 30
        finally:
            pause.close()
            announcer.close()

    @pytest.mark.postgres_only
    def test_where_none_arrives_one_waits_no_longer_than_without(
        self, database: Database, new_database: Callable[[], str]
    ):
        elsewhere = AnnouncedPause(database, new_database(), threading.Event(), proof_seconds=0.3)
        try:
            _seconds(elsewhere, until=8)
            assert _seconds(elsewhere, until=60) < 30, "what another database announces is not heard here"
        finally:
            elsewhere.close()

    @pytest.mark.postgres_only
    def test_one_process_hears_soon_what_another_has_written(
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
    def test_they_lead_to_the_one_that_takes_writes(self):
        url = "postgresql://desk:s%40crt@a.example:5432,b.example/desk"

        assert normal_url(url) == (
            "postgresql+psycopg://desk:s%40crt@/desk?host=a.example:5432&host=b.example&target_session_attrs=read-write"
        )
        assert plain_url(url) == (
            "postgresql://desk:s%40crt@a.example:5432,b.example/desk?target_session_attrs=read-write"
        )

    def test_what_the_url_says_itself_holds(self):
        assert normal_url("postgres://a,b/desk?target_session_attrs=any").endswith(
            "?host=a&host=b&target_session_attrs=any"
        )

    def test_one_server_stays_as_it_is(self):
        assert normal_url("postgresql://desk@a:5433/desk") == "postgresql+psycopg://desk@a:5433/desk"
        assert (
            plain_url("postgresql://desk@a:5433/desk?sslmode=require")
            == "postgresql://desk@a:5433/desk?sslmode=require"
        )
