"""Strict request types: ambiguous or invalid input is rejected with a message that names the field."""

import json
from decimal import Decimal
from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, ValidationError

from marqueedesk.kit.errors import Invalid, Problem, Unparsable
from marqueedesk.kit.http import schemas
from marqueedesk.kit.money import MAX_CENTS
from marqueedesk.kit.text import formats
from marqueedesk.kit.text.text_forms import without_invisible


class Example(schemas.RequestModel):
    """One field of each kind."""

    line: Annotated[schemas.RequiredText, schemas.AtMost(10)] = "x"
    maybe: Annotated[schemas.OptionalText, schemas.AtMost(10)] = None
    block: Annotated[schemas.OptionalBlock, schemas.AtMost(10)] = None
    amount: schemas.CurrencyAmount = 0
    cents: schemas.Cents = 0
    email: schemas.Email = "a@b.example"
    maybe_email: schemas.OptionalEmail = None
    row: schemas.Id = 1
    day: schemas.DateOrDateTime = "2027-06-01"
    flag: bool = False


def read(**fields: Any) -> Example:
    return schemas.parse(Example, json.dumps(fields).encode())


def refused(**fields: Any) -> dict[str, str]:
    with pytest.raises(Invalid) as problem:
        read(**fields)
    assert problem.value.fields
    return problem.value.fields


@pytest.mark.parametrize(
    "field, value, kept",
    [
        ("line", "  a b ", "a b"),
        ("line", "x" * 10 + "   ", "x" * 10),
        ("maybe", "", None),
        ("maybe", "  ", None),
        ("maybe", None, None),
        ("block", " a\r\nb\rc ", "a\nb\nc"),
        ("block", "a\tb", "a\tb"),
        ("amount", 19.99, 1999),
        ("amount", 0.1, 10),
        ("amount", 5, 500),
        ("amount", -0.01, -1),
        ("amount", 1e2, 10000),
        ("email", "Ada@EXAMPLE.com", "Ada@example.com"),
        ("maybeEmail", " ", None),
        ("row", 2**63 - 1, 2**63 - 1),
        ("day", "2027-06-01T10:00:00+02:00", "2027-06-01T10:00:00+02:00"),
        ("unknown", {"deep": [1]}, None),
    ],
)
def test_valid_values_are_normalized(field: str, value: Any, kept: Any):
    model = read(**{field: value})
    if field != "unknown":
        assert model.model_dump(by_alias=True)[field] == kept


@pytest.mark.parametrize(
    "field, value, sentence",
    [
        ("line", "", "Line is required"),
        ("line", None, "Line is required"),
        ("line", 5, "Line must be text"),
        ("line", "x" * 11, "Line can have at most 10 characters"),
        ("line", "a\nb", "Line contains characters that cannot be shown"),
        ("line", "\x00", "Line contains characters that cannot be shown"),
        ("line", "a\u2029b", "Line contains characters that cannot be shown"),
        ("line", "a\u202eb", "Line contains characters that change the reading direction"),
        ("maybe", "\x7f", "Maybe contains characters that cannot be shown"),
        ("maybe", 0, "Maybe must be text"),
        ("block", "a\x0bb", "Block contains characters that cannot be shown"),
        ("amount", "5", "Amount must be a number"),
        ("amount", True, "Amount must be a number"),
        ("amount", None, "Amount is required"),
        ("amount", 0.001, "Amount must have at most two decimals"),
        ("amount", 1e18, "Amount is too large"),
        ("cents", 1.0, "Cents must be a whole number"),
        ("cents", "1", "Cents must be a whole number"),
        ("cents", True, "Cents must be a whole number"),
        ("cents", -1, "Cents must be at least 0"),
        ("email", "a@b.example,c@d.example", "Email must be a valid email address"),
        ("email", "a@b.example\n", "Email contains characters that cannot be shown"),
        ("row", 0, "Row must be at least 1"),
        ("row", 2**63, "Row can be at most 9223372036854775807"),
        ("day", 20270601, "Day must be text"),
        ("day", "2027-02-30", "Day must be a day that exists, for example 2027-06-01"),
        ("day", "soon", "Day must be a date, for example 2027-06-01"),
        ("flag", 1, "Flag must be true or false"),
        ("flag", "true", "Flag must be true or false"),
    ],
)
def test_invalid_value_is_rejected_with_a_message(field: str, value: Any, sentence: str):
    assert refused(**{field: value}) == {field: sentence}


