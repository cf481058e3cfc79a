"""Read-only queries about security holds, scoped to the session's operator."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.kit.db.rows import fresh
from marqueedesk.security_holds.models import ASKED, OPEN, REFUSED, SecurityHold


def of_booking(db: Session, booking_id: int) -> list[SecurityHold]:
    """Return a booking's holds, freshly read, oldest first."""
    return list(
        db.scalars(
            select(SecurityHold)
            .where(SecurityHold.booking_id == booking_id)
            .order_by(SecurityHold.id)
            .execution_options(populate_existing=True)
        )
    )


def by_id(db: Session, hold_id: int) -> SecurityHold | None:
    """Return a hold of the session's operator, freshly read; None if it does not exist."""
    return fresh(db, SecurityHold, SecurityHold.id == hold_id)


def by_provider(db: Session, provider_id: str, key: str | None) -> SecurityHold | None:
    """Return the hold with the provider's ID, or the one requested with this key."""
    for condition in (SecurityHold.provider_id == provider_id, *([SecurityHold.key == key] if key else [])):
        found = fresh(db, SecurityHold, condition)
        if found is not None:
            return found
    return None


def is_replaced(db: Session, refused: SecurityHold) -> bool:
    """Return true if a newer hold was placed after a refused one."""
    rows = of_booking(db, refused.booking_id)
    return any(row.id > refused.id and row.state not in {ASKED, REFUSED} for row in rows)


def open_holds(db: Session) -> list[SecurityHold]:
    """Return the holds that may have an authorization at the provider."""
    return list(db.scalars(select(SecurityHold).where(SecurityHold.state.in_(OPEN)).order_by(SecurityHold.id)))
