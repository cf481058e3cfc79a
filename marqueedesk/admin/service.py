"""Administrator actions on users. Each runs within `admin.access.administering`, which holds the lock (A6)."""

from datetime import datetime

from sqlalchemy.orm import Session

from marqueedesk.account_closing import service as closing
from marqueedesk.accounts import queries as people
from marqueedesk.accounts import resets, weak_passwords
from marqueedesk.accounts import service as accounts
from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.models import Operator, PasswordReset, User
from marqueedesk.accounts.rights import OWNER
from marqueedesk.admin import queries
from marqueedesk.admin.errors import HasBookings, HasSubscription, NoSuchUser, OwnAccount
from marqueedesk.admin.schemas import NewUser
from marqueedesk.billing import stopping
from marqueedesk.instance_settings.service import Platform
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.http.links import Signer
from marqueedesk.kit.watch import audit
from marqueedesk.teams import members


def create_user(
    db: Session, caller: Caller, payload: NewUser, *, password_hash: str, starts_with: Platform, now: datetime
) -> User:
    """Create a user, along with a business unless the user is an administrator. Raises EmailTaken."""
    user = accounts.add_user(
        db,
        email=payload.email,
        password_hash=password_hash,
        company_name=payload.company_name,
        phone_number=payload.phone_number,
        role=payload.role,
        now=now,
        password_is_short=weak_passwords.is_short(payload.password),
    )
    if payload.role != "admin":
        accounts.create_business(db, user, now, starts_with=starts_with)
    if not payload.is_active:
        accounts.set_active(db, user, active=False)
    _note(db, caller, "user.created", user, now, role=payload.role, active=payload.is_active)
    return user


def change_role(db: Session, caller: Caller, user_id: int, role: str, *, starts_with: Platform, now: datetime) -> User:
    """Change a user's role; repeating it has no effect. A former administrator without a business gets one.

    A new administrator whose password may be too short is signed out, because the next sign-in determines its length.
    Raises NoSuchUser, and OwnAccount for the caller's own account.
    """
    user = _another(db, caller, user_id, unless=caller.user.role == role)
    before = user.role
    if before == role:
        return user
    user.role = role
    if role == "admin" and user.password_is_short is None:
        accounts.end_sign_ins(db, user.id)
    if role != "admin" and people.membership(db, user.id) is None:
        accounts.create_business(db, user, now, starts_with=starts_with)
    _note(db, caller, "user.role", user, now, before=before, after=role)
    return user


def set_active(db: Session, caller: Caller, user_id: int, *, active: bool, now: datetime) -> User:
    """Activate or deactivate a user and their business. Deactivating ends their sessions (A1), schedules the
    cancellation of the business's subscription, and replaces a team calendar URL that the user could read.

    Raises NoSuchUser, and OwnAccount for the caller's own account.
    """
    user = _another(db, caller, user_id, unless=active)
    if user.is_active == active:
        return user
    accounts.set_active(db, user, active=active)
    if not active and db.get(Operator, user.id) is not None:
        stopping.deactivated(db, user.id, now)
    if not active:
        _end_calendar(db, user, now)
    _note(db, caller, "user.activated" if active else "user.deactivated", user, now)
    return user


def delete_user(db: Session, caller: Caller, user_id: int, now: datetime) -> None:
    """Delete a user with the business they own and all its data, except the audit log.

    Takes the operator's lock, so that no booking is made at the same time. Members return to their own businesses.
    Raises NoSuchUser, OwnAccount for the caller's own account, HasBookings and HasSubscription (A6).
    """
    user = _another(db, caller, user_id)
    operator = people.locked_operator(db, user.id)
    if operator is not None:
        coming, subscription = closing.obstacles_to_deletion(db, operator, now)
        if coming:
            raise HasBookings(coming)
        if subscription:
            raise HasSubscription
        closing.remove(db, operator, now)
    _end_calendar(db, user, now)
    _note(db, caller, "user.deleted", user, now, role=user.role, company=user.company_name)
    closing.remove_person(db, user)


def _end_calendar(db: Session, user: User, now: datetime) -> None:
    """Replace the calendar URL of the team that a user works for, if the user had access to it."""
    belongs = people.membership(db, user.id)
    if belongs is not None and belongs[1] != OWNER:
        members.announce_reader_left(db, belongs[0].id, user, belongs[1], now)


def make_reset_link(db: Session, caller: Caller, user_id: int, signer: Signer, now: datetime) -> PasswordReset:
    """Create a password reset link for the caller to pass on to a user (A8). Earlier links stop working.

    Raises NoSuchUser, and AccountInactive for a deactivated user.
    """
    user = queries.locked_user(db, user_id)
    if user is None:
        raise NoSuchUser
    reset = resets.make_by_hand(db, user, signer, now)
    _note(db, caller, "user.reset_link", user, now)
    return reset


def _another(db: Session, caller: Caller, user_id: int, *, unless: bool = False) -> User:
    """Return a user other than the caller; with ``unless``, the caller is allowed too. Raises NoSuchUser and
    OwnAccount.
    """
    if user_id == caller.user.id and not unless:
        raise OwnAccount
    return existing(queries.locked_user(db, user_id), NoSuchUser)


def _note(db: Session, caller: Caller, action: str, user: User, now: datetime, **details: object) -> None:
    audit.record(db, action, by=caller.actor, now=now, operator_id=None, subject=(user.id, user.email), **details)
