"""Owners of customers and connected accounts at the provider, used to route events to businesses."""

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.kit.watch.metrics import log
from marqueedesk.stripe.models import ProviderId


def provider_id(db: Session, operator_id: int, kind: str, *, live: bool) -> str | None:
    """Return a business's current ID of a kind at the provider."""
    return next((row.id for row in rows_of(db, operator_id, kind, live=live) if row.retired_at is None), None)


def rows_of(db: Session, operator_id: int, kind: str, *, live: bool) -> list[ProviderId]:
    """Return all of a business's IDs of a kind, oldest first."""
    return list(
        db.scalars(
            select(ProviderId)
            .where(ProviderId.operator_id == operator_id, ProviderId.kind == kind, ProviderId.live == live)
            .order_by(ProviderId.created_at, ProviderId.id)
        )
    )


def retire_others(db: Session, provider_id: str, now: datetime) -> None:
    """Make an ID the current one of its kind."""
    used = db.get(ProviderId, provider_id)
    if used is None or used.retired_at is not None:
        return
    for row in rows_of(db, used.operator_id, used.kind, live=used.live):
        if row.id != provider_id and row.retired_at is None and row.created_at <= used.created_at:
            row.retired_at = now
    db.flush()


def retire(db: Session, provider_id: str, now: datetime) -> bool:
    """Retire an ID that is no longer accessible at the provider. Return false if it was not in use.

    It stays assigned to the business, so that the next ID is requested with another key: for a day, the provider
    returns the same object for the same key.
    """
    row = db.get(ProviderId, provider_id)
    if row is None or row.retired_at is not None:
        return False
    row.retired_at = now
    db.flush()
    return True


def operator_behind(db: Session, provider_id: str | None, kind: str, *, live: bool) -> int | None:
    """Return the operator ID that a customer or account belongs to, or None if it is unknown."""
    return db.scalar(
        select(ProviderId.operator_id).where(
            ProviderId.id == provider_id, ProviderId.kind == kind, ProviderId.live == live
        )
    )


def forget(db: Session, provider_id: str) -> None:
    """Delete an id that no longer exists at the provider."""
    db.execute(delete(ProviderId).where(ProviderId.id == provider_id))


def remember(db: Session, provider_id: str, kind: str, operator_id: int, now: datetime, *, live: bool) -> None:
    """Record which business a provider ID belongs to. A known ID keeps its business."""
    if db.scalar(select(ProviderId.id).where(ProviderId.id == provider_id)) is not None:
        return
    row = ProviderId(id=provider_id, kind=kind, operator_id=operator_id, live=live, created_at=now)
    if not add_unless_taken(db, row):
        log.warning("provider_id_known", kind=kind)
