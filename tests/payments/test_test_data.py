"""Clearing test data before going live removes only rows created with test keys."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from fastapi import FastAPI
from sqlalchemy import select, update
from typer.testing import CliRunner

from marqueedesk.billing.models import Payment
from marqueedesk.cli import app as cli
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.kit.jobs import jobs
from marqueedesk.payments.models import BookingPayment, PaymentDispute
from marqueedesk.stripe.models import ConnectedAccount, ProviderEvent
from marqueedesk.stripe.reconciling import Reconciler
from marqueedesk.subscribers import WEBHOOKS
from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer, active_subscription, drain
from tests.support.paying import Customer
from tests.support.standin import StandIn


def test_clearing_test_data_keeps_live_and_cash_payments(
    customer: Customer, with_keys: FastAPI, admin_of: Callable[[FastAPI], Api], deliver: Deliverer
):
    live = customer.another()
    live.pay()
    database: Database = with_keys.state.database
    with database.write() as db, all_tenants(db, "the test goes live"):
        db.execute(update(BookingPayment).values(live=True))
    secret = customer.pay()
    ok_json(customer.refund(10))
    customer.provider.dispute(secret)
    ok_json(customer.business.post(f"/api/bookings/{customer.id}/payments", json={"kind": "cash", "amount": 30}))
    deliver()
    with database.read() as db, all_tenants(db, "what was made with test keys"):
        kept = [*db.scalars(select(ConnectedAccount.live)), *db.scalars(select(PaymentDispute.live))]
    assert kept == [False, False], "the account and the dispute are marked as test data"
    admin = admin_of(with_keys)

    cleared = ok_json(admin.post("/api/admin/payments/clear-test-data"))

    assert (cleared["payments"], cleared["accounts"]) == (2, 1)
    assert cleared["events"] > 0
    assert (customer.money()["received"], live.money()["received"]) == (30, 50)
    assert [row["kind"] for row in customer.money()["entries"]] == ["cash"]
    accounts = {
        row["account"]: row["debit"] for row in ok_json(customer.business.get("/api/trial-balance"))["accounts"]
    }
    assert (accounts["cash"], accounts["card_clearing"]) == (30, 50), "the ledger has the live payment alone"
    assert not ok_json(customer.business.get("/api/stripe-connect/account-status"))["hasAccount"]
    again = ok_json(admin.post("/api/admin/payments/clear-test-data"))
    assert set(again.values()) == {0}


def test_clearing_test_data_removes_test_subscriptions_and_platform_payments(
    owner: Api,
    plan: Callable[..., dict[str, Any]],
    provider: StandIn,
    deliver: Deliverer,
    with_keys: FastAPI,
    caller_of: Callable[[FastAPI], Api],
):
    active_subscription(owner, plan(), provider, deliver)
    for amount in (12, 15):
        provider.pay(ok_json(owner.post("/api/create-payment-intent", json={"amount": amount}))["clientSecret"])
    deliver()
    database: Database = with_keys.state.database
    with database.write() as db, all_tenants(db, "one was paid with real money"):
        db.execute(update(Payment).where(Payment.amount_cents == 1500).values(live=True))

    cleared = ok_json(caller_of(with_keys).login("admin@example.com").post("/api/admin/payments/clear-test-data"))

    assert (cleared["payments"], cleared["subscriptions"]) == (2, 1)
    assert owner.get("/api/subscription").status_code == 404
    assert [payment["amount"] for payment in ok_json(owner.get("/api/payments"))] == [1500]


def test_clearing_test_data_keeps_subscriptions_without_stripe(
    app: FastAPI, operator: Api, keyless_plan: Callable[..., dict[str, Any]], caller_of: Callable[[FastAPI], Api]
):
    ok_json(operator.subscribe(keyless_plan(price=0)))

    ok_json(caller_of(app).login("admin@example.com").post("/api/admin/payments/clear-test-data"))

    assert ok_json(operator.get("/api/subscription"))["subscription"]["status"] == "active"


def test_clear_test_data_command_reports_the_removed_rows(
    owner: Api, plan: Callable[..., dict[str, Any]], provider: StandIn, deliver: Deliverer, with_keys: FastAPI
):
    active_subscription(owner, plan(), provider, deliver)
    database: Database = with_keys.state.database
    environment = {"MARQUEEDESK_DATABASE_URL": database.url, "MARQUEEDESK_SECRET_KEY": "0123456789abcdef" * 3}

    def clear() -> str:
        done = CliRunner().invoke(cli, ["payments", "clear-test-data"], env=environment)
        assert done.exit_code == 0, done.output
        return done.output

    first, again = clear(), clear()

    assert "payments and refunds 1, connected accounts 0, subscriptions 1" in first
    assert "There was no test data." in again
    assert ok_json(owner.get("/api/payments")) == []


def test_nightly_comparison_works_after_clearing_test_data(
    owner: Api,
    plan: Callable[..., dict[str, Any]],
    provider: StandIn,
    deliver: Deliverer,
    with_keys: FastAPI,
    caller_of: Callable[[FastAPI], Api],
):
    active_subscription(owner, plan(), provider, deliver)
    drain(with_keys)
    ok_json(caller_of(with_keys).login("admin@example.com").post("/api/admin/payments/clear-test-data"))
    reconciler = Reconciler(with_keys.state.database, with_keys.state.provider, WEBHOOKS)

    found = reconciler.run(clock.now() - timedelta(days=1))

    assert found.events, "the provider still lists the events that were cleared"
    drain(with_keys)
    with with_keys.state.database.read() as db:
        assert list(db.scalars(select(ProviderEvent.id).where(ProviderEvent.handled_at.is_(None)))) == []
        assert jobs.number_failed(db) == 0
