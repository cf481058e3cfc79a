"""An operator's actions on quotes. Each takes the operator's lock first; none commits.

``terms`` are those that `availability.service.lock` returned in the same transaction.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import cast

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import service as availability
from marqueedesk.availability.models import QUOTE, Holder
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.charges.discount_codes import CodeNotValid, usable_code
from marqueedesk.bookings.models import LostReason
from marqueedesk.bookings.new_booking import CreateResult
from marqueedesk.bookings.stock_check import StockCheck, hold_rental
from marqueedesk.business import queries as business
from marqueedesk.customers.contacts import NO_TERMS, CustomerContact, CustomerTerms
from marqueedesk.customers.matching import chosen, find_or_create, is_same_person, known_terms, mark_updated
from marqueedesk.domain_events import QuoteSent, publish
from marqueedesk.kit.db.numbering import take_number
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http import links
from marqueedesk.kit.http.links import digest_of
from marqueedesk.pricing.extras import StoredDiscount
from marqueedesk.quotes import queries
from marqueedesk.quotes.acceptance import make_booking, record_event, touch
from marqueedesk.quotes.availability_check import check_of, refusal_of
from marqueedesk.quotes.content import day_of, days_of, end_of_day, price_of, read_content, read_expiry, reprice
from marqueedesk.quotes.errors import QuoteChangedMeanwhile, QuoteClosed, QuoteStillOpen
from marqueedesk.quotes.models import (
    ACCEPTED,
    DECLINED,
    DRAFT,
    LINK,
    OPEN,
    SENT,
    UNSENT,
    WITHDRAWN,
    Quote,
    QuoteContent,
    QuoteHistoryEntry,
    QuoteVersion,
    SentContent,
)
from marqueedesk.quotes.schemas import QuoteInput, QuotePatch, SendInput
from marqueedesk.quotes.serializers import Links
from marqueedesk.quotes.snapshot import snapshot
from marqueedesk.venues.models import Venue

SAME_SENDING = timedelta(minutes=1)
"""Pressing Send again within this time does not send the quote again."""

_CONTENT = set(QuoteInput.model_fields) - {"expires_at", "hold_letters", "customer_id"}


def create_quote(db: Session, terms: Terms, given: QuoteInput, *, by: User, now: datetime) -> Quote:
    """Create a draft at today's prices (Q1). Raises Invalid."""
    content = read_content(db, given, _CONTENT, terms, now)
    chosen_terms = NO_TERMS
    if given.customer_id is not None:
        known = chosen(db.connection(), terms.operator_id, given.customer_id)
        content |= _details_of(known, content)
        chosen_terms = known.terms
    if "discount" not in given.model_fields_set and not given.discount_code:
        content["discount"] = _usual_discount(db, terms, content, given.customer_id, chosen_terms)
    expires_at = read_expiry(given.expires_at, terms, now) if given.expires_at else None
    hold = business.details(db).quotes_hold if given.hold_letters is None else given.hold_letters
    return _add(
        db,
        terms,
        reprice(db, terms, content, now, by_line=given.lines is not None),
        hold,
        expires_at,
        customer_id=given.customer_id,
        by=by,
        kind="created",
        now=now,
    )


def duplicate_quote(db: Session, terms: Terms, quote_id: int, *, by: User, now: datetime) -> Quote:
    """Create a draft with an older quote's content at today's prices. Parts no longer on the price list keep their
    agreed price.

    Raises NotFound and Invalid.
    """
    old = queries.quote(db, quote_id)
    content = {**old.content, "venue_id": _venue_there(db, old.content["venue_id"])}
    if code := old.content.get("discount_code"):
        try:
            usable_code(db.connection(), terms, code, now)
        except (CodeNotValid, Invalid):
            content |= {"discount_code": None, "discount": None}
    repriced = reprice(db, terms, content, now, before=old.content, renew=True)
    copy = _add(
        db, terms, repriced, old.hold_letters, None, customer_id=old.customer_id, by=by, kind="created", now=now
    )
    record_event(db, old, "duplicated", by.username, now)
    return copy


def _details_of(known: CustomerContact, content: Mapping[str, object]) -> dict[str, object]:
    """Return the name and contact details of a chosen customer for the fields that weren't sent."""
    details = {"customer_name": known.name, "customer_email": known.email, "customer_phone": known.phone}
    return {name: content.get(name) or value or None for name, value in details.items()}


