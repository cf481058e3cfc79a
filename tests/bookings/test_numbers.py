"""Each business numbers its bookings from 1, without gaps or duplicates (B17)."""

from collections.abc import Callable
from typing import Any

from tests.support.api import Api, ok_json
from tests.support.together import all_together


def numbers(operator: Api) -> list[int]:
    return sorted(row["number"] for row in ok_json(operator.get("/api/bookings")))


def test_booking_numbers_start_at_one_per_business(new_caller: Callable[..., Api]):
    first, second, visitor = new_caller().register(), new_caller().register(), new_caller()

    assert [one.book()["number"] for one in (first, second, first)] == [1, 1, 2]
    assert visitor.book(userId=second.id)["number"] == 2


def test_rejected_or_repeated_booking_uses_up_no_number(operator: Api):
    operator.add_letters("LOVE", 1)
    booked = ok_json(operator.try_to_book(key="a-key-of-the-form-0001"))

    again = ok_json(operator.try_to_book(key="a-key-of-the-form-0001"))
    assert (again["id"], again["number"]) == (booked["id"], 1)
    assert operator.try_to_book().status_code == 409
    assert operator.book(deliveryDate="2027-07-01", pickupDate="2027-07-01")["number"] == 2


def test_accepted_quote_takes_the_next_number(operator: Api, new_caller: Callable[..., Api]):
    operator.book(deliveryDate="2027-05-01", pickupDate="2027-05-01")
    quote = operator.sent_quote()

    answer = ok_json(new_caller().accept(quote["link"].rpartition("/")[2]))

    assert answer["booking"]["number"] == 2
    assert operator.book(deliveryDate="2027-07-01", pickupDate="2027-07-01")["number"] == 3


def test_concurrent_bookings_get_consecutive_numbers(operator: Api, new_caller: Callable[..., Api]):
    visitors = [new_caller() for _ in range(6)]

    def book(visitor: Api) -> Callable[[], Any]:
        return lambda: visitor.book(userId=operator.id)["number"]

    taken = all_together([book(visitor) for visitor in visitors])

    assert sorted(taken) == numbers(operator) == [1, 2, 3, 4, 5, 6]
