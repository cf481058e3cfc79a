"""An invoice in its electronic form as UBL 2.1 (Invoice or CreditNote), the other syntax of EN 16931."""

from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element, SubElement

from marqueedesk.documents.models import CREDIT_NOTE
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

_DOCUMENT: Final = "urn:oasis:names:specification:ubl:schema:xsd:"
_CAC: Final = f"{_DOCUMENT}CommonAggregateComponents-2"
_CBC: Final = f"{_DOCUMENT}CommonBasicComponents-2"
_NOT_DEFINED: Final = "1"
"""Payment means of UNTDID 4461: instrument not defined."""


def ubl_document(trade: StoredTrade, number: str, kind: str, seller: StoredParty) -> bytes:
    """Return the XML of an issued invoice or credit note."""
    is_credit = kind == CREDIT_NOTE
    name = "CreditNote" if is_credit else "Invoice"
    root = Element(name, {"xmlns": f"{_DOCUMENT}{name}-2", "xmlns:cac": _CAC, "xmlns:cbc": _CBC})
    _text(root, "CustomizationID", PROFILE)
    _text(root, "ID", number)
    _text(root, "IssueDate", trade["issued_on"])
    if not is_credit:
        _text(root, "DueDate", trade["due_on"])
    _text(root, f"{name}TypeCode", type_code(trade, kind))
    if trade["reason"]:
        _text(root, "Note", trade["reason"])
    _text(root, "DocumentCurrencyCode", trade["currency"])
    if trade["replaces"]:
        _text(_part(root, "BillingReference", "InvoiceDocumentReference"), "ID", trade["replaces"])
    _fill_party(_part(root, "AccountingSupplierParty", "Party"), seller)
    _fill_party(_part(root, "AccountingCustomerParty", "Party"), trade["buyer"])
    _text(_part(root, "Delivery"), "ActualDeliveryDate", trade["delivered_on"])
    if is_credit:
        # A credit note has its due date here.
        means = _part(root, "PaymentMeans")
        _text(means, "PaymentMeansCode", _NOT_DEFINED)
        _text(means, "PaymentDueDate", trade["due_on"])
    _add_sums(root, trade)
    for at, line in enumerate(trade["lines"], 1):
        _add_line(root, name, trade, at, line)
    ET.indent(root)
    return ET.tostring(root, encoding="UTF-8", xml_declaration=True)


def _part(parent: Element, *names: str) -> Element:
    for name in names:
        parent = SubElement(parent, f"cac:{name}")
    return parent


def _text(parent: Element, name: str, text: str, **attributes: str) -> None:
    SubElement(parent, f"cbc:{name}", attributes).text = text


def _fill_party(party: Element, of: StoredParty) -> None:
    found = address_of(of["address"])
    address = _part(party, "PostalAddress")
    for name, text in (
        *zip(("StreetName", "AdditionalStreetName"), found.lines, strict=False),
        ("CityName", found.city),
        ("PostalZone", found.code),
    ):
        if text:
            _text(address, name, text)
    if found.lines[2:]:
        _text(_part(address, "AddressLine"), "Line", ", ".join(found.lines[2:]))
    _text(_part(address, "Country"), "IdentificationCode", of["country"] or "")
    if of["vat_id"]:
        _add_registration(party, vat_id_of(of["vat_id"], of["country"]), "VAT")
    if of["tax_id"]:
        _add_registration(party, of["tax_id"], "TAX")
    _text(_part(party, "PartyLegalEntity"), "RegistrationName", of["name"])
    if of["phone"] or of["email"]:
        contact = _part(party, "Contact")
        if of["phone"]:
            _text(contact, "Telephone", of["phone"])
        if of["email"]:
            _text(contact, "ElectronicMail", of["email"])


def _add_registration(party: Element, ident: str, scheme: str) -> None:
    registration = _part(party, "PartyTaxScheme")
    _text(registration, "CompanyID", ident)
    _text(_part(registration, "TaxScheme"), "ID", scheme)


def _add_sums(root: Element, trade: StoredTrade) -> None:
    lines, currency = trade["lines"], trade["currency"]
    net, tax = sum(line["net_cents"] for line in lines), sum(line["tax_cents"] for line in lines)
    total = _part(root, "TaxTotal")
    _money(total, "TaxAmount", tax, currency)
    for ppm in sorted({line["tax_ppm"] for line in lines}, reverse=True):
        _add_rate(total, trade, [line for line in lines if line["tax_ppm"] == ppm])
    sums = _part(root, "LegalMonetaryTotal")
    _money(sums, "LineExtensionAmount", net, currency)
    _money(sums, "TaxExclusiveAmount", net, currency)
    _money(sums, "TaxInclusiveAmount", net + tax, currency)
    _money(sums, "PrepaidAmount", trade["paid_cents"], currency)
    _money(sums, "PayableAmount", net + tax - trade["paid_cents"], currency)


def _add_rate(total: Element, trade: StoredTrade, lines: Sequence[StoredInvoiceLine]) -> None:
    """Add the sums of the lines with one rate."""
    rate = _part(total, "TaxSubtotal")
    _money(rate, "TaxableAmount", sum(line["net_cents"] for line in lines), trade["currency"])
    _money(rate, "TaxAmount", sum(line["tax_cents"] for line in lines), trade["currency"])
    of = _part(rate, "TaxCategory")
    _text(of, "ID", category(trade, lines[0]))
    _text(of, "Percent", str(percent(lines[0])))
    if not lines[0]["tax_ppm"]:
        if trade["reverse_charge"]:
            _text(of, "TaxExemptionReasonCode", REVERSE_CHARGE_CODE)
        _text(of, "TaxExemptionReason", trade["reason"] or NOT_TAXED)
    _text(_part(of, "TaxScheme"), "ID", "VAT")


def _add_line(root: Element, name: str, trade: StoredTrade, at: int, line: StoredInvoiceLine) -> None:
    """Add a line. A price can't be negative, so a discount is a negative quantity."""
    row = _part(root, f"{name}Line")
    _text(row, "ID", str(at))
    quantity = "CreditedQuantity" if name == "CreditNote" else "InvoicedQuantity"
    _text(row, quantity, "-1" if line["net_cents"] < 0 else "1", unitCode=ONE)
    _money(row, "LineExtensionAmount", line["net_cents"], trade["currency"])
    item = _part(row, "Item")
    _text(item, "Name", line["text"])
    of = _part(item, "ClassifiedTaxCategory")
    _text(of, "ID", category(trade, line))
    _text(of, "Percent", str(percent(line)))
    _text(_part(of, "TaxScheme"), "ID", "VAT")
    _money(_part(row, "Price"), "PriceAmount", abs(line["net_cents"]), trade["currency"])


def _money(parent: Element, name: str, cents: int, currency: str) -> None:
    _text(parent, name, str(amount(cents)), currencyID=currency)
