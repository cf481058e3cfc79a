"""Routes for handovers: goods of a booking packed, sent out and returned."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, ClassVar, Literal, cast
from zoneinfo import ZoneInfo

from fastapi import APIRouter
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import ADD_NOTES, HANDLE_BOOKINGS, SEE_BOOKINGS
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.availability.operator_lock import Terms, read_operator
from marqueedesk.bookings import queries
from marqueedesk.bookings.details import BookingForUpdate
from marqueedesk.bookings.goods import at_risk, handovers, returns, tagged_goods
from marqueedesk.bookings.goods.handover_batch import NOT_SIGNED, Batch, Kind, Moved, SignOff
from marqueedesk.bookings.goods.handovers import Counted
from marqueedesk.bookings.goods.models import Handover, StoredMove
from marqueedesk.bookings.goods.phone_times import read_phone_time
from marqueedesk.bookings.models import Booking, Goods
from marqueedesk.bookings.serializers import GoodsState, expected_back, goods_of
from marqueedesk.inventory import photos, tags
from marqueedesk.inventory.message import MessageRefused, normalize_letter
from marqueedesk.inventory.outage_schemas import AtRiskOut
from marqueedesk.inventory.photos import DIGEST
from marqueedesk.inventory.pieces import Piece, PieceLabels
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Forbidden, Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import (
    AtMost,
    DateOrDateTime,
    Id,
    OptionalCodeText,
    OptionalText,
    PathId,
    RequestModel,
    RequiredText,
    ResponseModel,
    SparseModel,
)
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import PriceList
from marqueedesk.rentals.line_schemas import MOST_OF_AN_ITEM
from marqueedesk.rentals.rental_request import read_moment

router = APIRouter(tags=["goods"], responses=errors(401, 403))
MOST_LINES = 200
STROKES = r"^[ML0-9 .]+$"
_OUTCOME = "In pack and out, damaged and missing pieces are reported and don't count as packed or out"
_BORROWED = "True for damaged or missing pieces of a lender, false for own ones; by default, own pieces count first"
_STROKES = "The signature as an SVG path with the commands M and L, within 300 by 100"


class MovedInput(RequestModel):
    """A line of a handover: letters of a size and finish, an item, or a single piece by its tag."""

    letter: Annotated[OptionalText, AtMost(32)] = None
    size: Annotated[OptionalText, AtMost(20)] = None
    finish: Annotated[OptionalText, AtMost(20)] = None
    item_id: Id | None = None
    tag: Annotated[OptionalCodeText, AtMost(tags.LONGEST_TAG)] = None
    count: Annotated[
        int | None, Field(ge=1, le=MOST_OF_AN_ITEM, description="Omit for a tag, which is a single piece")
    ] = None
    outcome: Annotated[Literal["ok", "damaged", "missing"], Field(description=_OUTCOME)] = "ok"
    note: Annotated[OptionalText, AtMost(200)] = None
    photo: Annotated[str | None, Field(pattern=DIGEST, description="Digest returned by POST /api/photos")] = None
    borrowed: Annotated[bool | None, Field(description=_BORROWED)] = None


class HandoverInput(RequestModel):
    """POST /api/bookings/{id}/handovers: a batch of pieces, recorded once per ``clientId``."""

    paths: ClassVar[frozenset[str]] = frozenset({"lines"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "kind": {"*": "Kind must be one of: pack, out, in"},
        "lines": {"too_short": "Add at least one line"},
        "signature": {"*": "The signature couldn't be read. Please sign again."},
    }

    client_id: Annotated[RequiredText, AtMost(80)]
    kind: Kind
    at: DateOrDateTime
    lines: Annotated[list[MovedInput], Field(min_length=1, max_length=MOST_LINES)]
    reason: Annotated[OptionalText, AtMost(300)] = None
    lights_tested: bool = False
    signed_by: Annotated[OptionalText, AtMost(120)] = None
    signature: Annotated[str | None, Field(max_length=20_000, pattern=STROKES, description=_STROKES)] = None


class ReturnInput(RequestModel):
    """PATCH /api/bookings/{id}/return: when late goods are expected back; null clears it."""

    expected_back: Annotated[DateOrDateTime | None, Field(description="A day, or a date-time")]


class ReturnOut(SparseModel):
    """When a booking's goods are expected back, and the upcoming bookings at risk."""

    expected_back: str | None
    goods: Goods
    at_risk: list[AtRiskOut]


