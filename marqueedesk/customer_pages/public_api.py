"""A quote's page for its customer, opened by its link without signing in: view, accept, decline, ask a question
(Q6-Q8).

Anyone with the link may act. Cookies are ignored, and requests from other sites are rejected before they reach these
routes.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Annotated, TypeVar
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Path, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database
from marqueedesk.accounts.dependencies import Db
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.errors import RentalDoesNotFit
from marqueedesk.bookings.estimate import find_alternatives
from marqueedesk.bookings.links import booking_links
from marqueedesk.bookings.serializers import schedule_answer
from marqueedesk.business.schemas import BusinessFormatsOut
from marqueedesk.customer_pages.schemas import (
    AcceptedOut,
    AcceptInput,
    BookedOut,
    DeclineInput,
    PublicQuoteOut,
    QuestionInput,
)
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.http import client_address, errors
from marqueedesk.kit.http.rate_limit import Limit, LocalLimit, network_of
from marqueedesk.kit.money import units
from marqueedesk.kit.watch.metrics import BOOKINGS
from marqueedesk.payments.service import due_by_card
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import customer_actions
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.customer_actions import Acceptance, QuoteOffer, consent_sentence
from marqueedesk.quotes.due import due_parts
from marqueedesk.quotes.schemas import OwnLineOut
from marqueedesk.quotes.serializers import for_customer, instant, shown_offer
from marqueedesk.quotes.version_changes import changes_since

router = APIRouter(tags=["customer's pages"], responses=errors(429))
Token = Annotated[str, Path(max_length=200)]
Result = TypeVar("Result")

READS = LocalLimit(120, 60)
"""Limit of quote views per address and process: two a second, sustained."""
ANSWERS = Limit("quote-answer", 40, timedelta(hours=1))
"""Limit of responses to quotes per address, across all processes."""
QUESTIONS = Limit("quote-question", 10, timedelta(hours=1))
"""Limit of questions per address."""


def _count(request: Request, limit: Limit) -> None:
    """Count a response from this address, in its own transaction. Raises TooMany."""
    if not request.app.state.limits_on:
        return
    now, key = clock.now(), limit.key(network_of(client_address(request)))
    with database(request).write() as db:
        rate_limit.ensure_below_limit(db, limit, key, now)
        rate_limit.count(db, limit, key, now)


def _look(request: Request) -> None:
    if request.app.state.limits_on:
        READS.spend(network_of(client_address(request)))


def _in_transaction(request: Request, verb: Callable[[Session, datetime], Result]) -> Result:
    """Run an action in one write transaction. If the rental does not fit, the error lists alternatives."""
    try:
        with database(request).write() as db:
            return verb(db, clock.now())
    except RentalDoesNotFit as refused:
        with database(request).autocommit_connection() as connection:
            found = find_alternatives(connection, refused.details, clock.now(), by_operator=False)
            refused.extra["alternatives"] = found
        raise


def _agent(request: Request) -> str | None:
    """Return the printable part of the caller's user agent, at most 200 characters; None if there is none."""
    given = request.headers.get("user-agent", "")
    return "".join(character for character in given if character.isprintable())[:200] or None


@router.get("/api/public/quotes/{token}", response_model_exclude_unset=True)
def public_quote(request: Request, db: Db, token: Token) -> PublicQuoteOut:
    """Get the version that was sent last, and the quote's status."""
    _look(request)
    operator_id, quote_id = customer_actions.open_quote(db, token)
    return _answer(db, operator_id, customer_actions.offer_of(db, quote_id), clock.now())


