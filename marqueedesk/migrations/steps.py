"""The steps that revisions have in common (docs/adr/0016-changing-tables.md).

Revisions that have landed are made of them, so what a step does never changes: whoever needs something else adds
another step.
"""

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from marqueedesk.kit.db import Id
from marqueedesk.migrations.columns import Columns

Part = sa.schema.SchemaItem | Columns
"""What a table is made of: columns and constraints."""

Added = tuple[str, *tuple[Columns, ...]]
"""A table and the columns that it gets."""


# --- Tables -----------------------------------------------------------------------------------------------------------


def create_table(name: str, key: Sequence[str], *parts: Part, info: dict[str, bool] | None = None) -> None:
    """Make a table with a key of its own, which the operator's id does not begin."""
    op.create_table(name, *_each(parts), sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{name}")), info=info)


def create_numbered_table(name: str, *parts: Part) -> None:
    """Make a table whose rows have a number alone as their key; none is given twice."""
    op.create_table(
        name,
        sa.Column("id", Id, nullable=False),
        *_each(parts),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sqlite_autoincrement=True,
    )


def create_owned_table(name: str, *parts: Part) -> None:
    """Make a table of what operators own, with the key (operator_id, id) and without a reference to the operator.

    On SQLite `id` alone is the primary key, since that is what SQLite counts by, and the key is a unique index of the
    same name (docs/adr/0018-keys.md).
    """
    own = op.get_bind().dialect.name == "sqlite"
    op.create_table(
        name,
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        sa.Column("id", Id, autoincrement=True, nullable=False),
        *_each(parts),
        sa.PrimaryKeyConstraint(*(["id"] if own else ["operator_id", "id"]), name=op.f(f"pk_{name}")),
        sqlite_autoincrement=True,
    )
    if own:
        op.create_index(f"pk_{name}", name, ["operator_id", "id"], unique=True)


def create_keyed_table(name: str, key: Sequence[str], *parts: Part) -> None:
    """Make a table of what operators own with a key of its own, behind the operator's id; with no more than that, a
    table with one row for each operator.
    """
    op.create_table(
        name,
        sa.Column("operator_id", sa.BigInteger(), nullable=False),
        *_each(parts),
        sa.PrimaryKeyConstraint("operator_id", *key, name=op.f(f"pk_{name}")),
    )


def _each(parts: Sequence[Part]) -> list[sa.schema.SchemaItem]:
    return [one for part in parts for one in (part if isinstance(part, list) else [part])]


# --- Constraints and indexes ------------------------------------------------------------------------------------------


def check(condition: str, name: str) -> sa.CheckConstraint:
    """A condition that every row keeps."""
    return sa.CheckConstraint(condition, name=op.f(name))


def unique(columns: Sequence[str], name: str) -> sa.UniqueConstraint:
    """Columns whose values no two rows share."""
    return sa.UniqueConstraint(*columns, name=op.f(name))


def reference(column: str, table: str, name: str, *, ondelete: str) -> sa.ForeignKeyConstraint:
    """A column's reference to the id of a table."""
    return sa.ForeignKeyConstraint([column], [f"{table}.id"], name=op.f(name), ondelete=ondelete)


def owned_reference(column: str, table: str, name: str, *, ondelete: str) -> sa.ForeignKeyConstraint:
    """A column's reference to the id of a table, within one operator."""
    own, other = ["operator_id", column], [f"{table}.operator_id", f"{table}.id"]
    return sa.ForeignKeyConstraint(own, other, name=op.f(name), ondelete=ondelete)


def create_partial_index(name: str, table: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    """Index the rows of a table for which a condition holds."""
    there = sa.text(where)
    op.create_index(name, table, columns, unique=unique, postgresql_where=there, sqlite_where=there)


# --- Columns that are added to tables ---------------------------------------------------------------------------------


def add_columns(*added: Added) -> None:
    """Add columns to tables, in this order."""
    for table, column in _one_by_one(added):
        op.add_column(table, column)


def drop_columns(*added: Added) -> None:
    """Drop what `add_columns` added; the last one goes first.

    SQLite as well drops a column by itself, where nothing refers to it: a table that is made anew would take along what
    refers to its rows.
    """
    for table, column in reversed(_one_by_one(added)):
        op.drop_column(table, column.name)


def _one_by_one(added: Sequence[Added]) -> list[tuple[str, sa.Column[Any]]]:
    return [(table, column) for table, *columns in added for some in columns for column in some]


def adding(*added: Added) -> tuple[Callable[[], None], Callable[[], None]]:
    """The upgrade and the downgrade of a revision that does nothing but add columns."""

    def upgrade() -> None:
        add_columns(*added)

    def downgrade() -> None:
        drop_columns(*added)

    return upgrade, downgrade
