"""B3, B7: dates in requests and responses, and lists with pages and filters."""

from datetime import date, datetime, timedelta
from itertools import product
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.support.api import Api

ZONES = ["America/New_York", "Asia/Tokyo", "Pacific/Kiritimati", "Europe/London"]


class TestDates:
    """Rule B3."""

    @pytest.mark.parametrize(
        "window, clock_time",
        [(None, "08:00:00"), ("morning", "08:00:00"), ("afternoon", "12:00:00"), ("evening", "16:00:00")],
    )
    def test_date_without_time_uses_the_install_window(self, window: Any, clock_time: str, operator: Api):
        booking = operator.book(preferredInstallTime=window)
        assert booking["deliveryDate"] == f"2027-06-01T{clock_time}-04:00"
        assert booking["pickupDate"] == "2027-06-03T10:00:00-04:00"
        same_day = operator.book(preferredInstallTime=window, pickupDate="2027-06-01")
        assert same_day["pickupDate"] == "2027-06-01T22:00:00-04:00"

    @pytest.mark.parametrize(
        "zone, winter, summer",
        [
            ("America/New_York", "-05:00", "-04:00"),
            ("Asia/Tokyo", "+09:00", "+09:00"),
            ("Pacific/Kiritimati", "+14:00", "+14:00"),
            ("Europe/London", "+00:00", "+01:00"),
        ],
    )
    def test_times_in_responses_use_the_operators_utc_offset(self, zone: str, winter: str, summer: str, operator: Api):
        operator.set_rules(timeZone=zone)
        cold = operator.book(deliveryDate="2028-01-10", pickupDate="2028-01-12")
        warm = operator.book(deliveryDate="2027-07-10T14:30", pickupDate="2027-07-12")
        assert cold["deliveryDate"] == f"2028-01-10T08:00:00{winter}"
        assert warm["deliveryDate"] == f"2027-07-10T14:30:00{summer}"
        assert (
            datetime.fromisoformat(warm["createdAt"]).utcoffset()
            == datetime.fromisoformat(operator.get(f"/api/bookings/{warm['id']}").json()["updatedAt"]).utcoffset()
        )

    @pytest.mark.parametrize("zone", ZONES)
    def test_time_with_an_offset_is_converted_to_local_time(self, zone: str, operator: Api):
        operator.set_rules(timeZone=zone, pickupGraceHours=0)
        given = datetime.fromisoformat("2027-06-05T15:30:00+00:00")
        booking = operator.book(deliveryDate="2027-06-05T15:30:00Z", pickupDate="2027-06-08T15:30:00Z")
        there = given.astimezone(ZoneInfo(zone))
        assert datetime.fromisoformat(booking["deliveryDate"]) == given
        assert booking["deliveryDate"] == there.isoformat()
        assert booking["rentalDays"] == 3
        found = operator.get("/api/bookings", params={"date": there.date().isoformat()}).json()
        assert [row["id"] for row in found] == [booking["id"]]

    @pytest.mark.parametrize("zone", ["America/New_York", "Europe/London"])
    def test_daylight_saving_change_does_not_affect_days_or_price(self, zone: str, operator: Api):
        """Days, price and responses are the same as in any other week, and sending each booking back changes
        nothing.
        """
        operator.set_rules(timeZone=zone)
        for start in ("2027-03-12", "2027-03-26", "2027-10-29", "2027-11-05"):
            for shift, length in product(range(4), (0, 1, 2)):
                first = date.fromisoformat(start) + timedelta(shift)
                last = first + timedelta(length)
                booking = operator.book(deliveryDate=first.isoformat(), pickupDate=last.isoformat())
                assert booking["rentalDays"] == max(1, length)
                assert booking["deliveryDate"].startswith(f"{first}T08:00:00")
                assert booking["pickupDate"].startswith(f"{last}T{'22' if length == 0 else '10'}:00:00")
                sent = {name: booking[name] for name in ("deliveryDate", "pickupDate")}
                answer = operator.patch(f"/api/bookings/{booking['id']}", json=sent).json()
                assert len(answer["history"]) == 1

    @pytest.mark.parametrize(
        "delivery, pickup, days",
        [
            ("2027-06-01", "2027-06-02", 1),
            ("2027-06-01T08:00", "2027-06-02T08:00", 1),
            ("2027-06-01T08:00", "2027-06-02T08:01", 1),
            ("2027-06-01T08:00", "2027-06-02T07:00", 1),
            ("2027-06-01T08:00", "2027-06-03", 2),
            ("2027-06-01", "2027-06-03T23:59", 2),
            ("2027-06-01T00:00", "2027-06-01T23:59:59", 1),
            ("2027-06-01T10:00", "2027-06-03T00:30", 1),
        ],
    )
    def test_number_of_rental_days_determines_the_price(self, delivery: str, pickup: str, days: int, operator: Api):
        assert operator.book(deliveryDate=delivery, pickupDate=pickup)["rentalDays"] == days


