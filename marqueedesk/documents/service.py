"""Verbs that issue papers. None of them commits."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import COMPLETED, CONFIRMED, Booking
from marqueedesk.business import queries as business
from marqueedesk.documents import papers, queries
from marqueedesk.documents.errors import NotConfirmed
from marqueedesk.documents.models import Invoice, KeptLogo
from marqueedesk.documents.papers import Paper
from marqueedesk.kit.numbering import take_number
from marqueedesk.pricing import queries as pricing

INVOICE = "invoice"
"""The kind of an invoice's numbers."""


def agreed_booking(db: Session, booking_id: int) -> Booking:
    """A booking that is confirmed or completed. Raises NotFound, or NotConfirmed (409) for any other."""
    booking = bookings.booking(db, booking_id)
    if booking.status not in {CONFIRMED, COMPLETED}:
        raise NotConfirmed(booking.status)
    return booking


def confirmation(db: Session, operator: Operator, booking: Booking, now: datetime) -> tuple[Paper, bytes | None]:
    """What was agreed with the customer, as it is now, with the logo on it: compiled once the transaction is over."""
    paper = papers.confirmation(
        queries.letterhead(db, operator),
        booking,
        pricing.price_list(db),
        extras=queries.extra_lines(db, booking),
        today=now.astimezone(ZoneInfo(operator.time_zone)).date(),
        terms=business.details(db).terms,
        canceling=business.free_cancelation(db, operator),
    )
    logo = business.logo(db)
    return paper, logo[1] if logo else None


def issue_invoice(db: Session, operator: Operator, booking_id: int, now: datetime) -> tuple[Invoice, bool]:
    """The booking's invoice and whether it was issued just now: a booking has one, however often it is asked for (D6).

    Called under the operator's lock. The number is the next of the operator's year; it is taken in this transaction, so
    a failure leaves no gap. Raises NotFound, or NotConfirmed (409) for a request or a canceled booking.
    """
    bookings.booking(db, booking_id)
    issued = queries.invoice_of(db, booking_id)
    if issued is not None:
        return issued, False
    booking = agreed_booking(db, booking_id)
    today = now.astimezone(ZoneInfo(operator.time_zone)).date()
    number = f"INV-{today.year}-{take_number(db, operator.id, INVOICE, today.year):04}"
    content = papers.invoice(
        queries.letterhead(db, operator),
        booking,
        pricing.price_list(db),
        extras=queries.extra_lines(db, booking),
        number=number,
        today=today,
        note=business.details(db).invoice_note,
    )
    logo = business.logo(db)
    if logo is not None and not queries.is_kept(db, logo[0]):
        db.add(KeptLogo(tag=logo[0], png=logo[1]))
    invoice = Invoice(
        booking_id=booking.id, number=number, issued_at=now, content=content, logo_tag=logo[0] if logo else None
    )
    db.add(invoice)
    db.flush()
    return invoice, True
