"""Routes of bookings for the signed-in: list, one, edit, status, and canceling several requests at once."""

from datetime import date, timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, reading, require, writing
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, NOTE, SEE_MONEY
from marqueedesk.availability import service as availability
from marqueedesk.bookings import answers as answer_forms
from marqueedesk.bookings import queries, service, transitions
from marqueedesk.bookings.models import CANCELED, COMPLETED, STATUSES, Booking
from marqueedesk.bookings.queries import Filter
from marqueedesk.bookings.rental_request import read_day
from marqueedesk.bookings.schemas import (
    BookingAnswer,
    BookingPage,
    BookingPatch,
    BookingWithHistory,
    CalendarBooking,
    CanceledAnswer,
    CancelInput,
    CrewBookingAnswer,
    CrewBookingPage,
    CrewBookingWithHistory,
    StatusInput,
)
from marqueedesk.kit import clock, paging
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http import RawBody, answers, json_answer, raw_body, takes
from marqueedesk.kit.wire import PathId
from marqueedesk.pricing import queries as pricing
from marqueedesk.venues import queries as venues

router = APIRouter(tags=["bookings"])
Raw = Annotated[RawBody, Depends(raw_body)]
Day = Annotated[str | None, Query(max_length=10)]


@router.get(
    "/api/bookings",
    response_model=list[BookingAnswer] | BookingPage | list[CrewBookingAnswer] | CrewBookingPage,
    responses=answers(401, 403, 422),
)
def bookings(
    request: Request,
    status: Annotated[str | None, Query(max_length=60)] = None,
    q: Annotated[str | None, Query(max_length=200)] = None,
    day: Annotated[str | None, Query(alias="date", max_length=10)] = None,
    since: Annotated[str | None, Query(alias="from", max_length=10)] = None,
    until: Annotated[str | None, Query(alias="to", max_length=10)] = None,
    limit: Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)] = None,
    cursor: Annotated[str | None, Query(max_length=300)] = None,
) -> Response:
    """The business's bookings by delivery; with ``limit`` page by page. ``status`` takes several, with commas (B7)."""
    with reading(request) as (db, caller):
        zone, prices = ZoneInfo(caller.operator.time_zone), pricing.price_list(db)
        wanted = _filter(status, q, day, since, until)
        if limit is None:
            return json_answer(
                [_seen(caller, answer_forms.of_booking(row, zone, prices)) for row in queries.listed(db, wanted)]
            )
        rows, after = queries.page(db, caller.operator.id, wanted, limit=limit, cursor=cursor)
    items = [_seen(caller, answer_forms.for_operator(row["id"], row, zone, prices)) for row in rows]
    return json_answer({"items": items, "nextCursor": after})


def _seen(caller: Caller, answer: dict[str, Any]) -> dict[str, Any]:
    return answer if caller.may(SEE_MONEY) else answer_forms.without_money(answer)


def _details(db: Session, caller: Caller, booking: Booking) -> dict[str, Any]:
    """One booking with all that belongs to it, as the caller may see it."""
    venue = venues.venue(db, booking.venue_id) if booking.venue_id is not None else None
    changes, prices = queries.history(db, booking.id), pricing.price_list(db)
    zone = ZoneInfo(caller.operator.time_zone)
    return _seen(caller, answer_forms.with_history(booking, changes, zone, prices=prices, venue=venue))


def _filter(status: str | None, q: str | None, day: str | None, since: str | None, until: str | None) -> Filter:
    statuses = tuple(part.strip() for part in status.split(",") if part.strip()) if status else ()
    if not set(statuses) <= set(STATUSES):
        raise Invalid(fields={"status": f"Status must be one of: {', '.join(STATUSES)}"})
    if q and "\x00" in q:
        raise Invalid(fields={"q": "Q contains characters that cannot be shown"})
    return Filter(
        statuses=statuses,
        q=(q or "").strip() or None,
        day=_day(day, "date"),
        since=_day(since, "from"),
        until=_day(until, "to"),
    )


def _day(text: str | None, field: str) -> date | None:
    return read_day(text, field) if text else None


NOTES = frozenset({"notes", "operator_notes", "expected_revision"})
"""What of a booking everybody in the business may change (A5)."""

