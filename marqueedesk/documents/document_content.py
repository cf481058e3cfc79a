"""Compute a document's content from a booking and its business. Pure: plain values in, plain data out.

A `DocumentContent` is the JSON that the template renders. Its texts are final, so that a stored document, such as an
invoice, never changes.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date, time
from typing import Final
from zoneinfo import ZoneInfo

from marqueedesk.bookings.models import CANCELED, PENDING, Booking
from marqueedesk.business.document_rules import REVERSE_CHARGE, USUAL_TAX
from marqueedesk.business.terms import filled, terms_text
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.documents.price_lines import ChargedLine, booking_prices, invoice_lines
from marqueedesk.documents.sign import draw_sign
from marqueedesk.documents.sign_tones import Look, SignText
from marqueedesk.documents.stored_document import (
    BALANCE,
    DEPOSIT,
    DUE,
    PROCESSING,
    RECEIVED,
    TOTAL,
    DocumentBlock,
    DocumentContent,
    DocumentNote,
    DrawnDocument,
    DrawnSign,
    Fact,
    SignLine,
    StoredInvoiceLine,
    StoredSign,
    SumRow,
    customer_block,
    fact,
    name_once,
    sum_row,
    without_repeated_total,
)
from marqueedesk.documents.trade_data import trade_of
from marqueedesk.kit.text.formats import counted
from marqueedesk.pricing.agreed_price import AgreedPrice, read_breakdown
from marqueedesk.pricing.breakdown import tax_in
from marqueedesk.pricing.payment_terms import tiers_in_words
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.line_schemas import StandingTextOut
from marqueedesk.rentals.line_serializers import color_label, serialize_rented, serialize_sign, size_label
from marqueedesk.rentals.lines import LettersLine, Lines, sign_text

CHARGES: Final = "Additional charges"
"""Label of charges for damaged and lost pieces and for moving a booking, which are owed in addition to the agreed
price.
"""
_FEET: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?ft")


def shell(
    letterhead: Letterhead,
    *,
    title: str,
    number: str,
    dated: str,
    opening: str | None,
    customer: DocumentBlock | None,
) -> DocumentContent:
    """Return the empty frame of a document of any kind: all keys, without content."""
    return {
        "format": letterhead.format(),
        "title": title,
        "number": number,
        "dated": dated,
        "opening": opening,
        "company": {"label": "From", "name": letterhead.name, "rows": letterhead.rows()},
        "customer": customer,
        "footer": letterhead.footer(),
        "sign": None,
        "facts": [],
        "prices": [],
        "sums": [],
        "notes": [],
        "link": None,
        "terms": None,
    }


def sign_of(message: str, size: str, look: Look, lines: Sequence[StandingTextOut] = ()) -> StoredSign:
    """Return the stored form of a document's sign; `drawn` renders it.

    ``lines`` are its texts; they are stored if there are several, or if one has a color or a finish.
    """
    sign: StoredSign = {"message": message, "size": size, "look": look}
    if len(lines) > 1 or any(line.color or line.finish for line in lines):
        sign["lines"] = stored_texts(lines)
    return sign


def stored_texts(lines: Iterable[StandingTextOut]) -> list[SignLine]:
    """Convert a sign's texts to their stored form."""
    stored: list[SignLine] = []
    for line in lines:
        row: SignLine = {
            "text": line.text,
            "size": line.size,
            "heightInches": line.height_inches,
            "color": line.color,
            "finish": line.finish,
        }
        if line.exceptions:
            row["exceptions"] = [{"index": one.index, "finish": one.finish} for one in line.exceptions]
        stored.append(row)
    return stored


def texts_to_scale(lines: Sequence[SignLine]) -> list[SignText]:
    """Scale the stored texts of a sign for drawing: the tallest letters are 1."""
    highest = max((line["heightInches"] for line in lines), default=1)
    return [
        SignText(
            line["text"],
            line["heightInches"] / highest,
            line["color"],
            line["finish"],
            tuple((one["index"], one["finish"]) for one in line.get("exceptions", ())),
        )
        for line in lines
    ]


