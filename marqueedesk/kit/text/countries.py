"""The country of a business, derived from its time zone, and what is usual there."""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from marqueedesk.kit.text.formats import DateFormat, Measures, TimeFormat

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

_CURRENCIES: Final = {
    code: currency
    for currency, codes in {
        "USD": "AS EC GU MP PR SV US VI",
        "CAD": "CA",
        "AUD": "AU",
        "NZD": "NZ",
        "GBP": "GB GG IM JE",
        "EUR": "AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA",
        "CHF": "CH LI",
        "DKK": "DK FO GL",
        "NOK": "NO",
        "SEK": "SE",
        "MXN": "MX",
        "BRL": "BR",
        "CLP": "CL",
        "SGD": "SG",
        "JPY": "JP",
        "KRW": "KR",
        "KWD": "KW",
        "ZAR": "ZA",
    }.items()
    for code in codes.split()
}
_MONTH_FIRST: Final = "AS GU MP PH PR US VI"
_WITH_DOTS: Final = "AM AT AZ BA BG BY CH CZ DE DK EE FI GE HR IS KZ LI LV ME MK NO PL RO RS RU SI SK TR UA"
_YEAR_FIRST: Final = "CA CN HU IR JP KR LT MN SE TW ZA"
_DATE_FORMATS: Final[dict[str, DateFormat]] = {
    **dict.fromkeys(_MONTH_FIRST.split(), "MM/DD/YYYY"),
    **dict.fromkeys(_WITH_DOTS.split(), "DD.MM.YYYY"),
    **dict.fromkeys(_YEAR_FIRST.split(), "YYYY-MM-DD"),
}
"""Date formats by country (Unicode CLDR); the other countries use DD/MM/YYYY."""
_TWELVE_HOURS: Final = "AE AS AU BD BH CA CO EG GU IN JO KW LK MP MX MY NZ OM PH PK PR QA SA SG US VI"
_US_UNITS: Final = "AS GU LR MM MP PR US VI"


@dataclass(frozen=True, slots=True)
class CountryDefaults:
    """The currency, formats and units that are usual in a country."""

    code: str
    time_zones: tuple[str, ...]
    """Time zones in the country, the most common one first."""
    currency: str | None
    """None if it is not among the currencies of the product."""
    date_format: DateFormat
    time_format: TimeFormat
    measures: Measures


@cache
def all_countries() -> tuple[CountryDefaults, ...]:
    """Return every country that has a time zone, by code."""
    zones: dict[str, list[str]] = {}
    for zone, code in _countries().items():
        zones.setdefault(code, []).append(zone)
    return tuple(
        CountryDefaults(
            code=code,
            time_zones=tuple(zones[code]),
            currency=_CURRENCIES.get(code),
            date_format=_DATE_FORMATS.get(code, "DD/MM/YYYY"),
            time_format="12h" if code in _TWELVE_HOURS.split() else "24h",
            measures="us" if code in _US_UNITS.split() else "metric",
        )
        for code in sorted(zones)
    )


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
