"""A page of the list shows each booking in its current state, with what the viewer may see."""

from collections.abc import Callable
from typing import Any

import pytest

from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import Api
from tests.support.clock import Clock
from tests.support.goods import confirmed, on_june, set_june_clock


@pytest.fixture(autouse=True)
def june(clock: Clock) -> None:
    """Set the clock to the first day of the tests, before any user signs in."""
    set_june_clock(clock, 1, 9)


def page(api: Api) -> list[dict[str, Any]]:
    answer = api.get("/api/bookings", params={"limit": 50})
    assert answer.status_code == 200
    return answer.json()["items"]


def read(api: Api, booking: dict[str, Any]) -> dict[str, Any]:
    """Read the booking on its own."""
    return api.get(f"/api/bookings/{booking['id']}").json()


def test_list_page_hides_amounts_from_staff(operator: Api, new_caller: Callable[[], Api], database: Database):
    operator.add_letters({"X": 1})
    confirmed(operator, "X", 5)
    staff = new_caller().register("staff@example.com")
    rows.join_team(database, staff.id, operator.id, "staff")
    for _ in range(2):
        (row,), (seen,) = page(operator), page(staff)
        assert row["totalPrice"] > 0
        assert "totalPrice" not in seen
        assert (seen["id"], seen["message"]) == (row["id"], "X")


def test_list_page_uses_the_current_price_list(operator: Api):
    operator.add_letters({"X": 1})
    confirmed(operator, "X", 5)
    assert "fog" not in page(operator)[0]["addOns"]
    operator.set_prices(addOns=[{"code": "fog", "label": "Fog Machine", "price": 40}])
    assert page(operator)[0]["addOns"]["fog"] is False


def test_list_page_shows_overdue_goods_and_lapsed_holds(operator: Api, visitor: Api, clock: Clock):
    operator.set_rules(timeZone="UTC")
    operator.add_letters({"X": 2})
    booking, request = confirmed(operator, "X", 1, 2), visitor.book(userId=operator.id, message="X", **on_june(20))
    for _ in range(2):
        rows = {row["id"]: row for row in page(operator)}
        assert (rows[booking["id"]]["goods"], rows[request["id"]]["held"]) == ("reserved", True)
    set_june_clock(clock, 3)
    rows = {row["id"]: row for row in page(operator)}
    assert rows[booking["id"]]["goods"] == "overdue"
    assert rows[booking["id"]]["overdueSince"] == read(operator, booking)["overdueSince"]
    clock.set(rows[request["id"]]["holdExpiresAt"])
    for _ in range(2):
        assert {row["id"]: row["held"] for row in page(operator)}[request["id"]] is False
