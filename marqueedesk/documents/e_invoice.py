"""An invoice in its electronic form: EN 16931 as UN/CEFACT Cross Industry Invoice, profile EN 16931 of Factur-X."""

# drafthorse has no type information.
# pyright: reportMissingTypeStubs=false

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Final

from marqueedesk.business.document_rules import USUAL_TAX, rules_of
from marqueedesk.documents.errors import InvoiceIncomplete
from marqueedesk.documents.models import CREDIT_NOTE
from marqueedesk.documents.stored_document import StoredInvoiceLine, StoredParty, StoredTrade

_PROFILE: Final = "urn:cen.eu:en16931:2017"
_INVOICE, _CORRECTED, _CREDIT_NOTE = "380", "384", "381"
"""Kinds of documents in UNTDID 1001."""
_ONE: Final = "C62"
_PLACE: Final = re.compile(r"(?:[A-Z]{1,2}-)?(?P<code>[0-9]{4,5}|[A-Z0-9]{2,4} [A-Z0-9]{3}) +(?P<city>\S.*)")
_NOT_TAXED: Final = "Not subject to VAT"


@dataclass(frozen=True, slots=True)
class InvoiceData:
    """An issued invoice's number, kind and data. ``business`` is the seller as of now."""

    number: str
    kind: str
    trade: StoredTrade
    business: StoredParty


def e_invoice(invoice: InvoiceData) -> bytes:
    """Return the XML of an issued invoice, validated by its schema. What it lacks about the business is taken from the
    business now.

    Raises InvoiceIncomplete with what the business has to enter first.
    """
    seller = _seller(invoice)
    if missing := _missing(invoice.trade, seller):
        raise InvoiceIncomplete(missing)
    return _document(invoice.trade, invoice.number, invoice.kind, seller)


def is_complete(invoice: InvoiceData) -> bool:
    """Return true if the business has entered everything that the electronic form needs."""
    return not _missing(invoice.trade, _seller(invoice))


def _seller(invoice: InvoiceData) -> StoredParty:
    then, now = invoice.trade["seller"], invoice.business
    return {
        "name": then["name"],
        "address": then["address"] or now["address"],
        "country": then["country"] or now["country"],
        "vat_id": then["vat_id"] or now["vat_id"],
        "tax_id": then["tax_id"] or now["tax_id"],
        "email": then["email"],
        "phone": then["phone"],
    }


def _missing(trade: StoredTrade, seller: StoredParty) -> dict[str, str]:
    """Return what the electronic form lacks, by the API's name, in words."""
    country, missing = seller["country"], dict[str, str]()
    if country is None or rules_of(country).tax == USUAL_TAX:
        missing["documentCountry"] = "a country with VAT or GST for your documents"
    if not seller["address"]:
        missing["address"] = "your address"
    if not (seller["vat_id"] or (seller["tax_id"] and not trade["reverse_charge"])):
        missing["vatId"] = "your VAT ID"
    if trade["reverse_charge"] and not trade["buyer"]["vat_id"]:
        missing["customerVatId"] = "the customer's VAT ID"
    return missing


def _document(trade: StoredTrade, number: str, kind: str, seller: StoredParty) -> bytes:
    # Imported only when needed, because lxml and its schemas take memory.
    from drafthorse.models.document import Document  # noqa: PLC0415
    from drafthorse.models.note import IncludedNote  # noqa: PLC0415
    from drafthorse.models.payment import PaymentTerms  # noqa: PLC0415

    lines = trade["lines"]
    document: Any = Document()
    document.context.guideline_parameter.id = _PROFILE
    document.header.id = number
    document.header.type_code = _CREDIT_NOTE if kind == CREDIT_NOTE else _CORRECTED if trade["replaces"] else _INVOICE
    document.header.issue_date_time = date.fromisoformat(trade["issued_on"])
    if trade["reason"]:
        note = IncludedNote()
        note.content = trade["reason"]
        document.header.notes.add(note)
    _fill_party(document.trade.agreement.seller, seller)
    _fill_party(document.trade.agreement.buyer, trade["buyer"])
    document.trade.delivery.event.occurrence = date.fromisoformat(trade["delivered_on"])
    settlement = document.trade.settlement
    settlement.currency_code = trade["currency"]
    for at, line in enumerate(lines, 1):
        document.trade.items.add(_item(trade, at, line))
    for ppm in sorted({line["tax_ppm"] for line in lines}, reverse=True):
        settlement.trade_tax.add(_tax(trade, [line for line in lines if line["tax_ppm"] == ppm]))
    terms: Any = PaymentTerms()
    terms.due = date.fromisoformat(trade["due_on"])
    settlement.terms.add(terms)
    net, tax = (sum(line[name] for line in lines) for name in ("net_cents", "tax_cents"))
    sums = settlement.monetary_summation
    sums.line_total = sums.tax_basis_total = _amount(net)
    sums.charge_total = sums.allowance_total = _amount(0)
    sums.tax_total = (_amount(tax), trade["currency"])
    sums.grand_total = _amount(net + tax)
    sums.prepaid_total = _amount(trade["paid_cents"])
    sums.due_amount = _amount(net + tax - trade["paid_cents"])
    if trade["replaces"]:
        settlement.invoice_referenced_document.issuer_assigned_id = trade["replaces"]
    return document.serialize(schema="FACTUR-X_EN16931")


