"""A business's calendar feed: its content, caching and access."""

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest
import time_machine
from icalendar import Calendar

from marqueedesk.kit.db.database import Database
from marqueedesk.kit.text.ical import Entry, calendar_file
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.goods import record_handover


@pytest.fixture
def feed(operator: Api) -> str:
    return path_of(ok_json(operator.post("/api/calendar-feed"))["url"])


def path_of(address: str) -> str:
    return httpx.URL(address).path


def events(caller: Api, path: str) -> list[Any]:
    answer = caller.get(path)
    assert answer.status_code == 200, answer.text
    return events_in(answer.content)


def events_in(file: bytes) -> list[Any]:
    return list(Calendar.from_ical(file).walk("VEVENT"))


def test_feed_lists_deliveries_and_pickups_with_place_times_letters_and_link(operator: Api, visitor: Api, feed: str):
    venue = operator.add_venue(name="Town; Hall, main", address="1 Main St")
    booking = visitor.book(
        userId=operator.id,
        message="NOON",
        venueId=venue["id"],
        customerPhone="555 0100",
        deliveryDate="2027-03-13T09:30",
        pickupDate="2027-03-15T10:00",
    )
    token = operator.booking_token(booking["id"])
    ok_json(visitor.post(f"/api/public/bookings/{token}/crew-notes", json={"power": "By the stage"}))

    delivery, pickup = events(visitor, feed)

    # Daylight saving time begins in between: 9:30 EST is 14:30 UTC, 10:00 EDT is 14:00 UTC.
    assert delivery.decoded("dtstart").isoformat() == "2027-03-13T14:30:00+00:00"
    assert pickup.decoded("dtstart").isoformat() == "2027-03-15T14:00:00+00:00"
    assert str(delivery["summary"]) == "Deliver “NOON” (4ft), Ada Lovelace"
    assert str(pickup["summary"]) == "Pick up “NOON” (4ft), Ada Lovelace"
    assert str(delivery["location"]).startswith("Town; Hall, main, 1 Main St")
    about = str(delivery["description"]).split("\n")
    assert "Letters (4ft): N ×2, O ×2" in about
    assert "Customer: Ada Lovelace, 555 0100" in about
    assert "Power: By the stage" in about
    assert about[-1].endswith(f"/bookings?id={booking['id']}") == str(delivery["url"]).endswith(f"id={booking['id']}")
    assert (str(delivery["status"]), str(delivery["uid"])) == (
        "TENTATIVE",
        f"booking-{booking['id']}-delivery@localhost",
    )


def test_feed_names_the_finish_of_letters(operator: Api, visitor: Api, feed: str):
    finishes = [{"code": "warm", "label": "Warm White"}, {"code": "rgb", "label": "RGB"}]
    ok_json(operator.patch("/api/price-list", json={"finishes": finishes}))
    for finish in ("warm", "rgb"):
        letter = {"letter": "O", "size": "4ft", "finish": finish, "quantity": 1, "pricePerDay": 25}
        ok_json(operator.post("/api/inventory", json=letter))
    lines = [{"kind": "letters", "text": "O", "size": "4ft", "finish": finish} for finish in ("warm", "rgb")]
    operator.book(message=None, size=None, lines=lines)

    delivery, _ = events(visitor, feed)

    about = str(delivery["description"]).split("\n")
    assert about[1:3] == ["Letters (4ft): O ×1", "Letters (4ft, RGB): O ×1"]


def test_feed_is_valid_icalendar(operator: Api, visitor: Api, feed: str):
    visitor.book(userId=operator.id, customerName="Ünï " + "長い名前" * 20, notes="one\ntwo; three, \\four")

    raw = visitor.get(feed).content

    assert raw.startswith(b"BEGIN:VCALENDAR\r\n")
    assert max(len(line) for line in raw.split(b"\r\n")) <= 75
    assert b"one\\ntwo\\; three\\, \\\\four" in raw.replace(b"\r\n ", b"")
    raw.decode()
    assert len({str(event["uid"]) for event in events(visitor, feed)}) == 2


def test_feed_reflects_booking_changes(operator: Api, visitor: Api, feed: str):
    booking = visitor.book(userId=operator.id)["id"]
    assert {str(event["status"]) for event in events(visitor, feed)} == {"TENTATIVE"}

    ok_json(operator.set_status(booking, "confirmed"))
    ok_json(operator.patch(f"/api/bookings/{booking}", json={"deliveryDate": "2027-06-02", "pickupDate": "2027-06-03"}))
    moved = events(visitor, feed)
    assert {str(event["status"]) for event in moved} == {"CONFIRMED"}
    assert moved[0].decoded("dtstart").isoformat() == "2027-06-02"
    assert int(moved[0]["sequence"]) == 3

    ok_json(operator.set_status(booking, "canceled"))
    assert events(visitor, feed) == []


@pytest.mark.parametrize(
    "given, delivery, pickup",
    [
        ({}, ("2027-06-01", "2027-06-02"), ("2027-06-04", "2027-06-05")),
        (
            {"preferredInstallTime": "afternoon"},
            ("2027-06-01T16:00:00+00:00", "2027-06-01T20:00:00+00:00"),
            ("2027-06-04", "2027-06-05"),
        ),
        (
            {"deliveryDate": "2027-06-01T14:30", "pickupDate": "2027-06-04T09:00"},
            ("2027-06-01T18:30:00+00:00", "2027-06-01T19:30:00+00:00"),
            ("2027-06-04T13:00:00+00:00", "2027-06-04T14:00:00+00:00"),
        ),
    ],
    ids=["days", "window", "times"],
)
def test_feed_shows_only_agreed_times(
    operator: Api, visitor: Api, feed: str, given: dict[str, str], delivery: tuple[str, str], pickup: tuple[str, str]
):
    booking = operator.book(**{"pickupDate": "2027-06-04"} | given)
    ok_json(operator.set_status(booking["id"], "confirmed"))
    token = operator.booking_token(booking["id"])

    for path in (feed, f"/api/public/bookings/{token}/calendar.ics"):
        spans = [
            tuple(event.decoded(name).isoformat() for name in ("dtstart", "dtend")) for event in events(visitor, path)
        ]
        assert spans == [delivery, pickup], path


