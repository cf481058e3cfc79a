"""One email a year to past customers, eleven months after an event."""

import re
from typing import Any

import pytest

from marqueedesk.mail.mail import Mail
from tests.follow_ups.conftest import PriceWorld
from tests.support.api import ok_json

SUBJECT = "A year since"
_STOP = re.compile(r"/api/public/follow-ups/([a-z2-7]{39})/unsubscribe")


def past(prices: PriceWorld, email: str = "ada@example.com", **fields: Any) -> int:
    """A confirmed booking of June 1, 2027."""
    return prices.business.book(asRequest=False, customerEmail=email, **fields)["id"]


def mornings(prices: PriceWorld, count: int) -> list[Mail]:
    """Emails of some days in a row, with the worker running every six hours."""
    mails: list[Mail] = []
    for _ in range(count * 4):
        prices.clock.pass_by(hours=6)
        mails += prices.mails(SUBJECT)
    return mails


def until_april(prices: PriceWorld) -> None:
    """Pass the time until two days before eleven months after June 1, 2027."""
    prices.mails()
    prices.clock.set("2028-04-29T06:00:00")
    prices.mails()


def test_past_customer_gets_one_email_with_a_link_to_book_again(prices: PriceWorld):
    token = prices.business.booking_token(past(prices))
    past(prices, "Ada@Example.com", message="HOPE", deliveryDate="2027-06-02", pickupDate="2027-06-02")
    until_april(prices)

    (mail,) = mornings(prices, 6)

    assert mail.to.lower() == "ada@example.com"
    assert f"/b/{token}#again" in mail.text
    assert mail.one_click


def test_imported_customer_gets_no_yearly_email(prices: PriceWorld):
    csv = "Name,Email,Date,Until,Text,Size,Total\nAda,ada@example.com,2027-06-01,2027-06-02,LOVE,4ft,450\n"
    assert ok_json(prices.business.post("/api/imports/bookings", json={"csv": csv, "apply": True}))["importId"]
    until_april(prices)

    assert mornings(prices, 5) == []


@pytest.mark.parametrize("reason", ["canceled", "coming", "off"])
def test_excluded_customer_gets_no_yearly_email(reason: str, prices: PriceWorld):
    booking = past(prices)
    if reason == "canceled":
        ok_json(prices.business.set_status(booking, "canceled"))
    if reason == "coming":
        past(prices, deliveryDate="2028-06-01", pickupDate="2028-06-02")
    if reason == "off":
        prices.business.set_rules(emailYearly=False)
    until_april(prices)

    assert mornings(prices, 5) == []


def test_stopped_emails_stay_stopped(prices: PriceWorld):
    prices.leave()
    (mail,) = prices.next_day()
    match = _STOP.search(mail.text)
    assert match is not None
    assert prices.visitor.post(f"/api/public/follow-ups/{match[1]}/unsubscribe").status_code == 204
    past(prices)
    until_april(prices)

    assert mornings(prices, 5) == []


def test_emails_beyond_the_daily_limit_are_sent_the_next_days(prices: PriceWorld):
    prices.business.add_letters({"Z": 60})
    for number in range(52):
        past(prices, f"guest{number}@example.com", message="Z")
    until_april(prices)

    counts = [len(mornings(prices, 1)) for _ in range(6)]

    assert sorted(counts) == [0, 0, 0, 0, 2, 50]
