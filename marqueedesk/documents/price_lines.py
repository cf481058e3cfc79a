"""The lines of a booking's price, as rows of a document and as invoice lines with their tax. Pure.

A custom total is split into net and sales tax like the computed price, so that documents, pages and reports state the
same tax (P5).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from marqueedesk.bookings.models import CANCELED, Booking
from marqueedesk.bookings.serializers import options_of
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.documents.stored_document import PriceRow, StoredInvoiceLine
from marqueedesk.kit.text.formats import counted
from marqueedesk.pricing.agreed_price import AgreedPrice
from marqueedesk.pricing.breakdown import Breakdown, share_of, tax_in, taxed_lines_cents
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.pricing.rates import AnyRates, ItemRates, LineRates
from marqueedesk.pricing.sales_tax import ADD_ONS, DELIVERY, EXTRAS, LETTERS, PACKAGES, SURCHARGE, WAIVER
from marqueedesk.rentals.line_serializers import line_texts

TAX_TO_CONFIRM: Final = "Tax is added once we check your address"
CANCELLATION: Final = "Cancellation fee"


@dataclass(frozen=True, slots=True)
class PricePart:
    """A line of a price, with or without its tax as the price is. ``taxable_cents`` is the taxed part of it."""

    text: str
    cents: int
    taxable_cents: int
    detail: str | None = None
    is_tip: bool = False


@dataclass(frozen=True, slots=True)
class ChargedLine:
    """An additional charge on a booking, with its tax."""

    text: str
    cents: int
    tax_cents: int


def booking_prices(
    letterhead: Letterhead,
    booking: Booking,
    prices: PriceList,
    extras: Sequence[tuple[str, int]],
    *,
    shows_included: bool = True,
) -> list[PriceRow]:
    """Return a booking's price lines with the sales tax; without the total (P4). ``shows_included`` is true to also
    state a tax that the lines include.
    """
    price, total = booking.price.breakdown, max(0, booking.total_cents)
    tax = tax_in(price, total) if price.tax_included and shows_included else 0
    included: PriceRow = {"text": f"Includes {letterhead.rules.tax}", "detail": None, "amount": letterhead.money(tax)}
    parts = price_parts(booking, prices, extras, letterhead.money)

    def row(part: PricePart) -> PriceRow:
        return {"text": part.text, "detail": part.detail, "amount": letterhead.money(part.cents)}

    return [
        *[row(part) for part in parts if not part.is_tip],
        *_tax_rows(letterhead, booking.price, total),
        *[row(part) for part in parts if part.is_tip],
        *([included] if tax else []),
    ]


def _tax_rows(letterhead: Letterhead, agreed: AgreedPrice, total_cents: int) -> list[PriceRow]:
    """Return the row of the tax that is added or deducted. Tax included in the lines is below the total."""
    price, name = agreed.breakdown, letterhead.rules.tax
    tax_cents = tax_in(price, total_cents)
    if tax_cents and not price.tax_included:
        return [{"text": name, "detail": None, "amount": letterhead.money(tax_cents)}]
    if price.tax_is_open:
        return [{"text": name, "detail": TAX_TO_CONFIRM, "amount": "–"}]
    if price.tax_exempt:
        exemption = agreed.order.exemption if agreed.order else None
        detail = "Reverse charge" if exemption and exemption.reverse_charge else "Exempt"
        deducted = -share_of(price.tax_deducted_cents, total_cents, price.total_cents, price.step_cents)
        return [{"text": name, "detail": detail, "amount": letterhead.money(deducted)}]
    return []


def price_parts(
    booking: Booking, prices: PriceList, extras: Sequence[tuple[str, int]], written: Callable[[int], str]
) -> list[PricePart]:
    """Return the nonzero lines of a booking's price, always including the letters. They add up to the total less the
    sales tax added to it, or plus the included tax deducted from it.

    ``extras`` are the custom lines of its quote, with cents. ``written`` formats amounts in details.
    """
    agreed, total = booking.price, max(0, booking.total_cents)
    price = agreed.breakdown
    parts = [*_rented_parts(booking, prices, written), *_order_parts(agreed, extras)]
    taxable = taxed_lines_cents(price, agreed.lines, agreed.order)
    if price.discount_cents:
        # The discount's taxed part is the rest, because kinds of lines bear their share of the discount.
        rest = taxable - sum(part.taxable_cents for part in parts)
        detail = f"{price.discount_basis_points / 100:g}%" if price.discount_basis_points else None
        at = next((at for at, part in enumerate(parts) if part.text in {"Delivery fee", "Damage waiver", "Tip"}), None)
        parts.insert(len(parts) if at is None else at, PricePart("Discount", -price.discount_cents, rest, detail))
    more = total - price.total_cents
    if more:
        parts.append(
            PricePart(
                "Discount" if more < 0 else "Extra charge",
                more - _tax_of_difference(price, total),
                share_of(taxable, total, price.total_cents, price.step_cents) - taxable,
                f"Calculated price {written(price.total_cents)}",
            )
        )
    return parts


def _tax_of_difference(price: Breakdown, total_cents: int) -> int:
    """Return the tax added to a custom total in excess of the calculated price's, less included tax deducted."""
    if not price.tax_included:
        return tax_in(price, total_cents) - price.tax_cents
    deducted = share_of(price.tax_deducted_cents, total_cents, price.total_cents, price.step_cents)
    return price.tax_deducted_cents - deducted