LONGEST_CALENDAR_DAYS = 100
"""A calendar shows a month with the days around it; more at once is a list's business."""


# Before the route of one booking, whose path would take the word for an id.
@router.get("/api/bookings/calendar", response_model=list[CalendarBooking], responses=answers(401, 403, 422))
def bookings_calendar(
    request: Request,
    since: Annotated[str, Query(alias="from", max_length=10)],
    until: Annotated[str, Query(alias="to", max_length=10)],
    status: Annotated[str | None, Query(max_length=60)] = None,
    q: Annotated[str | None, Query(max_length=200)] = None,
) -> Response:
    """What a calendar shows of the rentals that touch any of some days, both ends included (B7)."""
    with reading(request) as (db, caller):
        wanted = _filter(status, q, None, None, None)
        first, last = read_day(since, "from"), read_day(until, "to")
        if not timedelta(0) <= last - first < timedelta(days=LONGEST_CALENDAR_DAYS):
            raise Invalid(fields={"to": f"To must be on or within {LONGEST_CALENDAR_DAYS} days after from"})
        zone = ZoneInfo(caller.operator.time_zone)
        rows = queries.calendar(db, caller.operator.id, first, last, statuses=wanted.statuses, q=wanted.q)
        return json_answer([answer_forms.for_calendar(row, zone) for row in rows])


@router.get(
    "/api/bookings/{booking_id}",
    response_model=BookingWithHistory | CrewBookingWithHistory,
    responses=answers(401, 403, 404, 422),
)
def booking(request: Request, booking_id: PathId) -> Response:
    """One booking with its history."""
    with reading(request) as (db, caller):
        found = queries.booking(db, booking_id)
        return json_answer(_details(db, caller, found))


@router.patch(
    "/api/bookings/{booking_id}",
    response_model=BookingWithHistory | CrewBookingWithHistory,
    responses=answers(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **takes(BookingPatch),
)
def edit_booking(request: Request, booking_id: PathId, body: Raw) -> Response:
    """Change what the body names. Letters and price are checked again where it touches them. Staff change notes."""
    with writing(request) as (db, caller):
        terms = availability.lock(db, caller.operator.id)
        queries.booking(db, booking_id)
        patch = body.read(BookingPatch)
        require(caller, NOTE if patch.model_fields_set <= NOTES else HANDLE_BOOKINGS)
        found = service.edit_booking(db, terms, booking_id, patch, by=caller.user, now=clock.now())
        db.flush()
        answer = _details(db, caller, found)
    return json_answer(answer)


@router.patch(
    "/api/bookings/{booking_id}/status",
    response_model=BookingWithHistory | CrewBookingWithHistory,
    responses=answers(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **takes(StatusInput),
)
def change_status(request: Request, booking_id: PathId, body: Raw) -> Response:
    """Confirm, cancel, complete or reopen a booking (B1). The same status again changes nothing. Staff complete."""
    with writing(request) as (db, caller):
        terms = availability.lock(db, caller.operator.id)
        before = queries.booking(db, booking_id).status
        given = body.read(StatusInput)
        # Who may complete a booking may also take that back.
        is_work = COMPLETED in {given.status, before} and given.status != CANCELED
        require(caller, NOTE if is_work else HANDLE_BOOKINGS)
        options = transitions.Options(**given.model_dump(exclude={"status"}))
        found = transitions.change_status(
            db, terms, booking_id, given.status, by=caller.user, now=clock.now(), options=options
        )
        db.flush()
        answer = _details(db, caller, found)
    return json_answer(answer)


@router.post(
    "/api/bookings/cancel",
    response_model=CanceledAnswer,
    responses=answers(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **takes(CancelInput),
)
def cancel_requests(request: Request, body: Raw) -> Response:
    """Cancel several pending requests: all of them or, when one cannot be, none (B9)."""
    with writing(request) as (db, caller):
        terms = availability.lock(db, require(caller, HANDLE_BOOKINGS).id)
        given = body.read(CancelInput)
        options = transitions.Options(notify=given.notify, reason=given.reason)
        done = transitions.cancel_requests(db, terms, given.ids, by=caller.user, now=clock.now(), options=options)
    return json_answer({"canceled": done})
