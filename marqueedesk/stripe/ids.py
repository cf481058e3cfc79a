"""Which business a customer or connected account of the provider belongs to: an event is first looked up here."""

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.kit.watch.observe import log
from marqueedesk.stripe.models import ProviderId


def provider_id(db: Session, operator_id: int, kind: str, *, live: bool) -> str | None:
    """The provider's id of one kind that is in use for a business."""
    return next((row.id for row in rows_of(db, operator_id, kind, live=live) if row.retired_at is None), None)


def rows_of(db: Session, operator_id: int, kind: str, *, live: bool) -> list[ProviderId]:
    """Every id of one kind of a business, the oldest first."""
    return list(
        db.scalars(
            select(ProviderId)
            .where(ProviderId.operator_id == operator_id, ProviderId.kind == kind, ProviderId.live == live)
            .order_by(ProviderId.created_at, ProviderId.id)
        )
    )


def retire_others(db: Session, provider_id: str, now: datetime) -> None:
    """Use an id from now on in place of the older ones of its kind."""
    used = db.get(ProviderId, provider_id)
    if used is None or used.retired_at is not None:
        return
    for row in rows_of(db, used.operator_id, used.kind, live=used.live):
        if row.id != provider_id and row.retired_at is None and row.created_at <= used.created_at:
            row.retired_at = now
    db.flush()


def retire(db: Session, provider_id: str, now: datetime) -> bool:
    """Stop using an id that the provider no longer shows us; False if it was not in use. It stays the business's, so
    that the next one of its kind is asked for with another key: the provider answers a key of the last day with what it
    made then.
    """
    row = db.get(ProviderId, provider_id)
    if row is None or row.retired_at is not None:
        return False
    row.retired_at = now
    db.flush()
    return True


def operator_behind(db: Session, provider_id: str | None, kind: str, *, live: bool) -> int | None:
    """The business behind a customer or an account of the provider; None for one that is not ours."""
    return db.scalar(
        select(ProviderId.operator_id).where(
            ProviderId.id == provider_id, ProviderId.kind == kind, ProviderId.live == live
        )
    )


def forget(db: Session, provider_id: str) -> None:
    """Remove an id that the provider no longer knows."""
    db.execute(delete(ProviderId).where(ProviderId.id == provider_id))


def remember(db: Session, provider_id: str, kind: str, operator_id: int, now: datetime, *, live: bool) -> None:
    """Record which business an id of the provider belongs to. An id that is known already keeps its business."""
    if db.scalar(select(ProviderId.id).where(ProviderId.id == provider_id)) is not None:
        return
    row = ProviderId(id=provider_id, kind=kind, operator_id=operator_id, live=live, created_at=now)
    if not add_unless_taken(db, row):
        log.warning("provider_id_known", kind=kind)
