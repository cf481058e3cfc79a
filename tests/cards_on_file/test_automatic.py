"""Due payments are charged to the card on file on their day, at 10:00 where the business is."""

from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings import queries as bookings
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.worker import Worker, charge_cards
from tests.cards_on_file.support import ASKS_LATER, DECLINED_LATER, keep
from tests.support.api import PASSWORD, ok_json
from tests.support.billing import Deliverer, drain
from tests.support.paying import Customer, balance, policy, sent_emails
from tests.support.standin import StandIn

DUE = "2027-05-25"


@pytest.fixture
def automatic(customer: Customer) -> Customer:
    """The customer of a booking of $250 for June 1, whose balance of $200 is due on May 25 and charged automatically.
    The deposit is paid.
    """
    policy(customer.business, automaticCharge=True, balanceDueDays=7)
    one = customer.another()
    ok_json(one.business.post(f"/api/bookings/{one.id}/payments", json={"kind": "cash", "amount": 50}))
    return one


class Days:
    """Moves to a moment in the business's zone (New York), and runs the worker."""

    def __init__(self, app: FastAPI, present: time_machine.Traveller) -> None:
        self.app, self.present = app, present

    def go(self, day: str, hour: int = 14) -> None:
        self.present.move_to(datetime.fromisoformat(f"{day}T{hour:02}:30:00").replace(tzinfo=UTC))
        Worker(self.app.state.database, self.app.state.settings, provider=self.app.state.provider).all_due()


@pytest.fixture
def days(with_keys: FastAPI, present: time_machine.Traveller) -> Days:
    return Days(with_keys, present)


def part(customer: Customer) -> dict[str, Any]:
    """The part of the schedule that is due on May 25."""
    return next(row for row in customer.page()["schedule"] if row["due"] == DUE)


def results(customer: Customer) -> list[str]:
    return [row["result"] for row in part(customer)["attempts"]]


def test_due_payment_is_announced_three_days_before_and_charged_on_its_day(
    automatic: Customer, days: Days, with_keys: FastAPI, provider: StandIn
):
    assert part(automatic)["nextAttempt"] is None, "no card is kept"
    keep(automatic)
    assert part(automatic)["nextAttempt"][:16] == f"{DUE}T10:00"
    days.go("2027-05-21")
    assert not sent_emails(with_keys, automatic.business, "payment-requested")
    days.go("2027-05-22")
    (announced,) = sent_emails(with_keys, automatic.business, "payment-requested")
    assert "May 25, 2027 we charge $200.00 to your Visa card ending in 4242" in announced
    days.go(DUE, 12)
    assert balance(provider) == 0, "10:00 has not come"

    days.go(DUE)
    days.go(DUE, 15)

    assert (results(automatic), part(automatic)["nextAttempt"], automatic.page()["balanceDue"]) == (["paid"], None, 0)
    assert balance(provider) == 20_000
    days.go("2027-05-27")
    assert balance(provider) == 20_000
    assert len(sent_emails(with_keys, automatic.business, "payment-requested")) == 1


def test_declined_payment_is_tried_three_times_and_requested_by_link(
    automatic: Customer, days: Days, with_keys: FastAPI, provider: StandIn
):
    keep(automatic, DECLINED_LATER)
    for day in ("2027-05-22", DUE, "2027-05-26", "2027-05-27", "2027-05-28", "2027-05-30", "2027-05-31"):
        days.go(day)

    assert results(automatic) == ["declined"] * 3
    assert [row["at"][:10] for row in part(automatic)["attempts"]] == [DUE, "2027-05-27", "2027-05-30"]
    assert part(automatic)["nextAttempt"] is None
    assert balance(provider) == 0
    emails = sent_emails(with_keys, automatic.business, "payment-requested")
    assert len(emails) == 4
    assert "We could not charge your card" in emails[-1]


def test_declined_payment_is_not_retried_after_payment_by_link(automatic: Customer, days: Days, provider: StandIn):
    keep(automatic, DECLINED_LATER)
    days.go(DUE)
    automatic.pay("balance", 200)
    days.go("2027-05-27")
    days.go("2027-05-30")
    assert (results(automatic), balance(provider)) == (["declined"], 20_000)


def test_required_authentication_sends_a_payment_link(automatic: Customer, days: Days, with_keys: FastAPI):
    keep(automatic, ASKS_LATER)
    days.go(DUE)
    assert results(automatic) == ["authentication_required"]
    assert "Your bank wants you to confirm" in sent_emails(with_keys, automatic.business, "payment-requested")[-1]


