"""FastAPI dependency that locks the operator. It must come after the caller's dependency, which scopes the session."""

from typing import Annotated

from fastapi import Depends

from marqueedesk.accounts.dependencies import Db
from marqueedesk.availability import service
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.kit.db.tenancy import kept_to


def lock_terms(db: Db) -> Terms:
    """Lock the session's operator, and return the operator's booking terms."""
    return service.lock(db, kept_to(db))


LockedTerms = Annotated[Terms, Depends(lock_terms)]
"""The booking terms of the session's operator, who stays locked until the transaction ends."""
