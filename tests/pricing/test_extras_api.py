"""Extra lines and discounts in estimates: accepted from the operator, ignored from visitors."""

from typing import Any

import pytest

from tests.support.api import Api, booking_body

LINES = [{"text": "Setup after 10 pm", "amount": 80}, {"text": "Generator", "amount": 45.5}]


def test_operator_estimate_includes_extra_lines_and_discount(operator: Api):
    price = operator.estimate(extraLines=LINES, discount={"kind": "percent", "percent": 10})["breakdown"]

    assert (price["basePrice"], price["extras"], price["discount"]) == (200, 125.5, 32.55)
    assert (price["discountPercent"], price["total"]) == (10, 292.95)


def test_extra_lines_and_discount_from_a_visitor_are_ignored(operator: Api, visitor: Api):
    wish = booking_body(userId=operator.id, extraLines=LINES, discount={"kind": "percent", "percent": 100})

    assert visitor.estimate(**wish)["breakdown"] == visitor.estimate(userId=operator.id)["breakdown"]


def test_discount_applies_to_alternatives_up_to_their_price(operator: Api):
    operator.add_letters("LOVE", quantity=5, size="2ft")

    found = operator.estimate(discount={"kind": "amount", "amount": 150})

    assert found["breakdown"]["total"] == 50
    # The smaller size costs 120, so the discount is limited to 120.
    assert [(way["size"], way["total"]) for way in found["alternatives"]] == [("2ft", 0)]


@pytest.mark.parametrize(
    "fields, field, sentence",
    [
        ({"discount": {"kind": "amount", "amount": 200.01}}, "discount", "can be at most 200.00"),
        ({"discount": {"kind": "amount", "amount": -1}}, "discount", "between 0 and 999,999.99"),
        ({"discount": {"kind": "amount", "amount": 1.005}}, "discount", "at most two decimals"),
        ({"discount": {"kind": "amount", "amount": "5"}}, "discount", "must be a number"),
        ({"discount": {"kind": "percent", "percent": 100.01}}, "discount", "between 0 and 100 percent"),
        ({"discount": {"kind": "percent", "percent": -0.01}}, "discount", "between 0 and 100 percent"),
        ({"discount": {"kind": "percent", "percent": 1.234}}, "discount", "at most two decimals"),
        ({"discount": {"kind": "half"}}, "discount", "an amount or a percentage"),
        ({"discount": {"kind": "percent"}}, "discount", "an amount or a percentage"),
        ({"discount": 5}, "discount", "an amount or a percentage"),
        ({"extraLines": [LINES[0], {"text": "Ramp", "amount": -1}]}, "extraLines", "Extra line 2 needs"),
        ({"extraLines": [{"text": "Ramp", "amount": 1_000_000}]}, "extraLines", "Extra line 1 needs"),
        ({"extraLines": [{"text": "Ramp", "amount": 1.005}]}, "extraLines", "at most two decimals"),
        ({"extraLines": [{"text": " ", "amount": 1}]}, "extraLines", "Extra line 1 needs a text"),
        ({"extraLines": [{"text": "x" * 201, "amount": 1}]}, "extraLines", "at most 200 characters"),
        ({"extraLines": [{"text": "Ra\u202emp", "amount": 1}]}, "extraLines", "Extra line 1"),
        ({"extraLines": [LINES[0]] * 21}, "extraLines", "at most 20 extra lines"),
        ({"extraLines": "Ramp"}, "extraLines", "must be a list"),
    ],
)
def test_invalid_discount_or_extra_line_is_refused_with_a_message(
    operator: Api, fields: dict[str, Any], field: str, sentence: str
):
    answer = operator.post("/api/estimate", json=booking_body(**fields))

    assert answer.status_code == 422
    assert sentence in answer.json()["fields"][field]
