"""Issue documents. Nothing here commits."""

from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CANCELED, COMPLETED, CONFIRMED, Booking
from marqueedesk.business import queries as business
from marqueedesk.business.document_rules import TAX_NAMES, USUAL_TAX
from marqueedesk.business.invoice_numbers import take_invoice_number
from marqueedesk.documents import document_content, queries
from marqueedesk.documents.e_invoice import InvoiceData, e_invoice, is_complete
from marqueedesk.documents.errors import InvoiceStillRight, InvoiceTooOld, NoInvoice, NotConfirmed
from marqueedesk.documents.models import CREDIT_NOTE, INVOICE, Invoice, KeptLogo, StoredInvoice
from marqueedesk.documents.stored_document import DocumentContent, StoredInvoiceLine
from marqueedesk.documents.trade_data import seller_of
from marqueedesk.domain_events import InvoiceSent, publish
from marqueedesk.kit.db.numbering import take_number
from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import queries as quotes

_COMPARED_SUMS: Final = frozenset({"Total", "Cancellation fee", document_content.CHARGES, "No longer owed"})
"""Sums compared to find outdated invoices. Payments received since then do not matter."""
_RENAMED: Final = {"Damage charges": document_content.CHARGES, "Cost of canceling": "Cancellation fee"}
"""Earlier names of sums on invoices."""


def agreed_booking(db: Session, booking_id: int) -> Booking:
    """Return a confirmed or completed booking. Raises NotFound, or NotConfirmed (409) for any other status."""
    booking = bookings.booking(db, booking_id)
    if booking.status not in {CONFIRMED, COMPLETED}:
        raise NotConfirmed(booking.status)
    return booking


def confirmation(
    db: Session, operator: Operator, booking: Booking, now: datetime
) -> tuple[DocumentContent, bytes | None]:
    """Return the booking's current confirmation and the logo. Compile the document after the transaction has ended."""
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
            booking.terms.cancellation,
            quotes.agreed_free_hours(db, booking),
        ),
    )
    logo = business.logo(db)
    return paper, logo[1] if logo else None


def issued_invoice(db: Session, booking_id: int) -> tuple[DocumentContent, bytes | None, datetime] | None:
    """Return the booking's invoice as issued, its logo and its issue time, or None."""
    found = queries.invoice_of(db, booking_id)
    return (found.content, queries.kept_logo(db, found.logo_tag), found.issued_at) if found else None


def invoice_number(db: Session, booking_id: int) -> str | None:
    """Return the number of the booking's invoice, or None."""
    found = queries.invoice_of(db, booking_id)
    return found.number if found else None


def issue_invoice(
    db: Session, operator: Operator, booking_id: int, now: datetime, *, how_to_pay: str | None = None
) -> tuple[Invoice, bool]:
    """Return the booking's invoice, and true if this call issued it: a booking has only one, even after repeated
    requests (D6).

    Call under the operator's lock. The number is the operator's next one for the year; it is assigned in this
    transaction, so a failure leaves no gap. ``how_to_pay`` are the business's payment instructions, shown on an unpaid
    invoice. Raises NotFound, or NotConfirmed (409) for a request or a canceled booking.
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
        content=_with_e_invoice(
            db,
            operator,
            number,
            INVOICE,
            _content(db, operator, booking, number=number, today=today, how_to_pay=how_to_pay),
        ),
        logo_tag=_keep_logo(db),
    )
    db.add(invoice)
    db.flush()
    return invoice, True


def _with_e_invoice(
    db: Session, operator: Operator, number: str, kind: str, content: DocumentContent
) -> DocumentContent:
    """Return an invoice's content with its electronic form, if the business wants it in the PDF and its details are
    complete.
    """
    if not business.details(db).e_invoices or "trade" not in content:
        return content
    data = InvoiceData(number, kind, content["trade"], seller_of(queries.letterhead(db, operator)))
    return {**content, "electronic": e_invoice(data).decode()} if is_complete(data) else content


def _next_number(db: Session, operator: Operator, kind: str, today: date) -> str:
    if kind == INVOICE:
        return take_invoice_number(db, operator.id, today)
    return f"CN-{today.year}-{take_number(db, operator.id, kind, today.year):04}"


def _keep_logo(db: Session) -> str | None:
    """Store the current logo for an invoice, and return its tag."""
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
        charged=queries.charged_lines(db, booking),
        buyer_address=queries.buyer_address(db, booking),
    )


def lines_of(
    db: Session, operator: Operator, booking: Booking, invoice: Invoice | None, now: datetime
) -> list[StoredInvoiceLine]:
    """Return the lines of a booking's invoice as issued, or what they would be now if none was issued, or if it was
    issued before lines were stored.
    """
    if invoice is not None and "lines" in invoice.content:
        return invoice.content["lines"]
    today = now.astimezone(ZoneInfo(operator.time_zone)).date()
    return _content(db, operator, booking, number="", today=today).get("lines", [])


def trade_of_invoice(db: Session, operator: Operator, booking_id: int, now: datetime) -> InvoiceData:
    """Return the data of a booking's invoice as issued, for its electronic form. What it lacks about the business is
    that of now.

    Raises NotFound, NoInvoice and InvoiceTooOld (409).
    """
    booking = bookings.booking(db, booking_id)
    invoice = queries.invoice_of(db, booking_id)
    if invoice is None:
        raise NoInvoice
    trade = invoice.content.get("trade")
    if trade is None:
        if is_outdated(db, operator, invoice, now):
            raise InvoiceTooOld
        issued = invoice.issued_at.astimezone(ZoneInfo(operator.time_zone)).date()
        replaces = invoice.replaced[-1]["number"] if invoice.replaced else None
        fresh = _content(db, operator, booking, number=invoice.number, today=issued, replaces=replaces)
        trade = fresh.get("trade")
    if trade is None:
        raise InvoiceTooOld
    return InvoiceData(invoice.number, invoice.kind, trade, seller_of(queries.letterhead(db, operator)))


def has_e_invoice(db: Session, operator: Operator, invoice: Invoice) -> bool:
    """Return true if an invoice was issued with its data, and the business's details are complete."""
    trade = invoice.content.get("trade")
    business = seller_of(queries.letterhead(db, operator))
    return trade is not None and is_complete(InvoiceData(invoice.number, invoice.kind, trade, business))


