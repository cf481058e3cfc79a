"""Document routes for team members. PDFs are compiled after the transaction has ended."""

from datetime import datetime
from typing import Annotated, Final, cast
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, reading, require
from marqueedesk.accounts.call_limits import DOCUMENTS
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.outgoing_email import email_outlook
from marqueedesk.accounts.rights import MANAGE_DOCUMENTS, SEE_BOOKS
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import Booking
from marqueedesk.documents import document_content, queries, service
from marqueedesk.documents.e_invoice import InvoiceSyntax, e_invoice
from marqueedesk.documents.errors import NoInvoice
from marqueedesk.documents.models import Invoice
from marqueedesk.documents.quote_pdfs import logo_of, paper_of, quote_response
from marqueedesk.documents.schemas import (
    InvoiceLineOut,
    InvoiceState,
    IssuedInvoiceOut,
    IssuedInvoicesOut,
    Kind,
    ReplacedInvoice,
    ReplaceInput,
    SentInvoiceOut,
)
from marqueedesk.documents.stored_document import StoredInvoiceLine
from marqueedesk.documents.typeset import pdf
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import PDF, XML, errors, pdf_answer, xml_answer
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.api import tax_percent
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.serializers import links_of

router = APIRouter(tags=["documents"], responses=errors(401, 403))
_PAGE: Final = 50


@router.get("/api/bookings/{booking_id}/confirmation.pdf", responses=errors(409, 429) | PDF)
def confirmation(request: Request, booking_id: PathId) -> Response:
    """Get the confirmation of the current booking as a PDF. 409 `not_confirmed` for requests and canceled bookings."""
    now = clock.now()
    with reading(request) as (db, caller):
        operator = require(caller, MANAGE_DOCUMENTS)
        booking = service.agreed_booking(db, booking_id)
        paper, logo = service.confirmation(db, operator, booking, now)
    DOCUMENTS.spend(request, caller)
    return pdf_answer(
        f"Confirmation {booking.number}", pdf(document_content.drawn(paper), whose=operator.id, logo=logo, made_at=now)
    )


@router.post(
    "/api/bookings/{booking_id}/invoice",
    status_code=201,
    responses=errors(409) | {200: {"model": InvoiceState, "description": "Already issued"}},
)
def issue_invoice(
    request: Request,
    response: Response,
    db: Db,
    caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)],
    booking_id: PathId,
) -> InvoiceState:
    """Issue the booking's invoice with the year's next number, or return the existing one with 200 (D6)."""
    operator = caller.operator
    availability.lock(db, operator.id)
    invoice, new = service.issue_invoice(
        db, operator, booking_id, clock.now(), how_to_pay=_how_to_pay(request, db, operator)
    )
    if not new:
        response.status_code = 200
    return _state(db, operator, bookings.booking(db, booking_id), invoice, clock.now())


@router.get("/api/invoices")
def list_invoices(
    db: Db,
    caller: Annotated[Caller, Requires(SEE_BOOKS)],
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=_PAGE)] = _PAGE,
) -> IssuedInvoicesOut:
    """List the bookings' invoices with those they replaced, latest first; at most 50 at a time."""
    operator = caller.operator
    found = queries.invoices(db, _position(cursor) if cursor else None, limit + 1)
    last = found[limit - 1].invoice if len(found) > limit else None
    return IssuedInvoicesOut(
        items=[_issued(row, operator) for row in found[:limit]],
        next_cursor=paging.encode([last.issued_at.isoformat(), last.id]) if last else None,
    )


def _position(cursor: str) -> tuple[datetime, int]:
    moment, invoice_id = paging.decode(cursor, (str, int))
    try:
        issued_at = datetime.fromisoformat(str(moment))
    except ValueError:
        issued_at = None
    if issued_at is None or issued_at.tzinfo is None:
        raise Invalid(fields={"cursor": paging.NOT_OURS})
    return issued_at, int(invoice_id)


def _issued(row: queries.InvoiceRow, operator: Operator) -> IssuedInvoiceOut:
    invoice, zone = row.invoice, ZoneInfo(operator.time_zone)
    trade = invoice.content.get("trade")
    lines = trade["lines"] if trade else invoice.content.get("lines")
    return IssuedInvoiceOut(
        booking_id=invoice.booking_id,
        booking_number=row.booking_number,
        customer=row.customer,
        number=invoice.number,
        kind=cast("Kind", invoice.kind),
        issued_at=invoice.issued_at.astimezone(zone),
        total=None if lines is None else units(sum(line["net_cents"] + line["tax_cents"] for line in lines)),
        currency=operator.currency,
        replaced=_replaced(invoice, zone),
    )


@router.get("/api/bookings/{booking_id}/invoice")
def invoice(db: Db, caller: Annotated[Caller, Requires(SEE_BOOKS)], booking_id: PathId) -> InvoiceState:
    """Get the number, issue date and lines of the booking's invoice; without one, null and the lines as of now."""
    operator = caller.operator
    booking = bookings.booking(db, booking_id)
    return _state(db, operator, booking, queries.invoice_of(db, booking_id), clock.now())


