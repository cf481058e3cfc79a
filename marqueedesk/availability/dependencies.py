"""FastAPI dependency that locks the operator. The caller's dependency comes first: it scopes the session."""

from typing import Annotated

from fastapi import Depends

from marqueedesk.accounts.dependencies import Db
from marqueedesk.availability import service
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.kit.db.tenancy import kept_to


def lock_terms(db: Db) -> Terms:
    """Lock the session's operator, and return the terms that bookings are made by."""
    return service.lock(db, kept_to(db))


LockedTerms = Annotated[Terms, Depends(lock_terms)]
"""The terms of the session's operator, which is locked until the transaction ends."""
