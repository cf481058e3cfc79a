"""Routes for signed-in users: list, read and edit bookings. Status changes are in `payments.canceling_api`."""

from collections.abc import Collection
from datetime import date, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, require
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import ADD_NOTES, HANDLE_BOOKINGS, SEE_BOOKINGS, SEE_MONEY
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.availability.operator_lock import not_overdue_from, read_operator
from marqueedesk.bookings import lists, queries, serializers, service
from marqueedesk.bookings.details import BookingForUpdate, booking_details, grace_hours_of
from marqueedesk.bookings.goods import at_risk
from marqueedesk.bookings.input_schemas import BookingPatch
from marqueedesk.bookings.lists import Filter
from marqueedesk.bookings.models import GOODS, HOLDING, STATUSES
from marqueedesk.bookings.schemas import (
    BookingCounts,
    BookingInList,
    BookingPage,
    BookingWithHistory,
    CalendarBooking,
    CrewBookingInList,
    CrewBookingPage,
    CrewBookingWithHistory,
)
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.errors import Forbidden, Invalid
from marqueedesk.kit.http.http import Json, errors
from marqueedesk.kit.http.schemas import BIGGEST_ID, PathId
from marqueedesk.kit.http.streamed_response import json_list
from marqueedesk.kit.text.formats import label
from marqueedesk.pricing import queries as pricing
from marqueedesk.rentals.rental_request import read_day
from marqueedesk.rentals.windows import month_window, week_window

router = APIRouter(tags=["bookings"], responses=errors(401, 403))


Status = Annotated[str | None, Query(max_length=60)]
Search = Annotated[str | None, Query(max_length=200)]


class ListFilters(BaseModel):
    """Filters of a list of bookings, from the query string."""

    q: Annotated[str | None, Field(max_length=200)] = None
    day: Annotated[str | None, Field(alias="date", max_length=10, description="A day of delivery or of pickup")] = None
    since: Annotated[
        str | None, Field(alias="from", max_length=10, description="The first day of a delivery or pickup")
    ] = None
    until: Annotated[
        str | None, Field(alias="to", max_length=10, description="The last day of a delivery or pickup")
    ] = None
    on: Annotated[
        str | None,
        Field(
            max_length=10,
            description="A day of delivery or pickup; only pending and confirmed bookings unless `status` is set",
        ),
    ] = None
    figure: Annotated[
        Literal["week", "month"] | None,
        Field(description="Bookings counted by a dashboard statistic: Bookings This Week, Bookings This Month"),
    ] = None
    scope: Annotated[
        Literal["open"] | None,
        Field(description="`open`: pending requests, and bookings that end today or later"),
    ] = None
    venue_id: Annotated[int | None, Field(alias="venueId", ge=1, le=BIGGEST_ID)] = None
    customer_id: Annotated[int | None, Field(alias="customerId", ge=1, le=BIGGEST_ID)] = None
    paid: Annotated[
        str | None,
        Field(max_length=40, description="unpaid, partly, paid, disputed, lost; comma-separated"),
    ] = None
    goods: Annotated[
        str | None,
        Field(max_length=60, description="reserved, packed, out, partly_back, back, overdue; comma-separated"),
    ] = None


class ListQuery(ListFilters):
    """Query string of a list of bookings: its filters, order and page."""

    status: Annotated[str | None, Field(max_length=60)] = None
    sort: Annotated[str, Field(max_length=20, description="A leading minus reverses the order")] = lists.DELIVERY
    limit: Annotated[int | None, Field(ge=1, le=paging.LONGEST_PAGE)] = None
    cursor: Annotated[str | None, Field(max_length=2000)] = None


@router.get(
    "/api/bookings", response_model=list[BookingInList] | BookingPage | list[CrewBookingInList] | CrewBookingPage
)
def bookings(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(SEE_BOOKINGS)],
    query: Annotated[ListQuery, Query()],
) -> Response:
    """List the business's bookings, by delivery or by ``sort``; paginated if ``limit`` is set (B7).

    ``status`` accepts several values, comma-separated. Without ``limit``, at most 5,000 bookings are returned; if more
    match, these are the newest, with ``X-Total-Count`` and a ``Link`` to the next page.
    """
    zone, prices = ZoneInfo(caller.operator.time_zone), pricing.price_list(db)
    filters, grace, sees_money = _filter(caller, query, query.status), grace_hours_of(caller), caller.may(SEE_MONEY)
    now = clock.now()
    _check_sort(caller, query.sort)
    if query.limit is None:
        most: int = request.app.state.list_rows
        rows, total, after = lists.newest(db, caller.operator.id, filters, query.sort, query.cursor, most)
        headers = {} if total is None else {"X-Total-Count": str(total)}
        if after is not None:
            following = request.url.include_query_params(cursor=after)
            headers["Link"] = f'<{following.path}?{following.query}>; rel="next"'
        short: Collection[int] = at_risk.read_shortages(db, read_operator(db.connection(), caller.operator.id), now)
        answers = (
            serializers.for_list(
                row, zone, prices, is_at_risk=row.id in short, sees_money=sees_money, grace_hours=grace
            )
            for row in rows
        )
        return json_list(answers, headers=headers or None)
    page, after = lists.page(db, caller.operator.id, filters, query.sort, limit=query.limit, cursor=query.cursor)
    short = at_risk.short_ids(db, caller.operator.id, zone, now, page)
    items = [
        serializers.for_list(
            row,
            zone,
            prices,
            is_at_risk=row.id in short,
            sees_money=sees_money,
            grace_hours=grace,
            due_before=filters.due_before,
        )
        for row in page
    ]
    return Json({"items": items, "nextCursor": after})


