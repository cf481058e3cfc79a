"""A booking's payments from the operator's view: recorded manually, refunded and voided."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from sqlalchemy import delete, select

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.kit.watch.audit import AuditEntry
from marqueedesk.payments.models import BookingPayment
from tests.support.api import Api, ok_json


class Money:
    """A confirmed booking of $250 with a deposit of $50, and its payments."""

    def __init__(self, business: Api) -> None:
        self.business = business
        business.set_prices(depositFlat=50)
        self.id: int = business.book(addOns={"lighting": True, "stand": False})["id"]
        ok_json(business.set_status(self.id, "confirmed"))

    def read(self) -> dict[str, Any]:
        return ok_json(self.business.get(f"/api/bookings/{self.id}/payments"))

    def record(self, amount: Any, kind: str = "cash", *, key: str | None = None, **more: Any) -> httpx.Response:
        body = {"kind": kind, "amount": amount, **more}
        headers = {"Idempotency-Key": key} if key else {}
        return self.business.post(f"/api/bookings/{self.id}/payments", json=body, headers=headers)

    def refund(self, payment_id: int, amount: Any, *, key: str | None = None) -> httpx.Response:
        headers = {"Idempotency-Key": key} if key else {}
        body = {"amount": amount, "note": "Too early"}
        return self.business.post(f"/api/bookings/{self.id}/payments/{payment_id}/refund", json=body, headers=headers)

    def booking(self) -> tuple[float, float]:
        shown = ok_json(self.business.get(f"/api/bookings/{self.id}"))
        return shown["depositPaid"], shown["balanceDue"]


@pytest.fixture
def money(operator: Api) -> Money:
    operator.add_letters("LOVE")
    return Money(operator)


def recorded_payment_events(database: Database) -> list[str]:
    with database.read() as db:
        return [job.kind for job in db.scalars(select(Job).order_by(Job.id)) if job.kind.startswith("payment.")]


def test_cash_and_bank_transfers_can_pay_a_booking_in_parts(money: Money, database: Database):
    first = ok_json(money.record(19.99, note="At the door", receivedOn="2027-02-28"))
    assert (first["received"], first["depositDue"], first["balanceDue"]) == (19.99, 30.01, 230.01)
    assert money.booking() == (19.99, 230.01)

    ok_json(money.record(30.01, "bank_transfer", sendReceipt=True))
    assert money.booking() == (50, 200)
    more = money.record(200.01, "other")
    assert (more.status_code, more.json()) == (
        409,
        {"message": "Only $200.00 is due on this booking.", "code": "overpaid", "due": 200},
    )
    whole = ok_json(money.record(200, "other"))

    assert (whole["received"], whole["balanceDue"], whole["overpaid"]) == (250, 0, 0)
    assert money.record(0.01).json()["message"] == "This booking is already paid in full."
    entries = [(row["kind"], row["amount"], row["state"], row["note"], row["receivedOn"]) for row in whole["entries"]]
    assert entries == [
        ("other", 200, "received", None, None),
        ("bank_transfer", 30.01, "received", None, None),
        ("cash", 19.99, "received", "At the door", "2027-02-28"),
    ]
    assert {row["by"] for row in whole["entries"]} == {money.business.user["username"]}
    assert recorded_payment_events(database) == ["payment.received"], "a receipt is sent only if requested"
    with database.read() as db:
        noted = [row.details for row in db.scalars(select(AuditEntry).where(AuditEntry.action == "payment.recorded"))]
    assert [(row["amount"], row["currency"]) for row in noted] == [(19.99, "USD"), (30.01, "USD"), (200, "USD")]


def test_customer_page_shows_recorded_payments(money: Money, visitor: Api):
    ok_json(money.record(50))
    token = money.business.booking_token(money.id)

    shown = ok_json(visitor.get(f"/api/public/bookings/{token}"))

    assert (shown["received"], shown["balanceDue"]) == (50, 200)
    assert [(row["kind"], row["amount"]) for row in shown["payments"]] == [("cash", 50)]
    assert "by" not in shown["payments"][0], "customers do not see who recorded the payment"
    assert shown["paying"] == {
        "card": False,
        "deposit": 0,
        "balance": 200,
        "processing": 0,
        "returning": 0,
        "toReturn": 0,
        "howToPay": None,
        "payBy": None,
        "capture": "now",
        "smallest": 0.5,
        "shares": 0,
        "giftCards": False,
    }


def test_retried_payment_or_refund_is_recorded_once(money: Money):
    for _ in range(5):
        paid = ok_json(money.record(50, key="once"))
    assert len(paid["entries"]) == 1
    assert money.record(60, key="once").json()["code"] == "idempotency_key_reused"
    for _ in range(5):
        left = ok_json(money.refund(paid["entries"][0]["id"], 20, key="back"))

    assert (left["received"], len(left["entries"])) == (30, 2)


def test_partial_refunds_never_exceed_the_payment(money: Money, database: Database):
    paid = ok_json(money.record(50))["entries"][0]["id"]

    ok_json(money.refund(paid, 20.5))
    over = money.refund(paid, 29.51)
    rest = ok_json(money.refund(paid, 29.5))

    assert (over.status_code, over.json()["message"], over.json()["refundable"]) == (
        409,
        "You can refund at most $29.50 of this payment.",
        29.5,
    )
    assert money.refund(paid, 1).json()["message"] == "This payment can't be refunded any further."
    assert (rest["received"], money.booking()) == (0, (0, 200))
    assert [(row["entry"], row["state"], row["refundOf"]) for row in rest["entries"]] == [
        ("refund", "returned", paid),
        ("refund", "returned", paid),
        ("payment", "received", None),
    ]
    assert money.refund(rest["entries"][0]["id"], 1).json()["code"] == "too_much_back", "a refund cannot be refunded"
    assert recorded_payment_events(database) == ["payment.refunded"] * 2


def test_voided_payment_stays_listed_as_void(money: Money):
    paid = ok_json(money.record(250))["entries"][0]

    answers = [money.business.post(f"/api/bookings/{money.id}/payments/{paid['id']}/void") for _ in range(2)]

    assert paid["canVoid"]
    assert [ok_json(answer)["received"] for answer in answers] == [0, 0]
    assert [row["state"] for row in money.read()["entries"]] == ["void"]
    assert money.refund(paid["id"], 1).json()["code"] == "too_much_back"
    again = ok_json(money.record(10))["entries"][0]["id"]
    ok_json(money.refund(again, 1))
    kept = money.business.post(f"/api/bookings/{money.id}/payments/{again}/void")
    assert (kept.status_code, kept.json()["code"]) == (409, "not_voidable")


def test_invalid_payment_amount_is_refused(money: Money):
    for amount in (0, -1, 0.001, "50", None, 1e12):
        answer = money.record(amount)

        assert (answer.status_code, answer.json()["fields"]) == (
            422,
            {"amount": "Please enter an amount, for example 120.50"},
        ), amount
    assert money.read()["entries"] == []


def test_lowered_total_shows_the_overpaid_amount(money: Money):
    ok_json(money.record(250))
    ok_json(money.business.patch(f"/api/bookings/{money.id}", json={"totalPrice": 200}))

    shown = money.read()

    assert (shown["overpaid"], shown["balanceDue"]) == (50, 0)


def test_payments_can_be_deleted_with_their_business(money: Money, database: Database):
    paid = ok_json(money.record(50))["entries"][0]["id"]
    ok_json(money.refund(paid, 20))

    with database.write() as db, all_tenants(db, "the test removes a business's rows, as administrators do"):
        db.execute(delete(BookingPayment).where(BookingPayment.operator_id == money.business.id))

    assert money.read()["entries"] == []


def test_payments_of_another_business_are_not_accessible(
    money: Money, other_operator: Api, new_caller: Callable[[], Api]
):
    paid = ok_json(money.record(50))["entries"][0]["id"]
    other_operator.add_letters("LOVE")
    theirs = Money(other_operator)

    assert other_operator.get(f"/api/bookings/{money.id}/payments").status_code == 404
    answer = theirs.refund(paid, 1)
    assert (answer.status_code, answer.json()["code"]) == (404, "no_payment")
    assert new_caller().get(f"/api/bookings/{money.id}/payments").status_code == 401


def test_several_bookings_are_marked_as_paid(business: Api):
    owed, pending = Money(business), business.book(deliveryDate="2027-08-01", pickupDate="2027-08-02")
    paid = Money(business)
    ok_json(paid.record(250))

    outcomes = ok_json(
        business.post("/api/bookings/bulk", json={"action": "mark_paid", "ids": [owed.id, paid.id, pending["id"]]})
    )["outcomes"]

    assert [(row["id"], row["done"], row["code"]) for row in outcomes] == [
        (owed.id, True, None),
        (paid.id, False, "paid_already"),
        (pending["id"], False, "not_payable"),
    ]
    money = owed.read()
    assert (money["received"], money["balanceDue"]) == (250, 0)
    (entry,) = money["entries"]
    assert (entry["kind"], entry["amount"], entry["note"]) == ("other", 250, "Marked as paid")
    assert paid.read()["received"] == 250
