"""Verbs of the sales tax by place. None of them commits."""

from dataclasses import replace
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text_forms import code_key, state_key, with_lost_zeros
from marqueedesk.kit.us_states import state_of_zip
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.pricing.sales_tax import KINDS, ExemptCustomer, Exemption, SalesTax, TaxPlace
from marqueedesk.pricing.service import stored_list
from marqueedesk.pricing.tax_schemas import (
    ExemptCustomersInput,
    SalesTaxInput,
    TaxableInput,
)

NO_PLACE: Final = "Enter ZIP codes, a city or a state"
COUNTY_ALONE: Final = "Addresses name no county: enter the ZIP codes of the county, or a city"


def set_sales_tax(db: Session, given: SalesTaxInput) -> PriceList:
    """Put places and what is taxed in place of those there were; exempt customers stay. Takes the operator's lock.

    Bookings and quotes keep the tax that was agreed. Raises Invalid on a place that names none, or that is there twice.
    """
    places = [
        TaxPlace(
            row.percent,
            row.state,
            row.county,
            row.city,
            tuple([in_state(code, row.state) for code in row.zip_codes]),
        )
        for row in given.places
    ]
    fields: dict[str, str] = {}
    seen: dict[tuple[str, ...], int] = {}
    for at, place in enumerate(places):
        if not (place.zip_codes or place.city or place.state):
            fields[f"places[{at}].zipCodes"] = COUNTY_ALONE if place.county else NO_PLACE
        elif place.county and not (place.zip_codes or place.city):
            fields[f"places[{at}].zipCodes"] = COUNTY_ALONE
        else:
            first = seen.setdefault(place.identity, at)
            if first != at:
                fields[f"places[{at}].percent"] = f"This place is there twice: see row {first + 1}"
    if fields:
        raise Invalid(fields=fields)
    stored = stored_list(db)
    before = PriceList.from_json(stored.data)
    tax = replace(
        before.sales_tax,
        places=tuple(places),
        other_ppm=given.other.percent if given.other else None,
        untaxed=_untaxed(given.taxable),
    )
    changed = replace(before, sales_tax=tax)
    stored.data = changed.to_json()
    return changed


def in_state(code: str, state: str | None) -> str:
    """A ZIP code with the zeros that were lost, where its state says that they were: "601" of Puerto Rico is 00601."""
    full = with_lost_zeros(code.strip())
    is_of_state = state_of_zip(full) is not None and state_of_zip(full) == state_key(state or "")
    return full if is_of_state and state_of_zip(code.strip()) != state_of_zip(full) else code


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
        if code_key(row.email) in seen:
            fields[f"customers[{at}].email"] = "This customer is there twice"
        seen.add(code_key(row.email))
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
