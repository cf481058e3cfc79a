"""`marqueedesk move-to`: moving from a SQLite file to PostgreSQL."""

from collections.abc import Callable, Generator
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select
from typer.testing import CliRunner

from marqueedesk.app import create_app
from marqueedesk.cli import app as cli
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.scale.moving import NotMoved, move
from marqueedesk.settings import Settings
from marqueedesk.tables import METADATA
from tests.support import databases
from tests.support.api import Api
from tests.support.server import next_summer

OWNER = ("demo@marqueedesk.example", "demo-operator")
Opener = Callable[[str], Database]


@pytest.fixture
def opened() -> Generator[Opener]:
    """Open a database by its URL until the end of the test."""
    all_opened: list[Database] = []

    def open_one(url: str) -> Database:
        all_opened.append(Database(url))
        return all_opened[-1]

    yield open_one
    for database in all_opened:
        database.close()


def content(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    with database.read() as db:
        return {
            table.name: [tuple(row) for row in db.connection().execute(select(table).order_by(*table.primary_key))]
            for table in METADATA.sorted_tables
        }


def test_move_copies_every_row_and_continues_ids(opened: Opener, caller_of: Callable[[FastAPI], Api], tmp_path: Any):
    source, target_url = opened(databases.new_demo()), databases.new("postgresql")
    target = opened(target_url)

    moved = dict(move(source, target))

    before = content(source)
    assert content(target) == before
    assert moved == {name: len(rows) for name, rows in before.items()}
    assert moved["bookings"] > 20

    app = create_app(Settings(database_url=target_url, data_dir=tmp_path, rate_limits="off", worker="off"))
    try:
        owner = caller_of(app).login(*OWNER)
        summer = str(next_summer())
        new = owner.book(message="A", deliveryDate=summer, pickupDate=summer)
        with target.autocommit_connection() as connection:
            ids = sorted(connection.scalars(select(METADATA.tables["bookings"].c.id)))
        assert ids[-1] == new["id"] == ids[-2] + 1
    finally:
        app.state.database.close()


def test_move_to_nonempty_database_is_refused_and_changes_nothing(opened: Opener):
    source, target = opened(databases.new("sqlite")), opened(databases.new("postgresql"))
    with target.write_connection() as connection:
        connection.execute(
            METADATA.tables["platform_settings"].insert().values(name="x", held={}, updated_at=clock.now())
        )
    before = content(target)

    with pytest.raises(NotMoved, match="is not empty: it has rows in platform_settings"):
        list(move(source, target))

    assert content(target) == before


def test_move_to_another_sqlite_file_is_refused(opened: Opener):
    source, target = opened(databases.new("sqlite")), opened(databases.new("sqlite"))

    with pytest.raises(NotMoved, match="Use a backup"):
        list(move(source, target))


def test_move_command_prints_next_step_or_invalid_url(tmp_path: Any):
    url = databases.new("postgresql")
    environment = {"MARQUEEDESK_DATABASE_URL": databases.new("sqlite"), "MARQUEEDESK_DATA_DIR": str(tmp_path)}

    done = CliRunner().invoke(cli, ["move-to", url], env=environment)

    assert done.exit_code == 0, done.stderr
    assert "Set MARQUEEDESK_DATABASE_URL" in done.stdout
    wrong = CliRunner().invoke(cli, ["move-to", "mysql://nowhere"], env=environment)
    assert (wrong.exit_code, wrong.stderr.strip()) == (
        2,
        "Use sqlite:///… or postgresql://… as the database URL, not mysql",
    )
