"""Routes of everything that a customer of the business is charged."""

from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from fastapi import APIRouter
from pydantic import Field

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.booking_form.price_example import EXAMPLE_DIFFICULTY, EXAMPLE_MESSAGE, price_example
from marqueedesk.bookings.schemas import BreakdownOut
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import ResponseModel
from marqueedesk.pricing import queries, service
from marqueedesk.pricing.api import price_list_answer
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST, PriceList
from marqueedesk.pricing.schemas import PriceListChange, PriceListOut

router = APIRouter(tags=["pricing"], responses=errors(401, 403))
OtherCharge = Literal["deliveryZones", "salesTaxByPlace", "damageWaiver"]


class ListedChargesOut(ResponseModel):
    """Everything that a customer of the business is charged."""

    prices: Annotated[PriceListOut, Field(description="Current charges; changed with PATCH /api/price-list")]
    usual: Annotated[PriceListOut, Field(description="The charges of a new business, as suggestions")]
    others: Annotated[list[OtherCharge], Field(description="Charges that are set elsewhere and apply now")]


class PriceExampleOut(ResponseModel):
    """A worked example: one word for one day, with the price that a customer would be quoted."""

    message: str
    size: Annotated[str, Field(description="Label of the size")]
    day: Annotated[str, Field(description="The next Saturday")]
    add_ons: Annotated[list[str], Field(description="Labels of the add-ons")]
    difficulty: Annotated[str, Field(description="Label of the venue's difficulty; the venue is not verified")]
    breakdown: BreakdownOut


def _others(prices: PriceList) -> list[OtherCharge]:
    applies: dict[OtherCharge, bool] = {
        "deliveryZones": prices.zones.are_set,
        "salesTaxByPlace": bool(prices.sales_tax.places),
        "damageWaiver": prices.waiver is not None,
    }
    return [name for name, is_on in applies.items() if is_on]


@router.get("/api/price-list/charges")
def listed_charges(db: Db, _: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> ListedChargesOut:
    """Return every charge that applies to a customer of the caller's business, with the usual figures."""
    prices = queries.price_list(db)
    return ListedChargesOut(
        prices=price_list_answer(prices), usual=price_list_answer(DEFAULT_PRICE_LIST), others=_others(prices)
    )


@router.post("/api/price-list/example", response_model_exclude_unset=True)
def example_price(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: PriceListChange
) -> PriceExampleOut:
    """Price an example with the changes in the body applied to the price list. Nothing is saved."""
    operator = caller.operator
    prices = service.changed_list(queries.price_list(db), body)
    found = price_example(prices, clock.local_day(clock.now(), ZoneInfo(operator.time_zone)))
    return PriceExampleOut(
        message=EXAMPLE_MESSAGE,
        size=found.size.label,
        day=found.day.isoformat(),
        add_ons=[row.label for row in found.add_ons],
        difficulty=next(row.label for row in prices.difficulties if row.code == EXAMPLE_DIFFICULTY),
        breakdown=BreakdownOut.model_validate(found.breakdown.to_wire()),
    )
