"""Routes for tagged pieces: letters and items tracked individually."""

from typing import Annotated, ClassVar, Literal, cast

from fastapi import APIRouter, Query
from pydantic import Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_STOCK, SEE_MONEY, SEE_STOCK
from marqueedesk.bookings.goods.handovers import known_names, owner_of
from marqueedesk.bookings.models import Booking
from marqueedesk.inventory import items, tags
from marqueedesk.inventory import queries as inventory
from marqueedesk.inventory.errors import UnknownLetter
from marqueedesk.inventory.message import MessageRefused, normalize_letter
from marqueedesk.inventory.models import PIECE_OUT, PIECE_PACKED, TaggedPiece
from marqueedesk.inventory.pieces import Piece, PieceLabels
from marqueedesk.inventory.schemas import Worth
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import (
    BIGGEST_ID,
    AtMost,
    CodeText,
    CurrencyUnits,
    Id,
    OptionalCodeText,
    OptionalText,
    PathId,
    RequestModel,
    SparseModel,
)
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries as pricing
from marqueedesk.rentals.rental_request import read_day

router = APIRouter(tags=["pieces"], responses=errors(401, 403))
State = Literal["ok", "damaged", "missing", "retired"]
_WHAT = "Send a letter of the inventory (inventoryId, or letter and size) or an item (itemId)"


class PieceFacts(RequestModel):
    """Attributes of a tagged piece."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "state": {"*": "State must be one of: ok, damaged, missing, retired"},
    }

    state: State = "ok"
    note: Annotated[OptionalText, AtMost(300)] = None
    bought_on: Annotated[str | None, Field(max_length=10, description="YYYY-MM-DD")] = None
    cost: Worth | None = None


class PieceInput(PieceFacts):
    """POST /api/pieces. Without a tag, one is generated."""

    tag: Annotated[OptionalCodeText, AtMost(tags.LONGEST_TAG)] = None
    inventory_id: Id | None = None
    item_id: Id | None = None
    letter: Annotated[OptionalText, AtMost(32)] = None
    size: Annotated[OptionalText, AtMost(20)] = None
    finish: Annotated[OptionalText, AtMost(20)] = None


class PieceChange(PieceFacts):
    """PATCH /api/pieces/{id}."""

    tag: Annotated[CodeText, AtMost(tags.LONGEST_TAG)] = ""


class TaggedPieceOut(SparseModel):
    """A tagged piece. Amounts are only included for users who may see money."""

    id: int
    tag: str
    letter: str | None
    size: str | None
    finish: str | None
    item_id: int | None
    name: Annotated[str, Field(description="Display name")]
    state: State
    note: str | None
    bought_on: str | None
    booking_id: Annotated[int | None, Field(description="The booking it is packed for or out with")]
    booking_number: int | None
    out: bool
    cost: CurrencyUnits | None = None


@router.get("/api/pieces", response_model_exclude_unset=True, responses=errors(404))
def list_pieces(
    db: Db,
    caller: Annotated[Caller, Requires(SEE_STOCK)],
    inventory_id: Annotated[int | None, Query(alias="inventoryId", ge=1, le=BIGGEST_ID)] = None,
    item_id: Annotated[int | None, Query(alias="itemId", ge=1, le=BIGGEST_ID)] = None,
) -> list[TaggedPieceOut]:
    """List tagged pieces: all of them, or those of one letter or item."""
    of = None if inventory_id is None and item_id is None else _kind(db, inventory_id, item_id)
    return _answers(db, caller, tags.pieces(db, of))


@router.post("/api/pieces", response_model_exclude_unset=True, status_code=201, responses=errors(404, 409))
def add_piece(db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], body: PieceInput) -> TaggedPieceOut:
    """Add a tagged piece. The quantity owned doesn't change."""
    payload, now = body, clock.now()
    kind = _given_kind(db, payload)
    tag = _tag(payload.tag) if payload.tag else tags.new_tag()
    tags.ensure_tag_free(db, tag)
    new = TaggedPiece(
        tag=tag,
        **kind._asdict(),
        state=payload.state,
        note=payload.note,
        bought_on=read_day(payload.bought_on, "boughtOn") if payload.bought_on else None,
        cost_cents=payload.cost,
        created_at=now,
        updated_at=now,
    )
    db.add(new)
    db.flush()
    return _answers(db, caller, [new])[0]