def _usual_discount(
    db: Session, terms: Terms, content: Mapping[str, object], customer_id: int | None, chosen_terms: CustomerTerms
) -> StoredDiscount | None:
    """Return the discount agreed with a quote's customer, who was chosen or is found by contact details."""
    names = ("customer_name", "customer_email", "customer_phone")
    name, email, phone = [cast("str | None", content[field]) for field in names]
    contact = CustomerContact(name or "", email or "", phone, customer_id, terms=chosen_terms)
    points = known_terms(db.connection(), terms.operator_id, terms.region, contact).discount_basis_points
    return {"kind": "percent", "value": points} if points else None


def find_customer(db: Session, terms: Terms, quote: Quote, customer_id: int | None, now: datetime) -> None:
    """Find or create the customer of a quote that has a name or contact details. ``customer_id`` is the customer if it
    was chosen, or stays the same.
    """
    content = quote.content
    name, email, phone = content["customer_name"], content["customer_email"], content["customer_phone"]
    before = quote.customer_id
    if name or email or phone:
        contact = CustomerContact(name or "", email or "", phone, customer_id)
        quote.customer_id = find_or_create(db.connection(), terms.operator_id, terms.region, [contact], now)[0]
    else:
        quote.customer_id = customer_id
    if before != quote.customer_id:
        mark_updated(db.connection(), terms.operator_id, [before])


def _add(
    db: Session,
    terms: Terms,
    content: QuoteContent,
    hold_letters: bool,  # noqa: FBT001 - sets a field of the quote.
    expires_at: datetime | None,
    *,
    customer_id: int | None,
    by: User,
    kind: str,
    now: datetime,
) -> Quote:
    quote = Quote(
        status=DRAFT,
        offer=UNSENT,
        version=1,
        link_nonce=links.new_nonce(),
        hold_letters=hold_letters,
        expires_at=expires_at,
        revision=1,
        created_at=now,
        updated_at=now,
    )
    put_content(quote, content)
    find_customer(db, terms, quote, customer_id, now)
    db.add(quote)
    db.flush()
    record_event(db, quote, kind, by.username, now)
    return quote


def _venue_there(db: Session, venue_id: int | None) -> int | None:
    """Return the venue's ID, or None if the venue was deleted since; its name and address are kept (B5)."""
    return None if venue_id is None else db.scalar(select(Venue.id).where(Venue.id == venue_id))


def contact_of(quote: Quote) -> CustomerContact:
    """Return the name and contact details in a quote."""
    content = quote.content
    return CustomerContact(
        content["customer_name"] or "", content["customer_email"] or "", content["customer_phone"], quote.customer_id
    )


def put_content(quote: Quote, content: QuoteContent) -> None:
    """Store a quote's content along with the columns derived from it."""
    quote.content = content
    quote.message = content["message"]
    quote.size = content["size"]
    quote.customer_name = content["customer_name"]
    quote.customer_email = content["customer_email"]
    quote.total_cents = price_of(content).total_cents
    quote.delivery_day = day_of(content["delivery_date"])
    quote.pickup_day = day_of(content["pickup_date"])


def edit_quote(db: Session, terms: Terms, quote_id: int, patch: QuotePatch, *, by: User, now: datetime) -> Quote:
    """Apply a patch: agreed parts keep their price, new ones get today's. A version that was sent doesn't change; the
    patch starts a new one (Q2).

    Values that stay the same have no effect. Raises NotFound, QuoteClosed, QuoteChangedMeanwhile and Invalid.
    """
    quote = _still_open(db, quote_id)
    if patch.expected_revision not in {None, quote.revision}:
        raise QuoteChangedMeanwhile(revision=quote.revision)
    given = patch.model_fields_set
    changed = read_content(db, patch, given & _CONTENT, terms, now, quote.content)
    if patch.customer_id is not None and patch.customer_id != quote.customer_id:
        changed |= _details_of(chosen(db.connection(), terms.operator_id, patch.customer_id), changed)
    by_line = "lines" in given and patch.lines is not None
    content = reprice(db, terms, {**quote.content, **changed}, now, before=quote.content, by_line=by_line)
    expires_at = quote.expires_at
    if "expires_at" in given:
        expires_at = read_expiry(patch.expires_at, terms, now, quote.expires_at) if patch.expires_at else None
    hold = quote.hold_letters if patch.hold_letters is None else patch.hold_letters
    is_same_customer = patch.customer_id in {None, quote.customer_id}
    if is_same_customer and (content, expires_at, hold) == (quote.content, quote.expires_at, quote.hold_letters):
        return quote
    if quote.version == quote.sent_version:
        quote.version += 1
        # The old expiry belonged to the version that was sent.
        expires_at = expires_at if "expires_at" in given and expires_at != quote.expires_at else None
    before = contact_of(quote)
    put_content(quote, content)
    if not is_same_customer:
        find_customer(db, terms, quote, patch.customer_id, now)
    elif before != contact_of(quote):
        is_same = is_same_person(before, contact_of(quote), terms.region)
        find_customer(db, terms, quote, quote.customer_id if is_same else None, now)
    quote.expires_at, quote.hold_letters, quote.status = expires_at, hold, DRAFT
    touch(quote, now)
    record_event(db, quote, "edited", by.username, now)
    return quote


