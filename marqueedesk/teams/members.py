"""The members of a business (A5). No function here commits.

A person belongs to one business. When a person joins another one, their own is suspended: nobody sees it, nothing in it
is lost, and it is theirs again when they return. So a business keeps its one owner: the person whose id it has.
"""

from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries, serializers, service
from marqueedesk.accounts.errors import NoSuchMember, OwnersPart, OwnPart
from marqueedesk.accounts.models import Membership, Operator, User
from marqueedesk.accounts.rights import CHANGE_SETTINGS, MANAGER, OWNER, STAFF
from marqueedesk.domain_events import CalendarReaderLeft, MemberRemoved, publish
from marqueedesk.instance_settings.service import Platform
from marqueedesk.kit.live import events

TOPIC: Final = "team"


def team(db: Session, operator_id: int) -> list[tuple[User, Membership]]:
    """The people of a business, its owner first, then as they came."""
    rows = db.execute(
        select(User, Membership)
        .join(Membership, Membership.user_id == User.id)
        .where(Membership.operator_id == operator_id)
        .order_by(Membership.role != OWNER, Membership.created_at, User.id)
    )
    return [(row[0], row[1]) for row in rows]


def join(db: Session, user: User, operator: Operator, role: str, now: datetime) -> None:
    """Let a person belong to a business as manager or staff. A business of their own rests from then on.

    Every sign-in of theirs ends: what is open on their screens is another business's.
    """
    own = queries.locked_operator(db, user.id)
    if own is not None:
        own.suspended_at = now
        service.apply_activity(own, user)
    membership = db.get(Membership, user.id)
    if membership is None:
        db.add(Membership(user_id=user.id, operator_id=operator.id, role=role, created_at=now))
    else:
        events.mark_changed(db, (TOPIC,), operator_id=membership.operator_id)
        membership.operator_id, membership.role, membership.created_at = operator.id, role, now
    events.mark_changed(db, (TOPIC,), operator_id=operator.id)
    db.flush()
    service.end_sign_ins(db, user.id)


def return_to_own_business(db: Session, user: User, now: datetime, *, starts_with: Platform | None = None) -> None:
    """Take somebody out of the business that they work for, back to their own: the one that rests, or a new one.

    Every sign-in of theirs ends at once, and with it what is open on their screens.
    """
    membership = db.get_one(Membership, user.id)
    events.mark_changed(db, (TOPIC,), operator_id=membership.operator_id)
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
    """Make a member of a business manager or staff; returns the person and their former role.

    Raises NoSuchMember, OwnersPart for its owner and OwnPart for the caller's own role (``by``).
    """
    if role not in {MANAGER, STAFF}:
        raise ValueError(role)
    user, membership = _another(db, operator_id, user_id, by)
    before, membership.role = membership.role, role
    events.mark_changed(db, (TOPIC,), operator_id=operator_id)
    db.flush()
    if role not in CHANGE_SETTINGS.roles:
        announce_reader_left(db, operator_id, user, before, now)
    return user, before


def announce_reader_left(db: Session, operator_id: int, user: User, role: str, now: datetime) -> None:
    """Publish that somebody may not see the address of the calendar anymore, if their former role ``role`` allowed it:
    who has copied it reads every booking, signed in or not.
    """
    if role in CHANGE_SETTINGS.roles:
        publish(db, CalendarReaderLeft(operator_id=operator_id, name=user.username), now)


def remove(
    db: Session, operator_id: int, user_id: int, now: datetime, *, by: int, starts_with: Platform | None = None
) -> tuple[User, str]:
    """Remove a member, who gets an email; returns the person and their former role. Raises as `change_role`."""
    user, membership = _another(db, operator_id, user_id, by)
    role = membership.role
    return_to_own_business(db, user, now, starts_with=starts_with)
    team = serializers.business_name(queries.owner_of(db, operator_id))
    publish(db, MemberRemoved(user_id=user.id, team=team), now)
    announce_reader_left(db, operator_id, user, role, now)
    return user, role


def _another(db: Session, operator_id: int, user_id: int, by: int) -> tuple[User, Membership]:
    # The person is locked, so that of two who remove them one finds them gone.
    user = queries.locked_user(db, user_id)
    membership = db.get(Membership, user_id, populate_existing=True) if user else None
    if user is None or membership is None or membership.operator_id != operator_id:
        raise NoSuchMember
    if membership.role == OWNER:
        raise OwnersPart
    if user_id == by:
        raise OwnPart
    return user, membership
