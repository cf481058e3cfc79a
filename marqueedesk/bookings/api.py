"""Routes for signed-in users: list, read and edit bookings. Status changes are in payments.canceling_api."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from fastapi import Depends, Query, Request
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, reading, require, writing
from marqueedesk.accounts.rights import ADD_NOTES, HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.availability import service as availability
from marqueedesk.availability.operator_lock import not_overdue_from
from marqueedesk.bookings import lists, queries, serializers, service
from marqueedesk.bookings.details import booking_details, grace_hours_of, seen_booking
from marqueedesk.bookings.input_schemas import BookingPatch
from marqueedesk.bookings.listed_answers import SeenWith, listed_answers
from marqueedesk.bookings.lists import Filter
from marqueedesk.bookings.models import GOODS, HOLDING, STATUSES
from marqueedesk.bookings.schemas import (
    BookingCounts,
    BookingOut,
    BookingPage,
    BookingWithHistory,
    CalendarBooking,
    CrewBookingOut,
    CrewBookingPage,
    CrewBookingWithHistory,
)
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.errors import Forbidden, Invalid
from marqueedesk.kit.http.http import Json, JsonBody, paged, put_together
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import BIGGEST_ID, PathId
from marqueedesk.kit.http.streamed_response import json_list
from marqueedesk.kit.text.formats import label
from marqueedesk.pricing import queries as pricing
from marqueedesk.rentals.rental_request import read_day
from marqueedesk.rentals.windows import month_window, week_window

router = Router(tags=["bookings"], refuses=(401, 403))


Cursor = Annotated[str | None, Query(max_length=2000)]
Status = Annotated[str | None, Query(max_length=60)]
Search = Annotated[str | None, Query(max_length=200)]


@dataclass(frozen=True, slots=True)
class ListFilters:
    """Filters of a list of bookings, from the query string."""

    q: Search = None
    day: Annotated[str | None, Query(alias="date", max_length=10, description="A day of delivery or of pickup")] = None
    since: Annotated[
        str | None, Query(alias="from", max_length=10, description="The first day of a delivery or pickup")
    ] = None
    until: Annotated[
        str | None, Query(alias="to", max_length=10, description="The last day of a delivery or pickup")
    ] = None
    on: Annotated[
        str | None,
        Query(
            max_length=10,
            description="A day of delivery or pickup; only pending and confirmed bookings unless `status` is set",
        ),
    ] = None
    figure: Annotated[
        Literal["week", "month"] | None,
        Query(description="Bookings counted by a dashboard statistic: Bookings This Week, Bookings This Month"),
    ] = None
    scope: Annotated[
        Literal["open"] | None,
        Query(description="`open`: pending requests, and bookings that end today or later"),
    ] = None
    venue_id: Annotated[int | None, Query(alias="venueId", ge=1, le=BIGGEST_ID)] = None
    paid: Annotated[
        str | None,
        Query(max_length=40, description="unpaid, partly, paid, disputed, lost; comma-separated"),
    ] = None
    goods: Annotated[
        str | None,
        Query(max_length=60, description="reserved, packed, out, partly_back, back, overdue; comma-separated"),
    ] = None


@router.get("/api/bookings")
def bookings(
    request: Request,
    asked: Annotated[ListFilters, Depends(put_together(ListFilters))],
    status: Status = None,
    sort: Annotated[str, Query(max_length=20, description="A leading minus reverses the order")] = lists.DELIVERY,
    limit: Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)] = None,
    cursor: Cursor = None,
) -> Json[list[BookingOut] | BookingPage | list[CrewBookingOut] | CrewBookingPage] | Response:
    """List the business's bookings, by delivery or by ``sort``; paginated if ``limit`` is set (B7).

    ``status`` accepts several values, comma-separated. Without ``limit`` at most 5,000 bookings are returned: if more
    match, the newest, with ``X-Total-Count`` and a ``Link`` to the next page.
    """
    with reading(request) as (db, caller):
        zone, prices = ZoneInfo(caller.operator.time_zone), pricing.price_list(db)
        wanted, grace = _filter(caller, asked, status), grace_hours_of(caller)
        _check_sort(caller, sort)
        if limit is None:
            rows, total, after = lists.newest(db, caller.operator.id, wanted, sort, cursor)
            headers = {} if total is None else {"X-Total-Count": str(total)}
            if after is not None:
                following = request.url.include_query_params(cursor=after)
                headers["Link"] = f'<{following.path}?{following.query}>; rel="next"'
            answers = (seen_booking(caller, row, zone, prices, grace_hours=grace) for row in rows)
            return json_list(answers, headers=headers or None)
        found, after = lists.page(db, caller.operator.id, wanted, sort, limit=limit, cursor=cursor)
    seen_with = SeenWith(zone, prices, grace, caller.may(SEE_MONEY), wanted.due_before or date.min)
    return paged(listed_answers(found, seen_with), after)


# Must precede the route of one booking, whose path parameter would match this path.
@router.get("/api/bookings/counts")
def bookings_counts(
    request: Request, asked: Annotated[ListFilters, Depends(put_together(ListFilters))]
) -> Json[BookingCounts]:
    """Count the matching bookings by status, for the tabs of the list."""
    with reading(request) as (db, caller):
        filters = _filter(caller, asked, None)
        totals = lists.counts(db, filters)
    shown = HOLDING if asked.on or asked.figure else STATUSES
    return Json(BookingCounts(all=sum(totals[status] for status in shown), **totals))


def _filter(caller: Caller, asked: ListFilters, status: str | None) -> Filter:
    zone = ZoneInfo(caller.operator.time_zone)
    now = clock.now().astimezone(zone).replace(tzinfo=None)
    windows = {"week": week_window, "month": month_window}
    if asked.paid and not caller.may(SEE_MONEY):
        raise Forbidden
    return Filter(
        statuses=_some_of(STATUSES, status, "status"),
        q=_search(asked.q),
        day=_day(asked.day, "date"),
        since=_day(asked.since, "from"),
        until=_day(asked.until, "to"),
        on=_day(asked.on, "on"),
        between=windows[asked.figure](now) if asked.figure else None,
        open_from=now.date() if asked.scope else None,
        venue_id=asked.venue_id,
        paid=_some_of(lists.PAID_STATES, asked.paid, "paid"),
        goods=_some_of(GOODS, asked.goods, "goods"),
        due_before=not_overdue_from(clock.now(), zone, grace_hours_of(caller)),
    )


def _some_of(known: tuple[str, ...], text: str | None, field: str) -> tuple[str, ...]:
    """Split a comma-separated list of names. Raises Invalid on ``field`` for an unknown one."""
    named = tuple(part.strip() for part in (text or "").split(",") if part.strip())
    if not set(named) <= set(known):
        raise Invalid(fields={field: f"{label(field)} must be one of: {', '.join(known)}"})
    return named


def _search(q: str | None) -> str | None:
    if q and "\x00" in q:
        raise Invalid(fields={"q": "Q contains characters that cannot be shown"})
    return (q or "").strip() or None


def _check_sort(caller: Caller, sort: str) -> None:
    if sort not in lists.SORTS:
        raise Invalid(fields={"sort": f"Sort must be one of: {', '.join(lists.SORTS)}"})
    if sort in lists.OF_MONEY and not caller.may(SEE_MONEY):
        raise Forbidden


def _day(text: str | None, field: str) -> date | None:
    return read_day(text, field) if text else None


NOTES = frozenset({"notes", "operator_notes", "expected_revision"})
"""The booking fields that everyone in the business may change (A5)."""

LONGEST_CALENDAR_DAYS = 100
"""Limit of days in a calendar request: a month with the surrounding days. Use the list for longer periods."""


# Must precede the route of one booking, whose path parameter would match this path.
@router.get("/api/bookings/calendar")
def bookings_calendar(
    request: Request,
    since: Annotated[str, Query(alias="from", max_length=10)],
    until: Annotated[str, Query(alias="to", max_length=10)],
    status: Status = None,
    q: Search = None,
) -> Json[list[CalendarBooking]]:
    """List the rentals that overlap a period, both days inclusive, with the fields a calendar needs (B7)."""
    with reading(request) as (db, caller):
        statuses = _some_of(STATUSES, status, "status")
        first, last = read_day(since, "from"), read_day(until, "to")
        if not timedelta(0) <= last - first < timedelta(days=LONGEST_CALENDAR_DAYS):
            raise Invalid(fields={"to": f"To must be on or within {LONGEST_CALENDAR_DAYS} days after from"})
        zone = ZoneInfo(caller.operator.time_zone)
        rows = lists.calendar(db, caller.operator.id, first, last, statuses=statuses, q=_search(q))
        return Json([serializers.for_calendar(row, zone) for row in rows])


@router.get("/api/bookings/{booking_id}")
def booking(request: Request, booking_id: PathId) -> Json[BookingWithHistory | CrewBookingWithHistory]:
    """Return a booking with its history."""
    with reading(request) as (db, caller):
        # Reject callers without a business before reading the database.
        _ = caller.operator
        return Json(booking_details(db, caller, queries.booking(db, booking_id)))


@router.patch("/api/bookings/{booking_id}", refuses=(409,))
def edit_booking(
    request: Request, booking_id: PathId, body: JsonBody[BookingPatch]
) -> Json[BookingWithHistory | CrewBookingWithHistory]:
    """Update the fields sent. Availability and price are checked again if affected. Staff can only update notes."""
    with writing(request) as (db, caller):
        terms = availability.lock(db, caller.operator.id)
        queries.booking(db, booking_id)
        patch = body.read()
        require(caller, ADD_NOTES if patch.model_fields_set <= NOTES else HANDLE_BOOKINGS)
        edited = service.edit_booking(db, terms, booking_id, patch, by=caller.user, now=clock.now())
        db.flush()
        answer = booking_details(db, caller, edited)
    return Json(answer)
