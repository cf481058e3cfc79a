"""Compile a dispute pack: our own pages, and the pages of the contract, its certificate and the invoice (K11)."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypedDict

from marqueedesk.dispute_packs.photo_pages import embedded, signature_drawing
from marqueedesk.dispute_packs.source import MOST_MESSAGES, MOST_PHOTOS, PackSource
from marqueedesk.documents.document_content import drawn
from marqueedesk.documents.typeset import pdf as compiled
from marqueedesk.documents.typeset import template_pdf

MOST_BYTES: Final = 4_500_000
"""Stripe's limit for an evidence file."""
MOST_PAGES: Final = 49
"""Stripe forwards fewer than 50 pages to the bank."""
MOST_PAGES_BY_BRAND: Final = {"mastercard": 18}
"""Networks with a lower limit: Mastercard takes fewer than 19 pages."""


class ConsentPart(TypedDict):
    """The card mandate for the template: labels with values, and the wording."""

    facts: list[list[str]]
    wording: str


@dataclass(frozen=True, slots=True)
class _Extent:
    """Limits for our own pages: number and width of photos, and number of messages."""

    photos: int
    width: int
    messages: int


_EXTENTS: Final = (
    _Extent(MOST_PHOTOS, 1000, MOST_MESSAGES),
    _Extent(4, 700, 40),
    _Extent(2, 500, 12),
    _Extent(0, 0, 6),
)


