"""Route of open repairs and losses: everything that is out of service, or will be."""

from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import Field
from sqlalchemy import select
from starlette.responses import Response

from marqueedesk.accounts.access import reading, require
from marqueedesk.accounts.rights import SEE_MONEY, SEE_STOCK
from marqueedesk.availability.facts import read_operator
from marqueedesk.availability.models import LetterOutage
from marqueedesk.availability.outages import FOREVER
from marqueedesk.bookings.models import Booking, Handover
from marqueedesk.inventory.models import InventoryItem, Item
from marqueedesk.inventory.pieces import ITEM
from marqueedesk.kit import clock
from marqueedesk.kit.http import answers, json_answer
from marqueedesk.kit.money import units
from marqueedesk.kit.wire import Answer, CurrencyUnits
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["inventory"])
MOST_LISTED = 500


class RepairAnswer(Answer):
    """Pieces out of service. The money only for those who see it."""

    id: int
    kind: Literal["repair", "missing"]
    item_id: Annotated[int | None, Field(description="None for letters")]
    inventory_id: Annotated[int | None, Field(description="None for items")]
    name: Annotated[str, Field(description="The letter, or the item's name")]
    size: str | None
    finish: str | None
    count: int
    first_day: str
    last_day: Annotated[str | None, Field(description="None until somebody puts them back")]
    reason: str | None
    reported_at: str
    reported_by: Annotated[str | None, Field(description="Who found it when it came back; None where it was not so")]
    booking_id: int | None
    booking_number: int | None
    customer_name: str | None
    replacement_price: Annotated[CurrencyUnits | None, Field(description="Of one piece")] = None


@router.get("/api/outages", response_model=list[RepairAnswer], responses=answers(401, 403))
def list_repairs(request: Request) -> Response:
    """Repairs and losses that are not over, the latest reported first."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_STOCK)
        terms = read_operator(db.connection(), operator.id)
        rows = db.scalars(
            select(LetterOutage)
            .where(LetterOutage.last_day >= terms.today(clock.now()))
            .order_by(LetterOutage.created_at.desc(), LetterOutage.id.desc())
            .limit(MOST_LISTED)
        ).all()
        usual = pricing.price_list(db).usual_finish
        of_items = {row.inventory_id for row in rows if row.size == ITEM}
        of_letters = {row.inventory_id for row in rows if row.size != ITEM}
        items = {row.id: row for row in db.scalars(select(Item).where(Item.id.in_(of_items)))} if of_items else {}
        found = select(InventoryItem).where(InventoryItem.id.in_(of_letters))
        letters = {row.id: row for row in db.scalars(found)} if of_letters else {}
        from_bookings = {row.booking_id for row in rows if row.booking_id is not None}
        bookings, reporters = {}, {}
        if from_bookings:
            bookings = {row.id: row for row in db.scalars(select(Booking).where(Booking.id.in_(from_bookings)))}
            handed = db.scalars(select(Handover).where(Handover.booking_id.in_(from_bookings), Handover.kind == "in"))
            reporters = {(row.booking_id, row.recorded_at): row.who for row in handed}
        shown: list[dict[str, object]] = []
        for row in rows:
            is_item = row.size == ITEM
            owner = items.get(row.inventory_id) if is_item else letters.get(row.inventory_id)
            booking = bookings.get(row.booking_id or 0)
            entry: dict[str, object] = {
                "id": row.id,
                "kind": row.kind,
                "itemId": row.inventory_id if is_item else None,
                "inventoryId": None if is_item else row.inventory_id,
                "name": owner.name if isinstance(owner, Item) else row.letter,
                "size": None if is_item else row.size,
                "finish": None if is_item else row.finish or usual,
                "count": row.count,
                "firstDay": row.first_day.isoformat(),
                "lastDay": None if row.last_day == FOREVER else row.last_day.isoformat(),
                "reason": row.reason,
                "reportedAt": row.created_at.astimezone(terms.zone).isoformat(),
                "reportedBy": reporters.get((row.booking_id or 0, row.created_at)),
                "bookingId": booking.id if booking else None,
                "bookingNumber": booking.number if booking else None,
                "customerName": booking.customer_name if booking else None,
            }
            if caller.may(SEE_MONEY):
                cents = owner.replacement_cents if owner is not None else None
                entry["replacementPrice"] = None if cents is None else units(cents)
            shown.append(entry)
    return json_answer(shown)
