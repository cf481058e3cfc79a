"""Runs with PgBouncer in transaction mode. Requires PgBouncer, so only `make pooler` runs these tests."""

import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from tests.support import folder
from tests.support.api import Api, ok_json
from tests.support.server import LiveServer, client_of, free_port
from tests.support.streams import seconds_until_heard

pytestmark = pytest.mark.postgres_only
PROGRAM = shutil.which("pgbouncer") or "/usr/sbin/pgbouncer"
# Fewer connections than the server's own pools would open, so session settings would soon leak to another client.
CONNECTIONS = 3
AUGUST = "2027-08-01"


@pytest.fixture
def direct(new_database: Callable[[], str]) -> str:
    """The URL of the database itself."""
    return new_database()


@pytest.fixture
def pooled(direct: str) -> Generator[str]:
    """The URL of the same database through a pooler, which assigns a connection for one transaction at a time."""
    parts = urlsplit(direct)
    where = parse_qs(parts.query)["host"][0]
    port, place = free_port(), folder.current() / "pgbouncer"
    place.mkdir(exist_ok=True)
    (place / "users").write_text('"marqueedesk" ""\n')
    (place / "conf").write_text(
        f"[databases]\n* = host={where}\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port={port}\nunix_socket_dir=\n"
        f"auth_type=trust\nauth_file={place}/users\npool_mode=transaction\ndefault_pool_size={CONNECTIONS}\n"
        f"max_client_conn=200\n"
    )
    user = pwd.getpwnam("postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name)
    for path in (place, *place.iterdir()):
        shutil.chown(path, user.pw_uid, user.pw_gid)
    running = subprocess.Popen(
        [PROGRAM, "-q", str(place / "conf")],
        user=user.pw_uid,
        group=user.pw_gid,
        extra_groups=[],
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"postgresql://{parts.username}@127.0.0.1:{port}{parts.path}"
    _wait_for(url)
    yield url
    running.terminate()
    running.wait(timeout=10)


def _wait_for(url: str) -> None:
    until = time.monotonic() + 15
    while True:
        try:
            psycopg.connect(url, connect_timeout=2).close()
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            return


def test_concurrent_bookings_through_a_pooler_never_oversell(
    direct: str,
    pooled: str,
    start_server: Callable[..., LiveServer],
    live_caller: Callable[[LiveServer], Api],
):
    server = start_server(pooled, workers=2, settings={"pooler": "transaction", "listen_url": direct})
    operator = live_caller(server).register()
    operator.add_letters("LOVE", quantity=20)

    def book(_number: int) -> int:
        with client_of(server.url) as http:
            visitor = Api(http)
            visitor.estimate(userId=operator.id)
            return visitor.try_to_book(userId=operator.id, deliveryDate=AUGUST, pickupDate=AUGUST).status_code

    with ThreadPoolExecutor(16) as pool:
        codes = list(pool.map(book, range(40)))

    assert sorted(codes) == [201] * 20 + [409] * 20, "twenty of each letter are twenty bookings"
    assert len(ok_json(operator.get("/api/bookings"))) == 20
    assert "live_listening_failed" not in server.log.read_text()


def test_without_a_direct_connection_live_updates_fall_back_to_polling(
    pooled: str, start_server: Callable[..., LiveServer], live_caller: Callable[[LiveServer], Api]
):
    operator = live_caller(start_server(pooled, settings={"pooler": "transaction"})).register()
    assert seconds_until_heard(operator, operator, after=5) < 3


def test_lock_timeout_applies_through_a_pooler(
    direct: str,
    pooled: str,
    start_server: Callable[..., LiveServer],
    live_caller: Callable[[LiveServer], Api],
):
    operator = live_caller(start_server(pooled, settings={"pooler": "transaction"})).register()
    operator.add_letters("LOVE")
    with psycopg.connect(direct) as other:
        other.execute("SELECT 1 FROM operators FOR UPDATE")
        began = time.monotonic()
        answer = operator.try_to_book()
    assert answer.status_code == 503
    assert time.monotonic() - began < 12
