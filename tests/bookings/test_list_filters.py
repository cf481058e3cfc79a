"""Orders and filters of a business's list of bookings (B7)."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from fastapi import FastAPI

from marqueedesk.bookings import lists
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from tests.support.api import Api, ok_json
from tests.support.state import replaced

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


class TestOrdersAndFilters:
    """B7: sort orders and filters of the list."""

    @pytest.fixture
    def rows(self, operator: Api) -> list[dict[str, Any]]:
        venue = operator.add_venue(name="zenith")["id"]
        made = []
        for number, (name, message) in enumerate(
            [
                ("bo", "LOVE"),
                ("Al", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
                ("Cy", "A"),
                ("al", "ZZ"),
                ("Di", "MM"),
            ]
        ):
            day = f"2027-06-{number % 3 + 1:02}"
            fields = {"venueId": venue} if number % 2 else {}
            row = operator.book(
                customerName=name, message=message, deliveryDate=day, pickupDate=f"2027-06-{9 - number:02}", **fields
            )
            if number < 3:
                operator.set_status(row["id"], "confirmed")
            made.append(row)
        operator.set_status(made[2]["id"], "canceled")
        for row, amount in ((made[0], 10), (made[1], made[1]["totalPrice"])):
            operator.post(f"/api/bookings/{row['id']}/payments", json={"kind": "cash", "amount": amount})
        return operator.get("/api/bookings").json()

    @pytest.mark.parametrize(
        "sort, key",
        [
            ("deliveryDate", lambda row: row["deliveryDate"]),
            ("pickupDate", lambda row: row["pickupDate"]),
            ("createdAt", lambda row: row["createdAt"]),
            ("customerName", lambda row: f"{row['customerName']} {row['customerEmail']}".lower()),
            ("message", lambda row: row["message"].lower()),
            ("venueName", lambda row: (row["venueName"] is None, row["venueName"])),
            ("total", lambda row: row["totalPrice"]),
            ("balance", lambda row: row["balanceDue"]),
            ("requestsFirst", lambda row: (row["status"] != "pending", row["deliveryDate"])),
        ],
    )
    def test_every_sort_order_is_the_same_in_full_and_in_pages(
        self, sort: str, key: Any, operator: Api, rows: list[dict[str, Any]]
    ):
        expected = sorted(rows, key=lambda row: (key(row), row["id"]))
        for name, wanted in ((sort, expected), (f"-{sort}", expected[::-1])):
            ids = [row["id"] for row in wanted]
            assert [row["id"] for row in operator.get("/api/bookings", params={"sort": name}).json()] == ids
            found, cursor = [], None
            while True:
                asked = {"sort": name, "limit": 2, **({"cursor": cursor} if cursor else {})}
                page = operator.get("/api/bookings", params=asked).json()
                found += [row["id"] for row in page["items"]]
                cursor = page["nextCursor"]
                if cursor is None:
                    break
            assert found == ids

    def test_cursor_of_another_sort_order_is_rejected(self, operator: Api, rows: list[dict[str, Any]]):
        cursor = operator.get("/api/bookings", params={"limit": 2, "sort": "total"}).json()["nextCursor"]
        answer = operator.get("/api/bookings", params={"limit": 2, "sort": "-total", "cursor": cursor})
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["cursor"])

    def test_list_can_be_filtered_by_payment_state(self, operator: Api, rows: list[dict[str, Any]]):
        def found(paid: str) -> set[str]:
            return {row["message"] for row in operator.get("/api/bookings", params={"paid": paid}).json()}

        assert found("partly") == {"LOVE"}
        assert found("paid") == {FAMILY}
        # Nothing is owed for bookings canceled without a fee.
        assert found("unpaid") == {"ZZ", "MM"}
        assert found("unpaid,partly") == {"ZZ", "MM", "LOVE"}

    def test_list_can_be_filtered_by_venue_and_day(self, operator: Api, rows: list[dict[str, Any]]):
        venue = next(row["venueId"] for row in rows if row["venueId"])
        at_venue = operator.get("/api/bookings", params={"venueId": venue}).json()
        assert {row["message"] for row in at_venue} == {row["message"] for row in rows if row["venueId"]}

        # Delivered on the second or picked up on the eighth; canceled bookings only on request.
        def on(day: str, **more: str) -> set[str]:
            return {row["customerName"] for row in operator.get("/api/bookings", params={"on": day, **more}).json()}

        assert on("2027-06-02") == {"Al", "Di"}
        assert on("2027-06-08") == {"Al"}
        assert on("2027-06-07") == set()
        assert on("2027-06-07", status="canceled") == {"Cy"}

    def test_bookings_are_counted_by_status(self, operator: Api, rows: list[dict[str, Any]]):
        def counts(**params: str) -> dict[str, int]:
            return operator.get("/api/bookings/counts", params=params).json()

        assert counts() == {"all": 5, "pending": 2, "confirmed": 2, "completed": 0, "canceled": 1}
        assert counts(q="al") == {"all": 2, "pending": 1, "confirmed": 1, "completed": 0, "canceled": 0}
        assert counts(on="2027-06-07") == {"all": 0, "pending": 0, "confirmed": 0, "completed": 0, "canceled": 1}

    def test_counting_stops_at_the_limit(self, operator: Api, rows: list[dict[str, Any]], database: Database):
        with database.read() as db:
            set_operator(db, operator.id)
            counts = lists.counts(db, lists.Filter(), most=1)
        assert counts == {"pending": 1, "confirmed": 1, "completed": 0, "canceled": 1}

    def test_open_scope_starts_with_requests_and_hides_past_bookings(self, operator: Api):
        today = clock.local_day(clock.now(), ZoneInfo("America/New_York"))

        def book(name: str, first: int, last: int, *statuses: str) -> None:
            days = {"deliveryDate": str(today + timedelta(first)), "pickupDate": str(today + timedelta(last))}
            row = operator.book(customerName=name, **days)
            for status in statuses:
                operator.set_status(row["id"], status)

        book("over", -5, -1, "confirmed")
        book("out", -5, 0, "confirmed")
        book("later", 3, 4, "confirmed")
        book("canceled", 2, 4, "canceled")
        book("old request", -9, -8)
        book("new request", 20, 21)
        asked = {"scope": "open", "sort": "requestsFirst"}
        shown = [row["customerName"] for row in operator.get("/api/bookings", params=asked).json()]
        assert shown == ["old request", "new request", "out", "canceled", "later"]


class TestManyBookings:
    """Without a page size, the response has 5,000 rows at most: the newest, with a link to the others."""

    def test_list_without_limit_returns_the_newest_with_a_next_link(self, app: FastAPI, operator: Api):
        made = [
            operator.book(deliveryDate=f"2027-06-{9 - number:02}", pickupDate="2027-06-20")["id"] for number in range(5)
        ]
        whole = operator.get("/api/bookings")
        assert [row["id"] for row in whole.json()] == made[::-1]
        assert not {"link", "x-total-count"} & whole.headers.keys()
        with replaced(app, "list_rows", 2):
            found, path = [], "/api/bookings?status=pending"
            while path:
                answer = operator.get(path)
                assert answer.headers["x-total-count"] == "5"
                # Each part is sorted by delivery as usual.
                found.append([row["id"] for row in answer.json()])
                path = answer.links.get("next", {}).get("url", "")
        assert found == [[made[4], made[3]], [made[2], made[1]], [made[0]]]


class TestDayFilters:
    """Day filters consider both ends of a rental (E3a)."""

    @pytest.mark.parametrize(
        "query, found",
        [
            ("date=2027-06-01", {"LOVE"}),
            ("date=2027-06-10", {"LOVE", "PROM"}),
            ("date=2027-06-05", set[str]()),
            ("from=2027-06-09", {"LOVE", "PROM", "LONG"}),
            ("from=2027-06-11", {"PROM", "LONG"}),
            ("to=2027-06-01", {"LOVE"}),
            ("to=2027-06-10", {"LOVE", "PROM"}),
            ("from=2027-06-02&to=2027-06-09", set[str]()),
            ("from=2027-06-02&to=2027-06-10", {"LOVE", "PROM"}),
            ("from=2027-08-20&to=2027-09-01", {"LONG"}),
        ],
    )
    def test_day_filters_match_delivery_and_pickup(self, query: str, found: set[str], operator: Api):
        for message, first, last in (
            ("LOVE", "2027-06-01", "2027-06-10"),
            ("PROM", "2027-06-10", "2027-06-12"),
            ("LONG", "2027-06-20", "2027-08-31"),
        ):
            operator.book(message=message, deliveryDate=first, pickupDate=last)

        pages = ok_json(operator.get(f"/api/bookings?{query}&limit=50"))["items"]
        assert {row["message"] for row in ok_json(operator.get(f"/api/bookings?{query}"))} == found
        assert {row["message"] for row in pages} == found
        assert ok_json(operator.get(f"/api/bookings/counts?{query}"))["all"] == len(found)