def _answer(db: Session, operator_id: int, offer: QuoteOffer, now: datetime) -> PublicQuoteOut:
    content, quote = offer.content, offer.quote
    operator = accounts.public_operator(db, operator_id)
    zone = ZoneInfo(operator.time_zone)
    prices = pricing.price_list(db)
    shown = for_customer(content, zone, prices)
    booking = bookings.booking(db, quote.booking_id) if quote.booking_id is not None else None
    yes = quotes.acceptance(db, quote.id) if booking else None
    is_open = shown_offer(quote, offer.sent, now) == "open"
    parts = due_parts(content, now.astimezone(zone).date()) if is_open else []
    earlier = quotes.sent_before(db, quote.id, offer.sent.version)
    return PublicQuoteOut.adding(
        BusinessFormatsOut.of_operator(operator, content["company"], content["currency"]),
        state=shown_offer(quote, offer.sent, now),
        version=offer.sent.version,
        changed_since=earlier.version if earlier else None,
        changed=changes_since(earlier, offer.sent, operator, prices),
        number=content["number"],
        customer_name=shown.customer_name,
        message=shown.message,
        size=shown.size,
        letters=shown.letters,
        letter_count=shown.letter_count,
        color_option=shown.color_option,
        add_ons=shown.add_ons,
        options=shown.options,
        sign=shown.sign,
        rented=shown.rented,
        venue_name=shown.venue_name,
        venue_address=shown.venue_address,
        rental_days=shown.rental_days,
        delivery_date=shown.delivery_date,
        preferred_install_time=shown.preferred_install_time,
        pickup_date=shown.pickup_date,
        lines=[OwnLineOut(text=line["text"], amount=units(line["cents"])) for line in content["lines"]],
        breakdown=shown.breakdown,
        total=shown.total_price,
        deposit=shown.deposit,
        schedule=schedule_answer(parts),
        policy=content.get("policy", []),
        expires_at=instant(offer.sent.expires_at, zone),
        note=shown.note,
        terms=content["terms"],
        consent=consent_sentence(content),
        needs_email=not content["customer_email"],
        accepted_by=yes.who if yes else None,
        accepted_at=instant(quote.answered_at, zone) if booking else None,
        booking=BookedOut(id=booking.id, number=booking.number, status=booking.status) if booking else None,
    )


@router.post("/api/public/quotes/{token}/seen", status_code=204, responses=errors(400, 403, 409, 415))
def see_quote(request: Request, token: Token) -> None:
    """Record that the customer has opened the page. Link previews and bots do not call this route."""
    _look(request)
    _in_transaction(request, lambda db, now: customer_actions.see(db, token, now))


@router.post(
    "/api/public/quotes/{token}/accept",
    status_code=201,
    responses=errors(403, 409) | {200: {"model": AcceptedOut}},
    response_model_exclude_unset=True,
)
def accept_quote(request: Request, response: Response, token: Token, body: AcceptInput) -> AcceptedOut:
    """Accept the quote by typing a name. Creates the booking (201), or returns the existing one (200)."""
    _count(request, ANSWERS)

    links = booking_links(request)

    def verb(db: Session, now: datetime) -> tuple[AcceptedOut, bool]:
        operator_id, _ = customer_actions.open_quote(db, token)
        accepted = Acceptance(
            version=body.version,
            name=body.name,
            email=body.email,
            address=client_address(request),
            agent=_agent(request),
        )
        booking, terms, new = customer_actions.accept(db, token, accepted, now)
        operator = accounts.public_operator(db, operator_id)
        platform = effective(db, request.app.state.settings)
        answer = AcceptedOut(
            booking=customer_actions.visitor_booking(db, booking, terms),
            # Other people with the link see that the quote was accepted, but not the booking's page.
            page_url=links.of(db, operator_id, booking.id, now) if new else None,
            pays_now=new and due_by_card(db, operator, booking, platform.stripe, now) > 0,
        )
        return answer, new

    answer, new = _in_transaction(request, verb)
    if new:
        BOOKINGS.labels("quote").inc()
    else:
        response.status_code = 200
    return answer


@router.post("/api/public/quotes/{token}/decline", status_code=204, responses=errors(403, 409))
def decline_quote(request: Request, token: Token, body: DeclineInput) -> None:
    """Decline the quote, with an optional reason."""
    _count(request, ANSWERS)

    def verb(db: Session, now: datetime) -> None:
        customer_actions.open_quote(db, token)
        customer_actions.decline(db, token, body.reason, now, lost_reason=body.lost_reason)

    _in_transaction(request, verb)


@router.post("/api/public/quotes/{token}/question", status_code=204, responses=errors(403, 409))
def ask_about_quote(request: Request, token: Token, body: QuestionInput) -> None:
    """Ask the operator a question. It is added to the quote's history."""
    _count(request, QUESTIONS)

    def verb(db: Session, now: datetime) -> None:
        customer_actions.open_quote(db, token)
        customer_actions.ask(db, token, body.text, body.email, now)

    _in_transaction(request, verb)
