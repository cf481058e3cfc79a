"""Issues documents. No function here commits."""

from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CANCELED, COMPLETED, CONFIRMED, Booking
from marqueedesk.business import queries as business
from marqueedesk.documents import document_content, queries
from marqueedesk.documents.errors import InvoiceStillRight, NoInvoice, NotConfirmed
from marqueedesk.documents.models import CREDIT_NOTE, INVOICE, Invoice, KeptLogo, StoredInvoice
from marqueedesk.documents.stored_document import DocumentContent
from marqueedesk.domain_events import InvoiceSent, publish
from marqueedesk.kit.db.numbering import take_number
from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.payment_terms import PaymentTerms
from marqueedesk.quotes import queries as quotes

_NUMBERS: Final = {INVOICE: "INV", CREDIT_NOTE: "CN"}
_COMPARED_SUMS: Final = frozenset({"Total", "Cost of canceling", document_content.CHARGES, "No longer owed"})
"""The sums that an invoice is about. Payments that came in since make none of it wrong."""
_RENAMED: Final = {"Damage charges": document_content.CHARGES}
"""Sums that invoices of earlier versions call otherwise."""


def agreed_booking(db: Session, booking_id: int) -> Booking:
    """A booking that is confirmed or completed. Raises NotFound, or NotConfirmed (409) for any other."""
    booking = bookings.booking(db, booking_id)
    if booking.status not in {CONFIRMED, COMPLETED}:
        raise NotConfirmed(booking.status)
    return booking


def confirmation(
    db: Session, operator: Operator, booking: Booking, now: datetime
) -> tuple[DocumentContent, bytes | None]:
    """The booking's present agreement with the customer, and the logo to show: compile it after the transaction."""
    paper = document_content.confirmation(
        queries.letterhead(db, operator),
        booking,
        pricing.price_list(db),
        extras=queries.extra_lines(db, booking),
        today=now.astimezone(ZoneInfo(operator.time_zone)).date(),
        terms=business.details(db).terms,
        canceling=business.free_cancellation(
            db,
            operator,
            PaymentTerms.from_json(booking.payment_terms).cancellation,
            quotes.agreed_free_hours(db, booking),
        ),
    )
    logo = business.logo(db)
    return paper, logo[1] if logo else None


def issued_invoice(db: Session, booking_id: int) -> tuple[DocumentContent, bytes | None, datetime] | None:
    """The booking's invoice as it was issued, with the logo on it and when that was; None while it has none."""
    found = queries.invoice_of(db, booking_id)
    return (found.content, queries.kept_logo(db, found.logo_tag), found.issued_at) if found else None


def invoice_number(db: Session, booking_id: int) -> str | None:
    """The number of the booking's invoice, once it has one."""
    found = queries.invoice_of(db, booking_id)
    return found.number if found else None


def issue_invoice(
    db: Session, operator: Operator, booking_id: int, now: datetime, *, how_to_pay: str | None = None
) -> tuple[Invoice, bool]:
    """The booking's invoice, and whether it was issued just now: a booking has one, even after repeated requests (D6).

    Called under the operator's lock. The number is the next of the operator's year; it is taken in this transaction, so
    a failure leaves no gap. ``how_to_pay`` is the business's words on that, for an invoice that is not paid. Raises
    NotFound, or NotConfirmed (409) for a request or a canceled booking.
    """
    bookings.booking(db, booking_id)
    issued = queries.invoice_of(db, booking_id)
    if issued is not None:
        return issued, False
    booking = agreed_booking(db, booking_id)
    today = now.astimezone(ZoneInfo(operator.time_zone)).date()
    number = _next_number(db, operator, INVOICE, today)
    invoice = Invoice(
        booking_id=booking.id,
        number=number,
        issued_at=now,
        content=_content(db, operator, booking, number=number, today=today, how_to_pay=how_to_pay),
        logo_tag=_keep_logo(db),
    )
    db.add(invoice)
    db.flush()
    return invoice, True


def _next_number(db: Session, operator: Operator, kind: str, today: date) -> str:
    return f"{_NUMBERS[kind]}-{today.year}-{take_number(db, operator.id, kind, today.year):04}"


def _keep_logo(db: Session) -> str | None:
    """Keep the present logo for an invoice, and return its tag."""
    logo = business.logo(db)
    if logo is not None and not queries.is_kept(db, logo[0]):
        db.add(KeptLogo(tag=logo[0], png=logo[1]))
    return logo[0] if logo else None