def test_feed_sets_a_refresh_interval(visitor: Api, feed: str):
    lines = visitor.get(feed).text.split("\r\n")
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT30M" in lines
    assert "X-PUBLISHED-TTL:PT30M" in lines


def test_unchanged_feed_returns_304(operator: Api, visitor: Api, feed: str):
    booking = visitor.book(userId=operator.id)["id"]
    tag = visitor.get(feed).headers["etag"]

    again = visitor.get(feed, headers={"If-None-Match": f'"x", W/{tag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)

    for change in (
        lambda: operator.patch(f"/api/bookings/{booking}", json={"notes": "Back door"}),
        lambda: visitor.post(
            f"/api/public/bookings/{operator.booking_token(booking)}/crew-notes", json={"power": "Left"}
        ),
        lambda: operator.set_status(booking, "canceled"),
        lambda: operator.patch("/api/booking-rules", json={"timeZone": "Europe/Berlin"}),
    ):
        ok_json(change())
        fresh = visitor.get(feed, headers={"If-None-Match": tag})
        assert fresh.status_code == 200
        tag = fresh.headers["etag"]


def test_feed_omits_old_bookings(operator: Api, visitor: Api, feed: str, present: time_machine.Traveller):
    visitor.book(userId=operator.id)
    present.move_to("2027-09-01T12:00:00+00:00")

    assert events(visitor, feed) == []


def test_feed_keeps_a_pickup_whose_delivery_was_over_sixty_days_ago(
    operator: Api, visitor: Api, feed: str, present: time_machine.Traveller
):
    operator.book(asRequest=False, deliveryDate="2027-06-01", pickupDate="2027-08-30")
    present.move_to("2027-08-20T12:00:00+00:00")

    assert [str(event["summary"]).split(" “")[0] for event in events(visitor, feed)] == ["Deliver", "Pick up"]
    present.move_to("2027-10-29T12:00:00+00:00")
    assert len(events(visitor, feed)) == 2, "sixty days after the pickup"
    present.move_to("2027-10-30T16:00:00+00:00")
    assert events(visitor, feed) == []


def test_feed_keeps_a_canceled_booking_until_its_letters_are_back(
    operator: Api, visitor: Api, feed: str, present: time_machine.Traveller
):
    begun, later = "2027-06-01T12:00:00Z", "2027-12-01T11:00:00Z"
    present.move_to(begun)
    operator.login(operator.user["email"])
    operator.add_letters("LOVE", quantity=2)
    booking = operator.book(asRequest=False)
    ok_json(record_handover(operator, booking, "out", "LOVE", at=begun))
    ok_json(operator.set_status(booking["id"], "canceled"))

    (pickup,) = events(visitor, feed)
    assert str(pickup["summary"]).startswith("Pick up “LOVE”")
    assert "canceled. Letters still out" in str(pickup["description"])
    present.move_to("2027-12-01T12:00:00+00:00")
    operator.login(operator.user["email"])
    assert len(events(visitor, feed)) == 1, "however long that takes"

    ok_json(record_handover(operator, booking, "in", "LO", at=later))
    assert len(events(visitor, feed)) == 1, "a part of them"
    ok_json(record_handover(operator, booking, "in", "EV", at=later))
    assert events(visitor, feed) == []


def test_feed_address_is_secret_and_can_be_renewed_and_ended(
    operator: Api, other_operator: Api, visitor: Api, feed: str, database: Database
):
    other_operator.book(customerName="Not yours")
    assert events(visitor, feed) == []
    token = feed.rpartition("/")[2].removesuffix(".ics")
    assert token not in str(rows.content(database))
    assert path_of(ok_json(operator.get("/api/calendar-feed"))["url"]) == feed

    renewed = path_of(ok_json(operator.post("/api/calendar-feed"))["url"])
    assert renewed != feed
    for gone in (feed, feed.replace(token, "a" * 39), feed.replace(token, operator.sent_quote()["token"])):
        assert (visitor.get(gone).status_code, visitor.get(gone).json()["code"]) == (404, "no_calendar")

    ok_json(operator.delete("/api/calendar-feed"))
    ok_json(operator.delete("/api/calendar-feed"))
    assert visitor.get(renewed).status_code == 404
    assert ok_json(operator.get("/api/calendar-feed")) == {"url": None, "createdAt": None}


def test_entry_has_a_duration_when_clocks_skip_an_hour():
    zone = ZoneInfo("America/New_York")
    start, end = (datetime(2027, 3, 14, hour, 30, tzinfo=zone) for hour in (2, 3))
    assert start.astimezone(UTC) == end.astimezone(UTC)
    entry = Entry("1@x", "Deliver", start, end, datetime(2027, 1, 1, tzinfo=UTC), 1)
    (event,) = events_in(calendar_file([entry], name="N"))
    assert event["dtend"].dt - event["dtstart"].dt == timedelta(minutes=15)