def send_quote(
    db: Session, terms: Terms, quote_id: int, given: SendInput, links_of: Links, *, by: User, now: datetime
) -> Quote:
    """Send the current version: assign number and link, store a permanent copy, and email it if there is an address.

    An open version is emailed again unchanged unless its expiry or its holds change. With ``hold_letters``, the letters
    are held until the quote expires (Q5).

    Raises NotFound, QuoteClosed, Invalid (days, expiresAt) and NotEnoughLetters.
    """
    quote = _still_open(db, quote_id)
    expires_at, check = _terms_of_offer(db, terms, quote, given, now)
    hold = quote.hold_letters if given.hold_letters is None else given.hold_letters
    same = quote.version == quote.sent_version and quote.offer == OPEN and (quote.expires_at or now) > now
    if same and hold == quote.hold_letters and (not given.expires_at or expires_at == quote.expires_at):
        if quote.sent_at is None or now - quote.sent_at >= SAME_SENDING:
            touch(quote, now)
            _mail(db, quote, given, now)
        return quote
    if quote.version == quote.sent_version:
        quote.version += 1
    if hold and check is not None:
        _hold(db, terms, quote, check, expires_at, now)
    else:
        availability.release(db, terms, holder_id=quote.id, kind=QUOTE)
    if quote.number is None:
        year = terms.today(now).year
        quote.number = f"Q-{year}-{take_number(db, terms.operator_id, 'quote', year):04d}"
    token = links_of.token(quote)
    links.make(db, token, kind=LINK, operator_id=terms.operator_id, target_id=quote.id, now=now)
    quote.link_digest = digest_of(token)
    quote.expires_at, quote.hold_letters = expires_at, hold
    quote.status, quote.offer, quote.sent_version = SENT, OPEN, quote.version
    quote.sent_at, quote.seen_at, quote.answered_at, quote.lost_reason = now, None, None, None
    touch(quote, now)
    _keep_version(db, terms, quote, sent_at=now)
    record_event(db, quote, "sent", by.username, now)
    _mail(db, quote, given, now)
    return quote


def _terms_of_offer(
    db: Session, terms: Terms, quote: Quote, given: SendInput, now: datetime
) -> tuple[datetime, StockCheck | None]:
    """Return the quote's expiry and its stock check. Raises Invalid if the quote could not be accepted."""
    days = days_of(quote.content, terms, now)
    if days is None:
        names = {"deliveryDate": "delivery_date", "pickupDate": "pickup_date"}
        raise Invalid(
            fields={
                wire: f"Enter a {name.split('_')[0]} date before you send the quote"
                for wire, name in names.items()
                if not quote.content[name]
            }
        )
    last = end_of_day(days.delivery.day, terms)
    if last <= now:
        raise Invalid(fields={"deliveryDate": "Delivery cannot be in the past when you send the quote"})
    if given.expires_at:
        expires_at = read_expiry(given.expires_at, terms, now, quote.expires_at)
    elif quote.expires_at is not None and not (quote.version == quote.sent_version and quote.expires_at <= now):
        expires_at = quote.expires_at
    else:
        expires_at = min(last, end_of_day(terms.today(now) + timedelta(days=business.details(db).quote_days), terms))
    if expires_at <= now:
        raise Invalid(fields={"expiresAt": "The quote must expire in the future"})
    if expires_at > last:
        raise Invalid(fields={"expiresAt": "The quote must expire on or before the delivery day"})
    return expires_at, check_of(db, terms, quote, quote.content, now)


def _hold(db: Session, terms: Terms, quote: Quote, check: StockCheck, expires_at: datetime, now: datetime) -> None:
    if not check.fits:
        raise refusal_of(db, terms, quote.content, check, for_operator=True)
    own = Holder(QUOTE, quote.id)
    hold_rental(db, terms, check.request, own, expires_at=expires_at, now=now, check=False)


def _keep_version(
    db: Session, terms: Terms, quote: Quote, *, sent_at: datetime | None, shown: SentContent | None = None
) -> QuoteVersion:
    """Store the quote's current version, sent or not; see `snapshot` for ``shown``."""
    version = QuoteVersion(
        quote_id=quote.id,
        version=quote.version,
        content=snapshot(db, terms, quote, shown),
        sent_at=sent_at,
        expires_at=quote.expires_at,
    )
    db.add(version)
    return version