@router.patch("/api/pieces/{piece_id}", response_model_exclude_unset=True, responses=errors(409))
def change_piece(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], piece_id: PathId, body: PieceChange
) -> TaggedPieceOut:
    """Update a piece's tag or attributes. A retired piece's tag can no longer be scanned."""
    row = tags.piece(db, piece_id)
    sent_fields = body.model_fields_set
    if "tag" in sent_fields:
        tag = _tag(body.tag)
        tags.ensure_tag_free(db, tag, but=row.id)
        row.tag = tag
    if "state" in sent_fields:
        row.state = body.state
    if "note" in sent_fields:
        row.note = body.note
    if "bought_on" in sent_fields:
        row.bought_on = read_day(body.bought_on, "boughtOn") if body.bought_on else None
    if "cost" in sent_fields:
        row.cost_cents = body.cost
    row.updated_at = clock.now()
    db.flush()
    return _answers(db, caller, [row])[0]


def _tag(text: str) -> str:
    tag = tags.normalize(text)
    if not tags.TAG.fullmatch(tag):
        raise Invalid(fields={"tag": "A tag can contain letters, digits, and - _ . between them"})
    return tag


def _kind(db: Session, inventory_id: int | None, item_id: int | None) -> Piece:
    if item_id is not None:
        return items.item(db, item_id).piece
    return inventory.letter(db, inventory_id or 0).piece


def _given_kind(db: Session, payload: PieceInput) -> Piece:
    """Return the letter or item that a request body names. Raises Invalid, UnknownLetter and UnknownItem."""
    if payload.item_id is not None or payload.inventory_id is not None:
        return _kind(db, payload.inventory_id, payload.item_id)
    if not payload.letter or not payload.size:
        raise Invalid(fields={"inventoryId": _WHAT})
    try:
        letter = normalize_letter(payload.letter)
    except MessageRefused as refused:
        raise Invalid(fields={"letter": str(refused)}) from None
    finish = pricing.price_list(db).stored_finish(payload.finish)
    kind = Piece(payload.size, letter, payload.finish or "" if finish is None else finish)
    if owner_of(db, kind) is None:
        raise UnknownLetter
    return kind


def _answers(db: Session, caller: Caller, rows: list[TaggedPiece]) -> list[TaggedPieceOut]:
    names = known_names(db, [row.piece for row in rows])
    busy = {row.booking_id for row in rows if row.booking_id is not None and row.place in {PIECE_PACKED, PIECE_OUT}}
    numbers: dict[int, int] = {}
    if busy:
        bookings = db.scalars(select(Booking).where(Booking.id.in_(busy)))
        numbers = {row.id: row.number for row in bookings}
    return [_answer(row, names, numbers, money=caller.may(SEE_MONEY)) for row in rows]


def _answer(row: TaggedPiece, names: PieceLabels, numbers: dict[int, int], *, money: bool) -> TaggedPieceOut:
    item_id = row.piece.item_id
    booking_id = row.booking_id if row.booking_id in numbers else None
    answer = TaggedPieceOut(
        id=row.id,
        tag=row.tag,
        letter=row.letter if item_id is None else None,
        size=row.size if item_id is None else None,
        finish=names.finish(row.piece) if item_id is None else None,
        item_id=item_id,
        name=row.letter if item_id is None else names.item(item_id),
        state=cast("State", row.state),
        note=row.note,
        bought_on=row.bought_on.isoformat() if row.bought_on else None,
        booking_id=booking_id,
        booking_number=numbers[booking_id] if booking_id is not None else None,
        out=booking_id is not None and row.place == PIECE_OUT,
    )
    if money:
        answer.cost = None if row.cost_cents is None else units(row.cost_cents)
    return answer
