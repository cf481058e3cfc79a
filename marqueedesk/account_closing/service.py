"""Close a business, reopen it, and delete it with its data (A6, A14). Nothing here commits."""

from datetime import datetime, timedelta
from typing import Final, cast

from sqlalchemy import Table, delete, select
from sqlalchemy.orm import Session

from marqueedesk.account_closing.errors import CannotClose
from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts import service as people
from marqueedesk.accounts.models import Membership, Operator, User
from marqueedesk.accounts.serializers import business_name
from marqueedesk.availability import service as availability
from marqueedesk.billing import service as billing
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import transitions
from marqueedesk.bookings.models import CANCELED, CONFIRMED, PENDING, Booking
from marqueedesk.domain_events import ClosingBegun, TeamClosing, TeamEvent, TeamGone, TeamReopened, publish
from marqueedesk.kit.db.db import Base
from marqueedesk.kit.db.tenancy import OPERATOR, all_tenants
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import Task
from marqueedesk.kit.live import changes
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import Actor, AuditEntry
from marqueedesk.teams import members

WAITS: Final = timedelta(days=14)
"""Waiting period during which a closed business can be reopened."""
REMOVE: Final = "business.remove"
"""Kind of the job that deletes a business after the waiting period."""
_KEPT: Final = frozenset({AuditEntry.__tablename__, Membership.__tablename__})
"""Tables whose rows are kept after the deletion: the audit log, and the team's memberships."""


def obstacles_to_deletion(db: Session, operator: Operator, now: datetime) -> tuple[int, bool]:
    """Return the number of upcoming confirmed bookings, and whether a subscription is active (A6)."""
    with all_tenants(db, "obstacles to deleting a given business"):
        return bookings.coming(db, operator, now, (CONFIRMED,)), billing.has_live_subscription(db, operator.id, now)


def waiting_requests(db: Session, operator: Operator, now: datetime) -> int:
    """Count the pending requests, which would be left unanswered."""
    return bookings.coming(db, operator, now, (PENDING,))


def people_of(db: Session, operator: Operator) -> int:
    """Count the members of a business besides its owner."""
    return len(members.team(db, operator.id)) - 1


def close(db: Session, operator_id: int, owner: User, now: datetime) -> Operator:
    """Close a business: from now on only its members have access, and it is deleted after the waiting period.

    Its pending requests are declined, and their customers get an email. Idempotent. Takes the operator's lock, so that
    no booking is made in the meantime. Raises CannotClose.
    """
    operator = accounts.locked_operator(db, operator_id)
    assert operator is not None  # noqa: S101 - the caller's own business, in the same transaction.
    if operator.closes_at is not None:
        return operator
    coming, subscription = obstacles_to_deletion(db, operator, now)
    if coming or subscription:
        raise CannotClose(coming, subscription=subscription)
    _decline_requests(db, operator, owner, now)
    ends = now + WAITS
    operator.closes_at = ends
    people.apply_activity(operator, owner)
    jobs.enqueue(db, REMOVE, {"operatorId": operator.id, "closesAt": ends.isoformat()}, now, run_at=ends)
    publish(db, ClosingBegun(user_id=owner.id), now)
    _notify_team(db, operator, TeamClosing, now)
    audit.record(db, "business.closing", by=Actor(owner.id, owner.email), now=now, operator_id=operator.id)
    # Makes the members' open pages reload, because the business is now closed.
    changes.mark_sign_ins_ended(db, owner.id, operator_id=operator.id)
    return operator


def _decline_requests(db: Session, operator: Operator, owner: User, now: datetime) -> None:
    terms = availability.lock(db, operator.id)
    pending = select(Booking.id).where(Booking.status == PENDING, Booking.pickup_day >= terms.today(now))
    for booking_id in db.scalars(pending.order_by(Booking.id)).all():
        options = transitions.Options(notify=True, reason="We have closed our business.")
        transitions.change_status(db, terms, booking_id, CANCELED, by=owner, now=now, options=options)


def reopen(db: Session, operator_id: int, owner: User, now: datetime) -> Operator:
    """Cancel the closing of a business, which is active again. Idempotent."""
    operator = accounts.locked_operator(db, operator_id)
    assert operator is not None  # noqa: S101 - as in `close`.
    if operator.closes_at is not None:
        operator.closes_at = None
        people.apply_activity(operator, owner)
        _notify_team(db, operator, TeamReopened, now)
        audit.record(db, "business.reopened", by=Actor(owner.id, owner.email), now=now, operator_id=operator.id)
    return operator


def remove(db: Session, operator: Operator, now: datetime) -> None:
    """Delete a business and its data, except the audit log. Its members return to businesses of their own and get an
    email.

    The caller has locked the business, lifted the tenant scope, and checked that nothing prevents the deletion.
    """
    _notify_team(db, operator, TeamGone, now)
    for member, membership in members.team(db, operator.id):
        if membership.user_id != operator.id:
            members.return_to_own_business(db, member, now)
    for table in reversed(Base.metadata.sorted_tables):
        if OPERATOR in table.c and table.name not in _KEPT:
            db.execute(delete(table).where(table.c[OPERATOR] == operator.id))
    memberships = cast("Table", Membership.__table__)
    db.execute(delete(memberships).where(memberships.c.operator_id == operator.id))
    db.delete(operator)
    db.flush()


def _notify_team(db: Session, operator: Operator, event: type[TeamEvent], now: datetime) -> None:
    """Queue a notification job for each member of a business except its owner."""
    team = business_name(accounts.owner_of(db, operator.id))
    for member, _membership in members.team(db, operator.id):
        if member.id != operator.id:
            publish(db, event(user_id=member.id, team=team), now)


def remove_person(db: Session, user: User) -> None:
    """Delete a user whose business is gone, with their sessions."""
    # Reload, because a statement that bypassed the session deleted the membership along with the business.
    db.expire_all()
    people.end_sign_ins(db, user.id)
    own = db.get(Membership, user.id)
    if own is not None:
        db.delete(own)
    db.flush()
    db.delete(user)
    db.flush()


def remove_due(db: Session, task: Task, now: datetime) -> None:
    """Delete a business at the end of its waiting period, with its owner's account, unless it was reopened.

    An owner who is an administrator keeps their account and loses the business.
    """
    operator_id: int = task.payload["operatorId"]
    with all_tenants(db, "deleting a business with its data"):
        owner = accounts.locked_user(db, operator_id)
        operator = accounts.locked_operator(db, operator_id)
        if owner is None or operator is None or operator.closes_at is None or now < operator.closes_at:
            return
        if operator.closes_at.isoformat() != task.payload["closesAt"]:
            return
        audit.record(db, "business.removed", by=None, now=now, subject=(owner.id, owner.email))
        remove(db, operator, now)
        if owner.role != "admin":
            remove_person(db, owner)
