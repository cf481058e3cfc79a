"""A business's day: deliveries and pickups by time, their goods, and the loading order.

Shared by the day page, the load list and the morning run sheet.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.business_calendar import earliest_delivery
from marqueedesk.bookings.goods import route_order
from marqueedesk.bookings.models import AWAY, BACK, CANCELED, COMPLETED, CONFIRMED, Booking
from marqueedesk.inventory.letter_facts import estimated, facts_of
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.pieces import Piece
from marqueedesk.pricing.price_list import PriceList, height_in
from marqueedesk.rentals.lines import ItemLine, LettersLine, parts_of
from marqueedesk.rentals.stops import Stop

MOST_STOPS: Final = 500
JOBS: Final = (CONFIRMED, COMPLETED)
"""Statuses in which a booking is a job for the crew; pending requests aren't."""

LETTERS_ON_A_CORD: Final = 8
"""Number of letters in a line that one extension cord serves."""
SANDBAGS_EACH: Final = 2
"""Sandbags per letter outdoors."""
_OUTDOORS: Final = re.compile(
    r"\b(outdoors?|outside|garden|lawn|(?:back|front) ?yard|patio|beach|park)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class DrivingOrder:
    """A day's stops in driving order. ``reordered`` is true if the business saved an order other than by time."""

    stops: list[tuple[Stop, Booking]]
    reordered: bool


def stops_on(db: Session, day: date, statuses: Collection[str] = JOBS) -> list[tuple[Stop, Booking]]:
    """Return the stops of `driving_order`."""
    return driving_order(db, day, statuses).stops


def driving_order(db: Session, day: date, statuses: Collection[str] = JOBS) -> DrivingOrder:
    """Return the stops of a day in driving order: deliveries and pickups, including pickups of canceled bookings whose
    goods are out.

    Stops are sorted by time, one without a time by its default time (B3), unless the business saved another order
    (route_order).
    """
    still_out = and_(Booking.status == CANCELED, Booking.goods.in_(AWAY))
    rows = db.scalars(
        select(Booking)
        .where(
            Booking.delivery_day.between(earliest_delivery(day), day),
            or_(Booking.delivery_day == day, Booking.pickup_day == day),
            or_(Booking.status.in_(statuses), still_out),
        )
        .order_by(Booking.id)
        .limit(MOST_STOPS)
    )
    stops: list[tuple[str, bool, int, Stop, Booking]] = []
    for booking in rows:
        delivery, pickup = booking.delivery, booking.pickup
        if delivery.day == day and booking.status in statuses:
            stops.append((booking.delivery_clock, False, booking.id, delivery, booking))
        if pickup.day == day:
            stops.append((booking.pickup_clock, True, booking.id, pickup, booking))
    by_time = [(stop, booking) for *_, stop, booking in sorted(stops, key=lambda row: row[:3])]
    places = route_order.saved_places(db, day)
    return DrivingOrder(route_order.in_saved_order(by_time, places), reordered=bool(places))


def is_done(stop: Stop, booking: Booking) -> bool:
    """Return true if a stop is done: its goods have gone out, or have come back."""
    if booking.status == COMPLETED or booking.goods == BACK:
        return True
    return stop.kind == "delivery" and booking.goods in AWAY


@dataclass(frozen=True, slots=True)
class Brought:
    """The goods of one booking line: a text with its pieces in spelling order, or an item."""

    line: LettersLine | ItemLine

    @property
    def pieces(self) -> dict[Piece, int]:
        """Return the count of each piece, in spelling order."""
        return self.line.needs


def brought_by(booking: Booking) -> list[Brought]:
    """Return a booking's goods by line; services have none."""
    return [Brought(part) for part in parts_of(booking.lines) if isinstance(part, LettersLine) or part.is_counted]


def packed_together(bookings: Iterable[Booking]) -> dict[Piece, int]:
    """Return the total goods of these bookings."""
    totals: dict[Piece, int] = {}
    for booking in bookings:
        for brought in brought_by(booking):
            for piece, count in brought.pieces.items():
                totals[piece] = totals.get(piece, 0) + count
    return totals


def item_names(bookings: Iterable[Booking]) -> dict[int, str]:
    """Return the items in these bookings with the names they were booked under."""
    return {
        brought.line.item_id: brought.line.name
        for booking in bookings
        for brought in brought_by(booking)
        if isinstance(brought.line, ItemLine)
    }


def letters_of_inventory(db: Session, pieces: Collection[Piece]) -> dict[Piece, InventoryItem]:
    """Return the inventory rows of the given pieces, with storage slot and weight."""
    letters = {piece.letter for piece in pieces if piece.item_id is None}
    if not letters:
        return {}
    items = db.scalars(select(InventoryItem).where(InventoryItem.letter.in_(letters)))
    return {row.piece: row for row in items if row.piece in pieces}


def load_order(stops: Sequence[Booking]) -> list[tuple[Piece, Booking]]:
    """Return all letters in loading order; ``stops`` are in driving order.

    The last stop's letters are loaded first, and each stop's letters in reverse, so that they come off the van in
    spelling order.
    """
    return [
        (piece, booking)
        for booking in reversed(stops)
        for line in reversed([brought.line for brought in brought_by(booking)])
        if isinstance(line, LettersLine)
        for piece in reversed(line.pieces)
    ]


def weight_of(pieces: Mapping[Piece, int], entered: Mapping[Piece, InventoryItem], prices: PriceList) -> float:
    """Return the weight of these letters in pounds; missing weights are estimated from the letter's size."""
    total = 0.0
    for piece, count in pieces.items():
        if piece.item_id is not None:
            continue
        height, row = height_in(prices, piece.size), entered.get(piece)
        total += count * (facts_of(row, height) if row else estimated(piece.letter, height)).weight_pounds
    return round(total, 1)


@dataclass(frozen=True, slots=True)
class Gear:
    """Estimate of the gear to load along with the letters. Gear is not part of the stock."""

    cords: int
    stands: int
    sandbags: int


def gear_of(bookings: Iterable[Booking], prices: PriceList, place_texts: Mapping[int, Iterable[str | None]]) -> Gear:
    """Return the extension cords, booked floor stands, and sandbags for bookings whose location texts mention outdoors.

    ``place_texts`` holds these texts by booking.
    """
    cords = stands = sandbags = 0
    of_stands = {row.code for row in prices.add_ons if row.is_stand}
    for booking in bookings:
        lines = [brought.line for brought in brought_by(booking) if isinstance(brought.line, LettersLine)]
        outdoors = any(_OUTDOORS.search(text) for text in place_texts.get(booking.id, ()) if text)
        for line in lines:
            cords += -(-len(line.letters) // LETTERS_ON_A_CORD)
            if not of_stands.isdisjoint(line.add_ons):
                stands += len(line.letters)
            if outdoors:
                sandbags += SANDBAGS_EACH * len(line.letters)
    return Gear(cords, stands, sandbags)
