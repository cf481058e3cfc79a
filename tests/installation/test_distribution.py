"""`marqueedesk distribute`: the placement of each table when operators are spread over machines."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Column, MetaData, String, Table
from typer.testing import CliRunner

from marqueedesk.cli import app as cli
from marqueedesk.kit.db.database import Database
from marqueedesk.scale import distribution
from marqueedesk.scale.distribution import NotPossible, TablePlace
from marqueedesk.tables import METADATA

PLACES = {one.table: one for one in distribution.plan()}


def test_every_table_has_a_placement_without_conflicts():
    assert PLACES.keys() == METADATA.tables.keys()
    assert distribution.faults() == []


@pytest.mark.parametrize(
    "table,place",
    [
        ("operators", TablePlace.BY_OPERATOR),
        ("bookings", TablePlace.BY_OPERATOR),
        ("letter_holds", TablePlace.BY_OPERATOR),
        ("events", TablePlace.BY_OPERATOR),
        ("users", TablePlace.EVERYWHERE),
        ("public_keys", TablePlace.EVERYWHERE),
        ("subscription_plans", TablePlace.EVERYWHERE),
        ("jobs", TablePlace.LEFT),
        ("sign_ins", TablePlace.LEFT),
    ],
)
def test_tables_used_by_bookings_are_distributed_by_operator(table: str, place: TablePlace):
    assert PLACES[table].place is place


def test_foreign_keys_unsupported_by_citus_are_dropped():
    """Citus rejects foreign keys between these placements, so they are dropped first."""
    for name, one in PLACES.items():
        for constraint in METADATA.tables[name].foreign_key_constraints:
            to = PLACES[constraint.referred_table.name].place
            allowed = to in (TablePlace.EVERYWHERE, one.place)
            assert allowed or constraint.name in one.dropped, (name, constraint.name)


def test_foreign_keys_between_distributed_tables_include_the_operator():
    for name, one in PLACES.items():
        for constraint in METADATA.tables[name].foreign_key_constraints:
            to = PLACES[constraint.referred_table.name]
            if one.place is to.place is TablePlace.BY_OPERATOR:
                pairs = {element.parent.name: element.column.name for element in constraint.elements}
                assert pairs[str(one.column)] == to.column, (name, pairs)


def test_distribution_is_refused_without_citus(database: Database):
    with (
        pytest.raises(NotPossible, match="move to PostgreSQL first" if database.is_sqlite else "has no Citus"),
        database.write_connection() as connection,
    ):
        list(distribution.apply(connection))


@pytest.mark.postgres_only  # Citus is an extension of PostgreSQL.
def test_distribute_check_lists_tables_not_placed_yet(new_database: Callable[[], str]):
    database = Database(new_database())
    placed = [one.table for one in PLACES.values() if one.place is not TablePlace.LEFT]
    with database.write_connection() as connection:
        # A stand-in for Citus's catalog table.
        catalog = Table("pg_dist_partition", MetaData(), Column("logicalrelid", String()))
        catalog.create(connection)
        connection.execute(catalog.insert(), [{"logicalrelid": name} for name in placed if name != "venues"])
        assert [one.table for one in distribution.not_placed(connection)] == ["venues"]
        connection.execute(catalog.insert(), [{"logicalrelid": "venues"}])
        assert distribution.not_placed(connection) == []
    database.close()


@pytest.mark.parametrize("words,said", [(["--check"], "move to PostgreSQL first"), ([], "Use --check or --apply")])
def test_distribute_command_explains_missing_option_or_postgresql(words: list[str], said: str, tmp_path: Path):
    environment = {"MARQUEEDESK_DATABASE_URL": "", "MARQUEEDESK_DATA_DIR": str(tmp_path)}

    done = CliRunner().invoke(cli, ["distribute", *words], env=environment)

    assert done.exit_code == (1 if words else 2)
    assert said in done.stderr
    assert ("bookings: by operator" in done.stdout.splitlines()) == bool(words)
