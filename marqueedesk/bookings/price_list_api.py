"""Changing the price list. A size or a finish that stock or coming bookings have stays on it; they are listed."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import note_settings, require, writing
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.availability import service as availability
from marqueedesk.availability.facts import Terms
from marqueedesk.bookings import queries
from marqueedesk.bookings.errors import FinishInUse, SizeInUse
from marqueedesk.bookings.stock_api import in_the_way
from marqueedesk.kit import clock
from marqueedesk.kit.http import RawBody, answers, json_answer, raw_body, takes
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing import service
from marqueedesk.pricing.api import price_list_answer
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.pricing.schemas import PriceListAnswer, PriceListChange

router = APIRouter(tags=["pricing"])
Raw = Annotated[RawBody, Depends(raw_body)]


@router.patch(
    "/api/price-list",
    response_model=PriceListAnswer,
    responses=answers(400, 401, 403, 409, 413, 415, 422),
    **takes(PriceListChange),
)
def change_price_list(request: Request, body: Raw) -> Response:
    """Change the prices that the body names; the others stay. A size or finish in use stays on the list."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_SETTINGS)
        given = body.read(PriceListChange)
        terms = availability.lock(db, operator.id)
        before = pricing.price_list(db)
        changed = service.change_price_list(db, given)
        _refuse_in_use(db, terms, before, changed)
        answer = price_list_answer(changed)
        note_settings(db, caller, "prices", given)
    return json_answer(answer)


def _refuse_in_use(db: Session, terms: Terms, before: PriceList, after: PriceList) -> None:
    """Raise SizeInUse or FinishInUse for what has left the list and is in use."""
    today, now = terms.today(clock.now()), clock.now()
    left = {row.code: row.label for row in before.sizes} | {row.code: row.label for row in after.sizes}
    for code in {row.code for row in before.sizes} - {row.code for row in after.sizes}:
        bookings = queries.coming_with(db, today, now, size=code)
        if bookings or queries.has_stock(db, size=code):
            raise SizeInUse(left[code], in_the_way(bookings, terms.zone))
    # What is kept without a finish has the first: it is renamed with it, and so needs none of the codes before.
    gone = {row.code for row in before.finishes[1:]} - {row.code for row in after.finishes[1:]}
    for code in gone:
        bookings = queries.coming_with(db, today, now, finish=code)
        if bookings or queries.has_stock(db, finish=code):
            raise FinishInUse(code, in_the_way(bookings, terms.zone))