def _content(
    db: Session,
    operator: Operator,
    booking: Booking,
    *,
    number: str,
    today: date,
    replaces: str | None = None,
    how_to_pay: str | None = None,
) -> DocumentContent:
    return document_content.invoice(
        queries.letterhead(db, operator),
        booking,
        pricing.price_list(db),
        extras=queries.extra_lines(db, booking),
        number=number,
        today=today,
        note=business.details(db).invoice_note,
        replaces=replaces,
        how_to_pay=how_to_pay,
    )


def is_outdated(db: Session, operator: Operator, invoice: Invoice, now: datetime) -> bool:
    """Whether the booking is not what its invoice says any more: its customer, its facts, or an amount that is owed."""
    booking = bookings.booking(db, invoice.booking_id)
    if booking.status not in {CONFIRMED, COMPLETED, CANCELED}:
        return False
    if (booking.status == CANCELED) != (invoice.kind == CREDIT_NOTE):
        return True
    today = now.astimezone(ZoneInfo(operator.time_zone)).date()
    fresh = _content(db, operator, booking, number=invoice.number, today=today)
    return _compared(fresh) != _compared(invoice.content)


def _compared(paper: DocumentContent) -> tuple[object, ...]:
    """The parts of an invoice that can turn out wrong. Words that explain an amount do not count."""
    customer = paper["customer"]
    return (
        customer,
        [(row["label"], row["value"]) for row in paper["facts"]],
        [(row["text"], row["amount"]) for row in paper["prices"]],
        [
            (text, row["amount"])
            for row in paper["sums"]
            if (text := _RENAMED.get(row["text"], row["text"])) in _COMPARED_SUMS
        ],
    )


def replace_invoice(
    db: Session, operator: Operator, booking_id: int, now: datetime, *, how_to_pay: str | None = None
) -> Invoice:
    """Put an invoice with a number of its own in place of one that is wrong by now; for a canceled booking a credit
    note. The one before is kept as it was issued (D6). ``how_to_pay`` is the business's words on that.

    Called under the operator's lock. Raises NotFound, NoInvoice, InvoiceStillRight (409), and NotConfirmed (409) for a
    request.
    """
    booking = bookings.booking(db, booking_id)
    invoice = queries.invoice_of(db, booking_id)
    if invoice is None:
        raise NoInvoice
    if booking.status not in {CONFIRMED, COMPLETED, CANCELED}:
        raise NotConfirmed(booking.status)
    if not is_outdated(db, operator, invoice, now):
        raise InvoiceStillRight
    kind = CREDIT_NOTE if booking.status == CANCELED else INVOICE
    today = now.astimezone(ZoneInfo(operator.time_zone)).date()
    before: StoredInvoice = {
        "number": invoice.number,
        "kind": invoice.kind,
        "issued_at": invoice.issued_at.isoformat(),
        "content": invoice.content,
        "logo_tag": invoice.logo_tag,
    }
    number = _next_number(db, operator, kind, today)
    invoice.content = _content(
        db, operator, booking, number=number, today=today, replaces=before["number"], how_to_pay=how_to_pay
    )
    invoice.replaced = [*invoice.replaced, before]
    invoice.number, invoice.kind, invoice.issued_at, invoice.logo_tag = number, kind, now, _keep_logo(db)
    db.flush()
    return invoice


def replaced_invoice(db: Session, booking_id: int, number: str) -> tuple[DocumentContent, bytes | None, datetime]:
    """An invoice that was replaced, marked as such, with its logo and when it was issued. Raises NoInvoice."""
    invoice = queries.invoice_of(db, booking_id)
    rows = invoice.replaced if invoice is not None else []
    at = next((at for at, row in enumerate(rows) if row["number"] == number), None)
    if at is None or invoice is None:
        raise NoInvoice
    successor = rows[at + 1]["number"] if at + 1 < len(rows) else invoice.number
    row = rows[at]
    marked: DocumentContent = {**row["content"], "opening": f"Not valid any more: replaced by {successor}."}
    return marked, queries.kept_logo(db, row["logo_tag"]), datetime.fromisoformat(row["issued_at"])


def send_invoice(db: Session, operator: Operator, booking_id: int, now: datetime) -> Booking:
    """Have the booking's invoice emailed to its customer. Raises NotFound, NoInvoice and Invalid without an address."""
    booking = bookings.booking(db, booking_id)
    if queries.invoice_of(db, booking_id) is None:
        raise NoInvoice
    if not booking.customer_email:
        raise Invalid(fields={"customerEmail": "This booking has no email address. Add one first."})
    publish(db, InvoiceSent(operator_id=operator.id, booking_id=booking.id), now)
    return booking