def test_every_invalid_field_is_reported():
    assert list(refused(line="", cents=-1, flag=1)) == ["line", "cents", "flag"]


@given(st.integers(-MAX_CENTS, MAX_CENTS))
def test_decimal_amounts_convert_to_exact_cents(cents: int):
    text = f"{Decimal(cents) / 100:f}"
    assert schemas.parse(Example, f'{{"amount": {text}}}'.encode()).amount == cents


@given(st.text(max_size=40))
def test_text_is_cleaned_or_rejected(text: str):
    try:
        kept = read(maybe=text).maybe
    except Invalid:
        return
    assert kept == (without_invisible(text) or None)
    assert not kept or not schemas.BIDI_CONTROLS.search(kept)
    assert not kept or all(
        char.isprintable() or not char.isspace() or char == "\u3000" or ord(char) > 127 for char in kept
    )


def attempt(raw: bytes) -> Example | Problem:
    """Parse a request body and return the model or the error."""
    try:
        return schemas.parse(Example, raw)
    except (Invalid, Unparsable) as problem:
        return problem


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([field.alias or name for name, field in Example.model_fields.items()]), JSON))
def test_any_json_is_accepted_or_rejected_by_field(document: dict[str, Any]):
    found = attempt(json.dumps(document).encode())
    if isinstance(found, Invalid):
        assert found.fields
        assert set(found.fields) <= set(document)
        assert all(len(sentence) < 200 for sentence in found.fields.values())
    else:
        assert isinstance(found, Example)
        assert type(found.cents) is int
        assert type(found.amount) is int


@given(st.binary(max_size=60))
def test_any_bytes_are_parsed_or_rejected_with_a_message(raw: bytes):
    found = attempt(raw)
    assert isinstance(found, Example) or found.message


def test_python_values_are_not_coerced():
    with pytest.raises(ValidationError):
        Example.model_validate({"cents": "1"})


@pytest.mark.parametrize("name, label", [("customerName", "Customer name"), ("zipCode", "Zip code"), ("q", "Q")])
def test_field_labels_are_readable(name: str, label: str):
    assert formats.label(name) == label


class Shown(schemas.ResponseModel):
    """A response with a stored field, a computed field and an optional one."""

    number: int
    created_at: str
    price: float | None = None


class ShownSparsely(Shown):
    sparse = True


def test_response_copies_matching_row_attributes():
    row = SimpleNamespace(number=7, created_at="today", price=2.5, secret="kept")
    assert Shown.of_row(row).model_dump(by_alias=True) == {"number": 7, "createdAt": "today", "price": 2.5}


def test_explicit_field_overrides_the_row():
    answer = Shown.of_row(SimpleNamespace(number=7), created_at="yesterday", price=None)
    assert (answer.number, answer.created_at, answer.price) == (7, "yesterday", None)


def test_response_from_a_row_missing_an_attribute_raises():
    with pytest.raises(AttributeError):
        Shown.of_row(SimpleNamespace(number=7, price=2.5))


def test_sparse_response_does_not_copy_optional_fields_from_the_row():
    row = SimpleNamespace(number=7, created_at="today", price=2.5)
    assert ShownSparsely.of_row(row).model_fields_set == {"number", "created_at"}
    assert ShownSparsely.of_row(row, price=3).price == 3


class Owed(schemas.ResponseModel):
    """A response with amounts."""

    number: int
    due: schemas.CurrencyUnits
    lost: Annotated[schemas.CurrencyUnits, Field(description="Written off")]


