"""Validation of letters: strict numbers, and the specification's messages."""

import json
from typing import Any

import pytest

from marqueedesk.inventory.schemas import LetterChange, LetterInput
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.schemas import parse


def read(**fields: Any) -> LetterInput:
    body = {"letter": "A", "size": "4ft", "quantity": 3, "pricePerDay": 25, **fields}
    return parse(LetterInput, json.dumps({name: value for name, value in body.items() if value != "left out"}).encode())


def test_letter_price_is_parsed_to_cents():
    given = read(pricePerDay=19.99, userId=7, id=1)
    assert (given.letter, given.size, given.quantity, given.price_per_day) == ("A", "4ft", 3, 1999)


def test_quantity_of_a_new_letter_defaults_to_zero():
    assert read(quantity="left out").quantity == 0


@pytest.mark.parametrize(
    "field, value, sentence",
    [
        ("quantity", -1, "Quantity cannot be negative"),
        ("quantity", 1.5, "Quantity must be a whole number"),
        ("quantity", "5", "Quantity must be a whole number"),
        ("quantity", True, "Quantity must be a whole number"),
        ("quantity", 100_001, "Quantity can be at most 100000"),
        ("quantity", 2_147_483_648, "Quantity can be at most 100000"),
        ("quantity", 10**18, "Quantity can be at most 100000"),
        ("quantity", 10**400, None),
        ("quantity", None, "Quantity is required"),
        ("pricePerDay", 0, "Price must be at least 1"),
        ("pricePerDay", -1, "Price must be at least 1"),
        ("pricePerDay", 0.99, "Price must be at least 1"),
        ("pricePerDay", 1_000_000.01, "Price can be at most 1000000"),
        ("pricePerDay", 1e308, None),
        ("pricePerDay", 1.005, None),
        ("pricePerDay", "25", "Price per day must be a number"),
        ("pricePerDay", True, "Price per day must be a number"),
        ("pricePerDay", "left out", "Price per day is required"),
        ("letter", "left out", "Letter is required"),
        ("letter", 7, "Letter must be text"),
        ("size", "left out", "Size is required"),
        ("size", "x" * 21, "Size can have at most 20 characters"),
    ],
)
def test_invalid_letter_field_is_reported_with_its_message(field: str, value: object, sentence: str | None):
    with pytest.raises(Invalid) as refused:
        read(**{field: value})
    assert refused.value.fields is not None
    assert list(refused.value.fields) == [field]
    if sentence:
        assert refused.value.fields[field] == sentence


def test_patch_of_a_letter_tracks_sent_fields_and_rejects_null_numbers():
    assert parse(LetterChange, b'{"quantity": 4}').model_fields_set == {"quantity"}
    with pytest.raises(Invalid, match="Quantity"):
        parse(LetterChange, b'{"quantity": null}')
