"""Quote routes for owners and managers: list, get, edit, send, withdraw, book."""

from collections.abc import Generator
from datetime import datetime
from typing import Annotated
from zoneinfo import ZoneInfo

import orjson
from fastapi import APIRouter, Depends, Path, Query, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, database, record_action, require
from marqueedesk.accounts.dependencies import Db, Requires, SignedIn
from marqueedesk.accounts.outgoing_email import email_outlook
from marqueedesk.accounts.rights import MANAGE_DOCUMENTS
from marqueedesk.availability import service as availability
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.availability.operator_lock import Terms, read_operator
from marqueedesk.bookings import serializers as booking_serializers
from marqueedesk.bookings.errors import RentalDoesNotFit
from marqueedesk.bookings.estimate import find_alternatives
from marqueedesk.bookings.schemas import BookingOut
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.idempotency import find_made, fingerprint, keep_made, read_key
from marqueedesk.kit.http.schemas import BIGGEST_ID, PathId
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import availability_check, queries, service
from marqueedesk.quotes.models import STATUSES, Quote
from marqueedesk.quotes.queries import QuoteFilter
from marqueedesk.quotes.schemas import (
    BookInput,
    LostReasonInput,
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
from marqueedesk.quotes.version_changes import changes_since

router = APIRouter(tags=["quotes"], responses=errors(401, 403))
VersionNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]


def list_alternatives(request: Request) -> Generator[None]:
    """If a rental does not fit, add alternatives to the error. The search runs after the transaction has ended."""
    try:
        yield
    except RentalDoesNotFit as refused:
        with database(request).autocommit_connection() as connection:
            found = find_alternatives(connection, refused.details, clock.now(), by_operator=True)
            refused.extra["alternatives"] = found
        raise


LISTS_ALTERNATIVES = Depends(list_alternatives, scope="function")


def quote_for_update(db: Db, _terms: LockedTerms, quote_id: PathId) -> Quote:
    """Return the quote in the path under the operator's lock. Raises NotFound (404) before the body is validated."""
    return queries.quote(db, quote_id)


QuoteForUpdate = Annotated[Quote, Depends(quote_for_update)]


def _with_story(db: Session, terms: Terms, quote: Quote, request: Request, now: datetime) -> QuoteWithStory:
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


@router.get("/api/quotes", response_model_exclude_unset=True)
def quotes(
    request: Request,
    db: Db,
    caller: SignedIn,
    status: Annotated[str | None, Query(max_length=60)] = None,
    q: Annotated[str | None, Query(max_length=200)] = None,
    customer_id: Annotated[int | None, Query(alias="customerId", ge=1, le=BIGGEST_ID)] = None,
    limit: Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)] = None,
    cursor: Annotated[str | None, Query(max_length=300)] = None,
) -> list[QuoteOut] | QuotePage:
    """List the business's quotes, newest first. ``status`` accepts several, separated by commas.

    With ``limit``, the list is paginated, and each page includes the number of matching quotes by status.
    """
    zone = ZoneInfo(require(caller, MANAGE_DOCUMENTS).time_zone)
    wanted, now, links = _filter(status, q, customer_id), clock.now(), links_of(request)
    prices = pricing.price_list(db)
    if limit is None:
        return [for_operator(row, zone, links, now, prices) for row in queries.listed(db, wanted, now)]
    rows, after = queries.page(db, wanted, now, limit=limit, cursor=cursor)
    items = [for_operator(row, zone, links, now, prices) for row in rows]
    return QuotePage(items=items, next_cursor=after, counts=QuoteCounts(**queries.counts(db, wanted, now)))


def _filter(status: str | None, q: str | None, customer_id: int | None) -> QuoteFilter:
    statuses = tuple(part.strip() for part in status.split(",") if part.strip()) if status else ()
    if not set(statuses) <= set(STATUSES):
        raise Invalid(fields={"status": f"Status must be one of: {', '.join(STATUSES)}"})
    if q and "\x00" in q:
        raise Invalid(fields={"q": "Q contains characters that cannot be shown"})
    return QuoteFilter(statuses=statuses, q=(q or "").strip() or None, customer_id=customer_id)


@router.post(
    "/api/quotes",
    response_model_exclude_unset=True,
    status_code=201,
    responses=errors(404, 409),
    dependencies=[LISTS_ALTERNATIVES],
)
def create_quote(
    request: Request, db: Db, caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)], body: QuoteInput
) -> QuoteWithStory:
    """Create a draft quote. Repeating the request with the same Idempotency-Key creates only one (B4)."""
    key = read_key(request.headers.get("idempotency-key"))
    terms = availability.lock(db, caller.operator.id)
    now = clock.now()
    print_of = fingerprint("quote", orjson.dumps(body.model_dump(mode="json"), option=orjson.OPT_SORT_KEYS))
    made = find_made(db, key, print_of)
    quote = service.create_quote(db, terms, body, by=caller.user, now=now) if made is None else queries.quote(db, made)
    if made is None:
        keep_made(db, key, print_of, quote.id, now)
    return _with_story(db, terms, quote, request, now)


