"""Routes of quotes for those who run the business: list, one, write, send, withdraw, book."""

from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import orjson
from fastapi import Depends, Path, Query, Request
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, database, reading, record_action, require, writing
from marqueedesk.accounts.rights import MAKE_PAPERS
from marqueedesk.availability import service as availability
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.bookings import serializers as booking_serializers
from marqueedesk.bookings.errors import RentalDoesNotFit
from marqueedesk.bookings.estimate import find_alternatives
from marqueedesk.bookings.schemas import BookingOut
from marqueedesk.kit import clock, paging
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http import RawBody, error_responses, json_answer, raw_body, request_body
from marqueedesk.kit.idempotency import find_made, fingerprint, keep_made, read_key
from marqueedesk.kit.routing import Router
from marqueedesk.kit.schemas import PathId
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import availability_check, queries, service
from marqueedesk.quotes.models import STATUSES, Quote
from marqueedesk.quotes.queries import Filter
from marqueedesk.quotes.schemas import (
    BookInput,
    QuoteInput,
    QuoteOut,
    QuotePage,
    QuotePatch,
    QuoteWithStory,
    SendInput,
    VersionOut,
)
from marqueedesk.quotes.serializers import for_operator, links_of, version_answer, with_story

if TYPE_CHECKING:
    from collections.abc import Generator
    from datetime import datetime

    from sqlalchemy.orm import Session

    from marqueedesk.availability.operator_lock import Terms

router = Router(tags=["quotes"])
Raw = Annotated[RawBody, Depends(raw_body)]
VersionNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]
_READ = error_responses(401, 403, 404, 422)
_CHANGE = error_responses(400, 401, 403, 404, 409, 413, 415, 422, 503)


@contextmanager
def _changing(request: Request) -> "Generator[tuple[Session, Terms, Caller]]":
    """A write transaction under the operator's lock, for an owner or a manager.

    A refusal because a rental does not fit lists some that do, searched for after the refused transaction has ended.
    """
    try:
        with writing(request) as (db, caller):
            operator = require(caller, MAKE_PAPERS)
            yield db, availability.lock(db, operator.id), caller
    except RentalDoesNotFit as refused:
        with database(request).autocommit_connection() as connection:
            found = find_alternatives(connection, refused.details, clock.now(), by_operator=True)
            refused.extra["alternatives"] = found
        raise


def _with_story(db: "Session", terms: "Terms", quote: Quote, request: Request, now: "datetime") -> QuoteWithStory:
    db.flush()
    return with_story(
        quote,
        terms.zone,
        links_of(request),
        now,
        pricing.price_list(db),
        history=queries.history(db, quote.id),
        fit=availability_check.fit_out(db, terms, quote, now),
    )


@router.get("/api/quotes", response_model=list[QuoteOut] | QuotePage, responses=error_responses(401, 403, 422))
def quotes(
    request: Request,
    status: Annotated[str | None, Query(max_length=60)] = None,
    q: Annotated[str | None, Query(max_length=200)] = None,
    limit: Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)] = None,
    cursor: Annotated[str | None, Query(max_length=300)] = None,
) -> Response:
    """The business's quotes, the newest first. ``status`` takes several, with commas.

    With ``limit`` page by page, each with how many quotes the search finds in each state.
    """
    with reading(request) as (db, caller):
        zone = ZoneInfo(require(caller, MAKE_PAPERS).time_zone)
        wanted, now, links = _filter(status, q), clock.now(), links_of(request)
        prices = pricing.price_list(db)
        if limit is None:
            return json_answer([for_operator(row, zone, links, now, prices) for row in queries.listed(db, wanted, now)])
        rows, after = queries.page(db, wanted, now, limit=limit, cursor=cursor)
        items = [for_operator(row, zone, links, now, prices) for row in rows]
        return json_answer({"items": items, "nextCursor": after, "counts": queries.counts(db, wanted, now)})


def _filter(status: str | None, q: str | None) -> Filter:
    statuses = tuple(part.strip() for part in status.split(",") if part.strip()) if status else ()
    if not set(statuses) <= set(STATUSES):
        raise Invalid(fields={"status": f"Status must be one of: {', '.join(STATUSES)}"})
    if q and "\x00" in q:
        raise Invalid(fields={"q": "Q contains characters that cannot be shown"})
    return Filter(statuses=statuses, q=(q or "").strip() or None)


