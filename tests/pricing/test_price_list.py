"""Storage of price lists, including rows stored before an option existed."""

import json

from hypothesis import given
from hypothesis import strategies as st

from marqueedesk.pricing.price_list import (
    DEFAULT_PRICE_LIST,
    AddOn,
    Charge,
    Color,
    Finish,
    LetterPrice,
    PriceList,
    Rate,
    Size,
    StoredAddOn,
    height_of,
    rate,
)

amounts = st.integers(0, 10**9)
codes, labels = st.text(min_size=1), st.text()
sizes = st.lists(st.builds(Size, codes, labels, amounts, st.floats(1, 200)), max_size=5).map(tuple)
colors = st.lists(st.builds(Color, codes, labels, amounts, st.none() | st.just("#ff8800")), max_size=5).map(tuple)
finishes = st.lists(st.builds(Finish, codes, labels), max_size=3).map(tuple)
rows = st.lists(st.builds(Rate, st.text(min_size=1), st.text(), amounts), max_size=5).map(tuple)
add_ons = st.lists(st.builds(AddOn, codes, labels, amounts, st.booleans()), max_size=5).map(tuple)
price_lists = st.builds(
    PriceList,
    sizes=sizes,
    finishes=finishes,
    colors=colors,
    add_ons=add_ons,
    difficulties=rows,
    unverified_venue_deposit_cents=amounts,
    letter_price=st.sampled_from(LetterPrice),
    charge=st.sampled_from(Charge),
    venue_surcharge_basis_points=amounts,
    minimum_order_cents=amounts,
    delivery_fee_cents=amounts,
    sales_tax_ppm=amounts,
    deposit_basis_points=amounts,
    deposit_flat_cents=amounts,
)


@given(price_lists)
def test_price_list_survives_json_serialization(price_list: PriceList):
    assert PriceList.from_json(json.loads(json.dumps(price_list.to_json()))) == price_list


def test_empty_json_is_the_default_price_list():
    assert PriceList.from_json({}) == DEFAULT_PRICE_LIST


def test_missing_keys_use_defaults_and_unknown_keys_are_ignored():
    stored = '{"charge": "event", "sizes": [{"code": "3ft", "label": "3 feet", "cents": 1900}], "since": 2031}'
    assert PriceList.from_json(json.loads(stored)) == PriceList(
        charge=Charge.EVENT, sizes=(Size("3ft", "3 feet", 1900),)
    )


def test_stored_add_on_without_is_stand_uses_the_default_of_its_code():
    stored: list[StoredAddOn] = [{"code": code, "label": "A stand", "cents": 1} for code in ("stand", "bandstand")]
    assert [row.is_stand for row in PriceList.from_json({"add_ons": stored}).add_ons] == [True, False]


def test_empty_list_of_add_ons_stays_empty():
    assert PriceList.from_json({"add_ons": []}).add_ons == ()


def test_default_prices_match_the_specification():
    found = {
        name: {row.code: row.cents for row in getattr(DEFAULT_PRICE_LIST, name)}
        for name in ("sizes", "colors", "add_ons", "difficulties")
    }
    assert found == {
        "sizes": {"2ft": 1500, "4ft": 2500},
        "colors": {"standard": 0, "premium": 2000, "custom": 3000},
        "add_ons": {"lighting": 2500, "stand": 1500},
        "difficulties": {"easy": 0, "moderate": 2500, "difficult": 5000, "very_difficult": 10000},
    }
    assert DEFAULT_PRICE_LIST.unverified_venue_deposit_cents == 5000


def test_rate_is_found_by_code_but_not_by_label():
    assert rate(DEFAULT_PRICE_LIST.colors, "premium") == Color("premium", "Premium", 2000)
    assert rate(DEFAULT_PRICE_LIST.colors, "Premium") is None


def test_height_of_a_size_is_parsed_from_its_code():
    heights = {code: height_of(code) for code in ("2ft", "3ft", "4 ft", "2.5ft", "36in", "6'", "tall", "0ft")}
    assert heights == {
        "2ft": 24, "3ft": 36, "4 ft": 48, "2.5ft": 30, "36in": 36, "6'": 72, "tall": 48, "0ft": 48,
    }  # fmt: skip


def test_height_of_a_size_is_parsed_from_its_label_and_metric_units():
    sizes = [("90cm", "90 cm"), ("size-1", "1.2 m"), ("3ft", "Large"), ("large", "36 in"), ("large", "2 mighty feet")]

    assert [Size(code, label, 100).height_inches for code, label in sizes] == [35.43, 47.24, 36, 36, 48]


def test_tax_stored_in_basis_points_is_converted():
    assert PriceList.from_json({"sales_tax_basis_points": 825}).sales_tax_ppm == 82_500
    assert PriceList.from_json({"sales_tax_ppm": 88_750}).sales_tax_ppm == 88_750


def test_first_finish_is_the_default():
    assert (PriceList().usual_finish, PriceList().stored_finish("standard"), PriceList().stored_finish("red")) == (
        "standard",
        "",
        None,
    )
    own = PriceList(finishes=(Finish("warm", "Warm white"), Finish("red", "Red")))
    assert [own.stored_finish(code) for code in (None, "warm", "red", "standard")] == ["", "", "red", None]
