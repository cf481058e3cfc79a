"""Tagged pieces in handovers: look up scanned tags, validate them, and update their state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from marqueedesk.bookings import queries
from marqueedesk.bookings.errors import HandoverRefused
from marqueedesk.bookings.goods.handover_batch import moves
from marqueedesk.bookings.models import HOLDING, Booking
from marqueedesk.inventory import tags
from marqueedesk.inventory.models import (
    PIECE_BACK,
    PIECE_DAMAGED,
    PIECE_MISSING,
    PIECE_OK,
    PIECE_OUT,
    PIECE_PACKED,
    PIECE_RETIRED,
    TaggedPiece,
)
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit.errors import NotFound

_PLACE = {"pack": PIECE_PACKED, "out": PIECE_OUT, "in": PIECE_BACK}
_STATE = {"ok": PIECE_OK, "damaged": PIECE_DAMAGED, "missing": PIECE_MISSING}
_REACHED = {"pack": {PIECE_PACKED, PIECE_OUT}, "out": {PIECE_OUT}, "in": {PIECE_BACK}}


@dataclass(frozen=True, slots=True)
class Scanned:
    """The tags that count in a handover. Each counts once, and not at all if it was counted in an earlier handover."""

    kind: str
    fresh: Mapping[str, TaggedPiece]
    outcomes: Mapping[str, str]

    def counts(self, tag: str | None) -> bool:
        """Return true if a line counts. Lines without a tag always count."""
        return tag is None or tag in self.fresh


def known(db: Session, scanned: Sequence[str]) -> dict[str, TaggedPiece]:
    """Look up the pieces of these tags. Raises NotFound for an unknown tag."""
    pieces = tags.by_tag(db, list(scanned))
    missing = [tag for tag in scanned if tag not in pieces]
    if missing:
        raise NotFound(f"No piece has the tag {missing[0]}. Check the tag, or count the piece without a tag.")
    return pieces


def check(
    db: Session,
    booking: Booking,
    kind: str,
    pieces: Mapping[str, TaggedPiece],
    outcomes: Mapping[str, str],
    *,
    is_delivery_recorded: bool,
) -> Scanned:
    """Validate that the pieces can be handed over with a booking. ``outcomes`` has their condition by tag. Without a
    recorded delivery, any piece that isn't elsewhere can come in.

    Raises HandoverRefused with code retired, not_out, or out_elsewhere for a piece that is packed for or out with
    another booking, naming that booking. A piece for which the same step was already recorded doesn't count again.
    """
    fresh: dict[str, TaggedPiece] = {}
    for tag, piece in pieces.items():
        if piece.state == PIECE_RETIRED:
            raise HandoverRefused("retired", f"The piece with the tag {tag} is retired. Use another piece.")
        is_elsewhere = piece.place in {PIECE_PACKED, PIECE_OUT} and piece.booking_id != booking.id
        if is_elsewhere and piece.booking_id is not None:
            other = queries.booking(db, piece.booking_id)
            if piece.place == PIECE_PACKED and other.status not in HOLDING:
                # Packed for a booking that no longer needs it.
                fresh[tag] = piece
                continue
            how = "out with" if piece.place == PIECE_OUT else "packed for"
            sentence = f"The piece with the tag {tag} is {how} booking #{other.number} ({other.customer_name})."
            raise HandoverRefused("out_elsewhere", sentence, bookingId=other.id, number=other.number)
        mine = piece.booking_id == booking.id
        if mine and _is_recorded(piece, kind, outcomes[tag]):
            continue
        if kind == "in" and is_delivery_recorded and not (mine and piece.place == PIECE_OUT):
            sentence = f"The piece with the tag {tag} didn't go out with booking #{booking.number}."
            raise HandoverRefused("not_out", sentence)
        fresh[tag] = piece
    return Scanned(kind, fresh, outcomes)


def _is_recorded(piece: TaggedPiece, kind: str, outcome: str) -> bool:
    """Return true if the same step was already recorded for this booking's piece."""
    if moves(kind, outcome):
        return piece.place in _REACHED[kind]
    return piece.place == PIECE_OUT or (piece.place == PIECE_BACK and piece.state == _STATE[outcome])


def move(scanned: Scanned, booking: Booking, now: datetime) -> None:
    """Update location and condition of the pieces in a handover."""
    for tag, piece in scanned.fresh.items():
        outcome = scanned.outcomes[tag]
        stays = not moves(scanned.kind, outcome)
        piece.booking_id, piece.updated_at = booking.id, now
        piece.place = PIECE_BACK if stays else _PLACE[scanned.kind]
        if stays or scanned.kind == "in":
            piece.state = _STATE[outcome]


def no_longer_out(db: Session, booking: Booking, away: Mapping[Piece, int], now: datetime) -> None:
    """Mark pieces that weren't scanned as back once none of their kind is out."""
    for piece in tags.with_booking(db, booking.id, (PIECE_OUT,)):
        if not away.get(piece.piece):
            piece.place, piece.updated_at = PIECE_BACK, now


def all_back(db: Session, booking: Booking, now: datetime) -> None:
    """Mark all pieces of a completed booking as back."""
    for piece in tags.with_booking(db, booking.id, (PIECE_PACKED, PIECE_OUT)):
        piece.place, piece.updated_at = PIECE_BACK, now
