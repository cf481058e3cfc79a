"""Dashboard, revenue, letter calendar and missed letters over the API."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import event

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.reports import queries
from tests.support.api import Api, ok_json
from tests.support.goods import record_handover

STOCK = "/api/reports/stock"


def today() -> date:
    return clock.local_day(clock.now(), ZoneInfo("America/New_York"))


def day(offset: int) -> str:
    return (today() + timedelta(days=offset)).isoformat()


def finish(operator: Api, booking: dict) -> None:
    ok_json(operator.set_status(booking["id"], "confirmed"))
    ok_json(operator.complete(booking["id"]))


def test_new_operator_sees_zeros_and_a_checklist(operator: Api):
    seen = ok_json(operator.get("/api/dashboard"))
    assert (seen["bookingsThisWeek"], seen["monthlyRevenue"], seen["averageBookingCost"]) == (0, 0, 0)
    assert seen["projectedTotalBookings"] == 0
    assert seen["upcoming"] == []
    todo = {"prices": False, "timeZone": False, "letters": False, "venue": False, "booking": False}
    assert seen["checklist"] == todo
    operator.set_prices()
    operator.set_rules(timeZone="America/Chicago")
    assert ok_json(operator.get("/api/dashboard"))["checklist"] == todo | {"prices": True, "timeZone": True}
    assert [month["month"] for month in seen["months"]] == list(range(1, 13))
    assert len(seen["days"]) == 14


def test_dashboard_figures_are_correct(operator: Api):
    done = operator.book(message="LOVE", deliveryDate=today().isoformat(), pickupDate=today().isoformat())
    finish(operator, done)
    operator.book(message="BABY", deliveryDate=day(2), pickupDate=day(3))
    canceled = operator.book(message="PROM", deliveryDate=day(2), pickupDate=day(3))
    ok_json(operator.set_status(canceled["id"], "canceled"))
    confirmed = operator.book(message="MR & MRS", deliveryDate=day(4), pickupDate=day(5))
    ok_json(operator.set_status(confirmed["id"], "confirmed"))
    operator.book(message="FAR AWAY", deliveryDate=day(200), pickupDate=day(201))

    seen = ok_json(operator.get("/api/dashboard"))

    assert seen["pendingQuotes"] == 2
    assert seen["bookingsThisWeek"] == 2
    assert seen["bookingsThisMonth"] == 2
    assert seen["totalBookingsYearToDate"] == 1
    assert seen["yearToDateRevenue"] == seen["monthlyRevenue"] == done["totalPrice"]
    assert [row["message"] for row in seen["upcoming"]] == ["BABY", "MR & MRS", "FAR AWAY"]
    assert seen["days"][2] == {"date": day(2), "deliveries": 1, "pickups": 0}
    assert seen["months"][today().month - 1]["revenue"] == done["totalPrice"]


def test_figure_links_to_the_bookings_it_counts(operator: Api):
    for first in range(-8, 40, 3):
        row = operator.book(deliveryDate=day(first), pickupDate=day(first + 1))
        if first % 2:
            ok_json(operator.set_status(row["id"], "confirmed"))
    ok_json(operator.set_status(operator.book(deliveryDate=day(1), pickupDate=day(2))["id"], "canceled"))

    seen = ok_json(operator.get("/api/dashboard"))

    for figure, name in (("week", "bookingsThisWeek"), ("month", "bookingsThisMonth")):
        assert len(ok_json(operator.get(f"/api/bookings?figure={figure}"))) == seen[name] > 0
        assert ok_json(operator.get(f"/api/bookings/counts?figure={figure}"))["all"] == seen[name]
    for shown in seen["days"]:
        assert len(ok_json(operator.get(f"/api/bookings?on={shown['date']}"))) == shown["deliveries"] + shown["pickups"]


def test_booking_is_upcoming_until_its_goods_are_back(operator: Api):
    def upcoming() -> list[str]:
        return [row["message"] for row in ok_json(operator.get("/api/dashboard"))["upcoming"]]

    operator.add_letters("LATEOUGN", quantity=9)
    operator.book(message="GONE", deliveryDate=day(-3), pickupDate=day(-1), asRequest=False)
    late = operator.book(message="LATE", deliveryDate=day(-3), pickupDate=day(-1), asRequest=False)
    out = operator.book(message="OUT", deliveryDate=day(-1), pickupDate=day(1), asRequest=False)
    operator.book(message="OUT", deliveryDate=day(5), pickupDate=day(6))
    at = f"{day(-1)}T12:00:00Z"
    ok_json(record_handover(operator, late, "out", "LATE", at=at))
    ok_json(record_handover(operator, out, "out", "OUT", at=at))
    assert upcoming() == ["LATE", "OUT", "OUT"]

    ok_json(record_handover(operator, out, "in", "OUT", at=at))
    assert upcoming() == ["LATE", "OUT"]
    ok_json(operator.complete(late["id"]))
    assert upcoming() == ["OUT"]


@pytest.mark.parametrize("text", ["20270601", "2027-W22-2", "2027-6-1", "1999-12-31", "June"])
def test_reports_and_lists_parse_days_alike(text: str, operator: Api):
    for path in ("revenue", "revenue.csv", "bookings.csv", "letters", "missed-letters"):
        answer = operator.get(f"/api/reports/{path}", params={"from": text})
        assert (path, answer.status_code, list(answer.json()["fields"])) == (path, 422, ["from"])


def test_bookings_csv_includes_all_bookings(operator: Api):
    for year in (2024, 2026, 2029):
        operator.book(deliveryDate=f"{year}-06-01", pickupDate=f"{year}-06-02")

    def dates(query: str) -> list[str]:
        lines = operator.get(f"/api/reports/bookings.csv{query}").text.splitlines()
        return [line.split(",")[6] for line in lines[1:]]

    assert dates("") == ["06/01/2024 08:00", "06/01/2026 08:00", "06/01/2029 08:00"]
    assert dates("?from=2026-01-01") == ["06/01/2026 08:00", "06/01/2029 08:00"]
    assert dates("?from=2020-01-01&to=2026-12-31") == ["06/01/2024 08:00", "06/01/2026 08:00"]


def test_revenue_groupings_add_up(operator: Api):
    venue = operator.add_venue(name="Town Hall")
    for message, venue_id in (("LOVE", venue["id"]), ("love ", None), ("BABY", None)):
        finish(
            operator,
            operator.book(
                message=message, venueId=venue_id, eventType="wedding", deliveryDate=day(0), pickupDate=day(1)
            ),
        )
    report = ok_json(operator.get("/api/reports/revenue"))

    assert report["bookings"] == 3
    for name in ("byMonth", "bySize", "byVenue", "byEvent", "byPhrase"):
        assert sum(row["revenue"] for row in report[name]) == report["revenue"]
    assert {row["key"]: row["bookings"] for row in report["byPhrase"]} == {"LOVE": 2, "BABY": 1}
    assert {row["key"]: row["bookings"] for row in report["byVenue"]} == {"Town Hall": 1, "": 2}

    csv = operator.get("/api/reports/revenue.csv?by=phrase")
    assert csv.headers["content-type"] == "text/csv; charset=utf-8"
    assert csv.text.splitlines()[1].startswith("LOVE,2,")
    assert operator.get("/api/reports/revenue?from=2027-02-30").status_code == 422
    assert operator.get("/api/reports/revenue?from=2027-03-01&to=2027-02-01").status_code == 422
    assert operator.get("/api/reports/revenue.csv?by=moon").status_code == 422


def test_revenue_reads_the_ledger_once_for_all_groupings(operator: Api, database: Database):
    finish(operator, operator.book(deliveryDate=day(0), pickupDate=day(1)))
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        asked.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    try:
        report = ok_json(operator.get("/api/reports/revenue"))
    finally:
        event.remove(database.engine, "before_cursor_execute", note)

    assert report["bookings"] == 1
    assert (
        len([statement for statement in asked if "SELECT ledger_entries.day, ledger_entries.figures" in statement]) == 1
    )


def test_new_years_eve_belongs_to_the_old_year(operator: Api):
    """Case 19."""
    finish(operator, operator.book(deliveryDate="2026-12-31T20:00", pickupDate="2026-12-31T23:00"))

    def bookings(year: int) -> int:
        span = {"from": f"{year}-01-01", "to": f"{year}-12-31"}
        return ok_json(operator.get("/api/reports/revenue", params=span))["bookings"]

    assert (bookings(2026), bookings(2027)) == (1, 0)


def test_csv_escapes_spreadsheet_formulas(operator: Api):
    """Case 75."""
    operator.book(
        customerName='=HYPERLINK("x")', customerPhone="+1 555", notes='say "hi"', deliveryDate=day(1), pickupDate=day(1)
    )
    row = operator.get(f"/api/reports/bookings.csv?from={day(0)}&to={day(5)}").text.splitlines()[1]
    assert '"\'=HYPERLINK(""x"")"' in row
    assert ",'+1 555," in row
    assert '"say ""hi"""' in row


