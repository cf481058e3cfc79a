"""Comparable forms of names, email addresses and phone numbers."""

import phonenumbers
import pytest

from marqueedesk.customers.contacts import CustomerContact, e164_of, email_key, name_key_of, read_phones, with_phones


@pytest.mark.parametrize(
    "typed, e164, extension",
    [
        ("+1 (914) 555-0100", "+19145550100", None),
        ("914.555.0100 x2", "+19145550100", "2"),
        ("1-914-555-0100", "+19145550100", None),
        ("001 914 555 0100", "+19145550100", None),
        ("0049 30 901820", "+4930901820", None),
        ("+44 20 7946 0018", "+442079460018", None),
        ("call after 5", None, None),
        ("911", None, None),
        ("555-0100", None, None),
    ],
)
def test_phone_is_parsed_in_any_notation_and_otherwise_kept(typed: str, e164: str | None, extension: str | None):
    assert read_phones(typed, "US") == [{"number": typed, "e164": e164, "extension": extension}]


def test_two_numbers_in_one_field_are_two_numbers():
    phones = read_phones("914-555-0100 / 914-555-0101", "US")

    assert [phone["e164"] for phone in phones] == ["+19145550100", "+19145550101"]


def test_number_is_read_in_the_form_of_the_business_country():
    assert read_phones("020 7946 0018", "GB")[0]["e164"] == "+442079460018"


@pytest.mark.parametrize(
    "first, second",
    [("ana+wed@x.example", "Ana@x.example"), ("ANA@X.EXAMPLE", "ana@x.example")],
)
def test_address_is_compared_without_case_and_tag(first: str, second: str):
    assert email_key(first) == email_key(second)


def test_dots_in_address_count():
    assert email_key("a.na@gmail.com") != email_key("ana@gmail.com")


def test_name_is_compared_without_case_and_spaces():
    assert name_key_of("  Ana  Maria") == name_key_of("anamaria")
    assert name_key_of("Ana") != name_key_of("Anna")


@pytest.mark.parametrize("phone", ["911", "call after 5", "12"])
def test_phone_that_is_no_number_matches_nobody(phone: str):
    assert CustomerContact("Ana", "", phone).match_keys("US") == []


def test_extension_is_added_to_the_number_without_one():
    phones = with_phones(read_phones("914-555-0100", "US"), read_phones("914.555.0100 x2", "US"))

    assert phones == [{"number": "914-555-0100", "e164": "+19145550100", "extension": "2"}]
    assert len(with_phones(phones, read_phones("914.555.0100 x3", "US"))) == 2


@pytest.mark.parametrize("region", ["US", "CA"])
@pytest.mark.parametrize(
    "typed", ["9145550100", "19145550100", "+19145550100", "+1-914-555-0100", "(914) 555-0100", "1 (914)555.0100"]
)
def test_plain_numbers_are_read_like_by_the_library(typed: str, region: str):
    parsed = phonenumbers.parse(typed, region)

    expected = phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)
    assert e164_of(typed, region) == (expected, None)
