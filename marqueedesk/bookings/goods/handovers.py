"""Goods going out and coming back: handover rules, their effect on holds and stock, and the state of a booking's goods.

All writes happen under the operator's lock. A piece's count away from the warehouse is ``out - in - missing``. Returned
pieces are available right away, even before the pickup day. A damaged piece opens a repair without an end date, a
missing one a loss, unless it belongs to a lender. The same applies to pieces found damaged or missing before going out,
which then don't count as packed or out.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.availability import borrowed, outages
from marqueedesk.availability import service as availability
from marqueedesk.availability.models import BOOKING, MISSING, REPAIR, Holder, LetterHold, LetterOutage
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.charges import charges
from marqueedesk.bookings.errors import HandoverRefused
from marqueedesk.bookings.goods import tagged_goods
from marqueedesk.bookings.goods.handover_batch import Batch, Moved, moves
from marqueedesk.bookings.goods.handover_checks import check_in, check_out
from marqueedesk.bookings.goods.models import Handover, PieceOut
from marqueedesk.bookings.goods.phone_times import check_phone_time
from marqueedesk.bookings.goods.pieces_out import change_out, out_of
from marqueedesk.bookings.models import (
    BACK,
    CANCELED,
    COMPLETED,
    OUT,
    PACKED,
    PARTLY_BACK,
    RESERVED,
    Booking,
    StoredGoods,
)
from marqueedesk.bookings.stored_rental import rental_of
from marqueedesk.inventory import photos
from marqueedesk.inventory.models import InventoryItem, Item
from marqueedesk.inventory.pieces import Needs, Piece, PieceLabels
from marqueedesk.kit.errors import Invalid, NotFound
from marqueedesk.kit.http.idempotency import fingerprint
from marqueedesk.pricing import queries as pricing


def record(
    db: Session, terms: Terms, booking: Booking, batch: Batch, *, by: User, now: datetime
) -> tuple[Handover, bool]:
    """Record a batch once. Returns it, and true if it is new. ``terms`` are those read when this transaction took the
    lock.

    Raises Invalid on ``at`` or on a line with a piece the booking never had, NotFound, and HandoverRefused with code
    key_reused, not_out, out_elsewhere, retired, more_than_booked or canceled. Nothing is stored then.
    """
    recorded = db.scalars(select(Handover).where(Handover.client_id == batch.client_id)).one_or_none()
    if recorded is not None:
        if (recorded.booking_id, recorded.fingerprint) != (booking.id, batch.fingerprint):
            raise HandoverRefused("key_reused", "This id was already used for another handover. Use a new id.")
        return recorded, False
    check_phone_time(batch.at, now)
    # If several lines have the same tag, the first one counts.
    outcomes = {line.tag: line.outcome for line in reversed(batch.lines) if line.tag}
    past = of_booking(db, booking.id)
    pieces = tagged_goods.known(db, list(outcomes))
    scanned = tagged_goods.check(db, booking, batch.kind, pieces, outcomes, is_delivery_recorded=_has_out(past))
    lines = _counted_once(batch.lines, scanned)
    names = names_of(db, [line.piece for line in lines])
    moved = _sums([line for line in lines if moves(batch.kind, line.outcome)])
    stays = {_field(at, line): line.piece for at, line in enumerate(batch.lines) if not moves(batch.kind, line.outcome)}
    if stays:
        ensure_had(db, terms, booking, stays, now)
    if batch.kind == "out" and (moved or not stays):
        before = out_of(db, booking)
        if before and not _has_out(past):
            # They were assumed to be out when others came back. This is the first record of what really went out.
            change_out(db, terms, booking, before, before, -1)
            before = {}
        check_out(db, terms, booking, moved, before, batch.reason, names, now)
        away = change_out(db, terms, booking, before, _not_back(moved, past, batch.at), 1)
        _keep(db, terms, booking, away, now)
    elif batch.kind == "in":
        before = expected = out_of(db, booking)
        is_recorded = _has_out(past)
        if not is_recorded and not before:
            expected = _unreturned(terms, booking, past, now)
            if booking.goods != BACK and booking.status not in {CANCELED, COMPLETED}:
                before = change_out(db, terms, booking, {}, expected, 1)
        check_in(booking, moved, expected, names, is_delivery_recorded=is_recorded)
        away = change_out(db, terms, booking, before, moved, -1)
        availability.free_some(db, terms, Holder(BOOKING, booking.id), moved)
        _keep(db, terms, booking, away, now)
    photos.mark_in_handover(db, {line.photo for line in lines if line.photo})
    faulty = [line for line in lines if line.outcome != "ok"]
    lent = _lent(db, terms, booking, faulty, now)
    for line in faulty:
        _damaged(db, terms, booking, batch.kind, line, lent.get(line, 0), by, now)
    handover = Handover(
        booking_id=booking.id,
        client_id=batch.client_id,
        fingerprint=batch.fingerprint,
        kind=batch.kind,
        at=batch.at,
        recorded_at=now,
        who=by.username[:120],
        reason=batch.reason,
        lines=[
            {**line.piece._asdict(), "count": line.count, "outcome": line.outcome, "note": line.note}
            | {name: text for name, text in (("tag", line.tag), ("photo", line.photo)) if text}
            | ({"borrowed": True} if line in lent else {})
            for line in lines
        ],
        sign_off=batch.sign_off.to_json(),
    )
    db.add(handover)
    tagged_goods.move(scanned, booking, now)
    db.flush()
    if batch.kind == "in":
        tagged_goods.no_longer_out(db, booking, out_of(db, booking), now)
    booking.goods = state_now(db, terms, booking, now)
    if booking.goods == BACK:
        # Also release the pieces that never left.
        availability.release(db, terms, holder_id=booking.id)
    return handover, True


def _has_out(past: Iterable[Handover]) -> bool:
    """Return true if pieces were recorded as sent out. Without that, a return implies an unrecorded delivery."""
    return any(row.kind == "out" and any(moves("out", line["outcome"]) for line in row.lines) for row in past)


def _unreturned(terms: Terms, booking: Booking, past: Iterable[Handover], now: datetime) -> dict[Piece, int]:
    """Return the booked pieces that haven't come back, for a booking whose delivery wasn't recorded."""
    back: dict[Piece, int] = {}
    for row in past:
        if row.kind == "in":
            _add_to(back, row)
    booked = rental_of(booking, terms, now).request.needs
    left = {piece: count - back.get(piece, 0) for piece, count in booked.items()}
    return {piece: count for piece, count in left.items() if count > 0}


def _not_back(moved: Needs, past: Sequence[Handover], at: datetime) -> dict[Piece, int]:
    """Return the pieces still out from a delivery at ``at``, even if their return was recorded before the delivery."""
    back: dict[Piece, int] = {}
    if not _has_out(past):
        for row in past:
            if row.kind == "in" and row.at > at:
                _add_to(back, row)
    return {piece: max(0, count - back.get(piece, 0)) for piece, count in moved.items()}


def _counted_once(lines: Sequence[Moved], scanned: tagged_goods.Scanned) -> list[Moved]:
    """Return the lines without repeated tags: each tag counts once, and tags that were counted before are skipped."""
    seen: set[str] = set()
    counted: list[Moved] = []
    for line in lines:
        if line.tag in seen or not scanned.counts(line.tag):
            continue
        if line.tag is not None:
            seen.add(line.tag)
        counted.append(line)
    return counted


def of_booking(db: Session, booking_id: int) -> list[Handover]:
    """Return a booking's handovers, oldest first."""
    statement = select(Handover).where(Handover.booking_id == booking_id).order_by(Handover.at, Handover.id)
    return list(db.scalars(statement))


