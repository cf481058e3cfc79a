"""The electronic form of an invoice: valid by its schema and the business rules of EN 16931 (D12)."""

import io
from collections import defaultdict
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from fastapi import FastAPI
from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]
from pypdf import PdfReader

from marqueedesk.bookings.models import Booking
from marqueedesk.customers.models import Customer
from marqueedesk.kit.db.tenancy import set_operator
from tests.support.api import Api, ok_json

DETAILS = "/api/business-details"
DAYS = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-02"}
NAMES = {
    "rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
    "ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    "udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
}
SELLER = {"vatId": "DE123456789", "address": "Lampenweg 1\n10115 Berlin"}


@pytest.fixture
def german(new_caller: Callable[[], Api]) -> Api:
    """Return a business in Berlin that adds 19% VAT to its prices."""
    business = new_caller().register()
    business.set_rules(timeZone="Europe/Berlin")
    ok_json(business.put("/api/currency", json={"currency": "EUR"}))
    business.add_letters("LOVE")
    business.set_prices(salesTaxPercent=19, deliveryFee=50)
    ok_json(business.patch(DETAILS, json=SELLER))
    return business


class Xml:
    """An invoice's XML, by XPath."""

    def __init__(self, content: bytes) -> None:
        self.root = etree.fromstring(content)

    def texts(self, path: str, of: Any = None) -> list[str]:
        found = (self.root if of is None else of).xpath(path, namespaces=NAMES)
        return [node if isinstance(node, str) else node.text for node in found]

    def text(self, path: str, of: Any = None) -> str | None:
        return next(iter(self.texts(path, of)), None)

    def amount(self, path: str, of: Any = None) -> Decimal:
        text = self.text(path, of)
        assert text is not None, path
        return Decimal(text)

    def nodes(self, path: str) -> list[Any]:
        return self.root.xpath(path, namespaces=NAMES)


def fulfill_the_rules(xml: Xml) -> None:
    """Assert the business rules of EN 16931 that concern what an invoice of ours contains."""
    total = "//ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:"
    for path in (
        "//ram:GuidelineSpecifiedDocumentContextParameter/ram:ID",  # BR-1
        "//rsm:ExchangedDocument/ram:ID",  # BR-2
        "//rsm:ExchangedDocument/ram:IssueDateTime/udt:DateTimeString",  # BR-3
        "//rsm:ExchangedDocument/ram:TypeCode",  # BR-4
        "//ram:InvoiceCurrencyCode",  # BR-5
        "//ram:SellerTradeParty/ram:Name",  # BR-6
        "//ram:BuyerTradeParty/ram:Name",  # BR-7
        "//ram:SellerTradeParty/ram:PostalTradeAddress/ram:CountryID",  # BR-8, BR-9
        "//ram:BuyerTradeParty/ram:PostalTradeAddress/ram:CountryID",  # BR-10, BR-11
        "//ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/udt:DateTimeString",  # BR-CO-25
        "//ram:SellerTradeParty/ram:SpecifiedTaxRegistration/ram:ID",  # BR-CO-26, BR-S-02
    ):
        assert xml.text(path), path
    net = tax = Decimal()
    by_category: dict[tuple[str | None, str | None], Decimal] = defaultdict(Decimal)
    lines = xml.nodes("//ram:IncludedSupplyChainTradeLineItem")
    assert lines  # BR-16
    for line in lines:
        amount = xml.amount(".//ram:LineTotalAmount", line)  # BR-24
        price = xml.amount(".//ram:NetPriceProductTradePrice/ram:ChargeAmount", line)
        assert price >= 0  # BR-27
        assert amount == price * xml.amount(".//ram:BilledQuantity", line)
        assert xml.text(".//ram:SpecifiedTradeProduct/ram:Name", line)  # BR-25
        category = xml.text(".//ram:ApplicableTradeTax/ram:CategoryCode", line)  # BR-CO-4
        by_category[category, xml.text(".//ram:RateApplicablePercent", line)] += amount
        net += amount
    groups = xml.nodes("//ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax")
    assert len(groups) == len(by_category)  # BR-CO-18, BR-S-1, BR-E-1, BR-AE-1
    for group in groups:
        category, rate = (xml.text(f"ram:{name}", group) for name in ("CategoryCode", "RateApplicablePercent"))
        basis, calculated = (xml.amount(f"ram:{name}", group) for name in ("BasisAmount", "CalculatedAmount"))
        assert basis == by_category[category, rate]  # BR-S-8, BR-E-8, BR-AE-8
        assert abs(calculated - basis * Decimal(rate or 0) / 100) <= Decimal("0.01") * len(lines)  # BR-CO-17
        assert bool(xml.text("ram:ExemptionReason", group)) == (category != "S")  # BR-S-10, BR-E-10, BR-AE-10
        assert (Decimal(rate or 0) > 0) == (category == "S")  # BR-S-5, BR-E-5, BR-AE-5
        tax += calculated
    assert xml.amount(f"{total}LineTotalAmount") == net  # BR-CO-10
    assert xml.amount(f"{total}TaxBasisTotalAmount") == net  # BR-CO-13
    assert xml.amount(f"{total}TaxTotalAmount") == tax  # BR-CO-14
    grand = xml.amount(f"{total}GrandTotalAmount")
    assert grand == net + tax  # BR-CO-15
    assert xml.amount(f"{total}DuePayableAmount") == grand - xml.amount(f"{total}TotalPrepaidAmount")  # BR-CO-16