@router.get("/api/quotes/{quote_id}", response_model_exclude_unset=True)
def quote(
    request: Request, db: Db, caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)], quote_id: PathId
) -> QuoteWithStory:
    """Get a quote with its history and its current availability."""
    operator = caller.operator
    terms = read_operator(db.connection(), operator.id)
    return _with_story(db, terms, queries.quote(db, quote_id), request, clock.now())


@router.get("/api/quotes/{quote_id}/versions/{version}", response_model_exclude_unset=True)
def version(db: Db, caller: SignedIn, quote_id: PathId, version: VersionNumber) -> VersionOut:
    """Get a version as it was sent (Q2)."""
    operator = require(caller, MANAGE_DOCUMENTS)
    queries.quote(db, quote_id)
    prices, stored = pricing.price_list(db), queries.version(db, quote_id, version)
    changed = changes_since(queries.sent_before(db, quote_id, version), stored, operator, prices)
    return version_answer(stored, ZoneInfo(operator.time_zone), prices, changed)


@router.patch(
    "/api/quotes/{quote_id}",
    response_model_exclude_unset=True,
    responses=errors(409),
    dependencies=[LISTS_ALTERNATIVES],
)
def edit_quote(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)],
    quote_id: PathId,
    terms: LockedTerms,
    _quote: QuoteForUpdate,
    body: QuotePatch,
) -> QuoteWithStory:
    """Change the fields in the body, at today's prices. A sent quote gets a new version (Q2)."""
    now = clock.now()
    found = service.edit_quote(db, terms, quote_id, body, by=caller.user, now=now)
    return _with_story(db, terms, found, request, now)


@router.delete("/api/quotes/{quote_id}", status_code=204, responses=errors(409), dependencies=[LISTS_ALTERNATIVES])
def delete_quote(db: Db, caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)], quote_id: PathId) -> None:
    """Delete a quote that was not accepted, along with its link."""
    terms = availability.lock(db, caller.operator.id)
    quote = queries.quote(db, quote_id)
    record_action(db, caller, "quote.deleted", (quote.id, quote.number or quote.message))
    service.delete_quote(db, terms, quote_id)


@router.post(
    "/api/quotes/{quote_id}/send",
    response_model_exclude_unset=True,
    responses=errors(409),
    dependencies=[LISTS_ALTERNATIVES],
)
def send_quote(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)],
    quote_id: PathId,
    terms: LockedTerms,
    _quote: QuoteForUpdate,
    body: SendInput,
) -> SentQuoteOut:
    """Send the current version to the customer by email, or create a link to share."""
    now = clock.now()
    found = service.send_quote(db, terms, quote_id, body, links_of(request), by=caller.user, now=now)
    mails = body.email and found.customer_email
    return SentQuoteOut.adding(
        _with_story(db, terms, found, request, now),
        email=email_outlook(request, db, caller.operator) if mails else None,
    )


@router.post(
    "/api/quotes/{quote_id}/withdraw",
    response_model_exclude_unset=True,
    responses=errors(400, 409, 415),
    dependencies=[LISTS_ALTERNATIVES],
)
def withdraw_quote(
    request: Request, db: Db, caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)], quote_id: PathId
) -> QuoteWithStory:
    """Withdraw a quote and release its letters."""
    terms = availability.lock(db, caller.operator.id)
    now = clock.now()
    found = service.withdraw_quote(db, terms, quote_id, by=caller.user, now=now)
    return _with_story(db, terms, found, request, now)


@router.put(
    "/api/quotes/{quote_id}/lost-reason",
    response_model_exclude_unset=True,
    responses=errors(409),
    dependencies=[LISTS_ALTERNATIVES],
)
def set_lost_reason(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)],
    quote_id: PathId,
    body: LostReasonInput,
) -> QuoteWithStory:
    """Set why a declined, withdrawn or expired quote was lost."""
    terms, now = availability.lock(db, caller.operator.id), clock.now()
    found = service.set_lost_reason(db, quote_id, body.lost_reason, now)
    return _with_story(db, terms, found, request, now)


@router.post(
    "/api/quotes/{quote_id}/duplicate",
    response_model_exclude_unset=True,
    status_code=201,
    responses=errors(400, 409, 415),
    dependencies=[LISTS_ALTERNATIVES],
)
def duplicate_quote(
    request: Request, db: Db, caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)], quote_id: PathId
) -> QuoteWithStory:
    """Create a draft with this quote's content at today's prices."""
    terms = availability.lock(db, caller.operator.id)
    now = clock.now()
    copy = service.duplicate_quote(db, terms, quote_id, by=caller.user, now=now)
    return _with_story(db, terms, copy, request, now)


@router.post(
    "/api/quotes/{quote_id}/book",
    response_model_exclude_unset=True,
    status_code=201,
    responses=errors(409),
    dependencies=[LISTS_ALTERNATIVES],
)
def book_quote(
    db: Db,
    caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)],
    quote_id: PathId,
    terms: LockedTerms,
    _quote: QuoteForUpdate,
    body: BookInput,
) -> BookingOut:
    """Create a confirmed booking from the quote's current version, at the quoted price."""
    reason = body.overbook_reason
    made = service.book_quote(db, terms, quote_id, by=caller.user, overbook_reason=reason, now=clock.now())
    return booking_serializers.for_operator(made.booking, terms.zone, made.prices)
