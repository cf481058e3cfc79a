"""Change sales tax by place. Nothing here commits."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.delivery.zones import RANGE, written
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.text_forms import code_key, state_key, with_lost_zeros
from marqueedesk.kit.text.us_states import state_of_zip
from marqueedesk.pricing import queries
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.pricing.sales_tax import KINDS, ExemptCustomer, Exemption, SalesTax, TaxPlace
from marqueedesk.pricing.service import stored_list
from marqueedesk.pricing.tax_schemas import (
    MOST_CUSTOMERS,
    ExemptCustomersInput,
    SalesTaxInput,
    TaxableInput,
)

NO_PLACE: Final = "Enter ZIP codes, a city or a state"
COUNTY_ALONE: Final = "Addresses don't include a county. Enter its ZIP codes or a city"


def set_sales_tax(db: Session, given: SalesTaxInput) -> PriceList:
    """Replace places and taxed kinds of lines; exempt customers stay the same. Takes the operator's lock.

    Existing bookings and quotes keep their tax. Raises Invalid for an empty or duplicate place.
    """
    places = [
        TaxPlace(
            row.percent,
            row.state,
            row.county,
            row.city,
            tuple([padded(code, state_key(row.state or ""), are_prefixes=True) for code in row.zip_codes]),
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
                fields[f"places[{at}].percent"] = f"Duplicate place: see row {first + 1}"
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


def padded(code: str, state: str, *, are_prefixes: bool) -> str:
    """Restore leading zeros that spreadsheets drop from a ZIP code or range: "601" in Puerto Rico is 00601.

    Uses the state, as normalized by `state_key`. If the state doesn't decide, zeros are restored unless
    ``are_prefixes`` is set because the codes next to this one are prefixes.
    """
    if span := RANGE.fullmatch(written(code)):
        first, last = (padded(end, state, are_prefixes=are_prefixes) for end in span.groups())
        # 2134-1234 is ZIP+4, not a range.
        is_range = len(span[1]) == len(span[2]) or len(span[2]) == len(last)
        if is_range and len(first) == len(last) and first <= last and state in {"", state_of_zip(last)}:
            return code if (first, last) == span.groups() else f"{first}-{last}"
    full = with_lost_zeros(code.strip())
    if full == code:
        return code
    if state and state_of_zip(full.replace("-", "")) == state:
        return full
    if state and state_of_zip(code) == state:
        return code
    return code if are_prefixes else full


def _untaxed(given: TaxableInput) -> tuple[str, ...]:
    taxed: dict[str, bool] = given.model_dump(by_alias=True)
    return tuple([kind for kind in KINDS if not taxed[kind]])


def set_exempt_customers(db: Session, given: ExemptCustomersInput) -> SalesTax:
    """Replace the exempt customers. Takes the operator's lock. Raises Invalid for a duplicate email address."""
    seen: set[str] = set()
    fields: dict[str, str] = {}
    for at, row in enumerate(given.customers):
        if code_key(row.email) in seen:
            fields[f"customers[{at}].email"] = "Duplicate customer"
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


def set_exemption(db: Session, emails: Collection[str], exemption: Exemption | None, name: str | None = None) -> bool:
    """Exempt these email addresses, or end their exemption. Takes the operator's lock. False if nothing changed.

    Raises Invalid on ``taxExemption`` if there would be too many exempt customers.
    """
    if not emails or (exemption is None and queries.stored_for_change(db) is None):
        return False
    stored = stored_list(db)
    before = PriceList.from_json(stored.data)
    known = before.sales_tax.exemptions
    if all(known.get(code_key(email)) == exemption for email in emails):
        return False
    tax = before.sales_tax.exempt(emails, exemption, name)
    if len(tax.customers) > max(MOST_CUSTOMERS, len(before.sales_tax.customers)):
        raise Invalid(fields={"taxExemption": f"You can have at most {MOST_CUSTOMERS} exempt customers"})
    stored.data = replace(before, sales_tax=tax).to_json()
    return True
