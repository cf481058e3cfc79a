"""A working day: its stops in order of time, what to pack, and how to load the van."""

from typing import Any

import pytest
from sqlalchemy import event

from marqueedesk.kit.db.database import Database
from tests.support.api import Api, ok_json
from tests.support.clock import Clock

DAY = "2027-06-05"


@pytest.fixture(autouse=True)
def june(clock: Clock) -> None:
    """Set the clock to two days before the tests' day, before any user signs in."""
    clock.set("2027-06-03T09:00:00+00:00")


def job(operator: Api, message: str, delivery: str, pickup: str, **more: Any) -> dict[str, Any]:
    return operator.book(message=message, asRequest=False, deliveryDate=delivery, pickupDate=pickup, **more)


def day(operator: Api, on: str = DAY) -> dict[str, Any]:
    return ok_json(operator.get("/api/day", params={"date": on}))


def load(operator: Api, **params: Any) -> dict[str, Any]:
    return ok_json(operator.get("/api/load-list", params=params))


def test_stops_of_a_day_are_sorted_by_time(operator: Api):
    operator.set_rules(timeZone="UTC")
    operator.add_letters("LOVEBAY")
    later = job(operator, "LOVE", f"{DAY}T15:30:00Z", "2027-06-07")
    back = job(operator, "BABY", "2027-06-04", f"{DAY}T09:00:00Z")
    job(operator, "YEA", "2027-06-06", "2027-06-07")
    window = job(operator, "ALL", DAY, "2027-06-06", preferredInstallTime="afternoon")
    canceled = job(operator, "BE", DAY, DAY)
    ok_json(operator.set_status(canceled["id"], "canceled"))
    request = operator.book(message="BE", asRequest=True, deliveryDate=DAY, pickupDate=DAY)
    found = day(operator)
    assert [(row["kind"], row["time"], row["booking"]["id"]) for row in found["stops"]] == [
        ("pickup", "09:00", back["id"]),
        ("delivery", None, window["id"]),
        ("delivery", "15:30", later["id"]),
    ]
    assert [row["window"] for row in found["stops"]] == ["9:00 AM", "Afternoon (12pm-4pm)", "3:30 PM"]
    assert (found["requests"], request["status"], found["date"], found["today"]) == (1, "pending", DAY, "2027-06-03")


@pytest.mark.parametrize(
    "measures, space, power",
    [
        (
            "us",
            "Wall 12 ft 6 in wide. Ceiling 9 ft. Door 3 ft wide. Outdoors. Wind up to 25 mph",
            "2 circuits: 15 A, 20 A. 120 V. Outlets 50 ft from the sign",
        ),
        (
            "metric",
            "Wall 3.81 m wide. Ceiling 2.74 m. Door 91 cm wide. Outdoors. Wind up to 40 km/h",
            "2 circuits: 15 A, 20 A. 120 V. Outlets 15.24 m from the sign",
        ),
    ],
)
def test_crew_and_details_show_the_venues_measurements(operator: Api, measures: str, space: str, power: str):
    operator.set_rules(measures=measures)
    site = {"wallWidthInches": 150, "ceilingInches": 108, "doorWidthInches": 36, "outdoors": True, "windLimitMph": 25}
    site |= {"circuits": [15, 20], "volts": 120, "outletFeet": 50}
    venue = operator.add_venue(site=site)
    booking = job(operator, "BABY", DAY, DAY, venueId=venue["id"])
    details = ok_json(operator.get(f"/api/bookings/{booking['id']}"))["site"]
    assert (details["space"], details["power"]) == (space, power)
    assert day(operator)["stops"][0]["site"] == details
    without_power = {"circuits": [], "outdoors": False}
    ok_json(operator.patch(f"/api/venues/{venue['id']}", json={"site": without_power}))
    details = ok_json(operator.get(f"/api/bookings/{booking['id']}"))["site"]
    assert (details["space"], details["power"]) == ("Indoors", "No power")


