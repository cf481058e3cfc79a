"""Accountants (A5): they read money, invoices and the ledger and close months; everything else is refused."""

from collections.abc import Callable

import pytest

from tests.support.api import Api, ok_json
from tests.teams.conftest import Invite, join_new

pytestmark = pytest.mark.either_database

GATE = "The gate code is 4711"


@pytest.fixture
def accountant(operator: Api, new_caller: Callable[[], Api], invite: Invite) -> Api:
    return join_new(new_caller(), invite(operator, "grace@example.com", part="accountant"))


def test_invited_accountant_reads_the_money_of_a_booking_and_its_invoice(
    operator: Api, new_caller: Callable[[], Api], invite: Invite, visitor: Api
):
    token = invite(operator, "grace@example.com", part="accountant")
    seen = ok_json(visitor.get(f"/api/public/invitations/{token}"))
    assert (seen["part"], len(seen["may"])) == ("accountant", 2)
    accountant = join_new(new_caller(), token)
    assert (accountant.user["part"], accountant.user["rights"]) == ("accountant", ["seeBooks", "keepBooks"])
    operator.add_letters("LOVE")
    booking = operator.book(notes=GATE, operatorNotes=GATE)["id"]
    ok_json(operator.set_status(booking, "confirmed"))
    ok_json(operator.post(f"/api/bookings/{booking}/payments", json={"kind": "cash", "amount": 40}))
    ok_json(operator.post(f"/api/bookings/{booking}/invoice"))

    money = ok_json(accountant.get(f"/api/bookings/{booking}/payments"))
    invoice = accountant.get(f"/api/bookings/{booking}/invoice")
    (paid,) = ok_json(accountant.get("/api/ledger"))["entries"]

    assert money["received"] == 40
    assert ok_json(invoice)["number"]
    assert accountant.get(f"/api/bookings/{booking}/invoice.pdf").content.startswith(b"%PDF")
    assert (paid["bookingId"], paid["customer"]) == (booking, ok_json(operator.get("/api/bookings"))[0]["customerName"])
    texts = (
        money,
        invoice.text,
        paid,
        accountant.get("/api/ledger.csv").text,
        accountant.get("/api/payments.csv").text,
    )
    assert GATE not in repr(texts)


def test_accountant_sees_no_booking_details_notes_or_photos(operator: Api, accountant: Api):
    operator.add_letters("LOVE")
    booking = operator.book(notes=GATE)["id"]
    ok_json(operator.set_status(booking, "confirmed"))

    # The confirmation has the customer's notes, and the export of bookings their emails and phones.
    for path in (
        "/api/bookings",
        f"/api/bookings/{booking}",
        f"/api/bookings/{booking}/customer",
        f"/api/bookings/{booking}/handovers",
        f"/api/bookings/{booking}/confirmation.pdf",
        "/api/reports/bookings.csv",
        "/api/search?q=love",
        "/api/notifications",
        "/api/crew",
        "/api/calendar-feed",
        "/api/team",
        "/api/quotes",
    ):
        answer = accountant.get(path)
        assert (path, answer.status_code, answer.json()["code"]) == (path, 403, "forbidden")
