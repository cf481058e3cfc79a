"""A customer's change competes with another booking for the last letters: exactly one of them gets them."""

from collections.abc import Callable

import pytest

from tests.support.api import Api, ok_json
from tests.support.server import next_summer
from tests.support.together import together

DAY = str(next_summer())


def booked_letters(operator: Api) -> int:
    """Count of the letter E in all bookings."""
    return sum(row["message"].count("E") for row in ok_json(operator.get("/api/bookings")))


def booking_of_love(operator: Api, letter_e: int) -> str:
    """A confirmed booking without an E of a business with this many E. Returns the token of its page."""
    operator.add_letters({"L": 9, "O": 9, "V": 9, "E": letter_e})
    operator.set_rules(customerChanges="at_once", minimumNoticeHours=0)
    return another_booking(operator)


def another_booking(operator: Api) -> str:
    booking = operator.book(message="LO", deliveryDate=DAY, pickupDate=DAY)
    ok_json(operator.set_status(booking["id"], "confirmed"))
    return operator.booking_token(booking["id"])


@pytest.mark.seeds(3, 30)
def test_change_and_booking_never_share_the_last_letter(caller: Callable[[], Api], seed: int):
    operator = caller().register(f"changes{seed}@example.com")
    token, customer, visitor = booking_of_love(operator, 1), caller(), caller()

    answers = together(
        lambda: customer.post(f"/api/public/bookings/{token}/change", json={"message": "LOVE"}),
        lambda: visitor.try_to_book(userId=operator.id, message="E", deliveryDate=DAY, pickupDate=DAY),
    )

    changed, booked = (answer.status_code for answer in answers)
    assert (changed, booked) in {(200, 409), (409, 201)}
    assert booked_letters(operator) == 1


@pytest.mark.seeds(3, 30)
def test_two_changes_never_share_a_letter_that_both_previews_found_available(caller: Callable[[], Api], seed: int):
    """The previews are the negative control: without the check under the lock, both changes would get the letter."""
    operator = caller().register(f"two{seed}@example.com")
    first = booking_of_love(operator, 1)
    pages = [f"/api/public/bookings/{token}/change" for token in (first, another_booking(operator))]
    customers = [caller(), caller()]
    wish = {"message": "LOVE"}
    previews = [ok_json(caller().post(page, json=wish | {"dryRun": True}))["available"] for page in pages]
    assert previews == [True, True]

    answers = together(
        lambda: customers[0].post(pages[0], json=wish),
        lambda: customers[1].post(pages[1], json=wish),
    )

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert booked_letters(operator) == 1