def state_now(db: Session, terms: Terms, booking: Booking, now: datetime) -> StoredGoods:
    """Return the state of a booking's goods after its handovers.

    If only some pieces went out and came back, the rest still have to go out and stay reserved or packed. Once goods
    come back on the pickup day or later, the rental is over: pieces that never left aren't needed anymore. Goods that
    come back without a recorded delivery were all delivered.
    """
    sums: dict[str, dict[Piece, int]] = {"pack": {}, "out": {}, "in": {}}
    last_in: datetime | None = None
    for handover in of_booking(db, booking.id):
        _add_to(sums[handover.kind], handover)
        if handover.kind == "in":
            last_in = handover.at
    out, is_away = sum(sums["out"].values()), bool(out_of(db, booking))
    before = PACKED if sums["pack"] else RESERVED
    if out == 0 and last_in is None:
        return before
    if last_in is None:
        return OUT
    if is_away:
        return PARTLY_BACK
    if out == 0:
        # The delivery wasn't recorded, and everything booked came back.
        return BACK
    if booking.status == CANCELED or last_in.astimezone(terms.zone).date() >= booking.pickup_day:
        return BACK
    booked = rental_of(booking, terms, now).request.needs
    return before if any(count > sums["out"].get(piece, 0) for piece, count in booked.items()) else BACK