def _version_to_book(db: Session, terms: Terms, quote: Quote) -> QuoteVersion:
    """Return the stored copy of the current version, creating it if the version was never sent. A quote that was sent
    before keeps the payment and cancellation terms that its customer saw last (Q11).
    """
    sent = queries.version(db, quote.id, quote.sent_version) if quote.sent_version is not None else None
    if sent is not None and sent.version == quote.version:
        return sent
    version = _keep_version(db, terms, quote, sent_at=None, shown=sent.content if sent is not None else None)
    quote.sent_version = quote.version if sent is not None else None
    return version


def _mail(db: Session, quote: Quote, given: SendInput, now: datetime) -> None:
    """Queue the email with the link, if there is an address. Otherwise the operator shares the link."""
    if not given.email or not quote.customer_email:
        return
    sent = QuoteSent(operator_id=quote.operator_id, quote_id=quote.id, version=quote.version)
    publish(db, sent, now, dedupe_key=f"quote:{quote.id}:{quote.revision}:sent")
    record_event(db, quote, "mail", "MarqueeDesk", now, text=f"To {quote.customer_email}")


def withdraw_quote(db: Session, terms: Terms, quote_id: int, *, by: User, now: datetime) -> Quote:
    """Withdraw a quote and release its letters. Raises NotFound and QuoteClosed."""
    quote = _still_open(db, quote_id)
    if quote.offer in {UNSENT, WITHDRAWN}:
        return quote
    availability.release(db, terms, holder_id=quote.id, kind=QUOTE)
    quote.status, quote.offer = DRAFT, WITHDRAWN
    touch(quote, now)
    record_event(db, quote, "withdrawn", by.username, now)
    return quote


def set_lost_reason(db: Session, quote_id: int, reason: LostReason | None, now: datetime) -> Quote:
    """Store why a declined, withdrawn or expired quote was lost; None if unknown. The caller holds the operator's lock.
    Raises NotFound, QuoteClosed and QuoteStillOpen.
    """
    quote = _still_open(db, quote_id)
    is_expired = quote.offer == OPEN and quote.expires_at is not None and quote.expires_at <= now
    if quote.offer not in {DECLINED, WITHDRAWN} and not is_expired:
        raise QuoteStillOpen
    quote.lost_reason = reason
    touch(quote, now)
    return quote


def delete_quote(db: Session, terms: Terms, quote_id: int) -> None:
    """Delete a quote with its versions, history, holds and link. Raises NotFound and QuoteClosed."""
    quote = _still_open(db, quote_id)
    availability.release(db, terms, holder_id=quote.id, kind=QUOTE)
    links.forget(db, kind=LINK, operator_id=terms.operator_id, target_id=quote.id)
    # Delete these explicitly, because the database's cascade is not scoped to an operator.
    db.execute(delete(QuoteHistoryEntry).where(QuoteHistoryEntry.quote_id == quote.id))
    db.execute(delete(QuoteVersion).where(QuoteVersion.quote_id == quote.id))
    db.delete(quote)
    db.flush()


def book_quote(
    db: Session, terms: Terms, quote_id: int, *, by: User, overbook_reason: str | None, now: datetime
) -> CreateResult:
    """Create a booking from the current version, for a customer who accepted by phone (Q7).

    Raises NotFound, QuoteClosed, Invalid (customer and dates), CodeNotValid (uses), and NotEnoughLetters unless a
    reason is given (L10).
    """
    quote = _still_open(db, quote_id)
    required = {
        "customer_name": ("customerName", "Enter the customer's name before you book"),
        "delivery_date": ("deliveryDate", "Enter a delivery date before you book"),
        "pickup_date": ("pickupDate", "Enter a pickup date before you book"),
    }
    content = quote.content
    missing = {wire: sentence for name, (wire, sentence) in required.items() if not content[name]}
    if not (content["customer_email"] or content["customer_phone"]):
        missing["customerEmail"] = "Enter the customer's email address or phone number before you book"
    name = content["customer_name"]
    if missing or name is None:
        raise Invalid(fields=missing)
    made = make_booking(
        db,
        terms,
        quote,
        _version_to_book(db, terms, quote).content,
        customer_name=name,
        customer_email=content["customer_email"] or "",
        placed_by=by.username,
        overbook_reason=overbook_reason,
        for_operator=True,
        now=now,
    )
    record_event(db, quote, "booked", by.username, now, text=f"Booking #{made.booking.number}")
    return made


def _still_open(db: Session, quote_id: int) -> Quote:
    quote = queries.quote(db, quote_id)
    if quote.offer == ACCEPTED:
        raise QuoteClosed(bookingId=quote.booking_id)
    return quote
