"""Routes of follow-up emails: agreeing to one in the form, opening the form from it, and stopping them."""

from dataclasses import replace
from datetime import datetime, timedelta
from math import ceil
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Path, Request
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse, Response

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database
from marqueedesk.accounts.call_limits import Attempts
from marqueedesk.accounts.models import Operator
from marqueedesk.availability.operator_lock import Terms, lock_operator
from marqueedesk.bookings.errors import LooksAutomated, SubmittedTooFast
from marqueedesk.bookings.estimate import Estimate, estimate
from marqueedesk.bookings.form_rules import ensure_turning_allowed
from marqueedesk.bookings.requests import estimate_request
from marqueedesk.business import queries as business
from marqueedesk.delivery.rules import rules_of
from marqueedesk.follow_ups import priced, recipients
from marqueedesk.follow_ups.models import PricedLead
from marqueedesk.follow_ups.priced import Contact, NoFollowUps
from marqueedesk.follow_ups.schemas import FollowUpStopOut, PricedLeadInput, UnfinishedFormOut
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.form_tokens import stamps
from marqueedesk.kit.http.http import client_address, errors
from marqueedesk.kit.http.rate_limit import Limit, LocalLimit, network_digest, network_of
from marqueedesk.pricing import queries as pricing
from marqueedesk.rentals.catalog import read_catalog
from marqueedesk.rentals.line_serializers import lines_without_price
from marqueedesk.rentals.rental_request import Place
from marqueedesk.rentals.stored_lines import read_lines
from marqueedesk.venues.address_schemas import address_answer
from marqueedesk.waiting_list.waiting_entry import WaitingDetails

router = APIRouter(tags=["public form"], responses=errors(429))
Token = Annotated[str, Path(max_length=200)]
BY_NETWORK: Final = Limit("priced-leads-network", 30, timedelta(hours=1))
BY_ADDRESS: Final = Limit("priced-leads-address", 10, timedelta(hours=1))
"""Limits of calls per network, and per address at one business, across all processes."""
READS: Final = LocalLimit(120, 60)
QUICKEST: Final = timedelta(seconds=3)
"""Minimum time from opening the form to a price."""


@router.post("/api/public/priced-leads", status_code=204, responses=errors(403, 404, 409))
def remember_price(request: Request, body: PricedLeadInput) -> None:
    """Agree to one email a day later if the form isn't sent, or withdraw that. The response is the same if the address
    stopped such emails.
    """
    now, network = clock.now(), network_of(client_address(request))
    with database(request).read() as db:
        operator = _operator_of(db, body)
    if request.app.state.limits_on:
        _ensure_person(request, body, now)
    attempts = Attempts(request, [(BY_NETWORK, (network,)), (BY_ADDRESS, (operator.id, body.customer_email.lower()))])
    # Rejected calls write nothing.
    attempts.ensure_below_limit()
    attempts.spend()
    with database(request).write() as db:
        operator = _operator_of(db, body)
        terms = lock_operator(db.connection(), operator.id)
        contact = Contact(body.customer_email, body.customer_name, network_digest(operator.id, network))
        if body.consent:
            estimated, details = _estimate(db, terms, body, now)
            priced.keep(db, terms, contact, estimated, details, now)
        else:
            priced.withdraw(db, contact.email, contact.network)


def _operator_of(db: Session, body: PricedLeadInput) -> Operator:
    """Scope the session to the named business. Raises NoFollowUps if it doesn't send such emails."""
    if body.user_id is None:
        raise Invalid(fields={"userId": "userId is required"})
    operator = accounts.open_operator(db, body.user_id)
    set_operator(db, operator.id)
    if not rules_of(operator.rules).email_prices:
        raise NoFollowUps
    return operator


def _ensure_person(request: Request, body: PricedLeadInput, now: datetime) -> None:
    """Raise LooksAutomated without a valid form token or with the hidden field filled in, and SubmittedTooFast."""
    opened = stamps(request).age(body.form_token, now) if body.form_token else None
    if body.website or opened is None:
        raise LooksAutomated
    if opened < QUICKEST:
        raise SubmittedTooFast(retry_after=ceil((QUICKEST - opened).total_seconds()))


def _estimate(db: Session, terms: Terms, body: PricedLeadInput, now: datetime) -> tuple[Estimate, WaitingDetails]:
    """Price the form, and return the details to store with it. Raises Invalid under the rules of an estimate."""
    connection = db.connection()
    catalog = read_catalog(connection, terms.operator_id, body.lines, for_visitor=True)
    wanted = estimate_request(body, terms, now, by_operator=False, catalog=catalog)
    if not wanted.lines:
        raise Invalid(fields={"message": "Message is required"})
    if wanted.days is None:
        raise Invalid(fields={"deliveryDate": "Choose the days of delivery and pickup"})
    ensure_turning_allowed(wanted.lines, terms.rules)
    estimated = estimate(connection, terms, wanted, by_operator=False, now=now, with_alternatives=False)
    place = replace(wanted.place, name=body.venue_name) if body.venue_id is None else Place(body.venue_id)
    return estimated, WaitingDetails(place, body.preferred_install_time, body.event_type)


@router.get("/api/public/priced-leads/{token}", responses=errors(404))
def unfinished_form(request: Request, token: Token) -> UnfinishedFormOut:
    """Return what the visitor had entered, to fill in the form again."""
    _count_look(request)
    with database(request).read() as db:
        operator, lead = priced.open_lead(db, token)
        return _unfinished(db, operator, lead)


def _unfinished(db: Session, operator: Operator, lead: PricedLead) -> UnfinishedFormOut:
    details = WaitingDetails.from_json(lead.details)
    delivery, pickup = priced.days_of(lead, operator.time_zone)
    place = details.place
    return UnfinishedFormOut(
        url=f"/booking?key={operator.public_key}",
        key=operator.public_key,
        customer_name=lead.customer_name or "",
        customer_email=lead.customer_email,
        lines=lines_without_price(read_lines(lead.lines), pricing.price_list(db)),
        venue_id=place.venue_id,
        venue_name=place.name if place.venue_id is None else None,
        address=address_answer(lead.details["address"]),
        event_type=details.event_type,
        preferred_install_time=details.install_time,
        delivery_day=delivery.isoformat(),
        pickup_day=pickup.isoformat(),
        date_format=operator.date_format,
    )


@router.get("/api/public/follow-ups/{token}", responses=errors(404))
def follow_ups(request: Request, token: Token) -> FollowUpStopOut:
    """Return the business whose follow-up emails the link stops."""
    _count_look(request)
    with database(request).read() as db:
        operator, row = recipients.open_recipient(db, token)
        company = business.company(db, operator)
        return FollowUpStopOut(company_name=company["name"], stopped=row.stopped_at is not None)


@router.get("/api/public/follow-ups/{token}/unsubscribe", include_in_schema=False)
def stopping_page(token: Token) -> Response:
    """Redirect from the `List-Unsubscribe` URL to a page with a button that stops the emails."""
    return RedirectResponse(f"/stop/{quote(token, safe='')}", status_code=303)


@router.post("/api/public/follow-ups/{token}/unsubscribe", status_code=204, responses=errors(404))
def stop_follow_ups(request: Request, token: Token) -> None:
    """Stop a business's follow-up emails to an address, also with one click in mail programs (RFC 8058). The body is
    ignored; repeated calls succeed.
    """
    _count_look(request)
    with database(request).write() as db:
        _, row = recipients.open_recipient(db, token)
        recipients.stop(db, row, clock.now())


def _count_look(request: Request) -> None:
    if request.app.state.limits_on:
        READS.spend(network_of(client_address(request)))
