"""Due dates and cancellation fees, compared with manual calculations to the cent."""

from datetime import date, timedelta

import pytest

from marqueedesk.pricing.payment_terms import (
    CancellationTier,
    DuePart,
    PaymentTerms,
    free_days,
    kept,
    schedule,
    tier_of,
    tiers_in_words,
)
from marqueedesk.pricing.policy_words import Deposit, canceling_in_words, example, payment_in_words

BOOKED, DELIVERY = date(2027, 3, 1), date(2027, 6, 1)
TIERS = (CancellationTier(14, 0), CancellationTier(7, 5_000))


def rows(
    owed: int, *, deposit: int = 0, terms: PaymentTerms, booked: date = BOOKED, received: int = 0, reduced: int = 0
) -> list[tuple[date, int, int]]:
    found = schedule(
        owed,
        deposit_cents=deposit,
        terms=terms,
        booked=booked,
        delivery=DELIVERY,
        received_cents=received,
        reduced_cents=reduced,
    )
    return [(row.due, row.cents, row.paid_cents) for row in found]


def test_deposit_is_due_at_booking_and_the_balance_14_days_before_delivery():
    terms = PaymentTerms(balance_due_days=14)

    assert rows(100_000, deposit=50_000, terms=terms) == [(BOOKED, 50_000, 0), (date(2027, 5, 18), 50_000, 0)]
    assert rows(100_000, deposit=50_000, terms=terms, received=60_000) == [
        (BOOKED, 50_000, 50_000),
        (date(2027, 5, 18), 50_000, 10_000),
    ]


def test_refunded_amount_is_not_due_again():
    terms = PaymentTerms(balance_due_days=14)
    last = date(2027, 5, 18)

    assert rows(70_000, deposit=30_000, terms=terms, reduced=30_000) == [(last, 70_000, 0)], (
        "the refund covers the whole deposit"
    )
    assert rows(90_000, deposit=30_000, terms=terms, received=20_000, reduced=10_000) == [
        (BOOKED, 20_000, 20_000),
        (last, 70_000, 0),
    ]
    assert rows(60_000, deposit=30_000, terms=terms, reduced=40_000) == [(last, 60_000, 0)], (
        "the refund covers the deposit and a part of the balance"
    )
    thirds = PaymentTerms(instalments=3)
    assert [cents for _, cents, _ in rows(60_000, terms=thirds, reduced=30_000)] == [30_000, 30_000]
    assert rows(0, deposit=30_000, terms=terms, reduced=100_000) == []


@pytest.mark.parametrize("days", [0, 10, 14])
def test_late_booking_is_due_in_full_immediately(days: int):
    booked = DELIVERY - timedelta(days=days)

    found = rows(100_000, deposit=50_000, terms=PaymentTerms(balance_due_days=14), booked=booked)

    assert found == [(booked, 100_000, 0)]


def test_first_installment_includes_the_remaining_cents():
    assert [cents for _, cents, _ in rows(10_000, terms=PaymentTerms(instalments=3))] == [3_334, 3_333, 3_333]
    assert [due for due, _, _ in rows(10_000, terms=PaymentTerms(instalments=3))] == [
        BOOKED,
        date(2027, 4, 16),
        DELIVERY,
    ]
    assert sum(cents for _, cents, _ in rows(99_999, terms=PaymentTerms(instalments=7))) == 99_999


def test_deposit_larger_than_an_installment_is_the_first_installment():
    found = rows(10_000, deposit=5_000, terms=PaymentTerms(instalments=3))

    assert [cents for _, cents, _ in found] == [5_000, 2_500, 2_500]


def test_installments_due_on_the_same_day_are_combined():
    found = rows(10_000, terms=PaymentTerms(instalments=4), booked=DELIVERY - timedelta(days=1))

    assert found == [(date(2027, 5, 31), 7_500, 0), (DELIVERY, 2_500, 0)]


def test_balance_is_due_on_the_delivery_day_without_a_policy():
    assert rows(25_000, terms=PaymentTerms()) == [(DELIVERY, 25_000, 0)]
    assert rows(25_000, deposit=5_000, terms=PaymentTerms()) == [(BOOKED, 5_000, 0), (DELIVERY, 20_000, 0)]
    assert rows(3_000, deposit=5_000, terms=PaymentTerms()) == [(BOOKED, 3_000, 0)]
    assert rows(0, deposit=5_000, terms=PaymentTerms()) == []


