"""Problems say what to do."""

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
def test_who_has_to_wait_is_told_how_long(seconds: int, said: str):
    assert TooMany(retry_after=seconds).message == f"Too many attempts. Please try again in {said}."


def test_a_sentence_of_its_own_stays():
    assert TooMany("Later, please.", retry_after=5).message == "Later, please."
    assert SubmittedTooFast(retry_after=5).message == SubmittedTooFast.message


def test_a_sentence_with_blanks_is_said_with_what_fills_them():
    problem = InvalidTransition.format(before="canceled", after="pending")
    assert problem.answer() == {
        "message": "A canceled booking can't be changed to pending.",
        "code": "invalid_transition",
    }


def test_a_problem_about_a_field_says_so_of_it():
    problem = SubmittedTooFast.about("message")
    assert (problem.message, problem.fields) == (SubmittedTooFast.message, {"message": SubmittedTooFast.message})
