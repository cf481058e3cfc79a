"""A customer's own unpaid hold: what a resumed request takes over, and requests that take its place."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from httpx import Response

from tests.support.api import YARD, Api, ok_json
from tests.support.approving import finish
from tests.support.billing import Deliverer
from tests.support.paying import Customer, balance, sent_emails

DAYS = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-03"}
HERE, ELSEWHERE = "192.0.2.1", "203.0.113.9"


class OwnHold:
    """A business that has one Q and collects a deposit at booking, and a customer who holds the Q unpaid."""

    def __init__(self, customer: Customer, app: FastAPI, caller_of: Callable[..., Api]) -> None:
        self.business, self.provider = customer.business, customer.provider
        self._app, self._caller_of = app, caller_of
        ok_json(self.business.set_status(customer.id, "canceled", notify=False))
        self.business.set_rules(approvalRequired=False)
        ok_json(self.business.patch("/api/payment-policy", json={"collectAtBooking": "deposit"}))
        self.business.add_letter("Q", 1)
        self.first = ok_json(self.send(customerName="Ada", customerPhone="(518) 555-0142", notes="Gate code 4711"))

    def send(self, network: str = HERE, **fields: Any) -> Response:
        visitor = self._caller_of(self._app, address=network)
        return visitor.try_to_book(userId=self.business.id, **{"message": "Q", "address": YARD, **DAYS, **fields})

    def read(self, booking: dict[str, Any]) -> dict[str, Any]:
        return ok_json(self.business.get(f"/api/bookings/{booking['id']}"))

    def intent(self, booking: dict[str, Any]) -> dict[str, Any]:
        ident = booking["payment"]["clientSecret"].split("_secret_")[0]
        return self.provider.app.state.world.objects["payment_intent"][ident]

    def pay(self, booking: dict[str, Any]) -> int:
        return self.provider.pay(booking["payment"]["clientSecret"]).status_code


@pytest.fixture
def hold(customer: Customer, with_keys: FastAPI, caller_of: Callable[..., Api]) -> OwnHold:
    return OwnHold(customer, with_keys, caller_of)


# --- Resuming -------------------------------------------------------------------------------------------------------


def test_resumed_booking_takes_over_contact_times_and_notes(hold: OwnHold):
    again = hold.send(
        customerName="Ada Lovelace",
        customerPhone="(518) 555-0199",
        notes="Ring twice",
        address={**YARD, "accessNotes": "Use the ramp"},
        deliveryDate="2027-06-01T09:30:00",
        pickupDate="2027-06-03T16:00:00",
    )

    assert (again.status_code, again.json()["id"], again.json()["resumed"]) == (200, hold.first["id"], True)
    assert again.json()["payment"]["clientSecret"] == hold.first["payment"]["clientSecret"]
    assert again.json()["payment"]["expiresAt"] == hold.first["payment"]["expiresAt"]
    stored = hold.read(hold.first)
    assert (stored["customerName"], stored["customerPhone"]) == ("Ada Lovelace", "(518) 555-0199")
    assert (stored["notes"], stored["address"]["accessNotes"]) == ("Ring twice", "Use the ramp")
    assert (stored["deliveryDate"][11:16], stored["pickupDate"][11:16]) == ("09:30", "16:00")
    (listed,) = ok_json(hold.business.get("/api/bookings", params={"q": "555-0199"}))
    assert listed["id"] == hold.first["id"], "the search finds the new phone"


def test_resumed_booking_keeps_the_contact_of_its_own_network(hold: OwnHold):
    again = hold.send(ELSEWHERE, customerName="Eve", customerPhone="(518) 555-0100", notes="Deliver elsewhere")

    assert (again.status_code, again.json()["id"], again.json()["pageUrl"]) == (200, hold.first["id"], None)
    stored = hold.read(hold.first)
    assert (stored["customerName"], stored["customerPhone"]) == ("Ada", "(518) 555-0142")
    assert stored["notes"] == "Gate code 4711"


def test_times_that_are_closed_are_not_taken_over(hold: OwnHold):
    days = {"message": "L", "deliveryDate": "2026-11-25", "pickupDate": "2026-11-26"}
    soon = ok_json(hold.send(**days))
    hold.business.set_rules(minimumNoticeHours=144)

    refused = hold.send(**days | {"deliveryDate": "2026-11-25T15:00:00"}, customerPhone="(518) 555-0199")
    assert (refused.status_code, refused.json()["code"]) == (409, "closed_day")
    assert hold.read(soon)["customerPhone"] != "(518) 555-0199"

    ok_json(hold.send(**days, customerPhone="(518) 555-0177"))
    assert hold.read(soon)["customerPhone"] == "(518) 555-0177", "its own time was open when it was sent"


# --- Replacing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        {"message": "QL"},
        {"pickupDate": "2027-06-04"},
        {"deliveryDate": "2027-06-02"},
        {"addOns": {"lighting": True, "stand": True}},
        {"address": {**YARD, "street": "99 Elm Street"}},
        {"customerEmail": "ADA@example.com", "message": "QQ", "askAnyway": True},
    ],
    ids=["letters", "days", "overlapping days", "options", "place", "ask anyway"],
)
def test_changed_request_takes_the_place_of_the_own_hold(hold: OwnHold, with_keys: FastAPI, other: dict[str, Any]):
    sent = hold.send(**other)

    assert sent.status_code == 201, sent.text
    if not other.get("askAnyway"):
        replaced = hold.read(hold.first)
        assert (replaced["status"], replaced["lapsedAt"]) == ("canceled", None)
        assert replaced["history"][-1]["changes"]["reason"][1] == "Replaced by the customer's new request"
        assert (sent.json()["state"], sent.json().get("resumed")) == ("held", None)
        finish(with_keys)
        assert hold.intent(hold.first)["status"] == "canceled"
        assert [lead["bookingId"] for lead in ok_json(hold.business.get("/api/leads"))] == [sent.json()["id"]]
        assert sent_emails(with_keys, hold.business, "canceled") == []
        assert hold.pay(sent.json()) == 200


def test_page_of_a_replaced_booking_links_to_the_latest_one(hold: OwnHold):
    second = ok_json(hold.send(message="QL"))
    third = ok_json(hold.send(pickupDate="2027-06-04"))

    for replaced in (hold.first, second):
        page = ok_json(hold.business.get(f"/api/public/bookings/{replaced['pageUrl'].rpartition('/')[2]}"))
        assert page["state"] == "canceled"
        assert page["replacedBy"] == {"number": third["number"], "pageUrl": third["pageUrl"]}
    page = ok_json(hold.business.get(f"/api/public/bookings/{third['pageUrl'].rpartition('/')[2]}"))
    assert (page["state"], page["replacedBy"]) == ("held", None)


def test_reopened_booking_is_no_longer_replaced(hold: OwnHold):
    other = ok_json(hold.send(pickupDate="2027-06-04"))
    address = f"/api/public/bookings/{hold.first['pageUrl'].rpartition('/')[2]}"
    assert ok_json(hold.business.get(address))["replacedBy"] is not None
    ok_json(hold.business.set_status(other["id"], "canceled", notify=False))

    ok_json(hold.business.set_status(hold.first["id"], "confirmed", reopen=True, notify=False))

    assert ok_json(hold.business.get(address))["replacedBy"] is None


def test_other_network_does_not_replace_the_hold(hold: OwnHold):
    refused = hold.send(ELSEWHERE, pickupDate="2027-06-04")

    assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
    assert hold.read(hold.first)["status"] == "pending"
    assert hold.send(ELSEWHERE, addOns={"lighting": True, "stand": True}).status_code == 409


def test_other_customer_on_the_network_does_not_replace_the_hold(hold: OwnHold):
    refused = hold.send(customerEmail="bob@example.com", pickupDate="2027-06-04")

    assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")
    assert hold.read(hold.first)["status"] == "pending"


def test_hold_stays_if_the_changed_request_is_refused(hold: OwnHold):
    refused = hold.send(message="QQ")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_letters")

    stale = hold.send(addOns={"lighting": True, "stand": True}, totalPrice=1)
    assert (stale.status_code, stale.json()["code"]) == (409, "price_changed")

    assert hold.read(hold.first)["status"] == "pending"
    assert hold.pay(hold.first) == 200


def test_hold_that_is_not_in_the_way_stays(hold: OwnHold):
    second = ok_json(hold.send(message="L"))
    third = ok_json(hold.send(message="O"))

    replacing = ok_json(hold.send(message="QE"))

    statuses = [hold.read(each)["status"] for each in (hold.first, second, third, replacing)]
    assert statuses == ["canceled", "pending", "pending", "pending"]


def test_request_takes_the_place_of_several_own_holds(hold: OwnHold):
    hold.business.add_letter("Z", 1)
    other = ok_json(hold.send(message="Z"))

    both = ok_json(hold.send(message="QZ"))

    assert [hold.read(each)["status"] for each in (hold.first, other, both)] == ["canceled", "canceled", "pending"]


def test_own_hold_does_not_use_up_the_day_or_the_code(hold: OwnHold):
    code = {"code": "once", "percent": 10, "uses": 1}
    ok_json(hold.business.post("/api/discount-codes", json=code))
    coded = ok_json(hold.send(discountCode="once", addOns={"lighting": True, "stand": False}))
    hold.business.set_rules(maxDeliveriesPerDay=1)

    changed = hold.send(discountCode="once", pickupDate="2027-06-04")

    assert changed.status_code == 201, changed.text
    assert hold.read(coded)["status"] == "canceled"


def test_paid_booking_is_not_replaced(hold: OwnHold, deliver: Deliverer):
    hold.pay(hold.first)
    deliver()

    assert hold.send(pickupDate="2027-06-04").status_code == 409
    assert hold.read(hold.first)["status"] == "confirmed"


def test_authorized_request_is_not_replaced(hold: OwnHold, deliver: Deliverer):
    hold.business.set_rules(approvalRequired=True)
    ok_json(hold.business.set_status(hold.first["id"], "canceled", notify=False))
    authorized = ok_json(hold.send())
    hold.pay(authorized)
    deliver()

    assert hold.send(pickupDate="2027-06-04").status_code == 409
    assert hold.read(authorized)["authorized"] == 50


def test_payment_made_while_the_hold_is_replaced_is_refunded(hold: OwnHold, with_keys: FastAPI, deliver: Deliverer):
    assert hold.pay(hold.first) == 200

    replacing = ok_json(hold.send(pickupDate="2027-06-04"))
    finish(with_keys)
    deliver()

    assert [hold.read(each)["status"] for each in (hold.first, replacing)] == ["canceled", "pending"]
    assert balance(hold.provider) == 0
    assert hold.pay(replacing) == 200
    deliver()
    assert (hold.read(replacing)["status"], balance(hold.provider)) == ("confirmed", 5000)
