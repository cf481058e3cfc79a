"""What tests of the kit share. Those of what runs in a loop are coroutines, marked `anyio`."""

from collections.abc import Generator

import pytest

from marqueedesk.kit.db.database import Database


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The servers' own loop."""
    return "asyncio"


@pytest.fixture
def elsewhere(database: Database) -> Generator[Database]:
    """Another process's view of the same database."""
    other = Database(database.url)
    yield other
    other.close()
