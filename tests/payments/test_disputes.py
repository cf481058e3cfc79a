"""Disputes, inquiries, fraud warnings and account problems: notifications and effects on bookings."""

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from fastapi import FastAPI

from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, drain
from tests.support.paying import Customer, notification_titles, sent_emails
from tests.support.standin import StandIn

DUE_DAYS = 7


def test_lost_dispute_costs_amount_and_fee_and_is_not_due_again(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    provider.charge_fees()
    secret = customer.pay("balance", 250)
    account = provider.objects("account")[0]["id"]
    before = provider.balance(account)

    provider.dispute(secret)
    deliver()

    money = customer.money()
    assert (money["disputed"], money["balanceDue"], money["overpaid"]) == (250, 0, 0)
    assert customer.page()["payments"][0]["wentBack"] == 0, "the bank has not decided"
    (dispute,) = money["entries"][0]["disputes"]
    assert (dispute["state"], dispute["reason"], dispute["amount"], dispute["fee"]) == (
        "disputed",
        "fraudulent",
        250,
        15,
    )
    intent = secret.split("_secret_", maxsplit=1)[0]
    assert dispute["page"] == f"{provider.url}/{account}/test/payments/{intent}"
    (mail,) = sent_emails(with_keys, customer.business, "payment-disputed")
    for words in ("did not make this payment", "$250.00", "Respond by", dispute["page"]):
        assert words in mail
    provider.dispute(secret, "lost")
    deliver()
    money = customer.money()
    assert (money["received"], money["lost"], money["balanceDue"]) == (0, 250, 0)
    assert provider.balance(account) == before - 25_000 - 1_500
    assert provider.balance() == 0, "the platform pays nothing"
    assert (money["lostFee"], money["lostCost"]) == (15, 265), "same cost as in the account"
    assert money["entries"][0]["disputes"][0]["answerBy"] is None


def test_open_or_won_dispute_has_no_lost_cost(customer: Customer, provider: StandIn, deliver: Deliverer):
    provider.charge_fees()
    secret = customer.pay("balance", 250)
    provider.dispute(secret)
    deliver()
    assert (customer.money()["lostFee"], customer.money()["lostCost"]) == (0, 0), "the bank has not decided"
    provider.dispute(secret, "won")
    deliver()
    assert (customer.money()["lostFee"], customer.money()["lostCost"]) == (0, 0)


def test_deposit_lost_to_a_dispute_is_not_due_again(customer: Customer, provider: StandIn, deliver: Deliverer):
    booking = ok_json(customer.business.get(f"/api/bookings/{customer.id}"))
    deposit, rest = booking["deposit"], booking["totalPrice"] - booking["deposit"]
    secret = customer.pay("deposit", deposit)
    provider.dispute(secret, "lost")
    deliver()

    money = customer.money()
    assert (money["lost"], money["balanceDue"], money["depositDue"]) == (deposit, rest, 0)
    assert [(row["amount"], row["paid"]) for row in money["schedule"]] == [(rest, 0)], "due on the delivery day"
    page = customer.page()
    assert [(row["amount"], row["wentBack"]) for row in page["payments"]] == [(deposit, deposit)]
    paying = page["paying"]
    assert (paying["deposit"], paying["balance"]) == (0, rest)
    due = ok_json(customer.business.get("/api/reports/due"))
    assert due["thisWeek"] == due["overdue"] == []


def test_booking_list_shows_and_filters_disputed_and_lost_amounts(
    customer: Customer, provider: StandIn, deliver: Deliverer
):
    def listed(paid: str) -> list[tuple[int, float, float]]:
        rows = ok_json(customer.business.get(f"/api/bookings?paid={paid}"))
        return [(row["id"], row["disputed"], row["lost"]) for row in rows]

    secret = customer.pay("balance", 250)
    assert (listed("paid"), listed("disputed,lost")) == ([(customer.id, 0, 0)], [])

    provider.dispute(secret)
    deliver()
    assert listed("disputed") == listed("paid") == [(customer.id, 250, 0)], "it still counts as received"

    provider.dispute(secret, "lost")
    deliver()
    assert (listed("lost"), listed("paid"), listed("disputed")) == ([(customer.id, 0, 250)], [], [])
    booking = ok_json(customer.business.get(f"/api/bookings/{customer.id}"))
    assert (booking["received"], booking["balanceDue"], booking["lost"]) == (0, 0, 250)


def test_dispute_reminders_stop_after_the_response(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer, present: Any
):
    secret = customer.pay()
    provider.dispute(secret)
    deliver()
    for _ in range(2):
        present.shift(timedelta(days=3, minutes=1))
        drain(with_keys)
    assert len(sent_emails(with_keys, customer.business, "payment-disputed")) == 3, (
        "one email immediately and two reminders"
    )

    # No event reports the response, so the reminder job checks the dispute itself.
    provider.dispute(secret, "under_review")
    provider.events()
    present.shift(timedelta(hours=20))
    drain(with_keys)
    present.shift(timedelta(days=2))
    drain(with_keys)
    assert len(sent_emails(with_keys, customer.business, "payment-disputed")) == 3
    assert customer.money()["entries"][0]["disputes"][0]["answerBy"] is None


def test_inquiry_moves_no_money_and_ends_with_a_refund(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    secret = customer.pay()
    provider.dispute(secret, "warning_needs_response")
    deliver()
    assert customer.money()["disputed"] == 0
    assert "No money has moved yet" in sent_emails(with_keys, customer.business, "payment-disputed")[0]

    ok_json(customer.refund(50))
    deliver()

    entry = next(row for row in customer.money()["entries"] if row["entry"] == "payment")
    assert (customer.money()["received"], entry["dispute"]) == (0, "won")


def test_platform_responds_to_disputes_of_express_accounts(
    customer: Customer,
    with_keys: FastAPI,
    admin_of: Callable[[FastAPI], Api],
    provider: StandIn,
    deliver: Deliverer,
):
    admin_of(with_keys)
    account = provider.objects("account")[0]["id"]
    provider.make_express(account)
    ok_json(customer.business.get("/api/stripe-connect/account-status"))
    secret = customer.pay()
    provider.dispute(secret)
    deliver()

    to_admin, to_business = sorted(
        sent_emails(with_keys, customer.business, "payment-disputed"), key=lambda mail: "Open in Stripe" not in mail
    )
    assert "/test/payments/pi_" in to_admin
    assert "The administrator of this site will respond" in to_business
    assert customer.money()["entries"][0]["disputes"][0]["page"] is None
    assert provider.balance(account) == 5_000, "the disputed amount is taken from the platform"


def test_fraud_warning_is_emailed_once(customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer):
    secret = customer.pay()
    deliver()
    provider.warn(secret)
    events = deliver.taken()
    deliver(events * 2)

    assert customer.money()["entries"][0]["fraudWarning"] == "unauthorized_use_of_card"
    (mail,) = sent_emails(with_keys, customer.business, "fraud-suspected")
    assert "refund the payment now" in mail


def test_restricted_account_and_failed_payout_are_emailed_once(
    customer: Customer, with_keys: FastAPI, provider: StandIn, deliver: Deliverer
):
    account = provider.objects("account")[0]["id"]
    customer.pay()
    provider.restrict(account, "individual.verification.document")
    events = deliver.taken()
    deliver(events * 2)
    status = ok_json(customer.business.get("/api/stripe-connect/account-status"))
    assert (status["chargesEnabled"], status["requirements"]) == (False, ["individual.verification.document"])
    assert status["disabledReason"] == "requirements.past_due"
    (mail,) = sent_emails(with_keys, customer.business, "account-restricted")
    assert "individual verification document" in mail

    provider.restrict(account)
    provider.pay_out(account)
    provider.fail_payout(account)
    events = deliver.taken()
    deliver(events * 2)
    (mail,) = sent_emails(with_keys, customer.business, "payout-failed")
    assert "$50.00" in mail
    assert "bank account has been closed" in mail
    assert {"A payout of $50.00 did not arrive", "Your customers cannot pay by card right now"} <= set(
        notification_titles(customer.business)
    )


def test_fully_refunded_booking_is_not_listed_as_paid(customer: Customer):
    def listed(paid: str) -> list[int]:
        return [row["id"] for row in ok_json(customer.business.get(f"/api/bookings?paid={paid}"))]

    customer.pay("balance", 250)
    ok_json(customer.refund(50))
    booking = ok_json(customer.business.get(f"/api/bookings/{customer.id}"))
    assert (booking["received"], booking["reduced"], listed("paid")) == (200, 50, [customer.id])

    ok_json(customer.refund(200))
    booking = ok_json(customer.business.get(f"/api/bookings/{customer.id}"))
    assert (booking["received"], booking["balanceDue"], booking["reduced"]) == (0, 0, 250)
    assert listed("paid") == listed("unpaid,partly") == []


def test_bookings_csv_shows_disputed_and_lost_amounts(customer: Customer, provider: StandIn, deliver: Deliverer):
    provider.dispute(customer.pay("deposit", 50), "lost")
    provider.dispute(customer.another().pay("deposit", 50))
    deliver()

    text = customer.business.get(
        "/api/reports/bookings.csv", params={"from": "2027-01-01", "to": "2027-12-31"}
    ).text.removeprefix("\ufeff")

    rows = list(csv.DictReader(io.StringIO(text)))
    columns = ("totalPrice", "received", "disputed", "lost", "balanceDue")
    assert sorted([row[name] for name in columns] for row in rows) == [
        ["250", "0", "0", "50", "200"],
        ["250", "50", "50", "0", "200"],
    ]
