"""Days on which a business delivers and picks up: closed days, fully booked days and minimum notice (B13).

Visitors' bookings must comply, which is checked under the operator's lock; for operators these are only warnings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Final, Literal, cast
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Date, Select, Table, and_, bindparam, func, or_, select

from marqueedesk.accounts.models import LONGEST_RENTAL_DAYS
from marqueedesk.availability.days import Moment
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.models import CANCELED, PENDING, Booking, ClosedOut, ClosedReason
from marqueedesk.delivery.rules import DeliveryRules
from marqueedesk.kit.db.db import Instant
from marqueedesk.kit.db.tenancy import assert_tenant_filtered
from marqueedesk.kit.errors import Conflict
from marqueedesk.kit.text.formats import day as day_words

StopKind = Literal["delivery", "pickup"]
_bookings = cast("Table", Booking.__table__)


REASONS: Final[tuple[ClosedReason, ...]] = ("closed", "full", "notice")
"""Reasons a day is unavailable, by priority: the first one is reported."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A delivery or pickup on a day that visitors can't book, with the reason."""

    stop: StopKind
    day: date
    reason: ClosedReason

    def answer(self) -> ClosedOut:
        """Serialize for a response."""
        return {"day": self.day.isoformat(), "reason": self.reason}

    @property
    def rank(self) -> int:
        """Return the priority of the reason."""
        return REASONS.index(self.reason)


class ClosedDay(Conflict):
    """The business doesn't deliver or pick up on this day. Carries the day and the reason."""

    code = "closed_day"

    def __init__(self, closed: Closed, notice_hours: int) -> None:
        shown = day_words(closed.day)
        sentences = {
            "closed": f"The business is closed on {shown}. Please choose another day.",
            "full": f"{shown} is fully booked. Please choose another day.",
            "notice": f"{shown} is too soon: deliveries require at least {_hours(notice_hours)} notice. "
            "Please choose a later day.",
        }
        super().__init__(sentences[closed.reason], **closed.answer())


def _hours(hours: int) -> str:
    """Format a notice period as a possessive: "2 days'" or "5 hours'"."""
    count, unit = (hours // 24, "day") if hours % 24 == 0 else (hours, "hour")
    return f"{count} {unit}'s" if count == 1 else f"{count} {unit}s'"


@dataclass(frozen=True, slots=True)
class Stops:
    """Number of deliveries and pickups already booked by day."""

    deliveries: Mapping[date, int] = field(default_factory=dict[date, int])
    pickups: Mapping[date, int] = field(default_factory=dict[date, int])


NO_STOPS = Stops()


@dataclass(frozen=True, slots=True)
class Opening:
    """A business's delivery rules and booked stops, as of a point in time."""

    rules: DeliveryRules
    zone: ZoneInfo
    now: datetime
    stops: Stops = NO_STOPS

    def of_rental(self, delivery: Moment, pickup: Moment) -> list[Closed]:
        """Return the reasons a rental's delivery and pickup aren't possible, at most one each, by priority."""
        stops: tuple[tuple[StopKind, Moment], ...] = (("delivery", delivery), ("pickup", pickup))
        found = [
            Closed(stop, moment.day, reason)
            for stop, moment in stops
            if (reason := self._of_stop(stop, moment)) is not None
        ]
        return sorted(found, key=lambda closed: closed.rank)

    def of_day(self, day: date, stop: StopKind | None = None) -> ClosedReason | None:
        """Return the reason a day is unavailable for one stop, or for a one-day rental; None if it is available."""
        moment = Moment(day)
        if stop is not None:
            return self._of_stop(stop, moment)
        return next((closed.reason for closed in self.of_rental(moment, moment)), None)

    def _of_stop(self, stop: StopKind, moment: Moment) -> ClosedReason | None:
        is_full = self._is_full(moment.day, stop)
        is_too_soon = stop == "delivery" and self._is_too_soon(moment)
        if self.rules.is_closed(moment.day):
            return "closed"
        if is_full:
            return "full"
        return "notice" if is_too_soon else None

    def _is_full(self, day: date, kind: StopKind) -> bool:
        rules, stops = self.rules, self.stops
        most, taken = (
            (rules.max_deliveries_per_day, stops.deliveries)
            if kind == "delivery"
            else (rules.max_pickups_per_day, stops.pickups)
        )
        return most is not None and taken.get(day, 0) >= most

    def _is_too_soon(self, delivery: Moment) -> bool:
        hours = self.rules.minimum_notice_hours
        if hours == 0:
            return False
        begins = datetime.combine(delivery.day, delivery.time or time(0), self.zone)
        return begins.astimezone(self.now.tzinfo) - self.now < timedelta(hours=hours)


def earliest_delivery(day: date) -> date:
    """Return the earliest possible delivery day of a rental that lasts until ``day``, so that queries on pickups can
    use the delivery index.
    """
    return day - timedelta(days=min(LONGEST_RENTAL_DAYS, (day - date.min).days))


def _count(kind: StopKind) -> Select[date, int]:
    """Count the stops of one kind by day. Canceled bookings and requests without a hold don't count.

    Parameters: operator, first, last, now, own (a booking id, or 0), scan_from.
    """
    column = _bookings.c[f"{kind}_day"]
    lapsed = and_(_bookings.c.status == PENDING, _bookings.c.hold_expires_at <= bindparam("now", type_=Instant))
    return (
        select(column, func.count())
        .where(
            _bookings.c.operator_id == bindparam("operator"),
            # Bounds the delivery index: no rental is longer.
            _bookings.c.delivery_day.between(bindparam("scan_from", type_=Date), bindparam("last", type_=Date)),
            column.between(bindparam("first", type_=Date), bindparam("last", type_=Date)),
            _bookings.c.status != CANCELED,
            or_(_bookings.c.hold_expires_at.is_(None), ~lapsed),
            _bookings.c.id != bindparam("own"),
        )
        .group_by(column)
    )


_DELIVERIES, _PICKUPS = assert_tenant_filtered(_count("delivery")), assert_tenant_filtered(_count("pickup"))


def read_stops(
    connection: Connection, terms: Terms, first: date, last: date, now: datetime, *, own_id: int = 0
) -> Stops:
    """Return the stops from ``first`` to ``last``; reads nothing if the business has no daily limits.

    For a binding check, call after taking the operator's lock. The booking ``own_id`` doesn't count.
    """
    rules = terms.rules
    if not rules.has_caps:
        return NO_STOPS
    values = {
        "operator": terms.operator_id,
        "first": first,
        "last": last,
        "scan_from": earliest_delivery(first),
        "now": now,
        "own": own_id,
    }

    def counted(statement: Select[date, int], most: int | None) -> dict[date, int]:
        return {} if most is None else {row[0]: row[1] for row in connection.execute(statement, values)}

    return Stops(counted(_DELIVERIES, rules.max_deliveries_per_day), counted(_PICKUPS, rules.max_pickups_per_day))


def closed_for(
    connection: Connection, terms: Terms, delivery: Moment, pickup: Moment, now: datetime, *, own_id: int = 0
) -> list[Closed]:
    """Return the reasons a rental's days are unavailable, by priority; see `read_stops` for ``own_id`` and the lock."""
    stops = read_stops(connection, terms, delivery.day, pickup.day, now, own_id=own_id)
    return Opening(terms.rules, terms.zone, now, stops).of_rental(delivery, pickup)
