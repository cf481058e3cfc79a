"""Routes for letters and items out of service, including those held by bookings (L11)."""

from collections.abc import Callable

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import reading, record_action, require, writing
from marqueedesk.accounts.rights import CHANGE_STOCK, SEE_MONEY, SEE_STOCK
from marqueedesk.inventory import items, queries
from marqueedesk.inventory.deletion_guard import Stocked, stock_use
from marqueedesk.inventory.models import Item
from marqueedesk.inventory.outage_schemas import NewOutageOut, OutageChange, OutageInput, OutageOut, RepairOut
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Created, Json, JsonBody, NoContent
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.pricing import queries as pricing

router = Router(tags=["inventory"], refuses=(401, 403))
Find = Callable[[Session], Stocked]
"""Loads a route's letter or item, under the operator's lock if there is one."""


def _listed(request: Request, find: Find) -> Json[list[OutageOut]]:
    with reading(request) as (db, caller):
        require(caller, SEE_STOCK)
        return Json(stock_use(request).outages(db, find(db), pricing.price_list(db)))


def _take_out(request: Request, body: JsonBody[OutageInput], find: Find) -> Created[NewOutageOut]:
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        stock = stock_use(request).lock(db, operator.id)
        owned, payload = find(db), body.read()
        answer = stock.take_out(owned, payload, clock.now(), pricing.price_list(db), reported_by=caller.user)
    return Created(answer)


def _change(request: Request, outage_id: int, body: JsonBody[OutageChange], find: Find) -> Json[NewOutageOut]:
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        stock = stock_use(request).lock(db, operator.id)
        owned, payload = find(db), body.read()
        answer = stock.change_outage(owned, outage_id, payload, clock.now(), pricing.price_list(db))
    return Json(answer)


def _end(request: Request, outage_id: int, find: Find) -> NoContent:
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        stock = stock_use(request).lock(db, operator.id)
        owned = find(db)
        count = stock.end_outage(owned, outage_id)
        name = owned.name if isinstance(owned, Item) else f"{owned.letter} ({owned.size})"
        record_action(db, caller, "outage.deleted", (owned.id, name), count=count)
    return NoContent()


@router.get("/api/inventory/{item_id}/outages")
def list_outages(request: Request, item_id: PathId) -> Json[list[OutageOut]]:
    """List the outages of a letter, soonest first."""
    return _listed(request, lambda db: queries.letter(db, item_id))


@router.post("/api/inventory/{item_id}/outages", refuses=(409,))
def add_outage(request: Request, item_id: PathId, body: JsonBody[OutageInput]) -> Created[NewOutageOut]:
    """Take pieces of a letter out of service, even if bookings hold them. The response lists bookings at risk."""
    return _take_out(request, body, lambda db: queries.letter_for_change(db, item_id))


@router.patch("/api/inventory/{item_id}/outages/{outage_id}", refuses=(409,))
def change_outage(
    request: Request, item_id: PathId, outage_id: PathId, body: JsonBody[OutageChange]
) -> Json[NewOutageOut]:
    """Update an outage: end date (null for none), reason, repair cost or photo."""
    return _change(request, outage_id, body, lambda db: queries.letter_for_change(db, item_id))


@router.delete("/api/inventory/{item_id}/outages/{outage_id}")
def end_outage(request: Request, item_id: PathId, outage_id: PathId) -> NoContent:
    """Put pieces back in service."""
    return _end(request, outage_id, lambda db: queries.letter_for_change(db, item_id))


@router.get("/api/items/{item_id}/outages")
def list_item_outages(request: Request, item_id: PathId) -> Json[list[OutageOut]]:
    """List the outages of an item, soonest first."""
    return _listed(request, lambda db: items.item(db, item_id))


@router.post("/api/items/{item_id}/outages", refuses=(409,))
def add_item_outage(request: Request, item_id: PathId, body: JsonBody[OutageInput]) -> Created[NewOutageOut]:
    """Take pieces of an item out of service, even if bookings hold them. The response lists bookings at risk."""
    return _take_out(request, body, lambda db: items.item(db, item_id))


@router.patch("/api/items/{item_id}/outages/{outage_id}", refuses=(409,))
def change_item_outage(
    request: Request, item_id: PathId, outage_id: PathId, body: JsonBody[OutageChange]
) -> Json[NewOutageOut]:
    """Update an item's outage: end date (null for none), reason, repair cost or photo."""
    return _change(request, outage_id, body, lambda db: items.item(db, item_id))


@router.delete("/api/items/{item_id}/outages/{outage_id}")
def end_item_outage(request: Request, item_id: PathId, outage_id: PathId) -> NoContent:
    """Put pieces of an item back in service."""
    return _end(request, outage_id, lambda db: items.item(db, item_id))


@router.get("/api/outages")
def list_repairs(request: Request) -> Json[list[RepairOut]]:
    """List open repairs and losses, latest report first."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_STOCK)
        money = caller.may(SEE_MONEY)
        return Json(stock_use(request).open_outages(db, operator.id, clock.now(), money=money))
