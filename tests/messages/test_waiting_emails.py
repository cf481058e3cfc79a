"""Emails to customers on the waiting list: confirmation, offer with a link, and end of the offer."""

import re
from datetime import timedelta

import pytest
import time_machine

from tests.messages.conftest import Letterbox
from tests.support.api import Api, booking_body, ok_json

pytestmark = pytest.mark.either_database

JOIN = "/api/public/waiting-list"
DAYS = {"deliveryDate": "2027-06-01", "pickupDate": "2027-06-02"}


def wait(operator: Api, visitor: Api, message: str = "EL") -> str:
    body = booking_body(userId=operator.id, message=message, consent=True, **DAYS)
    return ok_json(visitor.post(JOIN, json=body))["token"]


def buy(operator: Api, letter: str) -> None:
    (row,) = [row for row in ok_json(operator.get("/api/inventory")) if row["letter"] == letter]
    ok_json(operator.patch(f"/api/inventory/{row['id']}", json={"quantity": 1}))


def test_waiting_list_offer_has_a_link_that_books(operator: Api, visitor: Api, letterbox: Letterbox):
    operator.add_letters({"E": 0, "L": 1})
    letterbox.send_due()
    token = wait(operator, visitor)

    (joined,) = letterbox.send_due()
    assert (joined.to, joined.subject) == ("ada@example.com", "You are on the waiting list for EL")
    assert f"http://localhost:8000/w/{token}" in joined.text
    assert joined.unsubscribe == f"http://localhost:8000{JOIN}/{token}/unsubscribe"
    assert joined.one_click

    buy(operator, "E")
    (offered,) = letterbox.send_due()
    assert (offered.to, offered.subject) == ("ada@example.com", "Your letters are available: EL")
    assert "Tuesday, June 1, 2027" in offered.text
    (path,) = set(re.findall(r"http://localhost:8000(/w/[a-z2-7]{39})", offered.text))
    assert visitor.get(path).status_code == 200
    assert letterbox.send_due() == []

    ok_json(visitor.post(f"{JOIN}/{path.removeprefix('/w/')}", json={"action": "book"}))
    subjects = letterbox.subjects()
    assert "Your request: EL" in subjects
    assert "New request: EL, Tuesday, June 1, 2027" in subjects


def test_waiting_list_email_lists_sizes_and_finishes(operator: Api, visitor: Api, letterbox: Letterbox):
    operator.set_prices(finishes=[{"code": "warm", "label": "Warm White"}, {"code": "cool", "label": "Cool White"}])
    letterbox.send_due()
    lines = [{"kind": "letters", "text": "EL", "size": "4ft", "finish": finish} for finish in ("warm", "cool")]
    body = booking_body(userId=operator.id, lines=lines, consent=True, **DAYS)
    token = ok_json(visitor.post(JOIN, json=body))["token"]

    (joined,) = letterbox.send_due()

    assert "EL: 2 letters in 4ft, Warm White" in joined.text
    assert "EL: 2 letters in 4ft, Cool White" in joined.text
    page = ok_json(visitor.get(f"{JOIN}/{token}"))
    assert [row["finish"] for row in page["rented"]] == ["Warm White", "Cool White"]


def test_expired_waiting_list_offer_sends_an_email(
    operator: Api, visitor: Api, letterbox: Letterbox, present: time_machine.Traveller
):
    operator.add_letters({"E": 0, "L": 1})
    wait(operator, visitor)
    buy(operator, "E")
    letterbox.send_due()
    present.shift(timedelta(hours=25))

    assert letterbox.subjects("ada@example.com") == ["Your offer has ended: EL"]
    assert letterbox.subjects("ada@example.com") == []


def test_customer_who_left_the_waiting_list_gets_no_offer(operator: Api, visitor: Api, letterbox: Letterbox):
    operator.add_letters({"E": 0, "L": 1})
    token = wait(operator, visitor)
    letterbox.send_due()
    ok_json(visitor.post(f"{JOIN}/{token}", json={"action": "withdraw"}))
    buy(operator, "E")
    assert letterbox.subjects("ada@example.com") == []
