"""Single pieces with tags: adding them, what is known of each, and finding the one that a scanned code means."""

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
"""Characters of a new tag: none that is read as another one."""
_NEW_LENGTH: Final = 8


def new_tag() -> str:
    """A tag that says nothing of anybody: eight characters by chance."""
    return "".join(secrets.choice(_CHARACTERS) for _ in range(_NEW_LENGTH))


def normalize(tag: str) -> str:
    """A tag as it is stored, however a person or a scanner wrote it."""
    return code_key(tag).upper()


def pieces(db: Session, of: Piece | None = None) -> list[TaggedPiece]:
    """The pieces with tags, those of one kind or all, in order of kind and tag; at most `MOST_LISTED`."""
    found = select(TaggedPiece)
    if of is not None:
        found = found.where(*_is(of))
    order = (TaggedPiece.size, TaggedPiece.letter, TaggedPiece.finish, TaggedPiece.tag)
    return list(db.scalars(found.order_by(*order).limit(MOST_LISTED)))


def piece(db: Session, piece_id: int) -> TaggedPiece:
    """A piece by its id. Raises UnknownTag."""
    return existing(own(db, TaggedPiece, piece_id), UnknownTag)


def by_tag(db: Session, tags: list[str]) -> dict[str, TaggedPiece]:
    """The pieces with these tags, by tag; unknown ones are left out."""
    if not tags:
        return {}
    return {row.tag: row for row in db.scalars(select(TaggedPiece).where(TaggedPiece.tag.in_(tags)))}


def with_booking(db: Session, booking_id: int, places: tuple[str, ...]) -> list[TaggedPiece]:
    """The pieces that were recorded last with a booking, in these places."""
    found = select(TaggedPiece).where(TaggedPiece.booking_id == booking_id, TaggedPiece.place.in_(places))
    return list(db.scalars(found.order_by(TaggedPiece.id)))


def refuse_taken(db: Session, tag: str, *, but: int = 0) -> None:
    """Raise TagTaken if another piece than ``but`` has this tag."""
    other = db.scalars(select(TaggedPiece.id).where(TaggedPiece.tag == tag, TaggedPiece.id != but)).first()
    if other is not None:
        raise TagTaken(tag)


def _is(of: Piece) -> list[ColumnElement[bool]]:
    return [TaggedPiece.size == of.size, TaggedPiece.letter == of.letter, TaggedPiece.finish == of.finish]
