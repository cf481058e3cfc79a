"""Column helpers for revisions (docs/adr/0016-changing-tables.md).

Each helper is a type, and creates one column for each name, NOT NULL unless `null=True`. Landed revisions use them, so
never change what a helper means: add a new one instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from marqueedesk.kit.db.db import Document, Instant


@dataclass(frozen=True, slots=True)
class Column:
    """A column in a revision. `made` creates a new object each time, because an SQLAlchemy column belongs to its first
    table.
    """

    name: str
    kind: sa.types.TypeEngine[Any]
    null: bool = False
    default: str | sa.TextClause | sa.ColumnElement[bool] | None = None

    def made(self) -> sa.Column[Any]:
        """Create the table's column."""
        return sa.Column(self.name, self.kind, nullable=self.null, server_default=self.default)


Columns = list[Column]
"""Columns created by a helper."""


def text(*, default: str | None = None, null: bool = False, **lengths: int) -> Columns:
    """Create short text columns, by name with their maximum length in characters."""
    return [Column(name, sa.String(length), null, default) for name, length in lengths.items()]


def long_text(*names: str, default: str | None = None, null: bool = False) -> Columns:
    """Create text columns of unlimited length."""
    return _columns(names, sa.Text(), null=null, default=default)


def moment(*names: str, null: bool = False) -> Columns:
    """Create timestamp columns."""
    return _columns(names, Instant(), null=null)


def created_and_updated() -> Columns:
    """Create the columns for the time of creation and last change."""
    return moment("created_at", "updated_at")


def day(*names: str, null: bool = False) -> Columns:
    """Create date columns."""
    return _columns(names, sa.Date(), null=null)


def day_with_default(*names: str, default: str) -> Columns:
    """Create date columns with a default."""
    return _columns(names, sa.Date(), null=False, default=default)


def flag(*names: str, default: bool | None = None, null: bool = False) -> Columns:
    """Create boolean columns."""
    said = None if default is None else sa.true() if default else sa.false()
    return _columns(names, sa.Boolean(), null=null, default=said)


def number(*names: str, default: int | None = None, null: bool = False) -> Columns:
    """Create columns for small integers: quantities, days, percentages."""
    return _columns(names, sa.Integer(), null=null, default=_figure(default))


def big_number(*names: str, default: int | None = None, null: bool = False) -> Columns:
    """Create columns for large integers."""
    return _columns(names, sa.BigInteger(), null=null, default=_figure(default))


def cents(*names: str, default: int | None = None, null: bool = False) -> Columns:
    """Create columns for amounts in cents."""
    return big_number(*names, default=default, null=null)


def row_id(*names: str, null: bool = False) -> Columns:
    """Create columns with IDs of rows in other tables, which may be deleted. `reference` and `owned_reference` add
    foreign keys.
    """
    return big_number(*names, null=null)


def document(*names: str, default: str | None = None, null: bool = False) -> Columns:
    """Create JSON columns."""
    return _columns(names, Document, null=null, default=default)


def binary(*names: str, null: bool = False) -> Columns:
    """Create columns for bytes."""
    return _columns(names, sa.LargeBinary(), null=null)


def _columns(
    names: Sequence[str],
    kind: sa.types.TypeEngine[Any],
    *,
    null: bool,
    default: str | sa.ColumnElement[bool] | None = None,
) -> Columns:
    return [Column(name, kind, null, default) for name in names]


def _figure(default: int | None) -> str | None:
    return None if default is None else str(default)
