"""Words for the columns of tables, as revisions write them (docs/adr/0016-changing-tables.md).

Each word is a type, and makes as many columns as it is given names. Every row has a value in them, unless `null=True`.
Revisions that have landed are made of them, so what a word means never changes: whoever needs something else adds
another word.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from marqueedesk.kit.db.db import Document, Instant


@dataclass(frozen=True, slots=True)
class Column:
    """A column as a revision names it. `made` makes another each time: SQLAlchemy's own stay with their first table."""

    name: str
    kind: sa.types.TypeEngine[Any]
    null: bool = False
    default: str | sa.TextClause | sa.ColumnElement[bool] | None = None

    def made(self) -> sa.Column[Any]:
        """The column of a table."""
        return sa.Column(self.name, self.kind, nullable=self.null, server_default=self.default)


Columns = list[Column]
"""What a word makes."""


def text(*, default: str | None = None, null: bool = False, **lengths: int) -> Columns:
    """Short texts: each column's name with the number of characters that it holds."""
    return [Column(name, sa.String(length), null, default) for name, length in lengths.items()]


def long_text(*names: str, default: str | None = None, null: bool = False) -> Columns:
    """Texts without a length."""
    return _columns(names, sa.Text(), null=null, default=default)


def moment(*names: str, null: bool = False) -> Columns:
    """Instants."""
    return _columns(names, Instant(), null=null)


def created_and_updated() -> Columns:
    """The columns with the moments in which a row was made and last changed."""
    return moment("created_at", "updated_at")


def day(*names: str, null: bool = False) -> Columns:
    """Dates."""
    return _columns(names, sa.Date(), null=null)


def flag(*names: str, default: bool | None = None, null: bool = False) -> Columns:
    """Yes or no."""
    said = None if default is None else sa.true() if default else sa.false()
    return _columns(names, sa.Boolean(), null=null, default=said)


def number(*names: str, default: int | None = None, null: bool = False) -> Columns:
    """Whole numbers that stay small: quantities, days, percentages."""
    return _columns(names, sa.Integer(), null=null, default=_figure(default))


def big_number(*names: str, default: int | None = None, null: bool = False) -> Columns:
    """Whole numbers that may grow large."""
    return _columns(names, sa.BigInteger(), null=null, default=_figure(default))


def cents(*names: str, default: int | None = None, null: bool = False) -> Columns:
    """Money."""
    return big_number(*names, default=default, null=null)


def row_id(*names: str, null: bool = False) -> Columns:
    """Ids of rows elsewhere, or of what was one; `reference` and `owned_reference` say of which."""
    return big_number(*names, null=null)


def document(*names: str, default: str | None = None, null: bool = False) -> Columns:
    """Documents, stored as JSON."""
    return _columns(names, Document, null=null, default=default)


def binary(*names: str, null: bool = False) -> Columns:
    """Bytes."""
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
