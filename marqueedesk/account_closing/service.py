"""Closing a business, taking that back, and removing it with all that is in it (A6, A14). No verb here commits."""

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
from marqueedesk.kit.live import events
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import Actor, AuditEntry
from marqueedesk.teams import members

WAITS: Final = timedelta(days=14)
"""How long a closed business waits to be taken back."""
REMOVE: Final = "business.remove"
"""The job that removes a business when its time has come."""
_KEPT: Final = frozenset({AuditEntry.__tablename__, Membership.__tablename__})
"""What outlives a business: what was done in it, and the people of its team."""


def in_the_way(db: Session, operator: Operator, now: datetime) -> tuple[int, bool]:
    """How many confirmed bookings a business still has to come, and whether a subscription runs (A6)."""
    with all_tenants(db, "the obstacles to removing a business, which is named"):
        return bookings.coming(db, operator, now, (CONFIRMED,)), billing.has_live_subscription(db, operator.id, now)


def waiting_requests(db: Session, operator: Operator, now: datetime) -> int:
    """How many requests still wait for an answer, which nobody would get any more."""
    return bookings.coming(db, operator, now, (PENDING,))


def people_of(db: Session, operator: Operator) -> int:
    """How many people work in a business beside its owner."""
    return len(members.team(db, operator.id)) - 1


def close(db: Session, operator_id: int, owner: User, now: datetime) -> Operator:
    """Close a business: from now on only its members have access, and it is removed when its period has ended.

    Its pending requests are declined, and their customers get an email. Closing twice changes nothing. Takes the
    operator's lock, so that nobody books meanwhile. Raises CannotClose.
    """
    operator = accounts.locked_operator(db, operator_id)
    assert operator is not None  # noqa: S101 - the caller's own, in their transaction.
    if operator.closes_at is not None:
        return operator
    coming, subscription = in_the_way(db, operator, now)
    if coming or subscription:
        raise CannotClose(coming, subscription=subscription)
    _decline_requests(db, operator, owner, now)
    ends = now + WAITS
    operator.closes_at = ends
    people.apply_activity(operator, owner)
    jobs.enqueue(db, REMOVE, {"operatorId": operator.id, "closesAt": ends.isoformat()}, now, run_at=ends)
    publish(db, ClosingBegun(user_id=owner.id), now)
    _tell_team(db, operator, TeamClosing, now)
    audit.record(db, "business.closing", by=Actor(owner.id, owner.email), now=now, operator_id=operator.id)
    # Open pages of its people are another business's from now on: one that is closed.
    events.mark_sign_ins_ended(db, owner.id, operator_id=operator.id)
    return operator


def _decline_requests(db: Session, operator: Operator, owner: User, now: datetime) -> None:
    terms = availability.lock(db, operator.id)
    pending = select(Booking.id).where(Booking.status == PENDING, Booking.pickup_day >= terms.today(now))
    for booking_id in db.scalars(pending.order_by(Booking.id)).all():
        options = transitions.Options(notify=True, reason="We have closed our business.")
        transitions.change_status(db, terms, booking_id, CANCELED, by=owner, now=now, options=options)


def reopen(db: Session, operator_id: int, owner: User, now: datetime) -> Operator:
    """Take the closing of a business back: it is there again as it was. Doing it twice changes nothing."""
    operator = accounts.locked_operator(db, operator_id)
    assert operator is not None  # noqa: S101 - as in `close`.
    if operator.closes_at is not None:
        operator.closes_at = None
        people.apply_activity(operator, owner)
        _tell_team(db, operator, TeamReopened, now)
        audit.record(db, "business.reopened", by=Actor(owner.id, owner.email), now=now, operator_id=operator.id)
    return operator


def remove(db: Session, operator: Operator, now: datetime) -> None:
    """Remove a business and everything in it; only the audit log stays. Its members return to a business of their own
    and get an email.

    The caller has locked it, lifted the scope, and checked that nothing prevents the removal.
    """
    _tell_team(db, operator, TeamGone, now)
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


def _tell_team(db: Session, operator: Operator, event: type[TeamEvent], now: datetime) -> None:
    """Write a job for each member of a business except its owner that notifies them."""
    team = business_name(accounts.owner_of(db, operator.id))
    for member, _membership in members.team(db, operator.id):
        if member.id != operator.id:
            publish(db, event(user_id=member.id, team=team), now)


def remove_person(db: Session, user: User) -> None:
    """Remove a person whose business is gone, with their sign-ins."""
    # Read again: the membership was removed with the business, past this session's objects.
    db.expire_all()
    people.end_sign_ins(db, user.id)
    own = db.get(Membership, user.id)
    if own is not None:
        db.delete(own)
    db.flush()
    db.delete(user)
    db.flush()


def remove_due(db: Session, task: Task, now: datetime) -> None:
    """Remove a business whose time has come, with its owner's account: unless that was taken back.

    Somebody who runs the installation keeps their account, and loses the business.
    """
    operator_id: int = task.payload["operatorId"]
    with all_tenants(db, "a business is removed with everything in it"):
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
