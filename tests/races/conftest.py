"""What the race tests share: seeds, a running server with as many processes as its database serves, and callers."""

import os
from collections.abc import Callable, Generator

import pytest

from marqueedesk.kit.http import direct
from tests.support import databases, day
from tests.support.api import Api
from tests.support.databases import Kind
from tests.support.server import LiveServer


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize `seed` with the few seeds of a test's mark `seeds(few, all)`, or with all of them in `make races`.

    In `make test` the few change every day, until all have been used.
    """
    if "seed" not in metafunc.fixturenames:
        return
    mark = metafunc.definition.get_closest_marker("seeds")
    assert mark is not None, "say how many seeds there are: @pytest.mark.seeds(few, all)"
    few, everything = mark.args
    if os.environ.get("MARQUEEDESK_TEST_SEEDS") == "all":
        seeds = list(range(everything))
    else:
        first = (day.number() or 0) * few
        seeds = [(first + number) % everything for number in range(few)]
    metafunc.parametrize("seed", seeds)


@pytest.fixture(autouse=True)
def no_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Applications in this process let all calls go on at once, as those of many processes do: bookings that come one
    after the other would race with nothing, lock or not.
    """
    monkeypatch.setattr(direct, "AT_ONCE", 64)


@pytest.fixture(scope="session")
def servers() -> Generator[dict[Kind, LiveServer]]:
    """The servers that are running, by database; see `server`."""
    running: dict[Kind, LiveServer] = {}
    yield running
    for server in running.values():
        server.kill()


@pytest.fixture
def server(database_kind: Kind, servers: dict[Kind, LiveServer]) -> LiveServer:
    """A server that all races of this run use: two processes on PostgreSQL, one on SQLite.

    Each race has operators of its own, so what others left does not matter.
    """
    if database_kind not in servers:
        workers = 2 if database_kind == "postgresql" else 1
        servers[database_kind] = LiveServer(databases.new(database_kind), workers=workers).start()
    return servers[database_kind]


@pytest.fixture
def caller(server: LiveServer, live_caller: Callable[[LiveServer], Api]) -> Callable[[], Api]:
    """Make a caller of the running server."""
    return lambda: live_caller(server)
