"""Compute a document's content from a booking and its business. Pure: plain values in, plain data out.

A `DocumentContent` is the JSON that the template renders. Its texts are final, so that a stored document, such as an
invoice, never changes.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date, time
from typing import Final
from zoneinfo import ZoneInfo

from marqueedesk.bookings.models import CANCELED, PENDING, Booking
from marqueedesk.bookings.serializers import options_of
from marqueedesk.business.terms import filled, terms_text
from marqueedesk.documents.letterhead import Letterhead
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
    PriceRow,
    SignLine,
    StoredSign,
    SumRow,
    customer_block,
    fact,
    name_once,
    sum_row,
    without_repeated_total,
)
from marqueedesk.kit.text.formats import counted
from marqueedesk.pricing.agreed_price import read_breakdown
from marqueedesk.pricing.breakdown import Breakdown, tax_in
from marqueedesk.pricing.payment_terms import tiers_in_words
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.line_schemas import StandingTextOut
from marqueedesk.rentals.line_serializers import color_label, line_texts, serialize_rented, serialize_sign, size_label
from marqueedesk.rentals.lines import LettersLine, Lines, sign_text

CHARGES: Final = "Additional charges"
"""Label of charges for damaged and lost pieces and for moving a booking, which are owed in addition to the agreed
price.
"""
TAX_TO_CONFIRM: Final = "Tax is added once we check your address"
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
    return [
        {
            "text": line.text,
            "size": line.size,
            "heightInches": line.height_inches,
            "color": line.color,
            "finish": line.finish,
        }
        for line in lines
    ]


def texts_to_scale(lines: Sequence[SignLine]) -> list[SignText]:
    """Scale the stored texts of a sign for drawing: the tallest letters are 1."""
    highest = max((line["heightInches"] for line in lines), default=1)
    return [SignText(line["text"], line["heightInches"] / highest, line["color"], line["finish"]) for line in lines]


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


def price_rows(
    letterhead: Letterhead,
    price: Breakdown,
    *,
    color: str,
    add_ons: Sequence[str],
    extras: Sequence[tuple[str, int]] = (),
    lines: Sequence[tuple[str, int]] = (),
) -> list[PriceRow]:
    """Return the nonzero lines of a price, always including the letters; without the total (P4).

    ``color`` and ``add_ons`` are names of the chosen options. ``lines`` are the rental's lines with cents, if it has
    more than one line of letters: they replace the letters.
    """
    written = letterhead.money

    def row(text: str, cents: int, detail: str | None = None) -> PriceRow:
        return {"text": text, "detail": detail, "amount": written(cents)}

    rows = [row(text, cents) for text, cents in lines] or [
        row("Letters", price.base_cents, _base_detail(price, written))
    ]
    if price.color_cents and not lines:
        rows.append(row("Color option", price.color_cents, color))
    if price.add_ons_cents and not lines:
        rows.append(row("Add-ons", price.add_ons_cents, ", ".join(add_ons)))
    if price.surcharge_cents:
        rows.append(row("Venue surcharge", price.surcharge_cents))
    rows += [row(text, cents) for text, cents in extras]
    if price.extras_cents and not extras:
        rows.append(row("Extras", price.extras_cents))
    if price.minimum_order_adjustment_cents:
        rows.append(row("Minimum order", price.minimum_order_adjustment_cents))
    if price.discount_cents:
        rows.append(row("Discount", -price.discount_cents, _percent(price.discount_basis_points)))
    if price.delivery_fee_cents:
        rows.append(row("Delivery fee", price.delivery_fee_cents))
    if price.damage_waiver_cents:
        rows.append(row("Damage waiver", price.damage_waiver_cents))
    if price.tax_cents:
        rows.append(row("Sales tax", price.tax_cents))
    elif price.tax_is_open:
        rows.append({"text": "Sales tax", "detail": TAX_TO_CONFIRM, "amount": "–"})
    elif price.tax_exempt:
        rows.append(row("Sales tax", 0, "Exempt"))
    if price.tip_cents:
        rows.append(row("Tip", price.tip_cents))
    return rows


def _percent(basis_points: int) -> str | None:
    return f"{basis_points / 100:g}%" if basis_points else None


def _base_detail(price: Breakdown, written: Callable[[int], str]) -> str:
    """Explain the base price if all letters have the same price; otherwise list only letters and days."""
    letters = counted(price.letter_count, "letter")
    per_letter = price.letter_count * price.price_per_letter_cents
    if price.letter_count == price.days == 1:
        # The amount is the price of the letter.
        return f"{letters}, {counted(price.days, 'day')}"
    if per_letter * price.days == price.base_cents:
        return f"{letters} × {written(price.price_per_letter_cents)} × {counted(price.days, 'day')}"
    # The price is per event, independent of the days.
    if per_letter == price.base_cents:
        return f"{letters} × {written(price.price_per_letter_cents)}"
    # The letters have different prices, so multiplying an average would not give the right amount.
    return f"{letters}, {counted(price.days, 'day')}"


def agreed_row(letterhead: Letterhead, price: Breakdown, total_cents: int) -> list[PriceRow]:
    """Return the line for the difference between the operator's custom total and the computed price (P5)."""
    more = total_cents - price.total_cents
    if more == 0:
        return []
    return [
        {
            "text": "Discount" if more < 0 else "Extra charge",
            "detail": f"Calculated price {letterhead.money(price.total_cents)}",
            "amount": letterhead.money(more),
        }
    ]


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


