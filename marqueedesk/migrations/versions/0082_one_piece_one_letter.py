"""Treat different spellings of one piece as one letter: existing rows are renamed, and duplicates merged (L1a)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

import sqlalchemy as sa
from alembic import op

from marqueedesk.inventory.message import MessageRefused, normalize_letter
from marqueedesk.kit.db.db import Document
from marqueedesk.migrations import steps

revision = "0082"
down_revision = "0081"

_AT_ONCE: Final = 1000
_ITEM: Final = "#"
"""Stands in for the size of an item, whose letter is its ID."""
_NEED: Final = 4
"""Number of entries in a stored need: size, letter, finish, count."""
_COUNTED: Final = {
    "letter_holds": ("operator_id", "kind", "holder_id", "size", "finish", "first_day"),
    "pieces_out": ("operator_id", "booking_id", "size", "finish"),
}
"""Tables with a count for each letter, and the columns of their key besides the letter."""
_NAMED: Final = ("letter_outages", "tagged_pieces", "booking_charges")
_DOCUMENTS: Final = {
    "handovers": ("id", ("lines",)),
    "bookings": ("id", ("asked",)),
    "unmet_demand": ("form_key", ("short", "needs")),
}
"""Tables with letters in JSON documents: the rest of their key after the operator, and the document columns."""
_FACTS: Final = (
    "width_inches",
    "depth_inches",
    "weight_pounds",
    "bulbs",
    "watts",
    "slot",
    "cost_cents",
    "replacement_cents",
)


def _table(name: str, *columns: str, documents: tuple[str, ...] = ()) -> sa.TableClause:
    plain = [sa.column(column, sa.types.NullType()) for column in columns]
    return sa.table(name, *plain, *[sa.column(column, Document) for column in documents])


_inventory = _table("letter_inventory", "operator_id", "id", "letter", "size", "finish", "quantity", *_FACTS)
_outages = _table("letter_outages", "operator_id", "inventory_id", "size")

Spellings = Mapping[str, str]
"""Maps each spelling that changes to its letter."""


def _spellings(table: sa.TableClause) -> Spellings:
    found = sa.select(table.c.letter).where(table.c.size != _ITEM).distinct()
    return {old: new for (old,) in op.get_bind().execute(found) if (new := _letter(old)) != old}


def _letter(spelling: str) -> str:
    try:
        return normalize_letter(spelling)
    except MessageRefused:
        return spelling


def _merge_inventory() -> set[int]:
    """Rename the rows of the inventory. If two rows are for one piece, the one with the right letter is kept, with all
    pieces of both.

    Returns the operators whose rows changed.
    """
    connection = op.get_bind()
    changed: set[int] = set()
    for old, new in _spellings(_inventory).items():
        for row in connection.execute(sa.select(_inventory).where(_inventory.c.letter == old)).mappings().all():
            changed.add(row["operator_id"])
            own = _inventory.c.operator_id == row["operator_id"]
            same = sa.and_(own, *[_inventory.c[name] == row[name] for name in ("size", "finish")])
            other = connection.execute(sa.select(_inventory).where(same, _inventory.c.letter == new)).mappings().first()
            this = sa.and_(own, _inventory.c.id == row["id"])
            if other is None:
                connection.execute(sa.update(_inventory).where(this).values(letter=new))
                continue
            facts = {name: row[name] if other[name] is None else other[name] for name in _FACTS}
            facts["quantity"] = other["quantity"] + row["quantity"]
            connection.execute(sa.update(_inventory).where(own, _inventory.c.id == other["id"]).values(**facts))
            connection.execute(
                sa.update(_outages)
                .where(_outages.c.operator_id == row["operator_id"], _outages.c.inventory_id == row["id"])
                .where(_outages.c.size != _ITEM)
                .values(inventory_id=other["id"])
            )
            connection.execute(sa.delete(_inventory).where(this))
    return changed


def _merge_counts(name: str, key: tuple[str, ...]) -> set[int]:
    connection = op.get_bind()
    table = _table(name, *key, "letter", "count")
    changed: set[int] = set()
    for old, new in _spellings(table).items():
        changed.update(connection.scalars(sa.select(table.c.operator_id).where(table.c.letter == old).distinct()))
        old_row, new_row = table.alias("old_row"), table.alias("new_row")
        more = (
            sa.select(old_row.c["count"])
            .where(old_row.c.letter == old, *[old_row.c[column] == table.c[column] for column in key])
            .scalar_subquery()
        )
        connection.execute(
            sa.update(table)
            .where(table.c.letter == new, sa.func.coalesce(more, 0) > 0)
            .values({"count": table.c["count"] + more})
        )
        there = sa.exists().where(new_row.c.letter == new, *[new_row.c[column] == table.c[column] for column in key])
        connection.execute(sa.delete(table).where(table.c.letter == old, there))
        connection.execute(sa.update(table).where(table.c.letter == old).values(letter=new))
    return changed


def _rename(name: str) -> set[int]:
    connection = op.get_bind()
    table = _table(name, "operator_id", "size", "letter")
    changed: set[int] = set()
    for old, new in _spellings(table).items():
        changed.update(connection.scalars(sa.select(table.c.operator_id).where(table.c.letter == old).distinct()))
        connection.execute(sa.update(table).where(table.c.letter == old, table.c.size != _ITEM).values(letter=new))
    return changed


def _rename_in_documents(name: str, operators: set[int]) -> None:
    key, columns = _DOCUMENTS[name]
    table = _table(name, "operator_id", key, documents=columns)
    connection = op.get_bind()
    for operator_id in sorted(operators):
        for row in _rows(connection, table, key, columns, operator_id):
            values = {column: _renamed(row[column]) for column in columns}
            if any(values[column] != row[column] for column in columns):
                own = sa.and_(table.c.operator_id == operator_id, table.c[key] == row[key])
                connection.execute(sa.update(table).where(own).values(**values))


def _rows(
    connection: sa.Connection, table: sa.TableClause, key: str, columns: tuple[str, ...], operator_id: int
) -> Iterator[sa.RowMapping]:
    last: Any = None
    while True:
        found = sa.select(table).where(table.c.operator_id == operator_id, table.c[columns[0]].is_not(None))
        if last is not None:
            found = found.where(table.c[key] > last)
        rows = connection.execute(found.order_by(table.c[key]).limit(_AT_ONCE)).mappings().all()
        if not rows:
            return
        yield from rows
        last = rows[-1][key]


def _renamed(value: Any) -> Any:
    """Return a document with its letters renamed: {"letter", "size"} in objects, [size, letter, finish, count] in
    lists.
    """
    if isinstance(value, list):
        entries = cast("list[Any]", value)
        if len(entries) == _NEED and isinstance(entries[1], str) and isinstance(entries[3], int):
            size, letter, *more = entries
            return entries if size == _ITEM else [size, _letter(letter), *more]
        return [_renamed(entry) for entry in entries]
    if isinstance(value, dict):
        fields = {name: _renamed(field) for name, field in cast("dict[str, object]", value).items()}
        if isinstance(fields.get("letter"), str) and fields.get("size") != _ITEM:
            fields["letter"] = _letter(fields["letter"])
        return fields
    return value


def _make_one() -> None:
    operators = _merge_inventory()
    for name, key in _COUNTED.items():
        operators |= _merge_counts(name, key)
    for name in _NAMED:
        operators |= _rename(name)
    for name in _DOCUMENTS:
        _rename_in_documents(name, operators)


upgrade, downgrade = steps.both_ways(steps.fill(_make_one))
