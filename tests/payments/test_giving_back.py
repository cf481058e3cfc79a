"""Refunds to the card, on cancellation and by hand, and amounts lost to disputes."""

from datetime import UTC, datetime
from typing import Any

from fastapi import FastAPI

from marqueedesk.worker import Worker
from tests.support.api import ok_json
from tests.support.billing import Deliverer, drain
from tests.support.paying import Customer, balance, notification_titles, recorded_payment_events, sent_emails
from tests.support.standin import StandIn


class TestRefunds:
    def test_partial_and_full_refunds_made_here_or_in_stripe_are_recorded(
        self, customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
    ):
        customer.pay("balance", 250)

        part = ok_json(customer.refund(100.01))
        whole = ok_json(customer.refund(149.99))

        assert (part["received"], whole["received"], balance(provider)) == (149.99, 0, 0)
        assert customer.refund(0.01).json()["code"] == "too_much_back"
        assert [(row["entry"], row["amount"]) for row in customer.page()["payments"]] == [
            ("payment", 250),
            ("refund", 100.01),
            ("refund", 149.99),
        ]
        assert recorded_payment_events(with_keys) == ["payment.received", "payment.refunded", "payment.refunded"]

        second = customer.another()
        secret = second.pay()
        provider.refund(secret, 1_000)
        events = deliver.taken()

        deliver(events + events)

        assert second.money()["received"] == 40
        assert [(row["entry"], row["by"]) for row in second.money()["entries"]] == [
            ("refund", "Stripe"),
            ("payment", None),
        ]

    def test_dispute_reduces_received_only_once_it_is_lost(
        self, customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
    ):
        for status, received in (("won", 50), ("lost", 0)):
            one = customer.another()
            secret = one.pay()
            provider.dispute(secret)
            deliver()
            assert (one.money()["received"], one.money()["entries"][0]["dispute"]) == (50, "disputed")
            assert one.money()["disputed"] == 50
            assert one.refund(1).json()["code"] == "too_much_back", "disputed payments cannot be refunded"
            provider.dispute(secret, status)
            events = deliver.taken()

            deliver(events * 2)

            assert (one.money()["received"], one.money()["entries"][0]["dispute"]) == (received, status)
            assert one.money()["disputed"] == 0
        assert recorded_payment_events(with_keys).count("payment.disputed") == 4


def test_refund_exceeding_the_stripe_balance_fails_until_the_balance_covers_it(
    customer: Customer, with_keys: FastAPI, provider: StandIn
):
    customer.pay("balance", 250)
    provider.pay_out(provider.objects("account")[0]["id"])

    key = {"Idempotency-Key": "refund-of-one-hundred"}
    refused, again = customer.refund(100, key), customer.refund(100, key)

    said = "Your Stripe balance is too low for this. Add funds in your Stripe account or wait for the next payments."
    assert [(one.status_code, one.json()["message"]) for one in (refused, again)] == [(502, said)] * 2
    assert len(provider.calls("POST /v1/refunds")) == 1
    entry = customer.money()["entries"][0]
    assert (entry["entry"], entry["state"], entry["failure"]) == ("refund", "failed", said)
    assert customer.money()["received"] == 250
    customer.another().pay("balance", 250)
    assert ok_json(customer.refund(100))["received"] == 150


