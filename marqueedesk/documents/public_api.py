"""A quote's PDF for its customer, through the link."""

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database
from marqueedesk.accounts.call_limits import Attempts
from marqueedesk.documents.quote_pdfs import logo_of, paper_of, quote_response
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import PDF, client_address, errors
from marqueedesk.kit.http.rate_limit import Limit, network_of
from marqueedesk.quotes import customer_actions
from marqueedesk.quotes.serializers import links_of

router = APIRouter(tags=["customer's pages"])

PDFS = Limit("documents-address", 20, timedelta(minutes=1))
"""Limit per network of customers, across all processes: a document costs as much as some fifty pages."""
PDFS_OF_BUSINESS = Limit("documents-customers", 120, timedelta(minutes=1))
"""Limit per business, across all addresses."""


def count_document(request: Request) -> None:
    """Count a document requested by a customer. Raises TooMany. Call it with no transaction open."""
    Attempts(request, [(PDFS, (network_of(client_address(request)),))]).spend()


def count_document_of(request: Request, operator_id: int) -> None:
    """Like `count_document`, but per business, once the business is known."""
    Attempts(request, [(PDFS_OF_BUSINESS, (operator_id,))]).spend()


@router.get("/api/public/quotes/{token}/pdf", responses=errors(429) | PDF)
def public_quote_pdf(request: Request, token: Annotated[str, Path(max_length=200)]) -> Response:
    """Get the version of a quote that was sent last, as a PDF."""
    count_document(request)
    now = clock.now()
    with database(request).read() as db:
        operator_id, quote_id = customer_actions.open_quote(db, token)
        offer = customer_actions.offer_of(db, quote_id)
        operator = accounts.public_operator(db, operator_id)
        paper = paper_of(links_of(request), db, operator, offer.quote, offer.sent, now)
        logo, made_at = logo_of(db), offer.sent.sent_at or now
    count_document_of(request, operator_id)
    return quote_response(operator_id, quote_id, paper, logo, made_at)
