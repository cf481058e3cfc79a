"""One address may send so many requests to one operator, however the operator is named."""

from collections.abc import Callable

from fastapi import FastAPI

from marqueedesk.bookings.place import REQUESTS
from tests.support.api import Api


def test_requests_by_id_and_by_key_count_together(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], operator: Api, other_operator: Api
):
    app = app_with(rate_limits="on")
    visitor, neighbour = caller_of(app, address="192.0.2.7"), caller_of(app, address="192.0.2.8")
    names = (operator.id, operator.key)

    for number in range(REQUESTS.times - 2):
        assert visitor.try_to_book(userId=names[number % 2]).status_code == 201
    # What is refused was tried as well.
    assert visitor.try_to_book(userId=operator.key, size="3ft").status_code == 422
    operator.add_letters({"L": 1})
    assert visitor.try_to_book(userId=operator.key).status_code == 409

    for name in names:
        refused = visitor.try_to_book(userId=name, message="L", deliveryDate="2027-09-01", pickupDate="2027-09-01")
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
    assert visitor.try_to_book(userId=other_operator.id).status_code == 201
    wish = {"message": "L", "deliveryDate": "2027-09-01", "pickupDate": "2027-09-01"}
    assert neighbour.try_to_book(userId=operator.id, **wish).status_code == 201
