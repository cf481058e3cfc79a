"""Country defaults derived from the time zone."""

import pytest

from marqueedesk.kit.text.countries import country_of, has_states, usual_volts


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
