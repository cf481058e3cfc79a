"""Photos of goods, stored once per content digest and only visible to the business."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Final

from pydantic import Field
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from marqueedesk.inventory.errors import NoPicture
from marqueedesk.inventory.models import GoodsPhoto
from marqueedesk.inventory.pictures import TwoPictures
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.errors import NotFound

DIGEST: Final = "^[0-9a-f]{64}$"
MOST_PHOTOS: Final = 10
PhotoDigests = Annotated[
    list[Annotated[str, Field(pattern=DIGEST)]],
    Field(max_length=MOST_PHOTOS, description="Digests returned by POST /api/photos"),
]
"""Photos that show the reason for a charge, in a request."""
PHOTOS_SENTENCES: Final = {"*": f"Add at most {MOST_PHOTOS} photos that were uploaded here"}
"""Error message for `PhotoDigests`."""


def keep(db: Session, pictures: TwoPictures, now: datetime) -> str:
    """Store a photo and return its digest. If the photo exists, only its date is updated."""
    # Update the column directly, to avoid reading the stored picture.
    again = update(GoodsPhoto).where(GoodsPhoto.digest == pictures.digest).values(created_at=now)
    if db.scalars(again.returning(GoodsPhoto.digest)).first() is None:
        db.add(
            GoodsPhoto(
                digest=pictures.digest,
                large=pictures.large,
                small=pictures.small,
                created_at=now,
                size_bytes=pictures.size_bytes,
            )
        )
        db.flush()
    return pictures.digest


def mark_in_handover(db: Session, digests: Collection[str]) -> None:
    """Mark these photos as used by a handover, so that they aren't deleted. Raises NotFound for a deleted photo.

    The caller holds the operator's lock, because unused photos are deleted under it too.
    """
    ensure_photos_exist(db, digests)
    if digests:
        db.execute(update(GoodsPhoto).where(GoodsPhoto.digest.in_(digests)).values(in_handover=True))


def photo(db: Session, digest: str) -> GoodsPhoto:
    """Return a photo of this business. Raises NoPicture."""
    return existing(db.scalars(select(GoodsPhoto).where(GoodsPhoto.digest == digest)).one_or_none(), NoPicture)


def ensure_photos_exist(db: Session, digests: Collection[str]) -> None:
    """Raise NotFound for a photo that this business doesn't have."""
    if not digests:
        return
    stored = set(db.scalars(select(GoodsPhoto.digest).where(GoodsPhoto.digest.in_(digests))))
    if set(digests) - stored:
        raise NotFound("This photo doesn't exist. Please upload it again.")
