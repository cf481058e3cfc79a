"""Approve and pay: the card is authorized with a request, and charged when the business confirms it."""

from datetime import UTC, datetime, timedelta
from itertools import permutations
from typing import Any

import pytest
from fastapi import FastAPI

from tests.support.api import Api, ok_json
from tests.support.approving import Approval, finish, token_of
from tests.support.billing import Deliverer, drain
from tests.support.paying import Customer, balance, notification_titles, sent_emails


@pytest.fixture
def approval(customer: Customer) -> Approval:
    return Approval(customer)


# --- Authorization --------------------------------------------------------------------------------------------------


def test_request_waits_for_the_business_with_an_authorized_card(
    approval: Approval, with_keys: FastAPI, deliver: Deliverer
):
    placed = approval.book()
    assert (placed["payment"]["capture"], placed["payment"]["amount"]) == ("on_approval", 50)
    assert approval.page(placed)["paying"]["capture"] == "on_approval"
    assert sent_emails(with_keys, approval.business, "new-request") == [], "the business is not asked before"
    (held,) = sent_emails(with_keys, approval.business, "booking-held")
    assert "Enter your card by then to send your request. $50.00 is charged only if we confirm." in held
    requests = sum(title.startswith("New request") for title in notification_titles(approval.business))

    approval.pay(placed)
    deliver()

    read = approval.read(placed)
    assert (read["status"], read["received"], read["authorized"], read["balanceDue"]) == ("pending", 0, 50, 50)
    until = datetime.fromisoformat(read["authorizedUntil"])
    assert timedelta(days=6.5) < until - datetime.now(UTC) < timedelta(days=7)
    assert datetime.fromisoformat(read["holdExpiresAt"]) == until
    assert approval.entries(placed) == [("authorized", 50)]
    page = approval.page(placed)
    assert (page["authorized"], page["authorizedUntil"], page["paying"]["card"]) == (50, read["authorizedUntil"], False)
    other = approval.visitor.try_to_book(userId=approval.business.id, message="Q", customerEmail="bob@example.com")
    assert other.json()["code"] == "not_enough_letters"
    (received,) = sent_emails(with_keys, approval.business, "card-authorized")
    assert "authorized for $50.00 and not charged yet" in received
    assert sent_emails(with_keys, approval.business, "request-received") == []
    (asked,) = sent_emails(with_keys, approval.business, "new-request")
    assert "authorized for $50.00: confirming charges it, declining releases it" in asked
    titles = notification_titles(approval.business)
    assert sum(title.startswith("New request") for title in titles) == requests + 1
    assert balance(approval.provider) == 0


def test_same_customer_resumes_the_request_with_an_authorized_card(approval: Approval, deliver: Deliverer):
    placed = approval.authorize(deliver)

    again = approval.visitor.try_to_book(userId=approval.business.id, message="Q")

    assert (again.status_code, again.json()["id"], again.json()["resumed"]) == (200, placed["id"], True)
    assert (again.json()["state"], "payment" in again.json()) == ("waiting_for_approval", False)


def test_page_shows_an_authorization_before_its_webhook(approval: Approval):
    placed = approval.book()
    approval.pay(placed)
    intent = placed["payment"]["clientSecret"].split("_secret_")[0]

    look = approval.visitor.post(f"/api/public/bookings/{token_of(placed)}/pay/look?paymentIntent={intent}")

    assert ok_json(look)["lookedAt"] == {"state": "authorized", "amount": 50}
    again = approval.visitor.post(
        f"/api/public/bookings/{token_of(placed)}/pay", json={"part": "deposit", "amount": 50}
    )
    assert (again.status_code, again.json()["code"]) == (409, "already_paid")


def test_business_that_confirms_at_once_charges_at_once(approval: Approval, deliver: Deliverer):
    approval.business.set_rules(approvalRequired=False)
    placed = approval.book()
    assert placed["payment"]["capture"] == "now"
    approval.pay(placed)
    deliver()

    assert (approval.read(placed)["status"], approval.read(placed)["received"]) == ("confirmed", 50)