def test_stop_has_location_contact_and_goods(operator: Api):
    venue = operator.add_venue(
        contactName="Ada", contactPhone="555 0100", loadInInstructions="Dock B", parkingInstructions="Lot 4"
    )
    letters = {letter: operator.add_letter(letter) for letter in "BAY"}
    ok_json(operator.patch(f"/api/inventory/{letters['B']['id']}", json={"slot": "R2"}))
    booking = job(operator, "BABY", DAY, DAY, venueId=venue["id"], notes="Gate 7", customerPhone="555 0199")
    stop = day(operator)["stops"][0]
    assert stop["contact"] == {"name": "Ada", "phone": "555 0100", "email": venue["contactEmail"]}
    assert (stop["loadIn"], stop["parking"], stop["notes"]) == ("Dock B", "Lot 4", "Gate 7")
    assert stop["site"] == ok_json(operator.get(f"/api/bookings/{booking['id']}"))["site"]
    assert (stop["site"]["loadIn"], stop["site"]["parking"]) == ("Dock B", "Lot 4")
    assert (stop["site"]["space"], stop["site"]["power"]) == (None, None)
    assert stop["place"] == venue["name"]
    assert venue["address"] in stop["address"]
    assert (stop["toCollect"], stop["done"]) == (booking["totalPrice"], False)
    # The pickup of the same day doesn't ask for it again.
    assert [row["toCollect"] for row in day(operator)["stops"]] == [booking["totalPrice"], 0]
    assert stop["booking"]["customerPhone"] == "555 0199"
    text = stop["bring"][0]
    assert text["text"] == "BABY"
    # In spelling order, each once with its count.
    assert [(row["letter"], row["count"], row["slot"]) for row in text["pieces"]] == [
        ("B", 2, "R2"),
        ("A", 1, None),
        ("Y", 1, None),
    ]


def test_stop_is_done_once_its_goods_moved(operator: Api, clock: Clock):
    operator.set_rules(timeZone="UTC")
    operator.add_letters("LOVE")
    booking = job(operator, "LOVE", DAY, DAY)
    lines = [{"letter": letter, "size": "4ft", "count": 1} for letter in "LOVE"]
    for kind, expected in (("pack", [False, False]), ("out", [True, False]), ("in", [True, True])):
        body = {"clientId": kind, "kind": kind, "at": "2027-06-03T09:00:00Z", "lines": lines}
        ok_json(operator.post(f"/api/bookings/{booking['id']}/handovers", json=body))
        assert [row["done"] for row in day(operator)["stops"]] == expected


def test_canceled_booking_with_goods_out_has_a_pickup(operator: Api):
    operator.add_letters("L")
    booking = job(operator, "L", "2027-06-03", DAY)
    body = {
        "clientId": "out",
        "kind": "out",
        "at": "2027-06-03T09:00:00Z",
        "lines": [{"letter": "L", "size": "4ft", "count": 1}],
    }
    ok_json(operator.post(f"/api/bookings/{booking['id']}/handovers", json=body))
    ok_json(operator.set_status(booking["id"], "canceled"))
    assert [(row["kind"], row["booking"]["status"]) for row in day(operator)["stops"]] == [("pickup", "canceled")]


def test_packing_list_sums_all_deliveries(operator: Api):
    operator.add_letters("LOVEBAY")
    operator.add_letters("AB", size="2ft")
    job(operator, "LOVE", DAY, "2027-06-06")
    job(operator, "LOVABLE", DAY, "2027-06-06")
    job(operator, "AB", DAY, "2027-06-06", size="2ft")
    job(operator, "YEA", "2027-06-04", DAY)
    found = day(operator)
    counts = [(row["size"], row["letter"], row["count"]) for row in found["packing"]]
    assert counts == [
        ("2ft", "A", 1),
        ("2ft", "B", 1),
        ("4ft", "A", 1),
        ("4ft", "B", 1),
        ("4ft", "E", 2),
        ("4ft", "L", 3),
        ("4ft", "O", 2),
        ("4ft", "V", 2),
    ]
    assert found["items"] == []


