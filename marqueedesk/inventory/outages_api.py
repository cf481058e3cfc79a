"""Routes of letters and items out of service, also where bookings hold them (L11)."""

from collections.abc import Callable
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import reading, record_action, require, writing
from marqueedesk.accounts.rights import CHANGE_STOCK, SEE_MONEY, SEE_STOCK
from marqueedesk.inventory import items, queries
from marqueedesk.inventory.models import Item
from marqueedesk.inventory.outage_schemas import NewOutageOut, OutageChange, OutageInput, OutageOut, RepairOut
from marqueedesk.inventory.stock_use import Stocked, stock_use
from marqueedesk.kit import clock
from marqueedesk.kit.http import RawBody, error_responses, json_answer, raw_body, request_body
from marqueedesk.kit.routing import Router
from marqueedesk.kit.schemas import PathId
from marqueedesk.pricing import queries as pricing

router = Router(tags=["inventory"])
Raw = Annotated[RawBody, Depends(raw_body)]
Find = Callable[[Session], Stocked]
"""How a route finds the letter or item that it is about. It is called under the operator's lock, where there is one."""


def _listed(request: Request, find: Find) -> Response:
    with reading(request) as (db, caller):
        require(caller, SEE_STOCK)
        return json_answer(stock_use(request).outages(db, find(db), pricing.price_list(db)))


def _take_out(request: Request, body: RawBody, find: Find) -> Response:
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        stock = stock_use(request).lock(db, operator.id)
        owned, given = find(db), body.read(OutageInput)
        answer = stock.take_out(owned, given, clock.now(), pricing.price_list(db), reported_by=caller.user)
    return json_answer(answer, 201)


def _change(request: Request, outage_id: int, body: RawBody, find: Find) -> Response:
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        stock = stock_use(request).lock(db, operator.id)
        owned, given = find(db), body.read(OutageChange)
        answer = stock.change_outage(owned, outage_id, given, clock.now(), pricing.price_list(db))
    return json_answer(answer)


def _end(request: Request, outage_id: int, find: Find) -> Response:
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        stock = stock_use(request).lock(db, operator.id)
        owned = find(db)
        count = stock.end_outage(owned, outage_id)
        name = owned.name if isinstance(owned, Item) else f"{owned.letter} ({owned.size})"
        record_action(db, caller, "outage.deleted", (owned.id, name), count=count)
    return Response(status_code=204)


@router.get(
    "/api/inventory/{item_id}/outages", response_model=list[OutageOut], responses=error_responses(401, 403, 404, 422)
)
def list_outages(request: Request, item_id: PathId) -> Response:
    """When pieces of a letter are out of service, the soonest first."""
    return _listed(request, lambda db: queries.letter(db, item_id))


@router.post(
    "/api/inventory/{item_id}/outages",
    status_code=201,
    response_model=NewOutageOut,
    responses=error_responses(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **request_body(OutageInput),
)
def add_outage(request: Request, item_id: PathId, body: Raw) -> Response:
    """Take pieces of a letter out of service, also where bookings hold them: who is short then is answered with it."""
    return _take_out(request, body, lambda db: queries.letter_for_change(db, item_id))


@router.patch(
    "/api/inventory/{item_id}/outages/{outage_id}",
    response_model=NewOutageOut,
    responses=error_responses(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **request_body(OutageChange),
)
def change_outage(request: Request, item_id: PathId, outage_id: PathId, body: Raw) -> Response:
    """Say until when pieces are out of service (null until somebody puts them back), or what the repair costs."""
    return _change(request, outage_id, body, lambda db: queries.letter_for_change(db, item_id))


@router.delete(
    "/api/inventory/{item_id}/outages/{outage_id}",
    status_code=204,
    response_class=Response,
    responses=error_responses(401, 403, 404, 422, 503),
)
def end_outage(request: Request, item_id: PathId, outage_id: PathId) -> Response:
    """Put pieces back into service."""
    return _end(request, outage_id, lambda db: queries.letter_for_change(db, item_id))


@router.get(
    "/api/items/{item_id}/outages", response_model=list[OutageOut], responses=error_responses(401, 403, 404, 422)
)
def list_item_outages(request: Request, item_id: PathId) -> Response:
    """When pieces of an item are out of service, the soonest first."""
    return _listed(request, lambda db: items.item(db, item_id))


@router.post(
    "/api/items/{item_id}/outages",
    status_code=201,
    response_model=NewOutageOut,
    responses=error_responses(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **request_body(OutageInput),
)
def add_item_outage(request: Request, item_id: PathId, body: Raw) -> Response:
    """Take pieces of an item out of service, also where bookings hold them: who is short then is answered with it."""
    return _take_out(request, body, lambda db: items.item(db, item_id))


@router.patch(
    "/api/items/{item_id}/outages/{outage_id}",
    response_model=NewOutageOut,
    responses=error_responses(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **request_body(OutageChange),
)
def change_item_outage(request: Request, item_id: PathId, outage_id: PathId, body: Raw) -> Response:
    """Say until when pieces of an item are out of service; null until somebody puts them back."""
    return _change(request, outage_id, body, lambda db: items.item(db, item_id))


@router.delete(
    "/api/items/{item_id}/outages/{outage_id}",
    status_code=204,
    response_class=Response,
    responses=error_responses(401, 403, 404, 422, 503),
)
def end_item_outage(request: Request, item_id: PathId, outage_id: PathId) -> Response:
    """Put pieces of an item back into service."""
    return _end(request, outage_id, lambda db: items.item(db, item_id))


@router.get("/api/outages", response_model=list[RepairOut], responses=error_responses(401, 403))
def list_repairs(request: Request) -> Response:
    """Repairs and losses that are not over, the latest reported first."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_STOCK)
        money = caller.may(SEE_MONEY)
        return json_answer(stock_use(request).open_outages(db, operator.id, clock.now(), money=money))
