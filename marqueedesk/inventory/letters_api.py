"""Routes that add, change and remove letters. Errors list conflicting bookings (L8)."""

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, record_action, require, writing
from marqueedesk.accounts.rights import CHANGE_SETTINGS, CHANGE_STOCK
from marqueedesk.inventory import queries, service
from marqueedesk.inventory.deletion_guard import stock_use
from marqueedesk.inventory.message import MessageRefused, normalize_letter
from marqueedesk.inventory.pieces import Piece
from marqueedesk.inventory.schemas import LetterChange, LetterInput, LetterOut, shown
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import Created, Json, JsonBody, NoContent
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing import service as pricing_service
from marqueedesk.pricing.price_list import PriceList, height_in

router = Router(tags=["inventory"], refuses=(401, 403, 409))


@router.post("/api/inventory")
def add_letter(request: Request, body: JsonBody[LetterInput]) -> Created[LetterOut]:
    """Add a letter in a size of the price list. Stock is checked once the first letter is added (L7)."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        payload = body.read()
        stock_use(request).lock(db, operator.id)
        prices = pricing.price_list(db)
        item = service.add_letter(
            db,
            Piece(payload.size, _letter(payload.letter), _finish(payload.finish, prices)),
            quantity=payload.quantity,
            price_per_day_cents=payload.price_per_day,
            sizes=[row.code for row in prices.sizes],
        )
        service.set_facts(item, payload, height_in(prices, item.size))
        if payload.set_list_price:
            set_list_prices(db, caller, {item.size: item.price_per_day_cents})
        answer = shown(item, prices)
    return Created(answer)


def set_list_prices(db: Session, caller: Caller, prices: dict[str, int]) -> None:
    """Apply prices sent with letters to the price list, in cents by size, if the user may change prices (P8)."""
    require(caller, CHANGE_SETTINGS)
    if prices and pricing_service.set_size_prices(db, prices):
        record_action(db, caller, "settings.changed", (None, "prices"), changed=["sizes"])


def _finish(code: str | None, prices: PriceList) -> str:
    stored = prices.stored_finish(code)
    if stored is None:
        offered = [row.code for row in prices.finishes] or [prices.usual_finish]
        raise Invalid(fields={"finish": f"Finish must be one of: {', '.join(offered)}"})
    return stored


def _letter(text: str) -> str:
    try:
        return normalize_letter(text)
    except MessageRefused as refused:
        raise Invalid(fields={"letter": str(refused)}) from None


@router.patch("/api/inventory/{item_id}")
def change_letter(request: Request, item_id: PathId, body: JsonBody[LetterChange]) -> Json[LetterOut]:
    """Update quantity or price. A quantity below upcoming bookings' holds is rejected, listing the bookings (L8)."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        stock = stock_use(request).lock(db, operator.id)
        item = queries.letter_for_change(db, item_id)
        change = body.read()
        before = item.quantity
        # The letter may be sent back as typed; compare normalized letters.
        if "letter" in change.model_fields_set:
            change = change.model_copy(update={"letter": _letter(change.letter)})
        prices = pricing.price_list(db)
        if "finish" in change.model_fields_set:
            change = change.model_copy(update={"finish": _finish(change.finish, prices)})
        service.change_letter(item, change, height_in(prices, item.size))
        if item.quantity < before:
            stock.ensure_quantity_free(item, item.quantity, clock.now())
        if change.set_list_price and "price_per_day" in change.model_fields_set:
            set_list_prices(db, caller, {item.size: item.price_per_day_cents})
        answer = shown(item, prices)
    return Json(answer)


@router.delete("/api/inventory/{item_id}")
def remove_letter(request: Request, item_id: PathId) -> NoContent:
    """Remove a letter that no upcoming booking needs."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        stock = stock_use(request).lock(db, operator.id)
        item = queries.letter_for_change(db, item_id)
        stock.ensure_quantity_free(item, 0, clock.now(), removing=True)
        stock.end_outages(item)
        record_action(db, caller, "letter.deleted", (item.id, f"{item.letter} ({item.size})"), quantity=item.quantity)
        service.remove_letter(db, item)
    return NoContent()
