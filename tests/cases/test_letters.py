"""Cases 22 to 34: letters of a message, and their availability."""

from itertools import permutations
from typing import Any

import pytest

from tests.support.api import Api, booking_body

pytestmark = pytest.mark.either_database


def estimate(caller: Api, **fields: Any) -> Any:
    return caller.post("/api/estimate", json=booking_body(**fields))


@pytest.mark.parametrize("message", ["", "   ", "\u200b", "\u2060\ufeff", "\n\t", "\u00ad", "\u200d", None], ids=repr)
def test_case_22_message_without_letters_is_rejected(message: Any, visitor: Api, operator: Api):
    body = {**booking_body(userId=operator.id), "message": message}

    answer = visitor.post("/api/bookings", json=body)

    assert answer.status_code == 422
    assert list(answer.json()["fields"]) == ["message"]
    assert operator.get("/api/bookings").json() == []


def test_case_23_too_many_letters_are_rejected(visitor: Api, operator: Api):
    assert visitor.try_to_book(userId=operator.id, message="A" * 60).json()["letterCount"] == 60
    for number in (61, 200):
        answer = visitor.try_to_book(userId=operator.id, message="A" * number)
        assert answer.status_code == 422
        assert "60" in answer.json()["fields"]["message"]
    answer = visitor.try_to_book(userId=operator.id, message="A" * 10_000)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["message"])
    assert estimate(visitor, userId=operator.id, message="A" * 10_000).status_code == 422
    answer = visitor.try_to_book(userId=operator.id, message="A" * 300_000)
    assert answer.status_code == 413


def test_case_24_unknown_letter_is_rejected(visitor: Api, operator: Api):
    operator.add_letters({"L": 1, "O": 0, "V": 1, "E": 1})

    for message, short in (("LOVE", "O"), ("VEQ", "Q")):
        answer = visitor.try_to_book(userId=operator.id, message=message)
        assert answer.status_code == 409
        assert answer.json()["code"] == "not_enough_letters"
        assert answer.json()["shortages"] == [
            {"letter": short, "size": "4ft", "finish": "standard", "needed": 1, "day": "2027-06-01"}
        ]
        assert answer.json()["message"] == f"Not enough {short} on June 1, 2027."
        assert estimate(visitor, userId=operator.id, message=message).json()["available"] is False


def test_invalid_character_is_rejected_by_estimate_and_calendar(visitor: Api, operator: Api):
    wish = {"userId": operator.id, "message": "LO\u0085VE"}

    asked = {**wish, "size": "4ft", "month": "2027-06"}
    refused = [visitor.try_to_book(**wish), estimate(visitor, **wish)]
    refused.append(visitor.get("/api/availability/calendar", params=asked))

    for answer in refused:
        assert answer.status_code == 422
        assert answer.json()["fields"] == {"message": "Message contains characters that cannot be shown"}


def test_case_25_letters_are_case_insensitive(visitor: Api, operator: Api):
    operator.add_letters("LOVE", quantity=1)

    lower, upper = (estimate(visitor, userId=operator.id, message=word).json() for word in ("love", "LOVE"))
    # A line keeps its text as typed.
    assert [answer.pop("lines")[0]["text"] for answer in (lower, upper)] == ["love", "LOVE"]
    assert lower == upper
    visitor.book(userId=operator.id, message="love")
    assert visitor.try_to_book(userId=operator.id, message="LoVe").status_code == 409


def test_case_26_composed_and_decomposed_letters_are_equal(visitor: Api, operator: Api):
    operator.add_letter("E\u0301", quantity=1)

    assert operator.get("/api/inventory").json()[0]["letter"] == "É"
    assert visitor.book(userId=operator.id, message="é")["letters"] == ["É"]
    for message in ("É", "E\u0301", "e\u0301"):
        assert visitor.try_to_book(userId=operator.id, message=message).status_code == 409
    # A letter with an unknown accent is short; it doesn't cause an error.
    for message in ("Ǟ", "E\u0301\u0302", "E" + "\u0301" * 15):
        assert visitor.try_to_book(userId=operator.id, message=message).status_code == 409
    assert visitor.try_to_book(userId=operator.id, message="E" + "\u0301" * 60).status_code == 422


def test_case_27_sharp_s_is_unchanged(visitor: Api, operator: Api):
    operator.add_letters({"ß": 1, "S": 9})

    assert operator.get("/api/inventory").json()[0]["letter"] == "ß"
    assert estimate(visitor, userId=operator.id, message="ß").json()["letters"] == ["ß"]
    placed = visitor.book(userId=operator.id, message="ß")
    assert (placed["letters"], placed["letterCount"]) == (["ß"], 1)
    assert visitor.try_to_book(userId=operator.id, message="ß").status_code == 409


