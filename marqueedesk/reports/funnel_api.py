"""Route for the booking form's conversion funnel. Staff see no money (A5)."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request
from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from marqueedesk.accounts.access import reading_copy, require
from marqueedesk.accounts.rights import SEE_MONEY
from marqueedesk.booking_form.form_visits import FormDay, PricedForm, visits_of
from marqueedesk.bookings.models import COMPLETED, CONFIRMED, FROM_FORM, Booking
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel
from marqueedesk.kit.money import units
from marqueedesk.rentals.rental_request import read_day
from marqueedesk.waiting_list.waiting_entry import WaitingEntry

router = APIRouter(tags=["reports"], responses=errors(401, 403))
USUAL_SPAN: Final = timedelta(days=365)
DAY: Final = timedelta(days=1)

Stage = Literal["seen", "priced", "dated", "short", "askedAnyway", "waiting", "sent", "booked", "paid"]


class FunnelStageOut(ResponseModel):
    """Number of visitors at a stage, and the value of their rentals. Opening the form has no value."""

    stage: Stage
    count: int
    amount: CurrencyUnits | None


class FunnelOut(ResponseModel):
    """The stages in order, for the days from ``since`` to ``until``. Visits have been counted since
    ``countedSince``.
    """

    since: str
    until: str
    counted_since: str | None
    stages: list[FunnelStageOut]


@router.get("/api/reports/funnel")
def funnel(
    request: Request,
    since: Annotated[str | None, Query(max_length=10)] = None,
    until: Annotated[str | None, Query(max_length=10)] = None,
) -> FunnelOut:
    """Get how many visitors opened the form, got a price by entering a message, chose dates, found letters short, asked
    anyway, joined the waiting list, sent the form, booked, and paid.

    Each stage counts on the day it happened (default period: the last year). A form counts once with its last price,
    however often it was priced. Bookings count as booked once confirmed and as paid once any payment has arrived, on
    the day of the request.
    """
    # Write this process's counts now; other processes write theirs every few seconds.
    visits_of(request).write()
    with reading_copy(request) as (db, caller):
        zone = ZoneInfo(require(caller, SEE_MONEY).time_zone)
        today = clock.local_day(clock.now(), zone)
        last = read_day(until, "until") if until else today
        first = read_day(since, "since") if since else last - USUAL_SPAN + DAY
        if first > last:
            raise Invalid(fields={"since": "Since must not be after until"})
        return FunnelOut(
            since=first.isoformat(),
            until=last.isoformat(),
            counted_since=_counted_since(db),
            stages=_stages(db, first, last, zone),
        )


def _counted_since(db: Session) -> str | None:
    day = db.scalar(select(func.min(FormDay.day)))
    return None if day is None else day.isoformat()


def _stages(db: Session, first: date, last: date, zone: ZoneInfo) -> list[FunnelStageOut]:
    begin, end = _instant(first, zone), _instant(last + DAY, zone)

    def within(moment: InstrumentedAttribute[datetime]) -> ColumnElement[bool]:
        return moment.between(begin, end - timedelta(microseconds=1))

    seen = db.scalar(select(func.coalesce(func.sum(FormDay.opened), 0)).where(FormDay.day.between(first, last)))
    priced = _summed(PricedForm.total_cents).where(within(PricedForm.priced_at))
    sent = _summed(Booking.total_cents).where(Booking.source == FROM_FORM, within(Booking.created_at))
    booked = sent.where(Booking.status.in_((CONFIRMED, COMPLETED)))
    stages: Sequence[tuple[Stage, Select[int, int]]] = (
        ("priced", priced),
        ("dated", priced.where(PricedForm.dated)),
        ("short", priced.where(PricedForm.short)),
        ("askedAnyway", sent.where(Booking.asked_anyway)),
        ("waiting", _summed(WaitingEntry.total_cents).where(within(WaitingEntry.created_at))),
        ("sent", sent),
        ("booked", booked),
        ("paid", booked.where(Booking.received_cents > 0)),
    )
    found = [FunnelStageOut(stage="seen", count=int(seen or 0), amount=None)]
    for stage, query in stages:
        count, cents = db.execute(query).one()
        found.append(FunnelStageOut(stage=stage, count=count, amount=units(int(cents))))
    return found


def _summed(cents: InstrumentedAttribute[int] | InstrumentedAttribute[int | None]) -> Select[int, int]:
    return select(func.count(), func.coalesce(func.sum(func.coalesce(cents, 0)), 0))


def _instant(day: date, zone: ZoneInfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
