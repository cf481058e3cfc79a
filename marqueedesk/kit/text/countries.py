"""The country of a business, where its time zone gives it away."""

from functools import cache
from importlib import resources
from typing import Final

_WITH_STATES: Final = frozenset({"AU", "BR", "CA", "IN", "MX", "MY", "US"})

_AMERICAN: Final = (
    "AS AW BB BM BQ BR BS BZ CA CO CR CU DO EC GT GU HN HT JM KY LR MP MX NI PA PR SR SV TC TT TW US VE VG VI"
)
_VOLTS: Final = dict.fromkeys(_AMERICAN.split(), 120) | {"JP": 100}
"""Where an outlet has about half of what it has elsewhere (IEC, "World Plugs"); of Brazil's two, the lower."""
_VOLTS_ELSEWHERE: Final = 230


def country_of(time_zone: str) -> str | None:
    """The country of a time zone ("America/Chicago": "US"); None where it names none, such as UTC."""
    return "US" if time_zone.startswith("US/") else _countries().get(time_zone)


def has_states(time_zone: str) -> bool:
    """Whether an address there names a state or province. Taken to be so where the country is not known."""
    country = country_of(time_zone)
    return country is None or country in _WITH_STATES


def usual_volts(time_zone: str) -> int:
    """The voltage of an outlet there. Where the country is not known, the lowest that is usual in many."""
    country = country_of(time_zone)
    return 120 if country is None else _VOLTS.get(country, _VOLTS_ELSEWHERE)


@cache
def _countries() -> dict[str, str]:
    table = (resources.files("tzdata") / "zoneinfo" / "zone.tab").read_text()
    rows = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
    return {row[2]: row[0] for row in rows}
