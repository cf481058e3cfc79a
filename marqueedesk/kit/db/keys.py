"""Keys of what belongs to an operator: each begins with the operator's id (docs/adr/0018-keys.md).

The primary key of such a table is ``(operator_id, id)``, and a row that refers to another names both: a child of one
operator under a parent of another is refused by the database itself. An id is still unique in its table, and given by
the database.
"""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, ForeignKeyConstraint, Table, UniqueConstraint
from sqlalchemy.orm import Mapped, MappedColumn, mapped_column
from sqlalchemy.schema import SchemaItem

from marqueedesk.kit.db.db import Id
from marqueedesk.kit.db.tenancy import OPERATOR, TenantOwned


def owner_id(*more: SchemaItem) -> MappedColumn[int]:
    """Whose a row is, the first part of its key; with more than `TenantOwned` says of it, as a reference to the
    operator.
    """
    return mapped_column(BigInteger, *more, primary_key=True, autoincrement=False, sort_order=-1)


class KeepsOperator(TenantOwned):
    """Mixin of rows that keep their operator from being removed."""

    operator_id: Mapped[int] = owner_id(ForeignKey("operators.id", ondelete="RESTRICT"))


class GoesWithOperator(TenantOwned):
    """Mixin of rows that go when their operator does."""

    operator_id: Mapped[int] = owner_id(ForeignKey("operators.id", ondelete="CASCADE"))


def own_id() -> MappedColumn[int]:
    """A row's number, the second part of its key, generated."""
    return mapped_column(Id, primary_key=True, autoincrement=True)


def within(column: str, target: str, *, ondelete: str) -> Any:
    """The reference of ``column`` to the ``id`` of a table, within one operator: for ``__table_args__``."""
    return ForeignKeyConstraint([OPERATOR, column], [f"{target}.{OPERATOR}", f"{target}.id"], ondelete=ondelete)


def unique_sets(table: Table) -> Iterator[list[str]]:
    """The columns of each unique constraint and unique index of a table, beside its primary key."""
    for constraint in table.constraints:
        if isinstance(constraint, UniqueConstraint):
            yield [column.name for column in constraint.columns]
    for index in table.indexes:
        if index.unique:
            yield [column.name for column in index.columns]
