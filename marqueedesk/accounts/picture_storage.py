"""Photo storage of a business: a quota for every upload, which also requires a confirmed owner address.

The used and allowed bytes depend on packages that import this one: plans may raise the quota, and several packages
store pictures. So the application injects the function that reads them (`app.state.storage_use`, implemented by
`billing.storage`).
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
    """Used and allowed bytes of a business's photos."""

    used: int
    allowed: int


class ReadStorageUse(Protocol):
    """Function that reads the storage use of the session's business."""

    def __call__(self, db: Session, now: datetime) -> StorageUse:
        """Read the storage use without reading any photo."""
        ...


def storage_use(request: Request, db: Session) -> StorageUse:
    """Return the storage use of the session's business."""
    return cast("ReadStorageUse", request.app.state.storage_use)(db, clock.now())


def owner_must_confirm(request: Request, db: Session, caller: Caller) -> bool:
    """Return true if the owner of the caller's business has to confirm their email address before uploads are
    allowed.
    """
    owner = existing(db.get(User, caller.operator.id), OwnerUnconfirmed)
    return must_confirm(db, request.app.state.settings, owner)


def check_upload(request: Request, db: Session, caller: Caller) -> None:
    """Reject an upload before its image is decoded. Raises OwnerUnconfirmed, or StorageFull if no space is left.

    The stored size is not known yet; `within_quota` checks it.
    """
    if owner_must_confirm(request, db, caller):
        raise OwnerUnconfirmed
    if request.app.state.limits_on:
        use = storage_use(request, db)
        if use.used >= use.allowed:
            raise StorageFull(use.used, use.allowed)


@contextmanager
def within_quota(request: Request, db: Session) -> Generator[None]:
    """Context manager around storing photos. Uploads of a business run one at a time, so that two cannot use the same
    free bytes.

    Raises StorageFull if usage grows beyond the quota. Uploads that do not increase usage, such as a photo that is
    already stored or a smaller replacement, are always allowed.
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