class MovedOut(ResponseModel):
    """A line of a handover."""

    letter: str | None = None
    size: str | None = None
    finish: str | None = None
    item_id: int | None = None
    name: str | None = None
    tag: str | None = None
    count: int
    outcome: str
    note: str | None
    photo: str | None = None
    borrowed: Annotated[bool, Field(description="True for damaged or missing pieces of a lender")] = False


class HandoverOut(SparseModel):
    """Goods packed, sent out or returned; ``recordedAt`` is the server's time."""

    id: int
    client_id: str
    kind: Kind
    at: str
    recorded_at: str
    by: str
    reason: str | None
    lights_tested: bool
    signed_by: str | None
    signature: str | None
    lines: list[MovedOut]


class NamedPieceOut(ResponseModel):
    """A letter of a size and finish, or an item."""

    letter: str | None
    size: str | None
    finish: str | None
    item_id: int | None
    name: Annotated[str, Field(description="Display name")]


class CountedPieceOut(NamedPieceOut):
    """Quantities of a letter or item: booked, packed, out, and returned."""

    booked: int
    packed: int
    out: Annotated[int, Field(description="Out now")]
    back: int
    missing: Annotated[
        int, Field(description="Number of those counted as returned that were reported missing and aren't found yet")
    ] = 0


class GoodsOut(ResponseModel):
    """Where a booking's goods are."""

    goods: Goods
    overdue_since: str | None
    pieces: list[CountedPieceOut]


class RecordedOut(SparseModel):
    """A recorded handover, where the booking's goods are after it, and the upcoming bookings at risk."""

    handover: HandoverOut
    goods: Goods
    at_risk: list[AtRiskOut]


def _moved(lines: list[MovedInput], db: Session, prices: PriceList) -> tuple[Moved, ...]:
    """Parse the lines of a batch. Raises Invalid with the line's path, and NotFound for an unknown tag or photo."""
    named = [tags.normalize(line.tag) if line.tag else None for line in lines]
    tagged = tagged_goods.known(db, list(dict.fromkeys(tag for tag in named if tag)))
    photos.ensure_photos_exist(db, {line.photo for line in lines if line.photo})
    moved: list[Moved] = []
    for at, (line, tag) in enumerate(zip(lines, named, strict=True)):
        if tag is not None:
            if line.count not in {None, 1}:
                raise Invalid(fields={f"lines[{at}].count": "A tag is one piece. Leave the count out, or send 1"})
            moved.append(Moved(tagged[tag].piece, 1, line.outcome, line.note, tag, line.photo))
            continue
        piece = _piece(line, at, prices)
        if line.count is None:
            raise Invalid(fields={f"lines[{at}].count": "Count is required"})
        moved.append(Moved(piece, line.count, line.outcome, line.note, None, line.photo, line.borrowed))
    return tuple(moved)


def _piece(line: MovedInput, at: int, prices: PriceList) -> Piece:
    if line.item_id is not None:
        return Piece.of_item(line.item_id)
    if not line.letter or not line.size:
        raise Invalid(fields={f"lines[{at}].letter": "Name a letter with its size, or an item"})
    finish = prices.stored_finish(line.finish)
    try:
        letter = normalize_letter(line.letter)
    except MessageRefused as refused:
        raise Invalid(fields={f"lines[{at}].letter": str(refused)}) from None
    return Piece(line.size, letter, line.finish or "" if finish is None else finish)


def named_piece(piece: Piece, names: PieceLabels) -> NamedPieceOut:
    """Return a piece with its name."""
    if (item_id := piece.item_id) is not None:
        return NamedPieceOut(letter=None, size=None, finish=None, item_id=item_id, name=names.item(item_id))
    return NamedPieceOut(
        letter=piece.letter, size=piece.size, finish=names.finish(piece), item_id=None, name=piece.letter
    )


def counted_piece(row: Counted, names: PieceLabels) -> CountedPieceOut:
    """Serialize the counts of a letter or item."""
    return CountedPieceOut.adding(
        named_piece(row.piece, names),
        booked=row.booked,
        packed=row.packed,
        out=row.out,
        back=row.back,
        missing=row.missing,
    )


def _line_answer(line: StoredMove, names: PieceLabels) -> MovedOut:
    piece = Piece(line["size"], line["letter"], line["finish"])
    answer = MovedOut(count=line["count"], outcome=line["outcome"], note=line["note"])
    if (item_id := piece.item_id) is not None:
        answer.item_id, answer.name = item_id, names.item(item_id)
    else:
        answer.letter, answer.size, answer.finish = piece.letter, piece.size, names.finish(piece)
    if "tag" in line:
        answer.tag = line["tag"]
    if "photo" in line:
        answer.photo = line["photo"]
    if "borrowed" in line:
        answer.borrowed = line["borrowed"]
    return answer


