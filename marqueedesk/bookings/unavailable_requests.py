"""Shortages of "Ask us anyway" requests, stored with the booking while it holds no letters. Pure functions.

A visitor may send a request despite unavailable letters or closed days. The booking holds nothing until the business
confirms it, which checks the stock again.
"""

from collections.abc import Iterable
from datetime import date, datetime
from typing import NotRequired, TypedDict

from marqueedesk.availability.errors import ShortageWire, wire_shortage
from marqueedesk.availability.stock import Shortage
from marqueedesk.bookings.business_calendar import Closed
from marqueedesk.bookings.models import CONFIRMED, PENDING, AskedShortage, Booking, ClosedOut, StoredAsked
from marqueedesk.inventory.pieces import Piece, PieceLabels


def known_shortage_columns(
    shortages: Iterable[Shortage], closed: Closed | None, names: PieceLabels, form_key: str | None
) -> StoredAsked:
    """Return the columns to store with the request: its shortages, its closed day, and the form's key."""
    return {
        "shortages": [
            {
                "size": row.piece.size,
                "letter": row.piece.letter,
                "finish": row.piece.finish,
                "needed": row.needed,
                "free": row.free,
                "day": row.day.isoformat() if row.day else None,
            }
            for row in shortages
        ],
        "items": {str(item): name for item, name in names.items.items()},
        "usual_finish": names.usual_finish,
        "closed": closed.answer() if closed else None,
        "form_key": form_key,
    }


class AskedWire(TypedDict):
    """Hold status of a booking and its shortages, as in responses."""

    held: bool
    shortages: list[ShortageWire]
    closed: NotRequired[ClosedOut]


def asked_answer(booking: Booking, now: datetime, *, for_operator: bool) -> AskedWire:
    """Return the hold status of a booking, and the shortages of an "Ask us anyway" request, as in responses."""
    asked, ends = booking.asked, booking.hold_expires_at
    lapsed = booking.status == PENDING and ends is not None and ends <= now
    if not asked:
        held = booking.status == CONFIRMED or (booking.status == PENDING and not lapsed)
        return {"held": held, "shortages": []}
    names = PieceLabels(asked["usual_finish"], {int(item): name for item, name in asked["items"].items()})
    result: AskedWire = {
        "held": False,
        "shortages": [
            wire_shortage(shortage, for_operator=for_operator, names=names) for shortage in _read(asked["shortages"])
        ],
    }
    if asked["closed"]:
        result["closed"] = asked["closed"]
    return result


def _read(rows: Iterable[AskedShortage]) -> list[Shortage]:
    return [
        Shortage(
            Piece(row["size"], row["letter"], row["finish"]),
            row["needed"],
            date.fromisoformat(row["day"]) if row["day"] else None,
            row["free"],
        )
        for row in rows
    ]