def drawn(paper: DocumentContent) -> DrawnDocument:
    """Return the document with its sign drawn, and a caption: the letters' height and, for one line, the approximate
    width.
    """
    kept = paper["sign"]
    texts = _texts(kept) if kept else []
    sign = draw_sign(texts, look=kept["look"]) if kept else None
    if kept is None or sign is None:
        return {**paper, "sign": None}
    size = kept["size"]
    feet = _FEET.fullmatch(size)
    caption = f"{feet[1]} ft letters" if feet else size
    if len(texts) > 1:
        sizes = dict.fromkeys(line["size"] for line in kept.get("lines", ()))
        caption = f"Letters in {' and '.join(sizes)}, drawn to scale" if len(sizes) > 1 else f"{caption}"
    elif feet and sign.lines == 1:
        caption += f" · about {max(1, round(sign.widest * float(feet[1]) / 100))} ft wide"
    picture: DrawnSign = {
        "look": kept["look"],
        "svg": sign.svg,
        "width": sign.width,
        "height": sign.height,
        "alt": f"{kept['message']} in marquee letters",
        "caption": caption,
    }
    return {**paper, "sign": picture}


def _texts(kept: StoredSign) -> list[SignText]:
    """Return the texts of a stored sign, to scale."""
    return texts_to_scale(kept.get("lines", ())) or [SignText(kept["message"])]


def moment(letterhead: Letterhead, on: date, clock: time | None) -> tuple[str, str | None]:
    """Return the day of a delivery or pickup, and its time if one was agreed."""
    return letterhead.weekday(on), letterhead.clock(clock) if clock else None


def booking_facts(letterhead: Letterhead, booking: Booking, prices: PriceList) -> list[Fact]:
    """Return dates, place and sign of a booking."""
    delivery, pickup = booking.delivery, booking.pickup
    return [
        *fact("Delivery", letterhead.weekday(delivery.day), letterhead.hours(delivery)),
        *fact("Pickup", letterhead.weekday(pickup.day), letterhead.hours(pickup)),
        *fact(
            "Venue", booking.venue_name or booking.venue_address, booking.venue_address if booking.venue_name else None
        ),
        *rented_facts(booking.lines, prices),
        *fact("Event", booking.event_type.capitalize() if booking.event_type else None),
    ]


def rented_facts(lines: Lines, prices: PriceList) -> list[Fact]:
    """Return the rented lines as one fact."""
    rows = serialize_rented(lines, prices)
    if len(rows) == 1 and isinstance(lines[0], LettersLine):
        color = color_label(lines[0], prices) if lines[0].custom_color else None
        details = [counted(len(lines[0].letters), "letter"), size_label(lines[0], prices), rows[0].finish, color]
        return fact("Message", lines[0].text, ", ".join(detail for detail in details if detail))
    texts = [f"{row.text}: {row.detail}" if row.detail else row.text for row in rows]
    return fact("What you rent", "\n".join(texts))


def payment_rows(letterhead: Letterhead, booking: Booking, charged: Sequence[ChargedLine] = ()) -> list[SumRow]:
    """Return rows for the total and the payments, combined by `name_once` (S7). Requests have no balance due yet.

    ``charged`` explains the additional charges, each with its sales tax.
    """
    written = letterhead.money
    rows = [sum_row(TOTAL, written(booking.total_cents), strong=True)]
    if booking.status == CANCELED:
        rows.append(sum_row("Cancellation fee", written(booking.cancel_fee_cents or 0)))
    elif booking.deposit_cents:
        rows.append(sum_row(DEPOSIT, written(booking.deposit_cents)))
    if booking.payment_terms and booking.status != CANCELED:
        parts = booking.payment_schedule(ZoneInfo(letterhead.time_zone))
        for part in parts:
            paid = ", paid" if part.paid_cents >= part.cents else ""
            rows.append(sum_row(f"{DUE} {letterhead.day(part.due)}{paid}", written(part.cents)))
    if booking.charges_cents:
        rows.append(sum_row(CHARGES, written(booking.charges_cents)))
        for row in charged:
            # A single charge is the sum above.
            rows.append(sum_row(row.text, written(row.cents + row.tax_cents) if len(charged) > 1 else ""))
            rows += [sum_row(f"{letterhead.rules.tax} included", written(row.tax_cents))] if row.tax_cents else []
    reduced = booking.fee_reduced_cents if booking.status == CANCELED else booking.reduced_cents
    if reduced:
        rows.append(sum_row("No longer owed", written(-reduced)))
        if booking.status != CANCELED:
            rows += _tax_taken_off(letterhead, booking)
    if booking.received_cents:
        rows.append(sum_row(RECEIVED, written(booking.received_cents)))
    if booking.processing_cents:
        rows.append(sum_row(PROCESSING, written(booking.processing_cents)))
    has_balance = booking.deposit_cents or booking.received_cents or booking.payment_terms or booking.charges_cents
    if has_balance and (booking.status != PENDING or booking.received_cents):
        rows.append(sum_row(BALANCE, written(booking.balance_cents), strong=True))
    return name_once(rows)


