"""Every SELECT about people."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.errors import NotOpenYet, UnknownOperator
from marqueedesk.accounts.models import Membership, Operator, PublicKey, SignIn, User
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.db.tenancy import kept_to, set_operator

Signed = tuple[User, SignIn, Operator | None, str | None]


def signed_in(db: Session, token_digest: str) -> Signed | None:
    """The person behind a cookie's digest, with the business they belong to and their role in it."""
    row = db.execute(_SIGNED_IN, {"token_digest": token_digest}).one_or_none()
    return None if row is None else (row[0], row[1], row[2], row[3])


# Built once: every signed-in call begins with it.
_SIGNED_IN = (
    select(User, SignIn, Operator, Membership.role)
    .join(SignIn, SignIn.user_id == User.id)
    .outerjoin(Membership, Membership.user_id == User.id)
    .outerjoin(Operator, Operator.id == Membership.operator_id)
    .where(SignIn.token_digest == bindparam("token_digest"))
)


def sign_ins(db: Session, user_id: int, now: datetime) -> list[SignIn]:
    """Where a person is signed in, the latest used first."""
    return list(
        db.scalars(
            select(SignIn).where(SignIn.user_id == user_id, SignIn.expires_at > now).order_by(SignIn.seen_at.desc())
        )
    )


def good_sign_ins(db: Session, digests: Collection[str], now: datetime) -> set[str]:
    """Which of some sign-ins, by their digests, are of an active person at an active business and not over.

    A business that is being closed tells its pages nothing any more.
    """
    return set(
        db.scalars(
            select(SignIn.token_digest)
            .join(User, User.id == SignIn.user_id)
            .join(Membership, Membership.user_id == User.id)
            .join(Operator, Operator.id == Membership.operator_id)
            .where(SignIn.token_digest.in_(digests), SignIn.expires_at > now, User.is_active, Operator.is_active)
        )
    )


def user_by_email(db: Session, email: str) -> User | None:
    """The person with this email, whatever its case."""
    return db.scalars(select(User).where(User.email_key == email.lower())).one_or_none()


def locked_user(db: Session, user_id: int) -> User | None:
    """A person, locked until the transaction ends, so that nobody can remove them meanwhile."""
    return db.get(User, user_id, with_for_update={"key_share": True}, populate_existing=True)


def locked_operator(db: Session, operator_id: int) -> Operator | None:
    """A business in any state, with the same lock that promising its letters takes; None if it no longer exists."""
    return db.get(Operator, operator_id, with_for_update={"key_share": True}, populate_existing=True)


def lock_own(db: Session) -> None:
    """Take the lock of the session's operator: what changes rows of theirs, after reading them, begins with it.

    It is the one lock of an operator (docs/adr/0004-holds-and-locking.md); taking it once more changes nothing. What
    was read before it has to be read again.
    """
    db.execute(select(Operator.id).where(Operator.id == kept_to(db)).with_for_update(key_share=True))


def membership(db: Session, user_id: int) -> tuple[Operator, str] | None:
    """The business a person belongs to, with their role in it."""
    row = db.execute(
        select(Operator, Membership.role)
        .join(Membership, Membership.operator_id == Operator.id)
        .where(Membership.user_id == user_id)
    ).one_or_none()
    return None if row is None else (row[0], row[1])


def public_operator(db: Session, who: int | str) -> Operator:
    """An active business by id or public key. Raises UnknownOperator, alike for unknown and deactivated (W1, W5)."""
    return existing(db.scalars(select(Operator).where(_named(who), Operator.is_active)).one_or_none(), UnknownOperator)


def open_operator(db: Session, who: int | str) -> Operator:
    """An active business whose form is open. Raises UnknownOperator, and NotOpenYet for one that is being reviewed."""
    operator = public_operator(db, who)
    if operator.held_at is not None:
        raise NotOpenYet
    return operator


def held_businesses(db: Session, *, most: int) -> list[tuple[Operator, User]]:
    """Businesses that wait for a review, the longest first, with their owners; after them those that were refused."""
    rows = db.execute(
        select(Operator, User)
        .join(User, User.id == Operator.id)
        .where(Operator.held_at.is_not(None))
        .order_by(Operator.refused_at.is_not(None), Operator.held_at, Operator.id)
        .limit(most)
    )
    return [(operator, owner) for operator, owner in rows]


def number_to_review(db: Session) -> int:
    """How many businesses wait for a review."""
    waiting = select(func.count()).select_from(Operator)
    return db.scalar(waiting.where(Operator.held_at.is_not(None), Operator.refused_at.is_(None))) or 0


def sites_that_may_embed(db: Session, who: int | str) -> list[str]:
    """The sites that an active business lists for its form, by id or public key; empty for nobody's (W6)."""
    return db.scalar(select(Operator.allowed_sites).where(_named(who), Operator.is_active)) or []


def _named(who: int | str) -> ColumnElement[bool]:
    """The operator of an id or of a public key, by the directory of keys."""
    whose = select(PublicKey.operator_id).where(PublicKey.public_key == who).scalar_subquery()
    return Operator.id == (who if isinstance(who, int) else whose)


def active_operator(db: Session, operator_id: int) -> Operator | None:
    """A business by its id, to which the session is kept from here on; None if it is gone or deactivated."""
    set_operator(db, operator_id)
    operator = db.get(Operator, operator_id)
    return operator if operator is not None and operator.is_active else None


def closing_operator(db: Session, operator_id: int) -> Operator | None:
    """A business that its owner has closed and that is not removed yet; the session is kept to it."""
    set_operator(db, operator_id)
    operator = db.get(Operator, operator_id)
    return operator if operator is not None and operator.closes_at is not None else None


def owner_of(db: Session, operator_id: int) -> User:
    """The person who owns a business."""
    return db.scalars(select(User).where(User.id == operator_id)).one()


def owners_by_business(db: Session, operator_ids: Collection[int]) -> dict[int, User]:
    """The owners of some businesses, by the business's id. Businesses that are gone are left out."""
    return {user.id: user for user in db.scalars(select(User).where(User.id.in_(operator_ids)))}


def administrators(db: Session) -> list[User]:
    """The people who run the installation."""
    return list(db.scalars(select(User).where(User.role == "admin", User.is_active).order_by(User.id)))


def any_user(db: Session) -> bool:
    """Whether anybody has an account yet."""
    return (db.scalar(select(func.count()).select_from(User)) or 0) > 0
