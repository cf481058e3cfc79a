"""Email attachments: a booking's calendar file, and its confirmation, invoice or quote as a PDF.

Files are created from the current booking when the email is sent. A document is loaded within the transaction and
compiled after it, in the worker (docs/adr/0009-documents.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import COMPLETED, CONFIRMED
from marqueedesk.contracts import queries as contracts
from marqueedesk.customer_pages.calendar_file import customers_calendar
from marqueedesk.documents import document_content
from marqueedesk.documents import service as documents
from marqueedesk.documents.quote_pdfs import logo_of, paper_of
from marqueedesk.documents.stored_document import DocumentContent
from marqueedesk.documents.typeset import pdf
from marqueedesk.insurance import queries as insurance
from marqueedesk.kit.errors import NotFound
from marqueedesk.mail.mail import Attachment
from marqueedesk.messages.content import CALENDAR, CERTIFICATE, CONFIRMATION, CONTRACT, INVOICE, QUOTE, Content
from marqueedesk.messages.mail_settings import Site
from marqueedesk.quotes import queries as quotes
from marqueedesk.quotes.serializers import Links

_PDF: Final = "application/pdf"
_NAMES: Final = {
    CALENDAR: "Booking {number}.ics",
    CONFIRMATION: "Confirmation {number}.pdf",
    INVOICE: "{document}.pdf",
    QUOTE: "Quote {document}.pdf",
    CERTIFICATE: "{document}",
    CONTRACT: "Contract {document}.pdf",
}


@dataclass(frozen=True, slots=True)
class ToCompile:
    """A document that still has to be compiled."""

    name: str
    whose: int
    paper: DocumentContent
    logo: bytes | None
    made_at: datetime

    def attachment(self) -> Attachment:
        """Compile the document to a PDF. Raises TooBusy and NotTypeset."""
        drawn = document_content.drawn(self.paper)
        return Attachment(self.name, _PDF, pdf(drawn, whose=self.whose, logo=self.logo, made_at=self.made_at))


def names(content: Content) -> list[str]:
    """Return the names of the files attached to an email."""
    files = content.get("files")
    if not files:
        return []
    # Emails written before bookings had numbers use the booking's ID.
    values = {"number": files.get("bookingId"), **files}
    return [_NAMES[kind].format_map(values) for kind in files["kinds"]]


def files_of(
    db: Session, content: Content, operator_id: int, site: Site, now: datetime
) -> tuple[Sequence[Attachment], Sequence[ToCompile]]:
    """Return an email's finished files, and the documents to compile after the transaction.

    Both are empty if the booking or quote is gone. Raises LookupError for a deleted certificate of insurance, without
    which the email makes no sense. There is a confirmation only for a confirmed or completed booking,
    and a calendar file also for a canceled one, to remove the events from the customer's calendar.
    """
    files = content.get("files")
    operator = db.get(Operator, operator_id)
    if not files or operator is None:
        return (), ()
    if "certificateId" in files:
        return [_certificate(db, files["certificateId"])], ()
    if "contractVersionId" in files:
        pdf_file = contracts.signed_pdf(db, files["contractVersionId"])
        return ([Attachment(names(content)[0], _PDF, pdf_file)] if pdf_file is not None else ()), ()
    try:
        if "quoteId" in files and "version" in files:
            quote = quotes.quote(db, files["quoteId"])
            sent = quotes.version(db, quote.id, files["version"])
            paper = paper_of(Links(site.signer, site.url), db, operator, quote, sent, now)
            return (), [ToCompile(names(content)[0], operator_id, paper, logo_of(db), sent.sent_at or now)]
        if "bookingId" not in files:
            return (), ()
        booking = bookings.booking(db, files["bookingId"])
    except NotFound:
        return (), ()
    ready: list[Attachment] = []
    documents_: list[ToCompile] = []
    for kind, name in zip(files["kinds"], names(content), strict=True):
        if kind == CALENDAR:
            file = customers_calendar(db, operator, booking, site.booking_links)
            ready.append(Attachment(name, "text/calendar", file.content, {"method": file.method}))
        elif kind == INVOICE:
            issued = documents.issued_invoice(db, booking.id)
            if issued is not None:
                documents_.append(ToCompile(name, operator_id, *issued))
        elif booking.status in {CONFIRMED, COMPLETED}:
            confirmation = documents.confirmation(db, operator, booking, now)
            documents_.append(ToCompile(name, operator_id, *confirmation, now))
    return ready, documents_


def _certificate(db: Session, certificate_id: int) -> Attachment:
    try:
        row = insurance.certificate(db, certificate_id)
        return Attachment(row.file_name, row.media_type, insurance.content(db, row.id))
    except NotFound as problem:
        raise LookupError("the certificate was deleted") from problem
