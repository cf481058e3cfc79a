"""Fixtures for the tests of the kit. Tests that need an event loop are coroutines marked `anyio`."""

from collections.abc import Generator

import pytest

from marqueedesk.kit.db.database import Database


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run on asyncio, as the servers do."""
    return "asyncio"


@pytest.fixture
def elsewhere(database: Database) -> Generator[Database]:
    """Open the same database a second time, as another process would."""
    other = Database(database.url)
    yield other
    other.close()
