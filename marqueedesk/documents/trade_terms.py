"""Terms of EN 16931 that its two syntaxes, CII and UBL, share. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from marqueedesk.documents.models import CREDIT_NOTE
from marqueedesk.documents.stored_document import StoredInvoiceLine, StoredTrade

PROFILE: Final = "urn:cen.eu:en16931:2017"
ONE: Final = "C62"
NOT_TAXED: Final = "Not subject to VAT"
REVERSE_CHARGE_CODE: Final = "VATEX-EU-AE"
_INVOICE, _CORRECTED, _CREDIT_NOTE = "380", "384", "381"
"""Kinds of documents in UNTDID 1001."""
_PLACE: Final = re.compile(r"(?:[A-Z]{1,2}-)?(?P<code>[0-9]{4,5}|[A-Z0-9]{2,4} [A-Z0-9]{3}) +(?P<city>\S.*)")


@dataclass(frozen=True, slots=True)
class AddressParts:
    """An address with its postal code and city, if one of its rows has both, and its other rows."""

    lines: Sequence[str]
    code: str | None = None
    city: str | None = None


def address_of(text: str | None) -> AddressParts:
    """Divide an address of several rows."""
    rows = [row.strip() for row in (text or "").splitlines() if row.strip()]
    place = next((found for row in rows if (found := _PLACE.fullmatch(row))), None)
    if place is None:
        return AddressParts(rows)
    return AddressParts([row for row in rows if row != place[0]], place["code"], place["city"])


def type_code(trade: StoredTrade, kind: str) -> str:
    """Return the code of an invoice, one that replaces another, or a credit note."""
    return _CREDIT_NOTE if kind == CREDIT_NOTE else _CORRECTED if trade["replaces"] else _INVOICE


def vat_id_of(vat_id: str, country: str | None) -> str:
    """Return a VAT ID with the prefix of its country, as the standard demands."""
    plain = re.sub(r"[^A-Z0-9]", "", vat_id)
    return plain if plain[:2].isalpha() else f"{country}{plain}"


def category(trade: StoredTrade, line: StoredInvoiceLine) -> str:
    """Return the category of UNTDID 5305: standard rate, reverse charge or exempt."""
    return "S" if line["tax_ppm"] else "AE" if trade["reverse_charge"] else "E"


def percent(line: StoredInvoiceLine) -> Decimal:
    """Return a line's rate in percent."""
    return Decimal(line["tax_ppm"]) / 10_000


def amount(cents: int) -> Decimal:
    """Return an amount with two decimals."""
    return Decimal(cents).scaleb(-2)
