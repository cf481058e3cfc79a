"""Country defaults derived from the time zone."""

import pytest

from marqueedesk.kit.text.countries import address_names, country_of, has_states, usual_volts


@pytest.mark.parametrize(
    "time_zone, country, states, volts",
    [
        ("America/Chicago", "US", True, 120),
        ("US/Pacific", "US", True, 120),
        ("America/Mexico_City", "MX", True, 120),
        ("Europe/Berlin", "DE", False, 230),
        ("Australia/Sydney", "AU", True, 230),
        ("Asia/Tokyo", "JP", False, 100),
        ("UTC", None, True, 120),
    ],
)
def test_country_and_its_defaults_follow_from_the_time_zone(
    time_zone: str, country: str | None, states: bool, volts: int
):
    assert (country_of(time_zone), has_states(time_zone), usual_volts(time_zone)) == (country, states, volts)


@pytest.mark.parametrize(
    "time_zone, names",
    [
        ("America/Chicago", ("State", "ZIP Code")),
        ("America/Toronto", ("Province", "Postal Code")),
        ("Australia/Sydney", ("State", "Postcode")),
        ("America/Sao_Paulo", ("State", "CEP")),
        ("Asia/Kolkata", ("State", "PIN Code")),
        ("America/Mexico_City", ("State", "Postal Code")),
        ("UTC", ("State", "ZIP Code")),
    ],
)
def test_parts_of_an_address_have_the_names_of_the_country(time_zone: str, names: tuple[str, str]):
    assert address_names(time_zone) == names
