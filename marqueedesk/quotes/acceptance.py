"""A quote becomes its booking: one, and never over the stock without a reason (Q7)."""

from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.availability.errors import NotEnoughLetters
from marqueedesk.availability.facts import Terms
from marqueedesk.availability.models import QUOTE
from marqueedesk.bookings.agreed import Agreed, book_agreed
from marqueedesk.bookings.models import Booking
from marqueedesk.kit.errors import Invalid
from marqueedesk.quotes.content import Content, price_of
from marqueedesk.quotes.fit import Need, need_of
from marqueedesk.quotes.models import ACCEPTED, Quote, QuoteEvent


class DoesNotFit(NotEnoughLetters):
    """`NotEnoughLetters` with what the edge needs to look for alternatives."""

    def __init__(self, quote: Quote, content: Content, need: Need, *, for_operator: bool) -> None:
        # Plain values: the quote itself does not outlive its transaction.
        self.operator_id, self.quote_id = quote.operator_id, quote.id
        self.content = content
        self.need = need
        super().__init__(need.shortages, for_operator=for_operator)


def make_booking(
    db: Session,
    terms: Terms,
    quote: Quote,
    content: Content,
    *,
    customer_name: str,
    customer_email: str,
    placed_by: str,
    overbook_reason: str | None,
    for_operator: bool,
    now: datetime,
) -> Booking:
    """Turn a content of a quote into its booking: what the quote held is the booking's (Q7). Raises DoesNotFit."""
    need = need_of(db, terms, quote, content, now)
    if need is None:
        raise Invalid(fields={"deliveryDate": "This quote has no days yet"})
    short = need.shortages
    if short and overbook_reason is None:
        raise DoesNotFit(quote, content, need, for_operator=for_operator)
    availability.release(db, terms, holder_id=quote.id, kind=QUOTE)
    booking = book_agreed(
        db,
        terms,
        Agreed(
            quote_id=quote.id,
            message=content["message"],
            size=content["size"],
            needed=need.needed,
            days=need.days,
            price=price_of(content),
            color=content["color_option"],
            add_ons=list(content["add_ons"]),
            venue_id=content["venue_id"],
            venue_name=content["venue_name"],
            venue_address=content["venue_address"],
            customer_name=customer_name,
            customer_email=customer_email,
            customer_phone=content["customer_phone"],
            event_type=content["event_type"],
            install_time=content["preferred_install_time"],
            notes=content["notes"],
            placed_by=placed_by,
            overbook_reason=overbook_reason if short else None,
        ),
        now,
    )
    quote.status = quote.offer = ACCEPTED
    quote.booking_id = booking.id
    quote.answered_at = now
    touch(quote, now)
    return booking


def touch(quote: Quote, now: datetime) -> None:
    """Count a change."""
    quote.revision += 1
    quote.updated_at = now


def note(
    db: Session, quote: Quote, kind: str, who: str, now: datetime, *, version: int | None = None, **details: Any
) -> QuoteEvent:
    """Write one entry of a quote's story, and answer it."""
    event = QuoteEvent(
        quote_id=quote.id,
        at=now,
        kind=kind,
        who=who,
        version=quote.version if version is None else version,
        details=details,
    )
    db.add(event)
    return event
