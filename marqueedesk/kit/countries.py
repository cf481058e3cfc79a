"""The country of a business, where its time zone gives it away."""

from functools import cache
from importlib import resources
from typing import Final

_WITH_STATES: Final = frozenset({"AU", "BR", "CA", "IN", "MX", "MY", "US"})


def country_of(time_zone: str) -> str | None:
    """The country of a time zone ("America/Chicago": "US"); None where it names none, such as UTC."""
    return "US" if time_zone.startswith("US/") else _countries().get(time_zone)


def has_states(time_zone: str) -> bool:
    """Whether an address there names a state or province. Taken to be so where the country is not known."""
    country = country_of(time_zone)
    return country is None or country in _WITH_STATES


@cache
def _countries() -> dict[str, str]:
    table = (resources.files("tzdata") / "zoneinfo" / "zone.tab").read_text()
    rows = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
    return {row[2]: row[0] for row in rows}
