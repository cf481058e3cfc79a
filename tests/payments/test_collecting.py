"""Payment at booking: a payment confirms the booking, and a missing payment releases its letters."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.kit import clock
from marqueedesk.payments.opening import CardCollector
from marqueedesk.worker import offer_what_came_free
from tests.support.api import booking_body, ok_json
from tests.support.billing import Deliverer, drain
from tests.support.paying import Customer, balance, notification_titles, sent_emails
from tests.support.standin import StandIn
from tests.support.state import replaced


class Form:
    """The booking form of a business that collects card payments at booking."""

    def __init__(self, customer: Customer) -> None:
        self.business, self.visitor, self.provider = customer.business, customer.visitor, customer.provider
        ok_json(self.business.set_status(customer.id, "canceled", notify=False))
        self.business.set_rules(approvalRequired=False)
        self.ask(collectAtBooking="deposit")

    def ask(self, **policy: Any) -> None:
        ok_json(self.business.patch("/api/payment-policy", json=policy))

    def book(self, key: str | None = None, **fields: Any) -> dict[str, Any]:
        return ok_json(self.visitor.try_to_book(key=key, userId=self.business.id, **fields))

    def read(self, booking: dict[str, Any]) -> dict[str, Any]:
        return ok_json(self.business.get(f"/api/bookings/{booking['id']}"))

    def pay(self, booking: dict[str, Any], card: str = "4242424242424242") -> int:
        return self.provider.pay(booking["payment"]["clientSecret"], card).status_code


@pytest.fixture
def form(customer: Customer) -> Form:
    return Form(customer)


def test_payment_confirms_the_booking_and_sends_the_emails(form: Form, with_keys: FastAPI, deliver: Deliverer):
    placed = form.book(key="form-one-abc")

    assert placed["status"] == "pending"
    payment = placed["payment"]
    assert (payment["amount"], payment["capture"]) == (50, "now")
    assert (payment["amount"], payment["account"]) == (50, form.provider.objects("account")[0]["id"])
    assert payment["publishableKey"].startswith("pk_test")
    assert form.read(placed)["holdExpiresAt"] == payment["expiresAt"]
    again = form.book(key="form-one-abc")
    assert (again["id"], again["payment"]["clientSecret"]) == (placed["id"], payment["clientSecret"])
    assert sent_emails(with_keys, form.business, "request-received") == []

    assert form.pay(placed, "4000000000000002") == 402
    deliver()
    assert form.read(placed)["status"] == "pending", "declined"
    assert form.pay(placed) == 200
    deliver()

    read = form.read(placed)
    assert (read["status"], read["received"], balance(form.provider)) == ("confirmed", 50, 5000)
    (confirmed,) = sent_emails(with_keys, form.business, "confirmed")
    assert "'Received', 'the deposit'" in confirmed
    (new,) = sent_emails(with_keys, form.business, "new-request")
    assert "Confirmed: $50.00 was paid" in new
    # The confirmation and the notification already mention the payment.
    assert (
        sent_emails(with_keys, form.business, "payment-received")
        == sent_emails(with_keys, form.business, "payment-arrived")
        == []
    )

    token = placed["pageUrl"].rpartition("/")[2]
    rest = {"part": "balance", "amount": read["balanceDue"]}
    opened = ok_json(form.visitor.post(f"/api/public/bookings/{token}/pay", json=rest))
    form.pay({"payment": opened})
    deliver()
    assert len(sent_emails(with_keys, form.business, "payment-received")) == 1
    assert "payment" not in form.book(key="form-one-abc") or form.book(key="form-one-abc")["payment"] is None


def test_slow_provider_call_does_not_block_other_bookings(form: Form, with_keys: FastAPI):
    is_opening, may_open = Event(), Event()

    class SlowCollector(CardCollector):
        def begin(self, *args: Any) -> Any:
            is_opening.set()
            assert may_open.wait(30)
            return super().begin(*args)

    with replaced(with_keys, "collector", SlowCollector()), ThreadPoolExecutor(2) as pool:
        first = pool.submit(form.book)
        try:
            assert is_opening.wait(30)
            # This booking is refused, so it opens no payment, but it was handled.
            second = pool.submit(form.visitor.try_to_book, userId=form.business.id, message="QQQQ")
            assert second.result(timeout=20).status_code == 409
            assert not first.done()
        finally:
            may_open.set()
        assert first.result()["payment"]["amount"] == 50


def test_full_amount_is_collected_if_required_or_already_due(form: Form):
    form.ask(collectAtBooking="all")
    placed = form.book()
    assert placed["payment"]["amount"] == placed["totalPrice"]

    form.ask(collectAtBooking="deposit", balanceDueDays=365)
    late = form.book()
    assert late["payment"]["amount"] == late["totalPrice"], "the balance is due already"


def test_booking_can_also_be_paid_on_its_page(form: Form, deliver: Deliverer):
    placed = form.book()
    token = placed["pageUrl"].rpartition("/")[2]
    path = f"/api/public/bookings/{token}"
    page = ok_json(form.visitor.get(path))
    assert (page["paying"]["card"], page["paying"]["deposit"]) == (True, 50)
    assert page["paying"]["payBy"] == placed["payment"]["expiresAt"]

    opened = ok_json(form.visitor.post(f"{path}/pay", json={"part": "deposit", "amount": 50}))

    assert opened["clientSecret"] == placed["payment"]["clientSecret"], "the same payment"
    form.pay(placed)
    assert ok_json(form.visitor.post(f"{path}/pay/look"))["status"] == "confirmed"


def test_letters_are_held_until_the_payment_deadline(form: Form, with_keys: FastAPI, present: Any):
    form.business.add_letter("Q", 1)
    placed = form.book(message="Q")
    refused = form.visitor.try_to_book(userId=form.business.id, message="Q", customerEmail="bob@example.com")
    assert refused.json()["code"] == "not_enough_letters"

    present.shift(timedelta(minutes=31))
    drain(with_keys)

    read = form.read(placed)
    assert (read["status"], read["balanceDue"]) == ("canceled", 0)
    assert form.pay(placed) >= 400, "the payment is closed"
    assert form.book(message="Q")["status"] == "pending"
    assert sent_emails(with_keys, form.business, "canceled") == []
    assert [title for title in notification_titles(form.business) if "cancel" in title.lower()] == []


def test_unpaid_booking_becomes_a_lead_after_the_deadline(form: Form, with_keys: FastAPI, present: Any):
    form.book(customerName="Ada Lovelace")

    present.shift(timedelta(minutes=31))
    drain(with_keys)

    (ended,) = sent_emails(with_keys, form.business, "hold-ended")
    assert "Your time to pay has expired" in ended
    assert "Ada Lovelace did not pay in time" in notification_titles(form.business)


def stop_provider(provider: StandIn) -> None:
    provider.fault("500", "POST /v1/payment_intents", times=1000)
    provider.fault("500", "GET /v1/accounts", times=1000)


def resume_provider(provider: StandIn) -> None:
    provider.mend()


def until(form: Form, placed: dict[str, Any]) -> timedelta:
    """Duration of a booking's hold, counted from its creation."""
    read = form.read(placed)
    return datetime.fromisoformat(read["holdExpiresAt"]) - datetime.fromisoformat(read["createdAt"])


