"""The way back in for somebody who forgot their password (A8): a link by email, or from an administrator where no email
is sent. It works once and for one hour.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries, remembered_devices, service
from marqueedesk.accounts.errors import AccountInactive, ResetOver
from marqueedesk.accounts.models import PasswordReset, User
from marqueedesk.domain_events import PasswordResetMade, publish
from marqueedesk.kit.links import TOKEN, Signer, digest_of, new_nonce

LASTS: Final = timedelta(hours=1)
KEPT: Final = timedelta(days=30)
LINK: Final = "reset"
"""The kind of a reset's links."""


def token_of(signer: Signer, reset: PasswordReset) -> str:
    """The token of a reset's link: always the same for the same reset."""
    return signer.token(LINK, reset.user_id, 0, reset.nonce)


def reset_address(signer: Signer, public_url: str, reset: PasswordReset) -> str:
    """The page on which somebody who has the link sets another password."""
    return f"{public_url}/reset-password?token={token_of(signer, reset)}"


def ask(db: Session, email: str, signer: Signer, now: datetime) -> None:
    """Let the person with this address have a link, if there is such a person. An earlier link ends.

    Who is deactivated gets none: a new password would not let them in.
    """
    user = queries.user_by_email(db, email)
    if user is None or not user.is_active:
        return
    reset = make(db, user, signer, now)
    publish(db, PasswordResetMade(user_id=user.id, reset_id=reset.id), now)


def make(db: Session, user: User, signer: Signer, now: datetime) -> PasswordReset:
    """Make a link for a person; an earlier one ends. Raises AccountInactive: a new password would not let them in."""
    if not user.is_active:
        raise AccountInactive
    end_links(db, user.id, now)
    nonce = new_nonce()
    token = signer.token(LINK, user.id, 0, nonce)
    reset = PasswordReset(
        user_id=user.id, nonce=nonce, token_digest=digest_of(token), created_at=now, expires_at=now + LASTS
    )
    db.add(reset)
    db.flush()
    return reset


def find(db: Session, token: str, now: datetime) -> tuple[PasswordReset, User]:
    """The reset that a link is for, and its user. Raises ResetOver alike for a link that is malformed, unknown, used,
    replaced or late.
    """
    found = None
    if TOKEN.fullmatch(token):
        found = db.execute(
            select(PasswordReset, User)
            .join(User, User.id == PasswordReset.user_id)
            .where(PasswordReset.token_digest == digest_of(token))
            .with_for_update(of=PasswordReset)
        ).one_or_none()
    if found is None or found[0].used_at is not None or found[0].expires_at <= now or not found[1].is_active:
        raise ResetOver
    return found[0], found[1]


def use(db: Session, token: str, password_hash: str, now: datetime, *, is_short: bool) -> User:
    """Set another password by a link, which ends with that, as does every sign-in (A1). Raises ResetOver."""
    reset, user = find(db, token, now)
    reset.used_at = now
    user.password_hash = password_hash
    user.password_is_short = is_short
    service.end_sign_ins(db, user.id)
    remembered_devices.forget(db, user.id)
    return user


def end_links(db: Session, user_id: int, now: datetime) -> None:
    """Let no link of a person's lead in any more."""
    db.execute(
        update(PasswordReset)
        .where(PasswordReset.user_id == user_id, PasswordReset.used_at.is_(None))
        .values(used_at=now)
    )


def forget_old(db: Session, now: datetime) -> None:
    """Remove what was over long ago."""
    db.execute(delete(PasswordReset).where(PasswordReset.expires_at < now - KEPT))
