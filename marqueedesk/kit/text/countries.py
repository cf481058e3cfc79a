"""The country of a business, derived from its time zone."""

from functools import cache
from importlib import resources
from typing import Final

_WITH_STATES: Final = frozenset({"AU", "BR", "CA", "IN", "MX", "MY", "US"})

_STATES_CALLED: Final = {"CA": "Province"}
_ZIP_CODES_CALLED: Final = {
    **dict.fromkeys(("AS", "GU", "MP", "PH", "PR", "US", "VI"), "ZIP Code"),
    **dict.fromkeys(("AU", "GB", "MY", "NZ", "SG", "ZA"), "Postcode"),
    "BR": "CEP",
    "IE": "Eircode",
    "IN": "PIN Code",
}
"""Names of the postal code, where it has one of its own."""

_AMERICAN: Final = (
    "AS AW BB BM BQ BR BS BZ CA CO CR CU DO EC GT GU HN HT JM KY LR MP MX NI PA PR SR SV TC TT TW US VE VG VI"
)
_VOLTS: Final = dict.fromkeys(_AMERICAN.split(), 120) | {"JP": 100}
"""Countries with outlets of 100 to 127 V (IEC, "World Plugs"); for Brazil, the lower of its two voltages."""
_VOLTS_ELSEWHERE: Final = 230


def country_of(time_zone: str) -> str | None:
    """Return the country of a time zone ("America/Chicago" is "US"); None if it has none, such as UTC."""
    return "US" if time_zone.startswith("US/") else _countries().get(time_zone)


def has_states(time_zone: str) -> bool:
    """Return true if addresses in the time zone's country include a state or province, or if the country is unknown."""
    country = country_of(time_zone)
    return country is None or country in _WITH_STATES


def address_names(time_zone: str) -> tuple[str, str]:
    """Return what the time zone's country calls its states and postal codes; the American names if it is unknown."""
    country = country_of(time_zone) or "US"
    return _STATES_CALLED.get(country, "State"), _ZIP_CODES_CALLED.get(country, "Postal Code")


def usual_volts(time_zone: str) -> int:
    """Return the outlet voltage in the time zone's country; for an unknown country, the lowest common voltage."""
    country = country_of(time_zone)
    return 120 if country is None else _VOLTS.get(country, _VOLTS_ELSEWHERE)


@cache
def _countries() -> dict[str, str]:
    table = (resources.files("tzdata") / "zoneinfo" / "zone.tab").read_text()
    rows = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
    return {row[2]: row[0] for row in rows}
