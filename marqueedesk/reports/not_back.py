"""Bookings whose goods are overdue, for the page of a day."""

from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import lists
from marqueedesk.bookings.goods import day_stops, handovers
from marqueedesk.bookings.goods.handovers_api import named_piece
from marqueedesk.bookings.lists import Filter
from marqueedesk.bookings.models import OVERDUE
from marqueedesk.reports.day_schemas import NotBackOut, PieceNotBackOut

MOST: Final = 50


def not_back(db: Session, terms: Terms, now: datetime) -> list[NotBackOut]:
    """Return the bookings with overdue goods, longest overdue first, up to `MOST`."""
    due_before, grace_hours = terms.due_before(now), terms.rules.overdue_grace_hours
    filters = Filter(goods=(OVERDUE,), due_before=due_before)
    bookings, _ = lists.page(db, terms.operator_id, filters, "pickupDate", limit=MOST, cursor=None)
    counted = handovers.counted_of(db, {row.id: day_stops.packed_together([row]) for row in bookings})
    names = handovers.known_names(db, {piece.piece for rows in counted.values() for piece in rows})
    found: list[NotBackOut] = []
    for booking in bookings:
        since = booking.overdue_since(terms.zone, due_before, grace_hours)
        if since is None:
            continue
        rows = counted.get(booking.id, [])
        out = {row.piece: row.out for row in rows if row.out} or {row.piece: row.booked for row in rows}
        found.append(
            NotBackOut(
                booking_id=booking.id,
                number=booking.number,
                customer_name=booking.customer_name,
                since=since.isoformat(),
                pieces=[PieceNotBackOut.adding(named_piece(piece, names), count=count) for piece, count in out.items()],
            )
        )
    return found
