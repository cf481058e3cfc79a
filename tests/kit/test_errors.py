"""Error messages: wait times, custom texts, placeholders and fields."""

import pytest

from marqueedesk.bookings.errors import InvalidTransition, SubmittedTooFast
from marqueedesk.kit.errors import TooMany


@pytest.mark.parametrize(
    "seconds, said",
    [
        (1, "1 second"),
        (75, "75 seconds"),
        (91, "2 minutes"),
        (120, "2 minutes"),
        (5400, "90 minutes"),
        (5401, "2 hours"),
        (86_400, "24 hours"),
    ],
)
def test_too_many_attempts_message_states_the_wait(seconds: int, said: str):
    assert TooMany(retry_after=seconds).message == f"Too many attempts. Please try again in {said}."


def test_custom_message_is_kept():
    assert TooMany("Later, please.", retry_after=5).message == "Later, please."
    assert SubmittedTooFast(retry_after=5).message == SubmittedTooFast.message


def test_message_placeholders_are_filled_in():
    problem = InvalidTransition.format(before="canceled", after="pending")
    assert problem.answer() == {
        "message": "A canceled booking can't be changed to pending.",
        "code": "invalid_transition",
    }


def test_field_error_repeats_the_message_under_the_field():
    problem = SubmittedTooFast.about("message")
    assert (problem.message, problem.fields) == (SubmittedTooFast.message, {"message": SubmittedTooFast.message})
