"""Payment at booking and the limits for strangers: an unpaid hold counts like a request."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.booking_form.form_callers import CODE_TRIES
from marqueedesk.mail.mail import RecordingMailer
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.paying import Customer
from tests.support.standin import StandIn
from tests.support.strangers import SMTP

DAYS = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-01"}


class PaidForm:
    """The form of a business with two X that collects a deposit, with rate limits and email turned on."""

    def __init__(self, customer: Customer, limited: FastAPI, unmetered: FastAPI, caller_of: Callable[..., Api]) -> None:
        self.business, self.provider = customer.business, customer.provider
        self._limited, self._caller_of = limited, caller_of
        self._mailer = RecordingMailer()
        self._worker = Worker(unmetered.state.database, unmetered.state.settings, mailer=self._mailer)
        self.business.add_letters({"X": 2})
        self.business.set_rules(approvalRequired=False)
        ok_json(self.business.patch("/api/payment-policy", json={"collectAtBooking": "deposit"}))

    def visitor(self, address: str) -> Api:
        return self._caller_of(self._limited, address=address)

    def book(self, address: str, **fields: Any) -> dict[str, Any]:
        wish = {"userId": self.business.id, "message": "X", **DAYS, **fields}
        return ok_json(self.visitor(address).try_to_book(**wish))

    def token_for(self, email: str) -> str:
        """The email confirmation token from the email to this address."""
        self._worker.all_due()
        (text,) = [mail.text for mail in self._mailer.sent if mail.to == email]
        (token,) = re.findall(r"/api/public/bookings/([a-z2-7]+)/confirm-address", text)
        return token

    def read(self, booking: dict[str, Any]) -> dict[str, Any]:
        return ok_json(self.business.get(f"/api/bookings/{booking['id']}"))


@pytest.fixture
def paid_form(
    customer: Customer, app_with: Callable[..., FastAPI], provider: StandIn, caller_of: Callable[..., Api]
) -> PaidForm:
    settings = provider.settings() | {"smtp_url": SMTP}
    return PaidForm(customer, app_with(**settings, rate_limits="on"), app_with(**settings), caller_of)


def test_booking_beyond_the_share_of_unpaid_holds_is_paid_after_email_confirmation(
    paid_form: PaidForm, deliver: Deliverer
):
    first = paid_form.book("192.0.2.1", customerEmail="ada@gmail.com")
    over = paid_form.book("192.0.2.2", customerEmail="bob@gmail.com")

    assert first["payment"]["amount"] == 25
    assert "payment" not in over
    assert (over["held"], over["confirmAddress"]) == (False, True)

    token = paid_form.token_for("bob@gmail.com")
    page = ok_json(paid_form.visitor("192.0.2.2").get(f"/api/public/bookings/{token}/confirm-address"))
    assert page["paying"]["payBy"] is not None
    assert 29 * 60 < page["held"]["secondsLeft"] <= 30 * 60
    path = f"/api/public/bookings/{over['pageUrl'].rpartition('/')[2]}"
    opened = ok_json(paid_form.business.post(f"{path}/pay", json={"part": "deposit", "amount": 25}))
    assert paid_form.provider.pay(opened["clientSecret"]).status_code == 200
    deliver()
    assert paid_form.read(over)["status"] == "confirmed"


def test_paid_booking_does_not_count_toward_the_share_of_strangers(paid_form: PaidForm, deliver: Deliverer):
    first = paid_form.book("192.0.2.1", customerEmail="ada@gmail.com")
    assert paid_form.provider.pay(first["payment"]["clientSecret"]).status_code == 200
    deliver()
    assert paid_form.read(first)["status"] == "confirmed"

    second = paid_form.book("192.0.2.2", customerEmail="bob@gmail.com")
    assert second["payment"]["amount"] == 25


def test_booking_with_a_recorded_payment_does_not_count_toward_the_share_of_strangers(
    paid_form: PaidForm, deliver: Deliverer
):
    ok_json(paid_form.business.patch("/api/payment-policy", json={"collectAtBooking": "nothing"}))
    paid_form.business.set_rules(approvalRequired=False)
    first = paid_form.book("192.0.2.1", customerEmail="ada@gmail.com")
    assert first["status"] == "confirmed"
    assert paid_form.book("192.0.2.2", customerEmail="bob@gmail.com")["status"] == "pending"

    paid = {"amount": 25, "kind": "cash"}
    ok_json(paid_form.business.post(f"/api/bookings/{first['id']}/payments", json=paid))
    deliver()

    assert paid_form.book("192.0.2.3", customerEmail="cid@gmail.com")["status"] == "confirmed"


def test_request_with_a_recorded_payment_gets_a_longer_hold_after_email_confirmation(paid_form: PaidForm):
    ok_json(paid_form.business.patch("/api/payment-policy", json={"collectAtBooking": "nothing"}))
    paid_form.business.set_rules(approvalRequired=True)
    first = paid_form.book("192.0.2.1", customerEmail="ada@gmail.com")
    token = paid_form.token_for("ada@gmail.com")
    ok_json(paid_form.business.post(f"/api/bookings/{first['id']}/payments", json={"amount": 25, "kind": "cash"}))

    page = ok_json(paid_form.visitor("192.0.2.1").get(f"/api/public/bookings/{token}/confirm-address"))

    assert page["held"]["secondsLeft"] > 24 * 3600
    assert paid_form.book("192.0.2.2", customerEmail="bob@gmail.com")["held"], (
        "paid requests do not count toward the share"
    )


def test_valid_discount_code_does_not_count_as_a_failed_attempt(paid_form: PaidForm):
    ok_json(paid_form.business.post("/api/discount-codes", json={"code": "summer", "percent": 10}))
    visitor = paid_form.visitor("192.0.2.1")

    def guess(name: str) -> int:
        body = {"userId": paid_form.business.id, "message": "X", "size": "4ft", **DAYS, "discountCode": name}
        return visitor.post("/api/estimate", json=body).status_code

    assert [guess(f"guess{number}") for number in range(CODE_TRIES.times - 1)] == [422] * (CODE_TRIES.times - 1)
    assert paid_form.book("192.0.2.1", discountCode="summer")["payment"]["amount"] > 0
    assert (guess("the last"), guess("one more")) == (422, 429)


def test_hold_during_a_provider_outage_counts_toward_the_limit_for_strangers(paid_form: PaidForm):
    paid_form.provider.fault("500", "POST /v1/payment_intents", times=1000)
    first = paid_form.book("192.0.2.1", customerEmail="ada@gmail.com")
    assert first["payBy"] is not None
    paid_form.provider.mend()

    over = paid_form.book("192.0.2.2", customerEmail="bob@gmail.com")
    assert (over["held"], over["confirmAddress"]) == (False, True)
