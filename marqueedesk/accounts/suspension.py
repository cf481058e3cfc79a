"""Suspending and slowing a business, signing its members out, and support access (A23). Nothing here commits."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts import service
from marqueedesk.accounts.models import Membership, Operator
from marqueedesk.kit.live import changes

SUPPORT_LASTS: Final = timedelta(hours=1)
"""How long administrators may read a business's bookings after its owner allowed it."""


def suspend(db: Session, operator: Operator, reason: str, now: datetime) -> bool:
    """Suspend a business, or change the reason; return true if that changed anything.

    Its members and its form get a message, its emails to others wait, and customers can only read their pages. All
    data stays.
    """
    if operator.stopped_at is not None and operator.stopped_reason == reason:
        return False
    if operator.stopped_at is None:
        operator.stopped_at = now
        # Members stay signed in and read why; their live updates end.
        changes.mark_sign_ins_ended(db, operator.id, operator_id=operator.id)
    operator.stopped_reason = reason
    return True


def slow(operator: Operator, now: datetime) -> bool:
    """Lower the limit of a business's requests; return true if that changed anything."""
    if operator.slowed_at is not None:
        return False
    operator.slowed_at = now
    return True


def resume(operator: Operator) -> bool:
    """Undo `suspend` and `slow`; return true if that changed anything."""
    if operator.stopped_at is None and operator.slowed_at is None:
        return False
    operator.stopped_at = operator.stopped_reason = operator.slowed_at = None
    return True


def sign_out_members(db: Session, operator: Operator) -> int:
    """End all sessions of all members of a business; return the number of members."""
    members = db.scalars(select(Membership.user_id).where(Membership.operator_id == operator.id)).all()
    for user_id in members:
        service.end_sign_ins(db, user_id)
    return len(members)


def allow_support(operator: Operator, now: datetime) -> datetime:
    """Let administrators read the business's bookings for an hour from now; return its end."""
    until = operator.support_until = now + SUPPORT_LASTS
    return until


def supported_until(operator: Operator, now: datetime) -> datetime | None:
    """Return until when administrators may read the business's bookings; None if they may not."""
    until = operator.support_until
    return until if until is not None and until > now else None


def end_support(operator: Operator, now: datetime) -> bool:
    """End support access early; return false if there was none."""
    if supported_until(operator, now) is None:
        return False
    operator.support_until = None
    return True
