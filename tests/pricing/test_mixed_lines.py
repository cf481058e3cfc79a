"""Prices of rentals with several lines, compared with manual calculations."""

from datetime import date, time, timedelta

import pytest

from marqueedesk.availability.days import Moment
from marqueedesk.delivery.zones import DeliveryZones, Zone
from marqueedesk.pricing.breakdown import Discount
from marqueedesk.pricing.price_list import Charge, PriceList
from marqueedesk.pricing.sales_tax import TaxAddress
from marqueedesk.rentals.lines import ItemLine, LettersLine, PackageLine, letters_line
from marqueedesk.rentals.rental_pricing import price_rental
from marqueedesk.rentals.rental_request import Days, RentalRequest, RentalVenue
from marqueedesk.rentals.todays_prices import TodaysPrices

FIRST = date(2027, 6, 1)
Line = LettersLine | ItemLine | PackageLine


def days(count: int) -> Days:
    last, noon = FIRST + timedelta(days=count), time(12)
    return Days(Moment(FIRST, None), Moment(last, None), noon, noon, count, FIRST, last, 0)


def big(text: str, *add_ons: str, color: str = "standard") -> LettersLine:
    """4 ft letters: $25 each."""
    return letters_line(text, size="4ft", color=color, add_ons=add_ons)


def small(text: str, *add_ons: str, color: str = "standard") -> LettersLine:
    """2 ft letters: $15 each."""
    return letters_line(text, size="2ft", color=color, add_ons=add_ons)


def balloons(count: int) -> ItemLine:
    """$40 each, per day."""
    return ItemLine(1, count, "Balloon", 4000, "day", True)


def backdrop(count: int = 1) -> ItemLine:
    """$120 each, per event, untaxed."""
    return ItemLine(2, count, "Backdrop", 12000, "event", True, False)


def cable(count: int) -> ItemLine:
    """$0.35 each, per day."""
    return ItemLine(3, count, "Cable", 35, "day", True)


def package(dollars: int | None, *parts: LettersLine | ItemLine) -> PackageLine:
    """A package with a fixed price, or priced by its parts."""
    return PackageLine(1, "Package", (), parts, None if dollars is None else dollars * 100)


def cents_of(lines: tuple[Line, ...], count: int, prices: TodaysPrices, discount: Discount) -> int:
    request = RentalRequest(lines, days(count), discount=discount)
    return price_rental(request, prices).total_cents


USUAL = PriceList()
LINES: list[tuple[tuple[Line, ...], int, float]] = [
    # Letters of several lines and sizes.
    ((big("LOVE"), small("BAY")), 1, 145),
    ((big("LOVE"), small("BAY")), 3, 435),
    ((big("MR & MRS"), small("2026")), 1, 210),
    ((big("MR & MRS"), small("2026")), 2, 420),
    ((small("A"), small("B"), small("C")), 1, 45),
    ((big("A"), big("A")), 1, 50),
    ((big("HAPPY"), small("BABY")), 1, 185),
    ((big("HAPPY"), big("LADY")), 2, 450),
    ((big("MARRY ME"), small("2026")), 2, 470),
    (tuple(small("A") for _ in range(20)), 1, 300),
    # Items, per day and per event.
    ((big("LOVE"), small("BAY"), balloons(2)), 1, 225),
    ((big("LOVE"), small("BAY"), balloons(2)), 2, 450),
    ((balloons(1),), 1, 40),
    ((balloons(10),), 3, 1200),
    ((backdrop(),), 1, 120),
    ((backdrop(),), 7, 120),
    ((backdrop(2), balloons(2)), 2, 400),
    ((big("LOVE"), backdrop()), 3, 420),
    ((big("I"), cable(1)), 1, 25.35),
    ((big("I"), cable(3)), 3, 78.15),
    ((cable(7), cable(2)), 1, 3.15),
    # Colors are charged once per letter, add-ons per day, each for its own line.
    ((big("LOVE", color="premium"), small("BAY")), 1, 225),
    ((big("LOVE", color="premium"), small("BAY")), 2, 370),
    ((big("LOVE"), small("BAY", color="custom")), 1, 235),
    ((big("AB", color="custom"), small("AB", color="premium")), 2, 260),
    ((big("LOVE", "lighting"), small("BAY")), 1, 170),
    ((big("LOVE", "lighting"), small("BAY", "lighting")), 1, 195),
    ((big("LOVE", "lighting", "stand"), small("BAY", "stand")), 2, 400),
    ((big("A", "stand", color="premium"), balloons(1)), 1, 100),
    ((big("A", "stand", color="premium"), balloons(1), backdrop()), 3, 380),
    # Packages with a fixed price, and priced by their parts.
    ((package(300, big("LO & PA"), balloons(1)),), 1, 300),
    ((package(300, big("LO & PA"), balloons(1)),), 5, 300),
    ((package(None, big("LOPA"), balloons(1)),), 1, 140),
    ((package(None, big("LOPA"), balloons(1)),), 2, 280),
    ((package(None, big("LOPA", color="premium"), backdrop()),), 2, 400),
    ((package(300, big("LOVE")), small("2026")), 1, 360),
    ((package(300, big("LOVE")), small("2026")), 2, 420),
    ((package(300), package(200), backdrop()), 4, 620),
    ((package(None, small("AB", "lighting")), big("CD", "lighting")), 2, 260),
    ((package(0, big("LOVE")), cable(1)), 1, 0.35),
]


