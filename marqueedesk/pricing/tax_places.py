"""Verbs of the sales tax by place, and the reading of a CSV file of rates. None of them commits."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing.price_list import MILLION, PriceList
from marqueedesk.pricing.sales_tax import KINDS, ExemptCustomer, Exemption, SalesTax, TaxPlace, normal_state
from marqueedesk.pricing.service import stored_list
from marqueedesk.pricing.tax_schemas import (
    MOST_PLACES,
    ExemptCustomersInput,
    SalesTaxInput,
    TaxableInput,
    TaxPlaceInput,
)
from marqueedesk.pricing.zones import NoZipCodes, ZipCodes
from marqueedesk.pricing.zones_schemas import MOST_ZIP_CODES

MOST_ROWS: Final = 50_000
_NO_PLACE: Final = "Enter ZIP codes, a city or a state"
_COUNTY: Final = "Addresses name no county: enter the ZIP codes of the county, or a city"
_COLUMNS: Final = {
    "state": "state",
    "county": "county",
    "countyname": "county",
    "city": "city",
    "cityname": "city",
    "taxregionname": "city",
    "zip": "zip",
    "zipcode": "zip",
    "zipcodes": "zip",
    "postalcode": "zip",
    "rate": "rate",
    "percent": "rate",
    "taxrate": "rate",
    "combinedrate": "rate",
    "totalrate": "rate",
    "salestax": "rate",
    "estimatedcombinedrate": "rate",
}


def set_sales_tax(db: Session, given: SalesTaxInput) -> PriceList:
    """Put places and what is taxed in place of those there were; exempt customers stay. Takes the operator's lock.

    Bookings and quotes keep the tax that was agreed. Raises Invalid on a place that names none, or that is there twice.
    """
    fields: dict[str, str] = {}
    seen: dict[tuple[str, ...], int] = {}
    for at, row in enumerate(given.places):
        if not (row.zip_codes or row.city or row.state):
            fields[f"places[{at}].zipCodes"] = _COUNTY if row.county else _NO_PLACE
        elif row.county and not (row.zip_codes or row.city):
            fields[f"places[{at}].zipCodes"] = _COUNTY
        else:
            first = seen.setdefault(_key(row), at)
            if first != at:
                fields[f"places[{at}].percent"] = f"This place is there twice: see row {first + 1}"
    if fields:
        raise Invalid(fields=fields)
    stored = stored_list(db)
    before = PriceList.from_json(stored.data)
    tax = replace(
        before.sales_tax,
        places=tuple(
            TaxPlace(row.percent, row.state, row.county, row.city, tuple(row.zip_codes)) for row in given.places
        ),
        other_ppm=given.other.percent if given.other else None,
        untaxed=_untaxed(given.taxable),
    )
    changed = replace(before, sales_tax=tax)
    stored.data = changed.to_json()
    return changed


def _key(row: TaxPlaceInput) -> tuple[str, ...]:
    return normal_state(row.state), (row.city or "").casefold(), *sorted(row.zip_codes)


def _untaxed(given: TaxableInput) -> tuple[str, ...]:
    taxed: dict[str, bool] = given.model_dump(by_alias=True)
    return tuple([kind for kind in KINDS if not taxed[kind]])


def set_exempt_customers(db: Session, given: ExemptCustomersInput) -> SalesTax:
    """Put exempt customers in place of those there were. Takes the operator's lock. Raises Invalid on an email address
    that is there twice.
    """
    seen: set[str] = set()
    fields: dict[str, str] = {}
    for at, row in enumerate(given.customers):
        if row.email.casefold() in seen:
            fields[f"customers[{at}].email"] = "This customer is there twice"
        seen.add(row.email.casefold())
    if fields:
        raise Invalid(fields=fields)
    stored = stored_list(db)
    before = PriceList.from_json(stored.data)
    customers = [
        ExemptCustomer(row.email, Exemption(row.certificate, row.expires_on), row.name) for row in given.customers
    ]
    tax = replace(before.sales_tax, customers=tuple(sorted(customers, key=lambda row: row.email.casefold())))
    stored.data = replace(before, sales_tax=tax).to_json()
    return tax


@dataclass(frozen=True, slots=True)
class TaxFile:
    """The places of a CSV file, how many rows it has, and the rows that cannot be taken: line and sentence."""

    places: list[TaxPlace]
    refused: list[tuple[int, str]]
    rows: int
    has_fractions: bool


def read_tax_csv(text: str) -> TaxFile:
    """Read a file whose first line names state, county, city, ZIP code and rate, in any order and not all of them.

    Rates are percentages, or fractions where all of them are below 1. Raises Invalid on ``csv`` without a rate or a
    place among the columns, and for more rows or places than can be kept.
    """
    text = text.removeprefix("\ufeff")
    first_line = text.partition("\n")[0]
    delimiter = max(",;\t", key=first_line.count)
    try:
        lines = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    except csv.Error:
        raise Invalid(fields={"csv": "This is no CSV file"}) from None
    header = [_COLUMNS.get(re.sub("[^a-z]", "", name.lower())) for name in lines[0]] if lines else []
    if "rate" not in header or not {"zip", "city", "state"}.intersection(header):
        raise Invalid(fields={"csv": "The first line must name the columns: Rate, and ZIP Code, City or State"})
    given = [
        (number, {name: cell.strip() for name, cell in zip(header, cells, strict=False) if name})
        for number, cells in enumerate(lines[1:], start=2)
        if any(cell.strip() for cell in cells)
    ]
    if len(given) > MOST_ROWS:
        raise Invalid(fields={"csv": f"A file can have at most {MOST_ROWS:,} rows"})
    rates = {number: _rate(row.get("rate", "")) for number, row in given}
    known = [value for value in rates.values() if value is not None]
    fractions = any(known) and all(value < 1 for value in known)
    found: dict[tuple[str | None, str | None, str | None, int, bool], list[str]] = {}
    refused: list[tuple[int, str]] = []
    for number, row in given:
        ppm, codes, fault = _read_row(row, rates[number], fractions=fractions)
        if fault is not None:
            refused.append((number, fault))
            continue
        key = (row.get("state") or None, row.get("county") or None, row.get("city") or None, ppm, bool(codes))
        kept = found.setdefault(key, [])
        kept += [code for code in codes if code not in kept]
    places = list(_places(found))
    if len(places) > MOST_PLACES:
        raise Invalid(
            fields={"csv": f"The file has {len(places):,} places. Keep the {MOST_PLACES} that you deliver to most"}
        )
    return TaxFile(places, refused, len(given), fractions)


def _places(found: dict[tuple[str | None, str | None, str | None, int, bool], list[str]]) -> Iterable[TaxPlace]:
    for (state, county, city, ppm, _), codes in found.items():
        parts: Sequence[list[str]] = [
            codes[at : at + MOST_ZIP_CODES] for at in range(0, len(codes), MOST_ZIP_CODES)
        ] or [[]]
        for part in parts:
            yield TaxPlace(ppm, state, county, city, tuple(part))


def _rate(text: str) -> Decimal | None:
    try:
        value = Decimal(text.removesuffix("%").strip())
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def _read_row(row: dict[str, str], rate: Decimal | None, *, fractions: bool) -> tuple[int, list[str], str | None]:
    """The rate in millionths and the ZIP codes of a row, and why it cannot be taken."""
    if rate is None:
        return 0, [], f"“{row.get('rate', '')}” is no percentage"
    parts = rate * (MILLION if fractions else MILLION // 100)
    if not 0 <= parts <= MILLION:
        return 0, [], "A percentage must be between 0 and 100"
    if parts != parts.to_integral_value():
        return 0, [], "A tax can have at most four decimals"
    codes: list[str] = []
    for text in re.split(r"[;,|]", row.get("zip", "")):
        # A spreadsheet drops the zero that New England's ZIP codes begin with.
        code = text.strip().rjust(5, "0") if re.fullmatch(r"\d{4}", text.strip()) else text.strip()
        if not code:
            continue
        try:
            ZipCodes.read(code)
        except NoZipCodes as why:
            return 0, [], str(why)
        codes.append(code)
    if not codes and not row.get("city"):
        if row.get("county"):
            return 0, [], _COUNTY
        if not row.get("state"):
            return 0, [], _NO_PLACE
    return int(parts), codes, None