def _tax_taken_off(letterhead: Letterhead, booking: Booking) -> list[SumRow]:
    """Return the sales tax included in the reduction, matching the tax report."""
    price = read_breakdown(booking.breakdown)
    total = max(0, booking.total_cents)
    left = max(0, total - booking.reduced_cents)
    tax = tax_in(price, total) - tax_in(price, left)
    return [sum_row(f"{letterhead.rules.tax} included", letterhead.money(-tax))] if tax else []


def _credited(letterhead: Letterhead, booking: Booking) -> list[SumRow]:
    """Return the credited part of a canceled booking's price, with its sales tax."""
    price, total = read_breakdown(booking.breakdown), max(0, booking.total_cents)
    credit = total - (booking.cancel_fee_cents or 0)
    if credit <= 0:
        return []
    tax = tax_in(price, total)
    rows = [sum_row("Credited", letterhead.money(-credit))]
    return [*rows, sum_row(f"{letterhead.rules.tax} included", letterhead.money(-tax))] if tax else rows


def booking_terms(
    letterhead: Letterhead, booking: Booking, terms: str | None, canceling: str | None = None
) -> str | None:
    """Return the business's terms with the booking's values, or None if it has none.

    ``canceling`` is when free cancellation ends, as text.
    """
    tiers = tiers_in_words(booking.terms.cancellation)
    text = terms_text(terms, tiers, deposit=booking.deposit_cents > 0)
    return filled(text, terms_values(letterhead, booking, canceling)) or None


def terms_values(letterhead: Letterhead, booking: Booking, canceling: str | None) -> dict[str, str | None]:
    """Return the values of the placeholders in the terms. ``canceling`` is when free cancellation ends, as text."""
    return {
        "company": letterhead.name,
        "customer": booking.customer_name,
        "message": booking.message,
        "delivery": letterhead.weekday(booking.delivery_day),
        "pickup": letterhead.weekday(booking.pickup_day),
        "venue": booking.place,
        "total": letterhead.money(booking.total_cents),
        "deposit": letterhead.money(booking.deposit_cents),
        "cancellation": canceling,
        "expires": "its acceptance",
    }


def _of_booking(
    letterhead: Letterhead,
    booking: Booking,
    prices: PriceList,
    extras: Sequence[tuple[str, int]],
    *,
    title: str,
    number: str,
    today: date,
    opening: str | None,
    look: Look,
    charged: Sequence[ChargedLine] = (),
    buyer_address: str | None = None,
) -> DocumentContent:
    exemption = booking.price.order.exemption if booking.price.order else None
    vat_id = booking.customer_vat_id or (exemption.certificate if exemption and exemption.reverse_charge else None)
    vat = f"VAT ID {vat_id}" if vat_id else None
    rows = [row.strip() for row in (buyer_address or "").splitlines()]
    contact = [booking.customer_email, booking.customer_phone, vat]
    customer = customer_block("For", booking.customer_name, [*rows, *contact])
    lines = booking.lines
    sums = payment_rows(letterhead, booking, charged)
    sums[1:1] = _tax_totals(letterhead, booking, invoice_lines(letterhead, booking, prices, extras, charged))
    return {
        **shell(
            letterhead, title=title, number=number, dated=letterhead.day(today), opening=opening, customer=customer
        ),
        "sign": sign_of(sign_text(lines), booking.size, look, serialize_sign(lines, prices)),
        "facts": booking_facts(letterhead, booking, prices),
        "prices": booking_prices(letterhead, booking, prices, extras, shows_included=False),
        "sums": sums,
        "notes": tax_notes(letterhead, booking.price),
    }


