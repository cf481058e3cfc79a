"""Turn a quote into a booking: at most once, and never overbooked without a reason (Q7)."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.availability.models import QUOTE
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.charges.discount_codes import agreed_code, ensure_free_use
from marqueedesk.bookings.creation import create_booking
from marqueedesk.bookings.new_booking import CreateResult, NewBooking
from marqueedesk.customers.contacts import CustomerContact
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.text_forms import code_key
from marqueedesk.quotes.content import days_of, rental_of
from marqueedesk.quotes.due import agreed_terms
from marqueedesk.quotes.models import ACCEPTED, Quote, QuoteHistoryEntry, SentContent


def make_booking(
    db: Session,
    terms: Terms,
    quote: Quote,
    content: SentContent,
    *,
    customer_name: str,
    customer_email: str,
    placed_by: str,
    overbook_reason: str | None,
    for_operator: bool,
    now: datetime,
) -> CreateResult:
    """Create a booking from a quote's version, with its price and payment terms (Q11). The quote's holds move to the
    booking (Q7).

    Raises RentalDoesNotFit, Invalid without dates, and CodeNotValid if the discount code has no use left (P12). A
    second booking of the same quote fails in the database.
    """
    days = days_of(content, terms, now)
    if days is None:
        raise Invalid(fields={"deliveryDate": "Add delivery and pickup dates to this quote"})
    rental, code = rental_of(content, days), content.get("discount_code")
    if code is not None:
        # Versions that were sent long ago may store the code in an older form.
        code = code_key(code)
        door = "quote" if for_operator else "customer"
        ensure_free_use(db.connection(), terms.operator_id, code, now, door=door)
    new = NewBooking(
        CustomerContact(customer_name, customer_email, content["customer_phone"], quote.customer_id),
        by_operator=for_operator,
        placed_by=placed_by,
        event_type=content["event_type"],
        notes=content["notes"],
        overbook_reason=overbook_reason,
        agreed=rental,
        quote_id=quote.id,
        discount_code=agreed_code(code, terms.currency) if code is not None else None,
        payment_terms=agreed_terms(content).to_json(),
        free_cancellation_hours=content.get("free_cancellation_hours"),
    )
    made = create_booking(db.connection(), terms, rental.request, new, now)
    availability.release(db, terms, holder_id=quote.id, kind=QUOTE)
    quote.status = quote.offer = ACCEPTED
    quote.booking_id = made.booking.id
    quote.customer_id = made.booking.customer_id
    quote.answered_at = now
    touch(quote, now)
    return made


def touch(quote: Quote, now: datetime) -> None:
    """Increment the quote's revision."""
    quote.revision += 1
    quote.updated_at = now


def record_event(
    db: Session, quote: Quote, kind: str, who: str, now: datetime, *, version: int | None = None, **details: Any
) -> QuoteHistoryEntry:
    """Add an entry to a quote's history and return it."""
    event = QuoteHistoryEntry(
        quote_id=quote.id,
        at=now,
        kind=kind,
        who=who,
        version=quote.version if version is None else version,
        details=details,
    )
    db.add(event)
    return event
