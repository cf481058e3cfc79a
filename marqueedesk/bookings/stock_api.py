"""Routes that change what coming bookings depend on: letters owned, letters out of service, deleting a venue.

They live here because a refusal lists the bookings in the way (L8, B5, L11).
"""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Request
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, note, reading, require, writing
from marqueedesk.accounts.rights import CHANGE_SETTINGS, CHANGE_STOCK, SEE_STOCK
from marqueedesk.availability import outages
from marqueedesk.availability import service as availability
from marqueedesk.availability.errors import StillHeld, taken_sentence
from marqueedesk.availability.facts import Terms, read_operator
from marqueedesk.availability.message import MessageRefused, normalise_letter
from marqueedesk.availability.models import LetterOutage
from marqueedesk.bookings import at_risk, queries
from marqueedesk.bookings.at_risk import AtRiskAnswer
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.rental_request import iso, read_day
from marqueedesk.inventory import queries as inventory
from marqueedesk.inventory import service as letters
from marqueedesk.inventory.models import InventoryItem
from marqueedesk.inventory.pieces import USUAL_FINISH
from marqueedesk.inventory.schemas import LetterAnswer, LetterChange, LetterInput, shown
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http import RawBody, answers, json_answer, raw_body, takes
from marqueedesk.kit.wire import Answer, AtMost, OptionalText, PathId, Wire
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing import service as price_list
from marqueedesk.pricing.price_list import PriceList, height_in
from marqueedesk.venues import queries as venues
from marqueedesk.venues import service as venue_verbs

router = APIRouter(tags=["inventory"])
Raw = Annotated[RawBody, Depends(raw_body)]


class OutageInput(Wire):
    """POST /api/inventory/{id}/outages: this many pieces of a letter are out of service on these days (L11)."""

    count: Annotated[int, Field(ge=1, le=100_000)]
    first_day: Annotated[str, Field(max_length=10)]
    last_day: Annotated[str | None, Field(max_length=10, description="None until somebody puts them back")] = None
    kind: Literal["repair", "missing"] = "repair"
    reason: Annotated[OptionalText, AtMost(200)] = None


class OutageAnswer(Answer):
    """Letters out of service."""

    id: int
    inventory_id: int
    letter: str
    size: str
    finish: str
    count: int
    first_day: date
    last_day: date | None
    kind: str
    reason: str | None
    booking_id: Annotated[int | None, Field(description="The booking that it came back from")]


class NewOutageAnswer(OutageAnswer):
    """Letters out of service, and the coming bookings that no longer fit."""

    at_risk: list[AtRiskAnswer]


class OutageChange(Wire):
    """PATCH /api/inventory/{id}/outages/{id}."""

    last_day: Annotated[str | None, Field(max_length=10)] = None


def outage_answer(outage: LetterOutage, usual_finish: str = USUAL_FINISH) -> dict[str, Any]:
    """Letters out of service as the wire shows them."""
    return OutageAnswer(
        id=outage.id,
        inventory_id=outage.inventory_id,
        letter=outage.letter,
        size=outage.size,
        finish=outage.finish or usual_finish,
        count=outage.count,
        first_day=outage.first_day,
        last_day=None if outage.last_day == outages.FOREVER else outage.last_day,
        kind=outage.kind,
        reason=outage.reason,
        booking_id=outage.booking_id,
    ).model_dump(mode="json", by_alias=True)


def in_the_way(bookings: list[Booking], zone: ZoneInfo) -> list[dict[str, Any]]:
    """Bookings that a refusal lists: id, number, customer and delivery."""
    return [
        {
            "id": row.id,
            "number": row.number,
            "customerName": row.customer_name,
            "deliveryDate": iso(row.delivery_day, row.delivery_clock, zone),
        }
        for row in bookings
    ]


