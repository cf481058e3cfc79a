"""The structured data of an invoice, stored with it when it is issued, for its electronic form. Pure."""

from collections.abc import Sequence
from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

from marqueedesk.bookings.models import CANCELED, Booking
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.documents.price_lines import CANCELLATION
from marqueedesk.documents.stored_document import StoredInvoiceLine, StoredParty, StoredTrade
from marqueedesk.pricing.breakdown import share_of, tax_in
from marqueedesk.pricing.price_list import MILLION

CREDITED: Final = "Credited rental"
NO_LONGER_OWED: Final = "No longer owed"


def seller_of(letterhead: Letterhead) -> StoredParty:
    """Return the business as a party of an invoice."""
    return {
        "name": letterhead.name,
        "address": letterhead.address,
        "country": letterhead.country,
        "vat_id": letterhead.vat_id,
        "tax_id": letterhead.tax_id,
        "email": letterhead.email,
        "phone": letterhead.phone,
    }


def trade_of(
    letterhead: Letterhead,
    booking: Booking,
    lines: Sequence[StoredInvoiceLine],
    *,
    today: date,
    replaces: str | None,
    reason: str | None,
    buyer_address: str | None = None,
) -> StoredTrade:
    """Return an invoice's data, or that of a credit note for a canceled booking.

    ``lines`` are what the customer owes, and ``reason`` is the sentence that explains why lines aren't taxed.
    """
    agreed = booking.price
    exemption = agreed.order.exemption if agreed.order and agreed.breakdown.tax_exempt else None
    is_reverse = exemption is not None and exemption.reverse_charge
    vat_id = booking.customer_vat_id or (exemption.certificate if exemption and is_reverse else None)
    is_credit = booking.status == CANCELED
    if reason is None and exemption is not None:
        reason = f"Tax-exempt customer, certificate {exemption.certificate}"
    schedule = booking.payment_schedule(ZoneInfo(letterhead.time_zone))
    return {
        "currency": letterhead.currency,
        "issued_on": today.isoformat(),
        "delivered_on": booking.delivery_day.isoformat(),
        "due_on": max([today, *[part.due for part in schedule]]).isoformat(),
        "replaces": replaces,
        "seller": seller_of(letterhead),
        "buyer": {
            "name": booking.customer_name,
            "address": buyer_address,
            "country": _country_of(vat_id) or letterhead.country,
            "vat_id": vat_id,
            "tax_id": None,
            "email": booking.customer_email or None,
            "phone": booking.customer_phone,
        },
        "paid_cents": 0 if is_credit else booking.received_cents,
        "reverse_charge": is_reverse,
        "reason": reason,
        "lines": _credited(booking)
        if is_credit
        else [*[part for line in lines for part in split(line)], *_reduced(booking)],
    }


def _country_of(vat_id: str | None) -> str | None:
    """Return the country of a VAT ID with a prefix of letters."""
    prefix = (vat_id or "")[:2]
    return {"EL": "GR", "XI": "GB"}.get(prefix, prefix) if prefix.isalpha() else None


def _credited(booking: Booking) -> list[StoredInvoiceLine]:
    """Return the price of a canceled booking as what is credited, less the fee that is kept."""
    total, fee = max(0, booking.total_cents), booking.cancel_fee_cents or 0
    tax = tax_in(booking.price.breakdown, total)
    lines = split(_line(CREDITED, total - tax, _ppm(booking), tax))
    return [*lines, _line(CANCELLATION, -fee)] if fee else lines


def _reduced(booking: Booking) -> list[StoredInvoiceLine]:
    """Return the part of the price that is no longer owed, as negative lines."""
    total, price = max(0, booking.total_cents), booking.price.breakdown
    left = max(0, total - booking.reduced_cents)
    tax = tax_in(price, left) - tax_in(price, total)
    return split(_line(NO_LONGER_OWED, left - total - tax, _ppm(booking), tax)) if left < total else []


def _ppm(booking: Booking) -> int:
    order = booking.price.order
    return order.sales_tax_ppm if order and booking.price.breakdown.tax_cents else 0


def split(line: StoredInvoiceLine) -> list[StoredInvoiceLine]:
    """Split a line that is taxed in part into a taxed and an untaxed one, because each line has one rate."""
    net, ppm, tax = line["net_cents"], line["tax_ppm"], line["tax_cents"]
    if not ppm:
        return [line]
    taxed = share_of(MILLION, abs(tax), ppm) * (1 if tax > 0 else -1)
    if abs(net - taxed) * ppm <= MILLION:
        # The difference is the rounding of the tax.
        return [line]
    untaxed = _line(line["text"], net - taxed)
    return [_line(line["text"], taxed, ppm, tax), untaxed] if taxed else [untaxed]


def _line(text: str, net_cents: int, ppm: int = 0, tax_cents: int = 0) -> StoredInvoiceLine:
    return {"text": text, "net_cents": net_cents, "tax_ppm": ppm, "tax_cents": tax_cents}