def test_canceling_refunds_the_amount_shown_on_the_page_to_the_card(
    customer: Customer, with_keys: FastAPI, provider: StandIn, present: Any
):
    # Canceled in time: everything is refunded.
    customer.pay()
    customer.pay("balance", 200)
    costs = customer.page()["canceling"]
    assert (costs["fee"], costs["refund"], costs["toCard"]) == (0, 250, 250)
    canceled = ok_json(customer.post("cancel", fee=0))
    assert (canceled["status"], canceled["paying"]["returning"]) == ("canceled", 250)
    assert "refunding $250.00 to the card you paid with" in sent_emails(with_keys, customer.business, "canceled")[0]
    assert (customer.page()["received"], balance(provider), len(provider.objects("refund"))) == (0, 0, 2)
    assert len(sent_emails(with_keys, customer.business, "payment-refunded")) == 2
    ok_json(customer.post("cancel", fee=0))
    drain(with_keys)
    assert len(provider.objects("refund")) == 2, "canceling again changes nothing"

    # A payment made during the cancellation is also refunded.
    second = customer.another()
    secret = second.open_form("balance", 250)
    ok_json(second.post("cancel", fee=0))
    provider.pay(secret).raise_for_status()
    drain(with_keys)
    assert (second.page()["received"], balance(provider)) == (0, 0)

    # Canceled by the business: an open card form is closed.
    third = customer.another()
    secret = third.open_form("balance", 250)
    ok_json(third.business.set_status(third.id, "canceled"))
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    assert provider.pay(secret).status_code == 400

    # Canceled late: the deposit is kept.
    late = customer.another()
    ok_json(late.business.post(f"/api/bookings/{late.id}/payments", json={"kind": "cash", "amount": 30}))
    late.pay("balance", 220)
    present.move_to(datetime(2027, 5, 31, 12, tzinfo=UTC))
    costs = late.page()["canceling"]
    assert (costs["fee"], costs["refund"], costs["toCard"]) == (50, 200, 200)
    ok_json(late.post("cancel", fee=50))
    drain(with_keys)
    page = late.page()
    assert (page["received"], page["balanceDue"], page["paying"]["toReturn"]) == (50, 0, 0)
    assert balance(provider) == 2_000


def test_cash_payments_and_failed_card_refunds_are_returned_manually(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    path = f"/api/bookings/{customer.id}/payments"
    ok_json(customer.business.post(path, json={"kind": "cash", "amount": 30}))
    secret = customer.pay("balance", 220)
    promised = customer.page()["canceling"]
    assert (promised["refund"], promised["toCard"]) == (250, 220)
    ok_json(customer.post("cancel", fee=0))
    drain(with_keys)

    # Customer and business see which amounts are refunded and how.
    page, money = customer.page(), customer.money()
    assert (page["received"], page["balanceDue"], page["paying"]["toReturn"]) == (30, 0, 30)
    assert (money["cancelFee"], money["balanceDue"], money["overpaid"]) == (0, 0, 30)
    written = sent_emails(with_keys, customer.business, "canceled")[0]
    assert "refunding $220.00 to the card you paid with" in written
    assert "$30.00, which you did not pay by card, ourselves." in written
    assert (
        "Please return $30.00 that was not paid by card"
        in sent_emails(with_keys, customer.business, "customer-canceled")[0]
    )
    assert "Return $30.00 to Ada Lovelace" in notification_titles(customer.business)
    ok_json(customer.refund(30, kind="cash"))
    assert (customer.money()["received"], customer.page()["paying"]["toReturn"]) == (0, 0)
    receipt = sent_emails(with_keys, customer.business, "payment-refunded")[-1]
    assert "We returned $30.00 to you. If you haven't received it" in receipt
    assert "Cancellation fee" in receipt
    assert "Deposit" not in receipt, "no deposit is requested after a cancellation"

    # Days later the card refund fails because the card was lost, so the amount is returned another way.
    provider.fail_refunds(secret)
    deliver(deliver.taken() * 2)
    money = customer.money()
    assert (money["received"], money["overpaid"], balance(provider)) == (220, 220, 22_000)
    failed = next(row for row in money["entries"] if row["state"] == "failed")
    assert failed["failure"] == "The card was reported as lost or stolen."
    Worker(with_keys.state.database, with_keys.state.settings).all_due()
    assert notification_titles(customer.business).count("The refund of $220.00 to Ada Lovelace has failed") == 1
    by_hand = ok_json(customer.refund(220, kind="card", byHand=True))
    assert (by_hand["received"], by_hand["overpaid"]) == (0, 0)
    assert [by_hand["entries"][0][name] for name in ("entry", "kind", "state")] == ["refund", "other", "returned"]
    assert (len(provider.objects("refund")), balance(provider)) == (1, 22_000), "the provider is not called"
    assert customer.refund(1, kind="card").json()["code"] == "too_much_back"
