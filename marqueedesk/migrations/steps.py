"""Reversible steps of revisions (docs/adr/0016-changing-tables.md).

A step has an upgrade and a downgrade, so that a revision states each change once: `upgrade, downgrade =
steps.both_ways(steps.owned_table(…), steps.index(…))`. Revisions with further work call their steps' `up` and `down`
themselves.

Landed revisions use the steps, so never change what a step does: add a new one instead.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db.db import Id
from marqueedesk.migrations.columns import Columns


@dataclass(frozen=True, slots=True)
class Step:
    """A schema change that can be reversed."""

    up: Callable[[], None]
    down: Callable[[], None]


Constraint = Callable[[], sa.Constraint]
"""Function that creates a constraint, because an SQLAlchemy constraint belongs to the first table that uses it."""

Part = Columns | Constraint
"""Part of a table."""


def both_ways(*steps: Step) -> tuple[Callable[[], None], Callable[[], None]]:
    """Return a revision's upgrade and downgrade: its steps in order, and their reversals in reverse order."""

    def upgrade() -> None:
        for step in steps:
            step.up()

    def downgrade() -> None:
        for step in reversed(steps):
            step.down()

    return upgrade, downgrade


def dropped(step: Step) -> Step:
    """Return the reversed step: it drops on upgrade and recreates on downgrade."""
    return Step(step.down, step.up)


# --- Tables -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """A table to be defined with columns and constraints."""

    name: str
    make: Callable[[Sequence[Part]], None]

    def of(self, *parts: Part) -> Step:
        """Create the step for the table with its key and these parts."""
        return Step(partial(self.make, parts), partial(op.drop_table, self.name))


def table(name: str, *key: Columns, info: dict[str, bool] | None = None) -> Table:
    """Define a table with a custom key that does not start with the operator's ID. Key columns come first."""

    def make(parts: Sequence[Part]) -> None:
        op.create_table(name, *_made([*key, *parts]), _key(name, _names(key)), info=info)

    return Table(name, make)


def numbered_table(name: str, *, counts_on: bool = True) -> Table:
    """Define a table with an autoincrement integer primary key."""

    def make(parts: Sequence[Part]) -> None:
        op.create_table(name, _number(), *_made(parts), _key(name, ["id"]), sqlite_autoincrement=counts_on)

    return Table(name, make)


def owned_table(name: str) -> Table:
    """Define an operator-owned table with the key (operator_id, id) and no foreign key to the operator.

    On SQLite, `id` alone is the primary key, as autoincrement requires, and the key is a unique index of the same name
    (docs/adr/0018-keys.md).
    """

    def make(parts: Sequence[Part]) -> None:
        own = op.get_bind().dialect.name == "sqlite"
        key = _key(name, ["id"] if own else ["operator_id", "id"])
        op.create_table(name, _operator(), _number(), *_made(parts), key, sqlite_autoincrement=True)
        if own:
            op.create_index(f"pk_{name}", name, ["operator_id", "id"], unique=True)

    return Table(name, make)


def keyed_table(name: str, *key: Columns) -> Table:
    """Define an operator-owned table with a custom key after the operator's ID; without one, the table has one row per
    operator. Key columns come first.
    """

    def make(parts: Sequence[Part]) -> None:
        op.create_table(name, _operator(), *_made([*key, *parts]), _key(name, ["operator_id", *_names(key)]))

    return Table(name, make)


def _names(columns: Sequence[Columns]) -> list[str]:
    return [column.name for some in columns for column in some]


def _made(parts: Sequence[Part]) -> list[sa.schema.SchemaItem]:
    items: list[sa.schema.SchemaItem] = []
    for part in parts:
        items += [part()] if callable(part) else [column.made() for column in part]
    return items


def _operator() -> sa.Column[int]:
    return sa.Column("operator_id", sa.BigInteger(), nullable=False)


def _number() -> sa.Column[int]:
    return sa.Column("id", Id, autoincrement=True, nullable=False)


def _key(name: str, columns: Sequence[str]) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=op.f(f"pk_{name}"))


# --- Constraints and indexes ------------------------------------------------------------------------------------------


def check(condition: str, name: str) -> Constraint:
    """Define a check constraint."""
    return lambda: sa.CheckConstraint(condition, name=op.f(name))


def unique(columns: Sequence[str], name: str) -> Constraint:
    """Define a unique constraint."""
    return lambda: sa.UniqueConstraint(*columns, name=op.f(name))


def reference(column: str, table: str, name: str, *, ondelete: str) -> Constraint:
    """Define a foreign key to a table's ID."""
    return lambda: sa.ForeignKeyConstraint([column], [f"{table}.id"], name=op.f(name), ondelete=ondelete)


def owned_reference(column: str, table: str, name: str, *, ondelete: str) -> Constraint:
    """Define a foreign key to a table's ID within one operator."""
    own, other = ["operator_id", column], [f"{table}.operator_id", f"{table}.id"]
    return lambda: sa.ForeignKeyConstraint(own, other, name=op.f(name), ondelete=ondelete)


def index(name: str, table: str, columns: list[str], *, unique: bool = False, where: str | None = None) -> Step:
    """Create an index, which is partial if it has a condition."""
    condition = None if where is None else sa.text(where)

    def make() -> None:
        op.create_index(name, table, columns, unique=unique, postgresql_where=condition, sqlite_where=condition)

    return Step(make, partial(op.drop_index, name, table))


# --- Existing columns and rows ----------------------------------------------------------------------------------------


def columns(table: str, *added: Columns) -> Step:
    """Add columns to a table in this order; dropped in reverse.

    SQLite drops a column in place if nothing refers to it: recreating the table would cascade to referring rows.
    """
    each = [column for some in added for column in some]

    def add() -> None:
        for column in each:
            op.add_column(table, column.made())

    def drop() -> None:
        for column in reversed(each):
            op.drop_column(table, column.name)

    return Step(add, drop)


def fill(way: str | sa.Executable | Callable[[], None]) -> Step:
    """Run a statement or function that fills existing rows. It is not reversed."""
    return Step(way if callable(way) else partial(op.execute, way), lambda: None)
