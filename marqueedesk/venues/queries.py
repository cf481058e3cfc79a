"""Read-only queries about venues, scoped to the session's operator."""

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.queries import lock_own
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.venues.errors import UnknownVenue
from marqueedesk.venues.models import Venue


def venues(db: Session, *, after: int = 0, limit: int | None = None) -> list[Venue]:
    """Return up to `limit` venues after an ID, in the order they were added."""
    return list(db.scalars(select(Venue).where(Venue.id > after).order_by(Venue.id).limit(limit)))


def venue(db: Session, venue_id: int) -> Venue | None:
    """Return a venue, or None if it doesn't exist or was deleted."""
    return db.scalars(select(Venue).where(Venue.id == venue_id)).one_or_none()


def names_of(db: Session, ids: Collection[int]) -> dict[int, str]:
    """Return the names of venues by ID. Deleted ones are left out."""
    if not ids:
        return {}
    return {row.id: row.name for row in db.execute(select(Venue.id, Venue.name).where(Venue.id.in_(ids)))}


def venue_for_change(db: Session, venue_id: int) -> Venue:
    """Return a venue under the operator's lock, so that it can't be deleted in the meantime. Raises UnknownVenue."""
    lock_own(db)
    return existing(fresh(db, Venue, Venue.id == venue_id), UnknownVenue)
