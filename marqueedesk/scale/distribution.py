"""`marqueedesk distribute`: which tables Citus distributes by operator, replicates to each node, or leaves local.

Each operator's rows are colocated, so that a booking touches one node (docs/adr/0018-keys.md,
docs/adr/0021-past-one-machine.md). Tables used to find an operator, and those of users and the installation, are small
and read everywhere, so every node has a copy. Tables used only by background work stay local.
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
"""Column of an operator's row that other tables reference."""
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
"""Tables that any server writes to, and that no statement reads together with an operator's rows."""


class TablePlace(StrEnum):
    """Location of a table's rows."""

    BY_OPERATOR = "by operator"
    EVERYWHERE = "on every machine"
    LEFT = "where it is"


@dataclass(frozen=True, slots=True)
class Placed:
    """A table with its location, and the names of foreign keys that have to be dropped for it."""

    table: str
    place: TablePlace
    column: str | None = None
    dropped: tuple[str, ...] = ()


class NotPossible(Exception):
    """The database cannot be distributed; the message is one sentence with the reason."""


def plan() -> list[Placed]:
    """Return all tables in the order to place them: operators, replicated tables, then the rest."""
    placed = [_placed(table) for table in tables.METADATA.sorted_tables]
    order = {TablePlace.EVERYWHERE: 0, TablePlace.BY_OPERATOR: 1, TablePlace.LEFT: 2}
    return sorted(placed, key=lambda one: (order[one.place], one.table != OPERATORS))


def faults() -> list[str]:
    """Return the reasons why this version's tables cannot be distributed, one sentence each."""
    reasons: list[str] = []
    for one in plan():
        table = tables.METADATA.tables[one.table]
        if one.place is not TablePlace.BY_OPERATOR or one.table == OPERATORS:
            continue
        reasons += [
            f"{one.table}: {', '.join(columns)} is unique without {OPERATOR}."
            for columns in _unique_sets(table)
            if OPERATOR not in columns
        ]
    return reasons


def has_citus(connection: Connection) -> bool:
    """Return whether Citus is installed. False on SQLite."""
    if connection.dialect.name == "sqlite":
        return False
    extensions = table("pg_extension", column("extname"))
    return connection.scalar(select(func.count()).select_from(extensions).where(extensions.c.extname == "citus")) == 1


def placed_already(connection: Connection) -> set[str]:
    """Return the tables that Citus has already placed."""
    placed = table("pg_dist_partition", column("logicalrelid"))
    return set(connection.scalars(select(cast(placed.c.logicalrelid, String))))


def not_placed(connection: Connection) -> list[Placed]:
    """Return the tables that aren't placed yet, in the order to place them: all at first, new ones after an update."""
    already = placed_already(connection)
    return [one for one in plan() if one.place is not TablePlace.LEFT and one.table not in already]


def apply(connection: Connection) -> Iterator[Placed]:
    """Place each table that isn't placed yet, and yield it. Raises NotPossible before anything is changed."""
    if connection.dialect.name == "sqlite":
        raise NotPossible("SQLite is one file on one machine: move to PostgreSQL first.")
    if not has_citus(connection):
        raise NotPossible("This PostgreSQL has no Citus: install the extension, then CREATE EXTENSION citus.")
    if faults():
        raise NotPossible("These tables cannot be distributed: run `marqueedesk distribute --check` for the reasons.")
    missing = not_placed(connection)
    if not missing:
        return
    references = _references_of_rows(connection)
    # Citus refuses to place a table that an unplaced table references.
    for constraint in references:
        connection.execute(DropConstraint(constraint))
    for one in missing:
        if one.place is TablePlace.EVERYWHERE:
            connection.execute(select(func.create_reference_table(one.table)))
        else:
            beside = "none" if one.table == OPERATORS else OPERATORS
            by_hash = literal_column("'hash'", String())
            connection.execute(select(func.create_distributed_table(one.table, one.column, by_hash, beside)))
        yield one
    for constraint in references:
        # Citus allows references between rows of the same operator, and to replicated tables.
        if _spread(constraint.table) and constraint.referred_table.name not in _LEFT:
            connection.execute(AddConstraint(constraint))


def _references_of_rows(connection: Connection) -> list[ForeignKeyConstraint]:
    """Return the foreign keys from or to distributed tables, with their names in the database."""
    metadata = MetaData()
    metadata.reflect(connection, only=[one.table for one in plan()])
    return [
        constraint
        for table in metadata.tables.values()
        for constraint in table.foreign_key_constraints
        if _spread(table) or _spread(constraint.referred_table)
    ]


def _spread(table: Table) -> bool:
    return table.name == OPERATORS or _by_operator(table)


def _placed(table: Table) -> Placed:
    if table.name in _LEFT:
        return Placed(table.name, TablePlace.LEFT, dropped=_names(_references_to_distributed(table)))
    if table.name == OPERATORS:
        return Placed(table.name, TablePlace.BY_OPERATOR, ROOT_KEY)
    if _by_operator(table):
        return Placed(table.name, TablePlace.BY_OPERATOR, OPERATOR)
    return Placed(table.name, TablePlace.EVERYWHERE, dropped=_names(_references_to_distributed(table)))


def _by_operator(table: Table) -> bool:
    return next(iter(column.name for column in table.primary_key), "") == OPERATOR


def _names(constraints: list[ForeignKeyConstraint]) -> tuple[str, ...]:
    return tuple(str(constraint.name) for constraint in constraints)


def _references_to_distributed(table: Table) -> list[ForeignKeyConstraint]:
    """Return a table's foreign keys that are not allowed once their targets are distributed."""
    return [constraint for constraint in table.foreign_key_constraints if _spread(constraint.referred_table)]


def _unique_sets(table: Table) -> Iterator[list[str]]:
    yield [column.name for column in table.primary_key]
    yield from unique_sets(table)
