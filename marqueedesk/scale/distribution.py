"""`marqueedesk distribute`: which tables Citus spreads over machines by operator, copies to each, or leaves in place.

Every operator's rows lie together, so that a booking touches one machine (docs/adr/0018-keys.md,
docs/adr/0021-past-one-machine.md). Tables that lead to an operator, and those of people or of the installation, are
small and read by everybody: each machine has all of them. Tables that only background work uses stay where they are.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import (
    Connection,
    ForeignKeyConstraint,
    MetaData,
    String,
    Table,
    cast,
    column,
    func,
    literal_column,
    select,
    table,
)
from sqlalchemy.schema import AddConstraint, DropConstraint

from marqueedesk import tables
from marqueedesk.kit.db.keys import unique_sets
from marqueedesk.kit.db.tenancy import OPERATOR

OPERATORS = "operators"
ROOT_KEY = "id"
"""The column of an operator's own row that the other tables name."""
_LEFT = frozenset(
    {
        "jobs",
        "counters",
        "provider_events",
        "provider_refusals",
        "comparisons",
        "audit_entries",
        "sign_ins",
        "open_streams",
        "stream_processes",
        "server_heartbeats",
        "alembic_version",
    }
)
"""Written by whoever serves, and never beside an operator's rows in one statement that reads both."""


class Place(StrEnum):
    """Where the rows of a table lie."""

    BY_OPERATOR = "by operator"
    EVERYWHERE = "on every machine"
    LEFT = "where it is"


@dataclass(frozen=True, slots=True)
class Placed:
    """A table, where its rows lie, and what has to go first: names of references that this does not allow."""

    table: str
    place: Place
    column: str | None = None
    dropped: tuple[str, ...] = ()


class NotPossible(Exception):
    """The database cannot be distributed; the message is one sentence that says why."""


def plan() -> list[Placed]:
    """All tables in an order in which they can be placed: operators, then what everybody reads, then the rest."""
    placed = [_placed(table) for table in tables.METADATA.sorted_tables]
    order = {Place.EVERYWHERE: 0, Place.BY_OPERATOR: 1, Place.LEFT: 2}
    return sorted(placed, key=lambda one: (order[one.place], one.table != OPERATORS))


def faults() -> list[str]:
    """What keeps the tables of this version from being distributed, a sentence each."""
    found: list[str] = []
    for one in plan():
        table = tables.METADATA.tables[one.table]
        if one.place is not Place.BY_OPERATOR or one.table == OPERATORS:
            continue
        found += [
            f"{one.table}: {', '.join(columns)} is unique without {OPERATOR}."
            for columns in _unique_sets(table)
            if OPERATOR not in columns
        ]
    return found


def has_citus(connection: Connection) -> bool:
    """Whether the extension is there. False on SQLite."""
    if connection.dialect.name == "sqlite":
        return False
    extensions = table("pg_extension", column("extname"))
    return connection.scalar(select(func.count()).select_from(extensions).where(extensions.c.extname == "citus")) == 1


def placed_already(connection: Connection) -> set[str]:
    """The tables that Citus has placed."""
    placed = table("pg_dist_partition", column("logicalrelid"))
    return set(connection.scalars(select(cast(placed.c.logicalrelid, String))))


def not_placed(connection: Connection) -> list[Placed]:
    """What Citus has still to place, in the order in which it can: everything at first, after an update what is new."""
    already = placed_already(connection)
    return [one for one in plan() if one.place is not Place.LEFT and one.table not in already]


def apply(connection: Connection) -> Iterator[Placed]:
    """Place each table that is not placed yet, and answer it. Raises NotPossible before anything is changed."""
    if connection.dialect.name == "sqlite":
        raise NotPossible("SQLite is one file on one machine: move to PostgreSQL first.")
    if not has_citus(connection):
        raise NotPossible("This PostgreSQL has no Citus: install the extension, then CREATE EXTENSION citus.")
    if faults():
        raise NotPossible("These tables cannot be distributed: `marqueedesk distribute --check` says why.")
    missing = not_placed(connection)
    if not missing:
        return
    references = _references_of_rows(connection)
    # Citus refuses to place a table while one that is not placed yet refers to it.
    for constraint in references:
        connection.execute(DropConstraint(constraint))
    for one in missing:
        if one.place is Place.EVERYWHERE:
            connection.execute(select(func.create_reference_table(one.table)))
        else:
            beside = "none" if one.table == OPERATORS else OPERATORS
            by_hash = literal_column("'hash'", String())
            connection.execute(select(func.create_distributed_table(one.table, one.column, by_hash, beside)))
        yield one
    for constraint in references:
        # From an operator's row to another of its rows, or to one that every machine has.
        if _spread(constraint.table) and constraint.referred_table.name not in _LEFT:
            connection.execute(AddConstraint(constraint))


def _references_of_rows(connection: Connection) -> list[ForeignKeyConstraint]:
    """The references from or to rows that are spread over machines, as the database has them: by its own names."""
    found = MetaData()
    found.reflect(connection, only=[one.table for one in plan()])
    return [
        constraint
        for table in found.tables.values()
        for constraint in table.foreign_key_constraints
        if _spread(table) or _spread(constraint.referred_table)
    ]


def _spread(table: Table) -> bool:
    return table.name == OPERATORS or _by_operator(table)


def _placed(table: Table) -> Placed:
    if table.name in _LEFT:
        return Placed(table.name, Place.LEFT, dropped=_names(_references_to_distributed(table)))
    if table.name == OPERATORS:
        return Placed(table.name, Place.BY_OPERATOR, ROOT_KEY)
    if _by_operator(table):
        return Placed(table.name, Place.BY_OPERATOR, OPERATOR)
    return Placed(table.name, Place.EVERYWHERE, dropped=_names(_references_to_distributed(table)))


def _by_operator(table: Table) -> bool:
    return next(iter(column.name for column in table.primary_key), "") == OPERATOR


def _names(constraints: list[ForeignKeyConstraint]) -> tuple[str, ...]:
    return tuple(str(constraint.name) for constraint in constraints)


def _references_to_distributed(table: Table) -> list[ForeignKeyConstraint]:
    """The references that a table may not have once what they lead to is distributed."""
    return [constraint for constraint in table.foreign_key_constraints if _spread(constraint.referred_table)]


def _unique_sets(table: Table) -> Iterator[list[str]]:
    yield [column.name for column in table.primary_key]
    yield from unique_sets(table)
