"""A customer's actions on a quote through its link: view, accept, decline, ask a question.

Anyone who opens the link counts as the customer. `open_quote` resolves the token and scopes the session to the
operator. Functions that change something then take the operator's lock before reading the current state. None of them
commits.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy.orm import Session

from marqueedesk import domain_events
from marqueedesk.accounts.public_links import open_link, refuse_change_while_suspended
from marqueedesk.availability import service as availability
from marqueedesk.availability.models import QUOTE
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import serializers as booking_serializers
from marqueedesk.bookings.models import Booking, LostReason
from marqueedesk.bookings.schemas import VisitorBookingOut
from marqueedesk.domain_events import QuoteQuestioned, publish
from marqueedesk.kit.errors import Invalid, NotFound
from marqueedesk.kit.text.formats import money
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import queries
from marqueedesk.quotes.acceptance import make_booking, record_event, touch
from marqueedesk.quotes.content import price_of
from marqueedesk.quotes.errors import (
    NoQuote,
    QuoteAlreadyAccepted,
    QuoteAlreadyDeclined,
    QuoteChanged,
    QuoteExpired,
    QuoteWithdrawn,
)
from marqueedesk.quotes.models import (
    DECLINED,
    EXPIRED,
    LINK,
    SEEN,
    SENT,
    WITHDRAWN,
    Quote,
    QuoteContent,
    QuoteVersion,
    SentContent,
)
from marqueedesk.quotes.serializers import shown_offer
from marqueedesk.quotes.service import put_content

CUSTOMER = "Customer"
"""Name used in the history while the customer's name is unknown."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A customer's acceptance, with its evidence (Q6)."""

    version: int
    name: str
    email: str | None
    address: str
    agent: str | None


@dataclass(frozen=True, slots=True)
class QuoteOffer:
    """A quote with the version shown to its customer."""

    quote: Quote
    sent: QuoteVersion

    @property
    def content(self) -> SentContent:
        """Return the content of the offer."""
        return self.sent.content

    def who(self) -> str:
        """Return the customer's name, or CUSTOMER if unknown."""
        return self.content["customer_name"] or CUSTOMER


def open_quote(db: Session, token: str) -> tuple[int, int]:
    """Resolve a quote token: scope the session to its operator, and return the IDs of the operator and the quote.

    Raises NoQuote for malformed and unknown tokens, and if the operator is deactivated; BusinessUnavailable for a
    change while the operator is suspended.
    """
    operator, quote_id = open_link(db, token, LINK, NoQuote)
    refuse_change_while_suspended(operator)
    return operator.id, quote_id


def offer_of(db: Session, quote_id: int) -> QuoteOffer:
    """Return the quote with the version that was last sent. Raises NoQuote."""
    try:
        quote = queries.quote(db, quote_id)
        if quote.sent_version is None:
            raise NoQuote
        return QuoteOffer(quote, queries.version(db, quote_id, quote.sent_version))
    except NotFound:
        raise NoQuote from None


def _locked(db: Session, token: str) -> tuple[Terms, QuoteOffer]:
    operator_id, quote_id = open_quote(db, token)
    terms = availability.lock(db, operator_id)
    return terms, offer_of(db, quote_id)


def consent_sentence(content: SentContent) -> str:
    """Return the sentence that the customer consents to, with quote, business and amount. It is stored with the
    acceptance.
    """
    total = money(price_of(content).total_cents, content["currency"])
    terms = " and the terms" if content["terms"] else ""
    return f"I accept quote {content['number']} of {content['company']['name']} for {total}{terms}."


def see(db: Session, token: str, now: datetime) -> None:
    """Record that the customer has opened the quote, once per sent version.

    This does not change the revision, so it does not conflict with an edit in progress (Q9).
    """
    _, offer = _locked(db, token)
    quote = offer.quote
    if quote.seen_at is not None or shown_offer(quote, offer.sent, now) != "open":
        return
    quote.seen_at = now
    if quote.status == SENT:
        quote.status = SEEN
    record_event(db, quote, "seen", offer.who(), now, version=offer.sent.version)


