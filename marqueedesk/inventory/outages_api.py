"""Routes for taking letters and items out of service, even those held by bookings (L11)."""

from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, record_action
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_STOCK, SEE_MONEY, SEE_STOCK
from marqueedesk.inventory import items, queries
from marqueedesk.inventory.deletion_guard import Stocked, stock_use
from marqueedesk.inventory.dependencies import ItemForUpdate, LetterForUpdate
from marqueedesk.inventory.models import Item
from marqueedesk.inventory.outage_schemas import NewOutageOut, OutageChange, OutageInput, OutageOut, RepairOut
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["inventory"], responses=errors(401, 403))
Stockkeeper = Annotated[Caller, Requires(CHANGE_STOCK)]


def _list(request: Request, db: Session, owned: Stocked) -> list[OutageOut]:
    return stock_use(request).outages(db, owned, pricing.price_list(db))


def _add(request: Request, db: Session, caller: Caller, body: OutageInput, owned: Stocked) -> NewOutageOut:
    stock = stock_use(request).lock(db, caller.operator.id)
    return stock.take_out(owned, body, clock.now(), pricing.price_list(db), reported_by=caller.user)


def _change(
    request: Request, db: Session, caller: Caller, outage_id: int, body: OutageChange, owned: Stocked
) -> NewOutageOut:
    stock = stock_use(request).lock(db, caller.operator.id)
    return stock.change_outage(owned, outage_id, body, clock.now(), pricing.price_list(db))


def _end(request: Request, db: Session, caller: Caller, outage_id: int, find: Callable[[], Stocked]) -> None:
    stock = stock_use(request).lock(db, caller.operator.id)
    owned = find()
    count = stock.end_outage(owned, outage_id)
    name = owned.name if isinstance(owned, Item) else f"{owned.letter} ({owned.size})"
    record_action(db, caller, "outage.deleted", (owned.id, name), count=count)


@router.get("/api/inventory/{item_id}/outages")
def list_outages(
    request: Request, db: Db, _: Annotated[Caller, Requires(SEE_STOCK)], item_id: PathId
) -> list[OutageOut]:
    """List the outages of a letter, soonest first."""
    return _list(request, db, queries.letter(db, item_id))


@router.post(
    "/api/inventory/{item_id}/outages", response_model_exclude_unset=True, status_code=201, responses=errors(409)
)
def add_outage(
    request: Request, db: Db, caller: Stockkeeper, letter: LetterForUpdate, body: OutageInput
) -> NewOutageOut:
    """Take pieces of a letter out of service, even if bookings hold them. The response lists bookings at risk."""
    return _add(request, db, caller, body, letter)


@router.patch("/api/inventory/{item_id}/outages/{outage_id}", response_model_exclude_unset=True, responses=errors(409))
def change_outage(
    request: Request, db: Db, caller: Stockkeeper, letter: LetterForUpdate, outage_id: PathId, body: OutageChange
) -> NewOutageOut:
    """Update an outage: end date (null for none), reason, repair cost or photo."""
    return _change(request, db, caller, outage_id, body, letter)


@router.delete("/api/inventory/{item_id}/outages/{outage_id}", status_code=204)
def end_outage(request: Request, db: Db, caller: Stockkeeper, item_id: PathId, outage_id: PathId) -> None:
    """Put pieces back in service."""
    _end(request, db, caller, outage_id, lambda: queries.letter_for_change(db, item_id))


@router.get("/api/items/{item_id}/outages")
def list_item_outages(
    request: Request, db: Db, _: Annotated[Caller, Requires(SEE_STOCK)], item_id: PathId
) -> list[OutageOut]:
    """List the outages of an item, soonest first."""
    return _list(request, db, items.item(db, item_id))


@router.post("/api/items/{item_id}/outages", response_model_exclude_unset=True, status_code=201, responses=errors(409))
def add_item_outage(
    request: Request, db: Db, caller: Stockkeeper, item: ItemForUpdate, body: OutageInput
) -> NewOutageOut:
    """Take pieces of an item out of service, even if bookings hold them. The response lists bookings at risk."""
    return _add(request, db, caller, body, item)


@router.patch("/api/items/{item_id}/outages/{outage_id}", response_model_exclude_unset=True, responses=errors(409))
def change_item_outage(
    request: Request, db: Db, caller: Stockkeeper, item: ItemForUpdate, outage_id: PathId, body: OutageChange
) -> NewOutageOut:
    """Update an item's outage: end date (null for none), reason, repair cost or photo."""
    return _change(request, db, caller, outage_id, body, item)


@router.delete("/api/items/{item_id}/outages/{outage_id}", status_code=204)
def end_item_outage(request: Request, db: Db, caller: Stockkeeper, item_id: PathId, outage_id: PathId) -> None:
    """Put pieces of an item back in service."""
    _end(request, db, caller, outage_id, lambda: items.item(db, item_id))


@router.get("/api/outages", response_model_exclude_unset=True)
def list_repairs(request: Request, db: Db, caller: Annotated[Caller, Requires(SEE_STOCK)]) -> list[RepairOut]:
    """List open repairs and losses, most recently reported first."""
    operator = caller.operator
    money = caller.may(SEE_MONEY)
    return stock_use(request).open_outages(db, operator.id, clock.now(), money=money)
