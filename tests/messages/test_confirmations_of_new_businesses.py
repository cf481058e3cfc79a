"""N11: booking confirmations of a new business that has reached its email limits.

Customers who used the form and opened the link in their email get theirs immediately; others wait until the next day.
"""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
from fastapi import FastAPI

from marqueedesk.kit.db.tables import Counter
from marqueedesk.kit.http.rate_limit import Limit, count_row
from tests.support.api import YARD, Api, booking_body, ok_json
from tests.support.checked import clock
from tests.support.clock import Clock
from tests.support.strangers import SMTP, FormWorld

pytestmark = pytest.mark.either_database

__all__ = ["clock"]

JUNE = date(2027, 6, 1)
DAY = timedelta(days=1)
BY_MEMBERS = Limit("emails-to-others", 20, DAY)
BY_STRANGERS = Limit("emails-of-strangers", 40, DAY)
CONFIRMING = Limit("emails-confirming", 20, DAY)
GUEST = "guest@gmail.com"


@pytest.fixture
def world(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock) -> FormWorld:
    """A new business with four of each letter of LOVE, where email is sent and limits are on."""
    world = FormWorld(app_with(smtp_url=SMTP, rate_limits="on"), caller_of, clock)
    world.owner.add_letters("LOVE", 4)
    return world


def use_up(world: FormWorld, *limits: Limit) -> None:
    """Set email counters of the business to their limits."""
    with world.app.state.database.write() as db:
        for limit in limits:
            row = count_row(limit, limit.key(world.owner.id), world.clock.now)
            db.merge(Counter(**row | {"count": limit.times}))


def recipients(world: FormWorld) -> list[str]:
    """Customers who got an email since the last call."""
    return [mail.to for mail in world.mails() if mail.to != world.owner.user["email"]]


def confirm(world: FormWorld, booking_id: int) -> None:
    ok_json(world.owner.set_status(booking_id, "confirmed"))


def test_confirmation_never_waits_if_the_customer_opened_the_link(world: FormWorld, clock: Clock):
    guest = world.at_form("192.0.2.1").request(JUNE, customerEmail=GUEST)
    ok_json(world.visit(world.links()[GUEST]))
    typed = world.owner.book(address=YARD, message="L", customerEmail="typed@example.org")
    use_up(world, BY_MEMBERS, BY_STRANGERS, CONFIRMING)

    confirm(world, guest["id"])
    confirm(world, typed["id"])

    assert recipients(world) == [GUEST]
    clock.pass_by(days=1)
    assert recipients(world) == ["typed@example.org"]


def test_confirmation_of_a_waiting_list_booking_never_waits_after_its_link_was_opened(world: FormWorld):
    world.owner.add_letters({"X": 0})
    visitor = world.at_form("192.0.2.1").visitor
    body = booking_body(userId=world.owner.id, message="X", consent=True, customerEmail=GUEST)
    token = ok_json(visitor.post("/api/public/waiting-list", json=body))["token"]
    (row,) = [row for row in ok_json(world.owner.get("/api/inventory")) if row["letter"] == "X"]
    ok_json(world.owner.patch(f"/api/inventory/{row['id']}", json={"quantity": 2}))
    world.mails()
    booking = ok_json(visitor.post(f"/api/public/waiting-list/{token}", json={"action": "book"}))["booking"]
    ok_json(world.visit(world.links()[GUEST]))
    world.mails()
    use_up(world, BY_MEMBERS, BY_STRANGERS, CONFIRMING)

    confirm(world, booking["id"])

    assert recipients(world) == [GUEST]


def test_confirmation_waits_if_the_customer_has_not_opened_the_link(world: FormWorld):
    unopened = world.at_form("192.0.2.1").request(JUNE, customerEmail=GUEST)
    world.mails()
    use_up(world, CONFIRMING)

    confirm(world, unopened["id"])

    assert recipients(world) == []


def test_confirmation_waits_if_the_address_changed_after_the_link_was_opened(world: FormWorld):
    guest = world.at_form("192.0.2.1").request(JUNE, customerEmail=GUEST)
    ok_json(world.visit(world.links()[GUEST]))
    world.mails()
    use_up(world, CONFIRMING)

    ok_json(world.owner.patch(f"/api/bookings/{guest['id']}", json={"customerEmail": "other@example.org"}))
    confirm(world, guest["id"])

    assert recipients(world) == []


def test_email_of_an_automatically_confirmed_booking_counts_toward_the_limit_of_emails_to_strangers(world: FormWorld):
    world.owner.set_rules(approvalRequired=False)
    typed = world.owner.book(address=YARD, message="L", customerEmail="typed@example.org", asRequest=True)
    use_up(world, BY_STRANGERS)

    world.at_form("192.0.2.1").request(JUNE, message="E", customerEmail=GUEST)
    confirm(world, typed["id"])

    assert recipients(world) == ["typed@example.org"]
