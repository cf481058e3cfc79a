"""Quote routes for owners and managers: list, get, edit, send, withdraw, book."""

from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import orjson
from fastapi import Path, Query, Request

from marqueedesk.accounts.access import Caller, database, reading, record_action, require, writing
from marqueedesk.accounts.outgoing_email import email_outlook
from marqueedesk.accounts.rights import MANAGE_DOCUMENTS
from marqueedesk.availability import service as availability
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.bookings import serializers as booking_serializers
from marqueedesk.bookings.errors import RentalDoesNotFit
from marqueedesk.bookings.estimate import find_alternatives
from marqueedesk.bookings.schemas import BookingOut
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import Created, Json, JsonBody, NoContent
from marqueedesk.kit.http.idempotency import find_made, fingerprint, keep_made, read_key
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import availability_check, queries, service
from marqueedesk.quotes.models import STATUSES, Quote
from marqueedesk.quotes.queries import QuoteFilter
from marqueedesk.quotes.schemas import (
    BookInput,
    QuoteCounts,
    QuoteInput,
    QuoteOut,
    QuotePage,
    QuotePatch,
    QuoteWithStory,
    SendInput,
    SentQuoteOut,
    VersionOut,
)
from marqueedesk.quotes.serializers import for_operator, links_of, version_answer, with_story

if TYPE_CHECKING:
    from collections.abc import Generator
    from datetime import datetime

    from sqlalchemy.orm import Session

    from marqueedesk.availability.operator_lock import Terms

router = Router(tags=["quotes"], refuses=(401, 403))
VersionNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]


@contextmanager
def _changing(request: Request) -> "Generator[tuple[Session, Terms, Caller]]":
    """Open a write transaction under the operator's lock, for an owner or a manager.

    If a rental does not fit, the error lists alternatives, which are searched after the failed transaction has ended.
    """
    try:
        with writing(request) as (db, caller):
            operator = require(caller, MANAGE_DOCUMENTS)
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


@router.get("/api/quotes")
def quotes(
    request: Request,
    status: Annotated[str | None, Query(max_length=60)] = None,
    q: Annotated[str | None, Query(max_length=200)] = None,
    limit: Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)] = None,
    cursor: Annotated[str | None, Query(max_length=300)] = None,
) -> Json[list[QuoteOut] | QuotePage]:
    """List the business's quotes, newest first. ``status`` accepts several, separated by commas.

    With ``limit`` the list is paginated, and each page has the number of matching quotes by status.
    """
    with reading(request) as (db, caller):
        zone = ZoneInfo(require(caller, MANAGE_DOCUMENTS).time_zone)
        wanted, now, links = _filter(status, q), clock.now(), links_of(request)
        prices = pricing.price_list(db)
        if limit is None:
            return Json([for_operator(row, zone, links, now, prices) for row in queries.listed(db, wanted, now)])
        rows, after = queries.page(db, wanted, now, limit=limit, cursor=cursor)
        items = [for_operator(row, zone, links, now, prices) for row in rows]
        return Json(QuotePage(items=items, next_cursor=after, counts=QuoteCounts(**queries.counts(db, wanted, now))))


def _filter(status: str | None, q: str | None) -> QuoteFilter:
    statuses = tuple(part.strip() for part in status.split(",") if part.strip()) if status else ()
    if not set(statuses) <= set(STATUSES):
        raise Invalid(fields={"status": f"Status must be one of: {', '.join(STATUSES)}"})
    if q and "\x00" in q:
        raise Invalid(fields={"q": "Q contains characters that cannot be shown"})
    return QuoteFilter(statuses=statuses, q=(q or "").strip() or None)


@router.post("/api/quotes", refuses=(404, 409))
def create_quote(request: Request, body: JsonBody[QuoteInput]) -> Created[QuoteWithStory]:
    """Create a quote as a draft. Repeating the request with the same Idempotency-Key creates one quote (B4)."""
    key = read_key(request.headers.get("idempotency-key"))
    with _changing(request) as (db, terms, caller):
        given = body.read()
        now = clock.now()
        print_of = fingerprint("quote", orjson.dumps(given.model_dump(mode="json"), option=orjson.OPT_SORT_KEYS))
        made = find_made(db, key, print_of)
        quote = (
            service.create_quote(db, terms, given, by=caller.user, now=now) if made is None else queries.quote(db, made)
        )
        if made is None:
            keep_made(db, key, print_of, quote.id, now)
        answer = _with_story(db, terms, quote, request, now)
    return Created(answer)


