"""Sales tax by place: rates of addresses, untaxed lines, exempt customers and agreed prices."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine

from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing.agreed_price import read_price, stored_price
from marqueedesk.pricing.breakdown import price, taxable_cents
from marqueedesk.pricing.price_list import Charge, DamageWaiver, PriceList
from marqueedesk.pricing.rates import ItemRates, OrderRates, PackageRates, line_rates, order_rates
from marqueedesk.pricing.sales_tax import (
    ELSEWHERE,
    KINDS,
    ExemptCustomer,
    Exemption,
    PlaceTax,
    SalesTax,
    TaxAddress,
    TaxPlace,
)
from marqueedesk.pricing.tax_files import read_tax_csv
from marqueedesk.rentals.lines import letters_line
from marqueedesk.rentals.priced_rental import PricedRental
from marqueedesk.rentals.rental_request import RentalRequest
from tests.support.api import Api, ok_json

TEXAS = TaxPlace(62_500, state="TX")
AUSTIN = TaxPlace(82_500, state="Texas", county="Travis", city="Austin")
HILLS = TaxPlace(67_500, state="TX", city="West Lake Hills", zip_codes=("78746",))
WEST = TaxPlace(80_000, state="TX", county="Travis", zip_codes=("787",))
NEW_YORK = TaxPlace(88_750, state="NY", city="New York", zip_codes=("10001-10282",))
TAX = SalesTax((TEXAS, AUSTIN, WEST, HILLS, NEW_YORK))
OPEN = PlaceTax(0, is_open=True)


@pytest.mark.parametrize(
    "address, found",
    [
        (TaxAddress("TX", "Austin", "78704"), PlaceTax(80_000, "Travis County, TX")),
        (TaxAddress("TX", "Anywhere", "78746-1200"), PlaceTax(67_500, "West Lake Hills, TX")),
        (TaxAddress("texas", "AUSTIN", "73301"), PlaceTax(82_500, "Austin, Travis County, Texas")),
        (TaxAddress("NY", "New York", "10128"), PlaceTax(88_750, "New York, NY")),
        (TaxAddress(zip_code="10128"), PlaceTax(88_750, "New York, NY")),
        # The deciding part of the address is missing, or it has no rate.
        (TaxAddress(), OPEN),
        (TaxAddress("TX"), OPEN),
        (TaxAddress("TX", "Austin"), OPEN),
        (TaxAddress(zip_code="76701"), OPEN),
        (TaxAddress("CA", "Fresno", "93650"), OPEN),
        # If cities have rates, the state's rate does not apply to other cities.
        (TaxAddress("TX", "Waco", "76701"), OPEN),
        (TaxAddress(city="Waco", zip_code="76701"), OPEN),
    ],
)
def test_most_specific_place_determines_the_tax_rate(address: TaxAddress, found: PlaceTax):
    assert TAX.tax(address, 50_000) == found


def test_rate_for_other_places_applies_outside_the_listed_places():
    tax = SalesTax((NEW_YORK,), other_ppm=40_000)
    assert tax.tax(TaxAddress("NJ", "Hoboken", "07030"), 0) == PlaceTax(40_000, ELSEWHERE)
    assert tax.tax(TaxAddress(), 0) == OPEN
    assert tax.tax(TaxAddress("NY", "New York"), 0) == OPEN, "the rate depends on the ZIP code there"
    assert SalesTax().tax(TaxAddress(), 88_750) == PlaceTax(88_750), "without places, one rate applies everywhere"


def _order(**more: Any) -> OrderRates:
    return order_rates(PriceList(**more), address=TaxAddress("NY", "New York", "10128"))


def test_new_york_tax_of_8_875_percent_is_rounded_to_the_cent():
    item = ItemRates(1, 31_250, Charge.EVENT)
    figures = price([item], _order(sales_tax=TAX), 1)
    assert (figures.tax_cents, figures.total_cents) == (2_773, 34_023)


@pytest.mark.parametrize("kind", KINDS)
def test_untaxed_kind_of_line_is_excluded_from_the_tax(kind: str):
    listed = PriceList(
        sales_tax=SalesTax(untaxed=(kind,)), sales_tax_ppm=100_000, delivery_fee_cents=4_000, waiver=DamageWaiver(900)
    )
    letters = line_rates(listed, size="4ft", letters={"A": 1}, color="premium", add_ons=("stand",))
    order = order_rates(listed, difficulty="moderate")
    lines = (letters, PackageRates((), 10_000))
    figures = price(lines, order, 1, extras=[700], waiver=True)
    untaxed = {
        "letters": 4_500,
        "addOns": 1_500,
        "packages": 10_000,
        "venueSurcharge": 2_500,
        "extras": 700,
        "delivery": 4_000,
        "damageWaiver": 900,
    }
    before_tax = sum(untaxed.values())
    assert figures.tax_cents == (before_tax - untaxed[kind]) // 10
    assert figures.total_cents == before_tax + figures.tax_cents
    assert taxable_cents(figures, lines, order) == before_tax - untaxed[kind]


def test_tax_exemption_applies_through_its_last_day_and_is_stored_with_the_price():
    exemption = Exemption("EX-1", date(2027, 6, 1))
    order = _order(sales_tax=TAX)
    line = line_rates(PriceList(), size="4ft", letters={"A": 4})
    request = RentalRequest((letters_line("AAAA", size="4ft"),), exemption=exemption)
    rental = PricedRental.at_rates(request, (line,), order)
    assert (rental.breakdown.tax_cents, rental.breakdown.tax_exempt) == (0, True)
    again = read_price(stored_price(rental.price))
    assert (again.breakdown, again.order) == (rental.breakdown, rental.price.order)
    assert exemption.holds_on(date(2027, 6, 1))
    assert not exemption.holds_on(date(2027, 6, 2))
    tax = SalesTax(customers=(ExemptCustomer("Ada@School.org", exemption),))
    assert tax.exemption_of(" ada@school.ORG") == exemption
    assert tax.exemption_of("") is None
    assert SalesTax.from_json(tax.to_json()) == tax


class TestFiles:
    def test_zip_codes_of_the_same_city_and_rate_become_one_place(self):
        text = (
            "State,ZipCode,TaxRegionName,EstimatedCombinedRate\n"
            "NY,10001,NEW YORK CITY,0.08875\nNY,10002,NEW YORK CITY,0.08875\n"
            "NY,12207,ALBANY,0.08\nMA,2108,BOSTON,0.0625\n"
        )
        found = read_tax_csv(text, "fraction")
        assert (found.rows, found.has_fractions, found.refused) == (4, True, [])
        assert [(row.city, row.ppm, row.zip_codes) for row in found.places] == [
            ("NEW YORK CITY", 88_750, ("10001", "10002")),
            ("ALBANY", 80_000, ("12207",)),
            ("BOSTON", 62_500, ("02108",)),
        ]

    def test_invalid_rows_are_reported_by_line(self):
        bad = "Travis;TX;;;8%\n;;;;8\n;TX;;78x?1;8\n;TX;;;abc\n;TX;;;8.12345\n"
        text = f"County;State;City;ZIP;Rate\n{bad};TX;;787;8.25%\n;TX;;;0\n"
        found = read_tax_csv(text)
        assert [line for line, _ in found.refused] == [2, 3, 4, 5, 6]
        assert [(row.state, row.zip_codes, row.ppm) for row in found.places] == [
            ("TX", ("787",), 82_500),
            ("TX", (), 0),
        ]

    @pytest.mark.parametrize("text", ["", "Rate\n8\n", "State,City\nTX,Austin\n"])
    def test_tax_file_without_places_or_rates_is_refused(self, text: str):
        with pytest.raises(Invalid) as refused:
            read_tax_csv(text)
        assert refused.value.fields
        assert list(refused.value.fields) == ["csv"]


NYC = {"street": "1 Main St", "city": "New York", "state": "NY", "zipCode": "10128"}
UNKNOWN = {"street": "1 Main St", "city": "Fresno", "state": "CA", "zipCode": "93650"}
PLACES = {
    "places": [
        {"state": "NY", "city": "New York", "zipCodes": ["10001-10282"], "percent": 8.875},
        {"state": "NY", "city": "Albany", "percent": 8},
    ]
}


@pytest.fixture
def placed(operator: Api) -> Api:
    ok_json(operator.put("/api/sales-tax", json=PLACES))
    return operator


def test_tax_places_are_saved_and_invalid_ones_are_reported(placed: Api):
    kept = ok_json(placed.get("/api/sales-tax"))
    assert (
        kept["places"][0] | {"name": "New York, NY", "percent": 8.875, "zipCodes": ["10001-10282"]} == kept["places"][0]
    )
    assert kept["taxable"]["delivery"] is True
    asked = ok_json(placed.get("/api/sales-tax/rate", params={"zipCode": "10128"}))
    assert asked == {"place": "New York, NY", "percent": 8.875, "toConfirm": False}
    bad = placed.put(
        "/api/sales-tax",
        json={
            "places": [{"county": "Travis", "state": "TX", "percent": 8}, {"percent": 8}, {"state": "TX", "percent": 8}]
        },
    )
    assert bad.status_code == 422
    assert set(bad.json()["fields"]) == {"places[0].zipCodes", "places[1].zipCodes"}
    assert placed.put("/api/sales-tax", json={"places": [{"state": "TX", "percent": 8.12345}]}).json()["fields"] == {
        "places[0].percent": "Enter a percentage from 0 to 100 with at most four decimals, such as 8.875"
    }
    twice = {"places": [{"state": "TX", "percent": 8}, {"state": "Texas", "percent": 7}]}
    assert list(placed.put("/api/sales-tax", json=twice).json()["fields"]) == ["places[1].percent"]
    assert ok_json(placed.get("/api/sales-tax"))["places"] == kept["places"], "a rejected update changes nothing"
    read = ok_json(placed.post("/api/sales-tax/preview", json={"csv": "zip,rate\n10001,8.875\n"}))
    assert (read["places"][0]["percent"], read["refused"]) == (8.875, [])


def test_booking_keeps_its_tax_rate_until_its_address_changes(placed: Api):
    booking = placed.book(address=NYC)
    assert (booking["taxPlace"], booking["taxPercent"]) == ("New York, NY", 8.875)
    assert booking["breakdown"]["tax"] == 17.75
    path = f"/api/bookings/{booking['id']}"
    ok_json(placed.put("/api/sales-tax", json={"places": [{"state": "NY", "percent": 4}]}))
    stays = ok_json(placed.patch(path, json={"pickupDate": "2027-06-05"}))
    assert stays["taxPercent"] == 8.875, "the agreed price does not change"
    moved = ok_json(placed.patch(path, json={"address": NYC | {"city": "Buffalo", "zipCode": "14201"}}))
    assert (moved["taxPlace"], moved["taxPercent"]) == ("NY", 4)
    assert ok_json(placed.get("/api/price-list"))["salesTaxPercent"] == 0


def test_tax_of_an_unknown_place_is_confirmed_later(placed: Api, visitor: Api):
    shown = visitor.estimate(userId=placed.id, address=UNKNOWN)
    assert shown["breakdown"]["taxToConfirm"] is True
    assert "tax" not in shown["breakdown"]
    placed.set_rules(approvalRequired=False)
    request = visitor.book(userId=placed.id, address=UNKNOWN)
    assert request["status"] == "pending", "the price is not final"
    path = f"/api/bookings/{request['id']}"
    assert ok_json(placed.get(path))["breakdown"]["taxToConfirm"] is True
    ok_json(placed.put("/api/sales-tax", json=PLACES | {"other": {"percent": 5}}))
    settled = ok_json(placed.patch(path, json={"notes": "Blue door"}))
    assert "taxToConfirm" not in settled["breakdown"]
    assert (settled["taxPlace"], settled["taxPercent"]) == ("Everywhere else", 5)
    assert settled["totalPrice"] == round(shown["breakdown"]["total"] * 1.05, 2)


def test_exempt_customer_pays_no_tax(placed: Api, visitor: Api):
    body = {"customers": [{"email": "ada@school.org", "certificate": "EX-7", "expiresOn": "2027-06-30"}]}
    kept = ok_json(placed.put("/api/tax-exemptions", json=body))
    assert kept == ok_json(placed.get("/api/tax-exemptions"))
    twice = {"customers": body["customers"] * 2}
    assert list(placed.put("/api/tax-exemptions", json=twice).json()["fields"]) == ["customers[1].email"]
    seen = visitor.estimate(userId=placed.id, address=NYC)["breakdown"]["total"]
    theirs = visitor.book(userId=placed.id, address=NYC, customerEmail="Ada@School.org", totalPrice=seen)
    booking = ok_json(placed.get(f"/api/bookings/{theirs['id']}"))
    assert (booking["breakdown"]["taxExempt"], booking["totalPrice"]) == (True, round(seen - 17.75, 2))
    assert booking["taxExempt"] == {"certificate": "EX-7", "expiresOn": "2027-06-30"}
    quote = placed.quote(address=NYC, customerEmail="ada@school.org")
    assert quote["breakdown"]["taxExempt"] is True
    path = f"/api/bookings/{booking['id']}"
    assert ok_json(placed.patch(path, json=booking))["revision"] == booking["revision"], (
        "sending a record back unchanged changes nothing"
    )
    assert ok_json(placed.patch(path, json={"taxExempt": None}))["breakdown"]["tax"] == 17.75
    days = {"deliveryDate": "2027-07-01", "pickupDate": "2027-07-03"}
    late = ok_json(placed.patch(path, json={"taxExempt": body["customers"][0], **days}))
    assert late["breakdown"]["tax"] == 17.75, "the exemption has expired by then"
    assert late["taxExempt"]["certificate"] == "EX-7"


def test_tax_report_lists_places_rates_exempt_and_unconfirmed_sales(placed: Api, present: time_machine.Traveller):
    placed.book(address=NYC, asRequest=False)
    exempt = placed.book(address=NYC, asRequest=False)
    ok_json(placed.patch(f"/api/bookings/{exempt['id']}", json={"taxExempt": {"certificate": "EX-7"}}))
    placed.book(address=UNKNOWN, asRequest=False)
    present.move_to(datetime(2027, 12, 1, 15, tzinfo=UTC))
    placed.login(placed.user["email"])
    report = ok_json(placed.get("/api/reports/tax", params={"from": "2027-01-01", "to": "2027-12-31"}))
    assert [(row["place"], row["percent"], row["tax"]) for row in report["byPlace"]] == [
        (None, 0, 0),
        ("New York, NY", 8.875, 17.75),
    ]
    assert (report["exempt"], report["toConfirm"], report["taxable"]) == (200, 200, 200)


def test_quote_for_an_unknown_place_states_that_tax_will_be_added(placed: Api, visitor: Api):
    sent = placed.sent_quote(address=UNKNOWN)
    page = ok_json(visitor.get(f"/api/public/quotes/{sent['token']}"))
    assert page["policy"][0] == "Sales tax is added once we check your address."
    booking = ok_json(visitor.accept(sent["token"]))
    path = f"/api/bookings/{booking['bookingId'] if 'bookingId' in booking else booking['booking']['id']}"
    assert ok_json(placed.get(path))["breakdown"]["taxToConfirm"] is True
    customer = placed.booking_token(ok_json(placed.get(path))["id"])
    lines = ok_json(visitor.get(f"/api/public/bookings/{customer}"))["lines"]
    assert ("Sales tax", "Tax is added once we check your address", "–") in [
        (line["text"], line["detail"], line["amount"]) for line in lines
    ]
