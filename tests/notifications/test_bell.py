"""Notifications: which events create one, who sees them, and read marks."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from marqueedesk.domain_events import (
    BookingCanceled,
    BookingEdited,
    BookingPlaced,
    BusinessEvent,
    EventDelivery,
    HoldEnded,
    PaymentFailed,
    PaymentReceived,
    QuoteAccepted,
    QuoteDeclined,
    QuoteQuestioned,
)
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.notifications import event_handlers, service
from marqueedesk.notifications.service import Note
from tests.support import rows
from tests.support.api import Api, ok_json

Tell = Callable[..., None]
Ring = Callable[..., None]


@pytest.fixture
def tell(database: Database) -> Tell:
    """Create a notification: `tell(operator, "a title")`."""

    def ring(who: Api, title: str, *, key: str | None = None, **more: Any) -> None:
        with database.write() as db:
            set_operator(db, who.id)
            service.notify(db, Note("request", title, "text", **more), key=key or title, now=clock.now())

    return ring


@pytest.fixture
def ring(database: Database) -> Ring:
    """Handle an event: `ring(operator, BookingPlaced, booking_id=3)`."""

    def hand_over(who: Api, kind: type[BusinessEvent], **about: Any) -> None:
        with database.write() as db:
            now, event = clock.now(), kind(operator_id=who.id, **about)
            handler = event_handlers.SUBSCRIBER.handlers.get(kind, lambda _nobody: None)
            handler(EventDelivery(db, event, f"{kind}:{about}", now, now))

    return hand_over


def notifications_of(who: Api, **query: Any) -> dict[str, Any]:
    return ok_json(who.get("/api/notifications", params=query))


def titles(who: Api) -> list[str]:
    return [item["title"] for item in notifications_of(who)["items"]]


class TestWhatRings:
    def test_visitor_request_notifies_with_a_link(self, operator: Api, visitor: Api, ring: Ring):
        booking = visitor.book(userId=operator.id, customerName="Grace Hopper")

        ring(operator, BookingPlaced, booking_id=booking["id"])

        (item,) = notifications_of(operator)["items"]
        assert {name: item[name] for name in ("kind", "title", "text", "about", "aboutId", "read")} == {
            "kind": "request",
            "title": "New request from Grace Hopper",
            "text": "#1 · “LOVE” (4ft) · June 1, 2027",
            "about": "booking",
            "aboutId": booking["id"],
            "read": False,
        }

    def test_booking_without_approval_is_not_announced_as_a_request(self, operator: Api, visitor: Api, ring: Ring):
        operator.set_rules(approvalRequired=False)

        ring(operator, BookingPlaced, booking_id=visitor.book(userId=operator.id)["id"])

        assert titles(operator) == ["New booking from Ada Lovelace"]

    def test_own_actions_create_no_notification(self, operator: Api, ring: Ring):
        own = operator.book()["id"]
        operator.set_status(own, "canceled")

        ring(operator, BookingPlaced, booking_id=own)
        ring(operator, BookingCanceled, booking_id=own)
        ring(operator, BookingEdited, booking_id=own, before={})
        ring(operator, BookingPlaced, booking_id=987_654)

        assert titles(operator) == []

    def test_ended_hold_notifies_unless_answered_or_extended(
        self, operator: Api, visitor: Api, ring: Ring, present: time_machine.Traveller
    ):
        first, second = (visitor.book(userId=operator.id, customerName=name)["id"] for name in ("Ann", "Ben"))
        operator.set_status(second, "confirmed")
        ring(operator, HoldEnded, booking_id=first, ends_at="soon")
        assert titles(operator) == []

        present.shift(timedelta(days=8))
        ring(operator, HoldEnded, booking_id=first, ends_at="later")
        ring(operator, HoldEnded, booking_id=second, ends_at="soon")

        assert titles(operator) == ["The hold for Ann has ended"]

    def test_quote_responses_notify_the_business(self, operator: Api, visitor: Api, ring: Ring):
        quotes = [operator.sent_quote(customerName=f"Customer {number}") for number in range(3)]
        accepted = ok_json(visitor.accept(quotes[0]["token"]))["booking"]
        ok_json(visitor.post(f"/api/public/quotes/{quotes[1]['token']}/decline", json={"reason": "Too dear"}))

        ring(operator, QuoteAccepted, quote_id=quotes[0]["id"], booking_id=accepted["id"])
        ring(operator, BookingPlaced, booking_id=accepted["id"])
        ring(operator, QuoteDeclined, quote_id=quotes[1]["id"])
        ring(operator, QuoteQuestioned, quote_id=quotes[2]["id"], text="Is there a ramp?")

        items = notifications_of(operator)["items"][::-1]
        assert [(item["title"], item["about"], item["aboutId"]) for item in items] == [
            ("Customer 0 accepted quote Q-2026-0001", "booking", accepted["id"]),
            ("Customer 1 declined quote Q-2026-0002", "quote", quotes[1]["id"]),
            ("Customer 2 asks about quote Q-2026-0003", "quote", quotes[2]["id"]),
        ]
        assert [item["text"] for item in items[1:]] == ["Too dear", "Is there a ramp?"]

    def test_payments_notify_the_business(self, operator: Api, ring: Ring):
        booking = operator.book()["id"]

        ring(operator, PaymentReceived, booking_id=booking, payment_id=1, amount_cents=124_000)
        ring(operator, PaymentFailed, booking_id=booking, payment_id=1, amount_cents=124_000)

        assert titles(operator) == ["A payment by Ada Lovelace has failed", "Ada Lovelace has paid $1,240.00"]

    def test_each_occasion_notifies_once_with_truncated_text(self, operator: Api, tell: Tell):
        tell(operator, "x" * 400, key="one")
        tell(operator, "again", key="one")

        assert titles(operator) == ["x" * 299 + "…"]


class TestReading:
    def test_read_marks_are_per_person_and_visibility_follows_the_role(
        self, operator: Api, new_caller: Callable[[], Api], database: Database, tell: Tell
    ):
        staff, manager = new_caller().register(), new_caller().register()
        for who, part in ((staff, "staff"), (manager, "manager")):
            rows.join_team(database, who.id, operator.id, part)
        tell(operator, "a request")
        tell(operator, "a payment", is_money=True)
        tell(operator, "the plan", is_money=True, about="plan", about_id=1)

        answer = ok_json(operator.post("/api/notifications/read", json={"upTo": 2**62}))

        assert answer == {"unread": 0}
        assert [item["read"] for item in notifications_of(operator)["items"]] == [True, True, True]
        assert titles(staff) == ["a request"]
        assert notifications_of(staff)["unread"] == 1
        assert titles(manager) == ["a payment", "a request"]
        assert notifications_of(manager)["unread"] == 2

    def test_mark_all_as_read_stops_at_the_newest_seen(self, operator: Api, tell: Tell):
        for title in ("first", "second", "third"):
            tell(operator, title)
        ids = [item["id"] for item in notifications_of(operator)["items"]]

        assert ok_json(operator.post("/api/notifications/read", json={"ids": [ids[1], ids[1]]})) == {"unread": 2}
        assert ok_json(operator.post("/api/notifications/read", json={"ids": [ids[1]]})) == {"unread": 2}
        assert ok_json(operator.post("/api/notifications/read", json={"upTo": ids[1]})) == {"unread": 1}
        assert [item["read"] for item in notifications_of(operator)["items"]] == [False, True, True]

    def test_marking_as_read_does_not_affect_other_businesses(self, operator: Api, other_operator: Api, tell: Tell):
        tell(other_operator, "theirs")
        theirs = notifications_of(other_operator)["items"][0]["id"]

        assert ok_json(operator.post("/api/notifications/read", json={"ids": [theirs]})) == {"unread": 0}
        assert titles(operator) == []
        assert notifications_of(other_operator)["unread"] == 1

    def test_notifications_are_paginated(self, operator: Api, tell: Tell):
        for number in range(5):
            tell(operator, str(number))

        first = notifications_of(operator, limit=2)
        second = notifications_of(operator, limit=2, cursor=first["nextCursor"])
        last = notifications_of(operator, limit=2, cursor=second["nextCursor"])

        assert [[item["title"] for item in page["items"]] for page in (first, second, last)] == [
            ["4", "3"],
            ["2", "1"],
            ["0"],
        ]
        assert last["nextCursor"] is None
        assert first["unread"] == 5

    @pytest.mark.parametrize(
        "body",
        [{}, {"ids": []}, {"ids": [0]}, {"ids": ["1"]}, {"ids": [1] * 201}, {"upTo": -1}, {"upTo": True}],
        ids=str,
    )
    def test_empty_read_request_is_rejected(self, body: dict[str, Any], operator: Api):
        assert operator.post("/api/notifications/read", json=body).status_code == 422


def test_old_notifications_are_removed(operator: Api, tell: Tell, database: Database, present: time_machine.Traveller):
    tell(operator, "old")
    ok_json(operator.post("/api/notifications/read", json={"upTo": 2**62}))
    present.shift(service.KEPT + timedelta(days=1))
    tell(operator, "new")

    with database.write() as db, all_tenants(db, "the test keeps house"):
        service.forget_old(db, clock.now())

    operator.login(operator.user["email"])
    assert titles(operator) == ["new"]