@router.post(
    "/api/inventory",
    status_code=201,
    response_model=LetterAnswer,
    responses=answers(400, 401, 403, 409, 413, 415, 422, 503),
    **takes(LetterInput),
)
def add_letter(request: Request, body: Raw) -> Response:
    """Add a letter in one of the sizes of the price list. From the first one on, stock is checked (L7)."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        given = body.read(LetterInput)
        availability.lock(db, operator.id)
        prices = pricing.price_list(db)
        item = letters.add_letter(
            db,
            letter=_letter(given.letter),
            size=given.size,
            finish=_finish(given.finish, prices),
            quantity=given.quantity,
            price_per_day_cents=given.price_per_day,
            sizes=[row.code for row in prices.sizes],
        )
        letters.set_facts(item, given, height_in(prices, item.size))
        if given.set_list_price:
            set_list_prices(db, caller, {item.size: item.price_per_day_cents})
        answer = shown(item, prices)
    return json_answer(answer, 201)


def set_list_prices(db: Session, caller: Caller, prices: dict[str, int]) -> None:
    """Make prices that came with letters the price list's, in cents by size, for those who may change prices (P8)."""
    require(caller, CHANGE_SETTINGS)
    if prices and price_list.set_size_prices(db, prices):
        note(db, caller, "settings.changed", (None, "prices"), changed=["sizes"])


def _finish(code: str | None, prices: PriceList) -> str:
    found = prices.stored_finish(code)
    if found is None:
        offered = [row.code for row in prices.finishes] or [prices.usual_finish]
        raise Invalid(fields={"finish": f"Finish must be one of: {', '.join(offered)}"})
    return found


def _letter(text: str) -> str:
    try:
        return normalise_letter(text)
    except MessageRefused as refused:
        raise Invalid(fields={"letter": str(refused)}) from None