def test_letter_calendar_shows_which_bookings_hold_letters(operator: Api):
    operator.add_letters({"L": 2, "O": 5, "V": 3, "E": 3})
    item = operator.add_letter("Z", 1)
    ok_json(
        operator.post(f"/api/inventory/{item['id']}/outages", json={"count": 1, "firstDay": day(0), "lastDay": day(0)})
    )
    first = operator.book(message="LOVE", deliveryDate=day(1), pickupDate=day(2))
    second = operator.book(message="LOL", size="4ft", deliveryDate=day(4), pickupDate=day(4))

    seen = ok_json(operator.get(f"/api/reports/letters?from={day(0)}&days=7"))

    lines = {line["letter"]: line for line in seen["letters"]}
    assert lines["L"]["taken"] == [0, 1, 1, 0, 2, 0, 0]
    assert lines["L"]["bookings"][4] == [second["id"]]
    assert lines["Z"]["outOfService"] == [1, 0, 0, 0, 0, 0, 0]
    assert {row["id"] for row in seen["bookings"]} == {first["id"], second["id"]}
    assert [line["tightest"] for line in seen["letters"]] == sorted(line["tightest"] for line in seen["letters"])


def test_missed_letters_show_the_gain_of_one_more(operator: Api, visitor: Api):
    operator.add_letters({"L": 2, "O": 5, "V": 3, "E": 3})
    operator.set_rules(minimumNoticeHours=0)
    wish = {"userId": operator.key, "deliveryDate": day(1), "pickupDate": day(2)}
    assert visitor.try_to_book(message="LOLLO", key="form-one-abc", **wish).status_code == 409
    assert visitor.try_to_book(message="LOLLO", key="form-one-abc", **wish).status_code == 409
    assert visitor.try_to_book(message="LLLL", key="form-two-abc", **wish).status_code == 409

    report = ok_json(operator.get("/api/reports/missed-letters"))

    assert report["wishes"] == 2, "one row per filled form"
    assert report["letters"] == [
        {
            "letter": "L",
            "size": "4ft",
            "finish": "standard",
            "wishes": 2,
            "mostShort": 2,
            "oneMoreWishes": 1,
            "oneMoreRevenue": 125,
        }
    ]


