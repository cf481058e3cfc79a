"""Issues documents. No function here commits."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import COMPLETED, CONFIRMED, Booking
from marqueedesk.business import queries as business
from marqueedesk.documents import papers, queries
from marqueedesk.documents.errors import NoInvoice, NotConfirmed
from marqueedesk.documents.models import Invoice, KeptLogo
from marqueedesk.documents.papers import Paper
from marqueedesk.domain_events import InvoiceSent, publish
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.numbering import take_number
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.payment_terms import PaymentTerms

INVOICE = "invoice"
"""The kind of an invoice's numbers."""


def agreed_booking(db: Session, booking_id: int) -> Booking:
    """A booking that is confirmed or completed. Raises NotFound, or NotConfirmed (409) for any other."""
    booking = bookings.booking(db, booking_id)
    if booking.status not in {CONFIRMED, COMPLETED}:
        raise NotConfirmed(booking.status)
    return booking


def confirmation(db: Session, operator: Operator, booking: Booking, now: datetime) -> tuple[Paper, bytes | None]:
    """The booking's present agreement with the customer, and the logo to show: compile it after the transaction."""
    paper = papers.confirmation(
        queries.letterhead(db, operator),
        booking,
        pricing.price_list(db),
        extras=queries.extra_lines(db, booking),
        today=now.astimezone(ZoneInfo(operator.time_zone)).date(),
        terms=business.details(db).terms,
        canceling=business.free_cancellation(db, operator, PaymentTerms.from_json(booking.payment_terms).cancellation),
    )
    logo = business.logo(db)
    return paper, logo[1] if logo else None


def issued_invoice(db: Session, booking_id: int) -> tuple[Paper, bytes | None, datetime] | None:
    """The booking's invoice as it was issued, with the logo on it and when that was; None while it has none."""
    found = queries.invoice_of(db, booking_id)
    return (found.content, queries.kept_logo(db, found.logo_tag), found.issued_at) if found else None


def invoice_number(db: Session, booking_id: int) -> str | None:
    """The number of the booking's invoice, once it has one."""
    found = queries.invoice_of(db, booking_id)
    return found.number if found else None


def issue_invoice(db: Session, operator: Operator, booking_id: int, now: datetime) -> tuple[Invoice, bool]:
    """The booking's invoice, and whether it was issued just now: a booking has one, even after repeated requests (D6).

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


def send_invoice(db: Session, operator: Operator, booking_id: int, now: datetime) -> Booking:
    """Have the booking's invoice emailed to its customer. Raises NotFound, NoInvoice and Invalid without an address."""
    booking = bookings.booking(db, booking_id)
    if queries.invoice_of(db, booking_id) is None:
        raise NoInvoice
    if not booking.customer_email:
        raise Invalid(fields={"customerEmail": "This booking has no email address. Add one first."})
    publish(db, InvoiceSent(operator_id=operator.id, booking_id=booking.id), now)
    return booking
