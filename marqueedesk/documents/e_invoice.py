"""An invoice in its electronic form: EN 16931 as UN/CEFACT Cross Industry Invoice (CII), profile EN 16931 of Factur-X,
or as UBL.
"""

# drafthorse has no type information.
# pyright: reportMissingTypeStubs=false

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from marqueedesk.business.document_rules import USUAL_TAX, rules_of
from marqueedesk.documents.errors import InvoiceIncomplete
from marqueedesk.documents.stored_document import StoredInvoiceLine, StoredParty, StoredTrade
from marqueedesk.documents.trade_terms import (
    NOT_TAXED,
    ONE,
    PROFILE,
    REVERSE_CHARGE_CODE,
    address_of,
    amount,
    category,
    percent,
    type_code,
    vat_id_of,
)
from marqueedesk.documents.ubl import ubl_document

InvoiceSyntax = Literal["cii", "ubl"]
"""Syntax of an electronic invoice."""


@dataclass(frozen=True, slots=True)
class InvoiceData:
    """An issued invoice's number, kind and data. ``business`` is the seller as of now."""

    number: str
    kind: str
    trade: StoredTrade
    business: StoredParty


def e_invoice(invoice: InvoiceData, syntax: InvoiceSyntax = "cii") -> bytes:
    """Return the XML of an issued invoice; CII is validated by its schema. What it lacks about the business is taken
    from the business now.

    Raises InvoiceIncomplete with what the business has to enter first.
    """
    seller = _seller(invoice)
    if missing := _missing(invoice.trade, seller):
        raise InvoiceIncomplete(missing)
    make = _document if syntax == "cii" else ubl_document
    return make(invoice.trade, invoice.number, invoice.kind, seller)


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
    document.context.guideline_parameter.id = PROFILE
    document.header.id = number
    document.header.type_code = type_code(trade, kind)
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
    sums.line_total = sums.tax_basis_total = amount(net)
    sums.charge_total = sums.allowance_total = amount(0)
    sums.tax_total = (amount(tax), trade["currency"])
    sums.grand_total = amount(net + tax)
    sums.prepaid_total = amount(trade["paid_cents"])
    sums.due_amount = amount(net + tax - trade["paid_cents"])
    if trade["replaces"]:
        settlement.invoice_referenced_document.issuer_assigned_id = trade["replaces"]
    return document.serialize(schema="FACTUR-X_EN16931")


def _fill_party(party: Any, of: StoredParty) -> None:
    from drafthorse.models.party import TaxRegistration  # noqa: PLC0415

    party.name = of["name"]
    found = address_of(of["address"])
    for name, row in zip(("line_one", "line_two"), found.lines, strict=False):
        setattr(party.address, name, row)
    if found.lines[2:]:
        party.address.line_three = ", ".join(found.lines[2:])
    if found.city is not None:
        party.address.postcode, party.address.city_name = found.code, found.city
    party.address.country_id = of["country"]
    if of["tax_id"]:
        party.tax_registrations.add(TaxRegistration(id=("FC", of["tax_id"])))
    if of["vat_id"]:
        party.tax_registrations.add(TaxRegistration(id=("VA", vat_id_of(of["vat_id"], of["country"]))))


def _item(trade: StoredTrade, at: int, line: StoredInvoiceLine) -> Any:
    """Return a line. A price can't be negative, so a discount is a negative quantity."""
    from drafthorse.models.tradelines import LineItem  # noqa: PLC0415

    item: Any = LineItem()
    item.document.line_id = str(at)
    item.product.name = line["text"]
    item.agreement.net.amount = amount(abs(line["net_cents"]))
    item.delivery.billed_quantity = (Decimal(-1 if line["net_cents"] < 0 else 1), ONE)
    item.settlement.trade_tax.type_code = "VAT"
    item.settlement.trade_tax.category_code = category(trade, line)
    item.settlement.trade_tax.rate_applicable_percent = percent(line)
    item.settlement.monetary_summation.total_amount = amount(line["net_cents"])
    return item


def _tax(trade: StoredTrade, lines: Sequence[StoredInvoiceLine]) -> Any:
    """Return the sums of the lines with one rate."""
    from drafthorse.models.accounting import ApplicableTradeTax  # noqa: PLC0415

    tax: Any = ApplicableTradeTax()
    tax.calculated_amount = amount(sum(line["tax_cents"] for line in lines))
    tax.basis_amount = amount(sum(line["net_cents"] for line in lines))
    tax.type_code = "VAT"
    tax.category_code = category(trade, lines[0])
    tax.rate_applicable_percent = percent(lines[0])
    if not lines[0]["tax_ppm"]:
        tax.exemption_reason = trade["reason"] or NOT_TAXED
        if trade["reverse_charge"]:
            tax.exemption_reason_code = REVERSE_CHARGE_CODE
    return tax