def _answer(handover: Handover, names: PieceLabels, zone: ZoneInfo) -> HandoverOut:

    signed = handover.sign_off or asdict(NOT_SIGNED)
    return HandoverOut.of_row(
        handover,
        kind=cast("Kind", handover.kind),
        at=handover.at.astimezone(zone).isoformat(),
        recorded_at=handover.recorded_at.astimezone(zone).isoformat(),
        by=handover.who,
        lights_tested=signed["lights_tested"],
        signed_by=signed["signed_by"],
        signature=signed["signature"],
        lines=[_line_answer(line, names) for line in handover.lines],
    )


def _names(db: Session, rows: list[Handover]) -> PieceLabels:
    pieces = [Piece(line["size"], line["letter"], line["finish"]) for row in rows for line in row.lines]
    return handovers.known_names(db, pieces)


@router.get("/api/bookings/{booking_id}/handovers", response_model_exclude_unset=True)
def list_handovers(db: Db, caller: Annotated[Caller, Requires(SEE_BOOKINGS)], booking_id: PathId) -> list[HandoverOut]:
    """List a booking's handovers, oldest first: goods packed, sent out or returned."""
    operator = caller.operator
    queries.booking(db, booking_id)
    rows = handovers.of_booking(db, booking_id)
    names = _names(db, rows)
    return [_answer(row, names, ZoneInfo(operator.time_zone)) for row in rows]


@router.get("/api/bookings/{booking_id}/goods")
def goods_of_booking(db: Db, caller: Annotated[Caller, Requires(SEE_BOOKINGS)], booking_id: PathId) -> GoodsOut:
    """Return how many of each of a booking's pieces are booked, packed, out, and returned."""
    operator = caller.operator
    terms, now = read_operator(db.connection(), operator.id), clock.now()
    booking = queries.booking(db, booking_id)
    rows = handovers.counted_pieces(db, terms, booking, now)
    names = handovers.known_names(db, [row.piece for row in rows])
    state, since = _goods_of(booking, terms, now)
    return GoodsOut(
        goods=state,
        overdue_since=since.isoformat() if since else None,
        pieces=[counted_piece(row, names) for row in rows],
    )


@router.post(
    "/api/bookings/{booking_id}/handovers",
    status_code=201,
    responses=errors(409) | {200: {"model": RecordedOut}},
    response_model_exclude_unset=True,
)
def record_handover(
    response: Response,
    db: Db,
    caller: Annotated[Caller, Requires(ADD_NOTES)],
    terms: LockedTerms,
    booking: BookingForUpdate,
    body: HandoverInput,
) -> RecordedOut:
    """Record goods packed, sent out or returned. Repeating a ``clientId`` returns the recorded handover with status
    200.
    """
    if body.reason and not caller.may(HANDLE_BOOKINGS):
        raise Forbidden
    now, prices = clock.now(), pricing.price_list(db)
    batch = Batch(
        body.client_id,
        body.kind,
        read_phone_time(body.at, terms.zone),
        _moved(body.lines, db, prices),
        body.reason,
        SignOff(body.lights_tested, body.signed_by, body.signature),
    )
    handover, is_new = handovers.record(db, terms, booking, batch, by=caller.user, now=now)
    db.flush()
    if not is_new:
        response.status_code = 200
    return RecordedOut(
        handover=_answer(handover, _names(db, [handover]), terms.zone),
        goods=_goods_of(booking, terms, now)[0],
        at_risk=at_risk.announced(db, terms, now, prices),
    )


@router.patch("/api/bookings/{booking_id}/return", response_model_exclude_unset=True, responses=errors(409))
def expect_return(
    db: Db,
    caller: Annotated[Caller, Requires(ADD_NOTES)],
    terms: LockedTerms,
    booking: BookingForUpdate,
    body: ReturnInput,
) -> ReturnOut:
    """Set when late goods are expected back. They are held until then; the pickup and the price don't change."""
    now = clock.now()
    when = read_moment(body.expected_back, terms.zone, "expectedBack") if body.expected_back else None
    returns.expect(db, terms, booking, when, by=caller.user, now=now)
    return ReturnOut(
        expected_back=expected_back(booking, terms.zone),
        goods=_goods_of(booking, terms, now)[0],
        at_risk=at_risk.announced(db, terms, now, pricing.price_list(db)),
    )


def _goods_of(booking: Booking, terms: Terms, now: datetime) -> GoodsState:
    return goods_of(booking, terms.zone, now, terms.rules.overdue_grace_hours)
