"""Routes for the business's documents, for its members. A PDF is compiled after the transaction has ended."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marqueedesk.accounts.access import reading, require, writing
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import MAKE_PAPERS
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.documents import papers, queries, service
from marqueedesk.documents.errors import NoInvoice
from marqueedesk.documents.quote_pdfs import logo_of, paper_of, quote_response
from marqueedesk.documents.schemas import InvoiceAnswer, InvoiceState
from marqueedesk.documents.typeset import pdf
from marqueedesk.kit import clock
from marqueedesk.kit.http import PDF, answers, json_answer, pdf_answer
from marqueedesk.kit.rate_limit import LocalLimit
from marqueedesk.kit.wire import PathId
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.serializers import links_of

router = APIRouter(tags=["documents"])
PDFS = LocalLimit(60, 60)
"""Of one business in a minute: each takes a moment of computing."""


def _count(request: Request, operator: Operator) -> None:
    if request.app.state.limits_on:
        PDFS.spend(str(operator.id))


@router.get(
    "/api/bookings/{booking_id}/confirmation.pdf",
    response_class=Response,
    responses=answers(401, 403, 404, 409, 422, 429, 503) | PDF,
)
def confirmation(request: Request, booking_id: PathId) -> Response:
    """The confirmation of a booking as it is now, as a PDF. 409 `not_confirmed` for requests and canceled bookings."""
    now = clock.now()
    with reading(request) as (db, caller):
        operator = require(caller, MAKE_PAPERS)
        _count(request, operator)
        booking = service.agreed_booking(db, booking_id)
        paper, logo = service.confirmation(db, operator, booking, now)
    return pdf_answer(f"Confirmation {booking.number}", pdf(papers.drawn(paper), logo=logo, made_at=now))


@router.post(
    "/api/bookings/{booking_id}/invoice",
    status_code=201,
    response_model=InvoiceAnswer,
    responses={200: {"model": InvoiceAnswer, "description": "It was issued before"}}
    | answers(401, 403, 404, 409, 422, 503),
)
def issue_invoice(request: Request, booking_id: PathId) -> Response:
    """Issue the booking's invoice under the year's next number; 200 with the same one when it has been issued (D6)."""
    with writing(request) as (db, caller):
        operator = require(caller, MAKE_PAPERS)
        availability.lock(db, operator.id)
        invoice, new = service.issue_invoice(db, operator, booking_id, clock.now())
        answer = InvoiceAnswer(number=invoice.number, issued_at=invoice.issued_at)
    return json_answer(answer, 201 if new else 200)


@router.get(
    "/api/bookings/{booking_id}/invoice",
    response_model=InvoiceState,
    responses=answers(401, 403, 404, 422),
)
def invoice(request: Request, booking_id: PathId) -> Response:
    """The number of the booking's invoice and when it was issued; null while it has none."""
    with reading(request) as (db, caller):
        require(caller, MAKE_PAPERS)
        bookings.booking(db, booking_id)
        found = queries.invoice_of(db, booking_id)
        answer = InvoiceState(number=found.number if found else None, issued_at=found.issued_at if found else None)
    return json_answer(answer)


@router.get(
    "/api/bookings/{booking_id}/invoice.pdf",
    response_class=Response,
    responses=answers(401, 403, 404, 422, 429, 503) | PDF,
)
def invoice_pdf(request: Request, booking_id: PathId) -> Response:
    """The booking's invoice as it was issued; 404 `no_invoice` while it has none."""
    with reading(request) as (db, caller):
        _count(request, require(caller, MAKE_PAPERS))
        bookings.booking(db, booking_id)
        found = queries.invoice_of(db, booking_id)
        if found is None:
            raise NoInvoice
        logo = queries.kept_logo(db, found.logo_tag)
        content, number, issued_at = found.content, found.number, found.issued_at
    return pdf_answer(number, pdf(papers.drawn(content), logo=logo, made_at=issued_at))


@router.post(
    "/api/bookings/{booking_id}/invoice/send",
    status_code=202,
    response_model=InvoiceState,
    responses=answers(401, 403, 404, 422, 503),
)
def send_invoice(request: Request, booking_id: PathId) -> Response:
    """Email the booking's invoice to its customer; 404 `no_invoice` while it has none."""
    with writing(request) as (db, caller):
        operator = require(caller, MAKE_PAPERS)
        service.send_invoice(db, operator, booking_id, clock.now())
        issued = queries.invoice_of(db, booking_id)
        answer = InvoiceState(number=issued.number if issued else None, issued_at=issued.issued_at if issued else None)
    return json_answer(answer, 202)


@router.get(
    "/api/quotes/{quote_id}/pdf",
    response_class=Response,
    responses=answers(401, 403, 404, 422, 429, 503) | PDF,
)
def quote_pdf(
    request: Request,
    quote_id: PathId,
    version: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
) -> Response:
    """The quote as it is now, a draft included, or a ``version`` as it was sent."""
    now = clock.now()
    with reading(request) as (db, caller):
        operator = require(caller, MAKE_PAPERS)
        _count(request, operator)
        quote = quotes.quote(db, quote_id)
        wanted = version or (quote.version if quote.sent_version == quote.version else None)
        sent = quotes.version(db, quote_id, wanted) if wanted else None
        paper = paper_of(links_of(request), db, operator, quote, sent, now)
        logo, made_at = logo_of(db), (sent.sent_at if sent else None) or now
    return quote_response(quote_id, paper, logo, made_at)