def test_letters_of_the_last_stop_are_loaded_first(operator: Api):
    operator.set_rules(timeZone="UTC")
    operator.add_letters("LOVEBAY")
    # The price list defines which add-on is a stand, whatever its label is.
    tripod = {"code": "tripod", "label": "Tripod", "price": 5, "isStand": True}
    operator.set_prices(addOns=[tripod, {"code": "cover", "label": "Stand cover", "price": 5}])
    options = {"tripod": True, "cover": True}
    b = job(operator, "BABY", f"{DAY}T15:00:00Z", DAY, notes="In the garden", addOns=options)
    a = job(operator, "LOVE", f"{DAY}T10:00:00Z", DAY, addOns={"cover": True})
    found = load(operator, date=DAY)
    assert [each["load"] for each in ok_json(operator.get("/api/crew"))["days"]] == [None, None, found]
    assert "".join(row["letter"] for row in found["load"]) == "YBABEVOL"
    assert [row["bookingId"] for row in found["load"]] == [b["id"]] * 4 + [a["id"]] * 4
    assert found["weightPounds"] > 0
    assert (found["cords"], found["stands"], found["sandbags"]) == (2, 4, 8)
    turned = load(operator, bookingIds=f"{b['id']},{a['id']}")
    assert "".join(row["letter"] for row in turned["load"]) == "EVOLYBAB"


def test_load_list_contains_items_and_packages(operator: Api):
    operator.add_letters("LOVE")
    heart = ok_json(
        operator.post("/api/items", json={"name": "Heart", "kind": "counted", "quantity": 3, "price": 20, "per": "day"})
    )
    setup = ok_json(
        operator.post("/api/items", json={"name": "Setting up", "kind": "service", "price": 20, "per": "event"})
    )
    lines = [
        {"kind": "letters", "text": "LOVE", "size": "4ft"},
        {"kind": "item", "itemId": heart["id"], "quantity": 2},
        {"kind": "item", "itemId": setup["id"], "quantity": 1},
    ]
    booking = operator.book(message=None, size=None, lines=lines, deliveryDate=DAY, pickupDate=DAY, asRequest=False)
    expected = [{"itemId": heart["id"], "name": "Heart", "count": 2}]
    assert load(operator, bookingIds=str(booking["id"]))["items"] == expected
    found = day(operator)
    assert found["items"] == expected
    assert found["stops"][0]["bring"][1:] == [{"item": "Heart", "count": 2}]


@pytest.mark.parametrize(
    "path, params, field",
    [
        ("/api/day", {"date": "tomorrow"}, "date"),
        ("/api/load-list", {"date": "2027-02-30"}, "date"),
        ("/api/load-list", {"bookingIds": "1,x"}, "bookingIds"),
        ("/api/load-list", {"bookingIds": "1", "date": DAY}, "bookingIds"),
    ],
)
def test_invalid_day_and_load_list_parameters_are_reported(
    operator: Api, path: str, params: dict[str, str], field: str
):
    refused = operator.get(path, params=params)
    assert (refused.status_code, list(refused.json()["fields"])) == (422, [field])


def test_load_list_excludes_canceled_and_foreign_bookings(operator: Api, other_operator: Api):
    operator.add_letters("L")
    booking = job(operator, "L", DAY, DAY)
    assert other_operator.get("/api/load-list", params={"bookingIds": booking["id"]}).status_code == 404
    ok_json(operator.set_status(booking["id"], "canceled"))
    refused = operator.get("/api/load-list", params={"bookingIds": booking["id"]})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["bookingIds"])


def test_number_of_statements_does_not_grow_with_the_stops_of_a_day(operator: Api, database: Database):
    operator.add_letters("LOVE", quantity=60)
    for _ in range(25):
        job(operator, "LOVE", DAY, "2027-06-06")
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        seen.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    found = day(operator)
    event.remove(database.engine, "before_cursor_execute", note)
    assert len(found["stops"]) == 25
    assert len(seen) < 21