UBL = {
    "cac": "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
    "cbc": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
}
ORDER = (
    *("CustomizationID", "ID", "IssueDate", "DueDate", "InvoiceTypeCode", "CreditNoteTypeCode", "Note"),
    *("DocumentCurrencyCode", "BillingReference", "AccountingSupplierParty", "AccountingCustomerParty", "Delivery"),
    *("PaymentMeans", "TaxTotal", "LegalMonetaryTotal", "InvoiceLine", "CreditNoteLine"),
)
"""Elements in the order of the UBL schema."""


def ubl_fulfills_the_rules(content: bytes, xml: Xml) -> None:
    """Assert the same business rules of an invoice as UBL, and that it has the figures of ``xml``."""
    root = etree.fromstring(content)

    def texts(path: str, of: Any = root) -> list[str]:
        return [node.text for node in of.xpath(path, namespaces=UBL)]

    names = [etree.QName(node).localname for node in root]
    assert names == sorted(names, key=ORDER.index)
    name = etree.QName(root).localname
    for path in (
        *("cbc:CustomizationID", "cbc:ID", "cbc:IssueDate", f"cbc:{name}TypeCode", "cbc:DocumentCurrencyCode"),
        *("cac:AccountingSupplierParty//cbc:RegistrationName", "cac:AccountingCustomerParty//cbc:RegistrationName"),
        *("cac:AccountingSupplierParty//cbc:IdentificationCode", "cac:AccountingCustomerParty//cbc:IdentificationCode"),
        *("cac:AccountingSupplierParty//cac:PartyTaxScheme/cbc:CompanyID", "//cbc:DueDate | //cbc:PaymentDueDate"),
    ):
        assert texts(path), path
    lines = root.xpath(f"cac:{name}Line", namespaces=UBL)
    by_rate: dict[tuple[str, str], Decimal] = defaultdict(Decimal)
    for line in lines:
        (net,), (price,) = texts("cbc:LineExtensionAmount", line), texts("cac:Price/cbc:PriceAmount", line)
        (count,) = texts("cbc:InvoicedQuantity | cbc:CreditedQuantity", line)
        assert Decimal(price) >= 0
        assert Decimal(net) == Decimal(price) * Decimal(count)
        tax = "cac:Item/cac:ClassifiedTaxCategory/cbc:"
        by_rate[texts(f"{tax}ID", line)[0], texts(f"{tax}Percent", line)[0]] += Decimal(net)
    groups = root.xpath("cac:TaxTotal/cac:TaxSubtotal", namespaces=UBL)
    assert len(groups) == len(by_rate)
    for group in groups:
        (code,), (rate,) = texts("cac:TaxCategory/cbc:ID", group), texts("cac:TaxCategory/cbc:Percent", group)
        assert Decimal(texts("cbc:TaxableAmount", group)[0]) == by_rate[code, rate]
        assert bool(texts("cac:TaxCategory/cbc:TaxExemptionReason", group)) == (code != "S")
    assert {node.get("currencyID") for node in root.iter() if node.get("currencyID")} == {"EUR"}
    for path, of in (
        ("cac:TaxTotal/cbc:TaxAmount", "TaxTotalAmount"),
        ("cac:LegalMonetaryTotal/cbc:LineExtensionAmount", "LineTotalAmount"),
        ("cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount", "GrandTotalAmount"),
        ("cac:LegalMonetaryTotal/cbc:PrepaidAmount", "TotalPrepaidAmount"),
        ("cac:LegalMonetaryTotal/cbc:PayableAmount", "DuePayableAmount"),
    ):
        total = "//ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:"
        assert Decimal(texts(path)[0]) == xml.amount(f"{total}{of}"), path
    assert texts(f"cbc:{name}TypeCode") == xml.texts(TYPE)
    assert texts("cac:BillingReference//cbc:ID") == xml.texts(REFERENCE)
    assert texts("//cbc:StreetName", root)[:1] == xml.texts("//ram:SellerTradeParty//ram:LineOne")
    assert texts(f"cac:{name}Line/cac:Item/cbc:Name") == xml.texts("//ram:SpecifiedTradeProduct/ram:Name")


