"""Read-only queries about users, operators and sessions."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.errors import AwaitingApproval, FormSuspended, UnknownOperator
from marqueedesk.accounts.models import Membership, Operator, PublicKey, SignIn, User
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.db.tenancy import kept_to, set_operator
from marqueedesk.kit.watch import timing

Signed = tuple[User, SignIn, Operator | None, str | None]


def signed_in(db: Session, token_digest: str) -> Signed | None:
    """Return the user whose session cookie has this digest, with their business and role."""
    row = db.execute(_SIGNED_IN, {"token_digest": token_digest}).one_or_none()
    return None if row is None else (row[0], row[1], row[2], row[3])


# Built once, because every signed-in request starts with it.
_SIGNED_IN = (
    select(User, SignIn, Operator, Membership.role)
    .join(SignIn, SignIn.user_id == User.id)
    .outerjoin(Membership, Membership.user_id == User.id)
    .outerjoin(Operator, Operator.id == Membership.operator_id)
    .where(SignIn.token_digest == bindparam("token_digest"))
)


def sign_ins(db: Session, user_id: int, now: datetime) -> list[SignIn]:
    """Return a user's sessions, most recently used first."""
    return list(
        db.scalars(
            select(SignIn).where(SignIn.user_id == user_id, SignIn.expires_at > now).order_by(SignIn.seen_at.desc())
        )
    )


def good_sign_ins(db: Session, digests: Collection[str], now: datetime) -> set[str]:
    """Filter session digests: return those that have not expired and whose user and business are active.

    A business that is being closed or suspended sends no live updates.
    """
    return set(
        db.scalars(
            select(SignIn.token_digest)
            .join(User, User.id == SignIn.user_id)
            .join(Membership, Membership.user_id == User.id)
            .join(Operator, Operator.id == Membership.operator_id)
            .where(SignIn.token_digest.in_(digests), SignIn.expires_at > now, User.is_active)
            .where(Operator.is_active, Operator.stopped_at.is_(None))
        )
    )


def user_by_email(db: Session, email: str) -> User | None:
    """Return the user with this email, ignoring case."""
    return db.scalars(select(User).where(User.email_key == email.lower())).one_or_none()


def locked_user(db: Session, user_id: int) -> User | None:
    """Return a user, locked until the transaction ends, so that they cannot be deleted in the meantime."""
    return db.get(User, user_id, with_for_update={"key_share": True}, populate_existing=True)


def locked_operator(db: Session, operator_id: int) -> Operator | None:
    """Return a business in any state, with the operator lock; None if it no longer exists."""
    return db.get(Operator, operator_id, with_for_update={"key_share": True}, populate_existing=True)


def lock_own(db: Session) -> None:
    """Take the lock of the session's operator; required before reading rows in order to change them.

    Each operator has one lock (docs/adr/0004-holds-and-locking.md), and taking it again has no effect. Rows read before
    it must be read again.
    """
    db.execute(select(Operator.id).where(Operator.id == kept_to(db)).with_for_update(key_share=True))


def membership(db: Session, user_id: int) -> tuple[Operator, str] | None:
    """Return the business a user belongs to, with their role."""
    row = db.execute(
        select(Operator, Membership.role)
        .join(Membership, Membership.operator_id == Operator.id)
        .where(Membership.user_id == user_id)
    ).one_or_none()
    return None if row is None else (row[0], row[1])


def public_operator(db: Session, operator_key: int | str) -> Operator:
    """Return an active business by id or public key. Raises UnknownOperator for unknown and deactivated ones (W1,
    W5).
    """
    operator = existing(
        db.scalars(select(Operator).where(_named(operator_key), Operator.is_active)).one_or_none(), UnknownOperator
    )
    timing.enter_business(operator.id)
    return operator


def open_operator(db: Session, operator_key: int | str) -> Operator:
    """Return an active business whose form is open. Raises UnknownOperator, AwaitingApproval during review, or
    FormSuspended.
    """
    operator = public_operator(db, operator_key)
    if operator.stopped_at is not None:
        raise FormSuspended
    if operator.held_at is not None:
        raise AwaitingApproval
    return operator


def held_businesses(db: Session, *, most: int) -> list[tuple[Operator, User]]:
    """Return businesses awaiting review with their owners, longest waiting first, followed by declined ones."""
    rows = db.execute(
        select(Operator, User)
        .join(User, User.id == Operator.id)
        .where(Operator.held_at.is_not(None))
        .order_by(Operator.refused_at.is_not(None), Operator.held_at, Operator.id)
        .limit(most)
    )
    return [(operator, owner) for operator, owner in rows]


def number_to_review(db: Session) -> int:
    """Return the number of businesses awaiting review."""
    waiting = select(func.count()).select_from(Operator)
    return db.scalar(waiting.where(Operator.held_at.is_not(None), Operator.refused_at.is_(None))) or 0


def sites_that_may_embed(db: Session, operator_key: int | str) -> list[str]:
    """Return the sites allowed to embed an active business's form, by id or public key; empty for unknown ones (W6)."""
    return db.scalar(select(Operator.allowed_sites).where(_named(operator_key), Operator.is_active)) or []


def _named(operator_key: int | str) -> ColumnElement[bool]:
    """Match an operator by ID, or by public key through the directory of keys."""
    operator_id = select(PublicKey.operator_id).where(PublicKey.public_key == operator_key).scalar_subquery()
    return Operator.id == (operator_key if isinstance(operator_key, int) else operator_id)


def active_operator(db: Session, operator_id: int) -> Operator | None:
    """Scope the session to a business by ID and return it; None if it was removed or deactivated."""
    set_operator(db, operator_id)
    operator = db.get(Operator, operator_id)
    return operator if operator is not None and operator.is_active else None


def closing_operator(db: Session, operator_id: int) -> Operator | None:
    """Scope the session to a business that is being closed and not yet removed, and return it."""
    set_operator(db, operator_id)
    operator = db.get(Operator, operator_id)
    return operator if operator is not None and operator.closes_at is not None else None


def owner_of(db: Session, operator_id: int) -> User:
    """Return the owner of a business."""
    return db.scalars(select(User).where(User.id == operator_id)).one()


def owners_by_business(db: Session, operator_ids: Collection[int]) -> dict[int, User]:
    """Return owners by business id. Removed businesses are omitted."""
    return {user.id: user for user in db.scalars(select(User).where(User.id.in_(operator_ids)))}


def administrators(db: Session) -> list[User]:
    """Return the administrators of the installation."""
    return list(db.scalars(select(User).where(User.role == "admin", User.is_active).order_by(User.id)))


def any_user(db: Session) -> bool:
    """Return true if any account exists."""
    return (db.scalar(select(func.count()).select_from(User)) or 0) > 0