@router.post(
    "/api/quotes",
    status_code=201,
    response_model=QuoteWithStory,
    responses=error_responses(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **request_body(QuoteInput),
)
def create_quote(request: Request, body: Raw) -> Response:
    """Save a new quote as a draft. The same request under the same Idempotency-Key makes one (B4)."""
    key = read_key(request.headers.get("idempotency-key"))
    with _changing(request) as (db, terms, caller):
        given = body.read(QuoteInput)
        now = clock.now()
        print_of = fingerprint("quote", orjson.dumps(given.model_dump(mode="json"), option=orjson.OPT_SORT_KEYS))
        made = find_made(db, key, print_of)
        quote = (
            service.create_quote(db, terms, given, by=caller.user, now=now) if made is None else queries.quote(db, made)
        )
        if made is None:
            keep_made(db, key, print_of, quote.id, now)
        answer = _with_story(db, terms, quote, request, now)
    return json_answer(answer, 201)


@router.get("/api/quotes/{quote_id}", response_model=QuoteWithStory, responses=_READ)
def quote(request: Request, quote_id: PathId) -> Response:
    """One quote with its history, and whether it would fit today."""
    with reading(request) as (db, caller):
        operator = require(caller, MAKE_PAPERS)
        terms = read_operator(db.connection(), operator.id)
        return json_answer(_with_story(db, terms, queries.quote(db, quote_id), request, clock.now()))


@router.get("/api/quotes/{quote_id}/versions/{version}", response_model=VersionOut, responses=_READ)
def version(request: Request, quote_id: PathId, version: VersionNumber) -> Response:
    """A version as it was sent (Q2)."""
    with reading(request) as (db, caller):
        zone = ZoneInfo(require(caller, MAKE_PAPERS).time_zone)
        queries.quote(db, quote_id)
        prices = pricing.price_list(db)
        return json_answer(version_answer(queries.version(db, quote_id, version), zone, prices))


@router.patch("/api/quotes/{quote_id}", response_model=QuoteWithStory, responses=_CHANGE, **request_body(QuotePatch))
def edit_quote(request: Request, quote_id: PathId, body: Raw) -> Response:
    """Change what the body names, at today's price. Of a quote that was sent this makes a new version (Q2)."""
    with _changing(request) as (db, terms, caller):
        queries.quote(db, quote_id)
        patch, now = body.read(QuotePatch), clock.now()
        found = service.edit_quote(db, terms, quote_id, patch, by=caller.user, now=now)
        answer = _with_story(db, terms, found, request, now)
    return json_answer(answer)


@router.delete("/api/quotes/{quote_id}", status_code=204, responses=error_responses(401, 403, 404, 409, 422, 503))
def delete_quote(request: Request, quote_id: PathId) -> Response:
    """Remove a quote that was not accepted, with its link."""
    with _changing(request) as (db, terms, caller):
        quote = queries.quote(db, quote_id)
        record_action(db, caller, "quote.deleted", (quote.id, quote.number or quote.message))
        service.delete_quote(db, terms, quote_id)
    return Response(status_code=204)


@router.post("/api/quotes/{quote_id}/send", response_model=QuoteWithStory, responses=_CHANGE, **request_body(SendInput))
def send_quote(request: Request, quote_id: PathId, body: Raw) -> Response:
    """Offer the present version to the customer, by email or by a link to pass on."""
    with _changing(request) as (db, terms, caller):
        queries.quote(db, quote_id)
        given, now = body.read(SendInput), clock.now()
        found = service.send_quote(db, terms, quote_id, given, links_of(request), by=caller.user, now=now)
        answer = _with_story(db, terms, found, request, now)
    return json_answer(answer)


@router.post("/api/quotes/{quote_id}/withdraw", response_model=QuoteWithStory, responses=_CHANGE)
def withdraw_quote(request: Request, quote_id: PathId) -> Response:
    """Take an offer back; its letters are free."""
    with _changing(request) as (db, terms, caller):
        now = clock.now()
        found = service.withdraw_quote(db, terms, quote_id, by=caller.user, now=now)
        answer = _with_story(db, terms, found, request, now)
    return json_answer(answer)


@router.post("/api/quotes/{quote_id}/duplicate", status_code=201, response_model=QuoteWithStory, responses=_CHANGE)
def duplicate_quote(request: Request, quote_id: PathId) -> Response:
    """A new draft with what this quote offers, at today's price."""
    with _changing(request) as (db, terms, caller):
        now = clock.now()
        copy = service.duplicate_quote(db, terms, quote_id, by=caller.user, now=now)
        answer = _with_story(db, terms, copy, request, now)
    return json_answer(answer, 201)


@router.post(
    "/api/quotes/{quote_id}/book",
    status_code=201,
    response_model=BookingOut,
    responses=_CHANGE,
    **request_body(BookInput),
)
def book_quote(request: Request, quote_id: PathId, body: Raw) -> Response:
    """Make the present version a confirmed booking at its price."""
    with _changing(request) as (db, terms, caller):
        queries.quote(db, quote_id)
        reason = body.read(BookInput).overbook_reason
        made = service.book_quote(db, terms, quote_id, by=caller.user, overbook_reason=reason, now=clock.now())
        answer = booking_serializers.for_operator(made.id, made.row, terms.zone, made.prices)
    return json_answer(answer, 201)
