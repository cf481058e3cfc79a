"""The price formula: fixed cases, comparison with a second implementation, and properties of every price."""

import csv
from collections.abc import Mapping
from dataclasses import asdict
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marqueedesk.availability.days import parse_moment, rental_days
from marqueedesk.inventory.message import count_letters, split_message
from marqueedesk.pricing.breakdown import Breakdown, Discount, DiscountTooLarge, breakdown
from marqueedesk.pricing.price_list import (
    DEFAULT_PRICE_LIST,
    AddOn,
    Charge,
    Color,
    LetterPrice,
    NotOnPriceList,
    PriceList,
    Rate,
    Size,
)

CASES = list(csv.DictReader((Path(__file__).parent / "price-cases.csv").read_text(encoding="utf-8").splitlines()))
ZONE = ZoneInfo("America/New_York")
LOVE = {"L": 1, "O": 1, "V": 1, "E": 1}


def test_sales_tax_of_8_875_percent_is_rounded_to_the_cent():
    prices = PriceList(sizes=(Size("4ft", "4ft", 31_250),), sales_tax_ppm=88_750)

    found = breakdown(prices, size="4ft", letters={"A": 1}, days=1)

    assert (found.tax_cents, found.total_cents) == (2_773, 34_023)


def test_specification_has_300_priced_cases():
    assert len(CASES) == 300


@pytest.mark.parametrize("case", CASES, ids=range(1, len(CASES) + 1))
def test_price_matches_the_specification_case(case: dict[str, str]):
    letters = count_letters(split_message(case["message"]))
    price = breakdown(
        DEFAULT_PRICE_LIST,
        size=case["size"],
        letters=letters,
        days=rental_days(parse_moment(case["deliveryDate"], ZONE), parse_moment(case["pickupDate"], ZONE)),
        color=case["colorOption"],
        add_ons=[code for code in ("lighting", "stand") if case[code] == "1"],
        difficulty=case["difficulty"],
        venue_surcharge_cents=int(case["venueSurchargeCents"]),
        venue_verified=case["venueVerified"] == "1",
    )
    found = {
        "letterCount": price.letter_count,
        "days": price.days,
        "baseCents": price.base_cents,
        "colorCents": price.color_cents,
        "addonsCents": price.add_ons_cents,
        "surchargeCents": price.surcharge_cents,
        "totalCents": price.total_cents,
        "depositCents": price.deposit_cents,
    }
    assert found == {name: int(case[name]) for name in found}


# --- A second implementation in exact fractions, written from the specification only. ---------------------------------


def half_up(amount: Fraction) -> Decimal:
    """Currency units rounded half up to the cent."""
    exact = Decimal(amount.numerator) / Decimal(amount.denominator)
    return exact.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)


def reference(listed: dict[str, Any], booking: dict[str, Any]) -> dict[str, Decimal | int]:
    """The expected JSON breakdown of a booking, computed from a price list in currency units and percentages."""
    percent = Fraction(1, 100)
    times = 1 if listed["per_event"] else booking["days"]
    flat = listed["sizes"][booking["size"]]
    per_day = [
        booking["own_prices"].get(letter, flat) if listed["from_inventory"] else flat for letter in booking["letters"]
    ]
    base = half_up(Fraction(sum(per_day)) * times)
    color = half_up(Fraction(listed["colors"][booking["color"]]) * len(booking["letters"]))
    add_ons = half_up(
        sum((Fraction(listed["add_ons"][code]) for code in booking["add_ons"]), Fraction()) * booking["days"]
    )
    surcharge, deposits = Fraction(), [Decimal()]
    if venue := booking["venue"]:
        surcharge = Fraction(listed["difficulties"][venue["difficulty"]]) + venue["own"]
        surcharge += Fraction(base) * listed["venue_percent"] * percent
        if not venue["verified"]:
            deposits.append(half_up(listed["unverified"]))
    lines = {"basePrice": base, "colorCost": color, "addons": add_ons, "surcharge": half_up(surcharge)}
    own_lines = half_up(sum(booking["extras"], Fraction()))
    order = sum(lines.values()) + own_lines
    missing = max(Decimal(), half_up(listed["minimum"]) - order)
    order += missing
    kind, value = booking["discount"] or ("amount", Fraction())
    off = half_up(value) if kind == "amount" else half_up(Fraction(order) * value * percent)
    if off > order:
        return {"tooLargeFor": order}
    fee = half_up(listed["fee"])
    before_tax = order - off + fee
    tax = half_up(Fraction(before_tax) * listed["tax_percent"] * percent)
    total = before_tax + tax
    deposits.append(half_up(Fraction(total) * listed["deposit_percent"] * percent))
    deposits.append(min(total, half_up(listed["deposit_flat"])))
    average = half_up(sum(per_day) / Fraction(len(per_day)))
    extra = {"deliveryFee": fee, "minimumOrderAdjustment": missing, "tax": tax, "extras": own_lines, "discount": off}
    extra["discountPercent"] = half_up(value) if kind == "percent" else Decimal()
    return {
        **lines,
        **{name: amount for name, amount in extra.items() if amount},
        "total": total,
        "deposit": max(deposits),
        "letterCount": len(booking["letters"]),
        "pricePerLetter": average,
        "days": booking["days"],
    }


