"""Email changes: confirmed by a link to the new address, and undone by a link to the old one.

Both links are created together. The old address is notified before the change takes effect, and its link works for 7
days after that.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from marqueedesk.accounts import passwords, queries, second_factor, service
from marqueedesk.accounts.errors import EmailChangeOver, EmailTaken
from marqueedesk.accounts.models import EmailChange, User
from marqueedesk.domain_events import AddressUnconfirmed, EmailChangeAsked, EmailChangeTold, publish
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.links import TOKEN, Signer, digest_of, new_nonce
from marqueedesk.kit.http.rate_limit import Limit
from marqueedesk.settings import Settings

CONFIRM_WITHIN: Final = timedelta(days=1)
UNDO_WITHIN: Final = timedelta(days=7)
CONFIRM: Final = "email"
UNDO: Final = "emailundo"
"""Kinds of the two links."""
_SIGN_INS: Final = Limit("email-confirmation-sign-ins", 5, timedelta(hours=1))
_IS_ANOTHER: Final = EmailChange.new_email != EmailChange.old_email
"""Condition for a change to a different address. A row with two equal addresses confirms the current one."""


def token_of(signer: Signer, change: EmailChange, kind: str) -> str:
    """Return the token of one of a change's two links. Deterministic: repeated calls return the same token."""
    return signer.token(kind, change.user_id, 0, change.nonce)


def address_of(signer: Signer, public_url: str, change: EmailChange, kind: str) -> str:
    """Return the URL of one of a change's two links."""
    page = "confirm-email" if kind == CONFIRM else "keep-email"
    return f"{public_url}/{page}?token={token_of(signer, change, kind)}"


def pending(db: Session, user_id: int, now: datetime) -> EmailChange | None:
    """Return the change that awaits confirmation, if any."""
    return db.scalars(
        select(EmailChange)
        .where(
            EmailChange.user_id == user_id,
            EmailChange.confirmed_at.is_(None),
            EmailChange.ended_at.is_(None),
            EmailChange.expires_at > now,
            _IS_ANOTHER,
        )
        .order_by(EmailChange.id.desc())
        .limit(1)
    ).one_or_none()


def must_confirm(db: Session, settings: Settings, user: User) -> bool:
    """Return true if a user must confirm their current address: a mail server is configured and limits are on."""
    if user.email_confirmed_at is not None or settings.rate_limits == "off":
        return False
    return effective(db, settings).smtp is not None


def ask_at_sign_in(db: Session, settings: Settings, user: User, signer: Signer, now: datetime) -> None:
    """Send a confirmation link for an unconfirmed address after a sign-in, with a limited frequency because the address
    may belong to a stranger.
    """
    if (
        must_confirm(db, settings, user)
        and rate_limit.count(db, _SIGN_INS, _SIGN_INS.key(user.id), now) <= _SIGN_INS.times
    ):
        ask_to_confirm(db, user, signer, now)


def ask_to_confirm(db: Session, user: User, signer: Signer, now: datetime) -> None:
    """Send a confirmation link for the current address, reusing the previous link while it is valid."""
    change = db.scalars(
        select(EmailChange)
        .where(
            EmailChange.user_id == user.id,
            EmailChange.new_email == user.email,
            EmailChange.ended_at.is_(None),
            EmailChange.expires_at > now,
            ~_IS_ANOTHER,
        )
        .order_by(EmailChange.id.desc())
        .limit(1)
    ).one_or_none()
    if change is None:
        change = _make(db, user, user.email, signer, now)
    publish(db, AddressUnconfirmed(user_id=user.id, change_id=change.id, new_email=user.email, to=user.email), now)


def ask(db: Session, user: User, email: str, signer: Signer, now: datetime) -> EmailChange:
    """Send a confirmation link to the new address and notify the old one. Cancels an earlier pending change. Raises
    EmailTaken.
    """
    if queries.user_by_email(db, email) is not None:
        raise EmailTaken.about("email")
    withdraw(db, user.id, now)
    change = _make(db, user, email, signer, now)
    publish(db, EmailChangeAsked(user_id=user.id, change_id=change.id, new_email=email, to=email), now)
    publish(db, EmailChangeTold(user_id=user.id, change_id=change.id, new_email=email, to=user.email), now)
    return change


def _make(db: Session, user: User, email: str, signer: Signer, now: datetime) -> EmailChange:
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
    return change


def withdraw(db: Session, user_id: int, now: datetime) -> None:
    """Cancel a pending change."""
    waits = (EmailChange.user_id == user_id) & EmailChange.confirmed_at.is_(None) & EmailChange.ended_at.is_(None)
    db.execute(update(EmailChange).where(waits).values(ended_at=now))


def confirm(db: Session, token: str, now: datetime) -> tuple[User, str]:
    """Apply the change that a token confirms; return the user and their previous address. Raises EmailChangeOver for a
    malformed, unknown, used or expired link, and EmailTaken.
    """
    change, user = _find(db, token, EmailChange.confirm_digest)
    if change.confirmed_at is not None or change.ended_at is not None or change.expires_at <= now:
        raise EmailChangeOver
    before = user.email
    if change.old_email == change.new_email and before != change.new_email:
        # The link is for an address that the user no longer has.
        raise EmailChangeOver
    service.set_email(db, user, change.new_email)
    change.confirmed_at = user.email_confirmed_at = now
    return user, before


def undo(db: Session, token: str, now: datetime) -> User:
    """Keep or restore the old address, and revoke the access of the person who requested the change: sessions, later
    changes, a second factor set up since, and the password, which must be reset.

    Raises EmailChangeOver and EmailTaken.
    """
    change, user = _find(db, token, EmailChange.undo_digest)
    if change.undone_at is not None or (change.confirmed_at or change.expires_at) + UNDO_WITHIN <= now:
        raise EmailChangeOver
    service.set_email(db, user, change.old_email)
    user.email_confirmed_at = now
    later = (EmailChange.user_id == user.id) & (EmailChange.id >= change.id)
    db.execute(update(EmailChange).where(later).values(ended_at=now, undone_at=now))
    service.end_sign_ins(db, user.id)
    second_factor.remove_since(db, user.id, change.created_at)
    user.password_hash = passwords.UNUSABLE
    return user


def _find(db: Session, token: str, column: InstrumentedAttribute[str]) -> tuple[EmailChange, User]:
    row = None
    if TOKEN.fullmatch(token):
        row = db.execute(
            select(EmailChange, User)
            .join(User, User.id == EmailChange.user_id)
            .where(column == digest_of(token))
            .with_for_update(of=EmailChange)
        ).one_or_none()
    if row is None or not row[1].is_active:
        raise EmailChangeOver
    return row[0], row[1]