def test_form_opened_before_the_business_approves_requests_is_charged_on_approval(
    approval: Approval, deliver: Deliverer
):
    approval.business.set_rules(approvalRequired=False)
    placed = approval.book()
    approval.business.set_rules(approvalRequired=True)

    path = f"/api/public/bookings/{token_of(placed)}/pay"
    reopened = ok_json(approval.visitor.post(path, json={"part": "deposit", "amount": 50}))

    assert reopened["clientSecret"] != placed["payment"]["clientSecret"]
    approval.pay({"payment": reopened})
    deliver()
    assert (approval.read(placed)["status"], approval.read(placed)["authorized"]) == ("pending", 50)


def test_card_authorized_after_the_deadline_counts_if_the_letters_are_free(
    approval: Approval, with_keys: FastAPI, present: Any, deliver: Deliverer
):
    placed = approval.book()
    present.shift(timedelta(minutes=31))
    approval.pay(placed)

    drain(with_keys)
    deliver()

    assert (approval.read(placed)["status"], approval.read(placed)["authorized"]) == ("pending", 50)


def test_card_authorized_too_late_is_released_if_the_letters_are_gone(
    approval: Approval, with_keys: FastAPI, present: Any, deliver: Deliverer
):
    placed = approval.book()
    present.shift(timedelta(minutes=31))
    approval.business.book(message="Q", asRequest=False)

    approval.pay(placed)
    deliver()
    finish(with_keys)

    assert (approval.read(placed)["status"], approval.intent(placed)["status"]) == ("canceled", "canceled")
    assert balance(approval.provider) == 0


# --- Confirming -----------------------------------------------------------------------------------------------------


def test_confirming_charges_the_card(approval: Approval, with_keys: FastAPI, deliver: Deliverer):
    placed = approval.authorize(deliver)

    confirmed = ok_json(approval.confirm(placed))

    assert (confirmed["status"], confirmed["received"], confirmed["authorized"]) == ("confirmed", 50, 0)
    assert confirmed["authorizedUntil"] is None
    deliver()
    assert ok_json(approval.confirm(placed))["received"] == 50, "again: nothing changes"
    assert (balance(approval.provider), approval.entries(placed)) == (5000, [("received", 50)])
    assert len(sent_emails(with_keys, approval.business, "confirmed")) == 1
    assert [row["who"] for row in confirmed["history"] if row["toStatus"] == "confirmed"] == [
        approval.business.user["username"]
    ]


def test_refused_capture_leaves_the_request_pending(approval: Approval, deliver: Deliverer):
    placed = approval.authorize(deliver)
    approval.provider.refuse("/capture", "charge_exceeds_source_limit")

    refused = approval.confirm(placed)

    assert (refused.status_code, refused.json()["code"]) == (409, "capture_failed")
    read = approval.read(placed)
    assert (read["status"], read["authorized"], read["received"]) == ("pending", 50, 0)
    assert ok_json(approval.confirm(placed))["status"] == "confirmed", "the next attempt is a new request"


def test_capture_without_a_response_is_reconciled_later(
    approval: Approval, with_keys: FastAPI, present: Any, deliver: Deliverer
):
    placed = approval.authorize(deliver)
    approval.provider.fault("gone", "/capture", times=5)

    assert approval.confirm(placed).status_code == 502
    approval.provider.mend()
    present.shift(timedelta(minutes=1))
    drain(with_keys)

    assert (approval.read(placed)["status"], balance(approval.provider)) == ("confirmed", 5000)


def test_ended_authorization_is_reported_when_confirming(approval: Approval, deliver: Deliverer):
    placed = approval.authorize(deliver)
    approval.provider.advance(days=8)

    refused = approval.confirm(placed)

    assert (refused.status_code, refused.json()["code"]) == (409, "capture_failed")
    assert "has ended" in refused.json()["message"]
    read = approval.read(placed)
    assert (read["status"], read["authorized"], read["authorizedUntil"]) == ("pending", 0, None)
    assert ok_json(approval.confirm(placed))["status"] == "confirmed", "without a payment"
    assert balance(approval.provider) == 0