def _fill_party(party: Any, of: StoredParty) -> None:
    from drafthorse.models.party import TaxRegistration  # noqa: PLC0415

    party.name = of["name"]
    rows = [row.strip() for row in (of["address"] or "").splitlines() if row.strip()]
    place = next((found for row in rows if (found := _PLACE.fullmatch(row))), None)
    rows = [row for row in rows if place is None or row != place[0]]
    for name, row in zip(("line_one", "line_two"), rows, strict=False):
        setattr(party.address, name, row)
    if len(rows) > 2:  # noqa: PLR2004 - the lines that have a field of their own.
        party.address.line_three = ", ".join(rows[2:])
    if place is not None:
        party.address.postcode, party.address.city_name = place["code"], place["city"]
    party.address.country_id = of["country"]
    if of["tax_id"]:
        party.tax_registrations.add(TaxRegistration(id=("FC", of["tax_id"])))
    if of["vat_id"]:
        party.tax_registrations.add(TaxRegistration(id=("VA", _vat_id(of["vat_id"], of["country"]))))


def _vat_id(vat_id: str, country: str | None) -> str:
    """Return a VAT ID with the prefix of its country, as the standard demands."""
    plain = re.sub(r"[^A-Z0-9]", "", vat_id)
    return plain if plain[:2].isalpha() else f"{country}{plain}"


def _item(trade: StoredTrade, at: int, line: StoredInvoiceLine) -> Any:
    """Return a line. A price can't be negative, so a discount is a negative quantity."""
    from drafthorse.models.tradelines import LineItem  # noqa: PLC0415

    item: Any = LineItem()
    item.document.line_id = str(at)
    item.product.name = line["text"]
    item.agreement.net.amount = _amount(abs(line["net_cents"]))
    item.delivery.billed_quantity = (Decimal(-1 if line["net_cents"] < 0 else 1), _ONE)
    item.settlement.trade_tax.type_code = "VAT"
    item.settlement.trade_tax.category_code = _category(trade, line)
    item.settlement.trade_tax.rate_applicable_percent = _percent(line)
    item.settlement.monetary_summation.total_amount = _amount(line["net_cents"])
    return item


def _tax(trade: StoredTrade, lines: Sequence[StoredInvoiceLine]) -> Any:
    """Return the sums of the lines with one rate."""
    from drafthorse.models.accounting import ApplicableTradeTax  # noqa: PLC0415

    tax: Any = ApplicableTradeTax()
    tax.calculated_amount = _amount(sum(line["tax_cents"] for line in lines))
    tax.basis_amount = _amount(sum(line["net_cents"] for line in lines))
    tax.type_code = "VAT"
    tax.category_code = _category(trade, lines[0])
    tax.rate_applicable_percent = _percent(lines[0])
    if not lines[0]["tax_ppm"]:
        tax.exemption_reason = trade["reason"] or _NOT_TAXED
        if trade["reverse_charge"]:
            tax.exemption_reason_code = "VATEX-EU-AE"
    return tax


def _category(trade: StoredTrade, line: StoredInvoiceLine) -> str:
    """Return the category of UNTDID 5305: standard rate, reverse charge or exempt."""
    return "S" if line["tax_ppm"] else "AE" if trade["reverse_charge"] else "E"


def _percent(line: StoredInvoiceLine) -> Decimal:
    return Decimal(line["tax_ppm"]) / 10_000


def _amount(cents: int) -> Decimal:
    return Decimal(cents).scaleb(-2)