def test_booking_contains_its_venues_access_notes(operator: Api, visitor: Api):
    told = {"contactName": "Ana", "contactPhone": "718 555 0111", "contactEmail": "ana@example.com"}
    venue = operator.add_venue(**told, loadInInstructions="Ramp", parkingInstructions="Bay 2", notes="Key at the desk")
    listed = operator.book(venueId=venue["id"])
    elsewhere = operator.book(venueName="Ada's garden", venueAddress="2 Elm Street")
    asked = visitor.book(userId=operator.key, venueId=venue["id"])
    site = {**told, "loadIn": "Ramp", "parking": "Bay 2", "notes": "Key at the desk"}

    assert site.items() <= operator.get(f"/api/bookings/{listed['id']}").json()["site"].items()
    assert site.items() <= operator.set_status(asked["id"], "confirmed").json()["site"].items()
    assert operator.get(f"/api/bookings/{elsewhere['id']}").json()["site"] is None
    assert "site" not in asked, "visitors are not told whom to call at a venue"

    changed = {"parkingInstructions": None}
    assert operator.patch(f"/api/venues/{venue['id']}", json=changed).status_code == 200
    assert operator.get(f"/api/bookings/{listed['id']}").json()["site"]["parking"] is None


class TestLists:
    """Rule B7."""

    @pytest.fixture
    def listed(self, operator: Api) -> list[dict[str, Any]]:
        """Fourteen bookings by delivery: several on one day, in every status."""
        made = []
        for number in range(14):
            day = f"2027-06-{1 + number * 5 % 12 // 2:02}"
            name = f"{'Ada' if number % 3 else 'Grace'} {number}"
            booking = operator.book(deliveryDate=day, pickupDate="2027-06-20", customerName=name, message="LOVE")
            for status in [[], ["confirmed"], ["confirmed", "completed"], ["canceled"]][number % 4]:
                operator.set_status(booking["id"], status, early=True)
            made.append(operator.get(f"/api/bookings/{booking['id']}").json())
        for row in made:
            del (
                row["history"],
                row["site"],
                row["options"],
                row["sign"],
                row["rented"],
                row["borrowed"],
                row["certificate"],
            )
            row["risk"] = row["risk"] is not None
        return sorted(made, key=lambda row: (row["deliveryDate"], row["id"]))

    def pages(self, operator: Api, limit: int, **params: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        cursor: str | None = None
        while True:
            asked = {**params, "limit": limit, **({"cursor": cursor} if cursor else {})}
            page = operator.get("/api/bookings", params=asked).json()
            assert set(page) == {"items", "nextCursor"}
            assert len(page["items"]) <= limit
            found += page["items"]
            cursor = page["nextCursor"]
            if cursor is None:
                return found
            assert len(page["items"]) == limit

    def test_list_is_the_same_in_full_and_in_pages_of_every_size(self, operator: Api, listed: list[dict[str, Any]]):
        assert operator.get("/api/bookings").json() == listed
        for limit in (1, 2, 5, 13, 14, 15, 200):
            assert self.pages(operator, limit) == listed

    def test_filters_work_alone_combined_and_paginated(self, operator: Api, listed: list[dict[str, Any]]):
        def ends(row: dict[str, Any]) -> tuple[str, str]:
            return row["deliveryDate"][:10], row["pickupDate"][:10]

        filters: list[tuple[dict[str, str], Any]] = [
            ({"status": "pending"}, lambda row: row["status"] == "pending"),
            ({"status": "confirmed,completed"}, lambda row: row["status"] in {"confirmed", "completed"}),
            ({"status": " canceled , pending "}, lambda row: row["status"] in {"canceled", "pending"}),
            ({"q": "grace"}, lambda row: "Grace" in row["customerName"]),
            ({"q": "  GRACE "}, lambda row: "Grace" in row["customerName"]),
            ({"date": "2027-06-03"}, lambda row: "2027-06-03" in ends(row)),
            ({"from": "2027-06-03"}, lambda row: max(ends(row)) >= "2027-06-03"),
            ({"to": "2027-06-03"}, lambda row: min(ends(row)) <= "2027-06-03"),
            (
                {"from": "2027-06-02", "to": "2027-06-04"},
                lambda row: any("2027-06-02" <= end <= "2027-06-04" for end in ends(row)),
            ),
            ({"from": "2027-06-04", "to": "2027-06-02"}, lambda _row: False),
            ({"q": "", "status": "", "date": ""}, lambda _row: True),
            (
                {"q": "ada", "status": "pending", "from": "2027-06-02"},
                lambda row: (
                    "ada" in f"{row['customerName']} {row['customerEmail']}".casefold()
                    and row["status"] == "pending"
                    and max(ends(row)) >= "2027-06-02"
                ),
            ),
        ]
        for params, wanted in filters:
            expected = [row for row in listed if wanted(row)]
            assert operator.get("/api/bookings", params=params).json() == expected, params
            assert self.pages(operator, 3, **params) == expected, params

    def test_pagination_is_stable_under_concurrent_changes(self, operator: Api, listed: list[dict[str, Any]]):
        first = operator.get("/api/bookings", params={"limit": 5}).json()
        operator.book(deliveryDate="2027-05-01", pickupDate="2027-05-02")
        operator.set_status(listed[2]["id"], "canceled")
        rest = operator.get("/api/bookings", params={"limit": 200, "cursor": first["nextCursor"]}).json()["items"]
        assert [row["id"] for row in first["items"] + rest] == [row["id"] for row in listed]

    @pytest.mark.parametrize(
        "params, field",
        [
            ({"status": "done"}, "status"),
            ({"status": "pending,done"}, "status"),
            ({"date": "June"}, "date"),
            ({"from": "2027-02-30"}, "from"),
            ({"to": "20270601"}, "to"),
            ({"limit": "0"}, "limit"),
            ({"limit": "201"}, "limit"),
            ({"limit": "x"}, "limit"),
            ({"limit": "-1"}, "limit"),
            ({"limit": "5", "cursor": "x"}, "cursor"),
            ({"q": "x" * 201}, "q"),
            ({"to": "2027-W22-2"}, "to"),
            ({"on": "20270601"}, "on"),
            ({"paid": "unpaid,late"}, "paid"),
            ({"goods": "lost"}, "goods"),
            ({"sort": "deposit"}, "sort"),
            ({"scope": "past"}, "scope"),
            ({"figure": "year"}, "figure"),
            ({"venueId": "0"}, "venueId"),
        ],
        ids=str,
    )
    def test_invalid_list_filter_is_reported(self, params: dict[str, str], field: str, operator: Api):
        answer = operator.get("/api/bookings", params=params)
        assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])

    def test_calendar_contains_every_overlapping_rental(self, operator: Api, other_operator: Api):
        days = [
            ("2027-03-02", "2027-05-31"),  # The longest possible rental.
            ("2027-05-30", "2027-05-30"),
            ("2027-05-31", "2027-06-02"),
            ("2027-06-05", "2027-06-08"),
            ("2027-06-06", "2027-06-07"),
        ]
        made = [operator.book(deliveryDate=first, pickupDate=last) for first, last in days]
        other_operator.book(deliveryDate="2027-06-01", pickupDate="2027-06-02")
        names = {"id", "number", "status", "message", "size", "customerName", "venueName", "deliveryDate", "pickupDate"}
        names |= {"deliveryTimeGiven", "pickupTimeGiven"}

        def shown(**params: str) -> list[dict[str, Any]]:
            return operator.get("/api/bookings/calendar", params=params).json()

        week = {"from": "2027-05-31", "to": "2027-06-05"}
        # The business has no letters yet.
        expected = [{"risk": True} | {name: made[index][name] for name in names} for index in (0, 2, 3)]
        assert shown(**week) == expected
        assert shown(**week, status="confirmed") == []
        operator.set_status(made[2]["id"], "confirmed")
        assert [row["id"] for row in shown(**week, status="confirmed,completed")] == [made[2]["id"]]
        assert [row["id"] for row in shown(**week, q=made[3]["customerName"])] == [row["id"] for row in expected]

    @pytest.mark.parametrize(
        "params, field",
        [
            ({"from": "2027-06-02", "to": "2027-06-01"}, "to"),
            ({"from": "2027-01-01", "to": "2027-04-11"}, "to"),
            ({"from": "June", "to": "2027-06-01"}, "from"),
            ({"from": "2027-06-01"}, "to"),
            ({"from": "2027-06-01", "to": "2027-06-02", "status": "done"}, "status"),
        ],
        ids=str,
    )
    def test_calendar_rejects_invalid_periods(self, params: dict[str, str], field: str, operator: Api):
        answer = operator.get("/api/bookings/calendar", params=params)
        assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])

    def test_letters_and_venues_are_paginated(self, operator: Api, other_operator: Api):
        operator.add_letters("ABCDEFG")
        for number in range(7):
            operator.add_venue(name=f"Hall {number}")
            other_operator.add_venue()
        for path in ("/api/inventory", "/api/venues"):
            whole = operator.get(path).json()
            assert len(whole) == 7
            found, cursor = [], None
            while True:
                page = operator.get(path, params={"limit": 3, **({"cursor": cursor} if cursor else {})}).json()
                found += page["items"]
                cursor = page["nextCursor"]
                if not cursor:
                    break
            assert found == whole


