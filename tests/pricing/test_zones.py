"""Delivery zones: matching of ZIP codes, and prices compared with manual calculations."""

import re

import pytest

from marqueedesk.delivery.zones import Delivery, DeliveryZones, NoZipCodes, ZipCodes, Zone
from marqueedesk.kit.text.text_forms import zip_key
from marqueedesk.pricing.breakdown import NO_DISCOUNT, Discount, price
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.pricing.rates import line_rates, order_rates
from marqueedesk.pricing.sales_tax import TaxAddress
from tests.support.api import Api, ok_json

ZONES = DeliveryZones(
    (
        Zone("Downtown", ("78701-78705",), 2000),
        Zone("Austin", ("787",), 4500, minimum_order_cents=30000, free_above_cents=60000),
        Zone("Far", ("788", "789"), 12000, quote_only=True),
        Zone("Cedar Park", ("78613",), 6000, minimum_order_cents=10000),
    ),
    9900,
)


@pytest.mark.parametrize(
    "text, zip_code, found",
    [
        ("787", "78704", True),
        ("787", "78604", False),
        ("78701", "78701", True),
        ("78701", "78701-1234", True),
        ("78701-1234", "78701-1234", True),
        ("78701-1234", "78701", False),
        ("78701-78799", "78750", True),
        ("78701-78799", "78799-0001", True),
        ("78701-78799", "78800", False),
        ("787 - 789", "78850", True),
        ("sw1", "SW1A 1AA", True),
        ("M5V", "m5v 2t6", True),
        ("00-950", "00950", True),
        ("78701", "787", False),
        # Text around the code is ignored.
        ("787", "TX 78701", True),
        ("78701", "78701, USA", True),
        ("78701", "７８７０１", True),
        # Spellings of ranges and prefixes.
        ("78701–78799", "78750", True),
        ("78701 to 78799", "78750", True),
        ("78701...78799", "78750", True),
        ("787*", "78750", True),
        ("787 *", "78850", False),
        ("TX 787", "78750", True),
        # The first part of a British code matches only as a whole.
        ("SE1", "SE1 1AA", True),
        ("SE1", "SE10 8XY", False),
        ("SE1", "SE10", False),
        ("SE1 1", "SE1 1AA", True),
        ("SE1 1", "SE11 4AA", False),
        ("SW", "SW1A 1AA", True),
        ("S", "SE1 1AA", False),
        ("S", "S1 2AB", True),
        ("1234 AB", "1234ab", True),
        ("SE 1", "SE1 1AA", True),
        ("SE 1", "10001", False),
        ("SE1", "London SE1 9GF", True),
        ("SE10", "SE1 0AA", False),
        ("E1", "E10 5AA", False),
        ("W1", "W1T 1AA", True),
        ("EC", "E1 6AN", False),
        # Canadian areas.
        ("M5V", "Toronto, ON M5V 2T6", True),
        ("M5V", "M5V-2T6", True),
        ("M5V", "M5W 1A1", False),
        ("M5", "M5V 2T6", True),
        ("M5", "M6K 1A1", False),
        # Punctuation and digits of other scripts.
        ("787", "(78701)", True),
        ("787", "#78701", True),
        ("787", "78701.0", True),
        ("787", "٧٨٧٠١", True),
        ("78701 thru 78799", "78750", True),
        ("78701 ~ 78799", "78750", True),
    ],
)
def test_zone_entry_matches_zip_code(text: str, zip_code: str, found: bool):
    assert ZipCodes.read(text).has(zip_key(zip_code)) is found


@pytest.mark.parametrize("text", ["", " ", "-", "78701-", "78799-78701", "787-78799", "78701-78799-78800", "1" * 11])
def test_invalid_zip_code_entry_is_refused(text: str):
    with pytest.raises(NoZipCodes, match=r".{20}"):
        ZipCodes.read(text)