def _rented_parts(booking: Booking, prices: PriceList, written: Callable[[int], str]) -> list[PricePart]:
    """Return the lines of rented goods: each of a booking with several lines, else letters, color and add-ons."""
    agreed = booking.price
    price = agreed.breakdown
    if booking.stored_lines:
        texts = line_texts(booking.lines, agreed, prices)
        taxed = [_taxed_of(rates, agreed) for rates in agreed.lines] or [cents for _, cents in texts]
        return [PricePart(text, cents, part) for (text, cents), part in zip(texts, taxed, strict=True)]
    names = [(option.kind, option.label) for option in options_of(booking, prices)]
    color = next(name for kind, name in names if kind == "color")
    add_ons = ", ".join(name for kind, name in names if kind == "addOn")
    parts = [_part(agreed, LETTERS, "Letters", price.base_cents, _base_detail(price, written))]
    if price.color_cents:
        parts.append(_part(agreed, LETTERS, "Color option", price.color_cents, color))
    if price.add_ons_cents:
        parts.append(_part(agreed, ADD_ONS, "Add-ons", price.add_ons_cents, add_ons))
    return parts


def _order_parts(agreed: AgreedPrice, extras: Sequence[tuple[str, int]]) -> list[PricePart]:
    """Return the nonzero lines of the whole order, except the discount."""
    price, order = agreed.breakdown, agreed.order
    others = [(EXTRAS, text, cents) for text, cents in extras] or [(EXTRAS, "Extras", price.extras_cents)]
    rows = [
        (SURCHARGE, "Venue surcharge", price.surcharge_cents),
        *others,
        (LETTERS, "Minimum order", price.minimum_order_adjustment_cents),
        (DELIVERY, "Delivery fee", price.delivery_fee_cents),
        (WAIVER, "Damage waiver", price.damage_waiver_cents),
    ]
    parts = [_part(agreed, kind, text, cents) for kind, text, cents in rows if cents]
    if price.tip_cents:
        taxed = price.tip_cents if _has_tax(price) and order is not None and order.taxes_tips else 0
        parts.append(PricePart("Tip", price.tip_cents, taxed, is_tip=True))
    return parts


def _part(agreed: AgreedPrice, kind: str, text: str, cents: int, detail: str | None = None) -> PricePart:
    return PricePart(text, cents, cents if _is_taxed(agreed, kind) else 0, detail)


def _has_tax(price: Breakdown) -> bool:
    """Return true if a price has tax, or lines whose included tax is deducted."""
    return price.tax_cents > 0 or price.tax_deducted_cents > 0


def _is_taxed(agreed: AgreedPrice, kind: str) -> bool:
    """Return true if the booking's price includes tax on a kind of lines."""
    return _has_tax(agreed.breakdown) and (agreed.order is None or kind not in agreed.order.untaxed)


def _taxed_of(rates: AnyRates, agreed: AgreedPrice) -> int:
    """Return the taxed part of a rental line."""
    if agreed.order is None or not _has_tax(agreed.breakdown):
        return 0
    charge, days = agreed.order.charge, agreed.breakdown.days
    if isinstance(rates, ItemRates):
        return rates.total_cents(charge, days) if rates.is_taxable else 0
    if isinstance(rates, LineRates):
        letters = rates.base_cents(charge, days) + rates.color_cents
        taxed = letters if _is_taxed(agreed, LETTERS) else 0
        return taxed + (rates.add_ons_cents(days) if _is_taxed(agreed, ADD_ONS) else 0)
    if rates.cents is not None:
        return rates.cents if _is_taxed(agreed, PACKAGES) else 0
    return sum(_taxed_of(part, agreed) for part in rates.parts)


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


def invoice_lines(
    letterhead: Letterhead,
    booking: Booking,
    prices: PriceList,
    extras: Sequence[tuple[str, int]],
    charged: Iterable[ChargedLine],
) -> list[StoredInvoiceLine]:
    """Return what a booking's customer owes, line by line with its tax: the total and additional charges.

    The tax of the total is divided by each line's taxed part, so that the lines add up to the cent. A canceled booking
    owes its cancellation fee instead of the total.
    """
    agreed = booking.price
    ppm = agreed.order.sales_tax_ppm if agreed.order is not None else 0
    lines: list[StoredInvoiceLine] = []
    if booking.status == CANCELED:
        fee = booking.cancel_fee_cents or 0
        lines += [_line(PricePart(CANCELLATION, fee, 0), 0, 0)] if fee else []
    else:
        parts = price_parts(booking, prices, extras, letterhead.money)
        price, total = agreed.breakdown, max(0, booking.total_cents)
        tax = share_of(price.tax_cents + price.tax_deducted_cents, total, price.total_cents, price.step_cents)
        taxable, before, so_far = sum(part.taxable_cents for part in parts), 0, 0
        for part in parts:
            so_far += part.taxable_cents
            until = share_of(tax, so_far, taxable, price.step_cents)
            net = replace(part, cents=part.cents - (until - before)) if price.tax_included else part
            lines.append(_line(net, until - before, ppm) if price.tax_cents else _line(net, 0, 0))
            before = until
    charge_lines = [_line(PricePart(row.text, row.cents, row.tax_cents), row.tax_cents, ppm) for row in charged]
    return [*lines, *charge_lines]


def _line(part: PricePart, tax_cents: int, ppm: int) -> StoredInvoiceLine:
    return {
        "text": part.text,
        "net_cents": part.cents,
        "tax_ppm": ppm if part.taxable_cents else 0,
        "tax_cents": tax_cents,
    }
