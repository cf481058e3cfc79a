"""Emailed links that grant access to an account: to reset a password (A8), and to sign in from a new device (A3).

Each works only once. Several emailed links can be valid at the same time, so a stranger's request does not invalidate
the owner's link. Without a mail server, an administrator creates a reset link and passes it on; that one replaces all
earlier links.
"""

from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries, remembered_devices, service
from marqueedesk.accounts.errors import AccountInactive, ResetOver
from marqueedesk.accounts.models import PasswordReset, User
from marqueedesk.domain_events import PasswordResetMade, SignInLinkMade, publish
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.links import TOKEN, Signer, digest_of, new_nonce
from marqueedesk.kit.http.rate_limit import Limit

Purpose = Literal["reset", "sign-in"]
"""Purpose of a link, which is also its token's kind."""
RESET: Final = "reset"
SIGN_IN: Final = "sign-in"
LASTS: Final = timedelta(hours=1)
KEPT: Final = timedelta(days=30)
SIGN_IN_LINKS: Final = Limit("sign-in-links", 5, timedelta(hours=1))
"""Limit of sign-in links emailed to a user."""
_PAGES: Final = {RESET: "reset-password", SIGN_IN: "sign-in"}


def token_of(signer: Signer, reset: PasswordReset) -> str:
    """Return the token of a link. Deterministic: repeated calls return the same token."""
    return signer.token(reset.purpose, reset.user_id, 0, reset.nonce)


def reset_address(signer: Signer, public_url: str, reset: PasswordReset) -> str:
    """Return the URL of a link."""
    return f"{public_url}/{_PAGES[reset.purpose]}?token={token_of(signer, reset)}"


def ask(db: Session, email: str, signer: Signer, now: datetime) -> None:
    """Email a password reset link to the user with this address, if there is one.

    Deactivated users get none, because they could not sign in with a new password.
    """
    user = queries.user_by_email(db, email)
    if user is None or not user.is_active:
        return
    reset = make(db, user, signer, now)
    publish(db, PasswordResetMade(user_id=user.id, reset_id=reset.id), now)


def offer_sign_in(db: Session, user_id: int, signer: Signer, now: datetime, *, limits_on: bool) -> None:
    """Email a sign-in link to a user who entered the correct password, unless they already got several within
    the hour.
    """
    user = db.get(User, user_id)
    if user is None or not user.is_active:
        return
    if limits_on and rate_limit.count(db, SIGN_IN_LINKS, SIGN_IN_LINKS.key(user.id), now) > SIGN_IN_LINKS.times:
        return
    link = make(db, user, signer, now, purpose=SIGN_IN)
    publish(db, SignInLinkMade(user_id=user.id, reset_id=link.id), now)


def make(db: Session, user: User, signer: Signer, now: datetime, *, purpose: Purpose = RESET) -> PasswordReset:
    """Create a link for a user. Raises AccountInactive for a deactivated user, who could not sign in with a new
    password.
    """
    if not user.is_active:
        raise AccountInactive
    nonce = new_nonce()
    token = signer.token(purpose, user.id, 0, nonce)
    reset = PasswordReset(
        user_id=user.id,
        purpose=purpose,
        nonce=nonce,
        token_digest=digest_of(token),
        created_at=now,
        expires_at=now + LASTS,
    )
    db.add(reset)
    db.flush()
    return reset


def make_by_hand(db: Session, user: User, signer: Signer, now: datetime) -> PasswordReset:
    """Create a link for an administrator to pass on. It replaces all earlier links of the user, including emailed ones,
    so that a link that went to the wrong person does not stay valid. Only administrators can trigger this.

    Raises AccountInactive.
    """
    end_links(db, user.id, now)
    return make(db, user, signer, now)


def find(
    db: Session, token: str, now: datetime, *, purpose: Purpose = RESET, lock: bool = False
) -> tuple[PasswordReset, User]:
    """Return the link and user that a token belongs to. With ``lock``, the user is locked first, and thereby all of
    their links.

    Raises ResetOver for a link that is malformed, unknown, used, revoked, expired or of another purpose.
    """
    if not TOKEN.fullmatch(token):
        raise ResetOver
    this = (PasswordReset.token_digest == digest_of(token), PasswordReset.purpose == purpose)
    user_id = db.scalar(select(PasswordReset.user_id).where(*this))
    user = None
    if user_id is not None:
        user = queries.locked_user(db, user_id) if lock else db.get(User, user_id)
    reset = db.scalars(select(PasswordReset).where(*this).execution_options(populate_existing=True)).one_or_none()
    if reset is None or user is None or reset.used_at is not None or reset.expires_at <= now or not user.is_active:
        raise ResetOver
    return reset, user


def use(db: Session, token: str, password_hash: str, now: datetime, *, is_short: bool) -> User:
    """Reset a password with a link. Ends all of the user's links and sessions (A1).

    Raises ResetOver.
    """
    _, user = find(db, token, now, lock=True)
    end_links(db, user.id, now)
    user.password_hash = password_hash
    user.password_is_short = is_short
    service.end_sign_ins(db, user.id)
    remembered_devices.forget(db, user.id)
    return user


def use_to_sign_in(db: Session, token: str, now: datetime) -> User:
    """Use up a sign-in link and return its user. Raises ResetOver."""
    reset, user = find(db, token, now, purpose=SIGN_IN, lock=True)
    reset.used_at = now
    return user


def end_links(db: Session, user_id: int, now: datetime) -> None:
    """Revoke all links of a user."""
    db.execute(
        update(PasswordReset)
        .where(PasswordReset.user_id == user_id, PasswordReset.used_at.is_(None))
        .values(used_at=now)
    )


def forget_old(db: Session, now: datetime) -> None:
    """Delete links whose expiry is long past."""
    db.execute(delete(PasswordReset).where(PasswordReset.expires_at < now - KEPT))