def test_letters_stay_held_during_a_provider_outage_at_submission(
    form: Form, with_keys: FastAPI, deliver: Deliverer, present: Any
):
    form.business.add_letter("Q", 1)
    stop_provider(form.provider)
    placed = form.book(message="Q")

    assert (placed["status"], placed.get("payment")) == ("pending", None)
    assert until(form, placed) == timedelta(hours=1)
    assert datetime.fromisoformat(placed["payBy"]) == datetime.fromisoformat(form.read(placed)["holdExpiresAt"])
    present.shift(timedelta(minutes=40))
    drain(with_keys)
    other = form.visitor.try_to_book(userId=form.business.id, message="Q", customerEmail="bob@example.com")
    assert other.json()["code"] == "not_enough_letters"
    assert sent_emails(with_keys, form.business, "payment-requested") == []

    resume_provider(form.provider)
    present.shift(timedelta(minutes=1))
    drain(with_keys)
    drain(with_keys)

    (asked,) = sent_emails(with_keys, form.business, "payment-requested")
    assert "$50.00" in asked
    assert "Card payments are available again." in asked
    assert until(form, placed) <= timedelta(hours=1), "the hold lasts an hour at most"
    token = placed["pageUrl"].rpartition("/")[2]
    page = ok_json(form.visitor.get(f"/api/public/bookings/{token}"))
    assert (page["paying"]["card"], page["paying"]["deposit"]) == (True, 50)
    opened = ok_json(form.visitor.post(f"/api/public/bookings/{token}/pay", json={"part": "deposit", "amount": 50}))
    form.pay({"payment": opened})
    deliver()
    assert form.read(placed)["status"] == "confirmed"
    present.shift(timedelta(hours=2))
    drain(with_keys)
    assert form.read(placed)["status"] == "confirmed"