def _add_to(row: dict[Piece, int], handover: Handover) -> None:
    for line in handover.lines:
        if not moves(handover.kind, line["outcome"]):
            continue
        piece = Piece(line["size"], line["letter"], line["finish"])
        row[piece] = row.get(piece, 0) + line["count"]


@dataclass(frozen=True, slots=True)
class Counted:
    """Quantities of one of a booking's pieces: booked, packed, out, and returned. ``missing`` of those counted as
    returned were reported missing and haven't been found.
    """

    piece: Piece
    booked: int
    packed: int
    out: int
    back: int
    missing: int = 0


def counted_pieces(db: Session, terms: Terms, booking: Booking, now: datetime) -> list[Counted]:
    """Return a booking's pieces in line order, followed by other pieces that went out with it."""
    booked = rental_of(booking, terms, now).request.needs
    past = of_booking(db, booking.id)
    return _counted(booked, out_of(db, booking), past, _missing(db, {booking.id: past}).get(booking.id, {}))


def ensure_had(db: Session, terms: Terms, booking: Booking, pieces: Mapping[str, Piece], now: datetime) -> None:
    """Raise Invalid for pieces that a booking never had. ``pieces`` maps the field to report to each piece."""
    had = {counted.piece for counted in counted_pieces(db, terms, booking, now)}
    wrong = {field: piece for field, piece in pieces.items() if piece not in had}
    if not wrong:
        return
    names = names_of(db, wrong.values())
    fields: dict[str, str] = {}
    for field, piece in wrong.items():
        name = f"{piece.letter} ({piece.size})" if (item_id := piece.item_id) is None else names.item(item_id)
        fields[field] = f"Booking #{booking.number} has no {name}. Check the piece and the booking"
    raise Invalid(fields=fields)


def _field(at: int, line: Moved) -> str:
    """Return the name of the request field that identifies a line's piece."""
    return f"lines[{at}].{'tag' if line.tag else 'letter' if line.piece.item_id is None else 'itemId'}"


def counted_of(db: Session, booked: Mapping[int, Needs]) -> dict[int, list[Counted]]:
    """Like `counted_pieces`, but for several bookings. ``booked`` has each booking's pieces by its ID."""
    if not booked:
        return {}
    out: dict[int, dict[Piece, int]] = {}
    for row in db.scalars(select(PieceOut).where(PieceOut.booking_id.in_(booked))):
        out.setdefault(row.booking_id, {})[Piece(row.size, row.letter, row.finish)] = row.count
    past = _past(db, booked)
    missing = _missing(db, past)
    return {
        booking_id: _counted(needs, out.get(booking_id, {}), past.get(booking_id, ()), missing.get(booking_id, {}))
        for booking_id, needs in booked.items()
    }


def missing_of(db: Session, booking_ids: Collection[int]) -> dict[int, int]:
    """Return the number of pieces that bookings reported missing on return and that haven't been found, by booking."""
    if not booking_ids:
        return {}
    missing = _missing(db, _past(db, booking_ids))
    return {booking_id: sum(counts.values()) for booking_id, counts in missing.items()}


def _past(db: Session, booking_ids: Collection[int]) -> dict[int, list[Handover]]:
    past: dict[int, list[Handover]] = {}
    for handover in db.scalars(select(Handover).where(Handover.booking_id.in_(booking_ids)).order_by(Handover.id)):
        past.setdefault(handover.booking_id, []).append(handover)
    return past


