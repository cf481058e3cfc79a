"""A quote's PDF, for its operator and for customers who have the link."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.models import Operator
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.business import queries as business
from marqueedesk.documents.document_content import drawn
from marqueedesk.documents.quote_schedule import QuoteState, quote_paper
from marqueedesk.documents.stored_document import DocumentContent
from marqueedesk.documents.typeset import pdf
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.http.http import pdf_answer
from marqueedesk.pricing import queries as pricing
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.models import OPEN, Quote, QuoteVersion
from marqueedesk.quotes.serializers import Links, shown_offer
from marqueedesk.quotes.snapshot import snapshot


def paper_of(
    links: Links, db: Session, operator: Operator, quote: Quote, sent: QuoteVersion | None, now: datetime
) -> DocumentContent:
    """Return the document of a version as sent, or, if none is given, of the quote as it would be sent now.

    Raises NotFound for a version that was never sent.
    """
    zone = ZoneInfo(operator.time_zone)
    if sent is None:
        content = snapshot(db, read_operator(db.connection(), operator.id), quote)
        expires = quote.expires_at.astimezone(zone).date() if quote.expires_at else None
        quote_state = QuoteState("draft", quote.version, now.astimezone(zone).date(), expires)
        return quote_paper(content, operator, quote_state, pricing.price_list(db))
    if sent.sent_at is None:
        raise NotFound("This version was never sent.")
    state = shown_offer(quote, sent, now) if sent.version == quote.sent_version else "replaced"
    yes = quotes.acceptance(db, quote.id) if state == "accepted" else None
    quote_state = QuoteState(
        state,
        sent.version,
        sent.sent_at.astimezone(zone).date(),
        sent.expires_at.astimezone(zone).date() if sent.expires_at else None,
        links.address(quote) if state == OPEN else None,
        (yes.who, yes.at.astimezone(zone).date()) if yes else None,
    )
    return quote_paper(sent.content, operator, quote_state, pricing.price_list(db))


def logo_of(db: Session) -> bytes | None:
    """Return the business's current logo."""
    found = business.logo(db)
    return found[1] if found else None


def quote_response(
    operator_id: int, quote_id: int, paper: DocumentContent, logo: bytes | None, made_at: datetime
) -> Response:
    """Compile the document and return it as a PDF response. Call it after the transaction has ended."""
    number = paper["number"].replace(" · ", " ")
    name = f"Quote {number if number != 'Draft' else f'draft {quote_id}'}"
    return pdf_answer(name, pdf(drawn(paper), whose=operator_id, logo=logo, made_at=made_at))