@pytest.mark.parametrize("stop", ["paid by hand", "canceled", "moved", "removed"])
def test_payment_cancellation_or_rescheduling_stops_the_charge(
    automatic: Customer, days: Days, provider: StandIn, stop: str
):
    keep(automatic)
    path = f"/api/bookings/{automatic.id}"
    if stop == "paid by hand":
        ok_json(automatic.business.post(f"{path}/payments", json={"kind": "cash", "amount": 200}))
    elif stop == "canceled":
        ok_json(automatic.business.set_status(automatic.id, "canceled"))
    elif stop == "moved":
        ok_json(automatic.business.patch(path, json={"deliveryDate": "2027-07-01", "pickupDate": "2027-07-03"}))
    else:
        gone = automatic.visitor.delete(f"/api/public/bookings/{automatic.token}/card")
        assert (gone.status_code, gone.json()["code"]) == (409, "card_needed")
        return
    days.go(DUE)
    assert balance(provider) == 0


def test_card_that_replaced_the_declined_one_is_charged_next(automatic: Customer, days: Days, provider: StandIn):
    keep(automatic, DECLINED_LATER)
    days.go(DUE)
    keep(automatic)
    days.go("2027-05-27")
    assert (results(automatic), balance(provider)) == (["declined", "paid"], 20_000)


def test_worker_that_was_down_on_the_due_day_charges_once_when_it_is_back(
    automatic: Customer, days: Days, provider: StandIn, deliver: Deliverer
):
    keep(automatic)
    provider.fault("away", "/confirm", times=9)
    days.go(DUE)
    provider.mend()
    days.go("2027-05-26")
    held = deliver.taken()
    deliver(held)
    deliver(held)
    assert (results(automatic), balance(provider), automatic.page()["received"]) == (["paid"], 20_000, 250)


def test_booking_without_the_policy_is_never_charged_automatically(customer: Customer, days: Days, provider: StandIn):
    keep(customer)
    days.go("2027-06-01")
    assert balance(provider) == 0
    assert all("nextAttempt" not in row for row in customer.page()["schedule"])


def test_suspended_business_charges_nothing_until_it_resumes(automatic: Customer, days: Days, with_keys: FastAPI):
    keep(automatic)
    database: Database = with_keys.state.database
    with database.write() as db:
        db.get_one(Operator, automatic.business.id).stopped_at = clock.now()
    days.go(DUE)
    assert results(automatic) == []

    with database.write() as db:
        db.get_one(Operator, automatic.business.id).stopped_at = None
    days.go(DUE, hour=15)
    assert len(results(automatic)) == 1


def plan(days: Days, customer: Customer) -> None:
    """Move to the due time and insert the job of the charge. The job has not run."""
    days.present.move_to(datetime.fromisoformat(f"{DUE}T14:00:30").replace(tzinfo=UTC))
    charge_cards(days.app.state.database, clock.now())


@pytest.mark.parametrize("change", ["paid by hand", "canceled", "moved", "cheaper"])
def test_change_between_planning_and_charging_is_respected(
    automatic: Customer, days: Days, provider: StandIn, change: str
):
    keep(automatic)
    path = f"/api/bookings/{automatic.id}"
    days.go("2027-05-22")
    plan(days, automatic)
    automatic.business.login(automatic.business.user["email"], PASSWORD)
    if change == "paid by hand":
        ok_json(automatic.business.post(f"{path}/payments", json={"kind": "cash", "amount": 200}))
    elif change == "canceled":
        ok_json(automatic.business.set_status(automatic.id, "canceled"))
    elif change == "moved":
        ok_json(automatic.business.patch(path, json={"deliveryDate": "2027-07-01", "pickupDate": "2027-07-03"}))
    else:
        ok_json(automatic.business.patch(path, json={"addOns": {"lighting": False, "stand": False}}))

    drain(days.app)
    days.go(DUE)

    due = automatic.page()["balanceDue"]
    assert balance(provider) == {"cheaper": round(100 * automatic.page()["received"]) - 5_000}.get(change, 0)
    if change == "cheaper":
        assert (due, results(automatic)) == (0, ["paid"])
        assert balance(provider) < 20_000


@pytest.mark.parametrize("is_known", [True, False])
def test_restricted_account_charges_nothing_until_the_restriction_ends(
    automatic: Customer, days: Days, provider: StandIn, deliver: Deliverer, *, is_known: bool
):
    keep(automatic)
    deliver(deliver.taken())
    (account,) = provider.objects("account")
    provider.restrict(account["id"], "individual.id_number")
    events = deliver.taken()
    if is_known:
        deliver(events)
    days.go(DUE)
    assert (results(automatic), balance(provider)) == (["not_possible"], 0)
    assert part(automatic)["nextAttempt"][:10] == "2027-05-27"


def test_customer_is_asked_to_replace_a_card_that_expires_before_the_due_day(
    automatic: Customer, days: Days, with_keys: FastAPI
):
    keep(automatic)
    with with_keys.state.database.write() as db:
        set_operator(db, automatic.business.id)
        booking = bookings.booking(db, automatic.id)
        assert booking.card_on_file is not None
        booking.card_on_file = {**booking.card_on_file, "expires": "2027-04"}
    days.go("2027-05-22")
    (asked,) = sent_emails(with_keys, automatic.business, "payment-requested")
    assert "4242 expires before May 25, 2027" in asked
    assert "keep another card" in asked
