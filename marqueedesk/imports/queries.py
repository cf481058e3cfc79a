"""Queries about imports for other packages."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.imports.models import DataImport


def with_reminders(db: Session) -> frozenset[int]:
    """Return the IDs of the business's imports whose customers get reminders."""
    return frozenset(db.scalars(select(DataImport.id).where(DataImport.reminds)))
