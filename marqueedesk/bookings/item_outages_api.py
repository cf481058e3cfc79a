"""Routes of items out of service: as for letters, also where bookings hold them."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from marqueedesk.accounts.access import note, reading, require, writing
from marqueedesk.accounts.rights import CHANGE_STOCK, SEE_STOCK
from marqueedesk.availability import outages
from marqueedesk.availability import service as availability
from marqueedesk.bookings import at_risk
from marqueedesk.bookings.rental_request import read_day
from marqueedesk.bookings.stock_api import NewOutageAnswer, OutageAnswer, OutageChange, OutageInput, outage_answer
from marqueedesk.inventory import items as verbs
from marqueedesk.kit import clock
from marqueedesk.kit.http import RawBody, answers, json_answer, raw_body, takes
from marqueedesk.kit.wire import PathId
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["inventory"])
Raw = Annotated[RawBody, Depends(raw_body)]


@router.get("/api/items/{item_id}/outages", response_model=list[OutageAnswer], responses=answers(401, 403, 404, 422))
def list_item_outages(request: Request, item_id: PathId) -> Response:
    """When pieces of an item are out of service, the soonest first."""
    with reading(request) as (db, caller):
        require(caller, SEE_STOCK)
        return json_answer([outage_answer(row) for row in outages.of_item(db, verbs.item(db, item_id))])


@router.post(
    "/api/items/{item_id}/outages",
    status_code=201,
    response_model=NewOutageAnswer,
    responses=answers(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **takes(OutageInput),
)
def add_item_outage(request: Request, item_id: PathId, body: Raw) -> Response:
    """Take pieces of an item out of service, also where bookings hold them: who is short then is answered with it."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        terms = availability.lock(db, operator.id)
        item, given, now = verbs.item(db, item_id), body.read(OutageInput), clock.now()
        outage = outages.add(
            db,
            terms,
            item,
            count=given.count,
            first=read_day(given.first_day, "firstDay"),
            last=read_day(given.last_day, "lastDay") if given.last_day else None,
            reason=given.reason,
            kind=given.kind,
            now=now,
        )
        usual = pricing.price_list(db).usual_finish
        answer = outage_answer(outage) | {"atRisk": at_risk.announced(db, terms, now, usual_finish=usual)}
    return json_answer(answer, 201)


@router.patch(
    "/api/items/{item_id}/outages/{outage_id}",
    response_model=NewOutageAnswer,
    responses=answers(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **takes(OutageChange),
)
def change_item_outage(request: Request, item_id: PathId, outage_id: PathId, body: Raw) -> Response:
    """Say until when pieces of an item are out of service; null until somebody puts them back."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        terms = availability.lock(db, operator.id)
        given, now = body.read(OutageChange), clock.now()
        last = read_day(given.last_day, "lastDay") if given.last_day else None
        outage = outages.change_last_day(db, terms, verbs.item(db, item_id), outage_id, last)
        usual = pricing.price_list(db).usual_finish
        answer = outage_answer(outage) | {"atRisk": at_risk.announced(db, terms, now, usual_finish=usual)}
    return json_answer(answer)


@router.delete(
    "/api/items/{item_id}/outages/{outage_id}",
    status_code=204,
    response_class=Response,
    responses=answers(401, 403, 404, 422, 503),
)
def end_item_outage(request: Request, item_id: PathId, outage_id: PathId) -> Response:
    """Put pieces of an item back into service."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        terms = availability.lock(db, operator.id)
        item = verbs.item(db, item_id)
        ended = outages.end(db, terms, item, outage_id)
        note(db, caller, "outage.deleted", (item.id, item.name), count=ended.count)
    return Response(status_code=204)
