"""All rental requests of a business, booked or refused, in order of arrival."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from marqueedesk.availability.models import UnmetDemand
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.models import CANCELED, PENDING, Booking
from marqueedesk.bookings.stored_rental import days_of
from marqueedesk.inventory.message import MessageRefused, count_letters, split_message
from marqueedesk.inventory.pieces import Piece, count_pieces
from marqueedesk.kit import clock
from marqueedesk.reports import queries
from marqueedesk.reports.replay import RentalRequested

MOST_REPLAYED: Final = 10_000
"""Maximum number of bookings that the advice uses. Their replay takes seconds; 100,000 took half a minute."""


@dataclass(frozen=True, slots=True)
class LetterDemand:
    """All rental requests since a day, and how many of them were refused, accepted, and only priced."""

    since: date
    asked: list[RentalRequested]
    refused: int
    accepted: int
    only_priced: int


def read_demand(
    db: Session, terms: Terms, first: date, priced_percent: int = 100, *, most: int = MOST_REPLAYED
) -> LetterDemand:
    """Return all requests since a day, and earlier bookings whose rental reaches into the period.

    For a business with very many bookings, only the latest are returned, and ``since`` is later than ``first``. A
    refused rental that was priced on the form but never sent counts with ``priced_percent`` of its price.
    """
    begin = datetime(first.year, first.month, first.day, tzinfo=terms.zone).astimezone(UTC)
    earliest = db.scalar(select(Booking.created_at).order_by(Booking.id.desc()).offset(most - 1).limit(1))
    if earliest is not None and earliest > begin:
        begin = earliest
        first = begin.astimezone(terms.zone).date()
    now = clock.now()
    arrived: list[tuple[datetime, str, RentalRequested]] = []
    accepted = 0
    missed = queries.unmet(db, begin, most)
    keys = {row.form_key for row in missed}
    refused = len(missed)
    for row in missed:
        cents = row.total_cents if row.sent else row.total_cents * priced_percent // 100
        asked = RentalRequested(_needs(row), row.first_day, row.last_day, cents, row.message)
        arrived.append((row.seen_at, row.form_key, asked))
    found = db.scalars(
        select(Booking)
        .where(Booking.status != CANCELED, or_(Booking.created_at >= begin, Booking.pickup_day >= first))
        .order_by(Booking.id.desc())
        .limit(2 * most)
    )
    for booking in found:
        if booking.asked:
            if booking.asked["form_key"] in keys or booking.created_at < begin:
                continue
            refused += 1
        elif booking.status == PENDING and booking.hold_expires_at is not None and booking.hold_expires_at <= now:
            continue
        else:
            accepted += 1
        days = days_of(booking, terms, now)
        needs = count_pieces([line.needs for line in booking.lines])
        asked = RentalRequested(needs, days.first, days.last, booking.total_cents, booking.message)
        arrived.append((booking.created_at, str(booking.id), asked))
    arrived.sort(key=lambda row: row[:2])
    only_priced = sum(not row.sent for row in missed)
    return LetterDemand(first, [row[2] for row in arrived], refused, accepted, only_priced)


def _needs(row: UnmetDemand) -> Mapping[Piece, int]:
    """Return the pieces of a refused rental. If they weren't recorded, derive them from its text and shortages."""
    if row.needs is not None:
        return {Piece(size, letter, finish): count for size, letter, finish, count in row.needs}
    found: dict[Piece, int] = {}
    # Several texts together may be longer than a single sign allows.
    with suppress(MessageRefused):
        found = {Piece(row.size, letter): count for letter, count in count_letters(split_message(row.message)).items()}
    for short in row.short:
        found[Piece(short.get("size", row.size), short["letter"], short.get("finish", ""))] = short["needed"]
    return found