def _tax_totals(letterhead: Letterhead, booking: Booking, lines: Sequence[StoredInvoiceLine]) -> list[SumRow]:
    """Return net and tax for each rate, where the country's documents state them or the prices include the tax."""
    is_stated = booking.price.breakdown.tax_included or letterhead.rules.tax != USUAL_TAX
    if booking.status == CANCELED or not is_stated or not any(line["tax_cents"] for line in lines):
        return []
    rows: list[SumRow] = []
    for ppm in sorted({line["tax_ppm"] for line in lines}, reverse=True):
        own = [line for line in lines if line["tax_ppm"] == ppm]
        net, tax = (sum(line[name] for line in own) for name in ("net_cents", "tax_cents"))
        percent = f"{ppm / 10_000:g}%"
        label = f"{letterhead.rules.tax} {percent}"
        rows.append(sum_row(f"Net at {percent}" if ppm else f"Without {letterhead.rules.tax}", letterhead.money(net)))
        rows += [sum_row(label, letterhead.money(tax))] if ppm else []
    return rows


def tax_notes(letterhead: Letterhead, price: AgreedPrice) -> list[DocumentNote]:
    """Return the sentence that explains why a document charges no tax, if it has to."""
    rules, exemption = letterhead.rules, price.order.exemption if price.order else None
    if price.breakdown.tax_exempt and exemption is not None and exemption.reverse_charge:
        return [{"title": rules.tax, "text": REVERSE_CHARGE.format(tax=rules.tax)}]
    if letterhead.small_business and not price.breakdown.tax_cents:
        return [{"title": rules.tax, "text": rules.small_business}]
    return []


def confirmation(
    letterhead: Letterhead,
    booking: Booking,
    prices: PriceList,
    *,
    extras: Sequence[tuple[str, int]],
    today: date,
    terms: str | None,
    canceling: str | None = None,
) -> DocumentContent:
    """Return a confirmation of the booking, with the business's terms (None for the default ones).

    ``canceling`` is when free cancellation ends, as text for the terms.
    """
    paper = _of_booking(
        letterhead,
        booking,
        prices,
        extras,
        title="Booking confirmation",
        number=f"#{booking.number}",
        today=today,
        opening=f"Thank you, {booking.customer_name}. Your sign is booked.",
        look="night",
    )
    notes = paper["notes"] + ([DocumentNote(title="Your notes", text=booking.notes)] if booking.notes else [])
    shown = without_repeated_total(paper["prices"], paper["sums"])
    return {**paper, "prices": shown, "notes": notes, "terms": booking_terms(letterhead, booking, terms, canceling)}


def invoice(
    letterhead: Letterhead,
    booking: Booking,
    prices: PriceList,
    *,
    extras: Sequence[tuple[str, int]],
    number: str,
    today: date,
    note: str | None,
    replaces: str | None = None,
    how_to_pay: str | None = None,
    charged: Sequence[ChargedLine] = (),
    buyer_address: str | None = None,
) -> DocumentContent:
    """Return an invoice, or a credit note for a canceled booking. ``note`` is the business's own text; ``how_to_pay``
    its payment instructions, shown while an amount is due; ``replaces`` the number of the invoice it replaces;
    ``charged`` the additional charges; ``buyer_address`` the customer's address in rows.
    """
    is_credit = booking.status == CANCELED
    credited = "It credits the amount no longer due after the cancellation. " if is_credit else ""
    has_tax = booking.price.breakdown.tax_cents > 0
    title = "Credit note" if is_credit else letterhead.rules.title if has_tax else "Invoice"
    # Use dark letters on white, because invoices are printed.
    paper = _of_booking(
        letterhead,
        booking,
        prices,
        extras,
        title=title,
        number=number,
        today=today,
        opening=f"This replaces {replaces}, which is no longer valid. {credited}".strip() if replaces else None,
        look="ink",
        charged=charged,
        buyer_address=buyer_address,
    )
    facts = [*paper["facts"], *fact("Booking", f"#{booking.number}")]
    sums = paper["sums"]
    if is_credit:
        # Placed below the total and the cancellation cost.
        sums = name_once([*sums[:2], *_credited(letterhead, booking), *sums[2:]])
    words = how_to_pay if booking.balance_cents > 0 else None
    notes = [
        *paper["notes"],
        *[DocumentNote(title=title, text=text) for title, text in (("How to pay", words), ("Payment", note)) if text],
    ]
    lines = invoice_lines(letterhead, booking, prices, extras, charged)
    tax_words = next((note["text"] for note in paper["notes"]), None)
    trade = trade_of(
        letterhead, booking, lines, today=today, replaces=replaces, reason=tax_words, buyer_address=buyer_address
    )
    return {**paper, "facts": facts, "sums": sums, "notes": notes, "lines": lines, "trade": trade}
