"""Verbs of administrators over people. Each runs in `admin.access.administering`, which holds the lock (A6)."""

from datetime import datetime
from typing import cast

from sqlalchemy import Table, delete
from sqlalchemy.orm import Session

from marqueedesk.accounts import members
from marqueedesk.accounts import queries as people
from marqueedesk.accounts import service as accounts
from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.models import Membership, Operator, User
from marqueedesk.admin import queries
from marqueedesk.admin.errors import HasBookings, HasSubscription, NoSuchUser, OwnAccount
from marqueedesk.admin.schemas import NewUser
from marqueedesk.billing import service as billing
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CONFIRMED
from marqueedesk.kit import audit
from marqueedesk.kit.db import Base
from marqueedesk.kit.tenancy import OPERATOR
from marqueedesk.platform.service import Platform

_KEPT = frozenset({audit.AuditEntry.__tablename__, Membership.__tablename__})
"""What outlives a business: what was done in it, and the people of its team."""


def create_user(
    db: Session, caller: Caller, given: NewUser, *, password_hash: str, starts_with: Platform, now: datetime
) -> User:
    """A new user: with a business of their own, unless they are to be an administrator. Raises EmailTaken."""
    user = accounts.add_user(
        db,
        email=given.email,
        password_hash=password_hash,
        company_name=given.company_name,
        phone_number=given.phone_number,
        role=given.role,
        now=now,
    )
    if given.role != "admin":
        accounts.found_business(db, user, now, starts_with=starts_with)
    if not given.is_active:
        accounts.set_active(db, user, active=False)
    _note(db, caller, "user.created", user, now, role=given.role, active=given.is_active)
    return user


def change_role(db: Session, caller: Caller, user_id: int, role: str, *, starts_with: Platform, now: datetime) -> User:
    """Give a user another role; the same again changes nothing. Whoever is no administrator any more runs a business.

    Raises NoSuchUser, and OwnAccount for the caller's own.
    """
    user = _another(db, caller, user_id, unless=caller.user.role == role)
    before = user.role
    if before == role:
        return user
    user.role = role
    if role != "admin" and people.membership(db, user.id) is None:
        accounts.found_business(db, user, now, starts_with=starts_with)
    _note(db, caller, "user.role", user, now, before=before, after=role)
    return user


def set_active(db: Session, caller: Caller, user_id: int, *, active: bool, now: datetime) -> User:
    """Activate or deactivate a user and their business; deactivating ends their sign-ins (A1).

    Raises NoSuchUser, and OwnAccount for the caller's own.
    """
    user = _another(db, caller, user_id, unless=active)
    if user.is_active == active:
        return user
    accounts.set_active(db, user, active=active)
    _note(db, caller, "user.activated" if active else "user.deactivated", user, now)
    return user


def delete_user(db: Session, caller: Caller, user_id: int, now: datetime) -> None:
    """Remove a user with the business that they own and everything in it; only the audit stays.

    Its lock is taken, so that nobody books meanwhile. People of its team go back to a business of their own. Raises
    NoSuchUser, OwnAccount for the caller's own, HasBookings and HasSubscription (A6).
    """
    user = _another(db, caller, user_id)
    # The lock that bookings take, on a business that may be deactivated: those take no bookings, and are deleted too.
    operator = db.get(Operator, user.id, with_for_update=True, populate_existing=True)
    if operator is not None:
        coming = bookings.coming(db, operator, now, (CONFIRMED,))
        if coming:
            raise HasBookings(coming)
        if billing.has_live_subscription(db, operator.id, now):
            raise HasSubscription
        _remove_business(db, operator, now)
    _note(db, caller, "user.deleted", user, now, role=user.role, company=user.company_name)
    accounts.end_sign_ins(db, user.id)
    db.flush()
    db.delete(user)
    db.flush()


def _remove_business(db: Session, operator: Operator, now: datetime) -> None:
    for member_id in queries.team_of(db, operator.id):
        if member_id != operator.id:
            members.send_home(db, db.get_one(User, member_id), now)
    for table in reversed(Base.metadata.sorted_tables):
        if OPERATOR in table.c and table.name not in _KEPT:
            db.execute(delete(table).where(table.c[OPERATOR] == operator.id))
    memberships = cast("Table", Membership.__table__)
    db.execute(delete(memberships).where(memberships.c.operator_id == operator.id))
    db.delete(operator)
    db.flush()


def _another(db: Session, caller: Caller, user_id: int, *, unless: bool = False) -> User:
    """The user, who is not the caller ``unless`` that changes nothing. Raises NoSuchUser and OwnAccount."""
    if user_id == caller.user.id and not unless:
        raise OwnAccount
    user = queries.locked_user(db, user_id)
    if user is None:
        raise NoSuchUser
    return user


def _note(db: Session, caller: Caller, action: str, user: User, now: datetime, **details: object) -> None:
    audit.record(db, action, by=caller.actor, now=now, operator_id=None, subject=(user.id, user.email), **details)
