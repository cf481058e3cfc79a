"""Crews that load at the same time: one booking, or the last piece."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.support.api import Api, ok_json
from tests.support.server import next_summer
from tests.support.together import all_together

CREWS = 6


@pytest.fixture
def crews(caller: Callable[[], Api]) -> list[Api]:
    """Sessions of one operator, signed in on several phones."""
    first = caller().register()
    return [first, *[caller().login(first.user["email"]) for _ in range(CREWS - 1)]]


def job(operator: Api, text: str, *, after: int = 0) -> int:
    day = (next_summer() + timedelta(days=after)).isoformat()
    return operator.book(message=text, asRequest=False, deliveryDate=day, pickupDate=day)["id"]


def load_out(crew: Api, booking_id: int, client: str, letter: str, count: int = 1) -> Any:
    body = {
        "clientId": client,
        "kind": "out",
        "at": datetime.now(UTC).isoformat(),
        "lines": [{"letter": letter, "size": "4ft", "count": count}],
    }
    return crew.post(f"/api/bookings/{booking_id}/handovers", json=body)


@pytest.mark.seeds(3, 30)
def test_crews_loading_one_booking_cannot_exceed_the_booked_count(crews: list[Api], seed: int):
    crews[0].add_letters({"E": 20})
    booking = job(crews[0], "EEEE")
    answers = all_together(
        [lambda crew=crew, n=n: load_out(crew, booking, f"{seed}-{n}", "E") for n, crew in enumerate(crews)]
    )
    refused = [answer.json()["code"] for answer in answers if answer.status_code != 201]
    assert refused == ["more_than_booked"] * (CREWS - 4)
    (piece,) = ok_json(crews[0].get(f"/api/bookings/{booking}/goods"))["pieces"]
    assert piece["out"] == 4
    # The same phone sends its handover six more times at once; it counts once.
    again = all_together([lambda crew=crew: load_out(crew, booking, f"{seed}-0", "E") for crew in crews])
    assert len({answer.status_code for answer in again}) == 1
    (piece,) = ok_json(crews[0].get(f"/api/bookings/{booking}/goods"))["pieces"]
    assert piece["out"] == 4


@pytest.mark.seeds(3, 30)
def test_only_one_crew_loads_the_last_piece_and_the_error_names_its_booking(crews: list[Api], seed: int):
    operator = crews[0]
    operator.add_letters({"Y": 1})
    bookings = [job(operator, "Y", after=after) for after in range(CREWS)]
    todo = zip(crews, bookings, strict=True)
    answers = all_together([lambda crew=crew, b=b: load_out(crew, b, f"{seed}-{b}", "Y") for crew, b in todo])
    (won,) = [booking for booking, answer in zip(bookings, answers, strict=True) if answer.status_code == 201]
    refused = [answer.json() for answer in answers if answer.status_code != 201]
    assert {(row["code"], row["bookingId"]) for row in refused} == {("out_elsewhere", won)}
    assert len(refused) == CREWS - 1