@pytest.mark.parametrize(
    "days, keeps",
    [(30, 0), (14, 0), (13, 50_000), (12, 50_000), (7, 50_000), (6, 100_000), (0, 100_000), (-1, 100_000)],
)
def test_cancellation_fee_follows_the_tier(days: int, keeps: int):
    assert kept(100_000, tier_of(TIERS, DELIVERY, DELIVERY - timedelta(days=days)), 1) == keeps


def test_cancellation_fee_is_rounded_half_up():
    assert kept(5, CancellationTier(0, 5_000), 1) == 3
    assert kept(33_333, CancellationTier(0, 3_333), 1) == 11_110


def test_amounts_without_decimals_are_rounded_to_whole_units():
    # A third of 100 yen, and 33.33 percent of 101 yen.
    parts = schedule(
        10_000, deposit_cents=0, terms=PaymentTerms(instalments=3), booked=BOOKED, delivery=DELIVERY, step=100
    )
    assert [part.cents for part in parts] == [3_400, 3_300, 3_300]
    assert kept(10_100, CancellationTier(0, 3_333), 100) == 3_400
    assert Deposit(basis_points=3_333).of(10_100, 100) == 3_400


def test_cancellation_tiers_are_described_in_sentences():
    assert tiers_in_words(TIERS) == [
        "Free until 14 days before the delivery.",
        "Until 7 days before the delivery, the fee is 50% of the total.",
        "After that, the fee is the full total.",
    ]
    assert tiers_in_words([CancellationTier(0, 2_550)]) == ["Until the delivery day, the fee is 25.5% of the total."]
    assert tiers_in_words([]) == []
    assert (free_days(TIERS), free_days(TIERS[1:])) == (14, None)


def test_payment_terms_survive_json_serialization():
    terms = PaymentTerms("deposit", 14, 3, TIERS)

    assert PaymentTerms.from_json(terms.to_json()) == terms
    assert PaymentTerms.from_json(None) == PaymentTerms()
    assert isinstance(schedule(1, deposit_cents=0, terms=terms, booked=BOOKED, delivery=DELIVERY)[0], DuePart)


@pytest.mark.parametrize(
    "terms, deposit, said",
    [
        (PaymentTerms(), Deposit(), ["The total is due on the delivery day."]),
        (
            PaymentTerms("deposit", 14),
            Deposit(basis_points=5_000),
            [
                (
                    "A deposit of 50% of the total is due on the day of booking, and the balance 14 days before the "
                    "delivery."
                ),
                "For bookings made 14 days before the delivery or later, the total is due immediately.",
                "The part that is due on the day of booking is paid by card with the booking.",
            ],
        ),
        (
            PaymentTerms("all", 0, 3),
            Deposit(8_000),
            [
                (
                    "The total is paid in 3 equal installments. The first is due on the day of booking, the last on "
                    "the delivery day."
                ),
                "If a deposit ($80.00) is more than an installment, it is the first.",
                "The total is paid by card with the booking.",
            ],
        ),
    ],
)
def test_payment_policy_is_described_in_sentences(terms: PaymentTerms, deposit: Deposit, said: list[str]):
    assert payment_in_words(terms, deposit, "USD") == said


def test_cancellation_policy_without_tiers_is_described():
    assert canceling_in_words(PaymentTerms(), "48 hours before the delivery") == [
        "Free until 48 hours before the delivery.",
        "After that, the deposit is kept.",
    ]
    # Without a deposit there is no cancellation fee.
    assert canceling_in_words(PaymentTerms(), "48 hours before the delivery", deposit=False) == ["Free."]


def test_policy_example_has_the_same_amounts_as_a_real_booking():
    found = example(PaymentTerms(balance_due_days=14), Deposit(basis_points=5_000), BOOKED)

    assert [(part.due, part.cents) for part in found.parts] == [(BOOKED, 50_000), (date(2027, 4, 16), 50_000)]
    assert len(example(PaymentTerms(balance_due_days=300, instalments=2), Deposit(), BOOKED).parts) == 2, (
        "the example is never a late booking"
    )
    assert (Deposit(80_000).of(50_000, 1), Deposit(basis_points=3_333).of(5, 1)) == (50_000, 2)