def _missing(db: Session, past: Mapping[int, Sequence[Handover]]) -> dict[int, dict[Piece, int]]:
    """Return the pieces that bookings reported missing on return and that haven't been found, by booking."""
    reported: dict[int, dict[Piece, int]] = {}
    for booking_id, rows in past.items():
        for row in rows:
            for line in row.lines:
                if row.kind == "in" and line["outcome"] == "missing":
                    counts, piece = (
                        reported.setdefault(booking_id, {}),
                        Piece(line["size"], line["letter"], line["finish"]),
                    )
                    counts[piece] = counts.get(piece, 0) + line["count"]
    if not reported:
        return {}
    # A loss reported earlier may have no booking.
    losses = outages.open_losses(db, {piece.letter for counts in reported.values() for piece in counts})
    return {
        booking_id: {
            piece: min(count, losses.get((piece, booking_id), 0) + losses.get((piece, None), 0))
            for piece, count in counts.items()
        }
        for booking_id, counts in reported.items()
    }


def _counted(booked: Needs, out: Needs, past: Iterable[Handover], missing: Needs) -> list[Counted]:
    sums: dict[str, dict[Piece, int]] = {"pack": {}, "out": {}, "in": {}}
    for handover in past:
        _add_to(sums[handover.kind], handover)
    return [
        Counted(
            piece,
            booked.get(piece, 0),
            sums["pack"].get(piece, 0),
            out.get(piece, 0),
            sums["in"].get(piece, 0),
            missing.get(piece, 0),
        )
        for piece in dict.fromkeys([*booked, *sums["out"]])
    ]


def still_needed(db: Session, booking: Booking, needs: Needs) -> dict[Piece, int]:
    """Return the pieces in ``needs`` that a booking must still hold: those out, and those not returned yet."""
    away = out_of(db, booking)
    if booking.goods in {RESERVED, PACKED} and not away:
        return dict(needs)
    back: dict[Piece, int] = {}
    for handover in of_booking(db, booking.id):
        if handover.kind == "in":
            _add_to(back, handover)
    needed = {
        piece: max(away.get(piece, 0), needs.get(piece, 0) - back.get(piece, 0))
        for piece in dict.fromkeys([*needs, *away])
    }
    return {piece: count for piece, count in needed.items() if count > 0}


def keep_out(db: Session, terms: Terms, booking: Booking, *, now: datetime) -> None:
    """Hold at least the pieces that are out with a booking, whatever its status, because they aren't available to
    others.
    """
    _keep(db, terms, booking, out_of(db, booking), now)


def _keep(db: Session, terms: Terms, booking: Booking, away: Needs, now: datetime) -> None:
    if not away:
        return
    held = {
        Piece(size, letter, finish): count
        for size, letter, finish, count in db.execute(
            select(LetterHold.size, LetterHold.letter, LetterHold.finish, func.min(LetterHold.count))
            .where(LetterHold.kind == BOOKING, LetterHold.holder_id == booking.id)
            .group_by(LetterHold.size, LetterHold.letter, LetterHold.finish)
        )
    }
    own = Holder(BOOKING, booking.id)
    for piece, count in borrowed.counts_of(borrowed.borrowed_for(db.connection(), terms.operator_id, own)).items():
        held[piece] = held.get(piece, 0) + count
    more = {piece: count - held.get(piece, 0) for piece, count in away.items() if count > held.get(piece, 0)}
    if more:
        days, today = rental_of(booking, terms, now).request.when, terms.today(now)
        last = max(today, days.last)
        availability.hold_more(db, terms, own, more, first=today, last=last, due=days.pickup.day)


def undo_completion(db: Session, terms: Terms, booking: Booking) -> None:
    """When reopening a booking, undo the returns that completing it recorded."""
    for handover in of_booking(db, booking.id):
        if not handover.client_id.startswith(_completion_id(booking)):
            continue
        undone: dict[Piece, int] = {}
        _add_to(undone, handover)
        change_out(db, terms, booking, out_of(db, booking), undone, 1)
        db.delete(handover)
    db.flush()


def _completion_id(booking: Booking) -> str:
    return f"completed-{booking.id}-"


def take_all_back(db: Session, terms: Terms, booking: Booking, *, by: User | str, now: datetime) -> None:
    """Record everything still out with a completed booking as returned. The caller releases the booking's holds."""
    del terms
    left = db.scalars(select(PieceOut).where(PieceOut.booking_id == booking.id)).all()
    if left:
        who = by if isinstance(by, str) else by.username
        lines = [
            {**Piece(row.size, row.letter, row.finish)._asdict(), "count": row.count, "outcome": "ok", "note": None}
            for row in left
        ]
        client_id = f"{_completion_id(booking)}{booking.revision}"
        db.add(
            Handover(
                booking_id=booking.id,
                client_id=client_id,
                fingerprint=fingerprint(client_id.encode()),
                kind="in",
                at=now,
                recorded_at=now,
                who=who[:120],
                reason=None,
                lines=lines,
            )
        )
        db.execute(delete(PieceOut).where(PieceOut.booking_id == booking.id))
        db.flush()
    tagged_goods.all_back(db, booking, now)
    booking.goods = BACK