@pytest.mark.parametrize("row", [{"due_cents": 1250, "lost_cents": 5}, {"due": 1250, "lost": 5}])
def test_response_converts_row_cents_to_currency_units(row: dict[str, int]):
    assert Owed.of_cents(SimpleNamespace(number=7, **row)) == Owed(number=7, due=12.5, lost=0.05)


def test_explicit_amount_is_not_converted():
    assert Owed.of_cents(SimpleNamespace(number=7, lost=5), due=3) == Owed(number=7, due=3, lost=0.05)


class Priced(schemas.RequestModel):
    price: Annotated[schemas.CurrencyAmount, schemas.between(100, 500, "Too little", "Too much")] = 100
    tip: Annotated[schemas.CurrencyAmount, schemas.between(0, 500, "Between 0 and 5")] = 0


@pytest.mark.parametrize("price, tip", [(1, 0), (5, 5)])
def test_number_may_equal_either_limit(price: int, tip: int):
    found = schemas.parse(Priced, json.dumps({"price": price, "tip": tip}).encode())
    assert (found.price, found.tip) == (price * 100, tip * 100)


@pytest.mark.parametrize(
    "given, fields",
    [
        ({"price": 0.99}, {"price": "Too little"}),
        ({"price": 5.01}, {"price": "Too much"}),
        ({"tip": -0.01}, {"tip": "Between 0 and 5"}),
        ({"tip": 5.01}, {"tip": "Between 0 and 5"}),
    ],
)
def test_number_out_of_range_is_rejected_with_its_message(given: dict[str, float], fields: dict[str, str]):
    with pytest.raises(Invalid) as problem:
        schemas.parse(Priced, json.dumps(given).encode())
    assert problem.value.fields == fields


INVISIBLE = ["\u200b", "\ufeff", "\u2060", "\u00ad", "\u3164", "\u2800", "\u115f", "\uffa0", "\u200d", "\ufe0f"]


class TextsInput(schemas.RequestModel):
    """A field of each kind of text."""

    name: Annotated[schemas.RequiredText, schemas.AtMost(20)]
    city: Annotated[schemas.RequiredPlace, schemas.AtMost(20)] = "Austin"
    code: Annotated[schemas.CodeText, schemas.AtMost(20)] = "SPRING"
    email: schemas.OptionalEmail = None
    phone: Annotated[schemas.OptionalPhone, schemas.AtMost(20)] = None
    notes: Annotated[schemas.OptionalBlock, schemas.AtMost(20)] = None


def texts(**fields: str) -> TextsInput:
    return schemas.parse(TextsInput, json.dumps({"name": "Ann"} | fields).encode())


@pytest.mark.parametrize("character", INVISIBLE, ids=ascii)
def test_invisible_text_counts_as_empty(character: str):
    for field in ("name", "city", "code"):
        with pytest.raises(Invalid) as problem:
            texts(**{field: character * 2})
        assert list(problem.value.fields or {}) == [field]
    nothing = texts(email=character, phone=f" {character}", notes=character)
    assert (nothing.email, nothing.phone, nothing.notes) == (None, None, None)


@pytest.mark.parametrize("character", INVISIBLE, ids=ascii)
def test_pasted_invisible_characters_are_removed(character: str):
    typed = texts(email=f"{character}a@b.example{character}", phone=f"+1 512{character}", code=f"SPRING{character}10")
    assert (typed.email, typed.phone) == ("a@b.example", "+1 512")
    assert typed.code in {"SPRING10", "SPRING 10"}


@pytest.mark.parametrize("character", ["\ufffe", "\uffff", "\ufdd0", "\U0001fffe", "\U0010ffff"], ids=ascii)
def test_noncharacters_are_rejected(character: str):
    for field in ("name", "city", "notes", "phone", "email"):
        with pytest.raises(Invalid) as problem:
            texts(**{field: f"a@b{character}.example"})
        assert list(problem.value.fields or {}) == [field]


def test_city_with_an_unreadable_character_is_rejected():
    with pytest.raises(Invalid, match="unreadable"):
        texts(city="Ca\ufffdon City")
    assert texts(name="Ann \ufffd").name == "Ann \ufffd"