def test_case_28_pictograph_is_one_letter(visitor: Api, operator: Api):
    operator.add_letters("LOVE")

    answer = visitor.try_to_book(userId=operator.id, message="LOVE 🎉")

    assert answer.status_code == 409
    assert answer.json()["shortages"] == [
        {"letter": "🎉", "size": "4ft", "finish": "standard", "needed": 1, "day": "2027-06-01"}
    ]
    assert "🎉" in answer.json()["message"]
    seen = estimate(visitor, userId=operator.id, message="LOVE 🎉").json()
    assert seen["breakdown"]["letterCount"] == 5
    for pictograph in ("🎉", "👨‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇺🇸"):
        operator.add_letter(pictograph, quantity=1)
        assert visitor.book(userId=operator.id, message=pictograph)["letterCount"] == 1


def test_case_29_hidden_characters_are_ignored(visitor: Api, operator: Api):
    placed = visitor.book(userId=operator.id, message="LO\u200bVE")
    assert (placed["letters"], placed["letterCount"]) == (list("LOVE"), 4)
    for control in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c":
        for ask in (visitor.try_to_book, lambda **fields: estimate(visitor, **fields)):
            answer = ask(userId=operator.id, message=f"LO{control}VE")
            assert answer.status_code == 422
            assert list(answer.json()["fields"]) == ["message"]


def test_case_30_ampersand_is_a_letter(visitor: Api, operator: Api):
    operator.add_letters("MRS")

    answer = visitor.try_to_book(userId=operator.id, message="MR & MRS")
    assert answer.status_code == 409
    assert [row["letter"] for row in answer.json()["shortages"]] == ["&"]
    operator.add_letter("&")
    placed = visitor.book(userId=operator.id, message="MR & MRS")
    assert placed["letterCount"] == 6
    assert placed["message"] == "MR & MRS"
    assert "&amp;" not in operator.get("/api/bookings").text


@pytest.mark.parametrize("size", ["3ft", "4FT", "", " ", None, 4, "4ft ", "4ft\x00", "x" * 41], ids=repr)
def test_case_31_unknown_sizes_are_rejected(size: Any, visitor: Api, operator: Api):
    body = {**booking_body(userId=operator.id), "size": size}

    answer = visitor.post("/api/bookings", json=body)

    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["size"])
    if size:
        assert visitor.post("/api/estimate", json=body).status_code == 422


def test_case_31_sizes_come_from_the_price_list(visitor: Api, operator: Api):
    sizes = operator.get("/api/price-list").json()["sizes"]
    operator.set_prices(sizes=[*sizes, {"code": "3ft", "label": "3ft", "price": 20}])

    assert visitor.book(userId=operator.id, message="LOVE", size="3ft")["totalPrice"] == 4 * 20 * 2


def test_case_32_message_that_needs_three_of_two_letters_is_rejected(visitor: Api, operator: Api):
    operator.add_letters({"E": 2})

    answer = visitor.try_to_book(userId=operator.id, message="EEE")

    assert answer.status_code == 409
    assert answer.json()["shortages"] == [
        {"letter": "E", "size": "4ft", "finish": "standard", "needed": 3, "day": "2027-06-01"}
    ]
    assert answer.json()["message"] == "Not enough E on June 1, 2027."
    assert visitor.try_to_book(userId=operator.id, message="EE").status_code == 201


def test_case_33_letters_in_use_are_the_daily_peak_and_not_a_sum(visitor: Api, operator: Api):
    operator.add_letters({"A": 2})
    book = {"userId": operator.id, "message": "A"}
    visitor.book(**book, deliveryDate="2027-06-01", pickupDate="2027-06-03")
    visitor.book(**book, deliveryDate="2027-06-10", pickupDate="2027-06-12")

    assert visitor.try_to_book(**book, deliveryDate="2027-06-02", pickupDate="2027-06-11").status_code == 201
    for delivery, pickup in (("2027-06-03", "2027-06-04"), ("2027-06-09", "2027-06-10")):
        answer = visitor.try_to_book(**book, deliveryDate=delivery, pickupDate=pickup)
        assert answer.status_code == 409
    assert visitor.try_to_book(**book, deliveryDate="2027-06-04", pickupDate="2027-06-09").status_code == 201


@pytest.mark.parametrize(
    "rules, same_day_works", [({}, False), ({"sameDayTurnaround": True}, True), ({"turnaroundDays": 1}, False)]
)
def test_case_34_pickup_day_is_free_for_the_next_rental_only_with_same_day_turnaround(
    rules: dict[str, Any], same_day_works: bool, visitor: Api, operator: Api
):
    operator.set_rules(**rules)
    operator.add_letters({"A": 1, "B": 1})
    spans = [("2027-06-08", "2027-06-10"), ("2027-06-10", "2027-06-12")]

    for letter, order in zip("AB", permutations(spans), strict=True):
        first, second = [
            visitor.try_to_book(userId=operator.id, message=letter, deliveryDate=delivery, pickupDate=pickup)
            for delivery, pickup in order
        ]
        assert first.status_code == 201
        assert second.status_code == (201 if same_day_works else 409)