def names_of(db: Session, pieces: Iterable[Piece]) -> PieceLabels:
    """Return the names of these pieces. Raises NotFound for an unknown item."""
    ids = {item_id for piece in pieces if (item_id := piece.item_id) is not None}
    items = {row.id: row.name for row in db.scalars(select(Item).where(Item.id.in_(ids)))} if ids else {}
    if set(items) != ids:
        raise NotFound("Unknown item")
    return PieceLabels(pricing.price_list(db).usual_finish, items)


def known_names(db: Session, pieces: Iterable[Piece]) -> PieceLabels:
    """Return the names of pieces. A deleted item is named by its number."""
    ids = {item_id for piece in pieces if (item_id := piece.item_id) is not None}
    items = {row.id: row.name for row in db.scalars(select(Item).where(Item.id.in_(ids)))} if ids else {}
    return PieceLabels(pricing.price_list(db).usual_finish, items)


def _sums(lines: Sequence[Moved]) -> dict[Piece, int]:
    sums: dict[Piece, int] = {}
    for line in lines:
        sums[line.piece] = sums.get(line.piece, 0) + line.count
    return sums


def _lent(db: Session, terms: Terms, booking: Booking, faulty: Sequence[Moved], now: datetime) -> dict[Moved, int]:
    """Return how many pieces of damaged or missing lines belong to a lender, by line. Tagged pieces are own ones."""
    if not faulty:
        return {}
    lent = borrowed.counts_of(borrowed.borrowed_for(db.connection(), terms.operator_id, Holder(BOOKING, booking.id)))
    if not lent:
        return {}
    booked = rental_of(booking, terms, now).request.needs
    parts = {
        line: borrowed.lent_part(line.count, booked.get(line.piece, 0), lent[line.piece], is_lent=line.is_lent)
        for line in faulty
        if line.tag is None
    }
    return {line: count for line, count in parts.items() if count}


def _damaged(
    db: Session, terms: Terms, booking: Booking, handed: str, line: Moved, lent: int, by: User, now: datetime
) -> None:
    """Take damaged or lost pieces out of service, except those ``lent`` by others, and propose a charge for all that
    came in.
    """
    kind = MISSING if line.outcome == "missing" else REPAIR
    own = replace(line, count=line.count - lent)
    outage = _out_of_service(db, terms, booking, own, kind, by, now) if own.count else None
    if handed != "in":
        return
    damage = charges.Damage(line.piece, line.count, kind, line.note, None if outage is None else outage.id)
    charges.propose(db, booking, damage, by=by, now=now)


def _out_of_service(
    db: Session, terms: Terms, booking: Booking, line: Moved, kind: str, by: User, now: datetime
) -> LetterOutage | None:
    owner, today = owner_of(db, line.piece), terms.today(now)
    # The pieces may have been reported before they came in: never take more out of service than exist.
    left = 0 if owner is None else owner.quantity - outages.most_out(outages.of_piece(db, line.piece), today)
    if owner is None or left <= 0:
        return None
    return outages.add(
        db,
        terms,
        owner,
        count=min(line.count, left),
        first=today,
        last=None,
        reason=line.note or (f"Booking #{booking.number}"),
        kind=kind,
        booking_id=booking.id,
        now=now,
        reported_by=by.username,
        photo=line.photo,
    )


def owner_of(db: Session, piece: Piece) -> InventoryItem | Item | None:
    """Return the inventory row that stores the quantity of a piece."""
    if (item_id := piece.item_id) is not None:
        return db.scalars(select(Item).where(Item.id == item_id)).one_or_none()
    return db.scalars(
        select(InventoryItem).where(
            InventoryItem.size == piece.size,
            InventoryItem.letter == piece.letter,
            InventoryItem.finish == piece.finish,
        )
    ).one_or_none()