def test_request_declined_by_the_business_counts_as_missed_until_undone(operator: Api, other_operator: Api):
    operator.add_letters({"L": 1, "O": 1})
    rental = {"message": "LOL", "size": "4ft", "deliveryDate": day(1), "pickupDate": day(2)}
    for _ in range(2):
        declined = operator.post("/api/missed-requests", json={"clientId": "call-1", **rental})
        assert (declined.status_code, declined.json()) == (201, {"clientId": "call-1", "letters": 1})

    report = ok_json(operator.get("/api/reports/missed-letters"))
    assert (report["wishes"], [row["letter"] for row in report["letters"]]) == (1, ["L"])
    assert report["letters"][0]["oneMoreRevenue"] == 75
    assert other_operator.delete("/api/missed-requests/call-1").status_code == 404

    assert operator.delete("/api/missed-requests/call-1").status_code == 204
    assert ok_json(operator.get("/api/reports/missed-letters"))["wishes"] == 0
    assert operator.delete("/api/missed-requests/call-1").status_code == 404


@pytest.mark.either_database
@pytest.mark.parametrize("change", [{"message": "LO"}, {"deliveryDate": None}, {"message": ""}])
def test_request_without_missing_letters_is_not_recorded(operator: Api, change: dict[str, object]):
    operator.add_letters({"L": 1, "O": 1})
    rental = {"message": "LOL", "size": "4ft", "deliveryDate": day(1), "pickupDate": day(2), **change}

    refused = operator.post("/api/missed-requests", json={"clientId": "call-1", **rental})

    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_missing")
    assert ok_json(operator.get("/api/reports/missed-letters"))["wishes"] == 0