@pytest.mark.parametrize("lines, count, total", LINES, ids=range(1, len(LINES) + 1))
def test_lines_add_up_to_the_calculated_total(lines: tuple[Line, ...], count: int, total: float):
    assert cents_of(lines, count, TodaysPrices(USUAL), Discount()) == round(total * 100)


NEAR = Zone("Near", ("787",), 3500, minimum_order_cents=20000, free_above_cents=30000)
ZONED = PriceList(zones=DeliveryZones((NEAR, Zone("Far", ("79",), 9900, quote_only=True)), 5000))
EVENT = PriceList(charge=Charge.EVENT)
TAXED = PriceList(sales_tax_ppm=82500)
LEAST = PriceList(minimum_order_cents=25000, delivery_fee_cents=4000)
HILL = RentalVenue(1, "Hill", "1 Hill Road", "difficult", is_verified=True, surcharge_cents=1000)
TEN = Discount(basis_points=1000)
FIFTY = Discount(cents=5000)
PLUS_4 = TaxAddress(zip_code="78704-1234")
NONE = Discount()
ORDERS: list[tuple[tuple[Line, ...], int, TodaysPrices, Discount, float]] = [
    # Charged per event, letters cost once; add-ons and daily items are still charged per day.
    ((big("LOVE"), small("BAY")), 3, TodaysPrices(EVENT), NONE, 145),
    ((big("LOVE", "lighting"), balloons(1)), 3, TodaysPrices(EVENT), NONE, 295),
    ((package(None, big("LO")), backdrop()), 4, TodaysPrices(EVENT), NONE, 170),
    # A discount applies to all lines.
    ((big("LOVE"), balloons(5)), 1, TodaysPrices(USUAL), TEN, 270),
    ((big("LOVE"), balloons(5)), 1, TodaysPrices(USUAL), FIFTY, 250),
    ((package(300, big("LO")), big("AB")), 1, TodaysPrices(USUAL), TEN, 315),
    # 8.25% of 145.00 is 11.96; untaxed lines add no tax.
    ((big("LOVE"), small("BAY")), 1, TodaysPrices(TAXED), NONE, 156.96),
    ((big("LOVE"), small("BAY"), backdrop()), 1, TodaysPrices(TAXED), NONE, 276.96),
    ((balloons(1), cable(1)), 1, TodaysPrices(TAXED), NONE, 43.68),
    ((backdrop(),), 1, TodaysPrices(TAXED), NONE, 120),
    # The price is raised to the minimum order; the delivery fee comes on top.
    ((big("LOVE"), small("BAY")), 1, TodaysPrices(LEAST), NONE, 290),
    ((big("LOVE"), small("BAY"), balloons(3)), 1, TodaysPrices(LEAST), NONE, 305),
    ((big("LOVE"), small("BAY"), balloons(3)), 1, TodaysPrices(LEAST), FIFTY, 255),
    # Zones: the fee, the zone's minimum order, and free delivery for lines of 300.00 or more.
    ((big("LOVE"),), 1, TodaysPrices(ZONED, address=TaxAddress(zip_code="78704")), NONE, 235),
    (
        (big("LOVE"), small("BAY"), balloons(2)),
        1,
        TodaysPrices(ZONED, address=PLUS_4),
        NONE,
        260,
    ),
    ((big("LOVE"), balloons(6)), 1, TodaysPrices(ZONED, address=TaxAddress(zip_code="78704")), NONE, 340),
    ((big("LOVE"), balloons(6)), 1, TodaysPrices(ZONED, address=TaxAddress(zip_code="78704")), FIFTY, 325),
    ((big("LOVE"), balloons(1)), 1, TodaysPrices(ZONED, address=TaxAddress(zip_code="79101")), NONE, 239),
    ((big("LOVE"), balloons(1)), 1, TodaysPrices(ZONED, address=TaxAddress(zip_code="90001")), NONE, 190),
    # A difficult venue: 50.00 plus the venue's own surcharge of 10.00.
    ((big("LOVE"), small("BAY"), balloons(2)), 1, TodaysPrices(USUAL, venue=HILL), NONE, 285),
    ((big("LOVE"), balloons(1)), 2, TodaysPrices(USUAL, venue=HILL), NONE, 340),
]


@pytest.mark.parametrize("lines, count, prices, discount, total", ORDERS, ids=range(1, len(ORDERS) + 1))
def test_discounts_taxes_and_fees_match_the_calculated_total(
    lines: tuple[Line, ...], count: int, prices: TodaysPrices, discount: Discount, total: float
):
    assert cents_of(lines, count, prices, discount) == round(total * 100)
