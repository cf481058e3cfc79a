"""Balances computed from a booking's payment entries (S11), exact to the cent."""

import random
from typing import Any

import pytest

from marqueedesk.payments import ledger
from marqueedesk.payments.fees import PlatformFee
from marqueedesk.payments.models import BookingPayment


def row(ident: int, cents: int, state: str = "received", **more: Any) -> BookingPayment:
    known = {"entry": "payment", "kind": "card", "disputed_cents": 0, "dispute": None, "refund_of": None}
    return BookingPayment(id=ident, amount_cents=cents, state=state, **known | more)


def refund_row(ident: int, of: int, cents: int, state: str = "returned") -> BookingPayment:
    return row(ident, cents, state, entry="refund", refund_of=of)


@pytest.mark.parametrize(
    "rows, received, due, deposit_due, overpaid",
    [
        ([], 0, 25_000, 5_000, 0),
        ([row(1, 1_999)], 1_999, 23_001, 3_001, 0),
        ([row(1, 5_000), row(2, 20_000)], 25_000, 0, 0, 0),
        ([row(1, 5_000), refund_row(2, 1, 2_000)], 3_000, 22_000, 2_000, 0),
        ([row(1, 5_000), refund_row(2, 1, 2_000, "processing")], 3_000, 22_000, 2_000, 0),
        ([row(1, 5_000), refund_row(2, 1, 2_000, "asked")], 5_000, 20_000, 0, 0),
        ([row(1, 5_000), refund_row(2, 1, 2_000, "failed")], 5_000, 20_000, 0, 0),
        ([row(1, 5_000, "open"), row(2, 5_000, "asked"), row(3, 5_000, "canceled")], 0, 25_000, 5_000, 0),
        ([row(1, 5_000, "void", kind="cash")], 0, 25_000, 5_000, 0),
        ([row(1, 5_000, "processing")], 0, 20_000, 0, 0),
        ([row(1, 26_000)], 26_000, 0, 0, 1_000),
        ([row(1, 5_000, dispute="disputed", disputed_cents=5_000)], 5_000, 20_000, 0, 0),
        ([row(1, 5_000, dispute="lost", disputed_cents=5_000)], 0, 25_000, 5_000, 0),
        ([row(1, 5_000, dispute="won", disputed_cents=5_000)], 5_000, 20_000, 0, 0),
    ],
)
def test_received_due_deposit_and_overpaid_amounts_follow_the_entries(
    rows: list[BookingPayment], received: int, due: int, deposit_due: int, overpaid: int
):
    found = ledger.figures(25_000, 5_000, rows)

    assert (found.received, found.due, found.deposit_due, found.overpaid) == (received, due, deposit_due, overpaid)


@pytest.mark.parametrize(
    "owed, rows, state",
    [
        (0, [], "nothing_owed"),
        (25_000, [], "unpaid"),
        (25_000, [row(1, 5_000, "open"), row(2, 5_000, "failed")], "unpaid"),
        (25_000, [row(1, 1)], "partly_paid"),
        (25_000, [row(1, 5_000, "processing")], "partly_paid"),
        (25_000, [row(1, 25_000, "processing")], "processing"),
        (25_000, [row(1, 25_000)], "paid"),
        (25_000, [row(1, 25_000, dispute="disputed", disputed_cents=25_000)], "disputed"),
        (25_000, [row(1, 25_000, dispute="lost", disputed_cents=25_000)], "unpaid"),
        (25_000, [row(1, 25_000), refund_row(2, 1, 25_000)], "unpaid"),
        (25_000, [row(1, 26_000)], "to_return"),
        # A canceled booking owes only its fee; without a fee the state is not "paid".
        (0, [row(1, 5_000)], "to_return"),
        (0, [row(1, 5_000), refund_row(2, 1, 5_000)], "nothing_owed"),
        (0, [row(1, 5_000), refund_row(2, 1, 5_000, "asked")], "nothing_owed"),
        (2_000, [row(1, 5_000), refund_row(2, 1, 3_000)], "paid"),
    ],
)
def test_payment_state_follows_the_entries(owed: int, rows: list[BookingPayment], state: str):
    found = ledger.figures(owed, 0, rows)

    assert found.state == state
    assert found.due == max(0, owed - found.received - found.processing)
    came_in = sum(one.amount_cents for one in rows if one.entry == "payment" and one.state == "received")
    lost = sum(one.disputed_cents for one in rows if one.dispute == "lost")
    assert found.received + found.refunded == came_in - lost