def invoiced(business: Api, **edit: Any) -> str:
    path = f"/api/bookings/{business.book(asRequest=False, **DAYS)['id']}"
    if edit:
        ok_json(business.patch(path, json=edit))
    ok_json(business.post(f"{path}/invoice"))
    return path


def xml_of(business: Api, path: str) -> Xml:
    answer = business.get(f"{path}/invoice.xml")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/xml"
    xml = Xml(answer.content)
    fulfill_the_rules(xml)
    ubl_fulfills_the_rules(business.get(f"{path}/invoice.xml", params={"format": "ubl"}).content, xml)
    return xml


TOTAL = "//ram:GrandTotalAmount"
DUE = "//ram:DuePayableAmount"
TYPE = "//rsm:ExchangedDocument/ram:TypeCode"
REFERENCE = "//ram:InvoiceReferencedDocument/ram:IssuerAssignedID"


@pytest.mark.parametrize("includes, total", [("nothing", "178.50"), ("tax", "150.00")])
def test_invoice_has_an_electronic_form_with_the_same_figures(german: Api, includes: str, total: str):
    ok_json(german.patch(DETAILS, json={"pricesInclude": includes}))
    path = invoiced(german)

    xml = xml_of(german, path)

    assert xml.text("//rsm:ExchangedDocument/ram:ID") == "INV-2026-0001"
    assert (xml.text(TYPE), xml.text(TOTAL)) == ("380", total)
    assert xml.texts("//ram:SellerTradeParty//ram:PostalTradeAddress/*") == ["10115", "Lampenweg 1", "Berlin", "DE"]
    assert xml.texts("//ram:SellerTradeParty/ram:SpecifiedTaxRegistration/ram:ID") == ["DE123456789"]
    assert xml.texts("//ram:SpecifiedTradeProduct/ram:Name") == ["Letters", "Delivery fee"]
    before = german.get(f"{path}/invoice.xml").content
    assert ok_json(german.get(f"{path}/invoice"))["electronic"] is True
    ok_json(german.patch(DETAILS, json={"address": "Elsewhere", "vatId": "DE999999999"}))
    assert german.get(f"{path}/invoice.xml").content == before


