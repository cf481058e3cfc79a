"""Photos of goods: kept once each by the digest of their content, and shown to the business alone."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.inventory.errors import NoPicture
from marqueedesk.inventory.models import GoodsPhoto
from marqueedesk.inventory.pictures import TwoPictures
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.rows import existing

DIGEST: Final = "^[0-9a-f]{64}$"


def keep(db: Session, pictures: TwoPictures, now: datetime) -> str:
    """Keep a photo, and return its digest; the same one again is kept once."""
    if db.scalars(select(GoodsPhoto.digest).where(GoodsPhoto.digest == pictures.digest)).first() is None:
        db.add(GoodsPhoto(digest=pictures.digest, large=pictures.large, small=pictures.small, created_at=now))
        db.flush()
    return pictures.digest


def photo(db: Session, digest: str) -> GoodsPhoto:
    """A photo of this business. Raises NoPicture."""
    return existing(db.scalars(select(GoodsPhoto).where(GoodsPhoto.digest == digest)).one_or_none(), NoPicture)


def refuse_unknown(db: Session, digests: Collection[str]) -> None:
    """Raise NotFound for a photo that this business does not have."""
    if not digests:
        return
    known = set(db.scalars(select(GoodsPhoto.digest).where(GoodsPhoto.digest.in_(digests))))
    if set(digests) - known:
        raise NotFound("There is no such photo. Send it again.")