def test_only_open_disputes_count_as_disputed():
    rows = [
        row(1, 5_000, dispute="disputed", disputed_cents=4_000),
        row(2, 3_000, dispute="won", disputed_cents=3_000),
        row(3, 2_000, dispute="lost", disputed_cents=2_000),
        row(4, 1_000),
    ]

    assert ledger.figures(25_000, 5_000, rows).disputed == 4_000


def test_deposit_due_never_exceeds_the_total():
    assert ledger.figures(3_000, 5_000, []).deposit_due == 3_000


def test_refundable_amount_excludes_earlier_refunds_and_disputes():
    paid = row(1, 5_000)
    disputed = row(9, 5_000, dispute="disputed", disputed_cents=5_000)

    assert (
        ledger.refundable(
            paid, [paid, refund_row(2, 1, 1_000), refund_row(3, 1, 500, "asked"), refund_row(4, 1, 100, "failed")]
        )
        == 3_500
    )
    assert ledger.refundable(paid, [paid, refund_row(2, 8, 1_000)]) == 5_000, "another payment's refund"
    assert ledger.refundable(disputed, [disputed]) == 0
    assert ledger.refundable(row(1, 5_000, "open"), []) == 0
    assert ledger.refundable(refund_row(2, 1, 500), []) == 0


def test_only_manual_payments_without_refunds_can_be_voided():
    cash = row(1, 5_000, kind="cash")

    assert ledger.is_voidable(cash, [cash])
    assert not ledger.is_voidable(cash, [cash, refund_row(2, 1, 10)])
    assert not ledger.is_voidable(row(1, 5_000), [])


@pytest.mark.parametrize(
    "cents, basis_points, fixed, fee",
    [(5_000, 0, 0, 0), (1_999, 290, 0, 58), (1, 5_000, 0, 0), (101, 50, 0, 1), (10_000, 150, 30, 180), (50, 0, 30, 25)],
)
def test_platform_fee_is_rounded_once_to_the_cent(cents: int, basis_points: int, fixed: int, fee: int):
    assert PlatformFee(basis_points, fixed, is_returned=True).of(cents, "USD") == fee


def test_canceling_refunds_the_newest_card_payments_first_and_only_once():
    rows = [row(1, 5_000), row(2, 3_000, kind="cash"), row(3, 17_000)]

    found = ledger.by_card_to_return(5_000, rows)

    assert [(paid.id, cents) for paid, cents in found] == [(3, 17_000), (1, 3_000)]
    rows += [refund_row(10 + paid.id, paid.id, cents, "asked") for paid, cents in found]
    assert ledger.by_card_to_return(5_000, rows) == []


def test_received_amount_always_equals_refundable_plus_requested_refunds():
    chance = random.Random(7)
    for _ in range(300):
        rows: list[BookingPayment] = []
        for ident in range(1, chance.randint(2, 9)):
            paid = [one for one in rows if ledger.refundable(one, rows)]
            if paid and chance.random() < 0.5:
                one = chance.choice(paid)
                cents = chance.randint(1, ledger.refundable(one, rows))
                rows.append(
                    refund_row(ident, one.id, cents, chance.choice(["asked", "processing", "returned", "failed"]))
                )
            else:
                rows.append(row(ident, chance.randint(1, 9_999), chance.choice(["received", "open", "canceled"])))
        got = ledger.received(rows)
        left = sum(ledger.refundable(one, rows) for one in rows)
        asked = sum(one.amount_cents for one in rows if one.entry == "refund" and one.state == "asked")
        assert got == left + asked >= 0
