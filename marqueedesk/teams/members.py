"""Members of a business (A5). No function here commits.

A user belongs to one business. When a user joins another one, their own is suspended: it is unavailable, but its data
is kept, and it becomes active again when they return. So every business keeps its owner, the user with the same ID.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries, serializers, service
from marqueedesk.accounts.errors import CannotChangeOwnRole, NoSuchMember, OwnersPart
from marqueedesk.accounts.models import Membership, Operator, User
from marqueedesk.accounts.rights import ACCOUNTANT, CHANGE_SETTINGS, MANAGER, OWNER, STAFF
from marqueedesk.domain_events import CalendarReaderLeft, MemberRemoved, publish
from marqueedesk.instance_settings.service import Platform
from marqueedesk.kit.live import changes

TOPIC: Final = "team"


def team(db: Session, operator_id: int) -> list[tuple[User, Membership]]:
    """Return the members of a business, the owner first, then by joining date."""
    rows = db.execute(
        select(User, Membership)
        .join(Membership, Membership.user_id == User.id)
        .where(Membership.operator_id == operator_id)
        .order_by(Membership.role != OWNER, Membership.created_at, User.id)
    )
    return [(row[0], row[1]) for row in rows]


def join(db: Session, user: User, operator: Operator, role: str, now: datetime) -> None:
    """Add a user to a business as anything but its owner. Their own business is suspended.

    Ends all their sessions, because their open pages show another business.
    """
    own = queries.locked_operator(db, user.id)
    if own is not None:
        own.suspended_at = now
        service.apply_activity(own, user)
    membership = db.get(Membership, user.id)
    if membership is None:
        db.add(Membership(user_id=user.id, operator_id=operator.id, role=role, created_at=now))
    else:
        changes.mark_changed(db, (TOPIC,), operator_id=membership.operator_id)
        membership.operator_id, membership.role, membership.created_at = operator.id, role, now
    changes.mark_changed(db, (TOPIC,), operator_id=operator.id)
    db.flush()
    service.end_sign_ins(db, user.id)


def return_to_own_business(db: Session, user: User, now: datetime, *, starts_with: Platform | None = None) -> None:
    """Move a user from the team back to their own business: reactivate the suspended one, or create one.

    Ends all their sessions.
    """
    membership = db.get_one(Membership, user.id)
    changes.mark_changed(db, (TOPIC,), operator_id=membership.operator_id)
    db.delete(membership)
    db.flush()
    own = queries.locked_operator(db, user.id)
    if own is None:
        service.create_business(db, user, now, starts_with=starts_with)
    else:
        own.suspended_at = None
        service.apply_activity(own, user)
        db.add(Membership(user_id=user.id, operator_id=own.id, role=OWNER, created_at=now))
        db.flush()
    service.end_sign_ins(db, user.id)


def change_role(db: Session, operator_id: int, user_id: int, role: str, now: datetime, *, by: int) -> tuple[User, str]:
    """Change a member's role, but not to owner; return the user and their previous role.

    Raises NoSuchMember, OwnersPart for the owner and CannotChangeOwnRole for the caller's own role (``by``).
    """
    if role not in {MANAGER, STAFF, ACCOUNTANT}:
        raise ValueError(role)
    user, membership = _another(db, operator_id, user_id, by)
    before, membership.role = membership.role, role
    changes.mark_changed(db, (TOPIC,), operator_id=operator_id)
    db.flush()
    if role not in CHANGE_SETTINGS.roles:
        announce_reader_left(db, operator_id, user, before, now)
    return user, before


def announce_reader_left(db: Session, operator_id: int, user: User, role: str, now: datetime) -> None:
    """Publish that a user lost access to the calendar URL, if their previous ``role`` had it, because anyone with a
    copy of the URL can read all bookings.
    """
    if role in CHANGE_SETTINGS.roles:
        publish(db, CalendarReaderLeft(operator_id=operator_id, name=user.username), now)


def remove(
    db: Session, operator_id: int, user_id: int, now: datetime, *, by: int, starts_with: Platform | None = None
) -> tuple[User, str]:
    """Remove a member, who gets an email; return the user and their previous role. Raises the errors of
    `change_role`.
    """
    user, membership = _another(db, operator_id, user_id, by)
    role = membership.role
    return_to_own_business(db, user, now, starts_with=starts_with)
    team = serializers.business_name(queries.owner_of(db, operator_id))
    publish(db, MemberRemoved(user_id=user.id, team=team), now)
    announce_reader_left(db, operator_id, user, role, now)
    return user, role


def _another(db: Session, operator_id: int, user_id: int, by: int) -> tuple[User, Membership]:
    # Lock the user, so that only one of two removals at the same time succeeds.
    user = queries.locked_user(db, user_id)
    membership = db.get(Membership, user_id, populate_existing=True) if user else None
    if user is None or membership is None or membership.operator_id != operator_id:
        raise NoSuchMember
    if membership.role == OWNER:
        raise OwnersPart
    if user_id == by:
        raise CannotChangeOwnRole
    return user, membership
