"""GET /api/reports/buy-next, for refused and accepted requests in the database."""

from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine

from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.reports.buying import Advice, BuySet
from marqueedesk.reports.demand import read_demand
from tests.support.api import Api, ok_json

PATH = "/api/reports/buy-next"


def day(offset: int) -> str:
    today: date = clock.local_day(clock.now(), ZoneInfo("America/New_York"))
    return (today + timedelta(days=offset)).isoformat()


@pytest.fixture
def missed(operator: Api, visitor: Api) -> Api:
    """No M, one R, S and &: five couples were refused a sign at $300."""
    operator.add_letters({"M": 0, "R": 1, "S": 1, "&": 1})
    operator.set_prices(sizes=[{"code": "4ft", "label": "4 ft", "price": 50, "heightInches": 48}])
    for couple in range(5):
        refuse(visitor, operator, 7 * couple + 7, f"couple-{couple}-form")
    return operator


def refuse(visitor: Api, operator: Api, offset: int, key: str, **fields: Any) -> None:
    days = {"deliveryDate": day(offset), "pickupDate": day(offset)}
    answer = visitor.try_to_book(userId=operator.id, message="MR & MRS", key=key, **days, **fields)
    assert answer.status_code == 409


def advice(operator: Api, **query: Any) -> dict[str, Any]:
    return ok_json(operator.get(PATH, params=query))


def test_five_refused_requests_for_mr_and_mrs_recommend_buying_two_m_and_an_r(missed: Api):
    found = advice(missed, budget=1050, cost=350)
    (bought,) = found["sets"]
    assert bought["pieces"] == [
        {"letter": "M", "size": "4ft", "finish": "standard", "count": 2},
        {"letter": "R", "size": "4ft", "finish": "standard", "count": 1},
    ]
    assert (bought["cost"], bought["gain"], bought["words"]) == (1050, 1500, ["MR & MRS"])
    assert bought["paybackMonths"] == 8.4
    assert (found["total"]["cost"], found["total"]["gain"], found["total"]["pieces"]) == (1050, 1500, 3)
    assert found["paying"] == found["total"]
    assert (found["evidence"]["requests"], found["evidence"]["enough"]) == (5, False)
    assert found["curve"] == [{"budget": 0, "gain": 0}, {"budget": 1050, "gain": 1500}]

    assert advice(missed, budget=700, cost=350)["sets"] == []
    assert advice(missed, cost=350, size="4ft")["total"]["gain"] == 1500


def test_total_of_profitable_sets_excludes_sets_without_gain():
    paying, idle = (BuySet(((Piece("4ft", "J"), 2),), 70000, gain, ()) for gain in (150_000, 0))

    advice = Advice((paying, idle))

    assert (advice.cost_cents, advice.paying.cost_cents) == (140_000, 70_000)
    assert advice.paying.sets == (paying,)


def test_few_days_are_not_extrapolated_to_a_year(missed: Api):
    found = advice(missed, budget=1050, cost=350, since=day(0))
    assert (found["total"]["gain"], found["total"]["gainPerYear"]) == (1500, 18250)
    assert found["total"]["paybackMonths"] == 0.7


def test_letter_cost_takes_precedence_over_the_default(missed: Api):
    (row,) = [row for row in ok_json(missed.get("/api/inventory")) if row["letter"] == "M"]
    ok_json(missed.patch(f"/api/inventory/{row['id']}", json={"cost": 100}))
    assert advice(missed, cost=350)["total"]["cost"] == 550
    without = advice(missed)
    assert (without["sets"], without["missingCost"]) == ([], True)


def test_fewer_than_five_refusals_give_no_figures(operator: Api, visitor: Api):
    operator.add_letters({"M": 0, "R": 1, "S": 1, "&": 1})
    for couple in range(4):
        refuse(visitor, operator, 7 * couple + 7, f"couple-{couple}-form")
    found = advice(operator, cost=350)
    assert (found["sets"], found["total"]["gain"], found["evidence"]["requests"]) == ([], 0, 4)


def test_replay_of_past_requests_cannot_use_letters_that_were_booked(missed: Api, visitor: Api):
    # The only R and S are booked on the first day, so two M and an R are not enough there.
    missed.book(message="RS", deliveryDate=day(7), pickupDate=day(7), asRequest=False)
    found = advice(missed, budget=1050, cost=350)
    assert found["evidence"]["accepted"] == 1
    # The refused request came first; the booking arrived later.
    assert found["total"]["gain"] == 1500 - 100