def test_electronic_invoice_states_reverse_charge(german: Api):
    xml = xml_of(german, invoiced(german, vatId="FR12345678901", reverseCharge=True))

    assert xml.texts("//ram:BuyerTradeParty//ram:CountryID") == ["FR"]
    assert xml.texts("//ram:BuyerTradeParty/ram:SpecifiedTaxRegistration/ram:ID") == ["FR12345678901"]
    assert set(xml.texts("//ram:CategoryCode")) == {"AE"}
    assert xml.text("//ram:ExemptionReasonCode") == "VATEX-EU-AE"


def test_invoice_has_the_address_of_its_customer(german: Api, app: FastAPI):
    booking = german.book(asRequest=False, **DAYS)
    path = f"/api/bookings/{booking['id']}"
    with app.state.database.write() as db:
        set_operator(db, german.id)
        customer = db.get_one(Customer, (german.id, db.get_one(Booking, (german.id, booking["id"])).customer_id))
        customer.address = "Festweg 7\n20095 Hamburg"
    ok_json(german.post(f"{path}/invoice"))

    xml = xml_of(german, path)

    assert xml.texts("//ram:BuyerTradeParty//ram:PostalTradeAddress/*") == ["20095", "Festweg 7", "Hamburg", "DE"]
    text = PdfReader(io.BytesIO(german.get(f"{path}/invoice.pdf").content)).pages[0].extract_text()
    assert "Festweg 7" in text
    assert "20095 Hamburg" in text


def test_electronic_invoice_of_a_small_business_gives_the_reason(german: Api):
    ok_json(german.patch(DETAILS, json={"smallBusiness": True}))

    xml = xml_of(german, invoiced(german))

    assert "§ 19 UStG" in (xml.text("//ram:ExemptionReason") or "")
    assert set(xml.texts("//ram:CategoryCode")) == {"E"}


def test_electronic_invoice_has_discounts_untaxed_lines_and_custom_totals(german: Api):
    ok_json(german.put("/api/sales-tax", json={"places": [], "other": None, "taxable": {"delivery": False}}))
    path = invoiced(german, totalPrice=111.11)

    xml = xml_of(german, path)

    assert xml.text(TOTAL) == "111.11"
    assert set(xml.texts("//ram:CategoryCode")) == {"S", "E"}
    assert "-1" in [text.split(".")[0] for text in xml.texts("//ram:BilledQuantity")]


def test_replaced_invoice_is_named_by_the_one_that_corrects_it(german: Api):
    path = invoiced(german)
    ok_json(german.post(f"{path}/payments", json={"kind": "cash", "amount": 50}))
    ok_json(german.patch(path, json={"customerName": "Grace Hopper"}))
    ok_json(german.post(f"{path}/invoice/replace", json={}))

    xml = xml_of(german, path)

    assert (xml.text(TYPE), xml.text(REFERENCE)) == ("384", "INV-2026-0001")
    assert (xml.text(TOTAL), xml.text(DUE)) == ("178.50", "128.50")


def test_refund_for_good_is_a_negative_line(german: Api):
    path = invoiced(german)
    paid = ok_json(german.post(f"{path}/payments", json={"kind": "cash", "amount": 178.5}))["entries"][0]["id"]
    ok_json(german.post(f"{path}/payments/{paid}/refund", json={"amount": 11.9}))
    ok_json(german.post(f"{path}/invoice/replace", json={}))

    xml = xml_of(german, path)

    assert (xml.text(TOTAL), xml.text(DUE)) == ("166.60", "0.00")
    assert xml.texts("//ram:SpecifiedTradeProduct/ram:Name")[-1] == "No longer owed"


