"""The list of all bookings of a customer at one business: its link by email, its content, and who can open it."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.customer_pages.models import BookingListLink
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.mail.mail import Mail, RecordingMailer
from marqueedesk.worker import Worker, tidy
from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.support.strangers import SMTP, FormWorld
from tests.support.together import together

PLANNER = "planner@example.com"
_TOKEN = re.compile(r"/my/([a-z2-7]{39})")


class Planner:
    """A planner with bookings at a business, and the emails that the business sends."""

    def __init__(self, app: FastAPI, business: Api, visitor: Api) -> None:
        self.app, self.business, self.visitor = app, business, visitor
        business.add_letters("LOVE", quantity=50)
        self._mailer = RecordingMailer()
        self._worker = Worker(app.state.database, app.state.settings, mailer=self._mailer)
        self.id = self.book()
        self.token = business.booking_token(self.id)

    def book(self, email: str = PLANNER, **fields: Any) -> int:
        return self.business.book(asRequest=False, customerEmail=email, customerName="Pat", **fields)["id"]

    def mails(self) -> list[Mail]:
        self._worker.all_due()
        sent, self._mailer.sent = self._mailer.sent, []
        return sent

    def request(self, email: str = PLANNER, token: str | None = None) -> httpx.Response:
        return self.visitor.post(f"/api/public/bookings/{token or self.token}/all-bookings", json={"email": email})

    def link(self, email: str = PLANNER) -> str:
        self.mails()
        assert self.request(email).status_code == 204
        (mail,) = [mail for mail in self.mails() if _TOKEN.search(mail.text)]
        assert mail.to.lower() == email.lower()
        (token,) = set(_TOKEN.findall(mail.text))
        return token

    def open(self, token: str) -> httpx.Response:
        return self.visitor.post(f"/api/public/booking-lists/{token}/open")

    def read(self, session: str) -> httpx.Response:
        return self.visitor.get(f"/api/public/booking-lists/{session}")


@pytest.fixture
def planner(app: FastAPI, operator: Api, visitor: Api) -> Planner:
    return Planner(app, operator, visitor)


def test_list_has_all_bookings_of_the_address_with_state_and_balance(planner: Planner):
    later = planner.book("Planner@Example.com", deliveryDate="2027-08-01", pickupDate="2027-08-02")
    canceled = planner.book(deliveryDate="2027-07-01", pickupDate="2027-07-02")
    ok_json(planner.business.set_status(canceled, "canceled"))
    planner.book("other@example.com")
    ok_json(planner.business.post(f"/api/bookings/{planner.id}/payments", json={"kind": "cash", "amount": 60}))

    shown = ok_json(planner.open(planner.link()))

    assert [(row["deliveryDay"], row["state"], row["total"], row["due"]) for row in shown["bookings"]] == [
        ("2027-08-01", "confirmed", 100, 100),
        ("2027-07-01", "canceled", 100, 0),
        ("2027-06-01", "confirmed", 200, 140),
    ]
    assert shown["due"] == 240
    assert [row["isOver"] for row in shown["bookings"]] == [False, True, False]
    urls = [row["pageUrl"] for row in shown["bookings"]]
    assert urls[2].endswith(f"/b/{planner.token}")
    page = planner.visitor.get(f"/api/public/bookings/{urls[0].rpartition('/')[2]}")
    assert ok_json(page)["id"] == later


def test_link_opens_once_and_the_list_stays_open_for_a_day(planner: Planner, clock: Clock):
    token = planner.link()
    opened = ok_json(planner.open(token))

    assert planner.open(token).json()["code"] == "no_booking_list"
    again = ok_json(planner.read(opened["session"]))
    assert again["bookings"] == opened["bookings"]
    assert planner.read(token).status_code == 404, "the link is not a session"
    clock.pass_by(hours=23)
    assert planner.read(opened["session"]).status_code == 200
    clock.pass_by(hours=2)
    assert planner.read(opened["session"]).json()["code"] == "no_booking_list"


def test_link_opened_in_two_browsers_at_once_opens_in_one(planner: Planner):
    token = planner.link()

    answers = together(lambda: planner.open(token), lambda: planner.open(token))

    assert sorted(answer.status_code for answer in answers) == [200, 404]


def test_link_expires_after_half_an_hour(planner: Planner, clock: Clock):
    token = planner.link()
    clock.pass_by(minutes=31)

    assert planner.open(token).json()["code"] == "no_booking_list"


def test_answer_does_not_show_if_an_address_has_bookings(planner: Planner):
    known, unknown = planner.request(), planner.request("nobody@example.com")

    assert (known.status_code, known.content) == (unknown.status_code, unknown.content) == (204, b"")
    assert {mail.to for mail in planner.mails() if _TOKEN.search(mail.text)} == {PLANNER}


@pytest.mark.parametrize("email", ["", "planner", "a@example.com, b@example.com"])
def test_address_must_be_valid(email: str, planner: Planner):
    refused = planner.request(email)

    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["email"])


def test_list_has_no_bookings_of_another_business(planner: Planner, other_operator: Api):
    other_operator.add_letters("LOVE")
    foreign = other_operator.book(asRequest=False, customerEmail=PLANNER)["id"]

    shown = ok_json(planner.open(planner.link()))

    assert len(shown["bookings"]) == 1
    token = other_operator.booking_token(foreign)
    assert planner.request(token=token).status_code == 204
    assert planner.request(token="x" * 39).json()["code"] == "no_booking"


def test_unknown_links_and_links_of_other_kinds_open_nothing(planner: Planner):
    for token in ("x" * 39, planner.token, "short"):
        assert planner.open(token).json()["code"] == "no_booking_list"
        assert planner.read(token).json()["code"] == "no_booking_list"


def test_expired_links_are_deleted_with_their_address(planner: Planner, clock: Clock, database: Database):
    planner.open(planner.link())
    clock.pass_by(days=2)
    with database.write() as db, all_tenants(db, "housekeeping"):
        tidy(db, clock.now)

    with database.read() as db, all_tenants(db, "test"):
        assert list(db.scalars(select(BookingListLink))) == []


def test_requests_for_links_are_limited(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock):
    world = FormWorld(app_with(smtp_url=SMTP, rate_limits="on"), caller_of, clock)
    world.owner.add_letters("LOVE", quantity=9)
    token = world.owner.booking_token(world.owner.book(asRequest=False, customerEmail=PLANNER)["id"])
    visitor = caller_of(world.app, address="198.51.100.7")

    def request(email: str) -> int:
        return visitor.post(f"/api/public/bookings/{token}/all-bookings", json={"email": email}).status_code

    assert [request(PLANNER) for _ in range(4)] == [204, 204, 204, 429]
    assert [request(f"guest{number}@example.com") for number in range(8)] == [204] * 7 + [429]
    clock.pass_by(seconds=timedelta(hours=1).total_seconds())
    assert request(PLANNER) == 204
