"""Imported bookings and the limit on emails."""

from fastapi import FastAPI

from marqueedesk.accounts.models import Operator, User
from marqueedesk.kit import clock as kit_clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.messages import allowance
from tests.imports.conftest import send
from tests.support.api import Api
from tests.support.clock import Clock

APRIL = "Name,Email,Date,Until,Text,Size,Total\nAda,ada@example.com,2026-04-03,2026-04-04,LOVE,4ft,450\n"


def test_imported_bookings_do_not_raise_the_daily_email_limit(app: FastAPI, operator: Api, clock: Clock):
    clock.pass_by(hours=24 * 40)
    operator.login(operator.user["email"])

    def limit() -> int:
        with app.state.database.read() as db:
            set_operator(db, operator.id)
            business, owner = db.get_one(Operator, operator.id), db.get_one(User, operator.id)
            return allowance.today(db, business, owner, kit_clock.now()).limit

    before = limit()
    send(operator, APRIL, apply=True)
    assert limit() == before
    operator.book(asRequest=False, deliveryDate="2026-04-03", pickupDate="2026-04-04", overbookReason="Past")
    assert limit() > before
