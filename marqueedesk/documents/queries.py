"""Read-only queries for documents, scoped to the session's operator."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import select, tuple_
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.charges import charges
from marqueedesk.bookings.models import Booking
from marqueedesk.business import queries as business
from marqueedesk.customers.models import Customer
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.documents.models import Invoice, KeptLogo
from marqueedesk.documents.price_lines import ChargedLine
from marqueedesk.quotes import queries as quotes


def letterhead(db: Session, operator: Operator) -> Letterhead:
    """Return the business as it appears on every document."""
    return Letterhead.of(business.company(db, operator), operator, operator.currency)


def buyer_address(db: Session, booking: Booking) -> str | None:
    """Return the address of a booking's customer for invoices, in rows; None if it is unknown. The booking's own
    address is the place of the event.
    """
    if booking.customer_id is None:
        return None
    return db.scalar(select(Customer.address).where(Customer.id == booking.customer_id))


def extra_lines(db: Session, booking: Booking) -> list[tuple[str, int]]:
    """Return the custom price lines of a booking as text and cents, from the quote it was made from. Empty if the price
    was recomputed without them since.
    """
    if booking.quote_id is None:
        return []
    lines = [(line["text"], line["cents"]) for line in quotes.quote(db, booking.quote_id).content["extra_lines"]]
    return lines if sum(cents for _, cents in lines) == booking.breakdown.get("extras_cents", 0) else []


def charged_lines(db: Session, booking: Booking) -> list[ChargedLine]:
    """Return the additional charges that a booking's customer owes, oldest first."""
    if not booking.charges_cents:
        return []
    rows = charges.charged(db, booking.id)
    return [ChargedLine(charges.charge_in_words(row), row.cents or 0, row.tax_cents) for row in rows]


def invoice_of(db: Session, booking_id: int) -> Invoice | None:
    """Return a booking's invoice, or None."""
    return db.scalars(select(Invoice).where(Invoice.booking_id == booking_id)).one_or_none()


class InvoiceRow(NamedTuple):
    """An invoice with its booking's number and customer."""

    invoice: Invoice
    booking_number: int
    customer: str


def invoices(db: Session, before: tuple[datetime, int] | None, most: int) -> list[InvoiceRow]:
    """Return at most ``most`` invoices, latest first. ``before`` is the issue time and id of the last one read."""
    asked = select(Invoice, Booking.number, Booking.customer_name).join(Booking, Booking.id == Invoice.booking_id)
    if before is not None:
        asked = asked.where(tuple_(Invoice.issued_at, Invoice.id) < before)
    rows = db.execute(asked.order_by(Invoice.issued_at.desc(), Invoice.id.desc()).limit(most))
    return [InvoiceRow(*row) for row in rows]


def is_kept(db: Session, tag: str) -> bool:
    """Return true if a logo is already stored for invoices."""
    return db.scalar(select(KeptLogo.tag).where(KeptLogo.tag == tag)) is not None


def kept_logo(db: Session, tag: str | None) -> bytes | None:
    """Return a logo shown on an invoice as a PNG; None if there is no tag."""
    return db.scalar(select(KeptLogo.png).where(KeptLogo.tag == tag)) if tag else None
