"""What a crew collects at a stop, and the cash of the day."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.bookings.models import Booking
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.payments.models import BookingPayment
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.support.inbox import Inbox

DAY = "2027-06-05"
AT_NOON = f"{DAY}T12:00:00Z"


class Door:
    """A delivery of $200 on a day, with the crew at the door."""

    def __init__(self, owner: Api, crew: Api) -> None:
        self.owner, self.crew = owner, crew
        owner.set_rules(timeZone="UTC", crewCollects=True)
        owner.add_letters("LOVE", quantity=5)
        self.booking = self.deliver()

    def deliver(self, **more: Any) -> int:
        fields = {"deliveryDate": f"{DAY}T15:00:00Z", "pickupDate": "2027-06-06", "asRequest": False, "totalPrice": 200}
        return self.owner.book(message="LOVE", **{**fields, **more})["id"]

    def report(self, kind: str = "cash", amount: Any = 200, *, by: Api | None = None, **more: Any) -> httpx.Response:
        body = {"clientId": "one", "bookingId": self.booking, "kind": kind, "amount": amount, "at": AT_NOON, **more}
        return (by or self.crew).post(
            "/api/crew/payments", json={name: value for name, value in body.items() if value is not None}
        )

    def cash(self, on: str = DAY) -> dict[str, Any]:
        return ok_json(self.owner.get("/api/day/cash", params={"date": on}))

    def sums(self) -> tuple[float, float, float]:
        shown = self.cash()
        return shown["expected"], shown["recorded"], shown["difference"]

    def stop(self, by: Api | None = None) -> dict[str, Any]:
        days = ok_json((by or self.crew).get("/api/crew"))["days"]
        (stop,) = [row for day in days for row in day["stops"] if row["kind"] == "delivery"]
        return stop

    def due(self) -> float:
        return ok_json(self.owner.get(f"/api/bookings/{self.booking}"))["balanceDue"]


@pytest.fixture(autouse=True)
def june(clock: Clock) -> None:
    """Set the clock to the morning of the day, before any user signs in."""
    clock.set(f"{DAY}T11:00:00+00:00")


@pytest.fixture
def door(operator: Api, new_caller: Callable[[], Api], database: Database) -> Door:
    crew = new_caller().register("luis@example.com")
    rows.join_team(database, crew.id, operator.id, "staff")
    return Door(operator, crew)


@pytest.fixture
def inbox(app: FastAPI, database: Database) -> Inbox:
    return Inbox(database, app.state.settings)


def test_cash_is_a_payment_of_the_booking(door: Door):
    recorded = ok_json(door.report(amount=120.5))
    assert (recorded["kind"], recorded["amount"], recorded["toCollect"]) == ("cash", 120.5, 79.5)
    assert door.due() == 79.5
    (entry,) = ok_json(door.owner.get(f"/api/bookings/{door.booking}/payments"))["entries"]
    assert (entry["kind"], entry["amount"], entry["receivedOn"], entry["by"]) == (
        "cash",
        120.5,
        DAY,
        door.crew.user["username"],
    )
    stop = door.stop()
    assert stop["toCollect"] == 79.5
    (report,) = stop["collected"]
    assert (report["kind"], report["amount"], report["by"]) == ("cash", 120.5, door.crew.user["username"])


def test_check_uses_the_name_of_the_business_for_checks(door: Door):
    ok_json(door.report("check"))
    (entry,) = ok_json(door.owner.get(f"/api/bookings/{door.booking}/payments"))["entries"]
    assert (entry["kind"], entry["methodName"]) == ("other", "Check")
    assert door.cash()["recorded"] == 200


def test_repeated_report_is_recorded_once(door: Door):
    first, again = door.report(), door.report()
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert door.sums() == (200, 200, 0)
    other = door.report(amount=10)
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")


def test_more_than_is_due_is_refused(door: Door):
    refused = door.report(amount=200.01)
    assert (refused.status_code, refused.json()["code"], refused.json()["due"]) == (409, "overpaid", 200)
    ok_json(door.report(amount=200))
    assert door.report(amount=0.01, clientId="two").json()["code"] == "overpaid"
    assert door.due() == 0


def test_reason_for_not_paying_reaches_the_business(door: Door, inbox: Inbox):
    ok_json(door.report("not_paid", amount=None, reason="Pays by transfer on Monday"))
    (row,) = door.cash()["notPaid"]
    assert (row["bookingId"], row["reason"], row["by"]) == (
        door.booking,
        "Pays by transfer on Monday",
        door.crew.user["username"],
    )
    assert door.sums() == (200, 0, -200)
    assert door.stop()["collected"][0]["kind"] == "not_paid"
    inbox.send_due()
    (note,) = [
        row for row in ok_json(door.owner.get("/api/notifications"))["items"] if row["kind"] == "payment.not_collected"
    ]
    assert note["text"] == f"{door.crew.user['username']}: Pays by transfer on Monday"


def test_card_link_requests_the_balance_by_email(door: Door):
    assert ok_json(door.report("card_link", amount=None))["amount"] == 200
    assert door.sums() == (200, 0, -200)
    ok_json(
        door.owner.patch(f"/api/bookings/{door.booking}", json={"customerEmail": None, "customerPhone": "555 0199"})
    )
    refused = door.report("card_link", amount=None, clientId="two")
    assert (refused.status_code, [*refused.json()["fields"]]) == (422, ["customerEmail"])


@pytest.mark.parametrize(
    "change, field",
    [
        ({"amount": None}, "amount"),
        ({"amount": 0}, "amount"),
        ({"amount": -5}, "amount"),
        ({"kind": "check", "amount": None}, "amount"),
        ({"kind": "not_paid", "amount": None}, "reason"),
        ({"kind": "barter"}, "kind"),
        ({"clientId": " "}, "clientId"),
        ({"at": DAY}, "at"),
        ({"at": "2027-06-09T12:00:00Z"}, "at"),
        ({"at": "2025-06-09T12:00:00Z"}, "at"),
    ],
)
@pytest.mark.either_database
def test_invalid_field_is_named_and_nothing_is_recorded(change: dict[str, Any], field: str, door: Door):
    refused = door.report(**{"kind": "cash", **change})
    assert (refused.status_code, [*refused.json()["fields"]]) == (422, [field])
    assert door.due() == 200
    assert door.sums() == (200, 0, -200)


def test_staff_report_only_if_the_crew_collects(door: Door):
    door.owner.set_rules(crewCollects=False)
    refused = door.report()
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert door.stop()["collected"] is None
    ok_json(door.report(by=door.owner))
    assert door.crew.get("/api/day/cash").status_code == 403


def test_booking_of_another_business_is_unknown(door: Door, other_operator: Api):
    refused = door.report(by=other_operator)
    assert refused.status_code == 404
    assert door.due() == 200


def test_day_adds_up_by_person_and_expects_the_same_whatever_was_recorded(door: Door):
    other = door.deliver(totalPrice=100)
    assert door.sums() == (300, 0, -300)
    ok_json(door.report(amount=150))
    body = {"kind": "cash", "amount": 40, "receivedOn": DAY}
    ok_json(door.owner.post(f"/api/bookings/{other}/payments", json=body))
    ok_json(door.owner.post(f"/api/bookings/{other}/payments", json={"kind": "bank_transfer", "amount": 60}))
    shown = door.cash()
    # The bank transfer is no longer to be collected.
    assert (shown["expected"], shown["recorded"], shown["difference"]) == (240, 190, -50)
    assert [(row["userId"], row["amount"]) for row in shown["byPerson"]] == [(door.crew.id, 150), (door.owner.id, 40)]


def test_voided_payment_no_longer_counts(door: Door):
    ok_json(door.report())
    (entry,) = ok_json(door.owner.get(f"/api/bookings/{door.booking}/payments"))["entries"]
    ok_json(door.owner.post(f"/api/bookings/{door.booking}/payments/{entry['id']}/void"))
    assert door.sums() == (200, 0, -200)
    stop = door.stop()
    assert (stop["toCollect"], stop["collected"]) == (200, [])


@pytest.mark.parametrize(
    "owed_again, sums", [(True, (200, 0, -200)), (False, (0, 0, 0))], ids=["to be paid again", "no longer owed"]
)
def test_refund_on_the_same_day_is_deducted(owed_again: bool, sums: tuple[float, float, float], door: Door):
    ok_json(door.owner.post(f"/api/bookings/{door.booking}/payments", json={"kind": "cash", "amount": 200}))
    (entry,) = ok_json(door.owner.get(f"/api/bookings/{door.booking}/payments"))["entries"]
    body = {"amount": 200, "meaning": "repay" if owed_again else "reduce"}
    ok_json(door.owner.post(f"/api/bookings/{door.booking}/payments/{entry['id']}/refund", json=body))
    assert door.sums() == sums
    shown = door.cash()
    assert [row["amount"] for row in shown["payments"]] == [200, -200]
    assert [(row["userId"], row["amount"]) for row in shown["byPerson"]] == [(door.owner.id, 0)]


def test_crew_does_not_collect_what_a_bank_is_still_transferring(door: Door, database: Database):
    transfer = {"entry": "payment", "kind": "card", "state": "processing", "amount_cents": 5_000, "currency": "USD"}
    with database.write() as db:
        set_operator(db, door.owner.id)
        db.scalars(select(Booking).where(Booking.id == door.booking)).one().processing_cents = 5_000
        db.add(BookingPayment(booking_id=door.booking, created_at=clock.now(), **transfer))
    assert door.due() == door.stop()["toCollect"] == 150
    assert door.sums() == (150, 0, -150)
    assert door.report(amount=150.01).json()["code"] == "overpaid"
    assert ok_json(door.report(amount=150))["toCollect"] == 0


def test_payment_at_night_counts_on_its_local_day(door: Door):
    door.owner.set_rules(timeZone="America/Chicago")
    # 11:30 PM in Chicago.
    ok_json(door.report(at="2027-06-05T04:30:00Z"))
    assert door.cash("2027-06-04")["recorded"] == 200
    assert door.cash(DAY)["recorded"] == 0


def test_closed_day_keeps_what_was_handed_over_until_it_is_reopened(door: Door):
    ok_json(door.report(amount=150))
    path = f"/api/day/cash?date={DAY}"
    closed = ok_json(door.owner.put(path, json={"handedOver": 140, "note": "Ten for parking"}))
    assert (closed["handedOver"]["amount"], closed["handedOver"]["difference"]) == (140, -10)
    assert (closed["handedOver"]["note"], closed["handedOver"]["closedBy"]) == (
        "Ten for parking",
        door.owner.user["username"],
    )
    assert ok_json(door.owner.put(path, json={"handedOver": 150}))["handedOver"]["difference"] == 0
    assert ok_json(door.owner.delete(path))["handedOver"] is None
    assert ok_json(door.owner.delete(path))["handedOver"] is None
    refused = door.owner.put(path, json={"handedOver": -1})
    assert (refused.status_code, [*refused.json()["fields"]]) == (422, ["handedOver"])
