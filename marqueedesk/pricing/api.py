"""Routes of the price list, for those who run the business."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from marqueedesk.accounts.access import note_settings, reading, require, writing
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.kit.http import RawBody, answers, json_answer, raw_body, takes
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries, service
from marqueedesk.pricing.price_list import PriceList, Rate
from marqueedesk.pricing.schemas import ListedPrice, PriceListAnswer, PriceListChange

router = APIRouter(tags=["pricing"])
Raw = Annotated[RawBody, Depends(raw_body)]


def price_list_answer(price_list: PriceList) -> PriceListAnswer:
    """A price list as the wire shows it."""
    return PriceListAnswer(
        sizes=_rows(price_list.sizes),
        colors=_rows(price_list.colors),
        add_ons=_rows(price_list.add_ons),
        difficulties=_rows(price_list.difficulties),
        unverified_venue_deposit=units(price_list.unverified_venue_deposit_cents),
        letter_price=price_list.letter_price,
        charge=price_list.charge,
        # A basis point is to a percent what a cent is to a unit.
        venue_surcharge_percent=units(price_list.venue_surcharge_basis_points),
        minimum_order=units(price_list.minimum_order_cents),
        delivery_fee=units(price_list.delivery_fee_cents),
        sales_tax_percent=units(price_list.sales_tax_basis_points),
        deposit_percent=units(price_list.deposit_basis_points),
        deposit_flat=units(price_list.deposit_flat_cents),
    )


def _rows(rows: Sequence[Rate]) -> list[ListedPrice]:
    return [ListedPrice(code=row.code, label=row.label, price=units(row.cents)) for row in rows]


@router.get("/api/price-list", response_model=PriceListAnswer, responses=answers(401, 403))
def price_list(request: Request) -> Response:
    """What the caller's business charges."""
    with reading(request) as (db, caller):
        require(caller, CHANGE_SETTINGS)
        return json_answer(price_list_answer(queries.price_list(db)))


@router.patch(
    "/api/price-list",
    response_model=PriceListAnswer,
    responses=answers(400, 401, 403, 413, 415, 422),
    **takes(PriceListChange),
)
def change_price_list(request: Request, body: Raw) -> Response:
    """Change the prices that the body names; the others stay."""
    with writing(request) as (db, caller):
        require(caller, CHANGE_SETTINGS)
        given = body.read(PriceListChange)
        answer = price_list_answer(service.change_price_list(db, given))
        note_settings(db, caller, "prices", given)
    return json_answer(answer)