@dataclass(frozen=True, slots=True)
class _Papers:
    """Pages of the signed contract, its certificate and the invoice. ``shown`` has the number of pages in the pack, in
    the same order.
    """

    contract: Sequence[Any]
    certificate: Sequence[Any]
    invoice: Sequence[Any]
    shown: tuple[int, int, int]

    @property
    def pages(self) -> list[Any]:
        """Return the pages in the pack."""
        contract, certificate, invoice = self.shown
        return [*self.contract[:contract], *self.certificate[:certificate], *self.invoice[:invoice]]

    def within(self, room: int) -> "_Papers":
        """Limit the papers to ``room`` pages: the certificate first, then contract and invoice. However long the
        invoice is, the contract can use at least half of the remaining pages.
        """
        certificate = min(len(self.certificate), room)
        left = room - certificate
        contract = min(len(self.contract), max(left - len(self.invoice), (left + 1) // 2))
        return replace(self, shown=(contract, certificate, min(len(self.invoice), left - contract)))

    def halved(self) -> "_Papers":
        """Halve the pages of the contract and the invoice."""
        contract, certificate, invoice = self.shown
        return replace(self, shown=(contract // 2, certificate, invoice // 2))


def dispute_pack(source: PackSource, made_at: datetime) -> bytes:
    """Compile the pack within the provider's limits: with fewer photos and messages if it would be too large, and in
    the end with only the first pages of the contract and invoice. The table of contents lists what was left out. Don't
    call it in a transaction. Raises TooBusy and NotTypeset.
    """
    most_pages = MOST_PAGES_BY_BRAND.get((source.brand or "").lower(), MOST_PAGES)
    papers = _papers(source)
    least = _EXTENTS[-1]
    for extent in _EXTENTS:
        own = _own_pages(source, extent, papers, made_at)
        if len(own) + sum(papers.shown) > most_pages:
            continue
        merged = _merged([*own, *papers.pages])
        if len(merged) <= MOST_BYTES:
            return merged
    none_shown = replace(papers, shown=(0, 0, 0))
    papers = papers.within(max(0, most_pages - len(_own_pages(source, least, none_shown, made_at))))
    merged = _merged([*_own_pages(source, least, papers, made_at), *papers.pages])
    while len(merged) > MOST_BYTES and papers.halved() != papers:
        papers = papers.halved()
        merged = _merged([*_own_pages(source, least, papers, made_at), *papers.pages])
    return merged


def _papers(source: PackSource) -> _Papers:
    """Load all pages of the contract, its certificate and the invoice."""
    contract = _pages(source.contract.pdf) if source.contract else []
    certificate = _pages(source.contract.certificate) if source.contract else []
    invoice: list[Any] = []
    if (paper := source.invoice) is not None:
        content = drawn(paper.content)
        invoice = _pages(compiled(content, whose=source.operator_id, logo=paper.logo, made_at=paper.issued_at))
    return _Papers(contract, certificate, invoice, (len(contract), len(certificate), len(invoice)))


def _own_pages(source: PackSource, extent: _Extent, papers: _Papers, made_at: datetime) -> list[Any]:
    head = source.letterhead
    messages = source.messages[-extent.messages :]
    photos = [embedded(photo, extent.width) for photo in source.photos[: extent.photos]]
    data = {
        "format": head.format(),
        "company": head.name,
        "rows": head.rows(),
        "number": f"#{source.number}",
        "dispute": source.dispute_facts,
        "rental": source.rental_facts,
        "contents": _contents(source, len(photos), len(messages), papers),
        "consent": _consent(source),
        "moved": [
            {
                "title": row.title,
                "facts": [
                    ["Time", row.at],
                    ["Recorded by", row.who],
                    ["Pieces", str(row.pieces)],
                    *([["Signed by", row.signed_by]] if row.signed_by else []),
                ],
                "signature": signature_drawing(row.signature) if row.signature else None,
            }
            for row in source.moved
        ],
        "photos": photos,
        "messages": [[row.at, row.kind, row.sender, row.text] for row in messages],
        "payments": source.payments,
    }
    return _pages(template_pdf("dispute.typ", data, whose=source.operator_id, logo=source.logo, made_at=made_at))


def _consent(source: PackSource) -> ConsentPart | None:
    if source.consent is None:
        return None
    facts = [["Agreed", source.consent.consent_at], ["Card", source.consent.card]]
    return {"facts": facts, "wording": source.consent.wording}


def _contents(source: PackSource, photos: int, messages: int, papers: _Papers) -> list[list[str]]:
    """Return each part of the pack with its state, so that missing parts are named."""
    of_contract, of_certificate, of_invoice = papers.shown
    contract = certificate = "Missing: no contract was signed for this booking"
    if source.contract is not None:
        hint = f"Signed {source.contract.signed_at}, total {source.contract.total}, SHA-256 {source.contract.sha256}"
        contract = f"{_first_pages(of_contract, papers.contract)}{hint}"
        certificate = _first_pages(of_certificate, papers.certificate) or "Included"
    invoice = "Missing: no invoice was issued"
    if source.invoice is not None:
        invoice = f"{_first_pages(of_invoice, papers.invoice)}{source.invoice.number}"
    if source.consent is not None:
        consent = f"Agreed {source.consent.consent_at}"
    elif source.is_off_session:
        consent = "Missing: the consent was not recorded"
    else:
        consent = "Not needed: the customer entered the card"
    signed = sum(1 for row in source.moved if row.signature)
    left_out = len(source.photos) - photos
    return [
        ["Consent to charge the card", consent],
        ["Delivery and return", f"{len(source.moved)} recorded" if source.moved else "Missing: none was recorded"],
        ["Recipient’s signature", f"{signed} included" if signed else "Missing: none was given"],
        ["Photos", (f"{photos} included" + _left_out(left_out)) if source.photos else "Missing: none were taken"],
        [
            "Messages",
            (f"{messages} included" + _left_out(len(source.messages) - messages)) if messages else "Missing: none",
        ],
        ["Payments", f"{len(source.payments)} included"],
        ["Signed contract", contract],
        ["Certificate of signature", certificate],
        ["Invoice", invoice],
    ]


def _left_out(number: int) -> str:
    return f", {number} left out to stay within the size limit" if number > 0 else ""


def _first_pages(shown: int, pages: Sequence[Any]) -> str:
    """Return how many of a paper's pages are in the pack; empty if all are."""
    if shown == len(pages):
        return ""
    if shown == 0:
        return "Left out to stay within the provider’s limit. "
    return f"The first {shown} of {len(pages)} pages, to stay within the provider’s limit. "


def _pages(content: bytes) -> list[Any]:
    from pypdf import PdfReader  # noqa: PLC0415 - only dispute packs and e-invoices need it.

    return list(PdfReader(io.BytesIO(content)).pages)


def _merged(pages: Sequence[Any]) -> bytes:
    """Return the pages as one PDF, without form fields: the contract's digital signature only fits its own file."""
    from pypdf import PdfWriter  # noqa: PLC0415

    writer: Any = PdfWriter()
    for page in pages:
        added = writer.add_page(page)
        if "/Annots" in added:
            del added["/Annots"]
    writer.compress_identical_objects()
    writer.add_metadata({"/Title": "Dispute evidence"})
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()