@router.get("/api/bookings/{booking_id}/invoice.pdf", responses=errors(429) | PDF)
def invoice_pdf(request: Request, booking_id: PathId) -> Response:
    """Get the booking's invoice as issued. Without one: 404 `no_invoice`."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_BOOKS)
        bookings.booking(db, booking_id)
        found = queries.invoice_of(db, booking_id)
        if found is None:
            raise NoInvoice
        logo = queries.kept_logo(db, found.logo_tag)
        content, number, issued_at = found.content, found.number, found.issued_at
    DOCUMENTS.spend(request, caller)
    return pdf_answer(number, pdf(document_content.drawn(content), whose=operator.id, logo=logo, made_at=issued_at))


@router.get("/api/bookings/{booking_id}/invoice.xml", responses=errors(409, 429) | XML)
def invoice_xml(
    request: Request,
    booking_id: PathId,
    syntax: Annotated[InvoiceSyntax, Query(alias="format", description="The syntax of EN 16931")] = "cii",
) -> Response:
    """Get the booking's invoice as issued in its electronic form: EN 16931 as Cross Industry Invoice (CII) or UBL.

    Without an invoice: 404 `no_invoice`. 409 `invoice_incomplete` names what you have to enter first.
    """
    with reading(request) as (db, caller):
        operator = require(caller, SEE_BOOKS)
        trade = service.trade_of_invoice(db, operator, booking_id, clock.now())
    DOCUMENTS.spend(request, caller)
    return xml_answer(trade.number, e_invoice(trade, syntax))


@router.post("/api/bookings/{booking_id}/invoice/send", status_code=202)
def send_invoice(
    request: Request, db: Db, caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)], booking_id: PathId
) -> SentInvoiceOut:
    """Email the booking's invoice to its customer. Without one: 404 `no_invoice`."""
    operator = caller.operator
    booking = service.send_invoice(db, operator, booking_id, clock.now())
    state = _state(db, operator, booking, queries.invoice_of(db, booking_id), clock.now())
    return SentInvoiceOut.adding(state, email=email_outlook(request, db, operator))


@router.post("/api/bookings/{booking_id}/invoice/replace", status_code=201, responses=errors(409))
def replace_invoice(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(MANAGE_DOCUMENTS)],
    booking_id: PathId,
    body: ReplaceInput,
) -> SentInvoiceOut:
    """Replace the booking's invoice with one of the current booking, with a new number; for a canceled booking, with a
    credit note. 409 `invoice_right` if it needs no replacement.
    """
    operator = caller.operator
    given, now = body, clock.now()
    availability.lock(db, operator.id)
    how_to_pay = _how_to_pay(request, db, operator)
    invoice = service.replace_invoice(db, operator, booking_id, now, how_to_pay=how_to_pay)
    if given.send:
        service.send_invoice(db, operator, booking_id, now)
    email = email_outlook(request, db, operator) if given.send else None
    return SentInvoiceOut.adding(_state(db, operator, bookings.booking(db, booking_id), invoice, now), email=email)


@router.get("/api/bookings/{booking_id}/invoices/{number}.pdf", responses=errors(429) | PDF)
def replaced_pdf(request: Request, booking_id: PathId, number: Annotated[str, Path(max_length=20)]) -> Response:
    """Get a replaced invoice, marked as such. 404 `no_invoice` for any other number."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_BOOKS)
        bookings.booking(db, booking_id)
        content, logo, issued_at = service.replaced_invoice(db, booking_id, number)
    DOCUMENTS.spend(request, caller)
    return pdf_answer(number, pdf(document_content.drawn(content), whose=operator.id, logo=logo, made_at=issued_at))


def _how_to_pay(request: Request, db: Session, operator: Operator) -> str | None:
    """Return the business's payment instructions if card payments do not cover everything."""
    return pricing.how_to_pay(db, operator.id, effective(db, request.app.state.settings).stripe)


def _state(db: Session, operator: Operator, booking: Booking, invoice: Invoice | None, now: datetime) -> InvoiceState:
    """Serialize a booking's invoice. Issue dates are in the business's time zone."""
    lines = _lines(service.lines_of(db, operator, booking, invoice, now))
    if invoice is None:
        return InvoiceState(
            number=None, issued_at=None, kind=None, outdated=False, electronic=False, replaced=[], lines=lines
        )
    zone = ZoneInfo(operator.time_zone)
    return InvoiceState.model_validate(
        {
            "number": invoice.number,
            "issued_at": invoice.issued_at.astimezone(zone),
            "kind": invoice.kind,
            "lines": lines,
            "outdated": service.is_outdated(db, operator, invoice, now),
            "electronic": service.has_e_invoice(db, operator, invoice),
            "replaced": _replaced(invoice, zone),
        }
    )


def _replaced(invoice: Invoice, zone: ZoneInfo) -> list[ReplacedInvoice]:
    return [
        ReplacedInvoice(
            number=row["number"],
            kind=cast("Kind", row["kind"]),
            issued_at=datetime.fromisoformat(row["issued_at"]).astimezone(zone),
        )
        for row in invoice.replaced
    ]


def _lines(rows: list[StoredInvoiceLine]) -> list[InvoiceLineOut]:
    return [
        InvoiceLineOut(
            text=row["text"],
            net=units(row["net_cents"]),
            tax_percent=tax_percent(row["tax_ppm"]),
            tax=units(row["tax_cents"]),
            gross=units(row["net_cents"] + row["tax_cents"]),
        )
        for row in rows
    ]


@router.get("/api/quotes/{quote_id}/pdf", responses=errors(429) | PDF)
def quote_pdf(
    request: Request, quote_id: PathId, version: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None
) -> Response:
    """Get the quote as it is now, drafts included, or a sent ``version``."""
    now = clock.now()
    with reading(request) as (db, caller):
        operator = require(caller, MANAGE_DOCUMENTS)
        quote = quotes.quote(db, quote_id)
        wanted = version or (quote.version if quote.sent_version == quote.version else None)
        sent = quotes.version(db, quote_id, wanted) if wanted else None
        paper = paper_of(links_of(request), db, operator, quote, sent, now)
        logo, made_at = logo_of(db), (sent.sent_at if sent else None) or now
    DOCUMENTS.spend(request, caller)
    return quote_response(operator.id, quote_id, paper, logo, made_at)
