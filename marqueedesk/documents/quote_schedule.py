"""Compute the content of a quote's PDF from a version as sent, or as it would be sent now. Pure."""

from dataclasses import dataclass
from datetime import date
from typing import Final

from marqueedesk.accounts.models import Operator
from marqueedesk.business.terms import OPEN
from marqueedesk.delivery.install_windows import window_of
from marqueedesk.documents.document_content import moment, rented_facts, shell, sign_of, tax_notes
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.documents.stored_document import (
    DEPOSIT,
    DUE,
    DocumentContent,
    DocumentNote,
    Fact,
    PriceRow,
    SumRow,
    customer_block,
    fact,
    name_once,
    sum_row,
    without_repeated_total,
)
from marqueedesk.pricing.agreed_price import read_breakdown, read_price
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.quotes.content import lines_of
from marqueedesk.quotes.content import moment as stored_moment
from marqueedesk.quotes.due import due_parts
from marqueedesk.quotes.models import SentContent
from marqueedesk.rentals.line_serializers import serialize_sign
from marqueedesk.rentals.lines import sign_text

_OPENINGS: Final = {
    "draft": "Draft. This quote has not been sent.",
    "open": "Thank you for your inquiry. Here is our offer.",
    "replaced": "A newer version of this quote has been sent.",
    "expired": "This quote has expired. Ask for a new one.",
    "declined": "This quote was declined.",
    "withdrawn": "This quote was withdrawn.",
}


@dataclass(frozen=True, slots=True)
class QuoteState:
    """A quote's status on the day its PDF is created.

    ``state`` is one of draft, open, replaced, expired, declined, withdrawn, accepted; ``link`` is the page where an
    open quote can be accepted; ``accepted`` is who accepted it and on which day.
    """

    state: str
    version: int
    dated: date
    expires: date | None
    link: str | None = None
    accepted: tuple[str, date] | None = None


def quote_paper(
    content: SentContent, operator: Operator, quote_state: QuoteState, prices: PriceList
) -> DocumentContent:
    """Return a quote's document from its snapshot (quotes.snapshot): the offer, its price, and its expiry."""
    head = Letterhead.of(content["company"], operator, content["currency"])
    price = read_breakdown(content["price"])
    number = content["number"] or "Draft"
    version = f" · version {quote_state.version}" if quote_state.version > 1 else ""
    opening = _OPENINGS.get(quote_state.state)
    if quote_state.accepted is not None:
        opening = f"Accepted by {quote_state.accepted[0]} on {head.day(quote_state.accepted[1])}."
    customer = customer_block("For", content["customer_name"], [content["customer_email"], content["customer_phone"]])
    sums = [sum_row("Total", head.money(price.total_cents), strong=True)]
    if price.deposit_cents:
        sums.append(sum_row(DEPOSIT, head.money(price.deposit_cents)))
    if quote_state.accepted is None:
        sums += due_rows(head, content, quote_state.dated)
    sums = name_once(sums)
    frame = shell(
        head,
        title="Quote",
        number=f"{number}{version}",
        dated=head.day(quote_state.dated),
        opening=opening,
        customer=customer,
    )
    lines = lines_of(content)
    price_lines: list[PriceRow] = [
        {"text": line["text"], "detail": None, "amount": head.money(line["cents"])} for line in content["lines"]
    ]
    policy = " ".join(content.get("policy", ()))
    notes = [("Note", content["note"]), ("Your notes", content["notes"]), ("Payment and cancellation", policy)]
    return {
        **frame,
        "sign": sign_of(sign_text(lines), content["size"], "night", serialize_sign(lines, prices)),
        "facts": _facts(head, content, quote_state, rented_facts(lines, prices)),
        "prices": without_repeated_total(price_lines, sums),
        "sums": sums,
        "notes": [
            *tax_notes(head, read_price(content["price"])),
            *[DocumentNote(title=title, text=text) for title, text in notes if text],
        ],
        "link": {"text": "Accept this quote online", "url": quote_state.link} if quote_state.link else None,
        "terms": content["terms"],
    }


def due_rows(head: Letterhead, content: SentContent, accepted: date) -> list[SumRow]:
    """Return the due dates and amounts if the quote is accepted on a given day, on which the first part is due."""
    return [
        sum_row(f"{DUE} {'when you accept' if part.due <= accepted else head.day(part.due)}", head.money(part.cents))
        for part in due_parts(content, accepted)
    ]


def _facts(head: Letterhead, content: SentContent, quote_state: QuoteState, rented: list[Fact]) -> list[Fact]:
    venue, address = content["venue_name"], content["venue_address"]
    return [
        *fact("Delivery", *delivery_words(head, content)),
        *fact("Pickup", *pickup_words(head, content)),
        *fact("Venue", venue or address or OPEN.capitalize(), address if venue else None),
        *rented,
        *fact("Event", (content["event_type"] or "").capitalize()),
        *fact(
            "Valid until",
            head.day(quote_state.expires) if quote_state.expires and quote_state.state != "accepted" else None,
        ),
    ]


def delivery_words(head: Letterhead, content: SentContent) -> tuple[str, str | None]:
    """Return the delivery day of a quote's version, with its time or the chosen install window."""
    delivery, at = _moment(head, content["delivery_date"])
    window = window_of(content["preferred_install_time"]) if content["delivery_date"] else None
    return delivery, at or (window.words(head.time_format) if window else None)


def pickup_words(head: Letterhead, content: SentContent) -> tuple[str, str | None]:
    """Return the pickup day of a quote's version, with its time or the business's pickup hours."""
    pickup, at = _moment(head, content["pickup_date"])
    return pickup, at or (head.collects.words(head.time_format) if content["pickup_date"] else None)


def _moment(head: Letterhead, text: str | None) -> tuple[str, str | None]:
    if text is None:
        return OPEN.capitalize(), None
    given = stored_moment(text)
    return moment(head, given.day, given.time)