def cents(amount: Fraction) -> int:
    scaled = amount * 100
    assert scaled.denominator == 1
    return scaled.numerator


def random_price_list(random: Random) -> dict[str, Any]:
    def units(most: int) -> Fraction:
        return (
            Fraction(random.randrange(most)) if random.random() < 0.5 else Fraction(random.randrange(most * 100), 100)
        )

    def sometimes(amount: Fraction) -> Fraction:
        return amount if random.random() < 0.5 else Fraction()

    def percentage() -> Fraction:
        return sometimes(Fraction(random.randrange(10_001), 100))

    def rows(codes: str, most: int) -> dict[str, Fraction]:
        return {code: units(most) for code in codes.split()}

    if random.random() < 0.2:
        return {
            "sizes": {"2ft": Fraction(15), "4ft": Fraction(25)},
            "colors": {"standard": Fraction(0), "premium": Fraction(20), "custom": Fraction(30)},
            "add_ons": {"lighting": Fraction(25), "stand": Fraction(15)},
            "difficulties": {
                name: Fraction(n)
                for name, n in {"easy": 0, "moderate": 25, "difficult": 50, "very_difficult": 100}.items()
            },
            "unverified": Fraction(50),
            "per_event": False,
            "from_inventory": False,
            **dict.fromkeys(
                ("venue_percent", "minimum", "fee", "tax_percent", "deposit_percent", "deposit_flat"), Fraction()
            ),
        }
    return {
        "sizes": rows("2ft 3ft 4ft", 80),
        "colors": rows("standard premium custom gold", 60),
        "add_ons": rows("lighting stand arch generator", 90),
        "difficulties": rows("easy moderate difficult very_difficult", 200),
        "unverified": units(300),
        "per_event": random.random() < 0.5,
        "from_inventory": random.random() < 0.5,
        "venue_percent": percentage(),
        # Sometimes a large minimum, because most random bookings exceed a typical one.
        "minimum": sometimes(units(random.choice((2000, 200_000)))),
        "fee": sometimes(units(150)),
        "tax_percent": percentage(),
        "deposit_percent": percentage(),
        "deposit_flat": sometimes(units(2000)),
    }


def random_booking(random: Random, listed: Mapping[str, Any]) -> dict[str, Any]:
    alphabet = "ABCDEÉ&❤"
    return {
        "size": random.choice(list(listed["sizes"])),
        "letters": [random.choice(alphabet) for _ in range(random.randint(1, 60))],
        "own_prices": {
            letter: Fraction(random.randrange(100, 9000), 100) for letter in alphabet if random.random() < 0.6
        },
        "days": random.randint(1, 90),
        "color": random.choice(list(listed["colors"])),
        "add_ons": [code for code in listed["add_ons"] if random.random() < 0.5],
        "venue": random.choice(
            (
                None,
                {
                    "difficulty": random.choice(list(listed["difficulties"])),
                    "own": Fraction(random.choice((0, 1250, 9999, random.randrange(50_000))), 100),
                    "verified": random.random() < 0.5,
                },
            )
        ),
        "extras": [Fraction(random.randrange(1_000_000), 100) for _ in range(random.choice((0, 0, 1, 3, 20)))],
        "discount": random.choice(
            (
                None,
                ("amount", Fraction(random.choice((0, 1, 5000, random.randrange(2_000_000))), 100)),
                ("percent", Fraction(random.choice((0, 1, 1250, 10_000, random.randrange(10_001))), 100)),
            )
        ),
    }


