"""What was made with test keys is cleared before going live; nothing else is."""

from collections.abc import Callable

from fastapi import FastAPI
from sqlalchemy import update

from marqueedesk.kit.database import Database
from marqueedesk.kit.tenancy import all_tenants
from marqueedesk.payments.models import BookingPayment
from tests.support.api import Api, made
from tests.support.billing import Deliverer
from tests.support.paying import Customer


def test_clears_card_payments_and_accounts_and_keeps_live_ones_and_cash(
    customer: Customer, with_keys: FastAPI, admin_of: Callable[[FastAPI], Api], deliver: Deliverer
):
    live = customer.another()
    live.pay()
    database: Database = with_keys.state.database
    with database.write() as db, all_tenants(db, "the test goes live"):
        db.execute(update(BookingPayment).values(live=True))
    customer.pay()
    made(customer.refund(10))
    made(customer.business.post(f"/api/bookings/{customer.id}/payments", json={"kind": "cash", "amount": 30}))
    deliver()
    admin = admin_of(with_keys)

    cleared = made(admin.post("/api/admin/payments/clear-test-data"))

    assert (cleared["payments"], cleared["accounts"]) == (2, 1)
    assert cleared["events"] > 0
    assert (customer.money()["received"], live.money()["received"]) == (30, 50)
    assert [row["kind"] for row in customer.money()["entries"]] == ["cash"]
    assert not made(customer.business.get("/api/stripe-connect/account-status"))["hasAccount"]
    again = made(admin.post("/api/admin/payments/clear-test-data"))
    assert set(again.values()) == {0}