def test_disconnected_account_ends_the_authorization(approval: Approval, deliver: Deliverer):
    placed = approval.authorize(deliver)
    approval.provider.deauthorize(ok_json(approval.business.get("/api/stripe-connect/account-status"))["accountId"])

    refused = approval.confirm(placed)

    assert (refused.status_code, refused.json()["code"]) == (409, "capture_failed")
    assert "not connected anymore" in refused.json()["message"]
    assert (approval.read(placed)["status"], approval.read(placed)["authorizedUntil"]) == ("pending", None)
    assert ok_json(approval.confirm(placed))["status"] == "confirmed", "without a payment"


def test_canceled_request_is_not_charged(approval: Approval, deliver: Deliverer):
    placed = approval.authorize(deliver)
    ok_json(approval.cancel(placed))

    refused = approval.confirm(placed)

    assert (refused.status_code, refused.json()["code"]) == (409, "invalid_transition")
    assert (approval.provider.calls("/capture"), balance(approval.provider)) == ([], 0)


def test_lower_price_is_charged_in_part_and_the_rest_released(approval: Approval, deliver: Deliverer):
    placed = approval.authorize(deliver)
    ok_json(approval.business.patch(f"/api/bookings/{placed['id']}", json={"totalPrice": 30}))
    assert approval.read(placed)["authorized"] == 50, "an edit keeps the authorization"

    assert ok_json(approval.confirm(placed))["received"] == 30

    assert (balance(approval.provider), approval.intent(placed)["amount_capturable"]) == (3000, 0)


def test_edit_keeps_the_hold_until_the_authorization_ends(approval: Approval, deliver: Deliverer):
    placed = approval.authorize(deliver)

    moved = {"deliveryDate": "2027-07-01", "pickupDate": "2027-07-02"}
    edited = ok_json(approval.business.patch(f"/api/bookings/{placed['id']}", json=moved))

    assert edited["holdExpiresAt"] == edited["authorizedUntil"] is not None


@pytest.mark.parametrize(
    "message, total, captured, due", [("LOVE", 200, 100, 100), ("L", 50, 50, 0)], ids=["more", "less"]
)
def test_accepted_change_adapts_what_is_charged(
    approval: Approval, with_keys: FastAPI, deliver: Deliverer, message: str, total: int, captured: int, due: int
):
    ok_json(approval.business.patch("/api/payment-policy", json={"collectAtBooking": "all"}))
    placed = approval.authorize(deliver, message="LO")
    authorized = approval.read(placed)["authorized"]
    asked = approval.visitor.post(f"/api/public/bookings/{token_of(placed)}/change", json={"message": message})
    path = f"/api/bookings/{placed['id']}/change-requests/{asked.json()['requestId']}/accept"

    ok_json(approval.business.post(path))
    finish(with_keys)
    deliver()

    assert approval.intent(placed)["status"] == "requires_capture", "the authorization outlasts the change"
    assert approval.read(placed)["authorized"] == authorized
    confirmed = ok_json(approval.confirm(placed))
    assert (confirmed["totalPrice"], confirmed["received"], confirmed["balanceDue"]) == (total, captured, due)
    assert balance(approval.provider) == captured * 100


def bulk_confirm(approval: Approval, *ids: int) -> list[tuple[bool, str | None, str]]:
    answer = approval.business.post("/api/bookings/bulk", json={"action": "confirm", "ids": list(ids)})
    return [(row["done"], row["code"], row["status"]) for row in ok_json(answer)["outcomes"]]


def test_bulk_confirmation_charges_authorized_cards(approval: Approval, with_keys: FastAPI, deliver: Deliverer):
    first = approval.authorize(deliver)
    second = approval.authorize(deliver, message="L", customerEmail="bob@example.com")
    request = approval.business.book(message="O", asRequest=True)

    assert bulk_confirm(approval, first["id"], request["id"], second["id"]) == [(True, None, "confirmed")] * 3

    assert bulk_confirm(approval, first["id"]) == [(True, None, "confirmed")], "again: nothing changes"
    assert balance(approval.provider) == 10_000
    assert [approval.read(each)["received"] for each in (first, second)] == [50, 50]
    assert approval.entries(first) == [("received", 50)]
    assert len(sent_emails(with_keys, approval.business, "confirmed")) == 3, "one for each booking"