def as_price_list(listed: Mapping[str, Any]) -> PriceList:
    def rows(name: str) -> tuple[Rate, ...]:
        return tuple(Rate(code, code.title(), cents(amount)) for code, amount in listed[name].items())

    return PriceList(
        sizes=tuple(Size(row.code, row.label, row.cents) for row in rows("sizes")),
        colors=tuple(Color(row.code, row.label, row.cents) for row in rows("colors")),
        add_ons=tuple(AddOn(row.code, row.label, row.cents) for row in rows("add_ons")),
        difficulties=rows("difficulties"),
        unverified_venue_deposit_cents=cents(listed["unverified"]),
        letter_price=LetterPrice.INVENTORY if listed["from_inventory"] else LetterPrice.FLAT,
        charge=Charge.EVENT if listed["per_event"] else Charge.DAY,
        venue_surcharge_basis_points=cents(listed["venue_percent"]),
        minimum_order_cents=cents(listed["minimum"]),
        delivery_fee_cents=cents(listed["fee"]),
        sales_tax_ppm=100 * cents(listed["tax_percent"]),
        deposit_basis_points=cents(listed["deposit_percent"]),
        deposit_flat_cents=cents(listed["deposit_flat"]),
    )


def priced(price_list: PriceList, booking: Mapping[str, Any]) -> Breakdown:
    venue = booking["venue"] or {}
    kind, value = booking["discount"] or ("amount", Fraction())
    return breakdown(
        price_list,
        size=booking["size"],
        letters=count_letters(booking["letters"]),
        days=booking["days"],
        color=booking["color"],
        add_ons=booking["add_ons"],
        difficulty=venue.get("difficulty"),
        venue_surcharge_cents=cents(venue.get("own", Fraction())),
        venue_verified=venue.get("verified", True),
        letter_prices={letter: cents(price) for letter, price in booking["own_prices"].items()},
        extras=[cents(amount) for amount in booking["extras"]],
        discount=Discount(cents=cents(value)) if kind == "amount" else Discount(basis_points=cents(value)),
    )