def test_payment_deadline_restarts_after_a_short_provider_outage(form: Form, with_keys: FastAPI, present: Any):
    stop_provider(form.provider)
    placed = form.book()
    resume_provider(form.provider)

    present.shift(timedelta(minutes=5))
    drain(with_keys)

    assert timedelta(minutes=34) < until(form, placed) < timedelta(minutes=36)
    assert len(sent_emails(with_keys, form.business, "payment-requested")) == 1


def test_booking_becomes_a_lead_after_an_hour_of_provider_outage(form: Form, with_keys: FastAPI, present: Any):
    form.business.add_letter("Q", 1)
    stop_provider(form.provider)
    placed = form.book(message="Q", customerName="Ada Lovelace")
    token = placed["pageUrl"].rpartition("/")[2]
    refused = form.visitor.post(f"/api/public/bookings/{token}/pay", json={"part": "deposit", "amount": 50})
    assert refused.status_code == 502
    assert until(form, placed) == timedelta(hours=1), "a retry does not extend the hold"

    present.shift(timedelta(minutes=61))
    drain(with_keys)
    drain(with_keys)

    assert form.read(placed)["status"] == "canceled"
    (told,) = sent_emails(with_keys, form.business, "hold-ended")
    assert "Ada Lovelace did not pay in time" in notification_titles(form.business)
    assert "Nothing was charged" in told
    resume_provider(form.provider)
    assert form.book(message="Q")["payment"] is not None, "the letter is free"


def test_resubmitting_the_form_opens_the_payment_of_the_same_booking(form: Form, with_keys: FastAPI, present: Any):
    stop_provider(form.provider)
    placed = form.book(key="form-one-abc")
    resume_provider(form.provider)

    again = form.book(key="form-one-abc")

    assert (again["id"], again["payment"]["amount"]) == (placed["id"], 50)
    present.shift(timedelta(minutes=2))
    drain(with_keys)
    assert sent_emails(with_keys, form.business, "payment-requested") == [], "the customer already has a card form"


def test_provider_outage_on_the_booking_page_extends_the_hold(form: Form):
    placed = form.book()
    token = placed["pageUrl"].rpartition("/")[2]
    form.ask(collectAtBooking="all")
    form.provider.fault("500", "POST /v1/payment_intents", times=1000)
    form.provider.fault("500", "GET /v1/payment_intents", times=1000)

    answer = form.visitor.post(f"/api/public/bookings/{token}/pay", json={"part": "deposit", "amount": 50})

    assert answer.status_code == 502
    assert until(form, placed) == timedelta(hours=1)


def pay_late(form: Form, placed: dict[str, Any], with_keys: FastAPI, deliver: Deliverer, present: Any) -> None:
    """Pay before the expiry job has run, and wait for the refund."""
    assert form.pay(placed) == 200
    deliver()
    drain(with_keys)
    present.shift(timedelta(minutes=2))
    drain(with_keys)


def test_late_payment_is_refunded_if_the_letters_are_gone(
    form: Form, with_keys: FastAPI, deliver: Deliverer, present: Any, provider: StandIn
):
    form.business.add_letter("Q", 1)
    placed = form.book(message="Q")
    present.shift(timedelta(minutes=31))
    form.business.book(message="Q", asRequest=False)

    pay_late(form, placed, with_keys, deliver, present)

    read = form.read(placed)
    assert (read["status"], read["received"], balance(provider)) == ("canceled", 0, 0)
    assert "no longer available" in sent_emails(with_keys, form.business, "canceled")[0]


