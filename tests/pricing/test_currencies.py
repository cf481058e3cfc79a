"""Prices in currencies without decimals: every line, share and part is a whole unit, and they still add up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marqueedesk.kit.money import cents_from_provider, decimals, provider_amount, share, smallest_step
from marqueedesk.kit.text.formats import money
from marqueedesk.pricing.agreed_price import AgreedPrice, read_price, stored_price
from marqueedesk.pricing.breakdown import Discount, Tip, price, tax_in
from marqueedesk.pricing.price_list import DamageWaiver, PriceList, Size
from marqueedesk.pricing.rates import line_rates, order_rates

YEN = smallest_step("JPY")


@pytest.mark.parametrize(
    "cents, currency, shown, charged",
    [
        (124_000, "USD", "$1,240.00", 124_000),
        (124_000, "JPY", "¥1,240", 1_240),
        (124_000, "KRW", "₩1,240", 1_240),
        (-124_000, "CLP", "−CLP\u00a01,240", -1_240),
        (124_050, "KWD", "KWD\u00a01,240.500", 1_240_500),
    ],
)
def test_amount_has_the_decimals_of_its_currency(cents: int, currency: str, shown: str, charged: int):
    assert money(cents, currency) == shown
    assert provider_amount(cents, currency) == charged
    assert cents_from_provider(charged, currency) == cents


def test_providers_fee_in_fils_is_rounded_half_up():
    assert [cents_from_provider(fils, "kwd") for fils in (124, 125, 1_995)] == [12, 13, 200]
    assert [decimals(code) for code in ("JPY", "usd", "KWD")] == [0, 2, 3]


@given(st.integers(0, 10**9), st.integers(0, 10**6), st.integers(1, 10**6), st.sampled_from([1, 100]))
def test_share_is_the_nearest_multiple_of_the_step(cents: int, part: int, whole: int, step: int):
    found = share(cents, part, whole, step)

    assert found % step == 0
    assert -step * whole < 2 * (found * whole - cents * part) <= step * whole


@given(
    each=st.integers(1, 30_000),
    letters=st.integers(1, 20),
    days=st.integers(1, 5),
    percents=st.tuples(*[st.integers(0, 9_999)] * 5),
    ppm=st.integers(0, 300_000),
)
def test_every_figure_of_a_price_in_yen_is_whole(
    each: int, letters: int, days: int, percents: tuple[int, ...], ppm: int
):
    surcharge, discount, waiver, tip, deposit = percents
    prices = PriceList(
        sizes=(Size("4ft", "4ft", each * YEN),),
        venue_surcharge_basis_points=surcharge,
        deposit_basis_points=deposit,
        waiver=DamageWaiver(basis_points=waiver),
        sales_tax_ppm=ppm,
        step_cents=YEN,
    )
    lines = [line_rates(prices, size="4ft", letters={"A": letters})]
    order = order_rates(prices, difficulty="easy")

    found = price(lines, order, days, discount=Discount(basis_points=discount), waiver=True, tip=Tip(basis_points=tip))

    figures = {name: value for name, value in stored_price(AgreedPrice(found)).items() if name.endswith("_cents")}
    assert {name: value for name, value in figures.items() if int(str(value)) % YEN} == {}
    assert found.total_cents == (
        found.order_cents
        - found.discount_cents
        + found.damage_waiver_cents
        + found.delivery_fee_cents
        + found.tax_cents
        + found.tip_cents
    )
    assert tax_in(found, found.total_cents // 3) % YEN == 0
    stored = stored_price(AgreedPrice(found, tuple(lines), order))
    assert stored_price(read_price(stored)) == stored