class TestSearch:
    """Every word of a search occurs in a booking, or is its number."""

    @pytest.fixture
    def kept(self, operator: Api) -> dict[str, int]:
        venue = operator.add_venue(name="The Foundry", city="Austin")["id"]
        made = {
            "smith": operator.book(
                customerName="Émilie O\u2019Brien-Smith",
                customerEmail="Emi.Smith@Example.com",
                customerPhone="+1 (512) 555-0142",
                message="MR & MRS",
                size="2ft",
                notes="by the LAKE, ring twice",
                venueId=venue,
            ),
            "tanaka": operator.book(
                customerName="田中さくら",
                customerEmail="sakura@example.jp",
                customerPhone="020 7946 0018",
                message="100% LOVE",
            ),
            "other": operator.book(customerName="Zoe Smithson", customerEmail="z_s@example.com", message="BABY"),
        }
        operator.patch(f"/api/bookings/{made['other']['id']}", json={"operatorNotes": "Straße gesperrt"})
        return {name: row["id"] for name, row in made.items()}

    @pytest.mark.parametrize(
        "q, names",
        [
            ("smith emilie", "smith"),
            ("SMITH o'brien", "smith"),
            ("smith", "smith other"),
            ("smith lake", "smith"),
            ("smith lake tokyo", ""),
            ("emi.smith@example", "smith"),
            ("5125550142", "smith"),
            ("(512) 555-0142", "smith"),
            ("512.555.0142", "smith"),
            ("555 0142", "smith"),
            ("001 512 555 0142", "smith"),
            ("512 555 0143", ""),
            ("+44 20 7946 0018", "tanaka"),
            ("02079460018", "tanaka"),
            ("mr&mrs", "smith"),
            ("mrs & 2ft", "smith"),
            ("foundry austin", "smith"),
            ("田中", "tanaka"),
            ("100%", "tanaka"),
            ("%", "tanaka"),
            ("z_s", "other"),
            ("strasse", "other"),
            ("\\", ""),
        ],
    )
    def test_search_matches_every_word(self, q: str, names: str, operator: Api, kept: dict[str, int]):
        found = {row["id"] for row in operator.get("/api/bookings", params={"q": q}).json()}
        assert found == {kept[name] for name in names.split()}

    def test_search_finds_a_booking_number_with_and_without_hash(self, operator: Api, kept: dict[str, int]):
        row = operator.get(f"/api/bookings/{kept['other']}").json()
        for q in (f"#{row['number']}", f"{row['number']} smithson"):
            assert [found["id"] for found in operator.get("/api/bookings", params={"q": q}).json()] == [row["id"]]
        assert operator.get("/api/bookings", params={"q": "#999999999999999"}).json() == []

    def test_search_finds_bookings_by_their_current_values(self, operator: Api, kept: dict[str, int]):
        operator.patch(f"/api/bookings/{kept['other']}", json={"customerName": "Mia Clark", "message": "VOTE"})
        assert operator.get("/api/bookings", params={"q": "smithson"}).json() == []
        assert len(operator.get("/api/bookings", params={"q": "clark vote"}).json()) == 1

    def test_search_finds_a_booking_made_from_a_quote(self, operator: Api):
        sent = operator.sent_quote(customerName="Quill Quincy")
        operator.accept(sent["token"], name="Quill Quincy")
        assert len(operator.get("/api/bookings", params={"q": "quincy"}).json()) == 1
