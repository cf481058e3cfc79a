"""Visitors who saw a price and agreed to one email: the lead, the email a day later, and who gets none."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.domain_events import LeadFollowUpDue, publish
from marqueedesk.follow_ups.models import FollowUpRecipient, PricedLead
from marqueedesk.follow_ups.priced import MOST_OPEN
from marqueedesk.kit import clock as time
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.messages.allowance import FIRST, FOR_STRANGERS
from marqueedesk.worker import Worker, tidy
from tests.follow_ups.conftest import PriceWorld
from tests.support.api import Api, ok_json
from tests.support.clock import Clock
from tests.support.strangers import SMTP, FormWorld
from tests.support.together import together

_LEAD = re.compile(r"/f/([a-z2-7]{39})")
_STOP = re.compile(r"/api/public/follow-ups/([a-z2-7]{39})/unsubscribe")


def test_lead_is_listed_with_the_servers_price(prices: PriceWorld):
    assert prices.leave(customerName="Ada", total=1).status_code == 204

    (lead,) = prices.leads()
    assert {key: lead[key] for key in ("stage", "bookingId", "number", "customerName", "customerEmail")} == {
        "stage": "priced",
        "bookingId": None,
        "number": None,
        "customerName": "Ada",
        "customerEmail": "ada@example.com",
    }
    assert (lead["message"], lead["deliveryDate"], lead["total"]) == ("LOVE", "2027-06-01", 200)
    assert (lead["customerPhone"], lead["emailsLeft"]) == (None, 0)


def test_leads_of_another_business_are_not_listed(prices: PriceWorld, other_operator: Api):
    other_operator.add_letters("LOVE")
    other_operator.set_rules(emailPrices=True)
    prices.leave()
    prices.leave("other@example.com", userId=other_operator.id)

    assert [lead["customerEmail"] for lead in prices.leads()] == ["ada@example.com"]
    assert [lead["customerEmail"] for lead in ok_json(other_operator.get("/api/leads"))] == ["other@example.com"]
    assert sorted(mail.to for mail in prices.next_day()) == ["ada@example.com", "other@example.com"]


def test_newer_price_replaces_the_lead_of_the_same_address_and_sign(prices: PriceWorld):
    prices.leave()
    prices.leave("ada@example.com", message="love", deliveryDate="2027-07-01", pickupDate="2027-07-02")
    prices.leave("ada@example.com", message="HOPE")

    assert [(lead["message"], lead["deliveryDate"]) for lead in prices.leads()] == [
        ("HOPE", "2027-06-01"),
        ("love", "2027-07-01"),
    ]


def test_visitor_gets_one_email_a_day_later(prices: PriceWorld):
    prices.leave(customerName="Ada")
    prices.leave(message="HOPE")
    prices.clock.pass_by(hours=1)
    prices.leave(customerName="Ada")
    prices.clock.pass_by(hours=23)
    assert prices.mails() == []
    prices.clock.pass_by(hours=2)

    (mail,) = prices.mails()

    assert (mail.to, mail.subject) == ("ada@example.com", "Your sign is still here: LOVE")
    assert mail.one_click
    assert _STOP.search(mail.unsubscribe or "")
    assert _STOP.search(mail.text)
    assert "$200.00" in mail.text
    prices.leave(message="LOVE")
    assert prices.next_day() == []


def test_link_in_the_email_fills_in_the_form(prices: PriceWorld):
    prices.leave(customerName="Ada", venueName="The Old Barn", eventType="wedding")
    (mail,) = prices.next_day()
    match = _LEAD.search(mail.text)
    assert match is not None

    form = ok_json(prices.visitor.get(f"/api/public/priced-leads/{match[1]}"))

    assert (form["customerName"], form["customerEmail"], form["eventType"]) == ("Ada", "ada@example.com", "wedding")
    assert (form["lines"][0]["text"], form["deliveryDay"], form["pickupDay"]) == ("LOVE", "2027-06-01", "2027-06-03")
    assert form["url"] == f"/booking?key={form['key']}"


def test_email_is_off_by_default(prices: PriceWorld, other_operator: Api):
    other_operator.add_letters("LOVE")

    refused = prices.leave(userId=other_operator.id)

    assert (refused.status_code, refused.json()["code"]) == (409, "no_follow_ups")
    assert (
        ok_json(prices.visitor.get("/api/booking-form", params={"userId": other_operator.id}))["emailPrices"] is False
    )


def test_form_offers_the_email_only_with_a_mail_server(
    prices: PriceWorld, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    form = {"userId": prices.business.id}
    assert ok_json(prices.visitor.get("/api/booking-form", params=form))["emailPrices"] is False

    with_mail = caller_of(app_with(smtp_url=SMTP))

    assert ok_json(with_mail.get("/api/booking-form", params=form))["emailPrices"] is True


def test_email_calls_a_price_without_delivery_a_starting_price(prices: PriceWorld):
    zones = {"zones": [{"name": "Austin", "zipCodes": ["787"], "fee": 60}], "other": None}
    ok_json(prices.business.put("/api/delivery-zones", json=zones))
    prices.leave(venueId=None, venueName="The Old Barn")

    (mail,) = prices.next_day()

    assert "From $200.00" in mail.text


def _book(prices: PriceWorld) -> None:
    prices.business.book(customerEmail="ADA@example.com", deliveryDate="2027-08-01", pickupDate="2027-08-02")


def _decline(prices: PriceWorld) -> None:
    booking = prices.business.book(customerEmail="ada@example.com")["id"]
    ok_json(prices.business.set_status(booking, "canceled"))


def _take_letters(prices: PriceWorld) -> None:
    for _ in range(2):
        prices.business.book(asRequest=False, customerEmail="someone@example.com")


def form_token(world: FormWorld, visitor: Api) -> str:
    """A token of the form, opened long enough ago."""
    token = ok_json(visitor.get("/api/booking-form", params={"userId": world.owner.id}))["formToken"]
    world.clock.pass_by(seconds=5)
    return token


@pytest.mark.parametrize(
    "happens",
    [
        _book,
        _decline,
        _take_letters,
        lambda prices: prices.business.set_rules(closedDays=[{"from": "2027-06-01"}]),
        lambda prices: prices.business.set_rules(emailPrices=False),
        lambda prices: prices.clock.pass_by(days=5),
    ],
    ids=["booked", "declined", "letters-taken", "day-closed", "switched-off", "late"],
)
def test_settled_lead_gets_no_email(happens: Callable[[PriceWorld], Any], prices: PriceWorld):
    prices.leave()
    happens(prices)

    assert prices.next_day() == []


def test_visitor_who_booked_is_no_lead(prices: PriceWorld):
    prices.leave()
    _book(prices)

    assert [lead["stage"] for lead in prices.leads()] == []


def test_lead_is_in_the_bell_a_day_later(prices: PriceWorld):
    prices.leave(customerName="Ada")
    prices.next_day()

    kinds = [row["kind"] for row in ok_json(prices.business.get("/api/notifications"))["items"]]
    assert kinds.count("lead.priced") == 1


def test_stop_link_works_without_sign_in_and_is_remembered(prices: PriceWorld):
    prices.leave()
    (mail,) = prices.next_day()
    match = _STOP.search(mail.text)
    assert match is not None
    path = f"/api/public/follow-ups/{match[1]}"
    assert ok_json(prices.visitor.get(path))["stopped"] is False
    opened = prices.visitor.get(f"{path}/unsubscribe", follow_redirects=False)
    assert (opened.status_code, opened.headers["location"]) == (303, f"/stop/{match[1]}")
    assert ok_json(prices.visitor.get(path))["stopped"] is False, "only a POST stops the emails"

    for _ in range(2):
        assert prices.visitor.post(f"{path}/unsubscribe").status_code == 204

    assert ok_json(prices.visitor.get(path))["stopped"] is True
    assert prices.leads() == []
    assert prices.leave(message="HOPE").status_code == 204
    assert (prices.leads(), prices.next_day()) == ([], [])


def test_consent_can_be_withdrawn_in_the_form(prices: PriceWorld, caller_of: Callable[..., Api]):
    prices.leave()
    prices.leave(consent=False, visitor=caller_of(prices.app, address="203.0.113.77"))
    assert len(prices.leads()) == 1, "another network cannot withdraw it"

    prices.leave(consent=False)

    assert (prices.leads(), prices.next_day()) == ([], [])


def test_leads_are_deleted_after_30_days_and_stops_are_not(prices: PriceWorld):
    prices.leave()
    (mail,) = prices.next_day()
    match = _STOP.search(mail.text)
    assert match is not None
    prices.visitor.post(f"/api/public/follow-ups/{match[1]}/unsubscribe")
    prices.leave("bob@example.com")
    prices.clock.pass_by(days=800)

    with prices.app.state.database.write() as db, all_tenants(db, "a test"):
        tidy(db, time.now())
        assert list(db.scalars(select(PricedLead))) == []
        assert [row.customer_email for row in db.scalars(select(FollowUpRecipient))] == ["ada@example.com"]


def test_jobs_that_run_twice_at_once_send_one_email(prices: PriceWorld):
    prices.leave()
    prices.leave(message="HOPE")
    database = prices.app.state.database
    with database.write() as db:
        set_operator(db, prices.business.id)
        for lead in db.scalars(select(PricedLead)).all():
            due = LeadFollowUpDue(operator_id=prices.business.id, lead_id=lead.id)
            publish(db, due, time.now(), run_at=lead.priced_at)
    prices.clock.pass_by(hours=25)
    workers = [Worker(database, prices.app.state.settings) for _ in range(2)]

    together(*(worker.events.all_due for worker in workers))

    assert len(prices.mails()) == 1


def test_price_does_not_change_the_funnel(prices: PriceWorld):
    def funnel() -> Any:
        return ok_json(prices.business.get("/api/reports/funnel", params={"from": "2026-01-01", "to": "2027-12-31"}))

    before = funnel()
    prices.leave()

    assert funnel() == before


def test_thousand_calls_of_a_stranger_leave_at_most_five_leads(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock
):
    world = FormWorld(app_with(smtp_url=SMTP, rate_limits="on"), caller_of, clock)
    world.owner.add_letters("HOPE")
    world.owner.set_rules(emailPrices=True)
    stranger = world.at_form("198.51.100.7")
    token = form_token(world, stranger.visitor)
    statuses: list[int] = []
    for number in range(1000):
        body = {
            "userId": world.owner.id,
            "message": "LOVE",
            "size": "4ft",
            "deliveryDate": "2027-06-01",
            "pickupDate": "2027-06-02",
            "customerEmail": f"victim{number}@example.com",
            "consent": True,
            "formToken": token,
        }
        statuses.append(stranger.visitor.post("/api/public/priced-leads", json=body).status_code)

    assert (statuses.count(204), statuses.count(429)) == (30, 970)
    assert len(ok_json(world.owner.get("/api/leads"))) == 5
    world.clock.pass_by(hours=25)
    assert len([mail for mail in world.mails() if "sign" in mail.subject.lower()]) <= 5


def _networks(prices: PriceWorld, caller_of: Callable[..., Api], count: int) -> Iterator[Api]:
    """Visitors of some networks, each five times: as often as a network can leave leads."""
    for number in range(count):
        visitor = caller_of(prices.app, address=f"203.0.113.{number}")
        yield from [visitor] * 5


def test_emails_beyond_the_daily_limit_are_sent_later(prices: PriceWorld, caller_of: Callable[..., Api]):
    for number, visitor in enumerate(_networks(prices, caller_of, 11)):
        assert prices.leave(f"visitor{number}@example.com", visitor).status_code == 204

    counts = [len(prices.next_day()), *(len(prices.next_day()) for _ in range(2))]

    assert counts == [50, 5, 0]


def test_emails_use_at_most_half_of_the_allowance_for_form_requests(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock
):
    world = FormWorld(app_with(smtp_url=SMTP, rate_limits="on"), caller_of, clock)
    visitor = caller_of(world.app, address="198.51.100.7")
    business = PriceWorld(world.app, world.owner, visitor, clock)
    half = FIRST * FOR_STRANGERS // 2
    visitors = list(_networks(business, caller_of, 6))
    token = form_token(world, visitor)
    for number, visitor in enumerate(visitors):
        assert business.leave(f"visitor{number}@example.com", visitor, formToken=token).status_code == 204

    assert len(business.next_day()) == half
    assert len(business.next_day()) == len(visitors) - half


def test_lead_over_the_limit_replaces_one_of_the_network_with_the_most(prices: PriceWorld):
    prices.leave("honest@example.com")
    with prices.app.state.database.write() as db:
        set_operator(db, prices.business.id)
        honest = db.scalars(select(PricedLead)).one()
        values = {column.key: getattr(honest, column.key) for column in PricedLead.__table__.columns}
        for number in range(MOST_OPEN - 1):
            other = {"id": None, "customer_email": f"stranger{number}@example.com", "sender_network": "stranger"}
            db.add(PricedLead(**(values | other | {"priced_at": honest.priced_at + timedelta(minutes=number)})))

    assert prices.leave("new@example.com", message="HOPE").status_code == 204

    with prices.app.state.database.read() as db:
        set_operator(db, prices.business.id)
        emails = set(db.scalars(select(PricedLead.customer_email)))
    assert len(emails) == MOST_OPEN
    assert {"honest@example.com", "new@example.com", "stranger1@example.com"} <= emails
    assert "stranger0@example.com" not in emails


def test_call_without_a_form_token_is_refused(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock
):
    world = FormWorld(app_with(smtp_url=SMTP, rate_limits="on"), caller_of, clock)
    world.owner.set_rules(emailPrices=True)
    stranger = world.at_form("198.51.100.7")
    body = {
        "userId": world.owner.id,
        "message": "LOVE",
        "size": "4ft",
        "deliveryDate": "2027-06-01",
        "pickupDate": "2027-06-02",
        "customerEmail": "victim@example.com",
        "consent": True,
    }

    for token in (None, "1.forged"):
        refused = stranger.visitor.post("/api/public/priced-leads", json=body | {"formToken": token})
        assert refused.json()["code"] == "looks_automated"
    assert ok_json(world.owner.get("/api/leads")) == []


def test_blocked_sender_gets_no_email(prices: PriceWorld):
    prices.leave("bad@example.com")
    prices.leave("other@example.com")
    booking = prices.visitor.book(userId=prices.business.id, customerEmail="bad@example.com")["id"]
    ok_json(prices.business.post(f"/api/bookings/{booking}/refuse-sender"))
    assert prices.leads() == [], "leads of the same address or network are deleted"
    prices.leave("bad@example.com", message="HOPE", deliveryDate="2027-09-01", pickupDate="2027-09-02")

    assert (prices.leads(), prices.next_day()) == ([], [])
