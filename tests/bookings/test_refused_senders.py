"""Blocking a sender cancels pending requests of the address, its mail domain and its network, and rejects new ones."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from tests.support.api import YARD, Api, booking_body, ok_json
from tests.support.checked import clock
from tests.support.clock import Clock
from tests.support.strangers import SMTP, FormWorld

pytestmark = pytest.mark.either_database

__all__ = ["clock"]

JUNE = date(2027, 6, 1)


@pytest.fixture
def world(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock) -> FormWorld:
    world = FormWorld(app_with(smtp_url=SMTP, rate_limits="on"), caller_of, clock)
    world.owner.add_letters("LOVE", 40)
    return world


def statuses(world: FormWorld, *placed: dict[str, Any]) -> list[str]:
    return [world.booking(one["id"])["status"] for one in placed]


def refuse(world: FormWorld, booking: dict[str, Any]) -> dict[str, Any]:
    return ok_json(world.owner.post(f"/api/bookings/{booking['id']}/refuse-sender"))


def test_international_domain_matches_in_both_spellings(world: FormWorld):
    bad = world.at_form("192.0.2.1").request(JUNE, customerEmail="x@bücher.example")
    same = [
        world.at_form(f"192.0.2.{number}").request(JUNE, customerEmail=email)
        for number, email in enumerate(("y@xn--bcher-kva.example", "z@mail.bücher.example"), 2)
    ]

    refuse(world, bad)

    assert statuses(world, bad, *same) == ["canceled"] * 3
    assert world.at_form("192.0.2.9").send(JUNE, customerEmail="w@Bücher.example").json()["code"] == "refused_sender"


def test_blocking_cancels_all_requests_of_address_domain_and_network(world: FormWorld):
    bad = world.at_form("192.0.2.1").request(JUNE, customerEmail="x@evil.example")
    same_network = world.at_form("192.0.2.1").request(JUNE + timedelta(days=9), customerEmail="y@gmail.com")
    same_domain = world.at_form("192.0.2.2").request(JUNE, customerEmail="z@mail.evil.example")
    same_address = world.at_form("192.0.2.3").request(JUNE, customerEmail="X@Evil.example")
    other = world.at_form("192.0.2.4").request(JUNE, customerEmail="ada@notevil.example")
    own = world.owner.book(address=YARD, customerEmail="x@evil.example")
    confirmed = world.at_form("192.0.2.5").request(JUNE, customerEmail="w@evil.example")
    ok_json(world.owner.set_status(confirmed["id"], "confirmed"))
    world.mails()

    shown = ok_json(world.owner.get(f"/api/bookings/{bad['id']}/sender"))
    assert (shown["email"], shown["domain"], shown["network"], shown["refused"]) == (
        "x@evil.example",
        "evil.example",
        True,
        False,
    )
    answer = refuse(world, bad)

    assert (
        answer["bookings"]
        == shown["bookings"]
        == [one["number"] for one in (bad, same_network, same_domain, same_address)]
    )
    assert statuses(world, bad, same_network, same_domain, same_address) == ["canceled"] * 4
    assert statuses(world, other, own, confirmed) == ["pending", "pending", "confirmed"]
    assert world.mails() == [], "their addresses may be anybody's"


def test_blocked_senders_requests_are_rejected(world: FormWorld):
    refuse(world, world.at_form("192.0.2.1").request(JUNE, customerEmail="x@evil.example"))

    refused = [
        world.at_form("192.0.2.1").send(JUNE, customerEmail="new@gmail.com"),
        world.at_form("192.0.2.9").send(JUNE, customerEmail="X@EVIL.example"),
        world.at_form("192.0.2.9").send(JUNE, customerEmail="other@sub.evil.example"),
        world.at_form("192.0.2.9").send(JUNE, customerEmail="x@evil.example", askAnyway=True),
        world.at_form("::ffff:192.0.2.1").send(JUNE),
    ]
    assert [(one.status_code, one.json()["code"]) for one in refused] == [(409, "refused_sender")] * 5
    body = booking_body(userId=world.owner.id, consent=True, customerEmail="x@evil.example")
    joined = world.at_form("192.0.2.9").visitor.post("/api/public/waiting-list", json=body)
    assert (joined.status_code, joined.json()["code"]) == (409, "refused_sender")
    assert world.at_form("192.0.2.9").send(JUNE, customerEmail="ada@gmail.com").status_code == 201


def test_common_mail_provider_is_not_blocked_as_a_domain(world: FormWorld):
    bad = world.at_form("192.0.2.1").request(JUNE, customerEmail="x@gmail.com")
    other = world.at_form("192.0.2.2").request(JUNE, customerEmail="ada@gmail.com")

    assert refuse(world, bad)["domain"] is None
    assert statuses(world, bad, other) == ["canceled", "pending"]
    assert world.at_form("192.0.2.3").send(JUNE, customerEmail="bob@gmail.com").status_code == 201


def test_blocking_cancels_auto_confirmed_bookings_with_unconfirmed_address(world: FormWorld):
    world.owner.set_rules(approvalRequired=False)
    unconfirmed = world.at_form("192.0.2.1").request(JUNE, customerEmail="x@evil.example")
    confirmed = world.at_form("192.0.2.2").request(JUNE, customerEmail="y@evil.example")
    ok_json(world.visit(world.links()["y@evil.example"]))

    refuse(world, unconfirmed)

    assert statuses(world, unconfirmed, confirmed) == ["canceled", "confirmed"]


def test_blocking_removes_waiting_list_entries_and_offers(world: FormWorld):
    world.owner.add_letters({"X": 0})
    (row,) = [row for row in ok_json(world.owner.get("/api/inventory")) if row["letter"] == "X"]
    form = world.at_form("192.0.2.1")
    for n in range(2):
        email = f"guest{n}@evil.example"
        body = booking_body(userId=world.owner.id, message="X", consent=True, customerEmail=email)
        ok_json(form.visitor.post("/api/public/waiting-list", json=body))
    ok_json(world.owner.patch(f"/api/inventory/{row['id']}", json={"quantity": 2}))
    world.mails()
    assert [one["state"] for one in ok_json(world.owner.get("/api/waiting-list"))] == ["offered", "waiting"]

    answer = refuse(world, form.request(JUNE, customerEmail="x@evil.example"))

    assert answer["waiting"] == 2
    assert {one["state"] for one in ok_json(world.owner.get("/api/waiting-list"))} == {"withdrawn"}
    assert world.bookable([JUNE], "XX") == [JUNE]


def test_blocked_senders_are_listed_and_can_be_unblocked(world: FormWorld, clock: Clock):
    bad = world.at_form("192.0.2.1").request(JUNE, customerEmail="x@evil.example")
    refuse(world, bad)
    refuse(world, bad)

    listed = ok_json(world.owner.get("/api/refused-senders"))
    assert {(row["kind"], row["label"], row["bookingId"]) for row in listed} == {
        ("email", "x@evil.example", bad["id"]),
        ("domain", "evil.example", bad["id"]),
        ("network", "Ada Lovelace", bad["id"]),
    }
    for row in listed:
        ok_json(world.owner.delete(f"/api/refused-senders/{row['id']}"))
    assert ok_json(world.owner.get("/api/refused-senders")) == []
    assert world.at_form("192.0.2.1").send(JUNE, customerEmail="x@evil.example").status_code == 201


def test_blocking_applies_to_one_business_only(world: FormWorld, caller_of: Callable[..., Api]):
    bad = world.at_form("192.0.2.1").request(JUNE, customerEmail="x@evil.example")
    refuse(world, bad)
    other = caller_of(world.app, address="203.0.113.2").register()

    assert other.post(f"/api/bookings/{bad['id']}/refuse-sender").status_code == 404
    assert world.at_form("192.0.2.1").send(JUNE, userId=other.id, customerEmail="x@evil.example").status_code == 201


def test_operators_booking_has_no_sender(world: FormWorld):
    own = world.owner.book(address=YARD, customerEmail="x@evil.example")
    for answer in (
        world.owner.get(f"/api/bookings/{own['id']}/sender"),
        world.owner.post(f"/api/bookings/{own['id']}/refuse-sender"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (409, "no_sender")


def test_retry_of_an_earlier_booking_still_succeeds_after_blocking(world: FormWorld):
    form = world.at_form("192.0.2.1")
    placed = form.request(JUNE, customerEmail="x@evil.example", key="form-1")
    refuse(world, placed)

    again = form.request(JUNE, customerEmail="x@evil.example", key="form-1")
    assert (again["id"], again["status"]) == (placed["id"], "canceled")


def test_blocking_works_with_limits_switched_off(operator: Api, visitor: Api):
    placed = visitor.book(userId=operator.id, customerEmail="x@evil.example")
    ok_json(operator.post(f"/api/bookings/{placed['id']}/refuse-sender"))

    refused = visitor.try_to_book(userId=operator.id, customerEmail="x@evil.example")
    assert (refused.status_code, refused.json()["code"]) == (409, "refused_sender")
