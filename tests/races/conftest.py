"""Fixtures of the race tests: seeds, a running server (two processes on PostgreSQL, one on SQLite), and API clients."""

import os
from collections.abc import Callable, Generator

import pytest

from tests.support import databases, day
from tests.support.api import Api
from tests.support.databases import Kind
from tests.support.server import LiveServer


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize `seed` from the mark `seeds(few, all)`: a few seeds in `make test`, all of them in `make races`.

    In `make test` the few seeds rotate daily through the full range.
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


@pytest.fixture
def bookings_at_once() -> int:
    """Let the in-process application handle all requests concurrently, like a server with many processes.

    Requests handled one at a time would never race, with or without the lock.
    """
    return 64


@pytest.fixture(scope="session")
def servers() -> Generator[dict[Kind, LiveServer]]:
    """Running servers by database; see `server`."""
    running: dict[Kind, LiveServer] = {}
    yield running
    for server in running.values():
        server.kill()


@pytest.fixture
def server(database_kind: Kind, servers: dict[Kind, LiveServer]) -> LiveServer:
    """The server shared by all races of this run: two processes on PostgreSQL, one on SQLite.

    Each race registers its own operators, so races don't affect each other.
    """
    if database_kind not in servers:
        workers = 2 if database_kind == "postgresql" else 1
        servers[database_kind] = LiveServer(databases.new(database_kind), workers=workers).start()
    return servers[database_kind]


@pytest.fixture
def caller(server: LiveServer, live_caller: Callable[[LiveServer], Api]) -> Callable[[], Api]:
    """Create an API client of the running server."""
    return lambda: live_caller(server)