def accept(db: Session, token: str, given: Acceptance, now: datetime) -> tuple[Booking, Terms, bool]:
    """Accept the offer in one transaction under the operator's lock. Returns the booking, the operator's terms, and
    whether the booking is new.

    Idempotent: repeated acceptances return the same booking.

    Raises NoQuote, QuoteWithdrawn, QuoteAlreadyDeclined, QuoteExpired, QuoteChanged, Invalid (email), CodeNotValid
    (uses) and RentalDoesNotFit.
    """
    terms, offer = _locked(db, token)
    quote = offer.quote
    if quote.booking_id is not None:
        return bookings.booking(db, quote.booking_id), terms, False
    _refuse_unless_open(offer, now)
    if given.version != offer.sent.version:
        raise QuoteChanged(version=offer.sent.version)
    email = offer.content["customer_email"] or given.email
    if not email:
        raise Invalid(fields={"email": "Enter your email so we can confirm your booking"})
    made = make_booking(
        db,
        terms,
        quote,
        offer.content,
        customer_name=offer.content["customer_name"] or given.name,
        customer_email=email,
        # Truncated to the length of the booking's column.
        placed_by=given.name[:100],
        overbook_reason=None,
        for_operator=False,
        now=now,
    )
    db.flush()
    booking = bookings.booking(db, made.booking.id)
    _keep_what_was_being_written(db, quote, offer, email)
    record_event(
        db,
        quote,
        "accepted",
        given.name,
        now,
        version=offer.sent.version,
        text=consent_sentence(offer.content),
        email=email,
        address=given.address,
        agent=given.agent,
    )
    accepted = domain_events.QuoteAccepted(operator_id=terms.operator_id, quote_id=quote.id, booking_id=booking.id)
    publish(db, accepted, now, dedupe_key=f"quote:{quote.id}:accepted")
    return booking, terms, True


def _refuse_unless_open(offer: QuoteOffer, now: datetime) -> None:
    refusals = {WITHDRAWN: QuoteWithdrawn, DECLINED: QuoteAlreadyDeclined, EXPIRED: QuoteExpired}
    refusal = refusals.get(shown_offer(offer.quote, offer.sent, now))
    if refusal is not None:
        raise refusal


def _keep_what_was_being_written(db: Session, quote: Quote, offer: QuoteOffer, email: str) -> None:
    """Reset the quote to the accepted version. A newer draft that wasn't sent is kept among its versions."""
    if quote.version != offer.sent.version:
        db.add(
            QuoteVersion(
                quote_id=quote.id,
                version=quote.version,
                # A draft lacks the fields that are only added when it is sent.
                content=cast("SentContent", quote.content),
                sent_at=None,
                expires_at=quote.expires_at,
            )
        )
        quote.version = offer.sent.version
    content: dict[str, object] = {name: offer.content.get(name) for name in QuoteContent.__annotations__}
    put_content(quote, cast("QuoteContent", content))
    quote.customer_email = quote.customer_email or email
    quote.expires_at = offer.sent.expires_at


def decline(
    db: Session, token: str, reason: str | None, now: datetime, *, lost_reason: LostReason | None = None
) -> None:
    """Decline the offer and release its letters. Idempotent. ``lost_reason`` is for the report on lost requests.

    Raises NoQuote, QuoteAlreadyAccepted (with the booking) and QuoteWithdrawn.
    """
    terms, offer = _locked(db, token)
    quote = offer.quote
    if quote.booking_id is not None:
        booking = bookings.booking(db, quote.booking_id)
        raise QuoteAlreadyAccepted(booking.id, booking.number, booking.status)
    if quote.offer == DECLINED:
        return
    if quote.offer == WITHDRAWN:
        raise QuoteWithdrawn
    availability.release(db, terms, holder_id=quote.id, kind=QUOTE)
    quote.offer = DECLINED
    if quote.version == offer.sent.version:
        quote.status = DECLINED
    quote.answered_at, quote.lost_reason = now, lost_reason
    touch(quote, now)
    record_event(db, quote, "declined", offer.who(), now, version=offer.sent.version, text=reason)
    declined = domain_events.QuoteDeclined(operator_id=terms.operator_id, quote_id=quote.id, version=offer.sent.version)
    publish(db, declined, now, dedupe_key=f"quote:{quote.id}:{quote.revision}:declined")


def ask(db: Session, token: str, text: str, email: str | None, now: datetime) -> None:
    """Ask the operator a question. It appears in the quote's history. Raises NoQuote."""
    terms, offer = _locked(db, token)
    quote = offer.quote
    event = record_event(db, quote, "question", offer.who(), now, version=offer.sent.version, text=text, email=email)
    db.flush()
    asked = QuoteQuestioned(operator_id=terms.operator_id, quote_id=quote.id, text=text, email=email)
    publish(db, asked, now, dedupe_key=f"quote:{quote.id}:question:{event.id}")


def visitor_booking(db: Session, booking: Booking, terms: Terms) -> VisitorBookingOut:
    """Return the booking as its customer sees it."""
    return booking_serializers.for_visitor(booking, terms.zone, pricing.price_list(db))