def test_requests_that_were_only_priced_count_by_the_chosen_percentage(operator: Api, visitor: Api):
    operator.add_letters({"M": 0, "R": 1, "S": 1, "&": 1})
    operator.set_prices(sizes=[{"code": "4ft", "label": "4 ft", "price": 50, "heightInches": 48}])
    for couple in range(6):
        days = {"deliveryDate": day(7 * couple + 7), "pickupDate": day(7 * couple + 7)}
        body = {"userId": operator.id, "message": "MR & MRS", "size": "4ft", **days}
        ok_json(visitor.post("/api/estimate", json=body, headers={"Idempotency-Key": f"couple-{couple}-form"}))
    refuse(visitor, operator, 7, "couple-0-form")
    # Priced again after being refused, and then sent anyway.
    days = {"deliveryDate": day(7), "pickupDate": day(7)}
    body = {"userId": operator.id, "message": "MR & MRS", "size": "4ft", **days}
    ok_json(visitor.post("/api/estimate", json=body, headers={"Idempotency-Key": "couple-0-form"}))

    found = advice(operator, budget=1050, cost=350)
    assert (found["total"]["gain"], found["evidence"]["onlyPriced"], found["evidence"]["pricedPercent"]) == (
        1800,
        5,
        100,
    )
    assert advice(operator, budget=1050, cost=350, priced=50)["total"]["gain"] == 300 + 5 * 150
    assert advice(operator, budget=1050, cost=350, priced=0)["total"]["gain"] == 300


def test_requests_sent_anyway_count_once(missed: Api, visitor: Api):
    days = {"deliveryDate": day(7), "pickupDate": day(7)}
    ok_json(visitor.try_to_book(userId=missed.id, message="MR & MRS", key="couple-0-form", askAnyway=True, **days))
    ok_json(visitor.try_to_book(userId=missed.id, message="MR & MRS", askAnyway=True, **days))
    assert advice(missed, cost=350)["evidence"]["requests"] == 6


def test_twenty_refusals_enable_the_back_test(missed: Api, visitor: Api):
    for couple in range(5, 20):
        refuse(visitor, missed, 7 * couple + 7, f"couple-{couple}-form")
    evidence = advice(missed, budget=1050, cost=350)["evidence"]
    assert evidence["enough"] is True
    assert evidence["backTest"] == {
        "ownedRevenue": 0,
        "adviceGain": 3000,
        "frequencyGain": 0,
        "learnedFrom": 10,
        "judgedOn": 10,
    }


@pytest.mark.parametrize(
    "query, field",
    [
        ({"budget": -1}, "budget"),
        ({"cost": "much"}, "cost"),
        ({"since": "yesterday"}, "since"),
        ({"since": "2199-01-01"}, "since"),
        ({"size": "9ft"}, "size"),
        ({"priced": 101}, "priced"),
    ],
)
def test_invalid_buy_next_query_names_the_field(query: dict[str, Any], field: str, operator: Api):
    answer = operator.get(PATH, params=query)
    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == [field]


def test_advice_uses_the_latest_bookings_of_a_large_business(
    operator: Api, visitor: Api, database: Database, present: time_machine.Traveller
):
    operator.add_letters({"L": 9, "O": 9, "V": 9, "E": 9, "Q": 0})
    operator.set_rules(minimumNoticeHours=0)
    days = [day(7 * week + 1) for week in range(4)]
    for week, delivery in enumerate(days):
        for name in ("Ada", "Bo"):
            key, rental = f"{name}-{week}-form", {"deliveryDate": delivery, "pickupDate": delivery}
            assert visitor.try_to_book(userId=operator.id, message="Q", key=key, **rental).status_code == 409
        operator.book(deliveryDate=delivery, pickupDate=delivery, asRequest=False)
        present.shift(timedelta(weeks=1))
    with database.read() as db:
        set_operator(db, operator.id)
        terms = read_operator(db.connection(), operator.id)
        first = date.fromisoformat(day(-60))
        whole, latest = read_demand(db, terms, first), read_demand(db, terms, first, most=2)

    assert (whole.since, whole.accepted, whole.refused) == (first, 4, 8)
    assert (latest.since, latest.accepted, latest.refused) == (date.fromisoformat(day(-14)), 2, 2)