@pytest.mark.parametrize(
    "text",
    [
        "787xx",
        "787XX",
        "7870x",
        "TX",
        "CA",
        "Texas",
        "TX787",
        "787**",
        "*",
        "78?01",
        "Austin",
        "78701/2",
        "GU",
        "Zone 1",
        "OH 4",
        "Ste 4",
        "1.5",
        "7870 xx",
        "787##",
        "787__",
        "all",
    ],
)
def test_zone_entry_that_matches_nothing_is_refused_by_name(text: str):
    with pytest.raises(NoZipCodes, match=f"“{re.escape(text)}”"):
        ZipCodes.read(text)


def test_previously_stored_invalid_zone_entry_matches_nothing():
    zones = DeliveryZones((Zone("Old", ("787xx", "TX"), 1000),), 9900)
    assert zones.delivery("78701", 0) == Delivery(9900)


@pytest.mark.parametrize("typed", ["2134", "02134", "MA 2134", "2134-1234", "Boston, MA 02134"])
def test_missing_leading_zero_of_a_zip_code_is_restored(typed: str):
    zones = DeliveryZones((Zone("Wrong", ("21340-21349", "213"), 1), Zone("Boston", ("021",), 1000)), 9900)
    assert zones.delivery(typed, 0) == Delivery(1000, zone="Boston")


def test_four_digit_codes_are_complete_if_all_zones_use_four_digits():
    sydney = DeliveryZones((Zone("Sydney", ("2000-2050",), 1000), Zone("Coast", ("22",), 2000)), 9900)
    assert sydney.delivery("2010", 0) == Delivery(1000, zone="Sydney")
    assert sydney.delivery("NSW 2250", 0) == Delivery(2000, zone="Coast")


def test_zone_entry_may_contain_several_zip_codes(operator: Api):
    zone = {"name": "Austin", "fee": 10, "zipCodes": ["78701, 78702", "78703–78705", "787*", "78610 78613"]}
    zone["zipCodes"] += ["78615/78617", "78619 & 78620", "78621 and 78640"]
    saved = ok_json(operator.put("/api/delivery-zones", json={"zones": [zone], "other": {"fee": 99}}))
    assert saved["zones"][0]["zipCodes"] == [
        "78701", "78702", "78703–78705", "787*", "78610", "78613", "78615", "78617", "78619", "78620", "78621", "78640"
    ]  # fmt: skip
    wrong = operator.put("/api/delivery-zones", json={"zones": [zone | {"zipCodes": ["78701, 787xx"]}]})
    assert wrong.status_code == 422
    assert "“787xx”" in wrong.json()["fields"]["zones[0].zipCodes[1]"]


@pytest.mark.parametrize("typed", ["TX 78701", "78701, USA", "７８７０１", "78701\u200b", "Austin TX 78701"])
def test_zone_fee_applies_regardless_of_how_the_zip_code_is_typed(typed: str, operator: Api, visitor: Api):
    zone = {"name": "Austin", "fee": 10, "zipCodes": ["787"]}
    ok_json(operator.put("/api/delivery-zones", json={"zones": [zone], "other": {"fee": 99}}))
    address = {"street": "1 Main St", "city": "Austin", "state": "TX", "zipCode": typed}
    assert visitor.estimate(userId=operator.id, address=address)["breakdown"]["deliveryFee"] == 10


@pytest.mark.parametrize(
    "zip_code, expected",
    [
        # The first matching zone wins, though Austin also lists this ZIP code.
        ("78704", Delivery(2000, zone="Downtown")),
        ("78750-0001", Delivery(4500, 30000, 60000, "Austin")),
        ("78801", Delivery(12000, zone="Far", is_open=True)),
        ("10001", Delivery(9900)),
        ("", Delivery(1500, is_open=True)),
        (None, Delivery(1500, is_open=True)),
    ],
)
def test_delivery_fee_follows_the_first_matching_zone(zip_code: str | None, expected: Delivery):
    assert ZONES.delivery(zip_code, 1500) == expected


