"""Routes of the country where a business works: its time zone, currency, formats and units, saved together.

The country itself is not stored; it follows from the time zone. The routes are here because the currency is fixed by
bookings, quotes and payments.
"""

from typing import Annotated, ClassVar

from fastapi import APIRouter, Request
from pydantic import Field
from sqlalchemy.orm import Session

from marqueedesk.accounts import service as accounts
from marqueedesk.accounts.access import Caller, record_settings_change
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.accounts.rules_schemas import RulesInput
from marqueedesk.bookings.charges.gift_cards import GiftCards, gift_cards_of
from marqueedesk.instance_settings.schemas import CURRENCIES, CurrencyCode
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import RequestModel, ResponseModel
from marqueedesk.kit.text.countries import all_countries, country_of
from marqueedesk.kit.text.formats import DateFormat, Measures, TimeFormat
from marqueedesk.payments.currency_api import CurrencyInput, FixedBy, currency_fixed_by, set_currency

router = APIRouter(tags=["business"], responses=errors(401, 403))


class LocationInput(RequestModel):
    """Body of PUT /api/location."""

    sentences: ClassVar[dict[str, dict[str, str]]] = CurrencyInput.sentences

    time_zone: Annotated[str, Field(max_length=60)]
    currency: CurrencyCode
    date_format: DateFormat
    time_format: TimeFormat
    measures: Measures


class CountryOut(ResponseModel):
    """A country and what is usual there."""

    code: Annotated[str, Field(description="ISO 3166-1 alpha-2")]
    time_zones: Annotated[list[str], Field(description="The most common one first")]
    currency: Annotated[CurrencyCode | None, Field(description="Null if it is not available")]
    date_format: DateFormat
    time_format: TimeFormat
    measures: Measures


class LocationOut(ResponseModel):
    """Where a business works, and the countries to choose from."""

    country: Annotated[str | None, Field(description="Country of the time zone, such as DE; null for UTC")]
    time_zone: str
    confirmed: Annotated[bool, Field(description="False while the time zone is a guess from the browser")]
    currency: str
    currencies: Annotated[list[CurrencyCode], Field(description="The available currencies")]
    currency_fixed_by: Annotated[FixedBy | None, Field(description="The records that prevent another currency")]
    date_format: DateFormat
    time_format: TimeFormat
    measures: Measures
    countries: list[CountryOut]


def _location_answer(db: Session, operator: Operator, gift_cards: GiftCards) -> LocationOut:
    return LocationOut.of_row(
        operator,
        country=country_of(operator.time_zone),
        confirmed=operator.time_zone_confirmed,
        currencies=list(CURRENCIES),
        currency_fixed_by=currency_fixed_by(db, gift_cards),
        countries=[CountryOut.of_row(row, time_zones=list(row.time_zones)) for row in all_countries()],
    )


@router.get("/api/location")
def location(request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> LocationOut:
    """Return the time zone, currency, formats and units of the caller's business, and the defaults of each country."""
    return _location_answer(db, caller.operator, gift_cards_of(request))


@router.put("/api/location", responses=errors(409))
def change_location(
    request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: LocationInput
) -> LocationOut:
    """Set the time zone, currency, formats and units together. Prices are not converted.

    Nothing is saved if one of them is rejected: an unknown time zone, or another currency once there is a booking, a
    quote, a payment or a gift card.
    """
    operator, gift_cards = caller.operator, gift_cards_of(request)
    set_currency(db, operator, body.currency, gift_cards)
    rules = body.model_dump(include={"time_zone", "date_format", "time_format", "measures"})
    accounts.change_rules(operator, RulesInput.model_construct(set(rules), **rules))
    record_settings_change(db, caller, "location", body)
    return _location_answer(db, operator, gift_cards)