def booking_prices(
    letterhead: Letterhead, booking: Booking, prices: PriceList, extras: Sequence[tuple[str, int]]
) -> list[PriceRow]:
    """Return a booking's price lines."""
    agreed = booking.price
    price = agreed.breakdown
    lines = line_texts(booking.lines, agreed, prices) if booking.stored_lines else []
    names = [(option.kind, option.label) for option in options_of(booking, prices)]
    color = next(name for kind, name in names if kind == "color")
    add_ons = [name for kind, name in names if kind == "addOn"]
    return [
        *price_rows(letterhead, price, color=color, add_ons=add_ons, extras=extras, lines=lines),
        *agreed_row(letterhead, price, booking.total_cents),
    ]


def payment_rows(letterhead: Letterhead, booking: Booking) -> list[SumRow]:
    """Return the total and the payments, each sum named once (S7). A request owes nothing yet."""
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
    return [sum_row("Sales tax included", letterhead.money(-tax))] if tax else []


def _credited(letterhead: Letterhead, booking: Booking) -> list[SumRow]:
    """Return the credited part of a canceled booking's price, with its sales tax."""
    price, total = read_breakdown(booking.breakdown), max(0, booking.total_cents)
    credit = total - (booking.cancel_fee_cents or 0)
    if credit <= 0:
        return []
    tax = tax_in(price, total)
    rows = [sum_row("Credited", letterhead.money(-credit))]
    return [*rows, sum_row("Sales tax included", letterhead.money(-tax))] if tax else rows


def booking_terms(
    letterhead: Letterhead, booking: Booking, terms: str | None, canceling: str | None = None
) -> str | None:
    """Return the business's terms with the booking's values, or None if it has none.

    ``canceling`` is when free cancellation ends, as text.
    """
    tiers = tiers_in_words(booking.terms.cancellation)
    text = terms_text(terms, tiers, deposit=booking.deposit_cents > 0)
    values = {
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
    return filled(text, values) or None


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
) -> DocumentContent:
    customer = customer_block("For", booking.customer_name, [booking.customer_email, booking.customer_phone])
    lines = booking.lines
    return {
        **shell(
            letterhead, title=title, number=number, dated=letterhead.day(today), opening=opening, customer=customer
        ),
        "sign": sign_of(sign_text(lines), booking.size, look, serialize_sign(lines, prices)),
        "facts": booking_facts(letterhead, booking, prices),
        "prices": booking_prices(letterhead, booking, prices, extras),
        "sums": payment_rows(letterhead, booking),
    }


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
    notes: list[DocumentNote] = [{"title": "Your notes", "text": booking.notes}] if booking.notes else []
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
) -> DocumentContent:
    """Return an invoice, or a credit note for a canceled booking. ``note`` is the business's own text; ``how_to_pay``
    its payment instructions, shown while an amount is due; ``replaces`` the number of the invoice it replaces.
    """
    is_credit = booking.status == CANCELED
    credited = "It credits the amount no longer due after the cancellation. " if is_credit else ""
    # Use dark letters on white, because invoices are printed.
    paper = _of_booking(
        letterhead,
        booking,
        prices,
        extras,
        title="Credit note" if is_credit else "Invoice",
        number=number,
        today=today,
        opening=f"This replaces {replaces}, which is no longer valid. {credited}".strip() if replaces else None,
        look="ink",
    )
    facts = [*paper["facts"], *fact("Booking", f"#{booking.number}")]
    sums = paper["sums"]
    if is_credit:
        # Placed below the total and the cancellation cost.
        sums = name_once([*sums[:2], *_credited(letterhead, booking), *sums[2:]])
    words = how_to_pay if booking.balance_cents > 0 else None
    notes: list[DocumentNote] = [
        {"title": title, "text": text} for title, text in (("How to pay", words), ("Payment", note)) if text
    ]
    return {**paper, "facts": facts, "sums": sums, "notes": notes}