def test_late_payment_is_refunded_if_the_discount_code_is_used_up(
    form: Form, with_keys: FastAPI, deliver: Deliverer, present: Any, provider: StandIn
):
    ok_json(form.business.post("/api/discount-codes", json={"code": "Summer", "percent": 10, "uses": 1}))
    placed = form.book(discountCode="summer")
    present.shift(timedelta(minutes=31))
    form.business.book(discountCode="summer", asRequest=False)

    pay_late(form, placed, with_keys, deliver, present)

    read = form.read(placed)
    assert (read["status"], read["received"], balance(provider)) == ("canceled", 0, 0)


@pytest.mark.parametrize("reason", ["nothing", "no deposit", "own", "asked anyway", "no account"])
def test_no_payment_is_requested_if_none_can_be_collected(
    form: Form, reason: str, provider: StandIn, deliver: Deliverer
):
    fields: dict[str, Any] = {}
    form.business.set_rules(approvalRequired=True)
    if reason == "nothing":
        form.ask(collectAtBooking="nothing")
    elif reason == "no deposit":
        form.business.set_prices(depositFlat=0)
    elif reason == "own":
        assert "payment" not in form.business.book(asRequest=True)
        return
    elif reason == "asked anyway":
        closed = {"closedDays": [{"from": "2027-06-01", "to": "2027-06-01"}]}
        ok_json(form.business.patch("/api/booking-rules", json=closed))
        fields["askAnyway"] = True
    else:
        account = ok_json(form.business.get("/api/stripe-connect/account-status"))["accountId"]
        provider.deauthorize(account)
        deliver()
    placed = form.book(**fields)
    assert (placed["status"], placed.get("payment")) == ("pending", None)


def test_processing_payment_extends_the_hold(form: Form, with_keys: FastAPI, present: Any, provider: StandIn):
    placed = form.book()
    intent = provider.app.state.world.objects["payment_intent"][placed["payment"]["clientSecret"].split("_secret_")[0]]
    intent["status"] = "processing"
    token = placed["pageUrl"].rpartition("/")[2]
    page = ok_json(form.visitor.post(f"/api/public/bookings/{token}/pay/look"))
    assert (page["status"], page["paying"]["processing"], page["paying"]["balance"]) == (
        "pending",
        50,
        placed["totalPrice"] - 50,
    )

    present.shift(timedelta(hours=2))
    drain(with_keys)

    read = form.read(placed)
    assert (read["status"], read["balanceDue"]) == ("pending", placed["totalPrice"] - 50), "counted once"
    assert datetime.fromisoformat(read["holdExpiresAt"]) > datetime.now(UTC) + timedelta(days=6)


def test_amount_of_a_lost_dispute_is_not_due_again(form: Form, deliver: Deliverer, provider: StandIn):
    form.ask(collectAtBooking="all")
    placed = form.book()
    form.pay(placed)
    deliver()
    secret = placed["payment"]["clientSecret"]

    provider.dispute(secret)
    deliver()
    provider.dispute(secret, "lost")
    deliver()

    read = form.read(placed)
    assert (read["received"], read["balanceDue"]) == (0, 0)
    money = ok_json(form.business.get(f"/api/bookings/{placed['id']}/payments"))
    assert (money["state"], money["lost"], money["overpaid"]) == ("lost", placed["totalPrice"], 0)
    assert money["entries"][0]["dispute"] == "lost"


def test_inquired_payment_can_be_refunded(form: Form, deliver: Deliverer, provider: StandIn):
    placed = form.book()
    form.pay(placed)
    deliver()
    provider.dispute(placed["payment"]["clientSecret"], "warning_needs_response")
    deliver()
    path = f"/api/bookings/{placed['id']}/payments"
    entry = ok_json(form.business.get(path))["entries"][0]
    assert (entry["dispute"], entry["refundable"]) == ("inquiry", 50)

    after = ok_json(form.business.post(f"{path}/{entry['id']}/refund", json={"amount": 50}))

    assert (after["received"], after["disputed"], after["lost"]) == (0, 0, 0)


