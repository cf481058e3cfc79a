"""Late fees: proposed when a part of the price is overdue past its grace period, charged by a team member (S56)."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts import suspension
from marqueedesk.kit import clock as product
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.pricing.payment_terms import LateFee, months_after
from marqueedesk.worker import Worker, propose_late_fees
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.clock import Clock
from tests.support.paying import policy, sent_emails
from tests.support.together import all_together

BOOKED, DUE = "2027-05-01", "2027-06-03"
FIVE_PERCENT = {"percent": 5, "graceDays": 5}
MONTHLY = {"amount": 25, "every": "month", "graceDays": 0}


DAYS = "2027-06-10", "2027-06-11"


class Fees:
    """A booking of $1,000 whose deposit of $200 is paid and whose balance is due on June 3, a week before delivery."""

    def __init__(
        self,
        app: FastAPI,
        operator: Api,
        clock: Clock,
        fee: dict[str, Any] | None,
        *,
        days: tuple[str, str] = DAYS,
        paid: float = 200,
        tax: str = "nothing",
        **terms: Any,
    ) -> None:
        self.app, self.operator, self.clock, self.days = app, operator, clock, days
        operator.set_rules(timeZone="UTC")
        operator.add_letter("E", 9)
        if tax == "tax":
            operator.set_prices(salesTaxPercent=20)
            ok_json(operator.patch("/api/business-details", json={"pricesInclude": tax}))
        policy(operator, **{"depositAmount": 200, "balanceDueDays": 7, "lateFee": fee} | terms)
        self.book(paid=paid)

    def book(self, *, as_request: bool = False, paid: float) -> None:
        """Make another booking, with which the calls below go on."""
        delivery, pickup = self.days
        fields = {"message": "EEE", "deliveryDate": delivery, "pickupDate": pickup, "totalPrice": 1000}
        self.booking = self.operator.book(asRequest=as_request, **fields)
        self.path = f"/api/bookings/{self.booking['id']}"
        if paid:
            self.pay(paid)

    def pay(self, amount: float) -> int:
        body = {"kind": "cash", "amount": amount}
        return ok_json(self.operator.post(f"{self.path}/payments", json=body))["entries"][-1]["id"]

    def go(self, day: str) -> None:
        """Move to a day and let the worker propose fees."""
        self.move(day)
        propose_late_fees(self.app.state.database, product.now())

    def move(self, day: str) -> None:
        self.clock.set(f"{day}T12:00:00+00:00")
        self.operator.login(self.operator.user["email"], PASSWORD)

    def rows(self) -> list[dict[str, Any]]:
        return ok_json(self.operator.get(f"{self.path}/charges"))["charges"]

    def decide(self, state: str, row: int = 0, **more: Any) -> Any:
        return self.operator.patch(f"{self.path}/charges/{self.rows()[row]['id']}", json={"state": state} | more)

    def balance(self) -> float:
        return ok_json(self.operator.get(self.path))["balanceDue"]


@pytest.fixture(autouse=True)
def booked(clock: Clock) -> None:
    clock.set(f"{BOOKED}T12:00:00+00:00")


@pytest.fixture
def fees(app: FastAPI, operator: Api, clock: Clock) -> Callable[..., Fees]:
    return lambda fee, **more: Fees(app, operator, clock, fee, **more)


def test_late_fee_is_proposed_after_the_grace_period(fees: Callable[..., Fees]):
    one = fees(FIVE_PERCENT)
    one.go("2027-06-08")
    assert one.rows() == [], "a grace period of five days"

    one.go("2027-06-09")
    one.go("2027-06-09")
    one.go("2027-09-09")
    (fee,) = one.rows()

    assert (fee["kind"], fee["state"], fee["name"], fee["amount"]) == ("late", "proposed", "Late fee", 40)
    assert (fee["note"], fee["letter"], fee["itemId"]) == ("Payment due June 3, 2027", None, None)
    assert one.balance() == 800, "nothing is charged until a team member does"


def test_late_fee_is_charged_waived_and_undone_once_each(fees: Callable[..., Fees]):
    one = fees(FIVE_PERCENT)
    one.go("2027-06-09")
    for _ in range(2):
        ok_json(one.decide("charged"))
        assert one.balance() == 840
    ok_json(one.decide("proposed"))
    assert (one.balance(), one.rows()[0]["amount"]) == (800, 40), "the amount stays the same"
    ok_json(one.decide("charged", amount=15))
    assert one.balance() == 815
    ok_json(one.decide("waived"))
    one.go("2027-06-20")
    assert [row["state"] for row in one.rows()] == ["waived"], "a waived fee isn't proposed again"
    assert one.balance() == 800


def test_monthly_late_fee_is_proposed_each_month_until_the_part_is_paid(fees: Callable[..., Fees]):
    one = fees(MONTHLY)
    one.go("2027-06-04")
    one.go("2027-07-03")
    assert len(one.rows()) == 1
    one.go("2027-08-04")
    assert [(row["amount"], row["note"]) for row in one.rows()] == [
        (25, "Payment due June 3, 2027"),
        (25, "Payment due June 3, 2027, 1 month late"),
        (25, "Payment due June 3, 2027, 2 months late"),
    ], "a month in which the worker didn't run is included"
    ok_json(one.decide("charged", 0))
    one.pay(800)
    one.go("2027-12-04")
    assert len(one.rows()) == 3
    assert one.balance() == 25, "no fee is added to a fee"


def test_monthly_late_fee_ends_after_a_year(fees: Callable[..., Fees]):
    one = fees(MONTHLY)
    one.go("2029-06-04")
    assert len(one.rows()) == 12


def test_percentage_is_of_the_overdue_amount_rounded_half_up(fees: Callable[..., Fees]):
    one = fees({"percent": 0.5, "graceDays": 0})
    one.pay(699)
    one.go("2027-06-04")
    assert one.rows()[0]["amount"] == 0.51, "0.5% of 101.00"
    assert (LateFee(basis_points=150).of(10_033, 1), LateFee(basis_points=150).of(10_033, 100)) == (150, 200)


@pytest.mark.parametrize("stop", ["paid", "canceled", "moved", "no policy"])
def test_bookings_without_overdue_payments_get_no_late_fee(fees: Callable[..., Fees], stop: str):
    one = fees(None if stop == "no policy" else FIVE_PERCENT)
    if stop == "paid":
        one.pay(800)
    elif stop == "canceled":
        ok_json(one.operator.set_status(one.booking["id"], "canceled"))
    elif stop == "moved":
        ok_json(one.operator.patch(one.path, json={"deliveryDate": "2027-08-10", "pickupDate": "2027-08-11"}))
    one.go("2027-07-01")
    assert one.rows() == []


def test_existing_bookings_keep_their_terms_and_get_no_late_fee(fees: Callable[..., Fees]):
    one = fees(None)
    policy(one.operator, lateFee=FIVE_PERCENT)
    one.go("2027-07-01")
    assert one.rows() == []


def test_moved_booking_hides_its_proposal_and_gets_at_most_one_fee(fees: Callable[..., Fees]):
    one = fees(FIVE_PERCENT)
    one.go("2027-06-09")
    (before,) = one.rows()
    ok_json(one.operator.patch(one.path, json={"deliveryDate": "2027-08-10", "pickupDate": "2027-08-11"}))

    assert one.rows() == []
    path = f"{one.path}/charges/{before['id']}"
    assert one.operator.patch(path, json={"state": "charged"}).status_code == 404
    assert one.balance() == 800

    one.go("2027-08-20")
    (again,) = one.rows()
    assert (again["amount"], again["note"]) == (40, "Payment due August 3, 2027")
    ok_json(one.decide("charged"))
    ok_json(one.operator.patch(one.path, json={"deliveryDate": "2027-08-29", "pickupDate": "2027-08-29"}))
    one.go("2027-09-20")
    assert [row["state"] for row in one.rows()] == ["charged"], "the same part is charged once"


def test_charged_late_fee_is_a_separate_line_everywhere(fees: Callable[..., Fees], visitor: Api):
    one = fees(FIVE_PERCENT)
    one.operator.set_prices(salesTaxPercent=0)
    one.go("2027-06-09")
    ok_json(one.decide("charged"))
    line = "Late fee, payment due June 3, 2027"

    page = ok_json(visitor.get(f"/api/public/bookings/{one.operator.booking_token(one.booking['id'])}"))
    assert [(row["text"], row["amount"]) for row in page["charges"]] == [(line, "$40.00")]
    assert page["balanceDue"] == 840
    (email,) = sent_emails(one.app, one.operator, "late-fee-charged")
    assert f"{line}: $40.00" in email
    entries = ok_json(one.operator.get("/api/ledger", params={"bookingId": one.booking["id"]}))["entries"]
    (charged,) = [entry for entry in entries if entry["kind"] == "charged"]
    assert {row["account"]: row["credit"] for row in charged["lines"] if row["credit"]} == {"late_fee_income": 40}
    assert charged["text"].startswith("Late fee, booking")
    report = ok_json(one.operator.get("/api/reports/revenue", params={"from": "2027-06-01", "to": "2027-06-30"}))
    assert report["charges"] == 40


def test_late_fee_can_be_charged_without_an_email_and_with_or_without_tax(fees: Callable[..., Fees]):
    one = fees(FIVE_PERCENT)
    one.operator.set_prices(salesTaxPercent=10)
    other = one.operator.book(
        message="E", asRequest=False, deliveryDate="2027-06-10", pickupDate="2027-06-10", totalPrice=100
    )
    one.go("2027-06-09")
    path = f"/api/bookings/{other['id']}/charges"
    (row,) = ok_json(one.operator.get(path))["charges"]
    assert (row["amount"], row["taxed"]) == (5, True), "taxed like other fees, unless the user chooses otherwise"
    charged = ok_json(one.operator.patch(f"{path}/{row['id']}", json={"state": "charged", "notify": False}))
    assert charged["charged"] == 5.5
    assert sent_emails(one.app, one.operator, "late-fee-charged") == []
    ok_json(one.operator.patch(f"{path}/{row['id']}", json={"state": "charged", "taxed": False}))
    assert ok_json(one.operator.get(path))["charged"] == 5


def test_undone_late_fee_is_reversed_in_the_ledger(fees: Callable[..., Fees]):
    one = fees(FIVE_PERCENT)
    one.go("2027-06-09")
    ok_json(one.decide("charged"))
    ok_json(one.decide("waived"))
    rows = ok_json(one.operator.get("/api/trial-balance"))["accounts"]
    assert next(row for row in rows if row["account"] == "late_fee_income")["credit"] == 0


def test_concurrent_workers_and_team_members_create_one_late_fee(fees: Callable[..., Fees]):
    one = fees(FIVE_PERCENT)
    one.move("2027-06-09")
    database: Database = one.app.state.database
    all_together([lambda: propose_late_fees(database, product.now()) for _ in range(3)])
    (fee,) = one.rows()
    body = {"state": "charged"}

    answers = all_together([lambda: one.operator.patch(f"{one.path}/charges/{fee['id']}", json=body) for _ in range(3)])

    assert {answer.status_code for answer in answers} == {200}
    assert one.balance() == 840
    assert len(sent_emails(one.app, one.operator, "late-fee-charged")) == 1


def test_running_worker_proposes_late_fees(fees: Callable[..., Fees]):
    one = fees(FIVE_PERCENT)
    one.move("2027-06-09")
    Worker(one.app.state.database, one.app.state.settings).all_due()
    assert len(one.rows()) == 1


def test_suspended_business_gets_no_late_fees(fees: Callable[..., Fees]):
    one = fees(FIVE_PERCENT)
    database: Database = one.app.state.database
    with database.write() as db:
        set_operator(db, one.operator.id)
        suspension.suspend(db, accounts.public_operator(db, one.operator.id), "Spam", product.now())
    one.clock.set("2027-06-09T12:00:00+00:00")
    propose_late_fees(database, product.now())
    with database.write() as db:
        set_operator(db, one.operator.id)
        suspension.resume(accounts.public_operator(db, one.operator.id))
    one.move("2027-06-09")
    assert one.rows() == []


@pytest.mark.parametrize("change", ["raised", "moved", "voided", "confirmed late"])
def test_late_fees_count_from_the_day_when_the_amount_became_overdue(fees: Callable[..., Fees], change: str):
    days = "2027-12-10", "2027-12-11"
    one = fees(MONTHLY, days=days, balanceDueDays=190)
    paid, parts = one.pay(800), 1
    if change == "confirmed late":
        one.book(as_request=True, paid=0)
        parts = 2
    one.go("2027-08-20")
    if change == "raised":
        ok_json(one.operator.patch(one.path, json={"totalPrice": 1020}))
    elif change == "moved":
        later = {"deliveryDate": "2028-03-10", "pickupDate": "2028-03-11"}
        ok_json(one.operator.patch(one.path, json=later | {"totalPrice": 1020}))
        ok_json(one.operator.patch(one.path, json={"deliveryDate": days[0], "pickupDate": days[1]}))
    elif change == "voided":
        ok_json(one.operator.post(f"{one.path}/payments/{paid}/void"))
    else:
        ok_json(one.operator.set_status(one.booking["id"], "confirmed"))

    one.go("2027-08-20")
    assert one.rows() == [], "the amount was due months ago, but the customer only owes it since today"
    one.go("2027-08-21")
    assert [fee["amount"] for fee in one.rows()] == [25] * parts
    one.go("2027-09-20")
    assert len(one.rows()) == parts
    one.go("2027-09-21")
    assert len(one.rows()) == 2 * parts, "one month later"


def test_fee_for_everything_at_once_covers_a_deposit_but_not_a_balance_due_later(fees: Callable[..., Fees]):
    one = fees(FIVE_PERCENT, days=("2027-05-08", "2027-05-09"), paid=0)
    one.go("2027-05-07")
    assert [(row["amount"], row["note"]) for row in one.rows()] == [(50, "Payment due May 1, 2027")]
    ok_json(one.decide("charged"))
    ok_json(one.operator.patch(one.path, json={"deliveryDate": "2027-08-10", "pickupDate": "2027-08-11"}))

    one.go("2027-05-20")
    assert [row["state"] for row in one.rows()] == ["charged"], "no second fee for the deposit"
    one.go("2027-08-09")
    assert [(row["state"], row["amount"], row["note"]) for row in one.rows()] == [
        ("charged", 50, "Payment due May 1, 2027"),
        ("proposed", 40, "Payment due August 3, 2027"),
    ]


def test_proposal_follows_the_overdue_amount(fees: Callable[..., Fees]):
    one = fees(FIVE_PERCENT)
    one.go("2027-06-09")
    ok_json(one.decide("charged", amount=15))
    ok_json(one.decide("proposed"))
    assert one.rows()[0]["amount"] == 40, "another amount isn't kept"
    ok_json(one.operator.patch(one.path, json={"totalPrice": 600}))
    one.go("2027-06-09")
    assert one.rows()[0]["amount"] == 20


@pytest.mark.parametrize("received, kept", [("2027-06-08", 0), ("2027-06-09", 1)])
def test_payment_within_the_grace_period_that_is_entered_later_removes_the_proposal(
    fees: Callable[..., Fees], received: str, kept: int
):
    one = fees(FIVE_PERCENT)
    one.go("2027-06-10")
    body = {"kind": "cash", "amount": 800, "receivedOn": received}
    ok_json(one.operator.post(f"{one.path}/payments", json=body))
    one.go("2027-06-11")
    assert len(one.rows()) == kept


@pytest.mark.parametrize("kind", ["late", "reschedule"])
def test_fee_includes_tax_if_the_prices_do(fees: Callable[..., Fees], kind: str):
    one = fees({"amount": 25, "graceDays": 0}, rescheduleFee={"amount": 25}, tax="tax")
    if kind == "late":
        one.go("2027-06-04")
    else:
        ok_json(one.operator.patch(one.path, json={"deliveryDate": "2027-07-10", "pickupDate": "2027-07-11"}))
    for _ in range(2):
        (fee,) = one.rows()
        assert (fee["amount"], fee["tax"], fee["taxed"]) == (20.83, 4.17, True)
        ok_json(one.decide("charged"))
        assert one.balance() == 825
        ok_json(one.decide("proposed"))


@pytest.mark.either_database
@pytest.mark.parametrize("tax, size", [("tax", "$25.00"), ("nothing", "$25.00 (plus tax)")])
def test_policy_says_if_tax_is_added_to_fees(operator: Api, tax: str, size: str):
    operator.set_prices(salesTaxPercent=20)
    ok_json(operator.patch("/api/business-details", json={"pricesInclude": tax}))
    given = {"lateFee": {"amount": 25, "graceDays": 0}, "rescheduleFee": {"amount": 25}}
    said = ok_json(operator.post("/api/payment-policy/preview", json=given))
    assert f"If a payment is overdue, we may add a late fee of {size}." in said["payment"]
    assert f"Rescheduling to another delivery day costs {size}." in said["cancellation"]


def test_due_day_moves_to_the_last_day_of_shorter_months():
    assert [months_after(date(2027, 10, 31), months) for months in (0, 1, 4)] == [
        date(2027, 10, 31),
        date(2027, 11, 30),
        date(2028, 2, 29),
    ]


@pytest.mark.either_database
@pytest.mark.parametrize(
    "fee",
    [
        {"percent": 10, "amount": 5},
        {"percent": 101},
        {"amount": -1},
        {"amount": 5, "graceDays": 61},
        {"amount": 5, "graceDays": -1},
        {"amount": 5, "every": "day"},
    ],
)
def test_invalid_late_fee_is_rejected_on_its_field(operator: Api, fee: dict[str, Any]):
    refused = operator.patch("/api/payment-policy", json={"lateFee": fee})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["lateFee"])


@pytest.mark.either_database
@pytest.mark.parametrize(
    "fee, sentence",
    [
        (FIVE_PERCENT, "If a payment is more than 5 days overdue, we may add a late fee of 5% of the overdue amount."),
        (MONTHLY, "If a payment is overdue, we may add a late fee of $25.00 each month until it is paid"),
    ],
)
def test_customers_see_the_late_fee_in_the_policy(operator: Api, fee: dict[str, Any], sentence: str):
    said = ok_json(operator.post("/api/payment-policy/preview", json={"lateFee": fee}))["payment"]
    assert any(sentence in line for line in said)
    saved = policy(operator, lateFee=fee)["lateFee"]
    assert saved == {"percent": None, "amount": None, "every": "once"} | fee
    assert policy(operator, lateFee={"amount": 0})["lateFee"] is None