@router.get("/api/quotes/{quote_id}")
def quote(request: Request, quote_id: PathId) -> Json[QuoteWithStory]:
    """Get a quote with its history and its current availability."""
    with reading(request) as (db, caller):
        operator = require(caller, MANAGE_DOCUMENTS)
        terms = read_operator(db.connection(), operator.id)
        return Json(_with_story(db, terms, queries.quote(db, quote_id), request, clock.now()))


@router.get("/api/quotes/{quote_id}/versions/{version}")
def version(request: Request, quote_id: PathId, version: VersionNumber) -> Json[VersionOut]:
    """Get a version as it was sent (Q2)."""
    with reading(request) as (db, caller):
        zone = ZoneInfo(require(caller, MANAGE_DOCUMENTS).time_zone)
        queries.quote(db, quote_id)
        prices = pricing.price_list(db)
        return Json(version_answer(queries.version(db, quote_id, version), zone, prices))


@router.patch("/api/quotes/{quote_id}", refuses=(409,))
def edit_quote(request: Request, quote_id: PathId, body: JsonBody[QuotePatch]) -> Json[QuoteWithStory]:
    """Change the fields in the body, at today's price. A sent quote gets a new version (Q2)."""
    with _changing(request) as (db, terms, caller):
        queries.quote(db, quote_id)
        patch, now = body.read(), clock.now()
        found = service.edit_quote(db, terms, quote_id, patch, by=caller.user, now=now)
        answer = _with_story(db, terms, found, request, now)
    return Json(answer)


@router.delete("/api/quotes/{quote_id}", refuses=(409,))
def delete_quote(request: Request, quote_id: PathId) -> NoContent:
    """Delete a quote that was not accepted, and its link."""
    with _changing(request) as (db, terms, caller):
        quote = queries.quote(db, quote_id)
        record_action(db, caller, "quote.deleted", (quote.id, quote.number or quote.message))
        service.delete_quote(db, terms, quote_id)
    return NoContent()


@router.post("/api/quotes/{quote_id}/send", refuses=(409,))
def send_quote(request: Request, quote_id: PathId, body: JsonBody[SendInput]) -> Json[SentQuoteOut]:
    """Send the current version to the customer by email, or create a link to share."""
    with _changing(request) as (db, terms, caller):
        queries.quote(db, quote_id)
        given, now = body.read(), clock.now()
        found = service.send_quote(db, terms, quote_id, given, links_of(request), by=caller.user, now=now)
        mails = given.email and found.customer_email
        answer = SentQuoteOut.adding(
            _with_story(db, terms, found, request, now),
            email=email_outlook(request, db, caller.operator) if mails else None,
        )
    return Json(answer)


@router.post("/api/quotes/{quote_id}/withdraw", refuses=(400, 409, 415))
def withdraw_quote(request: Request, quote_id: PathId) -> Json[QuoteWithStory]:
    """Withdraw a quote and release its letters."""
    with _changing(request) as (db, terms, caller):
        now = clock.now()
        found = service.withdraw_quote(db, terms, quote_id, by=caller.user, now=now)
        answer = _with_story(db, terms, found, request, now)
    return Json(answer)


@router.post("/api/quotes/{quote_id}/duplicate", refuses=(400, 409, 415))
def duplicate_quote(request: Request, quote_id: PathId) -> Created[QuoteWithStory]:
    """Create a draft with this quote's content at today's price."""
    with _changing(request) as (db, terms, caller):
        now = clock.now()
        copy = service.duplicate_quote(db, terms, quote_id, by=caller.user, now=now)
        answer = _with_story(db, terms, copy, request, now)
    return Created(answer)


@router.post("/api/quotes/{quote_id}/book", refuses=(409,))
def book_quote(request: Request, quote_id: PathId, body: JsonBody[BookInput]) -> Created[BookingOut]:
    """Create a confirmed booking from the current version at its price."""
    with _changing(request) as (db, terms, caller):
        queries.quote(db, quote_id)
        reason = body.read().overbook_reason
        made = service.book_quote(db, terms, quote_id, by=caller.user, overbook_reason=reason, now=clock.now())
        answer = booking_serializers.for_operator(made.booking, terms.zone, made.prices)
    return Created(answer)
