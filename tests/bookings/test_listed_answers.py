"""A page of the list is made of answers that were sent before, and says what a fresh one would say."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from marqueedesk.bookings import listed_answers
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.watch.lru import LruCache
from tests.support import rows
from tests.support.api import Api
from tests.support.clock import Clock
from tests.support.goods import at, confirmed, on


@pytest.fixture(autouse=True)
def june(clock: Clock) -> None:
    """The day on which everything begins, before anybody signs in."""
    at(clock, 1, 9)


@pytest.fixture
def writing(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The ids of the bookings whose answers are written, in order."""
    monkeypatch.setattr(listed_answers, "_kept", LruCache(listed_answers.KEPT))
    seen: list[int] = []
    made = listed_answers._made

    def noting(row: Any, *rest: Any) -> Any:
        seen.append(row.id)
        return made(row, *rest)

    monkeypatch.setattr(listed_answers, "_made", noting)
    yield seen
    seen.clear()


def page(api: Api) -> list[dict[str, Any]]:
    answer = api.get("/api/bookings", params={"limit": 50})
    assert answer.status_code == 200
    return answer.json()["items"]


def read(api: Api, booking: dict[str, Any]) -> dict[str, Any]:
    """What the booking's own answer says of the fields of the list."""
    return api.get(f"/api/bookings/{booking['id']}").json()


def test_unchanged_booking_is_serialized_once(operator: Api, database: Database, writing: list[int]):
    operator.add_letters({"X": 2})
    first, second = confirmed(operator, "X", 5), confirmed(operator, "X", 9)
    before = page(operator)
    assert writing == [first["id"], second["id"]]
    writing.clear()

    assert page(operator) == before
    # On SQLite nobody can tell a row from its content without reading it.
    assert writing == ([first["id"], second["id"]] if database.is_sqlite else [])
    writing.clear()

    operator.patch(f"/api/bookings/{second['id']}", json={"customerName": "Grace Hopper"})
    after = page(operator)
    assert [row["customerName"] for row in after] == [before[0]["customerName"], "Grace Hopper"]
    assert second["id"] in writing
    assert first["id"] not in writing or database.is_sqlite
    whole = read(operator, second)
    assert after[1] == {name: whole[name] for name in after[1]}


def test_cached_booking_hides_amounts_from_staff(operator: Api, new_caller: Callable[[], Api], database: Database):
    operator.add_letters({"X": 1})
    confirmed(operator, "X", 5)
    staff = new_caller().register("staff@example.com")
    rows.join_team(database, staff.id, operator.id, "staff")
    for _ in range(2):
        (row,), (seen,) = page(operator), page(staff)
        assert row["totalPrice"] > 0
        assert "totalPrice" not in seen
        assert (seen["id"], seen["message"]) == (row["id"], "X")


def test_price_list_change_invalidates_the_cache(operator: Api):
    operator.add_letters({"X": 1})
    confirmed(operator, "X", 5)
    assert "fog" not in page(operator)[0]["addOns"]
    operator.set_prices(addOns=[{"code": "fog", "label": "Fog Machine", "price": 40}])
    assert page(operator)[0]["addOns"]["fog"] is False


def test_cached_booking_expires_when_overdue_or_lapsed(operator: Api, visitor: Api, clock: Clock):
    operator.set_rules(timeZone="UTC")
    operator.add_letters({"X": 2})
    booking, request = confirmed(operator, "X", 1, 2), visitor.book(userId=operator.id, message="X", **on(20))
    for _ in range(2):
        rows = {row["id"]: row for row in page(operator)}
        assert (rows[booking["id"]]["goods"], rows[request["id"]]["held"]) == ("reserved", True)
    at(clock, 3)
    rows = {row["id"]: row for row in page(operator)}
    assert rows[booking["id"]]["goods"] == "overdue"
    assert rows[booking["id"]]["overdueSince"] == read(operator, booking)["overdueSince"]
    clock.set(rows[request["id"]]["holdExpiresAt"])
    for _ in range(2):
        assert {row["id"]: row["held"] for row in page(operator)}[request["id"]] is False


def test_least_recently_used_entry_is_evicted():
    recent = LruCache[str, int](2)
    recent.keep("a", 1)
    recent.keep("b", 2)
    assert recent.get("a") == 1
    recent.keep("c", 3)
    assert [recent.get(key) for key in "abc"] == [1, None, 3]