@pytest.mark.parametrize("action", ["pays", "lets it lapse"])
def test_accepted_waiting_list_offer_requires_payment(
    form: Form, with_keys: FastAPI, deliver: Deliverer, present: Any, action: str
):
    letter = form.business.add_letter("Q", 0)
    body = booking_body(userId=form.business.id, message="Q", consent=True)
    token = ok_json(form.visitor.post("/api/public/waiting-list", json=body))["token"]
    ok_json(form.business.patch(f"/api/inventory/{letter['id']}", json={"quantity": 1}))
    offer_what_came_free(with_keys.state.database, clock.now())
    path = f"/api/public/waiting-list/{token}"

    place = ok_json(form.visitor.post(path, json={"action": "book"}))

    assert (place["state"], place["booking"]["status"]) == ("booked", "pending")
    assert place["payBy"] is not None
    assert ok_json(form.visitor.post(path, json={"action": "book"}))["booking"]["id"] == place["booking"]["id"]
    if action == "pays":
        page = f"/api/public/bookings/{place['pageUrl'].rpartition('/')[2]}"
        amount = ok_json(form.visitor.get(page))["paying"]["deposit"]
        opened = ok_json(form.visitor.post(f"{page}/pay", json={"part": "deposit", "amount": amount}))
        assert form.provider.pay(opened["clientSecret"], "4242424242424242").status_code == 200
        deliver()
    else:
        present.shift(timedelta(minutes=31))
        drain(with_keys)
    after = ok_json(form.visitor.get(path))
    assert (after["booking"]["status"], after["payBy"]) == ("confirmed" if action == "pays" else "canceled", None)


@pytest.mark.parametrize("path", ["/booking", "/booking-widget", "/embed"])
def test_form_page_may_load_the_provider_only_if_payments_are_collected(path: str, form: Form):
    def policy() -> list[str]:
        page = form.visitor.get(f"{path}?userId={form.business.id}")
        return page.headers["content-security-policy"].split("; ")

    source = f"script-src 'self' {form.provider.url}"
    assert source in policy()
    assert not any(part.startswith("frame-ancestors") for part in policy())
    ok_json(form.business.patch("/api/embed-settings", json={"allowedSites": ["https://www.example.com"]}))
    assert {source, "frame-ancestors 'self' https://www.example.com"} <= set(policy())

    form.ask(collectAtBooking="nothing")
    assert "script-src 'self'" in policy()
    assert not any(form.provider.url in part for part in policy())


BANK = "0000000000006789"
"""A bank account that the payer has to verify by small deposits."""


def test_bank_account_verified_by_small_deposits_is_not_canceled(
    form: Form, with_keys: FastAPI, deliver: Deliverer, present: Any
):
    placed = form.book()
    assert form.pay(placed, BANK) == 200
    # The event is late, so the job for unpaid bookings runs first.
    present.shift(2 * 3600)
    drain(with_keys)
    deliver()

    read = form.read(placed)
    assert (read["status"], read["received"]) == ("pending", 0)
    assert form.provider.objects("payment_intent")[-1]["status"] == "requires_action"
    for _ in range(3):
        present.shift(86_400)
        drain(with_keys)
    form.provider.verify_deposits(placed["payment"]["clientSecret"])
    deliver()

    read = form.read(placed)
    assert (read["status"], read["received"]) == ("confirmed", 50)


def test_unverified_bank_account_releases_the_letters(form: Form, with_keys: FastAPI, deliver: Deliverer, present: Any):
    placed = form.book()
    assert form.pay(placed, BANK) == 200
    deliver()
    present.shift(8 * 86_400)
    form.provider.verify_deposits(placed["payment"]["clientSecret"], verified=False)
    deliver()
    present.shift(3600)
    drain(with_keys)

    assert form.read(placed)["status"] == "canceled"
    assert form.provider.objects("payment_intent")[-1]["status"] == "canceled"