# Must precede the route of one booking, whose path parameter would match this path.
@router.get("/api/bookings/counts")
def bookings_counts(
    db: Db, caller: Annotated[Caller, Requires(SEE_BOOKINGS)], query: Annotated[ListFilters, Query()]
) -> BookingCounts:
    """Count the matching bookings by status, for the tabs of the list."""
    filters = _filter(caller, query, None)
    totals = lists.counts(db, filters)
    shown = HOLDING if query.on or query.figure else STATUSES
    return BookingCounts(all=sum(totals[status] for status in shown), **totals)


def _filter(caller: Caller, query: ListFilters, status: str | None) -> Filter:
    zone = ZoneInfo(caller.operator.time_zone)
    now = clock.now().astimezone(zone).replace(tzinfo=None)
    windows = {"week": week_window, "month": month_window}
    if query.paid and not caller.may(SEE_MONEY):
        raise Forbidden
    return Filter(
        statuses=_some_of(STATUSES, status, "status"),
        q=_search(query.q),
        day=_day(query.day, "date"),
        since=_day(query.since, "from"),
        until=_day(query.until, "to"),
        on=_day(query.on, "on"),
        between=windows[query.figure](now) if query.figure else None,
        open_from=now.date() if query.scope else None,
        venue_id=query.venue_id,
        customer_id=query.customer_id,
        paid=_some_of(lists.PAID_STATES, query.paid, "paid"),
        goods=_some_of(GOODS, query.goods, "goods"),
        due_before=not_overdue_from(clock.now(), zone, grace_hours_of(caller)),
    )


def _some_of(known: tuple[str, ...], text: str | None, field: str) -> tuple[str, ...]:
    """Split a comma-separated list of names. Raises Invalid on ``field`` for an unknown name."""
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
"""The booking fields that every team member may change (A5)."""

LONGEST_CALENDAR_DAYS = 100
"""Limit of days in a calendar request: a month with the surrounding days. Use the list for longer periods."""


# Must precede the route of one booking, whose path parameter would match this path.
@router.get("/api/bookings/calendar")
def bookings_calendar(
    db: Db,
    caller: Annotated[Caller, Requires(SEE_BOOKINGS)],
    since: Annotated[str, Query(alias="from", max_length=10)],
    until: Annotated[str, Query(alias="to", max_length=10)],
    status: Status = None,
    q: Search = None,
) -> list[CalendarBooking]:
    """List the rentals that overlap a period, first and last day inclusive, with the fields a calendar shows (B7)."""
    statuses = _some_of(STATUSES, status, "status")
    first, last = read_day(since, "from"), read_day(until, "to")
    if not timedelta(0) <= last - first < timedelta(days=LONGEST_CALENDAR_DAYS):
        raise Invalid(fields={"to": f"To must be on or within {LONGEST_CALENDAR_DAYS} days after from"})
    zone = ZoneInfo(caller.operator.time_zone)
    rows = lists.calendar(db, caller.operator.id, first, last, statuses=statuses, q=_search(q))
    terms = read_operator(db.connection(), caller.operator.id)
    short = at_risk.short_between(db, terms, clock.now(), first, last)
    return [serializers.for_calendar(row, zone, is_at_risk=row.id in short) for row in rows]


@router.get("/api/bookings/{booking_id}", response_model_exclude_unset=True)
def booking(
    db: Db, caller: Annotated[Caller, Requires(SEE_BOOKINGS)], booking_id: PathId
) -> BookingWithHistory | CrewBookingWithHistory:
    """Return a booking with its history."""
    return booking_details(db, caller, queries.booking(db, booking_id))


@router.patch("/api/bookings/{booking_id}", response_model_exclude_unset=True, responses=errors(409))
def edit_booking(
    db: Db,
    caller: Annotated[Caller, Requires(ADD_NOTES)],
    booking_id: PathId,
    terms: LockedTerms,
    booking: BookingForUpdate,
    body: BookingPatch,
) -> BookingWithHistory | CrewBookingWithHistory:
    """Update the fields sent. Availability and price are recalculated if affected. Staff can only update notes."""
    require(caller, ADD_NOTES if body.model_fields_set <= NOTES else HANDLE_BOOKINGS)
    before = booking.revision
    edited = service.edit_booking(db, terms, booking_id, body, by=caller.user, now=clock.now())
    db.flush()
    answer = booking_details(db, caller, edited)
    answer.changed = serializers.changed_fields(answer.history[-1].changes) if edited.revision != before else []
    return answer
