"""The storage of a business's pictures: a quota for every upload, and uploads once the owner's address is confirmed.

Plans may raise the quota, and some pictures are stored by packages above this one: the application supplies what is
used and allowed (`app.state.storage_use`); `billing.storage` implements it.
"""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, cast

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.email_changes import must_confirm
from marqueedesk.accounts.errors import OwnerUnconfirmed, StorageFull
from marqueedesk.accounts.models import User
from marqueedesk.accounts.queries import lock_own
from marqueedesk.kit import clock
from marqueedesk.kit.db.rows import existing


@dataclass(frozen=True, slots=True)
class StorageUse:
    """Bytes that a business's pictures take, and the bytes that they may take."""

    used: int
    allowed: int


class ReadStorageUse(Protocol):
    """Reads the storage use of the session's business."""

    def __call__(self, db: Session, now: datetime) -> StorageUse:
        """Read it without reading a picture."""
        ...


def storage_use(request: Request, db: Session) -> StorageUse:
    """The storage use of the session's business."""
    return cast("ReadStorageUse", request.app.state.storage_use)(db, clock.now())


def owner_must_confirm(request: Request, db: Session, caller: Caller) -> bool:
    """Whether uploads wait until the owner of the caller's business confirms their email address."""
    owner = existing(db.get(User, caller.operator.id), OwnerUnconfirmed)
    return must_confirm(db, request.app.state.settings, owner)


def check_upload(request: Request, db: Session, caller: Caller) -> None:
    """Refuse an upload before its picture is unpacked. Raises OwnerUnconfirmed, and StorageFull where nothing is left.

    A picture's stored size is not known yet; `within_quota` checks it.
    """
    if owner_must_confirm(request, db, caller):
        raise OwnerUnconfirmed
    if request.app.state.limits_on:
        use = storage_use(request, db)
        if use.used >= use.allowed:
            raise StorageFull(use.used, use.allowed)


@contextmanager
def within_quota(request: Request, db: Session) -> Generator[None]:
    """Store pictures in the block, one upload of a business at a time, so that two cannot share the last free bytes.

    Raises StorageFull where they take more than before and more than is allowed. What takes no more, such as a picture
    that is stored already or a smaller one in place of another, passes.
    """
    lock_own(db)
    if not request.app.state.limits_on:
        yield
        return
    before = storage_use(request, db)
    yield
    db.flush()
    after = storage_use(request, db)
    if after.used > max(before.used, after.allowed):
        raise StorageFull(before.used, after.allowed)
