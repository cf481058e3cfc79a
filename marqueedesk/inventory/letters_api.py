"""Routes that add, change and remove letters. Errors list conflicting bookings (L8)."""

from typing import Annotated

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, record_action, require
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_SETTINGS, CHANGE_STOCK
from marqueedesk.inventory import queries, service
from marqueedesk.inventory.deletion_guard import stock_use
from marqueedesk.inventory.dependencies import LetterForUpdate
from marqueedesk.inventory.message import MessageRefused, normalize_letter
from marqueedesk.inventory.pieces import Piece
from marqueedesk.inventory.schemas import LetterChange, LetterInput, LetterOut, shown
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing import service as pricing_service
from marqueedesk.pricing.price_list import PriceList, height_in

router = APIRouter(tags=["inventory"], responses=errors(401, 403, 409))


@router.post("/api/inventory", status_code=201)
def add_letter(
    request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], body: LetterInput
) -> LetterOut:
    """Add a letter in a size on the price list. Stock is checked once the first letter is added (L7)."""
    operator = caller.operator
    stock_use(request).lock(db, operator.id)
    prices = pricing.price_list(db)
    item = service.add_letter(
        db,
        Piece(body.size, _letter(body.letter), _finish(body.finish, prices)),
        quantity=body.quantity,
        price_per_day_cents=body.price_per_day,
        sizes=[row.code for row in prices.sizes],
    )
    service.set_facts(item, body, height_in(prices, item.size))
    if body.set_list_price:
        set_list_prices(db, caller, {item.size: item.price_per_day_cents})
    return shown(item, prices)


def set_list_prices(db: Session, caller: Caller, prices: dict[str, int]) -> None:
    """Apply prices sent with letters (in cents by size) to the price list, if the user may change prices (P8)."""
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
def change_letter(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(CHANGE_STOCK)],
    item: LetterForUpdate,
    body: LetterChange,
) -> LetterOut:
    """Update quantity or price. If upcoming bookings hold more than the new quantity, it is rejected and the bookings
    are listed (L8).
    """
    operator = caller.operator
    stock = stock_use(request).lock(db, operator.id)
    before = item.quantity
    # The letter may be sent back as it was typed, so compare normalized letters.
    if "letter" in body.model_fields_set:
        body = body.model_copy(update={"letter": _letter(body.letter)})
    prices = pricing.price_list(db)
    if "finish" in body.model_fields_set:
        body = body.model_copy(update={"finish": _finish(body.finish, prices)})
    service.change_letter(item, body, height_in(prices, item.size))
    if item.quantity < before:
        stock.ensure_quantity_free(item, item.quantity, clock.now())
    if body.set_list_price and "price_per_day" in body.model_fields_set:
        set_list_prices(db, caller, {item.size: item.price_per_day_cents})
    return shown(item, prices)


@router.delete("/api/inventory/{item_id}", status_code=204)
def remove_letter(request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], item_id: PathId) -> None:
    """Remove a letter that no upcoming booking needs."""
    operator = caller.operator
    stock = stock_use(request).lock(db, operator.id)
    item = queries.letter_for_change(db, item_id)
    stock.ensure_quantity_free(item, 0, clock.now(), removing=True)
    stock.end_outages(item)
    record_action(db, caller, "letter.deleted", (item.id, f"{item.letter} ({item.size})"), quantity=item.quantity)
    service.remove_letter(db, item)
