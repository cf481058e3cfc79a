"""Import of CSV files with tax rates, as exported by online stores and tax services."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, Literal
from unicodedata import normalize

from marqueedesk.delivery.zones import NoZipCodes, ZipCodes, separated
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text import csv_reading
from marqueedesk.kit.text.csv_reading import FIELD, Columns, CsvRow, number_in, shortened
from marqueedesk.kit.text.text_forms import folded, name_key, place_key, state_key
from marqueedesk.pricing.price_list import MILLION
from marqueedesk.pricing.sales_tax import TaxPlace
from marqueedesk.pricing.tax_places import COUNTY_ALONE, NO_PLACE, padded
from marqueedesk.pricing.tax_schemas import MOST_PLACES
from marqueedesk.pricing.zones_schemas import MOST_ZIP_CODES

MOST_ROWS: Final = 50_000
Unit = Literal["percent", "fraction"]
"""Format of rates: 8.875 % is written as 8.875 or as 0.08875."""

_NAMES: Final = {
    name: meaning
    for meaning, names in {
        "country": "country countrycode countryname countryiso countryid taxcountry taxcountryid",
        "state": "state statecode statename stateabbreviation stateabbrev stateabbr stateshort stateid stateprovince "
        "provincestate province provincecode provincename region regioncode regionname stateregion regionstate "
        "stateorprovince statecounty stateprovinceregion territory taxstate taxregionid",
        "county": "county countyname parish countyparish taxcounty",
        "city": "city cityname cities town towncity citytown townname locality municipality taxregion taxregionname "
        "taxcity taxcityname place placename postoffice postofficename",
        "zip": "zip zips zipcode zipcodes postalcode postalcodes postcode postcodes zippostcode zippostalcode "
        "postcodezip postalcodezip zippostal zipandpostcode zipcodepostcode postalzip postalzipcode postal zippost "
        "ziprange zipcoderange zipcodezip zippcode taxzip zipcodesranges zippostalcodes postcoderange zip5 "
        "zippostcoderange zippostalcoderange postalcoderange taxpostcode taxpostalcode taxzipcode",
        "zip_from": "rangefrom zipfrom zipcodefrom postcodefrom zipisrangefrom fromzip zipstart startzip ziplow "
        "postalcodefrom beginningzip zipbegin",
        "zip_to": "rangeto zipto zipcodeto postcodeto tozip zipend endzip ziphigh postalcodeto endingzip",
        "zip_is_range": "zippostisrange zipisrange",
        "region_code": "taxregioncode",
        "priority": "priority",
        "rate": "rate rates percent percentage percentrate percentagerate ratepercent ratepercentage ratefraction "
        "fraction taxrate taxpercent taxpercentage taxratepercent combinedrate combinedtaxrate combinedsalestax "
        "combinedsalestaxrate combinedpercent totalrate totaltaxrate totaltax totalsalestax totalsalestaxrate "
        "totalpercent salestax salestaxrate salestaxpercent estimatedcombinedrate estimatedtotalrate tax taxvalue "
        "rateinpercent taxinpercent taxrateinpercent pct ratepct pctrate taxpct decimalrate ratedecimal "
        "taxratedecimal decimaltaxrate",
    }.items()
    for name in names.split()
}
_LABELS: Final = {
    "zip": "the ZIP code",
    "zip_from": "the first ZIP code",
    "zip_to": "the last ZIP code",
    "rate": "the rate",
}


def _missing(meanings: Collection[str]) -> str | None:
    has_place = not {"zip", "zip_from", "city", "state"}.isdisjoint(meanings)
    if "rate" in meanings and has_place:
        return None
    return "The first line must name the columns: Rate, and ZIP Code, City or State"


_FILE: Final = Columns(
    _NAMES, {name: f"the {name}" for name in ("country", "state", "county", "city")} | _LABELS, _missing
)
_ANY: Final = frozenset(
    {"", "-", "any", "all", "n/a", "none", "null", "any city", "all cities", "all zips", "statewide"}
)
_PERCENT: Final = re.compile(r" ?(?:%|\u066a|percent|pct\.?)$", re.IGNORECASE)
_SPREADSHEET_ZIP: Final = re.compile(r"\d{1,2},\d{3}")
"""A ZIP code that a spreadsheet formatted as a number with a thousands separator: 78,701."""
_NOT_AMERICAN: Final = re.compile(r"(?!(?:us|usa|unitedstates|unitedstatesofamerica)$).+")


@dataclass(frozen=True, slots=True)
class TaxFile:
    """The places of a CSV file, its number of rows, and rejected rows with line and error."""

    places: list[TaxPlace]
    refused: list[tuple[int, str]]
    rows: int
    has_fractions: bool


@dataclass(frozen=True, slots=True)
class _Place:
    """Rows to combine into one place: the values they share, and all their ZIP codes."""

    line: int
    state: str | None
    county: str | None
    city: str | None
    ppm: int
    codes: list[str]

    @property
    def key(self) -> tuple[object, ...]:
        """Return a key; rows with the same key are combined into one place."""
        county = name_key(self.county or "")
        return *place_key(self.state or "", self.city or ""), county, self.ppm, bool(self.codes)


def read_tax_csv(text: str, unit: Unit | None = None) -> TaxFile:
    """Parse a file whose header names state, county, city, ZIP code and rate, in any order, not all required.

    Rates are percentages if the heading or a cell has a percent sign, or if one of them is 1 or more; otherwise
    ``unit`` decides. Raises Invalid for ``csv`` if the rate or place columns are missing or there are too many rows or
    places, with code ``column_twice`` for duplicate columns, and with code ``unit_needed`` if the unit is unclear.
    """
    table = csv_reading.read_csv(text, _FILE)
    if len(table.rows) > MOST_ROWS:
        raise Invalid(fields={FIELD: f"A file can have at most {MOST_ROWS:,} rows"})
    has_fractions = _has_fractions(table.headings["rate"], [row.cells.get("rate", "") for row in table.rows], unit)
    are_prefixes = not any(re.search(r"\d{4}", _zip_text(row.cells)) for row in table.rows)
    places: dict[tuple[object, ...], _Place] = {}
    refused: list[tuple[int, str]] = []
    for row in table.rows:
        try:
            ppm = _ppm(row, has_fractions=has_fractions)
            codes = _codes(row.cells, are_prefixes=are_prefixes)
            for place in _places(row, ppm, codes):
                first = places.setdefault(place.key, place)
                first.codes.extend([code for code in codes if code not in first.codes])
        except _Refused as fault:
            refused.append((row.line, str(fault)))
    found = _once(places.values(), refused)
    if len(found) > MOST_PLACES:
        raise Invalid(
            fields={FIELD: f"The file has {len(found):,} places. Keep the {MOST_PLACES} places you deliver to most"}
        )
    return TaxFile(found, sorted(refused), len(table.rows), has_fractions)


class _Refused(Exception):
    """A rejected row; the text is the error."""


def _has_fractions(heading: str, cells: Sequence[str], unit: Unit | None) -> bool:
    name = name_key(heading)
    if "%" in folded(heading) or "percent" in name or "pct" in name:
        return False
    if "fraction" in name or "decimal" in name:
        return True
    if any(map(_has_percent, cells)):
        return False
    bare = [rate for cell in cells if (rate := _rate_in(cell)) is not None and rate]
    if not bare or any(rate >= 1 for rate in bare):
        return False
    if unit is None:
        example = min(bare)
        sentence = (
            f"All rates are below 1 without a percent sign. Is {example} a percentage ({example}%), "
            f"or a fraction ({(example * 100).normalize():f}%)?"
        )
        raise Invalid(fields={"unit": sentence}, code="unit_needed")
    return unit == "fraction"


def _has_percent(cell: str) -> bool:
    return _PERCENT.search(normalize("NFKC", cell)) is not None


def _rate_in(cell: str) -> Decimal | None:
    """Parse the number of a rate. A comma is a decimal point, because rates have no thousands."""
    text = _PERCENT.sub("", normalize("NFKC", cell))
    return number_in(text.replace(",", ".") if text.count(",") == 1 and "." not in text else text)


def _ppm(row: CsvRow, *, has_fractions: bool) -> int:
    """Return the rate of a row in millionths."""
    if row.fault is not None:
        raise _Refused(row.fault)
    cell = row.cells.get("rate", "")
    if not cell:
        raise _Refused("The rate is missing")
    rate = _rate_in(cell)
    if rate is None:
        raise _Refused(f"“{shortened(cell)}” is not a percentage")
    parts: Decimal = rate * (MILLION if has_fractions and not _has_percent(cell) else MILLION // 100)
    if not 0 <= parts <= MILLION:
        raise _Refused("A percentage must be between 0 and 100")
    if parts % 1:
        raise _Refused("A tax can have at most four decimals")
    return int(parts)


def _text(cells: Mapping[str, str], name: str) -> str:
    """Return a cell that describes a place; empty if it means any place."""
    text = normalize("NFKC", cells.get(name, "")).removeprefix("'").strip()
    return "" if text.casefold() in _ANY or not text.strip("*") else text


def _zip_text(cells: Mapping[str, str]) -> str:
    first, last = _text(cells, "zip_from"), _text(cells, "zip_to")
    if first and last and first != last:
        return f"{first}-{last}"
    text = first or last or _text(cells, "zip")
    return text.replace(",", "") if _SPREADSHEET_ZIP.fullmatch(text) else text


def _codes(cells: Mapping[str, str], *, are_prefixes: bool) -> list[str]:
    """Return the ZIP codes in a row, restoring leading zeros that spreadsheets drop."""
    state = state_key(_text(cells, "state"))
    is_american = not _NOT_AMERICAN.fullmatch(name_key(_text(cells, "country")))
    codes: list[str] = []
    for code in separated(_zip_text(cells)):
        text = padded(code, state, are_prefixes=are_prefixes) if is_american else code
        try:
            ZipCodes.read(text)
        except NoZipCodes as why:
            raise _Refused(str(why)) from None
        codes.append(text)
    return codes


def _places(row: CsvRow, ppm: int, codes: list[str]) -> Iterable[_Place]:
    """Return the places in a row, one per city."""
    state, county, cities = (_text(row.cells, name) or None for name in ("state", "county", "city"))
    if _text(row.cells, "priority") not in {"", "0", "1"}:
        raise _Refused(
            "This rate is added to another one because of its priority. Enter the place with its combined rate"
        )
    if not codes and not cities:
        if _text(row.cells, "region_code"):
            raise _Refused(NO_PLACE)
        if county:
            raise _Refused(COUNTY_ALONE)
        if not state:
            raise _Refused(NO_PLACE)
    parts = [part for text in (cities or "").split(";") if (part := text.strip())]
    for city in parts or [None]:
        yield _Place(row.line, state, county, city, ppm, list(codes))


def _once(places: Iterable[_Place], refused: list[tuple[int, str]]) -> list[TaxPlace]:
    """Remove duplicate places. A repeated place with a different rate is added to ``refused``."""
    found: dict[tuple[str, ...], TaxPlace] = {}
    lines: dict[tuple[str, ...], int] = {}
    for place in places:
        for part in _in_parts(place):
            first = found.setdefault(part.identity, part)
            line = lines.setdefault(part.identity, place.line)
            if first.ppm != part.ppm:
                refused.append((place.line, f"The same place has a different rate in line {line}"))
    return list(found.values())


def _in_parts(place: _Place) -> Iterable[TaxPlace]:
    codes = place.codes
    parts = [codes[at : at + MOST_ZIP_CODES] for at in range(0, len(codes), MOST_ZIP_CODES)] or [[]]
    for part in parts:
        yield TaxPlace(place.ppm, place.state, place.county, place.city, tuple(part))
