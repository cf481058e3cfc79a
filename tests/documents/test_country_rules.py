"""Documents follow the rules of the business's country (D9 to D11)."""

import io
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from pypdf import PdfReader

from marqueedesk.business.document_rules import EU, NotAVatId, rules_of, vat_id
from tests.support.api import Api, ok_json

DETAILS = "/api/business-details"
NOW = datetime(2027, 5, 20, 15, tzinfo=UTC)
LATER = datetime(2027, 6, 10, 15, tzinfo=UTC)
DAYS = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-02"}


@pytest.fixture
def german(new_caller: Callable[[], Api]) -> Api:
    """Return a business in Berlin with 19% VAT included in its prices."""
    with time_machine.travel(NOW, tick=False):
        business = new_caller().register()
        business.set_rules(timeZone="Europe/Berlin")
        business.add_letters("LOVE")
        business.set_prices(salesTaxPercent=19, deliveryFee=50)
        ok_json(business.patch(DETAILS, json={"vatId": "DE 123 456 789", "pricesInclude": "tax"}))
    return business


def booked(business: Api, **fields: Any) -> dict[str, Any]:
    return business.book(**{"asRequest": False, **DAYS, **fields})


def pdf_text(business: Api, path: str) -> str:
    answer = business.get(path)
    assert answer.status_code == 200, answer.text
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages).split())


def test_included_tax_is_the_same_on_page_document_ledger_and_report(german: Api):
    with time_machine.travel(NOW, tick=False):
        booking = booked(german)
        path = f"/api/bookings/{booking['id']}"
        price = booking["breakdown"]
        # 4 letters at 25, and a delivery for 50: 150.00 with 23.95 of tax.
        assert (booking["totalPrice"], price["tax"], price["taxIncluded"]) == (150, 23.95, True)
        lines = ok_json(german.post(f"{path}/invoice"))["lines"]
        invoice = pdf_text(german, f"{path}/invoice.pdf")
        page = ok_json(german.get(f"/api/public/bookings/{german.booking_token(booking['id'])}"))
    assert [(line["text"], line["gross"], line["taxPercent"]) for line in lines] == [
        ("Letters", 100, 19),
        ("Delivery fee", 50, 19),
    ]
    assert round(sum(line["net"] for line in lines), 2) == 126.05
    assert round(sum(line["tax"] for line in lines), 2) == 23.95
    assert "Net at 19% $126.05 VAT 19% $23.95" in invoice
    assert "VAT ID DE123456789" in invoice
    assert {"text": "Includes VAT", "detail": None, "amount": "$23.95"} in page["lines"]
    with time_machine.travel(LATER, tick=False):
        german.login(german.user["email"])
        rows = {row["account"]: row for row in ok_json(german.get("/api/trial-balance"))["accounts"]}
        report = ok_json(german.get("/api/reports/tax?from=2027-06-01&to=2027-06-30"))
    income = rows["rental_income"]["credit"] + rows["delivery_income"]["credit"]
    assert rows["sales_tax_payable"]["credit"] == 23.95
    assert round(income, 2) == 126.05
    assert rows["delivery_income"]["credit"] == 42.02
    assert report["tax"] == 23.95


def test_agreed_prices_keep_their_tax_when_the_rules_change(german: Api):
    with time_machine.travel(NOW, tick=False):
        path = f"/api/bookings/{booked(german)['id']}"
        before = ok_json(german.get(path))["breakdown"]

        ok_json(german.patch(DETAILS, json={"pricesInclude": "nothing", "smallBusiness": True}))
        german.set_prices(salesTaxPercent=7)
        moved = ok_json(german.patch(path, json={"deliveryDate": "2027-06-02", "pickupDate": "2027-06-03"}))

        assert moved["breakdown"] == before
        assert "Net at 19% $126.05 VAT 19% $23.95" in pdf_text(german, f"{path}/confirmation.pdf")
        assert "tax" not in german.estimate(**DAYS)["breakdown"]


def test_small_business_charges_no_tax_and_prints_the_sentence_of_its_country(german: Api):
    with time_machine.travel(NOW, tick=False):
        ok_json(german.patch(DETAILS, json={"smallBusiness": True}))
        booking = booked(german)
        path = f"/api/bookings/{booking['id']}"
        ok_json(german.post(f"{path}/invoice"))

        assert booking["totalPrice"] == 150
        assert "tax" not in booking["breakdown"]
        for document in ("invoice", "confirmation"):
            text = pdf_text(german, f"{path}/{document}.pdf")
            assert "§ 19 UStG" in text
            assert "VAT 19%" not in text
        assert "§ 19 UStG" in pdf_text(german, f"/api/quotes/{german.sent_quote()['id']}/pdf")