@pytest.mark.parametrize("fee", [0, 20])
def test_credit_note_names_its_invoice_and_credits_what_is_no_longer_owed(german: Api, fee: int):
    path = invoiced(german)
    ok_json(german.patch(f"{path}/status", json={"status": "canceled", "fee": fee}))
    ok_json(german.post(f"{path}/invoice/replace", json={}))

    xml = xml_of(german, path)

    assert (xml.text(TYPE), xml.text(REFERENCE)) == ("381", "INV-2026-0001")
    assert xml.amount(TOTAL) == Decimal("178.50") - fee
    assert xml.text("//ram:TaxTotalAmount") == "28.50"


def test_unknown_format_of_an_electronic_invoice_is_refused(german: Api):
    assert german.get(f"{invoiced(german)}/invoice.xml", params={"format": "edifact"}).status_code == 422


def test_missing_details_of_the_business_are_named(operator: Api):
    path = invoiced(operator)

    refused = operator.get(f"{path}/invoice.xml")
    assert ok_json(operator.get(f"{path}/invoice"))["electronic"] is False

    assert (refused.status_code, refused.json()["code"]) == (409, "invoice_incomplete")
    assert refused.json()["fields"].keys() == {"documentCountry", "address", "vatId"}


def test_details_that_were_missing_when_the_invoice_was_issued_can_be_entered_later(german: Api):
    ok_json(german.patch(DETAILS, json={"vatId": None, "address": None}))
    path = invoiced(german)
    refused = german.get(f"{path}/invoice.xml")
    assert refused.json()["fields"] == {"address": "Enter your address", "vatId": "Enter your VAT ID"}
    assert refused.json()["message"] == (
        "This invoice has no electronic form yet. Enter your address and your VAT ID first."
    )

    ok_json(german.patch(DETAILS, json=SELLER))

    assert xml_of(german, path).texts("//ram:SellerTradeParty//ram:CityName") == ["Berlin"]


def test_invoice_without_data_needs_an_invoice_first(german: Api):
    path = f"/api/bookings/{german.book(asRequest=False, **DAYS)['id']}"

    assert german.get(f"{path}/invoice.xml").json()["code"] == "no_invoice"


def test_pdf_carries_the_electronic_form_where_switched_on(german: Api):
    plain = invoiced(german)
    ok_json(german.patch(DETAILS, json={"eInvoices": True}))
    path = invoiced(german)

    answer = german.get(f"{path}/invoice.pdf")

    reader = PdfReader(io.BytesIO(answer.content))
    assert reader.attachments["factur-x.xml"] == [german.get(f"{path}/invoice.xml").content]
    root: Any = reader.trailer["/Root"]
    file = root["/AF"][0].get_object()
    assert (file["/UF"], file["/AFRelationship"]) == ("factur-x.xml", "/Alternative")
    assert file["/EF"]["/F"].get_object()["/Subtype"] == "/text/xml"
    assert root["/OutputIntents"][0].get_object()["/S"] == "/GTS_PDFA1"
    metadata = etree.fromstring(root["/Metadata"].get_object().get_data())
    texts = {etree.QName(node).localname: node.text for node in metadata.iter() if isinstance(node.tag, str)}
    assert (texts["part"], texts["conformance"]) == ("3", "B")
    expected = {"DocumentType": "INVOICE", "ConformanceLevel": "EN 16931", "DocumentFileName": "factur-x.xml"}
    assert {name: texts[name] for name in expected} == expected
    assert "INV-2026-0002" in reader.pages[0].extract_text()
    assert german.get(f"{path}/invoice.pdf").content == answer.content
    assert not PdfReader(io.BytesIO(german.get(f"{plain}/invoice.pdf").content)).attachments


def test_pdf_is_plain_while_the_businesss_details_are_incomplete(german: Api):
    ok_json(german.patch(DETAILS, json={"eInvoices": True, "vatId": None}))

    answer = german.get(f"{invoiced(german)}/invoice.pdf")

    assert not PdfReader(io.BytesIO(answer.content)).attachments
