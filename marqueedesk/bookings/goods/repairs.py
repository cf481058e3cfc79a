"""Repairs and losses: record, end, reopen and list them (L11). Changes are made under the operator's lock."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import outages
from marqueedesk.availability.models import MISSING, LetterOutage
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings import queries
from marqueedesk.bookings.charges import charges
from marqueedesk.bookings.errors import AlreadyReported
from marqueedesk.bookings.goods import handovers
from marqueedesk.bookings.goods.models import Handover
from marqueedesk.bookings.models import PACKED, RESERVED, Booking
from marqueedesk.inventory import items, tags
from marqueedesk.inventory.errors import UnknownLetter
from marqueedesk.inventory.message import MessageRefused, normalize_letter
from marqueedesk.inventory.models import (
    PIECE_DAMAGED,
    PIECE_MISSING,
    PIECE_OK,
    PIECE_RETIRED,
    InventoryItem,
    Item,
    TaggedPiece,
)
from marqueedesk.inventory.outage_schemas import RepairInput, RepairOut
from marqueedesk.inventory.pieces import ITEM, Piece
from marqueedesk.kit.errors import Invalid, NotFound
from marqueedesk.kit.money import units
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.price_list import PriceList

MOST_LISTED: Final = 500
_PIECE_STATE: Final = {"repair": PIECE_DAMAGED, "missing": PIECE_MISSING}


def record(
    db: Session, terms: Terms, payload: RepairInput, prices: PriceList, *, by: User, now: datetime
) -> LetterOutage:
    """Take pieces out of service from today, without an end date, even if bookings hold them.

    Raises Invalid by field, NotFound for an unknown letter, item, tagged piece or booking, TooManyOut, and
    AlreadyReported for a tagged piece that is out of service.
    """
    tagged = None if payload.piece_id is None else _tagged(db, payload, prices)
    owned = _owner(db, tagged.piece if tagged else _piece(payload, prices))
    booking = None if payload.booking_id is None else queries.booking(db, payload.booking_id)
    if booking is not None:
        handovers.ensure_had(db, terms, booking, {"bookingId": owned.piece}, now)
    outage = outages.add(
        db,
        terms,
        owned,
        count=payload.count,
        first=terms.today(now),
        last=None,
        reason=payload.reason,
        kind=payload.kind,
        booking_id=payload.booking_id,
        now=now,
        reported_by=by.username,
        piece_id=payload.piece_id,
    )
    if tagged is not None:
        tagged.state, tagged.updated_at = _PIECE_STATE[payload.kind], now
    if booking is not None and _was_out(booking, terms, now):
        damage = charges.Damage(owned.piece, payload.count, payload.kind, payload.reason, outage.id)
        charges.propose(db, booking, damage, by=by, now=now)
    return outage


def _was_out(booking: Booking, terms: Terms, now: datetime) -> bool:
    """Return true if a booking's goods have been delivered, even if that wasn't recorded. The customer isn't
    responsible for earlier damage.
    """
    return booking.goods not in {RESERVED, PACKED} or booking.delivery_day < terms.today(now)


def _tagged(db: Session, payload: RepairInput, prices: PriceList) -> TaggedPiece:
    tagged = tags.piece(db, payload.piece_id or 0)
    if payload.count != 1:
        raise Invalid(fields={"count": "A tagged piece is one piece. Leave the count out, or send 1"})
    if (payload.letter or payload.item_id) and _piece(payload, prices) != tagged.piece:
        raise Invalid(fields={"pieceId": "This tag is of another letter or item"})
    if tagged.state == PIECE_RETIRED:
        raise Invalid(fields={"pieceId": "This piece is retired"})
    is_open = select(LetterOutage.id).where(LetterOutage.piece_id == tagged.id, outages.IS_OPEN)
    if db.scalars(is_open).first() is not None:
        raise AlreadyReported.format(tag=tagged.tag)
    return tagged


def _piece(payload: RepairInput, prices: PriceList) -> Piece:
    if payload.item_id is not None:
        return Piece.of_item(payload.item_id)
    missing = [name for name in ("letter", "size") if not getattr(payload, name)]
    if missing:
        raise Invalid(fields={name: f"{name.capitalize()} is required" for name in missing})
    try:
        letter = normalize_letter(payload.letter or "")
    except MessageRefused as refused:
        raise Invalid(fields={"letter": str(refused)}) from None
    finish = prices.stored_finish(payload.finish)
    return Piece(payload.size or "", letter, payload.finish or "" if finish is None else finish)


def _owner(db: Session, piece: Piece) -> InventoryItem | Item:
    if (item_id := piece.item_id) is not None:
        return items.item(db, item_id)
    owner = handovers.owner_of(db, piece)
    if owner is None:
        raise UnknownLetter
    return owner


def owner_of_repair(db: Session, outage: LetterOutage) -> InventoryItem | Item:
    """Return the letter or item of an outage. Raises NotFound if it was deleted."""
    owner = handovers.owner_of(db, Piece(outage.size, outage.letter, outage.finish))
    if owner is None:
        raise NotFound
    return owner


def end(db: Session, terms: Terms, outage: LetterOutage, now: datetime) -> None:
    """Put pieces back in service. No-op if they already are."""
    if outage.ended_at is not None:
        return
    outages.end(db, terms, outage, now)
    charges.outage_is_over(db, outage)
    _mark_tagged(db, outage, PIECE_OK, now)


def reopen(db: Session, terms: Terms, outage: LetterOutage, *, by: User, now: datetime) -> None:
    """Take the pieces of an ended outage out of service again. No-op if they already are. Raises NotFound and
    TooManyOut.
    """
    if outage.ended_at is None:
        return
    outages.reopen(db, terms, owner_of_repair(db, outage), outage)
    charges.outage_is_back(db, outage, by=by, now=now)
    _mark_tagged(db, outage, _PIECE_STATE[outage.kind], now)


def change_kind(db: Session, terms: Terms, outage: LetterOutage, kind: str, now: datetime) -> None:
    """Turn a repair into a loss, which has no end date, or a loss into a repair. Raises NotFound for an ended one."""
    if outage.ended_at is not None:
        raise NotFound
    if kind == outage.kind:
        return
    if kind == MISSING:
        outages.change_last_day(db, terms, owner_of_repair(db, outage), outage, None)
    outage.kind = kind
    charges.outage_changed_kind(db, outage)
    _mark_tagged(db, outage, _PIECE_STATE[kind], now)
    db.flush()


def _mark_tagged(db: Session, outage: LetterOutage, state: str, now: datetime) -> None:
    if outage.piece_id is None:
        return
    tagged = tags.piece(db, outage.piece_id)
    if tagged.state != PIECE_RETIRED:
        tagged.state, tagged.updated_at = state, now


def open_repairs(db: Session, terms: Terms, now: datetime, *, money: bool) -> list[RepairOut]:
    """Return open repairs and losses, most recently reported first, with amounts if the user may see them."""
    rows = db.scalars(
        select(LetterOutage)
        .where(LetterOutage.last_day >= terms.today(now), outages.IS_OPEN)
        .order_by(LetterOutage.created_at.desc(), LetterOutage.id.desc())
        .limit(MOST_LISTED)
    ).all()
    return serialize(db, terms, rows, money=money)


def serialize(db: Session, terms: Terms, rows: Sequence[LetterOutage], *, money: bool) -> list[RepairOut]:
    """Serialize outages, with amounts if ``money``."""
    usual = pricing.price_list(db).usual_finish
    of_items = {row.inventory_id for row in rows if row.size == ITEM}
    of_letters = {row.inventory_id for row in rows if row.size != ITEM}
    owned_items = {row.id: row for row in db.scalars(select(Item).where(Item.id.in_(of_items)))} if of_items else {}
    statement = select(InventoryItem).where(InventoryItem.id.in_(of_letters))
    letters = {row.id: row for row in db.scalars(statement)} if of_letters else {}
    of_pieces = {row.piece_id for row in rows if row.piece_id is not None}
    tag_of: dict[int, str] = {}
    if of_pieces:
        tag_of = {row.id: row.tag for row in db.scalars(select(TaggedPiece).where(TaggedPiece.id.in_(of_pieces)))}
    from_bookings = {row.booking_id for row in rows if row.booking_id is not None}
    bookings, reporters = {}, {}
    if from_bookings:
        bookings = {row.id: row for row in db.scalars(select(Booking).where(Booking.id.in_(from_bookings)))}
        handed = db.scalars(select(Handover).where(Handover.booking_id.in_(from_bookings), Handover.kind == "in"))
        reporters = {(row.booking_id, row.recorded_at): row.who for row in handed}
    shown: list[RepairOut] = []
    for row in rows:
        is_item = row.size == ITEM
        owner = owned_items.get(row.inventory_id) if is_item else letters.get(row.inventory_id)
        booking = bookings.get(row.booking_id or 0)
        entry = RepairOut.model_validate(
            {
                "id": row.id,
                "kind": row.kind,
                "item_id": row.inventory_id if is_item else None,
                "inventory_id": None if is_item else row.inventory_id,
                "name": owner.name if isinstance(owner, Item) else row.letter,
                "letter": None if is_item else row.letter,
                "size": None if is_item else row.size,
                "finish": None if is_item else row.finish or usual,
                "tag": tag_of.get(row.piece_id or 0),
                "count": row.count,
                "first_day": row.first_day.isoformat(),
                "last_day": None if row.last_day == outages.FOREVER else row.last_day.isoformat(),
                "reason": row.reason,
                "reported_at": row.created_at.astimezone(terms.zone).isoformat(),
                "reported_by": row.reported_by or reporters.get((row.booking_id or 0, row.created_at)),
                "photo": row.photos[0] if row.photos else None,
                "photos": row.photos,
                "booking_id": booking.id if booking else None,
                "booking_number": booking.number if booking else None,
                "customer_name": booking.customer_name if booking else None,
            }
        )
        if money:
            cents = owner.replacement_cents if owner is not None else None
            entry.cost = None if row.cost_cents is None else units(row.cost_cents)
            entry.replacement_price = None if cents is None else units(cents)
        shown.append(entry)
    return shown
