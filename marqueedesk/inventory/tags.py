"""Individually tagged pieces: create tags, set attributes, and look up scanned codes."""

import re
import secrets
from typing import Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from marqueedesk.inventory.errors import TagTaken, UnknownTag
from marqueedesk.inventory.models import TaggedPiece
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.db.tenancy import own
from marqueedesk.kit.text.text_forms import code_key

MOST_LISTED: Final = 5_000
LONGEST_TAG: Final = 40
TAG: Final = re.compile(r"[A-Z0-9][A-Z0-9._-]*")
_CHARACTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Characters of generated tags, leaving out ones that are easily confused."""
_NEW_LENGTH: Final = 8


def new_tag() -> str:
    """Generate a random tag of eight characters."""
    return "".join(secrets.choice(_CHARACTERS) for _ in range(_NEW_LENGTH))


def normalize(tag: str) -> str:
    """Normalize a typed or scanned tag to its stored form."""
    return code_key(tag).upper()


def pieces(db: Session, of: Piece | None = None) -> list[TaggedPiece]:
    """Return tagged pieces, all of them or those of one kind, sorted by kind and tag; at most `MOST_LISTED`."""
    statement = select(TaggedPiece)
    if of is not None:
        statement = statement.where(*_is(of))
    order = (TaggedPiece.size, TaggedPiece.letter, TaggedPiece.finish, TaggedPiece.tag)
    return list(db.scalars(statement.order_by(*order).limit(MOST_LISTED)))


def piece(db: Session, piece_id: int) -> TaggedPiece:
    """Return a piece by id. Raises UnknownTag."""
    return existing(own(db, TaggedPiece, piece_id), UnknownTag)


def by_tag(db: Session, tags: list[str]) -> dict[str, TaggedPiece]:
    """Return pieces by tag, leaving out unknown tags."""
    if not tags:
        return {}
    return {row.tag: row for row in db.scalars(select(TaggedPiece).where(TaggedPiece.tag.in_(tags)))}


def with_booking(db: Session, booking_id: int, places: tuple[str, ...]) -> list[TaggedPiece]:
    """Return the pieces last recorded with a booking in these states."""
    statement = select(TaggedPiece).where(TaggedPiece.booking_id == booking_id, TaggedPiece.place.in_(places))
    return list(db.scalars(statement.order_by(TaggedPiece.id)))


def ensure_tag_free(db: Session, tag: str, *, but: int = 0) -> None:
    """Raise TagTaken if a piece other than ``but`` has this tag."""
    other = db.scalars(select(TaggedPiece.id).where(TaggedPiece.tag == tag, TaggedPiece.id != but)).first()
    if other is not None:
        raise TagTaken(tag)


def _is(of: Piece) -> list[ColumnElement[bool]]:
    return [TaggedPiece.size == of.size, TaggedPiece.letter == of.letter, TaggedPiece.finish == of.finish]