def is_outdated(db: Session, operator: Operator, invoice: Invoice, now: datetime) -> bool:
    """Return true if the booking no longer matches its invoice in customer, facts or amounts owed."""
    booking = bookings.booking(db, invoice.booking_id)
    if booking.status not in {CONFIRMED, COMPLETED, CANCELED}:
        return False
    if (booking.status == CANCELED) != (invoice.kind == CREDIT_NOTE):
        return True
    today = now.astimezone(ZoneInfo(operator.time_zone)).date()
    fresh = _content(db, operator, booking, number=invoice.number, today=today)
    return _compared(fresh) != _compared(invoice.content)


def _compared(paper: DocumentContent) -> tuple[object, ...]:
    """Return the parts of an invoice that can become outdated. Explanations of amounts are ignored."""
    customer = paper["customer"]
    return (
        customer,
        [(row["label"], row["value"]) for row in paper["facts"]],
        [(USUAL_TAX if row["text"] in TAX_NAMES else row["text"], row["amount"]) for row in paper["prices"]],
        [
            (text, row["amount"])
            for row in paper["sums"]
            if (text := _RENAMED.get(row["text"], row["text"])) in _COMPARED_SUMS
        ],
    )


def replace_invoice(
    db: Session, operator: Operator, booking_id: int, now: datetime, *, how_to_pay: str | None = None
) -> Invoice:
    """Replace an outdated invoice with a new one, or with a credit note for a canceled booking. The old one is kept as
    issued (D6). ``how_to_pay`` are the business's payment instructions.

    Call under the operator's lock. Raises NotFound, NoInvoice, InvoiceStillRight (409), and NotConfirmed (409) for a
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
    content = _content(
        db, operator, booking, number=number, today=today, replaces=before["number"], how_to_pay=how_to_pay
    )
    invoice.content = _with_e_invoice(db, operator, number, kind, content)
    invoice.replaced = [*invoice.replaced, before]
    invoice.number, invoice.kind, invoice.issued_at, invoice.logo_tag = number, kind, now, _keep_logo(db)
    db.flush()
    return invoice


def replaced_invoice(db: Session, booking_id: int, number: str) -> tuple[DocumentContent, bytes | None, datetime]:
    """Return a replaced invoice, marked as such, with its logo and issue time. Raises NoInvoice."""
    invoice = queries.invoice_of(db, booking_id)
    rows = invoice.replaced if invoice is not None else []
    at = next((at for at, row in enumerate(rows) if row["number"] == number), None)
    if at is None or invoice is None:
        raise NoInvoice
    successor = rows[at + 1]["number"] if at + 1 < len(rows) else invoice.number
    row = rows[at]
    marked: DocumentContent = {**row["content"], "opening": f"No longer valid. Replaced by {successor}."}
    return marked, queries.kept_logo(db, row["logo_tag"]), datetime.fromisoformat(row["issued_at"])


def send_invoice(db: Session, operator: Operator, booking_id: int, now: datetime) -> Booking:
    """Email the booking's invoice to its customer. Raises NotFound, NoInvoice, and Invalid without an email address."""
    booking = bookings.booking(db, booking_id)
    if queries.invoice_of(db, booking_id) is None:
        raise NoInvoice
    if not booking.customer_email:
        raise Invalid(fields={"customerEmail": "This booking has no email address. Add one first."})
    publish(db, InvoiceSent(operator_id=operator.id, booking_id=booking.id), now)
    return booking
