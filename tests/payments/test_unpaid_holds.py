"""Bookings held until they are paid: begun again by the same customer, reminded, lapsed, and taken again."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Response

from marqueedesk.bookings.new_booking import REQUESTS
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, drain
from tests.support.paying import Customer, notification_titles, sent_emails
from tests.support.standin import StandIn


class UnpaidForm:
    """The booking form of a business that has one Q and collects a deposit at booking."""

    def __init__(self, customer: Customer) -> None:
        self.business, self.visitor, self.provider = customer.business, customer.visitor, customer.provider
        ok_json(self.business.set_status(customer.id, "canceled", notify=False))
        self.business.set_rules(approvalRequired=False)
        ok_json(self.business.patch("/api/payment-policy", json={"collectAtBooking": "deposit"}))
        self.business.add_letter("Q", 1)

    def send(self, **fields: Any) -> Response:
        return self.visitor.try_to_book(userId=self.business.id, **{"message": "Q", **fields})

    def book(self, **fields: Any) -> dict[str, Any]:
        return ok_json(self.send(**fields))

    def page(self, booking: dict[str, Any]) -> dict[str, Any]:
        return ok_json(self.visitor.get(self.path(booking)))

    def path(self, booking: dict[str, Any]) -> str:
        return f"/api/public/bookings/{booking['pageUrl'].rpartition('/')[2]}"

    def leads(self) -> list[dict[str, Any]]:
        return ok_json(self.business.get("/api/leads"))

    def retake(self, booking: dict[str, Any]) -> Response:
        return self.visitor.post(f"{self.path(booking)}/retake")

    def pay(self, secret: str) -> int:
        return self.provider.pay(secret).status_code


@pytest.fixture
def form(customer: Customer) -> UnpaidForm:
    return UnpaidForm(customer)


@pytest.fixture
def let_lapse(with_keys: FastAPI, present: Any) -> Callable[[], None]:
    """Let the time to pay run out."""

    def wait() -> None:
        present.shift(timedelta(minutes=31))
        drain(with_keys)

    return wait


def test_new_booking_is_held_until_it_is_paid(form: UnpaidForm, deliver: Deliverer):
    placed = form.book()

    assert (placed["status"], placed["state"]) == ("pending", "held")
    assert 29 * 60 < placed["payment"]["expiresIn"] <= 30 * 60
    page = form.page(placed)
    assert (page["state"], page["lapsedAt"]) == ("held", None)
    assert 29 * 60 < page["held"]["secondsLeft"] <= 30 * 60

    form.pay(placed["payment"]["clientSecret"])
    deliver()
    assert form.page(placed)["state"] == "confirmed"


def test_request_without_payment_waits_for_approval(form: UnpaidForm):
    form.business.set_rules(approvalRequired=True)
    ok_json(form.business.patch("/api/payment-policy", json={"collectAtBooking": "nothing"}))
    placed = form.book()
    assert (placed["state"], form.page(placed)["state"]) == ("waiting_for_approval", "waiting_for_approval")


def test_same_customer_resumes_the_unpaid_booking(form: UnpaidForm, with_keys: FastAPI):
    first = form.book(customerName="Ada", customerPhone="(518) 555-0142", notes="Gate code 4711")

    again = form.send(customerName="Ada Lovelace", customerEmail="ADA@example.com", notes=None)

    assert again.status_code == 200
    resumed = again.json()
    assert (resumed["id"], resumed["resumed"], resumed["state"]) == (first["id"], True, "held")
    assert resumed["payment"]["clientSecret"] == first["payment"]["clientSecret"]
    assert resumed["payment"]["expiresAt"] == first["payment"]["expiresAt"], "resuming does not prolong the hold"
    assert (resumed["customerName"], resumed["customerPhone"], resumed["notes"]) == ("Ada Lovelace", None, None)
    assert len(sent_emails(with_keys, form.business, "booking-held")) == 1, "one email per hold"


@pytest.mark.parametrize(
    "other", [{"customerEmail": "bob@example.com"}, {"customerEmail": "ada+2@example.com"}], ids=["other", "tagged"]
)
def test_other_addresses_do_not_resume_the_unpaid_booking(form: UnpaidForm, other: dict[str, Any]):
    form.book()

    refused = form.send(**other)

    assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")


def test_resumed_booking_links_to_its_page_only_on_the_network_that_began_it(
    form: UnpaidForm, with_keys: FastAPI, caller_of: Callable[..., Api]
):
    first = form.book()

    elsewhere = caller_of(with_keys, address="203.0.113.9").try_to_book(userId=form.business.id, message="Q").json()
    here = form.send().json()

    assert (elsewhere["resumed"], elsewhere["pageUrl"]) == (True, None)
    assert here["pageUrl"] == first["pageUrl"]


def test_lapsed_or_paid_booking_is_not_resumed(form: UnpaidForm, deliver: Deliverer, let_lapse: Callable[[], None]):
    lapsed = form.book()
    let_lapse()
    paid = form.book()
    assert paid["id"] != lapsed["id"]
    form.pay(paid["payment"]["clientSecret"])
    deliver()
    assert form.send().status_code == 409


def test_resuming_counts_towards_the_limit_of_requests(
    form: UnpaidForm, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    limited = app_with(**form.provider.settings(), rate_limits="on")
    visitor = caller_of(limited, address="203.0.113.9")
    codes = [visitor.try_to_book(userId=form.business.id, message="Q").status_code for _ in range(REQUESTS.times + 1)]
    assert 429 in codes


def test_customer_is_emailed_at_once_and_ten_minutes_before_the_end(form: UnpaidForm, with_keys: FastAPI, present: Any):
    placed = form.book()

    (held,) = sent_emails(with_keys, form.business, "booking-held")
    assert "Pay $50.00" in held
    until = datetime.fromisoformat(placed["payment"]["expiresAt"])
    assert f"{until:%-I:%M %p}" in held
    assert sent_emails(with_keys, form.business, "hold-ending") == []

    present.shift(timedelta(minutes=21))
    drain(with_keys)
    assert len(sent_emails(with_keys, form.business, "hold-ending")) == 1


def test_paid_customer_is_not_reminded(form: UnpaidForm, with_keys: FastAPI, deliver: Deliverer, present: Any):
    placed = form.book()
    form.pay(placed["payment"]["clientSecret"])
    deliver()
    present.shift(timedelta(minutes=25))
    drain(with_keys)
    assert sent_emails(with_keys, form.business, "hold-ending") == []


def test_lapsed_booking_can_be_taken_again_at_the_agreed_price(
    form: UnpaidForm, with_keys: FastAPI, deliver: Deliverer, let_lapse: Callable[[], None]
):
    placed = form.book()
    let_lapse()

    page = form.page(placed)
    assert (page["status"], page["state"], page["held"]) == ("canceled", "lapsed", None)
    assert page["lapsedAt"] is not None
    (ended,) = sent_emails(with_keys, form.business, "hold-ended")
    assert "retake" in ended
    form.business.set_prices(salesTaxPercent=50)

    taken = ok_json(form.retake(placed))

    assert taken["state"] == "held"
    assert 29 * 60 < taken["payment"]["expiresIn"] <= 30 * 60
    assert form.page(placed)["total"] == placed["totalPrice"]
    assert form.send(customerEmail="bob@example.com").status_code == 409, "the letter is held again"
    assert len(sent_emails(with_keys, form.business, "booking-held")) == 1
    assert form.pay(taken["payment"]["clientSecret"]) == 200
    deliver()
    assert form.page(placed)["state"] == "confirmed"


def test_letters_booked_by_others_cannot_be_taken_again(form: UnpaidForm, let_lapse: Callable[[], None]):
    placed = form.book()
    let_lapse()
    form.book(customerEmail="bob@example.com")

    refused = form.retake(placed)

    assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
    assert "offers" in refused.json()
    assert form.page(placed)["state"] == "lapsed"


def test_retake_while_still_held_returns_the_same_payment(form: UnpaidForm):
    placed = form.book()
    taken = ok_json(form.retake(placed))
    assert taken["payment"]["clientSecret"] == placed["payment"]["clientSecret"]
    assert taken["payment"]["expiresAt"] == placed["payment"]["expiresAt"]


def test_only_lapsed_bookings_can_be_taken_again(form: UnpaidForm, deliver: Deliverer):
    confirmed = form.book()
    form.pay(confirmed["payment"]["clientSecret"])
    deliver()
    assert form.retake(confirmed).json()["code"] == "not_lapsed"

    declined = form.book(message="L")
    ok_json(form.business.set_status(declined["id"], "canceled"))
    assert form.page(declined)["state"] == "declined"
    assert form.retake(declined).json()["code"] == "not_lapsed"

    withdrawn = form.book(message="O")
    ok_json(form.visitor.post(f"{form.path(withdrawn)}/cancel", json={"fee": 0}))
    assert form.page(withdrawn)["state"] == "canceled"
    assert form.retake(withdrawn).json()["code"] == "not_lapsed"


def test_retake_counts_towards_the_limits_of_strangers(
    customer: Customer,
    app_with: Callable[..., FastAPI],
    provider: StandIn,
    caller_of: Callable[..., Api],
    let_lapse: Callable[[], None],
):
    business = customer.business
    business.add_letters({"X": 2})
    ok_json(business.patch("/api/payment-policy", json={"collectAtBooking": "deposit"}))
    visitor = caller_of(app_with(**provider.settings(), rate_limits="on"), address="192.0.2.1")
    wish = {"userId": business.id, "message": "X", "deliveryDate": "2027-06-01", "pickupDate": "2027-06-01"}
    lapsed = ok_json(visitor.try_to_book(**wish, customerEmail="ada@gmail.com"))
    let_lapse()
    ok_json(visitor.try_to_book(**wish, customerEmail="bob@gmail.com"))

    refused = visitor.post(f"/api/public/bookings/{lapsed['pageUrl'].rpartition('/')[2]}/retake")

    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_held")


def test_lapsed_booking_is_reported_to_the_business(
    form: UnpaidForm, with_keys: FastAPI, let_lapse: Callable[[], None]
):
    placed = form.book(customerName="Ada Lovelace")
    let_lapse()
    assert len(sent_emails(with_keys, form.business, "hold-ended")) == 1
    assert "Ada Lovelace did not pay in time" in notification_titles(form.business)
    assert ok_json(form.business.get(f"/api/bookings/{placed['id']}"))["lapsedAt"] is not None


def test_unpaid_bookings_are_leads_until_the_customer_books_again(
    form: UnpaidForm, deliver: Deliverer, let_lapse: Callable[[], None]
):
    placed = form.book(customerName="Ada Lovelace", customerPhone="(518) 555-0142")
    (held,) = form.leads()
    assert (held["bookingId"], held["number"], held["stage"]) == (placed["id"], placed["number"], "held")
    assert (held["customerName"], held["customerEmail"]) == ("Ada Lovelace", "ada@example.com")
    assert (held["message"], held["total"]) == ("Q", placed["totalPrice"])

    let_lapse()
    (lapsed,) = form.leads()
    assert (lapsed["bookingId"], lapsed["stage"]) == (placed["id"], "lapsed")

    again = form.book(customerEmail="Ada@example.com")
    assert [lead["bookingId"] for lead in form.leads()] == [again["id"]]
    form.pay(again["payment"]["clientSecret"])
    deliver()
    assert form.leads() == []


def test_declined_request_and_past_delivery_are_no_leads(form: UnpaidForm, with_keys: FastAPI, present: Any):
    declined = form.book(message="L")
    ok_json(form.business.set_status(declined["id"], "canceled"))
    assert form.leads() == []

    form.book(message="O", deliveryDate="2026-11-24", pickupDate="2026-11-25")
    present.shift(timedelta(days=4))
    drain(with_keys)
    assert form.leads() == []


def test_lead_is_emailed_again_on_request(form: UnpaidForm, with_keys: FastAPI, let_lapse: Callable[[], None]):
    placed = form.book()
    assert len(sent_emails(with_keys, form.business, "booking-held")) == 1

    assert form.business.post(f"/api/leads/{placed['id']}/send-again").status_code == 202
    assert len(sent_emails(with_keys, form.business, "booking-held")) == 2

    let_lapse()
    assert len(sent_emails(with_keys, form.business, "hold-ended")) == 1
    assert form.business.post(f"/api/leads/{placed['id']}/send-again").status_code == 202
    assert len(sent_emails(with_keys, form.business, "hold-ended")) == 2
    assert len([title for title in notification_titles(form.business) if "did not pay" in title]) == 1


def test_only_leads_are_emailed_again(form: UnpaidForm):
    declined = form.book(message="L")
    ok_json(form.business.set_status(declined["id"], "canceled"))
    refused = form.business.post(f"/api/leads/{declined['id']}/send-again")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_a_lead")


def test_lead_is_emailed_again_at_most_once_in_ten_minutes_and_three_times(form: UnpaidForm, present: Any):
    placed = form.book()

    def send() -> tuple[int, str | None]:
        answer = form.business.post(f"/api/leads/{placed['id']}/send-again")
        return answer.status_code, answer.json().get("code")

    assert (form.leads()[0]["emailsLeft"], form.leads()[0]["nextEmailAt"]) == (3, None)
    assert send() == (202, None)
    assert send() == (429, "emailed_just_now")
    assert form.leads()[0]["emailsLeft"] == 2
    wait = datetime.fromisoformat(form.leads()[0]["nextEmailAt"]) - datetime.now(UTC)
    assert timedelta(minutes=9) < wait <= timedelta(minutes=10)
    for _ in range(2):
        present.shift(timedelta(minutes=10))
        assert send() == (202, None)
    present.shift(timedelta(minutes=5))
    assert send() == (409, "emailed_often"), "no more, however long the business waits"
    assert form.leads()[0]["emailsLeft"] == 0


def test_emails_to_a_lead_count_across_its_stages(form: UnpaidForm, let_lapse: Callable[[], None], present: Any):
    placed = form.book()
    other = form.book(message="L", customerEmail="bob@example.com")
    path = f"/api/leads/{placed['id']}/send-again"
    assert form.business.post(path).status_code == 202
    assert form.business.post(f"/api/leads/{other['id']}/send-again").status_code == 202, "another booking"
    let_lapse()

    for _ in range(2):
        assert form.business.post(path).status_code == 202
        present.shift(timedelta(minutes=11))

    assert form.business.post(path).json()["code"] == "emailed_often"
