"""A booking's documents for its customer, through the link: the confirmation, the invoice and the signed contract as
PDFs (C1).
"""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database
from marqueedesk.contracts.booking_page import signed_contract_pdf
from marqueedesk.customer_pages import service
from marqueedesk.documents import document_content
from marqueedesk.documents import service as documents
from marqueedesk.documents.errors import NoInvoice
from marqueedesk.documents.public_api import count_document, count_document_of
from marqueedesk.documents.typeset import pdf
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import PDF, errors, pdf_answer

router = APIRouter(tags=["customer's pages"], responses=errors(429))
Token = Annotated[str, Path(max_length=200)]


@router.get("/api/public/bookings/{token}/confirmation.pdf", responses=errors(409) | PDF)
def public_confirmation(request: Request, token: Token) -> Response:
    """Get the confirmation as a PDF of the current booking. For requests and canceled bookings: 409 `not_confirmed`."""
    count_document(request)
    now = clock.now()
    with database(request).read() as db:
        operator_id, booking_id = service.open_booking(db, token)
        operator = accounts.public_operator(db, operator_id)
        number = service.booking_of(db, booking_id).number
        paper, logo = documents.confirmation(db, operator, documents.agreed_booking(db, booking_id), now)
    count_document_of(request, operator_id)
    return pdf_answer(
        f"Confirmation {number}", pdf(document_content.drawn(paper), whose=operator_id, logo=logo, made_at=now)
    )


@router.get("/api/public/bookings/{token}/invoice.pdf", responses=PDF)
def public_invoice(request: Request, token: Token) -> Response:
    """Get the invoice as issued. Without one: 404 `no_invoice`."""
    count_document(request)
    with database(request).read() as db:
        operator_id, booking_id = service.open_booking(db, token)
        service.booking_of(db, booking_id)
        issued = documents.issued_invoice(db, booking_id)
        if issued is None:
            raise NoInvoice
        number = documents.invoice_number(db, booking_id)
    paper, logo, issued_at = issued
    count_document_of(request, operator_id)
    return pdf_answer(
        number or "Invoice", pdf(document_content.drawn(paper), whose=operator_id, logo=logo, made_at=issued_at)
    )


@router.get("/api/public/bookings/{token}/contract.pdf", responses=PDF)
def public_signed_contract(request: Request, token: Token) -> Response:
    """Get the contract that everyone signed last. Without one: 404 `not_signed`."""
    count_document(request)
    with database(request).read() as db:
        operator_id, booking_id = service.open_booking(db, token)
        booking = service.booking_of(db, booking_id)
        signed = signed_contract_pdf(db, accounts.public_operator(db, operator_id), booking)
        name = f"Contract {booking.number}"
    count_document_of(request, operator_id)
    return pdf_answer(name, signed)
