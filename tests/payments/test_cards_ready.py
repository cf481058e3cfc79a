"""Collecting at booking requires an account that can charge cards."""

import pytest

from marqueedesk.kit.db.database import Database
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.paying import Customer, collect_without_cards
from tests.support.standin import StandIn

BY_CARD = "paid by card with the booking"


def form_policy(business: Api) -> tuple[bool, bool]:
    """Return whether the form collects, and whether its policy says so."""
    form = ok_json(business.get(f"/api/booking-form?userId={business.id}"))
    return form["collects"], any(BY_CARD in sentence for sentence in form["policy"])


@pytest.mark.parametrize("what", ["deposit", "all"])
def test_collecting_at_booking_without_stripe_keys_is_refused(business: Api, what: str):
    refused = business.patch("/api/payment-policy", json={"collectAtBooking": what, "balanceDueDays": 3})

    assert (refused.status_code, refused.json()["code"]) == (409, "cards_not_ready")
    assert "administrator" in refused.json()["message"]
    policy = ok_json(business.get("/api/payment-policy"))
    assert (policy["collectAtBooking"], policy["balanceDueDays"]) == ("nothing", 0), "nothing of it was saved"


@pytest.mark.usefixtures("with_keys")
def test_collecting_at_booking_without_an_account_is_refused(owner: Api):
    refused = owner.patch("/api/payment-policy", json={"collectAtBooking": "deposit"})

    assert (refused.status_code, refused.json()["code"]) == (409, "cards_not_ready")
    assert "Connect your Stripe account in Settings > Payments" in refused.json()["message"]


def test_collecting_at_booking_with_an_incomplete_account_is_refused(
    customer: Customer, provider: StandIn, deliver: Deliverer
):
    account = ok_json(customer.business.get("/api/stripe-connect/account-status"))["accountId"]
    provider.restrict(account, "external_account")
    deliver()

    refused = customer.business.patch("/api/payment-policy", json={"collectAtBooking": "all"})

    assert (refused.status_code, refused.json()["code"]) == (409, "cards_not_ready")
    assert "Complete its setup in Settings > Payments" in refused.json()["message"]


def test_account_that_can_charge_allows_collecting_at_booking(customer: Customer):
    business = customer.business
    business.set_rules(approvalRequired=False)
    assert form_policy(business) == (False, False)

    ok_json(business.patch("/api/payment-policy", json={"collectAtBooking": "deposit"}))

    assert form_policy(business) == (True, True)
    business.set_rules(approvalRequired=True)
    assert form_policy(business) == (True, False)
    form = ok_json(business.get(f"/api/booking-form?userId={business.id}"))
    assert any("authorized on your card with the booking and charged when we confirm" in row for row in form["policy"])


def test_disconnected_account_keeps_the_policy_and_collects_nothing(
    customer: Customer, provider: StandIn, deliver: Deliverer
):
    business = customer.business
    business.set_rules(approvalRequired=False)
    ok_json(business.patch("/api/payment-policy", json={"collectAtBooking": "deposit"}))
    provider.deauthorize(ok_json(business.get("/api/stripe-connect/account-status"))["accountId"])
    deliver()

    assert form_policy(business) == (False, False)
    policy = ok_json(business.get("/api/payment-policy"))
    assert ok_json(business.patch("/api/payment-policy", json=policy)) == policy, "unchanged values may be sent back"
    changed = business.patch("/api/payment-policy", json={"collectAtBooking": "all"})
    assert (changed.status_code, changed.json()["code"]) == (409, "cards_not_ready")
    assert ok_json(business.patch("/api/payment-policy", json={"collectAtBooking": "nothing"}))


def test_policy_stored_before_cards_were_required_stays_editable(business: Api, database: Database):
    collect_without_cards(database, business, "all")

    assert form_policy(business) == (False, False)
    changed = ok_json(business.patch("/api/payment-policy", json={"collectAtBooking": "all", "balanceDueDays": 7}))
    assert (changed["collectAtBooking"], changed["balanceDueDays"]) == ("all", 7)
