"""Routes of sales tax by place and of exempt customers, for members of the business."""

from datetime import date
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query

from marqueedesk.accounts.access import Caller, record_settings_change
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.pricing import queries, tax_files, tax_places
from marqueedesk.pricing.api import tax_percent
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.pricing.sales_tax import KINDS, ExemptCustomer, TaxAddress, TaxPlace
from marqueedesk.pricing.tax_schemas import (
    AddressTaxOut,
    ExemptCustomerOut,
    ExemptCustomersInput,
    ExemptCustomersOut,
    OtherTaxOut,
    RefusedTaxRow,
    SalesTaxInput,
    SalesTaxOut,
    TaxableOut,
    TaxCsvInput,
    TaxPlaceOut,
    TaxPreviewOut,
)

router = APIRouter(tags=["pricing"], responses=errors(401, 403))


def _place(place: TaxPlace) -> TaxPlaceOut:
    return TaxPlaceOut.of_row(
        place, zip_codes=list(place.zip_codes), percent=tax_percent(place.ppm), key="|".join(place.identity)
    )


def _answer(prices: PriceList) -> SalesTaxOut:
    tax = prices.sales_tax
    return SalesTaxOut(
        percent=tax_percent(prices.sales_tax_ppm),
        places=[_place(place) for place in tax.places],
        other=None if tax.other_ppm is None else OtherTaxOut(percent=tax_percent(tax.other_ppm)),
        taxable=TaxableOut.model_validate({kind: kind not in tax.untaxed for kind in KINDS}),
    )


def _customer(row: ExemptCustomer, today: date) -> ExemptCustomerOut:
    expires = row.exemption.expires_on
    return ExemptCustomerOut(
        email=row.email,
        name=row.name,
        certificate=row.exemption.certificate,
        expires_on=expires.isoformat() if expires else None,
        state="valid" if row.exemption.holds_on(today) else "expired",
    )


@router.get("/api/sales-tax")
def sales_tax(db: Db, _: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> SalesTaxOut:
    """Return the business's tax rates by place, and which kinds of lines are taxed."""
    return _answer(queries.price_list(db))


@router.put("/api/sales-tax")
def put_sales_tax(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: SalesTaxInput) -> SalesTaxOut:
    """Replace all tax locations and the taxable categories. Existing bookings and quotes keep their tax."""
    record_settings_change(db, caller, "sales tax", body)
    return _answer(tax_places.set_sales_tax(db, body))


@router.post("/api/sales-tax/preview")
def preview(_db: Db, _: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: TaxCsvInput) -> TaxPreviewOut:
    """Parse a CSV file of tax rates and return its places. Nothing is saved: send them to PUT /api/sales-tax."""
    found = tax_files.read_tax_csv(body.csv, body.unit)
    return TaxPreviewOut(
        rows=found.rows,
        fractions=found.has_fractions,
        places=[_place(place) for place in found.places],
        refused=[RefusedTaxRow(line=line, sentence=sentence) for line, sentence in found.refused],
    )


@router.get("/api/sales-tax/rate")
def rate_of(
    db: Db,
    _: Annotated[Caller, Requires(CHANGE_SETTINGS)],
    state: Annotated[str | None, Query(max_length=60)] = None,
    city: Annotated[str | None, Query(max_length=80)] = None,
    zip_code: Annotated[str | None, Query(alias="zipCode", max_length=20)] = None,
) -> AddressTaxOut:
    """Return the tax on a delivery to an address, as a new booking would be taxed."""
    prices = queries.price_list(db)
    tax = prices.sales_tax.tax(TaxAddress(state, city, zip_code), prices.sales_tax_ppm)
    return AddressTaxOut(place=tax.place, percent=tax_percent(tax.ppm), to_confirm=tax.is_open)


@router.get("/api/tax-exemptions")
def exempt_customers(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> ExemptCustomersOut:
    """Return the tax-exempt customers."""
    operator = caller.operator
    today = clock.local_day(clock.now(), ZoneInfo(operator.time_zone))
    rows = queries.price_list(db).sales_tax.customers
    return ExemptCustomersOut(customers=[_customer(row, today) for row in rows])


@router.put("/api/tax-exemptions")
def put_exempt_customers(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: ExemptCustomersInput
) -> ExemptCustomersOut:
    """Replace all exempt customers. Applies to new bookings and quotes; existing ones keep their tax."""
    operator = caller.operator
    today = clock.local_day(clock.now(), ZoneInfo(operator.time_zone))
    rows = tax_places.set_exempt_customers(db, body).customers
    record_settings_change(db, caller, "tax exemptions", body)
    return ExemptCustomersOut(customers=[_customer(row, today) for row in rows])
