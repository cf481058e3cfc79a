"""Another email address for an account: the new address confirms it by a link, and the old one can take it back.

Both links are made at once. The old address learns of the change before it takes effect, and its link works for 7 days
after that.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from marqueedesk.accounts import passwords, queries, second_factor, service
from marqueedesk.accounts.errors import EmailChangeOver, EmailTaken
from marqueedesk.accounts.models import EmailChange, User
from marqueedesk.domain_events import EmailChangeAsked, EmailChangeTold, publish
from marqueedesk.kit.links import TOKEN, Signer, digest_of, new_nonce

CONFIRM_WITHIN: Final = timedelta(days=1)
UNDO_WITHIN: Final = timedelta(days=7)
CONFIRM: Final = "email"
UNDO: Final = "emailundo"
"""The kinds of its two links."""


def token_of(signer: Signer, change: EmailChange, kind: str) -> str:
    """The token of one of a change's links: always the same for the same change."""
    return signer.token(kind, change.user_id, 0, change.nonce)


def address_of(signer: Signer, public_url: str, change: EmailChange, kind: str) -> str:
    """The page of one of a change's links."""
    page = "confirm-email" if kind == CONFIRM else "keep-email"
    return f"{public_url}/{page}?token={token_of(signer, change, kind)}"


def pending(db: Session, user_id: int, now: datetime) -> EmailChange | None:
    """The change that waits for the new address, if there is one."""
    return db.scalars(
        select(EmailChange)
        .where(
            EmailChange.user_id == user_id,
            EmailChange.confirmed_at.is_(None),
            EmailChange.ended_at.is_(None),
            EmailChange.expires_at > now,
        )
        .order_by(EmailChange.id.desc())
        .limit(1)
    ).one_or_none()


def ask(db: Session, user: User, email: str, signer: Signer, now: datetime) -> EmailChange:
    """Ask the new address, and tell the old one. An earlier change that still waits ends. Raises EmailTaken."""
    if queries.user_by_email(db, email) is not None:
        raise EmailTaken(fields={"email": EmailTaken.sentence})
    give_up(db, user.id, now)
    change = EmailChange(
        user_id=user.id,
        old_email=user.email,
        new_email=email,
        nonce=new_nonce(),
        created_at=now,
        expires_at=now + CONFIRM_WITHIN,
    )
    change.confirm_digest = digest_of(token_of(signer, change, CONFIRM))
    change.undo_digest = digest_of(token_of(signer, change, UNDO))
    db.add(change)
    db.flush()
    publish(db, EmailChangeAsked(user_id=user.id, change_id=change.id, new_email=email, to=email), now)
    publish(db, EmailChangeTold(user_id=user.id, change_id=change.id, new_email=email, to=user.email), now)
    return change


def give_up(db: Session, user_id: int, now: datetime) -> None:
    """End a change that still waits."""
    waits = (EmailChange.user_id == user_id) & EmailChange.confirmed_at.is_(None) & EmailChange.ended_at.is_(None)
    db.execute(update(EmailChange).where(waits).values(ended_at=now))


def confirm(db: Session, token: str, now: datetime) -> tuple[User, str]:
    """The new address takes effect; answers the person and their address before. Raises EmailChangeOver for a link
    that is malformed, unknown, used or late, and EmailTaken.
    """
    change, user = _find(db, token, EmailChange.confirm_digest)
    if change.confirmed_at is not None or change.ended_at is not None or change.expires_at <= now:
        raise EmailChangeOver
    before = user.email
    service.set_email(db, user, change.new_email)
    change.confirmed_at = now
    return user, before


def undo(db: Session, token: str, now: datetime) -> User:
    """Keep the old address, or restore it. Every access that the person behind the change may have ends: all sign-ins,
    later changes, a second factor set up since, and the password, which a reset replaces.

    Raises EmailChangeOver and EmailTaken.
    """
    change, user = _find(db, token, EmailChange.undo_digest)
    if change.undone_at is not None or (change.confirmed_at or change.expires_at) + UNDO_WITHIN <= now:
        raise EmailChangeOver
    service.set_email(db, user, change.old_email)
    later = (EmailChange.user_id == user.id) & (EmailChange.id >= change.id)
    db.execute(update(EmailChange).where(later).values(ended_at=now, undone_at=now))
    service.end_sign_ins(db, user.id)
    factor = second_factor.of_user(db, user.id)
    if factor is not None and factor.created_at >= change.created_at:
        second_factor.remove(db, user.id)
    user.password_hash = passwords.UNUSABLE
    return user


def _find(db: Session, token: str, column: InstrumentedAttribute[str]) -> tuple[EmailChange, User]:
    found = None
    if TOKEN.fullmatch(token):
        found = db.execute(
            select(EmailChange, User)
            .join(User, User.id == EmailChange.user_id)
            .where(column == digest_of(token))
            .with_for_update(of=EmailChange)
        ).one_or_none()
    if found is None or not found[1].is_active:
        raise EmailChangeOver
    return found[0], found[1]
