"""Canned answers: their fields, and what fills them (T12)."""

from collections.abc import Callable

import pytest

from tests.support.api import Api, ok_json

PATH = "/api/canned-answers"


def add(business: Api, text: str, title: str = "Answer") -> int:
    return ok_json(business.post(PATH, json={"title": title, "text": text}))["id"]


def fill(business: Api, customer_id: int, answer_id: int) -> str:
    return ok_json(business.post(f"/api/conversations/{customer_id}/canned-answers/{answer_id}"))["text"]


def test_answers_are_listed_by_title_changed_and_deleted(business: Api):
    second, first = add(business, "We open at 9.", "hours"), add(business, "In 2 days.", "Delivery")
    ok_json(business.patch(f"{PATH}/{second}", json={"title": "Opening hours", "text": "We open at 10."}))

    listed = ok_json(business.get(PATH))
    assert [row["id"] for row in listed["items"]] == [first, second]
    assert listed["items"][1]["text"] == "We open at 10."
    assert "balance" in {field["name"] for field in listed["fields"]}
    assert business.delete(f"{PATH}/{first}").status_code == 204
    assert business.delete(f"{PATH}/{first}").status_code == 404


@pytest.mark.parametrize("text", ["Hi {nickname}", "Hi {first name", "", "x" * 1601])
def test_text_with_an_unknown_field_or_an_unmatched_brace_is_refused(business: Api, text: str):
    refused = business.post(PATH, json={"title": "Answer", "text": text})

    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["text"])


def test_fields_are_those_of_the_next_booking(business: Api, customer: Callable[..., int]):
    ana = customer("Ana Lopez")
    business.book(customerId=ana, deliveryDate="2027-05-01", pickupDate="2027-05-02", totalPrice=50)
    coming = business.book(customerId=ana, deliveryDate="2027-06-05", pickupDate="2027-06-06", totalPrice=120)
    text = "Hi {first name}! {number} on {delivery}: {balance} is due. {link}"

    filled = fill(business, ana, add(business, text))

    link = ok_json(business.get(f"/api/bookings/{coming['id']}/customer"))["link"]
    assert filled == f"Hi Ana! #{coming['number']} on June 5, 2027: $120.00 is due. {link}"


def test_fields_without_a_value_stay_in_braces(business: Api, customer: Callable[..., int]):
    assert fill(business, customer("Ana Lopez"), add(business, "{customer}: {number}")) == "Ana Lopez: {number}"


def test_a_business_has_at_most_fifty_answers(business: Api):
    for _ in range(50):
        add(business, "Hello")
    refused = business.post(PATH, json={"title": "Answer", "text": "Hello"})

    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_answers")
