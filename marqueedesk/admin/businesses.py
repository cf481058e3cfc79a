"""Read-only queries for the administration of one business."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, cast

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Membership, SignIn, User
from marqueedesk.accounts.rights import Role
from marqueedesk.admin.business_schemas import FailingJobKind, MemberSignIns, SlowCall
from marqueedesk.business_usage.models import UsageHour
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.watch.audit import AuditEntry

_MOST_SLOW: Final = 10


def members(db: Session, operator_id: int, now: datetime) -> list[MemberSignIns]:
    """Return the members of a business with their active sessions, the latest sign-in first."""
    active = (
        select(func.count())
        .select_from(SignIn)
        .where(SignIn.user_id == User.id, SignIn.expires_at > now)
        .correlate(User)
        .scalar_subquery()
    )
    rows = db.execute(
        select(User, Membership.role, active)
        .join(Membership, Membership.user_id == User.id)
        .where(Membership.operator_id == operator_id)
    ).all()
    return [
        MemberSignIns(
            user_id=user.id,
            name=user.username,
            email=user.email,
            role=cast("Role", role),
            last_login=user.last_login,
            sign_ins=sign_ins,
        )
        for user, role, sign_ins in sorted(rows, key=lambda row: (row[0].last_login is None, -_seconds(row[0])))
    ]


def _seconds(user: User) -> float:
    return user.last_login.timestamp() if user.last_login is not None else 0.0


def failing_jobs(db: Session, operator_id: int) -> list[FailingJobKind]:
    """Return the failing jobs of a business by kind, most first."""
    return [
        FailingJobKind.model_validate(row, from_attributes=True)
        for row in jobs.failing_kinds(db, operator_id=operator_id)
    ]


def last_export(db: Session, operator_id: int) -> datetime | None:
    """Return when the owner of a business last exported all data."""
    exported = (AuditEntry.operator_id == operator_id, AuditEntry.action == "business.exported")
    return db.scalar(select(func.max(AuditEntry.at)).where(*exported))


def slow_calls(hours: Iterable[UsageHour]) -> list[SlowCall]:
    """Return the slowest call of each hour, slowest first."""
    slow = sorted((row for row in hours if row.slowest_route is not None), key=lambda row: -row.slowest_ms)
    return [
        SlowCall(hour=row.hour, route=row.slowest_route or "", ms=row.slowest_ms, count=row.slow)
        for row in slow[:_MOST_SLOW]
    ]