def test_bulk_confirmation_confirms_the_others_if_a_card_is_refused(approval: Approval, deliver: Deliverer):
    refused = approval.authorize(deliver)
    paid = approval.authorize(deliver, message="L", customerEmail="bob@example.com")
    approval.provider.refuse(f"{approval.intent(refused)['id']}/capture", "charge_exceeds_source_limit")

    assert bulk_confirm(approval, refused["id"], paid["id"]) == [
        (False, "capture_failed", "pending"),
        (True, None, "confirmed"),
    ]
    assert balance(approval.provider) == 5000


def test_bulk_confirmation_stops_charging_while_the_provider_is_unavailable(approval: Approval, deliver: Deliverer):
    placed = [approval.authorize(deliver), approval.authorize(deliver, message="L", customerEmail="bob@example.com")]
    request = approval.business.book(message="O", asRequest=True)
    approval.provider.fault("500", "POST /v1/payment_intents", times=1000)

    outcomes = bulk_confirm(approval, *(each["id"] for each in placed), request["id"])

    assert outcomes == [(False, "provider_away", "pending")] * 2 + [(True, None, "confirmed")]
    approval.provider.mend()
    assert bulk_confirm(approval, *(each["id"] for each in placed)) == [(True, None, "confirmed")] * 2
    assert balance(approval.provider) == 10_000


# --- Ending without a payment ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["business", "bulk", "several", "customer", "sender refused"])
def test_canceling_a_request_releases_the_authorization(
    approval: Approval, with_keys: FastAPI, deliver: Deliverer, by: str
):
    placed = approval.authorize(deliver)
    business, ids = approval.business, [placed["id"]]

    if by == "business":
        ok_json(business.set_status(placed["id"], "canceled"))
    elif by == "bulk":
        ok_json(business.post("/api/bookings/bulk", json={"action": "cancel", "ids": ids}))
    elif by == "several":
        ok_json(business.post("/api/bookings/cancel", json={"ids": ids}))
    elif by == "customer":
        ok_json(approval.cancel(placed))
    else:
        ok_json(business.post(f"/api/bookings/{placed['id']}/refuse-sender", json={}))
    finish(with_keys)
    deliver()

    read = approval.read(placed)
    assert (read["status"], read["authorized"], read["authorizedUntil"]) == ("canceled", 0, None)
    assert approval.intent(placed)["status"] == "canceled"
    assert (balance(approval.provider), approval.entries(placed)) == (0, [])
    assert approval.is_free()


def test_business_is_told_twice_before_the_authorization_ends(
    approval: Approval, with_keys: FastAPI, present: Any, deliver: Deliverer
):
    placed = approval.authorize(deliver)
    until = datetime.fromisoformat(approval.read(placed)["authorizedUntil"])

    def told() -> tuple[int, int]:
        drain(with_keys)
        emails = len(sent_emails(with_keys, approval.business, "authorization-ending"))
        return emails, sum("about to be released" in title for title in notification_titles(approval.business))

    present.move_to(until - timedelta(hours=49))
    assert told() == (0, 0)
    present.move_to(until - timedelta(hours=47))
    assert told() == (1, 1)
    present.move_to(until - timedelta(hours=11))
    assert told() == (2, 2)
    assert approval.intent(placed)["status"] == "requires_capture"


def test_unanswered_request_is_released_before_the_authorization_ends(
    approval: Approval, with_keys: FastAPI, present: Any, deliver: Deliverer
):
    placed = approval.authorize(deliver)
    present.move_to(datetime.fromisoformat(approval.read(placed)["authorizedUntil"]) + timedelta(minutes=1))

    drain(with_keys)

    assert approval.intent(placed)["status"] == "canceled"
    assert approval.intent(placed)["cancellation_reason"] is None, "released here, not by the provider"
    read = approval.read(placed)
    assert (read["status"], read["authorized"], read["authorizedUntil"]) == ("pending", 0, None)
    assert (balance(approval.provider), approval.is_free()) == (0, True)
    assert len(sent_emails(with_keys, approval.business, "authorization-released")) == 1
    assert len(sent_emails(with_keys, approval.business, "authorization-ended")) == 1
    assert any("authorization" in title and "ended" in title for title in notification_titles(approval.business))