@router.patch(
    "/api/inventory/{item_id}",
    response_model=LetterAnswer,
    responses=answers(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **takes(LetterChange),
)
def change_letter(request: Request, item_id: PathId, body: Raw) -> Response:
    """Change quantity or price. A quantity below what coming bookings hold is refused, and they are listed (L8)."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        terms = availability.lock(db, operator.id)
        item = inventory.letter_for_change(db, item_id)
        change = body.read(LetterChange)
        before = item.quantity
        # A letter may be sent back as it was typed; what counts is which letter it is.
        if "letter" in change.model_fields_set:
            change = change.model_copy(update={"letter": _letter(change.letter)})
        prices = pricing.price_list(db)
        if "finish" in change.model_fields_set:
            change = change.model_copy(update={"finish": _finish(change.finish, prices)})
        letters.change_letter(item, change, height_in(prices, item.size))
        if item.quantity < before:
            _refuse_below_holds(db, terms, item, clock.now())
        if change.set_list_price and "price_per_day" in change.model_fields_set:
            set_list_prices(db, caller, {item.size: item.price_per_day_cents})
        answer = shown(item, prices)
    return json_answer(answer)


@router.delete(
    "/api/inventory/{item_id}",
    status_code=204,
    response_class=Response,
    responses=answers(401, 403, 404, 409, 422, 503),
)
def remove_letter(request: Request, item_id: PathId) -> Response:
    """Remove a letter that no coming booking holds."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        terms = availability.lock(db, operator.id)
        item = inventory.letter_for_change(db, item_id)
        _refuse_below_holds(db, terms, item, clock.now(), removing=True)
        outages.end_all(db, terms, item)
        note(db, caller, "letter.deleted", (item.id, f"{item.letter} ({item.size})"), quantity=item.quantity)
        letters.remove_letter(db, item)
    return Response(status_code=204)


def _refuse_below_holds(
    db: Session, terms: Terms, item: InventoryItem, now: datetime, *, removing: bool = False
) -> None:
    quantity = 0 if removing else item.quantity
    over = outages.excess(db, item.piece, quantity, terms.today(now), now)
    if over is None:
        return
    bookings = queries.holding(db, item.piece, over.spans, now)
    held_for = None if bookings else queries.held_for_others(db, item.piece, over.spans, now)
    if removing and not bookings and held_for is None:
        # Only repairs hold it, and they end with the letter.
        return
    what = "taken" if bookings else held_for or "in repair"
    sentence = taken_sentence(item.letter, over.most, over.day, quantity, what=what)
    repairs = [outage_answer(row) for row in outages.within(db, item, over.spans)]
    raise StillHeld(sentence, in_the_way(bookings, terms.zone), repairs=repairs, fields={"quantity": sentence})


@router.get(
    "/api/inventory/{item_id}/outages", response_model=list[OutageAnswer], responses=answers(401, 403, 404, 422)
)
def list_outages(request: Request, item_id: PathId) -> Response:
    """When pieces of a letter are out of service, the soonest first."""
    with reading(request) as (db, caller):
        _ = caller.operator
        item, usual = inventory.letter(db, item_id), pricing.price_list(db).usual_finish
        return json_answer([outage_answer(row, usual) for row in outages.of_item(db, item)])


@router.post(
    "/api/inventory/{item_id}/outages",
    status_code=201,
    response_model=NewOutageAnswer,
    responses=answers(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **takes(OutageInput),
)
def add_outage(request: Request, item_id: PathId, body: Raw) -> Response:
    """Take pieces of a letter out of service, also where bookings hold them: who is short then is answered with it."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        terms = availability.lock(db, operator.id)
        item = inventory.letter_for_change(db, item_id)
        given = body.read(OutageInput)
        now = clock.now()
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
        answer = outage_answer(outage, usual) | {"atRisk": at_risk.announced(db, terms, now, usual_finish=usual)}
    return json_answer(answer, 201)


@router.patch(
    "/api/inventory/{item_id}/outages/{outage_id}",
    response_model=NewOutageAnswer,
    responses=answers(400, 401, 403, 404, 409, 413, 415, 422, 503),
    **takes(OutageChange),
)
def change_outage(request: Request, item_id: PathId, outage_id: PathId, body: Raw) -> Response:
    """Say until when pieces are out of service; null until somebody puts them back."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        terms = availability.lock(db, operator.id)
        item = inventory.letter_for_change(db, item_id)
        given = body.read(OutageChange)
        last = read_day(given.last_day, "lastDay") if given.last_day else None
        outage = outages.change_last_day(db, terms, item, outage_id, last)
        usual, now = pricing.price_list(db).usual_finish, clock.now()
        answer = outage_answer(outage, usual) | {"atRisk": at_risk.announced(db, terms, now, usual_finish=usual)}
    return json_answer(answer)


@router.get("/api/at-risk", response_model=list[AtRiskAnswer], responses=answers(401, 403))
def bookings_at_risk(request: Request) -> Response:
    """The coming bookings that no longer fit, nearest first, with what each is short of."""
    with reading(request) as (db, caller):
        operator = require(caller, SEE_STOCK)
        terms = read_operator(db.connection(), operator.id)
        usual = pricing.price_list(db).usual_finish
        return json_answer(at_risk.answer(db, terms, clock.now(), usual_finish=usual))


@router.delete(
    "/api/inventory/{item_id}/outages/{outage_id}",
    status_code=204,
    response_class=Response,
    responses=answers(401, 403, 404, 422, 503),
)
def end_outage(request: Request, item_id: PathId, outage_id: PathId) -> Response:
    """Put pieces back into service."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        terms = availability.lock(db, operator.id)
        ended = outages.end(db, terms, inventory.letter_for_change(db, item_id), outage_id)
        note(db, caller, "outage.deleted", (item_id, f"{ended.letter} ({ended.size})"), count=ended.count)
    return Response(status_code=204)


@router.delete(
    "/api/venues/{venue_id}",
    status_code=204,
    response_class=Response,
    responses=answers(401, 403, 404, 409, 422, 503),
    tags=["venues"],
)
def delete_venue(request: Request, venue_id: PathId) -> Response:
    """Delete a venue that no coming booking needs. Past ones keep its name and address (B5)."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        terms = availability.lock(db, operator.id)
        venue = venues.venue_for_change(db, venue_id)
        coming = queries.coming_at_venue(db, venue_id, terms.today(clock.now()))
        if coming:
            raise StillHeld(
                f"{venue.name} is needed by coming bookings. Move or cancel them first.",
                in_the_way(coming, terms.zone),
            )
        note(db, caller, "venue.deleted", (venue.id, venue.name))
        venue_verbs.delete_venue(db, venue)
    return Response(status_code=204)
