"""A customer's actions on a quote, from its link: see it, accept it, decline it, ask.

Anyone who opens the link is its customer. `open_quote` resolves the token and keeps the session to the operator; the
verbs that change something then take the operator's lock and read what they decide on after it. None of them commits.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from sqlalchemy.orm import Session

from marqueedesk import domain_events
from marqueedesk.accounts.public_links import open_link
from marqueedesk.availability import service as availability
from marqueedesk.availability.models import QUOTE
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import serializers as booking_serializers
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.schemas import VisitorBookingOut
from marqueedesk.domain_events import QuoteQuestioned, publish
from marqueedesk.kit.errors import Invalid, NotFound
from marqueedesk.kit.text.wording import money
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import queries
from marqueedesk.quotes.acceptance import make_booking, record_event, touch
from marqueedesk.quotes.content import price_of
from marqueedesk.quotes.errors import NoQuote, QuoteAccepted, QuoteChanged, QuoteDeclined, QuoteExpired, QuoteWithdrawn
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
"""The name in the history while nobody has given one."""


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A customer's acceptance, and what proves it (Q6)."""

    version: int
    name: str
    email: str | None
    address: str
    agent: str | None


@dataclass(frozen=True, slots=True)
class Offer:
    """A quote with the version that its customer sees."""

    quote: Quote
    sent: QuoteVersion

    @property
    def content(self) -> SentContent:
        """The content of the offer."""
        return self.sent.content

    def who(self) -> str:
        """The customer's name; CUSTOMER while it is not known."""
        return self.content["customer_name"] or CUSTOMER


def open_quote(db: Session, token: str) -> tuple[int, int]:
    """Keep a session to the operator whose quote a token leads to; answer the ids of operator and quote.

    Raises NoQuote: for a malformed and an unknown token, and when the operator is deactivated, alike.
    """
    operator, quote_id = open_link(db, token, LINK, NoQuote)
    return operator.id, quote_id


def offer_of(db: Session, quote_id: int) -> Offer:
    """The quote and what was sent of it. Raises NoQuote."""
    try:
        quote = queries.quote(db, quote_id)
        if quote.sent_version is None:
            raise NoQuote
        return Offer(quote, queries.version(db, quote_id, quote.sent_version))
    except NotFound:
        raise NoQuote from None


def _locked(db: Session, token: str) -> tuple[Terms, Offer]:
    operator_id, quote_id = open_quote(db, token)
    terms = availability.lock(db, operator_id)
    return terms, offer_of(db, quote_id)


def consent_sentence(content: SentContent) -> str:
    """The sentence that a customer agrees to: it names what, of whom, and for how much, and is kept with the given."""
    total = money(price_of(content).total_cents, content["currency"])
    terms = " and the terms" if content["terms"] else ""
    return f"I accept quote {content['number']} of {content['company']['name']} for {total}{terms}."


def see(db: Session, token: str, now: datetime) -> None:
    """Note that the customer has opened the quote: once for each version that was sent.

    It is no change of the quote: somebody who edits it meanwhile is not in the way (Q9).
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
    """Make the offer a booking, in one transaction under the operator's lock; answer it, and whether it is new.

    However often and from wherever it is accepted, there is one booking: every later yes answers the same.

    Raises NoQuote, QuoteWithdrawn, QuoteDeclined, QuoteExpired, QuoteChanged, Invalid (email), CodeNotValid (uses) and
    RentalDoesNotFit.
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
        raise Invalid(fields={"email": "Please enter your email address, so that we can confirm your booking"})
    made = make_booking(
        db,
        terms,
        quote,
        offer.content,
        customer_name=offer.content["customer_name"] or given.name,
        customer_email=email,
        # As long as a booking's column is.
        placed_by=given.name[:100],
        overbook_reason=None,
        for_operator=False,
        now=now,
    )
    db.flush()
    booking = bookings.booking(db, made.id)
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


def _refuse_unless_open(offer: Offer, now: datetime) -> None:
    refusals = {WITHDRAWN: QuoteWithdrawn, DECLINED: QuoteDeclined, EXPIRED: QuoteExpired}
    refusal = refusals.get(shown_offer(offer.quote, offer.sent, now))
    if refusal is not None:
        raise refusal


def _keep_what_was_being_written(db: Session, quote: Quote, offer: Offer, email: str) -> None:
    """The quote is from now on what was accepted; a newer version that was not sent yet stays among its versions."""
    if quote.version != offer.sent.version:
        db.add(
            QuoteVersion(
                quote_id=quote.id,
                version=quote.version,
                # What only a sending adds is not known of it.
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


def decline(db: Session, token: str, reason: str | None, now: datetime) -> None:
    """Say no to the offer; its letters are free at once. A second no changes nothing.

    Raises NoQuote, QuoteAccepted (with the booking) and QuoteWithdrawn.
    """
    terms, offer = _locked(db, token)
    quote = offer.quote
    if quote.booking_id is not None:
        booking = bookings.booking(db, quote.booking_id)
        raise QuoteAccepted(booking.id, booking.number, booking.status)
    if quote.offer == DECLINED:
        return
    if quote.offer == WITHDRAWN:
        raise QuoteWithdrawn
    availability.release(db, terms, holder_id=quote.id, kind=QUOTE)
    quote.offer = DECLINED
    if quote.version == offer.sent.version:
        quote.status = DECLINED
    quote.answered_at = now
    touch(quote, now)
    record_event(db, quote, "declined", offer.who(), now, version=offer.sent.version, text=reason)
    declined = domain_events.QuoteDeclined(operator_id=terms.operator_id, quote_id=quote.id, version=offer.sent.version)
    publish(db, declined, now, dedupe_key=f"quote:{quote.id}:{quote.revision}:declined")


def ask(db: Session, token: str, text: str, email: str | None, now: datetime) -> None:
    """Ask the operator a question: it appears in the quote's history. Raises NoQuote."""
    terms, offer = _locked(db, token)
    quote = offer.quote
    event = record_event(db, quote, "question", offer.who(), now, version=offer.sent.version, text=text, email=email)
    db.flush()
    asked = QuoteQuestioned(operator_id=terms.operator_id, quote_id=quote.id, text=text, email=email)
    publish(db, asked, now, dedupe_key=f"quote:{quote.id}:question:{event.id}")


def visitor_booking(db: Session, booking: Booking, terms: Terms) -> VisitorBookingOut:
    """The booking as its customer sees it."""
    return booking_serializers.for_visitor(booking.id, booking.__dict__, terms.zone, pricing.price_list(db))