def test_reverse_charge_takes_the_tax_out_and_says_so(german: Api):
    with time_machine.travel(NOW, tick=False):
        path = f"/api/bookings/{booked(german)['id']}"
        refused = german.patch(path, json={"reverseCharge": True})
        assert refused.status_code == 422
        assert refused.json()["fields"] == {"vatId": "Enter the customer's VAT ID. Reverse charge needs it"}
        wrong = german.patch(path, json={"vatId": "FR123", "reverseCharge": True})
        assert wrong.json()["fields"] == {"vatId": "VAT ID must look like FR12345678901"}

        changed = ok_json(german.patch(path, json={"vatId": "fr 12 345678901", "reverseCharge": True}))

        assert (changed["vatId"], changed["reverseCharge"], changed["taxExempt"]) == ("FR12345678901", True, None)
        assert changed["totalPrice"] == 126.05
        assert (changed["breakdown"]["taxDeducted"], changed["breakdown"].get("tax")) == (23.95, None)
        lines = ok_json(german.post(f"{path}/invoice"))["lines"]
        assert [line["net"] for line in lines] == [84.03, 42.02]
        assert {(line["tax"], line["taxPercent"]) for line in lines} == {(0, 0)}
        text = pdf_text(german, f"{path}/invoice.pdf")
        assert "Reverse charge: the customer accounts for the VAT." in text
        assert "VAT ID FR12345678901" in text
        assert ok_json(german.patch(path, json=ok_json(german.get(path))))["totalPrice"] == 126.05

        back = ok_json(german.patch(path, json={"reverseCharge": False}))
        assert (back["totalPrice"], back["vatId"], back["reverseCharge"]) == (150, "FR12345678901", False)


def test_reverse_charge_is_income_without_tax_in_the_ledger(german: Api):
    with time_machine.travel(NOW, tick=False):
        path = f"/api/bookings/{booked(german)['id']}"
        ok_json(german.patch(path, json={"vatId": "FR12345678901", "reverseCharge": True}))
    with time_machine.travel(LATER, tick=False):
        german.login(german.user["email"])
        rows = {row["account"]: row for row in ok_json(german.get("/api/trial-balance"))["accounts"]}
    assert (rows["rental_income"]["credit"], rows["delivery_income"]["credit"]) == (84.03, 42.02)
    assert rows["receivables"]["debit"] == 126.05


def test_untaxed_lines_have_their_own_sum(german: Api):
    with time_machine.travel(NOW, tick=False):
        body = {"places": [], "other": None, "taxable": {"delivery": False}}
        ok_json(german.put("/api/sales-tax", json=body))
        path = f"/api/bookings/{booked(german)['id']}"
        ok_json(german.post(f"{path}/invoice"))

        assert "Net at 19% $84.03 VAT 19% $15.97 Without VAT $50" in pdf_text(german, f"{path}/invoice.pdf")


@pytest.mark.parametrize(
    "country, typed, kept",
    [
        ("DE", "de 123.456.789", "DE123456789"),
        ("DE", "123456789", "DE123456789"),
        ("GR", "EL123456789", "EL123456789"),
        ("GB", "GB 123 4567 89", "GB123456789"),
        ("CH", "che123456789mwst", "CHE-123.456.789 MWST"),
        ("CA", "123456789rt0001", "123456789 RT0001"),
        ("AU", "51824753556", "51 824 753 556"),
        ("NZ", "123456789", "123-456-789"),
        ("US", "123456789", "12-3456789"),
        ("US", "DE123456789", "DE123456789"),
        (None, "AB-1234", "AB1234"),
    ],
)
def test_vat_ids_are_brought_into_the_form_of_their_country(country: str | None, typed: str, kept: str):
    assert vat_id(typed, country) == kept


@pytest.mark.parametrize(
    "country, typed, example",
    [
        ("DE", "DE12345678", "DE123456789"),
        ("DE", "FR1", "FR12345678901"),
        ("AU", "51824753557", "51 824 753 556"),
        ("CH", "CHE-123", "CHE-123.456.789 MWST"),
        ("CA", "12345", "123456789 RT0001"),
        ("GB", "12345", "GB123456789"),
    ],
)
def test_wrong_vat_id_is_refused_with_an_example(country: str, typed: str, example: str):
    with pytest.raises(NotAVatId, match=f"must look like {example}"):
        vat_id(typed, country)


def test_every_country_of_the_eu_has_a_form_of_vat_ids():
    for country in EU:
        with pytest.raises(NotAVatId):
            vat_id("?", country)
        assert rules_of(country).tax == "VAT"


def test_vat_id_belongs_to_the_country_of_the_documents(operator: Api):
    refused = operator.patch(DETAILS, json={"phone": "555", "vatId": "1234", "documentCountry": "DE"})
    assert refused.status_code == 422
    assert refused.json()["fields"] == {"vatId": "VAT ID must look like DE123456789"}
    assert operator.patch(DETAILS, json={"documentCountry": "ZZ"}).json()["fields"].keys() == {"documentCountry"}
    assert ok_json(operator.get(DETAILS))["documentCountry"] == "US"

    answer = ok_json(operator.patch(DETAILS, json={"vatId": "123456789", "documentCountry": "DE"}))
    assert (answer["documentCountry"], answer["vatId"], answer["vatIdName"]) == ("DE", "DE123456789", "VAT ID")
    assert ok_json(operator.patch(DETAILS, json=answer)) == answer
    assert ok_json(operator.patch(DETAILS, json={"vatId": None, "documentCountry": None}))["documentCountry"] == "US"


def test_invoice_with_gst_is_a_tax_invoice_in_australia(operator: Api):
    ok_json(operator.patch(DETAILS, json={"documentCountry": "AU", "vatId": "51824753556"}))
    operator.set_prices(salesTaxPercent=10)
    path = f"/api/bookings/{operator.book(asRequest=False)['id']}"
    ok_json(operator.post(f"{path}/invoice"))

    text = pdf_text(operator, f"{path}/invoice.pdf")
    assert "Tax invoice" in text
    assert "ABN 51 824 753 556" in text
    assert "GST 10%" in text
