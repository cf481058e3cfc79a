"""Update the search text of bookings and the keys of discount codes to the new normalized form."""

from typing import Final

import sqlalchemy as sa
from alembic import op

from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.search import text_of
from marqueedesk.kit.db.detached_copy import from_columns
from marqueedesk.kit.text.text_forms import code_key
from marqueedesk.migrations import steps

revision = "0083"
down_revision = "0082"

_AT_ONCE: Final = 2000
_SEARCHED: Final = (
    "customer_name",
    "customer_email",
    "customer_phone",
    "message",
    "size",
    "event_type",
    "venue_name",
    "venue_address",
    "notes",
    "operator_notes",
)
_bookings = sa.table(
    "bookings",
    sa.column("operator_id", sa.BigInteger()),
    sa.column("id", sa.BigInteger()),
    *[sa.column(name, sa.Text()) for name in (*_SEARCHED, "search_text", "discount_code")],
)
_codes = sa.table(
    "discount_codes",
    sa.column("operator_id", sa.BigInteger()),
    sa.column("id", sa.BigInteger()),
    sa.column("code", sa.Text()),
    sa.column("key", sa.Text()),
)


def _write_texts() -> None:
    """Write the texts that change, which are few: those with apostrophes, hyphens, or letters such as "Ł"."""
    connection = op.get_bind()
    written = (
        sa.update(_bookings)
        .where(_bookings.c.operator_id == sa.bindparam("row_operator"), _bookings.c.id == sa.bindparam("row_id"))
        .values(search_text=sa.bindparam("text"))
    )
    last = 0
    while True:
        found = sa.select(_bookings).where(_bookings.c.id > last).order_by(_bookings.c.id).limit(_AT_ONCE)
        rows = connection.execute(found).mappings().all()
        if not rows:
            return
        last = rows[-1]["id"]
        texts = [(row, text_of(from_columns(Booking, {name: row[name] for name in _SEARCHED}))) for row in rows]
        changed = [
            {"row_operator": row["operator_id"], "row_id": row["id"], "text": text}
            for row, text in texts
            if text != row["search_text"]
        ]
        if changed:
            connection.execute(written, changed)


def _write_keys() -> None:
    """Write the keys that change, of codes and in the bookings that used them. If two codes would get the same key,
    both keep their old one.
    """
    connection = op.get_bind()
    rows = connection.execute(sa.select(_codes)).mappings().all()
    taken = {(row["operator_id"], row["key"]) for row in rows}
    for row in rows:
        key = code_key(row["code"])
        if key and (row["operator_id"], key) not in taken:
            taken.add((row["operator_id"], key))
            own = sa.and_(_codes.c.operator_id == row["operator_id"], _codes.c.id == row["id"])
            connection.execute(sa.update(_codes).where(own).values(key=key))
            used = sa.and_(_bookings.c.operator_id == row["operator_id"], _bookings.c.discount_code == row["key"])
            connection.execute(sa.update(_bookings).where(used).values(discount_code=key))


upgrade, downgrade = steps.both_ways(steps.fill(_write_texts), steps.fill(_write_keys))
