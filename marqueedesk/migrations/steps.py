"""The steps that revisions are made of (docs/adr/0016-changing-tables.md).

A step knows what it does and what takes it back, so that a revision says a change once:
`upgrade, downgrade = steps.both_ways(steps.owned_table(…), steps.index(…))`. A revision that does more than its steps
calls their `up` and `down` itself.

Revisions that have landed are made of them, so what a step does never changes: whoever needs something else adds
another step.
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
    """A change of the schema, and what takes it back."""

    up: Callable[[], None]
    down: Callable[[], None]


Constraint = Callable[[], sa.Constraint]
"""What makes a constraint, for one table at one time: SQLAlchemy's constraints stay with the first that takes them."""

Part = Columns | Constraint
"""A part of a table."""


def both_ways(*steps: Step) -> tuple[Callable[[], None], Callable[[], None]]:
    """The upgrade and the downgrade of a revision: its steps in their order, and back from the last one."""

    def upgrade() -> None:
        for step in steps:
            step.up()

    def downgrade() -> None:
        for step in reversed(steps):
            step.down()

    return upgrade, downgrade


def dropped(step: Step) -> Step:
    """A step that takes away: it goes backward, and its way back is forward."""
    return Step(step.down, step.up)


# --- Tables -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose columns and constraints come next."""

    name: str
    make: Callable[[Sequence[Part]], None]

    def of(self, *parts: Part) -> Step:
        """The table, made of what its key already is and of these."""
        return Step(partial(self.make, parts), partial(op.drop_table, self.name))


def table(name: str, *key: Columns, info: dict[str, bool] | None = None) -> Table:
    """A table with a key of its own, which the operator's id does not begin. The columns of the key come first."""

    def make(parts: Sequence[Part]) -> None:
        op.create_table(name, *_made([*key, *parts]), _key(name, _names(key)), info=info)

    return Table(name, make)


def numbered_table(name: str, *, counts_on: bool = True) -> Table:
    """A table whose rows have a number alone as their key; none is given twice, unless it does not count on."""

    def make(parts: Sequence[Part]) -> None:
        op.create_table(name, _number(), *_made(parts), _key(name, ["id"]), sqlite_autoincrement=counts_on)

    return Table(name, make)


def owned_table(name: str) -> Table:
    """A table of what operators own, with the key (operator_id, id) and without a reference to the operator.

    On SQLite `id` alone is the primary key, since that is what SQLite counts by, and the key is a unique index of the
    same name (docs/adr/0018-keys.md).
    """

    def make(parts: Sequence[Part]) -> None:
        own = op.get_bind().dialect.name == "sqlite"
        key = _key(name, ["id"] if own else ["operator_id", "id"])
        op.create_table(name, _operator(), _number(), *_made(parts), key, sqlite_autoincrement=True)
        if own:
            op.create_index(f"pk_{name}", name, ["operator_id", "id"], unique=True)

    return Table(name, make)


def keyed_table(name: str, *key: Columns) -> Table:
    """A table of what operators own with a key of its own, behind the operator's id; with no more than that, a table
    with one row for each operator. The columns of the key come first.
    """

    def make(parts: Sequence[Part]) -> None:
        op.create_table(name, _operator(), *_made([*key, *parts]), _key(name, ["operator_id", *_names(key)]))

    return Table(name, make)


def _names(columns: Sequence[Columns]) -> list[str]:
    return [column.name for some in columns for column in some]


def _made(parts: Sequence[Part]) -> list[sa.schema.SchemaItem]:
    made: list[sa.schema.SchemaItem] = []
    for part in parts:
        made += [part()] if callable(part) else [column.made() for column in part]
    return made


def _operator() -> sa.Column[int]:
    return sa.Column("operator_id", sa.BigInteger(), nullable=False)


def _number() -> sa.Column[int]:
    return sa.Column("id", Id, autoincrement=True, nullable=False)


def _key(name: str, columns: Sequence[str]) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=op.f(f"pk_{name}"))


# --- Constraints and indexes ------------------------------------------------------------------------------------------


def check(condition: str, name: str) -> Constraint:
    """A condition that every row keeps."""
    return lambda: sa.CheckConstraint(condition, name=op.f(name))


def unique(columns: Sequence[str], name: str) -> Constraint:
    """Columns whose values no two rows share."""
    return lambda: sa.UniqueConstraint(*columns, name=op.f(name))


def reference(column: str, table: str, name: str, *, ondelete: str) -> Constraint:
    """A column's reference to the id of a table."""
    return lambda: sa.ForeignKeyConstraint([column], [f"{table}.id"], name=op.f(name), ondelete=ondelete)


def owned_reference(column: str, table: str, name: str, *, ondelete: str) -> Constraint:
    """A column's reference to the id of a table, within one operator."""
    own, other = ["operator_id", column], [f"{table}.operator_id", f"{table}.id"]
    return lambda: sa.ForeignKeyConstraint(own, other, name=op.f(name), ondelete=ondelete)


def index(name: str, table: str, columns: list[str], *, unique: bool = False, where: str | None = None) -> Step:
    """An index; with a condition, of the rows for which it holds."""
    condition = None if where is None else sa.text(where)

    def make() -> None:
        op.create_index(name, table, columns, unique=unique, postgresql_where=condition, sqlite_where=condition)

    return Step(make, partial(op.drop_index, name, table))


# --- Columns and rows that are there ----------------------------------------------------------------------------------


def columns(table: str, *added: Columns) -> Step:
    """Columns that are added to a table, in this order; the last one goes first.

    SQLite as well drops a column by itself, where nothing refers to it: a table that is made anew would take along what
    refers to its rows.
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
    """A statement, or a function, by which rows that are there get their values, with nothing to take back."""
    return Step(way if callable(way) else partial(op.execute, way), lambda: None)
