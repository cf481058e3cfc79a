"""A message that is too long is rejected with the limit in letters, wherever it is entered."""

import pytest

from tests.support.api import Api, booking_body

LONG = "A" * 501


@pytest.mark.parametrize("path", ["/api/bookings", "/api/quotes", "/api/estimate"])
def test_message_is_limited_to_sixty_letters(path: str, operator: Api):
    refused = [operator.post(path, json=booking_body(message=text)) for text in (LONG, "A" * 61)]

    assert [answer.status_code for answer in refused] == [422, 422]
    assert all("at most 60 letters" in answer.json()["fields"]["message"] for answer in refused)
    assert operator.post("/api/estimate", json=booking_body(message="A" * 60)).status_code == 200


def test_line_is_limited_to_sixty_letters(operator: Api):
    line = {"kind": "letters", "text": LONG, "size": "4ft"}

    refused = operator.post("/api/bookings", json=booking_body(message=None, size=None, lines=[line]))

    assert refused.status_code == 422
    assert "at most 60 letters" in str(refused.json()["fields"])