def test_price_list_fee_applies_without_zones():
    assert DeliveryZones().delivery("78704", 1500) is None
    assert DeliveryZones(ZONES.zones).delivery("10001", 1500) == Delivery(1500, is_open=True)
    assert DeliveryZones.from_json(ZONES.to_json()) == ZONES


# ZIP, letters of 25.00, days, discount, tax in basis points, the list's minimum order: top-up, fee, tax, total.
CASES = [
    ("78704", 4, 1, NO_DISCOUNT, 0, 0, (0, 2000, 0, 12000)),
    ("78704", 4, 1, NO_DISCOUNT, 825, 0, (0, 2000, 990, 12990)),
    # The zone's minimum order of 300.00, and the price list's higher one of 500.00.
    ("78750", 4, 1, NO_DISCOUNT, 0, 0, (20000, 4500, 0, 34500)),
    ("78750", 4, 1, NO_DISCOUNT, 0, 50000, (40000, 4500, 0, 54500)),
    ("78613", 4, 1, NO_DISCOUNT, 0, 20000, (10000, 6000, 0, 26000)),
    # Free delivery for lines of 600.00 or more: 24 letters are 600.00, 23 are 575.00.
    ("78750", 24, 1, NO_DISCOUNT, 0, 0, (0, 0, 0, 60000)),
    ("78750", 23, 1, NO_DISCOUNT, 0, 0, (0, 4500, 0, 62000)),
    ("78750", 12, 2, NO_DISCOUNT, 825, 0, (0, 0, 4950, 64950)),
    # The discount counts: 600.00 minus one cent, and 650.00 minus 50.00.
    ("78750", 24, 1, Discount(cents=1), 0, 0, (0, 4500, 0, 64499)),
    ("78750", 26, 1, Discount(cents=5000), 0, 0, (0, 0, 0, 60000)),
    ("78750", 26, 1, Discount(basis_points=1000), 0, 0, (0, 4500, 0, 63000)),
    # The minimum order adjustment does not count toward free delivery.
    ("78750", 4, 1, NO_DISCOUNT, 0, 70000, (60000, 4500, 0, 74500)),
    ("10001", 4, 1, NO_DISCOUNT, 0, 0, (0, 9900, 0, 19900)),
    ("78801", 4, 1, NO_DISCOUNT, 0, 0, (0, 12000, 0, 22000)),
    (None, 4, 1, NO_DISCOUNT, 0, 0, (0, 1500, 0, 11500)),
]


@pytest.mark.parametrize("zip_code, letters, days, discount, tax, minimum, expected", CASES)
def test_delivery_fee_and_minimum_order_match_the_calculated_prices(
    zip_code: str | None,
    letters: int,
    days: int,
    discount: Discount,
    tax: int,
    minimum: int,
    expected: tuple[int, int, int, int],
):
    prices = PriceList(zones=ZONES, delivery_fee_cents=1500, sales_tax_ppm=tax * 100, minimum_order_cents=minimum)
    line = line_rates(prices, size="4ft", letters={"A": letters})
    found = price([line], order_rates(prices, address=TaxAddress(zip_code=zip_code)), days, discount=discount)
    figures = (
        found.minimum_order_adjustment_cents,
        found.delivery_fee_cents,
        found.tax_cents,
        found.total_cents,
    )
    assert figures == expected


def test_venue_surcharge_does_not_count_toward_free_delivery():
    prices = PriceList(zones=ZONES)
    line = line_rates(prices, size="4ft", letters={"A": 20})
    order = order_rates(
        prices, difficulty="very_difficult", venue_surcharge_cents=5000, address=TaxAddress(zip_code="78750")
    )
    assert price([line], order, 1).delivery_fee_cents == 4500
    # The operator's extra lines count toward free delivery.
    assert price([line], order, 1, extras=[10000]).delivery_fee_cents == 0
