"""GET /api/reports/funnel, and counting form visits outside of responses in any number of processes."""

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from fastapi import FastAPI
from sqlalchemy.exc import OperationalError

from marqueedesk.booking_form import form_visits
from marqueedesk.booking_form.form_visits import VisitCounter
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import Api, booking_body, ok_json
from tests.support.together import together

PATH = "/api/reports/funnel"


def day(offset: int) -> str:
    return (_today() + timedelta(days=offset)).isoformat()


def _today() -> date:
    return clock.local_day(clock.now(), ZoneInfo("America/New_York"))


def stages(operator: Api, **query: Any) -> dict[str, tuple[int, float | None]]:
    return {row["stage"]: (row["count"], row["amount"]) for row in ok_json(operator.get(PATH, params=query))["stages"]}


def price(visitor: Api, operator: Api, message: str, key: str) -> None:
    days = {"deliveryDate": day(7), "pickupDate": day(7)}
    body = {"userId": operator.id, "message": message, "size": "4ft", **days}
    ok_json(visitor.post("/api/estimate", json=body, headers={"Idempotency-Key": key}))


@pytest.fixture
def business(operator: Api) -> Api:
    """A business with one L, O, V and E; a letter costs $25."""
    operator.add_letters({"L": 1, "O": 1, "V": 1, "E": 1})
    return operator


def test_funnel_counts_each_stage(business: Api, visitor: Api):
    for caller in (visitor, visitor, visitor, business):
        # The business viewing its own form does not count as a visit.
        ok_json(caller.get("/api/booking-form", params={"userId": business.id}))
    price(visitor, business, "LO", "form-that-fits")
    price(visitor, business, "LOVE", "form-that-fits")
    price(visitor, business, "LOVES", "form-that-is-short")
    # The customer corrected the message, but the form still counts as short.
    price(visitor, business, "VEE", "form-corrected")
    price(visitor, business, "VE", "form-corrected")
    days = {"deliveryDate": day(7), "pickupDate": day(7)}
    asked = ok_json(visitor.try_to_book(userId=business.id, message="LOVES", askAnyway=True, **days))
    body = booking_body(userId=business.id, message="LOVEE", consent=True, **days)
    assert visitor.post("/api/public/waiting-list", json=body).status_code == 201
    booked = ok_json(visitor.try_to_book(userId=business.id, message="LOVE", **days))

    assert stages(business) == {
        "seen": (3, None),
        "priced": (3, 275),
        "dated": (3, 275),
        "short": (2, 175),
        "askedAnyway": (1, 125),
        "waiting": (1, 125),
        "sent": (2, 225),
        "booked": (0, 0),
        "paid": (0, 0),
    }
    ok_json(business.set_status(booked["id"], "confirmed"))
    assert stages(business)["booked"] == (1, 100)
    ok_json(business.post(f"/api/bookings/{booked['id']}/payments", json={"kind": "cash", "amount": 20}))
    assert stages(business)["paid"] == (1, 100)
    # A request confirmed despite the shortage still counts as sent anyway.
    business.add_letters({"S": 1})
    ok_json(business.set_status(booked["id"], "canceled"))
    ok_json(business.set_status(asked["id"], "confirmed"))
    found = stages(business)
    assert (found["askedAnyway"], found["booked"]) == ((1, 125), (1, 125))


def test_form_counts_as_dated_once_dates_are_chosen(business: Api, visitor: Api):
    body = {"userId": business.id, "message": "LO", "size": "4ft"}
    ok_json(visitor.post("/api/estimate", json=body, headers={"Idempotency-Key": "form-without-dates"}))
    assert (stages(business)["priced"], stages(business)["dated"]) == ((1, 50), (0, 0))
    price(visitor, business, "LO", "form-without-dates")
    assert stages(business)["dated"] == (1, 50)


def test_stages_count_by_day(business: Api, visitor: Api, present: time_machine.Traveller):
    ok_json(visitor.get("/api/booking-form", params={"userId": business.id}))
    price(visitor, business, "LO", "form-of-today")
    assert stages(business, since=day(0), until=day(0))["priced"] == (1, 50)
    assert stages(business, since=day(1), until=day(2))["priced"] == (0, 0)
    assert stages(business, since=day(-9), until=day(-1))["seen"] == (0, None)
    answer = ok_json(business.get(PATH))
    assert (answer["since"], answer["until"], answer["countedSince"]) == (day(-364), day(0), day(0))
    present.shift(timedelta(days=1))
    # The day of the first price counts.
    price(visitor, business, "LOV", "form-of-today")
    assert stages(business, since=day(-1), until=day(-1))["priced"] == (1, 75)


def test_funnel_is_per_business(business: Api, other_operator: Api, visitor: Api):
    ok_json(visitor.get("/api/booking-form", params={"userId": business.id}))
    price(visitor, business, "LO", "form-of-one")
    assert stages(other_operator)["seen"] == (0, None)
    assert stages(other_operator)["priced"] == (0, 0)


@pytest.mark.parametrize(
    "query, field", [({"since": "soon"}, "since"), ({"until": "x"}, "until"), ({"since": "2199-01-01"}, "since")]
)
def test_invalid_funnel_query_names_the_field(query: dict[str, Any], field: str, operator: Api):
    answer = operator.get(PATH, params=query)
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == [field]


def test_estimate_does_not_write(business: Api, visitor: Api, database: Database):
    before = rows.content(database)
    ok_json(visitor.get("/api/booking-form", params={"userId": business.id}))
    price(visitor, business, "LO", "form-that-fits")
    assert rows.content(database) == before


def test_counts_of_several_processes_add_up(business: Api, database: Database):
    processes = [VisitCounter(database) for _ in range(4)]
    today, now = _today(), clock.now()

    def count(process: VisitCounter, own: int) -> None:
        for turn in range(5):
            process.opened(business.id, today)
            process.priced(business.id, f"own-{own}", 100, now, short=False, dated=False)
            # The same form, priced by every process.
            process.priced(business.id, "shared", 700, now, short=own == 2, dated=True)
            if turn % 2:
                process.write()

    together(*(lambda process=process, own=own: count(process, own) for own, process in enumerate(processes)))
    for process in processes:
        process.write()
        process.write()
    found = stages(business)
    assert found["seen"] == (20, None)
    assert found["priced"] == (5, 11)
    assert found["short"] == (1, 7)


def test_counts_wait_while_the_database_is_read_only(business: Api, app: FastAPI):
    is_read_only = True

    def store_unless_read_only(*arguments: Any) -> None:
        if is_read_only:
            raise OperationalError("INSERT", {}, Exception("read-only"))
        form_visits.store(*arguments)

    counter = VisitCounter(app.state.database, store_unless_read_only)
    counter.opened(business.id, _today())
    counter.priced(business.id, "early", 100, clock.now(), short=True, dated=True)
    counter.write()
    counter.priced(business.id, "early", 300, clock.now(), short=False, dated=False)
    counter.opened(business.id, _today())
    counter.write()
    is_read_only = False
    counter.write()
    found = stages(business)
    assert (found["seen"], found["priced"], found["short"]) == ((2, None), (1, 3), (1, 3))


def test_deleted_business_does_not_block_other_counts(business: Api, app: FastAPI):
    counter: VisitCounter = app.state.form_visits
    counter.opened(business.id + 1_000_000, _today())
    counter.opened(business.id, _today())
    assert stages(business)["seen"] == (1, None)
    counter.write()
    assert stages(business)["seen"] == (1, None)