def test_answered_request_gets_no_reminders(approval: Approval, with_keys: FastAPI, present: Any, deliver: Deliverer):
    placed = approval.authorize(deliver)
    until = datetime.fromisoformat(approval.read(placed)["authorizedUntil"])
    ok_json(approval.confirm(placed))

    present.move_to(until + timedelta(hours=1))
    drain(with_keys)

    assert sent_emails(with_keys, approval.business, "authorization-ending") == []
    assert sent_emails(with_keys, approval.business, "authorization-released") == []
    assert (approval.read(placed)["status"], balance(approval.provider)) == ("confirmed", 5000)


def test_authorization_that_the_provider_ended_releases_the_letters(
    approval: Approval, with_keys: FastAPI, deliver: Deliverer
):
    placed = approval.authorize(deliver)

    approval.provider.advance(days=7)
    deliver()

    assert approval.intent(placed)["cancellation_reason"] == "automatic"
    assert (approval.read(placed)["authorizedUntil"], approval.is_free()) == (None, True)
    assert len(sent_emails(with_keys, approval.business, "authorization-released")) == 1


# --- Interleavings --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("outcome", ["confirmed", "canceled", "expired"])
def test_events_in_any_order_lead_to_the_same_state(
    approval: Approval, with_keys: FastAPI, deliver: Deliverer, outcome: str
):
    def run(order: tuple[int, ...] | None) -> tuple[Any, ...]:
        placed = approval.book(message="LOVE")
        approval.pay(placed)
        if order is None:
            deliver()
        else:
            # The page saw the authorization; all of its events are late.
            ok_json(approval.visitor.post(f"/api/public/bookings/{token_of(placed)}/pay/look"))
        if outcome == "confirmed":
            ok_json(approval.confirm(placed))
        elif outcome == "canceled":
            ok_json(approval.cancel(placed))
            finish(with_keys)
        else:
            approval.provider.advance(days=8)
        events = deliver.taken()
        for index in order or ():
            if index < len(events):
                deliver([events[index]])
        deliver([*events, *events])
        read = approval.read(placed)
        return read["status"], read["received"], read["authorized"], read["authorizedUntil"], approval.entries(placed)

    expected = {
        "confirmed": ("confirmed", 50, 0, None, [("received", 50)]),
        "canceled": ("canceled", 0, 0, None, []),
        "expired": ("pending", 0, 0, None, []),
    }[outcome]
    assert run(None) == expected
    orders = [order for order in permutations(range(5), 5) if order[0] >= 2][:6]
    for order in orders:
        assert run(order) == expected, order


def test_capture_before_the_customers_cancellation_is_refunded(
    approval: Approval, with_keys: FastAPI, present: Any, deliver: Deliverer
):
    placed = approval.authorize(deliver)
    # The business's capture got through, and the customer canceled before it was recorded.
    approval.capture_elsewhere(placed)
    ok_json(approval.cancel(placed))

    finish(with_keys)
    deliver()
    present.shift(timedelta(minutes=2))
    finish(with_keys)

    read = approval.read(placed)
    assert (read["status"], read["received"], balance(approval.provider)) == ("canceled", 0, 0)


def test_capture_before_the_release_confirms_the_booking(
    approval: Approval, with_keys: FastAPI, present: Any, deliver: Deliverer
):
    placed = approval.authorize(deliver)
    approval.capture_elsewhere(placed)
    present.move_to(datetime.fromisoformat(approval.read(placed)["authorizedUntil"]) + timedelta(minutes=1))

    drain(with_keys)

    assert (approval.read(placed)["status"], approval.read(placed)["received"]) == ("confirmed", 50)


def test_authorization_of_another_business_is_not_charged(approval: Approval, deliver: Deliverer, other_operator: Api):
    placed = approval.authorize(deliver)

    assert other_operator.set_status(placed["id"], "confirmed").status_code == 404
    assert approval.intent(placed)["status"] == "requires_capture"
