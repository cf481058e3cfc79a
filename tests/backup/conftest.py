"""A small database and a backup of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from marqueedesk.backup.service import backup
from tests.support.backups import filled


@pytest.fixture
def source(new_database: Callable[[], str]) -> str:
    """A database with three pairs."""
    url = new_database()
    filled(url, [1, 2, 3])
    return url


@pytest.fixture
def archive(source: str, tmp_path: Path) -> Path:
    """A backup of the source."""
    backup(source, tmp_path / "data", tmp_path / "a.tar.gz")
    return tmp_path / "a.tar.gz"


@pytest.fixture
def target(new_database: Callable[[], str]) -> str:
    """An empty database."""
    return new_database()
