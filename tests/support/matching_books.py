"""A business's books, from its rows, reports and ledger, to compare with the balances at the provider. All in cents."""

from datetime import datetime

from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.payments.disputes import state_of
from marqueedesk.payments.models import BookingPayment, PaymentDispute
from marqueedesk.stripe.reconciling import Reconciler
from marqueedesk.subscribers import WEBHOOKS
from tests.support.api import Api, ok_json
from tests.support.billing import drain


def cents(amount: float) -> int:
    return round(amount * 100)


def reconcile(app: FastAPI, since: datetime) -> None:
    """Compare everything since a moment with the provider, and record the differences."""
    Reconciler(app.state.database, app.state.provider, WEBHOOKS).run(since)
    drain(app)


def books_of(app: FastAPI, business: Api) -> tuple[int, int]:
    """Expected balances of the business's account and of the platform, computed from stored rows."""
    database: Database = app.state.database
    with database.read() as db:
        set_operator(db, business.id)
        rows = list(db.scalars(select(BookingPayment)))
        disputes = list(db.scalars(select(PaymentDispute)))
    paid = [row for row in rows if row.entry == "payment" and row.kind == "card" and row.state == "received"]
    back = [row for row in rows if row.entry == "refund" and row.kind == "card"]
    assert not [row for row in back if row.state == "asked"], "every refund has a result"
    fees = sum(row.fee_cents - row.fee_returned_cents for row in paid)
    own = sum(row.amount_cents - row.provider_fee_cents for row in paid) - fees
    own -= sum(row.amount_cents for row in back if row.state in {"processing", "returned"})
    own -= sum(one.withdrawn_cents + one.fee_cents for one in disputes)
    return own, fees


def gross_of(app: FastAPI, business: Api) -> tuple[int, int]:
    """Amount of all card payments, from stored rows and as the report of card payments has it."""
    database: Database = app.state.database
    with database.read() as db:
        set_operator(db, business.id)
        rows = [row for row in db.scalars(select(BookingPayment)) if row.entry == "payment" and row.kind == "card"]
    # The years in which the payments were made, and one on each side.
    made = {row.created_at.year for row in rows} or {2027}
    span = range(min(made) - 1, max(made) + 2)
    years = [ok_json(business.get("/api/reports/card-payments", params={"year": year})) for year in span]
    assert all(cents(sum(month["gross"] for month in year["months"])) == cents(year["gross"]) for year in years)
    paid = [row.amount_cents for row in rows if row.state == "received"]
    assert sum(year["payments"] for year in years) == len(paid)
    return sum(paid), sum(cents(year["gross"]) for year in years)


def ledger_of(app: FastAPI, business: Api) -> int:
    """Balance of the business's account in the ledger, minus amounts held for open disputes."""
    rows = ok_json(business.get("/api/trial-balance"))["accounts"]
    assert sum(cents(row["debit"]) for row in rows) == sum(cents(row["credit"]) for row in rows)
    database: Database = app.state.database
    with database.read() as db:
        set_operator(db, business.id)
        held = sum(one.withdrawn_cents for one in db.scalars(select(PaymentDispute)) if state_of(one) == "disputed")
    return sum(cents(row["debit"]) - cents(row["credit"]) for row in rows if row["account"] == "card_clearing") - held
