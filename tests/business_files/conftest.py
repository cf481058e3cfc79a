"""A business with rows in most tables, and ids that no other rows use."""

import re
import zipfile
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import orjson
import pytest
from fastapi import FastAPI
from sqlalchemy import func, select, text

from marqueedesk.business_files import contents
from marqueedesk.business_files.exporting import export
from marqueedesk.business_files.file_format import FileReader
from marqueedesk.business_files.ids import IdMap
from marqueedesk.business_files.references import id_column, translated
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.settings import Settings
from marqueedesk.tables import METADATA
from tests.laws import route_world as world
from tests.support import databases
from tests.support.api import Api
from tests.support.databases import Kind

FAR = 700_000_000
APART = 1_000_000
_FAR_ID = re.compile(rb"(?<![0-9a-zA-Z.-])7[0-9]{8}(?![0-9a-zA-Z])")
_MAKERS = (
    world.a_confirmed_booking,
    world.an_online_request,
    world.a_refused_sender,
    world.an_invoiced_booking,
    world.a_discount_code,
    world.an_answer,
    world.a_partner,
    world.a_certificate,
    world.a_letter,
    world.an_item,
    world.a_package,
    world.a_picture,
    world.a_photo,
    world.a_repair,
    world.a_tagged_piece,
    world.a_proposed_charge,
    world.a_missed_request,
    world.a_loan,
    world.a_stocktake,
    world.an_import,
    world.an_outage,
    world.an_item_outage,
    world.a_venue,
    world.a_merge,
    world.a_sent_version,
    world.a_booking_link,
    world.a_review,
    world.a_share,
    world.a_replaced_invoice,
    world.a_contract_link,
    world.a_quote_contract,
    world.a_contract,
    world.a_gift_card,
)


@pytest.fixture
def opened() -> Generator[Callable[[str], Database]]:
    """Open a database by its URL until the end of the test."""
    all_opened: list[Database] = []

    def open_one(url: str) -> Database:
        all_opened.append(Database(url))
        return all_opened[-1]

    yield open_one
    for database in all_opened:
        database.close()


@pytest.fixture
def target(opened: Callable[[str], Database], database_kind: Kind) -> Database:
    """An empty database of the other kind, so that each import changes between SQLite and PostgreSQL."""
    return opened(databases.new("postgresql" if database_kind == "sqlite" else "sqlite"))


@pytest.fixture
def filled(app: FastAPI, operator: Api) -> Api:
    """A business with rows in most tables. Id ranges of tables don't overlap, except for the owner's id."""
    database: Database = app.state.database
    set_far_ids(database)
    world.enter(app)
    operator.add_letters("LOVE", quantity=50)
    for make in _MAKERS:
        make(operator)
    return operator


def set_far_ids(database: Database) -> None:
    """Start each table's generated ids at a different number."""
    with database.write_connection() as connection:
        for at, table in enumerate(sorted(METADATA.tables.values(), key=lambda one: one.name)):
            if id_column(table) is None or table.name == "users":
                continue
            first = FAR + at * APART
            if not database.is_sqlite:
                sequence = connection.scalar(select(func.pg_get_serial_sequence(table.name, "id")))
                connection.execute(select(func.setval(sequence, first)))
            else:
                counter = {"name": table.name, "seq": first}
                connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), counter)
                connection.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :seq)"), counter)


def settings_in(folder: Path, **more: Any) -> Settings:
    return Settings(data_dir=folder, **more)


def written(database: Database, operator_id: int, file: Path) -> Path:
    export(database, operator_id, file, clock.now())
    return file


def far_ids(file: Path) -> Counter[str]:
    """Ids of the first installation in a file, by table."""
    found: Counter[str] = Counter()
    with zipfile.ZipFile(file) as bundle:
        for name in bundle.namelist():
            if name == "manifest.json":
                continue
            for line in bundle.open(name):
                # Pictures are long texts without meaning.
                for one in _FAR_ID.findall(re.sub(rb'"[A-Za-z0-9+/=]{300,}"', b'""', line)):
                    found[f"{name} {one[:3].decode()}: {line[:300].decode(errors='replace')}"] += 1
    return found


def comparable(file: Path, *, but: dict[str, set[str]]) -> dict[str, list[Any]]:
    """Rows of a file by table, with ids replaced by their rank in the table; ignored columns are dropped."""
    ids = IdMap()
    with FileReader(file) as reader:
        for table in contents.tables_in_file():
            name = id_column(table) or ("id" if table.name == "operators" else None)
            if name is not None:
                old = sorted(row[name] for row in reader.rows(table))
                ids.add(table.name, zip(old, range(1, len(old) + 1), strict=True))
        return {
            table.name: [
                orjson.dumps(
                    {
                        name.encode().decode(): f"{len(value)} bytes" if isinstance(value, bytes) else value
                        for name, value in translated(table, row, ids.get, ids.through).items()
                        if name not in but.get(table.name, set())
                    },
                    option=orjson.OPT_SORT_KEYS,
                )
                for row in reader.rows(table)
            ]
            for table in contents.tables_in_file()
            if table.name not in but or but[table.name]
        }
