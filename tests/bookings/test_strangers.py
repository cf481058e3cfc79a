"""Limits on the letters that strangers' requests hold, and the link in their email (W11)."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import update

from marqueedesk.tables import METADATA
from marqueedesk.worker import offer_what_came_free
from tests.support.api import YARD, Api, booking_body, ok_json
from tests.support.checked import clock
from tests.support.clock import Clock
from tests.support.strangers import SMTP, FormWorld, days_from

pytestmark = pytest.mark.either_database

__all__ = ["clock"]

JUNE = date(2027, 6, 1)
"""A Tuesday."""


@pytest.fixture
def world(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock) -> FormWorld:
    """A business with four of each letter of LOVE, where email is sent and limits are on."""
    world = FormWorld(app_with(smtp_url=SMTP, rate_limits="on"), caller_of, clock)
    world.owner.add_letters("LOVE", 4)
    return world


@pytest.fixture
def without_mail(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], clock: Clock) -> FormWorld:
    """The same business without a mail server."""
    world = FormWorld(app_with(rate_limits="on"), caller_of, clock)
    world.owner.add_letters("LOVE", 4)
    return world


def test_unconfirmed_request_holds_letters_for_thirty_minutes(world: FormWorld, clock: Clock):
    placed = world.at_form("192.0.2.1").request(JUNE)

    assert (placed["held"], placed["confirmAddress"]) == (True, False)
    assert placed["confirmBy"].startswith("2027-03-03T10:30:0")
    clock.pass_by(minutes=29)
    assert world.booking(placed["id"])["held"]
    clock.pass_by(minutes=2)
    lapsed = world.booking(placed["id"])
    assert (lapsed["status"], lapsed["held"], lapsed["confirmAddress"]) == ("pending", False, True)


def test_confirmed_request_holds_letters_for_the_business_hold_time(world: FormWorld, clock: Clock):
    world.owner.set_rules(holdDays=3)
    placed = world.at_form("192.0.2.1").request(JUNE, customerEmail="ada@gmail.com")
    page = ok_json(world.visit(world.links()["ada@gmail.com"]))

    assert page["addressConfirmed"]
    assert page["held"]["secondsLeft"] == 3 * 24 * 3600
    clock.pass_by(days=2, hours=23)
    assert world.booking(placed["id"])["held"]
    clock.pass_by(hours=2)
    assert not world.booking(placed["id"])["held"]


def test_opening_the_link_again_does_not_extend_the_hold(world: FormWorld, clock: Clock):
    placed = world.at_form("192.0.2.1").request(JUNE, customerEmail="ada@gmail.com")
    token = world.links()["ada@gmail.com"]
    ok_json(world.visit(token))
    until = world.booking(placed["id"])["holdExpiresAt"]

    clock.pass_by(days=1)
    ok_json(world.visit(token))
    assert world.booking(placed["id"])["holdExpiresAt"] == until
    clock.pass_by(days=10)
    ok_json(world.visit(token))
    assert not world.booking(placed["id"])["held"]


def test_link_opened_late_holds_letters_if_available(world: FormWorld, clock: Clock):
    late = world.at_form("192.0.2.1").request(JUNE, customerEmail="late@gmail.com")
    taken = world.at_form("192.0.2.2").request(JUNE + timedelta(days=60), customerEmail="taken@gmail.com")
    tokens = world.links()
    clock.pass_by(minutes=31)
    ok_json(world.owner.try_to_book(address=YARD, message="LLLL", deliveryDate="2027-07-31", pickupDate="2027-07-31"))

    ok_json(world.visit(tokens["late@gmail.com"]))
    page = ok_json(world.visit(tokens["taken@gmail.com"]))

    assert world.booking(late["id"])["held"]
    assert (page["held"], page["status"], page["confirmAddress"]) == (None, "pending", True)
    assert not world.booking(taken["id"])["held"]


def test_link_holds_letters_that_become_free_later(world: FormWorld, clock: Clock):
    placed = world.at_form("192.0.2.1").request(JUNE, customerEmail="ada@gmail.com")
    token = world.links()["ada@gmail.com"]
    clock.pass_by(minutes=31)
    other = ok_json(world.owner.try_to_book(address=YARD, message="LLLL", deliveryDate=str(JUNE), pickupDate=str(JUNE)))
    ok_json(world.visit(token))
    assert not world.booking(placed["id"])["held"]

    ok_json(world.owner.set_status(other["id"], "canceled"))
    ok_json(world.visit(token))
    assert world.booking(placed["id"])["held"]


def test_only_the_token_in_the_email_confirms_the_address(world: FormWorld):
    placed = world.at_form("192.0.2.1").request(JUNE, customerEmail="ada@gmail.com")
    of_page = placed["pageUrl"].rpartition("/")[2]
    token = world.links()["ada@gmail.com"]

    assert token not in str(placed)
    refused = world.visit(of_page)
    assert (refused.status_code, refused.json()["code"]) == (404, "no_booking")
    assert not ok_json(world.owner.get(f"/api/public/bookings/{of_page}"))["addressConfirmed"]
    assert world.visit(token[:-1]).status_code == 404
    assert world.owner.get(f"/api/public/bookings/{token}").status_code == 404, "it opens no page"


def test_custom_email_text_still_contains_the_link(world: FormWorld):
    ok_json(world.owner.patch("/api/message-settings/request-received", json={"body": "Thanks, we will call you."}))
    world.at_form("192.0.2.1").request(JUNE, customerEmail="ada@gmail.com")

    (mail,) = [mail for mail in world.mails() if mail.to == "ada@gmail.com"]
    assert "Thanks, we will call you." in mail.text
    assert "We're holding your letters until Wednesday, March 3, 2027, 10:30 AM." in mail.text
    assert "/confirm-address" in mail.text


def test_link_redirects_to_the_booking_page(world: FormWorld):
    placed = world.at_form("192.0.2.1").request(JUNE, customerEmail="ada@gmail.com")
    token = world.links()["ada@gmail.com"]

    answer = world.visit(token, Accept="text/html,application/xhtml+xml")
    assert answer.status_code == 303
    assert answer.headers["location"].endswith("/b/" + placed["pageUrl"].rpartition("/")[2])
    assert world.booking(placed["id"])["confirmBy"] is None
    unknown = world.visit("a" * 39, Accept="text/html")
    assert (unknown.status_code, unknown.headers["location"]) == (303, f"/b/{'a' * 39}")


@pytest.mark.parametrize("owned, percent, held", [(4, 50, 2), (3, 50, 2), (5, 1, 1), (5, 0, 0), (5, 100, 5)])
def test_strangers_together_can_hold_a_share_of_a_letter_rounded_up(
    world: FormWorld, owned: int, percent: int, held: int
):
    world.owner.add_letters("X", owned)
    world.owner.set_rules(strangersSharePercent=percent)

    placed = [world.at_form(f"192.0.2.{n}").request(JUNE, message="X") for n in range(5)]

    shown = [(one["held"], one["confirmAddress"]) for one in placed if one["held"]]
    assert shown == [(True, False)] * held
    assert [one["confirmAddress"] for one in placed if not one["held"]] == [True] * (5 - held)


@pytest.fixture
def refused_by_letters(world: FormWorld) -> FormWorld:
    world.owner.add_letters("X", 2)
    return world


def test_confirmed_requests_do_not_count_towards_the_share(refused_by_letters: FormWorld):
    world = refused_by_letters
    first = world.at_form("192.0.2.1").request(JUNE, message="X", customerEmail="ada@gmail.com")
    over = world.at_form("192.0.2.2").request(JUNE, message="X", customerEmail="bob@gmail.com")
    assert (first["held"], over["held"]) == (True, False)
    tokens = world.links()
    ok_json(world.visit(tokens["ada@gmail.com"]))
    third = world.at_form("192.0.2.3").request(JUNE, message="X")
    assert third["held"], "the confirmed one does not count"
    ok_json(world.visit(tokens["bob@gmail.com"]))
    assert not world.booking(over["id"])["held"], "both pieces are held: first confirmed, first served"


def test_request_over_the_limit_holds_no_letters_and_fills_no_day(refused_by_letters: FormWorld):
    world = refused_by_letters
    world.owner.set_rules(maxDeliveriesPerDay=2)
    world.at_form("192.0.2.1").request(JUNE, message="X")
    world.at_form("192.0.2.2").request(JUNE, message="X")
    own = world.owner.try_to_book(address=YARD, message="X", deliveryDate=str(JUNE), pickupDate=str(JUNE))
    assert own.status_code == 201
    assert world.at_form("192.0.2.3").send(JUNE, message="L").json()["code"] == "closed_day"


def test_strangers_can_hold_the_last_piece_on_ten_days_per_month(world: FormWorld):
    world.owner.add_letters("X", 1)

    placed = [
        world.at_form(f"192.0.2.{n}").request(
            JUNE + timedelta(days=3 * n), JUNE + timedelta(days=3 * n + 2), message="X"
        )
        for n in range(10)
    ]

    assert [one["held"] for one in placed] == [True] * 3 + [False] * 7, "nine days; the next three would be twelve"
    assert world.at_form("192.0.2.50").request(JUNE + timedelta(days=20), message="X")["held"], "the tenth day"
    assert not world.at_form("192.0.2.51").request(JUNE + timedelta(days=25), message="X")["held"]
    assert world.at_form("192.0.2.52").request(date(2027, 7, 5), message="X")["held"], "each month has its own"


def test_last_piece_limit_applies_when_customers_hold_the_others(world: FormWorld):
    world.owner.add_letters("X", 2)
    world.owner.book(address=YARD, message="X", deliveryDate="2027-06-01", pickupDate="2027-06-30", asRequest=False)

    placed = [world.at_form(f"192.0.2.{n}").request(day, message="X") for n, day in enumerate(days_from(JUNE, 12))]

    assert [one["held"] for one in placed] == [True] * 10 + [False] * 2


def test_network_can_hold_a_letter_on_ten_days_per_month(world: FormWorld):
    guest = world.at_form("192.0.2.1")
    world.owner.set_rules(strangersSharePercent=100)

    weekdays = [guest.request(JUNE, JUNE + timedelta(days=3)), guest.request(date(2027, 6, 7), date(2027, 6, 11))]
    tenth = guest.request(date(2027, 6, 14), date(2027, 6, 14))
    eleventh = guest.request(date(2027, 6, 15), date(2027, 6, 15))

    assert [one["held"] for one in (*weekdays, tenth, eleventh)] == [True, True, True, False]
    assert world.at_form("192.0.2.2").request(date(2027, 6, 15), date(2027, 6, 15))["held"], "another network"
    assert guest.request(date(2027, 7, 6))["held"], "another month"


def test_network_can_hold_a_letter_on_two_weekends_per_month(world: FormWorld):
    guest = world.at_form("192.0.2.1")
    saturdays = [date(2027, 6, day) for day in (5, 12, 19, 26)]

    placed = [guest.request(day, day + timedelta(days=1)) for day in saturdays]

    assert [one["held"] for one in placed] == [True, True, False, False]
    assert guest.request(date(2027, 6, 12))["held"], "the same weekend again"


def test_ipv6_network_and_mapped_addresses_count_as_one(world: FormWorld):
    saturdays = [date(2027, 6, day) for day in (5, 12, 19)]
    of_one_house = [world.at_form(f"2001:db8:1:2::{n}").request(day)["held"] for n, day in enumerate(saturdays)]
    mapped = [
        world.at_form(address).request(day)["held"]
        for address, day in zip(("192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201"), saturdays, strict=True)
    ]

    assert of_one_house == [True, True, False]
    assert mapped == [True, True, False]
    assert world.at_form("2001:db8:1:3::1").request(saturdays[2])["held"]


def test_event_planner_with_five_signs_is_within_limits(world: FormWorld):
    world.owner.set_rules(strangersSharePercent=100)
    planner = world.at_form("192.0.2.1")
    saturdays = [date(2027, 5, 29), *(date(2027, 6, day) for day in (5, 12, 19, 26))]

    placed = [
        planner.request(day, day + timedelta(days=1), customerEmail="planner@weddings.example") for day in saturdays
    ]
    for mail in world.mails():
        for part in mail.text.split():
            if "/confirm-address" in part:
                ok_json(world.visit(part.rpartition("/confirm-address")[0].rpartition("/")[2]))

    assert all(world.booking(one["id"])["held"] for one in placed)


def test_fifteen_confirmed_guests_on_one_network_are_within_limits(world: FormWorld, clock: Clock):
    world.owner.add_letters("HI", 20)
    wifi = world.at_form("192.0.2.1")

    placed = [
        wifi.request(JUNE + timedelta(days=2 * n), message="HI", customerEmail=f"guest{n}@gmail.com") for n in range(15)
    ]
    for token in world.links().values():
        ok_json(world.visit(token))

    assert [world.booking(one["id"])["held"] for one in placed] == [True] * 15


def test_confirmed_network_can_hold_a_letter_on_three_times_as_many_days(world: FormWorld):
    world.owner.set_rules(strangersSharePercent=100, strangersLetterDays=2)
    guest = world.at_form("192.0.2.1")
    placed = [guest.request(day, customerEmail=f"guest{n}@gmail.com") for n, day in enumerate(days_from(JUNE, 8))]
    for token in world.links().values():
        ok_json(world.visit(token))

    held = [world.booking(one["id"])["held"] for one in placed]
    assert sum(held) == 6
    requests = ok_json(world.owner.get("/api/bookings", params={"status": "pending"}))
    assert len(requests) == 8, "what is over is taken without letters"


def confirmed_of(world: FormWorld, domain: str) -> int:
    """Count on how many of eight days confirmed addresses of a domain hold a letter, each from its own network."""
    placed = [
        world.at_form(f"198.51.100.{n}").request(day, customerEmail=f"guest{n}@{domain.format(n)}")
        for n, day in enumerate(days_from(JUNE, 8))
    ]
    for token in world.links().values():
        ok_json(world.visit(token))
    # Letters held before the address was confirmed stay held for thirty minutes.
    world.clock.pass_by(minutes=31)
    return sum(world.booking(one["id"])["held"] for one in placed)


@pytest.mark.parametrize(
    "domain, held",
    [
        ("catchall.example", 6),
        ("sub{}.catchall.example", 6),
        ("CatchAll.example", 6),
        ("gmail.com", 8),
        ("x{}.example", 8),
    ],
)
def test_confirmed_addresses_of_one_mail_domain_count_like_a_network(world: FormWorld, domain: str, held: int):
    world.owner.set_rules(strangersSharePercent=100, strangersLetterDays=2)
    # Unconfirmed requests of one network may hold two days, so each request comes from its own network.
    assert confirmed_of(world, domain) == held


def test_items_count_like_letters(world: FormWorld):
    item = ok_json(
        world.owner.post(
            "/api/items",
            json={"name": "Arch", "kind": "counted", "quantity": 2, "price": 50, "per": "day", "public": True},
        )
    )
    lines = [{"kind": "item", "itemId": item["id"], "quantity": 1}]

    placed = [world.at_form(f"192.0.2.{n}").request(JUNE, message=None, size=None, lines=lines) for n in range(2)]

    assert [one["held"] for one in placed] == [True, False]


def test_auto_confirmed_bookings_count_toward_share_for_unconfirmed_addresses(world: FormWorld, clock: Clock):
    world.owner.add_letters("X", 2)
    world.owner.set_rules(approvalRequired=False)

    first = world.at_form("192.0.2.1").request(JUNE, message="X", customerEmail="ada@gmail.com")
    over = world.at_form("192.0.2.2").request(JUNE, message="X", customerEmail="bob@gmail.com")
    assert (first["status"], over["status"], over["held"]) == ("confirmed", "pending", False)
    clock.pass_by(hours=2)
    assert world.booking(first["id"])["status"] == "confirmed"
    tokens = world.links()
    ok_json(world.visit(tokens["bob@gmail.com"]))
    assert world.booking(over["id"])["status"] == "confirmed", "confirmed once its address is"
    ok_json(world.visit(tokens["ada@gmail.com"]))
    assert world.booking(first["id"])["status"] == "confirmed"


def test_auto_confirmed_bookings_get_higher_day_limit_of_confirmed_addresses(world: FormWorld):
    world.owner.set_rules(strangersSharePercent=100, strangersLetterDays=2, approvalRequired=False)
    guest = world.at_form("192.0.2.1")

    placed: list[dict[str, Any]] = []
    for number, day in enumerate(days_from(JUNE, 10)):
        email = f"guest{number}@gmail.com"
        placed.append(guest.request(day, customerEmail=email))
        ok_json(world.visit(world.links()[email]))

    confirmed = [world.booking(one["id"])["status"] == "confirmed" for one in placed]
    assert confirmed == [True] * 8 + [False] * 2, "six days of confirmed addresses, and two that count as unconfirmed"


def test_waiting_list_offers_count_like_requests(world: FormWorld):
    world.owner.add_letters({"X": 0, "Y": 0})
    rows = {row["letter"]: row["id"] for row in ok_json(world.owner.get("/api/inventory"))}
    for n in range(3):
        visitor = world.at_form(f"192.0.2.{n}").visitor
        body = booking_body(
            userId=world.owner.id,
            message="X",
            customerEmail=f"guest{n}@gmail.com",
            consent=True,
            deliveryDate=str(JUNE),
            pickupDate=str(JUNE),
        )
        ok_json(visitor.post("/api/public/waiting-list", json=body))
    ok_json(world.owner.patch(f"/api/inventory/{rows['X']}", json={"quantity": 4}))

    world.mails()
    states = [row["state"] for row in ok_json(world.owner.get("/api/waiting-list"))]

    assert states == ["offered", "offered", "waiting"], "two of four pieces"
    assert not world.at_form("192.0.2.9").request(JUNE, message="X")["held"]


def test_offers_to_unknown_networks_are_only_limited_by_the_share(world: FormWorld):
    world.owner.add_letters({"X": 0})
    (letter,) = [row["id"] for row in ok_json(world.owner.get("/api/inventory")) if row["letter"] == "X"]
    visitor = world.at_form("192.0.2.1").visitor
    for number, day in enumerate((5, 12, 19)):
        days = {"deliveryDate": f"2027-06-{day:02}", "pickupDate": f"2027-06-{day:02}"}
        email = f"guest{number}@gmail.com"
        body = booking_body(userId=world.owner.id, message="X", customerEmail=email, consent=True, **days)
        ok_json(visitor.post("/api/public/waiting-list", json=body))
    with world.app.state.database.write_connection() as connection:
        # Like entries stored before networks were recorded.
        connection.execute(update(METADATA.tables["waiting_entries"]).values(sender_network=None))

    ok_json(world.owner.patch(f"/api/inventory/{letter}", json={"quantity": 4}))
    world.mails()

    assert [row["state"] for row in ok_json(world.owner.get("/api/waiting-list"))] == ["offered"] * 3


def test_offers_without_limits_hold_all_letters(world: FormWorld, clock: Clock):
    """Negative control for the previous test: it is the limit that keeps the third customer waiting."""
    test_waiting_list_offers_count_like_requests(world)
    offer_what_came_free(world.app.state.database, clock.now)
    assert [row["state"] for row in ok_json(world.owner.get("/api/waiting-list"))] == ["offered"] * 3


def test_booked_offer_is_held_for_thirty_minutes(world: FormWorld, clock: Clock):
    world.owner.add_letters({"X": 0})
    visitor = world.at_form("192.0.2.1").visitor
    body = booking_body(userId=world.owner.id, message="X", consent=True, customerEmail="ada@gmail.com")
    token = ok_json(visitor.post("/api/public/waiting-list", json=body))["token"]
    (row,) = [row for row in ok_json(world.owner.get("/api/inventory")) if row["letter"] == "X"]
    ok_json(world.owner.patch(f"/api/inventory/{row['id']}", json={"quantity": 2}))
    world.mails()

    place = ok_json(visitor.post(f"/api/public/waiting-list/{token}", json={"action": "book"}))

    assert place["booking"]["held"]
    assert place["booking"]["confirmBy"] is not None
    clock.pass_by(minutes=31)
    assert not world.booking(place["booking"]["id"])["held"]
    ok_json(world.visit(world.links()["ada@gmail.com"]))
    assert world.booking(place["booking"]["id"])["held"]


def test_retry_returns_the_same_booking_and_counts_once(refused_by_letters: FormWorld):
    form = refused_by_letters.at_form("192.0.2.1")
    first = form.request(JUNE, message="X", customerEmail="ada@gmail.com", key="form-1")
    again = form.request(JUNE, message="X", customerEmail="ada@gmail.com", key="form-1")

    assert again["id"] == first["id"]
    assert (again["held"], again["confirmBy"]) == (True, first["confirmBy"])


def test_discount_code_counts_as_used_when_its_request_holds_letters(refused_by_letters: FormWorld):
    world = refused_by_letters
    ok_json(world.owner.post("/api/discount-codes", json={"code": "ONE", "amount": 5, "uses": 1}))
    world.at_form("192.0.2.1").request(JUNE, message="X")
    over = world.at_form("192.0.2.2").request(JUNE, message="X", customerEmail="bob@gmail.com", discountCode="ONE")
    used = world.at_form("192.0.2.3").request(date(2027, 7, 1), message="X", discountCode="ONE")
    assert (over["held"], used["held"]) == (False, True), "a request without letters takes no use"

    ok_json(world.visit(world.links()["bob@gmail.com"]))
    assert not world.booking(over["id"])["held"], "the use is gone by now"


def test_ask_anyway_request_holds_nothing_even_when_confirmed(refused_by_letters: FormWorld):
    world = refused_by_letters
    placed = world.at_form("192.0.2.1").request(JUNE, message="XXX", askAnyway=True, customerEmail="ada@gmail.com")

    assert (placed["held"], placed["confirmAddress"]) == (False, False)
    assert world.links() == {}


def test_ask_anyway_requests_for_available_letters_count_toward_the_limit(refused_by_letters: FormWorld):
    world = refused_by_letters
    placed = [world.at_form(f"192.0.2.{n}").request(JUNE, message="X", askAnyway=True) for n in range(2)]

    assert [(one["held"], one["confirmAddress"]) for one in placed] == [(True, False), (False, True)]


def test_without_a_mail_server_only_the_share_of_all_strangers_is_limited(without_mail: FormWorld, clock: Clock):
    world = without_mail
    guest = world.at_form("192.0.2.1")
    saturdays = [date(2027, 6, day) for day in (5, 12, 19, 26)]

    of_one_network = [guest.request(day) for day in saturdays]
    over = [world.at_form(f"192.0.2.{n}").request(saturdays[0]) for n in (2, 3)]

    assert [(one["held"], one["confirmBy"]) for one in of_one_network] == [(True, None)] * 4
    assert [(one["held"], one["confirmAddress"]) for one in over] == [(True, False), (False, False)]
    clock.pass_by(days=6)
    assert world.booking(of_one_network[0]["id"])["held"]


def test_business_can_let_requests_hold_nothing(world: FormWorld):
    world.owner.set_rules(requestsHold="nothing")
    placed = world.at_form("192.0.2.1").request(JUNE, customerEmail="ada@gmail.com")

    assert (placed["status"], placed["held"], placed["confirmAddress"]) == ("pending", False, False)
    assert world.links() == {}
    assert ok_json(world.owner.set_status(placed["id"], "confirmed"))["held"]


def test_request_over_the_limit_asks_for_no_confirmation_if_requests_hold_nothing(world: FormWorld):
    world.owner.set_rules(requestsHold="nothing", strangersSharePercent=0)
    placed = world.at_form("192.0.2.1").request(JUNE, customerEmail="ada@gmail.com")

    assert (placed["status"], placed["held"], placed["confirmAddress"]) == ("pending", False, False)
    assert world.links() == {}


def test_business_can_hold_letters_only_after_confirmation(world: FormWorld):
    world.owner.set_rules(requestsHold="after_confirmation")
    placed = world.at_form("192.0.2.1").request(JUNE, customerEmail="ada@gmail.com")
    assert (placed["held"], placed["confirmAddress"]) == (False, True)

    ok_json(world.visit(world.links()["ada@gmail.com"]))
    assert world.booking(placed["id"])["held"]


@pytest.mark.parametrize(
    "holds, reservation",
    [
        ("until_answered", "The letters are reserved until Wednesday, March 3, 2027, 10:30 AM."),
        ("after_confirmation", "No letters are reserved until the customer opens the link in their email."),
        ("nothing", "No letters are reserved until you confirm."),
    ],
)
def test_email_to_the_business_states_what_the_request_reserves(world: FormWorld, holds: str, reservation: str):
    world.owner.set_rules(requestsHold=holds)
    world.at_form("192.0.2.1").request(JUNE)

    assert f"It is waiting for your reply. {reservation}" in " ".join(emails_to_owner(world)[0].split())


def test_email_about_a_request_over_the_limit_states_that_it_reserves_nothing(refused_by_letters: FormWorld):
    world = refused_by_letters
    world.at_form("192.0.2.1").request(JUNE, message="X")
    world.mails()
    world.at_form("192.0.2.2").request(JUNE, message="X")

    (text,) = emails_to_owner(world)
    assert "No letters are reserved until the customer opens the link in their email." in " ".join(text.split())
    assert "reserved until Wednesday" not in text


def test_owner_email_states_that_a_request_over_the_limit_reserves_no_letters(without_mail: FormWorld):
    world = without_mail
    world.owner.set_rules(strangersSharePercent=0)
    world.at_form("192.0.2.1").request(JUNE)

    (text,) = emails_to_owner(world)
    assert "No letters are reserved until you confirm." in " ".join(text.split())


def emails_to_owner(world: FormWorld) -> list[str]:
    """Texts of the new emails to the business about requests."""
    return [mail.text for mail in world.mails() if mail.subject.startswith("New request")]


@pytest.mark.parametrize(
    "rules, field",
    [
        ({"strangersSharePercent": 101}, "strangersSharePercent"),
        ({"strangersSharePercent": -1}, "strangersSharePercent"),
        ({"strangersLetterDays": 32}, "strangersLetterDays"),
        ({"requestsHold": "sometimes"}, "requestsHold"),
    ],
)
def test_limits_out_of_range_are_rejected(operator: Api, rules: dict[str, Any], field: str):
    refused = operator.patch("/api/booking-rules", json=rules)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])


def test_new_business_has_the_default_limits_for_strangers(operator: Api):
    rules = ok_json(operator.get("/api/booking-rules"))
    assert (rules["strangersSharePercent"], rules["strangersLetterDays"]) == (50, 10)
    assert rules["requestsHold"] == "until_answered"


def test_operators_bookings_are_not_limited(refused_by_letters: FormWorld):
    world = refused_by_letters
    own = [world.owner.book(address=YARD, message="X", deliveryDate=str(JUNE), pickupDate=str(JUNE)) for _ in range(2)]
    assert [(one["held"], one["confirmBy"]) for one in own] == [(True, None)] * 2


def test_edit_by_the_business_keeps_the_hold(world: FormWorld, clock: Clock):
    placed = world.at_form("192.0.2.1").request(JUNE)
    ok_json(
        world.owner.patch(
            f"/api/bookings/{placed['id']}", json={"deliveryDate": "2027-06-02", "pickupDate": "2027-06-02"}
        )
    )

    clock.pass_by(days=1)
    assert world.booking(placed["id"])["held"]