def test_one_more_letter_serves_one_rental_at_a_time(operator: Api, visitor: Api):
    operator.add_letter("L", 1)
    operator.set_rules(minimumNoticeHours=0)
    for form, (first, last) in enumerate([(1, 2), (1, 2), (2, 3), (9, 10)]):
        wish = {"userId": operator.key, "deliveryDate": day(first), "pickupDate": day(last)}
        assert visitor.try_to_book(message="LL", key=f"form-{form}-abc", **wish).status_code == 409

    (found,) = ok_json(operator.get("/api/reports/missed-letters"))["letters"]

    assert (found["wishes"], found["oneMoreWishes"], found["oneMoreRevenue"]) == (4, 2, 100)


def test_letter_calendar_rejects_more_holds_than_it_can_list(operator: Api, database: Database):
    operator.add_letters("LOVE")
    operator.book(message="LOVE", deliveryDate=day(0), pickupDate=day(1))
    late = queries.Late(today(), today() - timedelta(days=1))

    with database.read() as db:
        set_operator(db, operator.id)
        held = queries.held(db, today(), today(), clock.now(), late, most=4)
        with pytest.raises(queries.TooManyHolds, match="Choose fewer days"):
            queries.held(db, today(), today(), clock.now(), late, most=3)

    assert sorted(row.piece.letter for row in held) == ["E", "L", "O", "V"]


def test_stock_use_shows_free_and_needed_letters(operator: Api):
    items = {letter: operator.add_letter(letter, 2)["id"] for letter in "ABCD"}
    operator.book(message="A", deliveryDate=day(0), pickupDate=day(1))
    operator.book(message="BB", deliveryDate=day(30), pickupDate=day(31))
    repair = {"count": 1, "firstDay": day(0), "lastDay": day(3)}
    ok_json(operator.post(f"/api/inventory/{items['C']}/outages", json=repair))
    canceled = operator.book(message="D", deliveryDate=day(0), pickupDate=day(1))
    ok_json(operator.set_status(canceled["id"], "canceled"))

    rows = {row["letter"]: (row["owned"], row["freeToday"], row["needed"]) for row in ok_json(operator.get(STOCK))}

    assert rows == {"A": (2, 1, True), "B": (2, 2, True), "C": (2, 1, False), "D": (2, 2, False)}


def test_popular_messages_are_per_operator(operator: Api, other_operator: Api):
    assert ok_json(operator.get("/api/reports/popular")) == []
    for message in ("Baby", "BABY ", "LOVE"):
        operator.book(message=message, deliveryDate=day(1), pickupDate=day(1))
    other_operator.book(message="PROM", deliveryDate=day(1), pickupDate=day(1))
    # Balloons alone have no message.
    balloons = ok_json(
        operator.post("/api/items", json={"name": "Balloon", "kind": "counted", "quantity": 9, "price": 4})
    )
    items = [{"kind": "item", "itemId": balloons["id"], "quantity": 2}]
    operator.book(message=None, size=None, lines=items, deliveryDate=day(1), pickupDate=day(1))
    assert ok_json(operator.get("/api/reports/popular")) == [
        {"message": "BABY", "bookings": 2},
        {"message": "LOVE", "bookings": 1},
    ]


def test_popular_messages_use_the_latest_bookings(operator: Api, database: Database):
    for message in ("BABY", "BABY", "LOVE", "LOVE", "PROM"):
        operator.book(message=message, deliveryDate=day(1), pickupDate=day(1))
    with database.read() as db:
        set_operator(db, operator.id)
        assert queries.popular(db, among=3) == [("LOVE", 2), ("PROM", 1)]