def wire_or_refusal(price_list: PriceList, booking: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        return priced(price_list, booking).to_wire()
    except DiscountTooLarge as refused:
        return {"tooLargeFor": Decimal(refused.order_cents) / 100}


def test_prices_of_10000_random_bookings_match_an_independent_reference():
    random = Random(20270601)
    seen: set[str] = set()
    for _ in range(10_000):
        listed = random_price_list(random)
        booking = random_booking(random, listed)
        wire = wire_or_refusal(as_price_list(listed), booking)
        expected = reference(listed, booking)
        assert {name: Decimal(str(value)) for name, value in wire.items()} == expected, (listed, booking)
        seen |= wire.keys()
    options = {"deliveryFee", "minimumOrderAdjustment", "tax", "extras", "discount", "discountPercent", "tooLargeFor"}
    assert options <= seen


OFF: dict[str, Any] = {
    "per_event": False,
    "from_inventory": False,
    "unverified": Fraction(),
    **dict.fromkeys(("venue_percent", "minimum", "fee", "tax_percent", "deposit_percent", "deposit_flat"), Fraction()),
    "add_ons": [],
    "venue": None,
    "extras": [],
    "discount": None,
}
"""Unused values of all price list and booking options."""


def test_random_bookings_cover_every_option():
    random = Random(20270601)
    decided = dict.fromkeys(OFF, 0)
    for _ in range(300):
        listed = random_price_list(random)
        booking = random_booking(random, listed)
        expected = reference(listed, booking)
        for name, unused in OFF.items():
            changed = {name: unused}
            # Add-ons are in the price list and in the booking; remove them from the booking.
            of_booking = name in booking
            without = reference(listed if of_booking else listed | changed, booking | (changed if of_booking else {}))
            decided[name] += without != expected

    assert min(decided.values()) >= 5, decided


# --- Properties of every price. ---------------------------------------------------------------------------------------


def priced_at_random(seed: int) -> tuple[PriceList, dict[str, Any]]:
    random = Random(seed)
    listed = random_price_list(random)
    return as_price_list(listed), random_booking(random, listed)


def may_be_priced(case: tuple[PriceList, dict[str, Any]]) -> bool:
    """True if the discount does not exceed the order. Otherwise there is no price."""
    return "tooLargeFor" not in wire_or_refusal(*case)


price_lists_and_bookings = st.integers(0, 2**32).map(priced_at_random).filter(may_be_priced)


@given(price_lists_and_bookings)
def test_lines_add_up_to_the_total(case: tuple[PriceList, dict[str, Any]]):
    price = priced(*case)
    lines = (
        price.base_cents,
        price.surcharge_cents,
        price.color_cents,
        price.add_ons_cents,
        price.minimum_order_adjustment_cents,
        price.delivery_fee_cents,
        price.tax_cents,
        price.extras_cents,
    )
    assert price.total_cents == sum(lines) - price.discount_cents
    assert min(*lines, price.discount_cents, price.total_cents) >= 0


@given(price_lists_and_bookings)
def test_adding_a_day_or_letter_never_lowers_the_price(case: tuple[PriceList, dict[str, Any]]):
    price_list, booking = case
    total = priced(price_list, booking).total_cents
    assert priced(price_list, {**booking, "days": booking["days"] + 1}).total_cents >= total
    assert priced(price_list, {**booking, "letters": [*booking["letters"], "A"]}).total_cents >= total


@given(price_lists_and_bookings, st.integers(0, 2**32).map(Random))
def test_letter_order_does_not_affect_the_price(case: tuple[PriceList, dict[str, Any]], random: Random):
    price_list, booking = case
    shuffled = random.sample(booking["letters"], k=len(booking["letters"]))
    assert priced(price_list, {**booking, "letters": shuffled}) == priced(price_list, booking)


@given(st.text("abcdefghijklmnopqrstuvwxyzéñü& ", min_size=1, max_size=60).filter(str.strip))
def test_letter_case_does_not_affect_the_price(message: str):
    def total(text: str) -> int:
        return breakdown(DEFAULT_PRICE_LIST, size="2ft", letters=count_letters(split_message(text)), days=1).total_cents

    assert total(message.upper()) == total(message)


@given(price_lists_and_bookings)
def test_json_amounts_have_at_most_two_decimals_and_whole_amounts_are_integers(
    case: tuple[PriceList, dict[str, Any]],
):
    wire = cast("Mapping[str, Any]", priced(*case).to_wire())
    for value in wire.values():
        assert Decimal(str(value)) == Decimal(str(value)).quantize(Decimal("0.01"))
        assert isinstance(value, int) or not value.is_integer()


# --- Single rules. ----------------------------------------------------------------------------------------------------


def test_json_breakdown_without_options_has_exactly_the_specified_keys():
    wire = breakdown(DEFAULT_PRICE_LIST, size="4ft", letters=LOVE, days=2).to_wire()
    assert wire == {
        "basePrice": 200,
        "surcharge": 0,
        "deposit": 0,
        "addons": 0,
        "colorCost": 0,
        "total": 200,
        "letterCount": 4,
        "pricePerLetter": 25,
        "days": 2,
    }


def test_venue_surcharge_is_added_to_the_difficulty_surcharge():
    price = breakdown(
        DEFAULT_PRICE_LIST, size="4ft", letters=LOVE, days=1, difficulty="moderate", venue_surcharge_cents=2500
    )
    assert price.to_wire()["surcharge"] == 50


def test_booking_without_a_venue_has_no_unverified_venue_deposit():
    price = breakdown(DEFAULT_PRICE_LIST, size="4ft", letters=LOVE, days=1, venue_verified=False)
    assert (price.deposit_cents, price.surcharge_cents) == (0, 0)


@pytest.mark.parametrize(
    "options, total, deposit",
    [
        ({"deposit_basis_points": 2500}, 10000, 5000),
        ({"deposit_basis_points": 7550}, 10000, 7550),
        ({"deposit_flat_cents": 4000}, 10000, 5000),
        ({"deposit_flat_cents": 8000}, 10000, 8000),
        ({"deposit_flat_cents": 80000}, 10000, 10000),
    ],
)
def test_higher_deposit_applies_and_a_flat_deposit_is_capped_at_the_total(
    options: dict[str, Any], total: int, deposit: int
):
    price = breakdown(PriceList(**options), size="4ft", letters=LOVE, days=1, difficulty="easy", venue_verified=False)
    assert (price.total_cents, price.deposit_cents) == (total, deposit)


def test_discount_does_not_apply_to_the_delivery_fee():
    price_list = PriceList(delivery_fee_cents=2000, sales_tax_ppm=100_000)
    price = breakdown(
        price_list, size="4ft", letters=LOVE, days=1, extras=[5000, 1], discount=Discount(basis_points=1250)
    )
    assert (price.extras_cents, price.discount_cents) == (5001, 1875)
    assert price.tax_cents == (15001 - 1875 + 2000 + 5) // 10
    wire = cast("Mapping[str, Any]", price.to_wire())
    assert (wire["extras"], wire["discount"], wire["discountPercent"]) == (50.01, 18.75, 12.5)


def test_minimum_order_applies_before_the_discount():
    price = breakdown(
        PriceList(minimum_order_cents=30000), size="4ft", letters=LOVE, days=1, discount=Discount(cents=10000)
    )
    assert (price.minimum_order_adjustment_cents, price.discount_cents, price.total_cents) == (20000, 10000, 20000)


@pytest.mark.parametrize("cents_off, total", [(10000, 0), (10001, None)])
def test_discount_cannot_exceed_the_order(cents_off: int, total: int | None):
    def price() -> Breakdown:
        return breakdown(DEFAULT_PRICE_LIST, size="4ft", letters=LOVE, days=1, discount=Discount(cents=cents_off))

    if total is None:
        with pytest.raises(DiscountTooLarge) as refused:
            price()
        assert refused.value.order_cents == 10000
    else:
        assert price().total_cents == total


def test_price_stored_before_discounts_existed_is_unchanged():
    stored = asdict(breakdown(DEFAULT_PRICE_LIST, size="4ft", letters=LOVE, days=2))
    known_then = {name: value for name, value in stored.items() if not name.startswith(("extras", "discount"))}
    assert (
        Breakdown(**known_then).to_wire() == breakdown(DEFAULT_PRICE_LIST, size="4ft", letters=LOVE, days=2).to_wire()
    )


def test_half_a_cent_of_tax_is_rounded_up_once():
    price_list = PriceList(sizes=(Size("2ft", "2ft", 10),), sales_tax_ppm=50_000)
    assert breakdown(price_list, size="2ft", letters={"A": 1}, days=1).tax_cents == 1
    assert breakdown(price_list, size="2ft", letters={"A": 3}, days=1).tax_cents == 2


def test_add_ons_are_charged_per_day_even_if_letters_are_charged_per_event():
    price = breakdown(PriceList(charge=Charge.EVENT), size="4ft", letters=LOVE, days=3, add_ons=("lighting", "stand"))
    assert (price.base_cents, price.add_ons_cents) == (10000, 12000)


def test_letter_without_its_own_price_costs_the_flat_price_of_its_size():
    price = breakdown(
        PriceList(letter_price=LetterPrice.INVENTORY), size="4ft", letters=LOVE, days=1, letter_prices={"L": 1001}
    )
    assert price.base_cents == 1001 + 3 * 2500
    assert price.price_per_letter_cents == 2125


@pytest.mark.parametrize(
    "choice, code, arguments",
    [
        ("size", "3ft", {"size": "3ft"}),
        ("color", "gold", {"color": "gold"}),
        ("add-on", "arch", {"add_ons": ["arch"]}),
        ("difficulty", "absurd", {"difficulty": "absurd"}),
    ],
)
def test_error_names_the_option_missing_from_the_price_list(choice: str, code: str, arguments: dict[str, Any]):
    with pytest.raises(NotOnPriceList) as refused:
        breakdown(DEFAULT_PRICE_LIST, **{"size": "4ft", "letters": LOVE, "days": 1, **arguments})
    assert (refused.value.choice, refused.value.code) == (choice, code)
