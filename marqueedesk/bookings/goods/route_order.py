"""Custom driving order of a day's stops. Without one, stops are in chronological order."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.goods.models import StopPlace
from marqueedesk.bookings.models import Booking
from marqueedesk.rentals.stops import Stop

StopKey = tuple[int, str]
"""A stop of a day: the booking's ID, and "delivery" or "pickup"."""


def key_of(stop: Stop, booking: Booking) -> StopKey:
    """Return the key of a stop."""
    return booking.id, stop.kind


def saved_places(db: Session, day: date) -> dict[StopKey, int]:
    """Return the place of each stop in the order saved for a day; empty if there is none."""
    rows = db.execute(select(StopPlace.booking_id, StopPlace.kind, StopPlace.place).where(StopPlace.day == day))
    return {(booking_id, kind): place for booking_id, kind, place in rows}


def in_saved_order(
    by_time: Sequence[tuple[Stop, Booking]], places: Mapping[StopKey, int]
) -> list[tuple[Stop, Booking]]:
    """Return a day's stops in the saved order.

    Stops with a time stay in chronological order, even if a time has changed since. A stop that is not in the saved
    order, such as a new booking's, comes right after its chronological predecessor.
    """
    if not places:
        return list(by_time)
    ordered = sorted((row for row in by_time if key_of(*row) in places), key=lambda row: places[key_of(*row)])
    for index, row in enumerate(by_time):
        if key_of(*row) not in places:
            ordered.insert(ordered.index(by_time[index - 1]) + 1 if index else 0, row)
    timed: Iterator[tuple[Stop, Booking]] = (row for row in by_time if row[0].time is not None)
    return [next(timed) if row[0].time is not None else row for row in ordered]


def save(db: Session, day: date, keys: Sequence[StopKey]) -> None:
    """Save the order of a day's stops, replacing any earlier one. The caller holds the operator's lock."""
    clear(db, day)
    for kind in ("delivery", "pickup"):
        # A booking that was moved to this day may have a place on its former day.
        moved = [booking_id for booking_id, of_kind in keys if of_kind == kind]
        db.execute(delete(StopPlace).where(StopPlace.kind == kind, StopPlace.booking_id.in_(moved)))
    db.add_all(
        StopPlace(booking_id=booking_id, kind=kind, day=day, place=place)
        for place, (booking_id, kind) in enumerate(keys)
    )
    db.flush()


def clear(db: Session, day: date) -> None:
    """Restore a day's chronological order."""
    db.execute(delete(StopPlace).where(StopPlace.day == day))
