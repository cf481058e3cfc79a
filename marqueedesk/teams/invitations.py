"""Invitations to a business (A5): an emailed link, valid once for a week. No function here commits."""

from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries
from marqueedesk.accounts.errors import (
    AlreadyInvited,
    AlreadyMember,
    InvitationClosed,
    NoInvitation,
    TooManyInvitations,
)
from marqueedesk.accounts.models import Invitation, Membership, User
from marqueedesk.domain_events import InvitationDeclined, MemberInvited, publish
from marqueedesk.kit.db.rows import existing, fresh
from marqueedesk.kit.http import links
from marqueedesk.kit.http.links import Signer

LASTS: Final = timedelta(days=7)
LINK: Final = "invite"
"""Kind of invitation links."""
MOST_OPEN: Final = 50


State = Literal["open", "accepted", "declined", "revoked", "expired"]


def state(invitation: Invitation, now: datetime) -> State:
    """Return the state of an invitation at ``now``."""
    if invitation.accepted_at is not None:
        return "accepted"
    if invitation.revoked_at is not None:
        return "revoked"
    if invitation.declined_at is not None:
        return "declined"
    return "open" if now < invitation.expires_at else "expired"


def address(signer: Signer, public_url: str, invitation: Invitation) -> str:
    """Return the URL of an invitation."""
    return f"{public_url}/invitation?token={_token(signer, invitation)}"


def _token(signer: Signer, invitation: Invitation) -> str:
    return signer.token(LINK, invitation.operator_id, invitation.id, invitation.nonce)


def pending(db: Session) -> list[Invitation]:
    """Return the session business's invitations that were neither accepted nor revoked, newest first.

    Declined invitations are included until the business removes them or invites the person again.
    """
    query = select(Invitation).where(Invitation.accepted_at.is_(None), Invitation.revoked_at.is_(None))
    return list(db.scalars(query.order_by(Invitation.id.desc())))


def invite(
    db: Session, operator_id: int, email: str, role: str, signer: Signer, now: datetime, *, by: User
) -> Invitation:
    """Invite a person to the session's business by email. Replaces an expired or declined invitation.

    Requires the operator's lock. Raises AlreadyMember, AlreadyInvited and TooManyInvitations.
    """
    key = email.lower()
    members = select(User.id).join(Membership, Membership.user_id == User.id)
    if db.scalar(members.where(Membership.operator_id == operator_id, User.email_key == key)) is not None:
        raise AlreadyMember.about("email")
    waiting = pending(db)
    for earlier in waiting:
        if earlier.email_key != key:
            continue
        if state(earlier, now) == "open":
            raise AlreadyInvited.about("email")
        revoke(db, earlier, now)
    if len(waiting) >= MOST_OPEN:
        raise TooManyInvitations
    invitation = Invitation(
        email=email,
        email_key=key,
        part=role,
        nonce=links.new_nonce(),
        invited_by=by.username,
        created_at=now,
        sent_at=now,
        expires_at=now + LASTS,
    )
    db.add(invitation)
    db.flush()
    _send(db, invitation, signer, now)
    return invitation


def resend(db: Session, invitation: Invitation, signer: Signer, now: datetime) -> None:
    """Resend an invitation, valid for another week; the previous link stops working. Raises InvitationClosed.

    A declined invitation can be resent too, in case declining was a mistake.
    """
    if state(invitation, now) in {"accepted", "revoked"}:
        raise InvitationClosed(state(invitation, now))
    links.forget(db, kind=LINK, operator_id=invitation.operator_id, target_id=invitation.id)
    invitation.nonce = links.new_nonce()
    invitation.declined_at = None
    invitation.sent_at, invitation.expires_at = now, now + LASTS
    _send(db, invitation, signer, now)


def _send(db: Session, invitation: Invitation, signer: Signer, now: datetime) -> None:
    token = _token(signer, invitation)
    links.make(db, token, kind=LINK, operator_id=invitation.operator_id, target_id=invitation.id, now=now)
    invited = MemberInvited(operator_id=invitation.operator_id, invitation_id=invitation.id, nonce=invitation.nonce)
    publish(db, invited, now)


def revoke(db: Session, invitation: Invitation, now: datetime) -> None:
    """Revoke an invitation; its link then shows that it was revoked. Repeating this has no effect. Raises
    InvitationClosed.
    """
    if invitation.accepted_at is not None:
        raise InvitationClosed("accepted")
    if invitation.revoked_at is None:
        invitation.revoked_at = now
        db.flush()


def decline(db: Session, invitation: Invitation, now: datetime) -> bool:
    """Decline an invitation and notify the business; return false if it was already declined.

    Raises InvitationClosed.
    """
    present = state(invitation, now)
    if present == "declined":
        return False
    if present != "open":
        raise InvitationClosed(present)
    invitation.declined_at = now
    publish(db, InvitationDeclined(operator_id=invitation.operator_id, email=invitation.email), now)
    db.flush()
    return True


def locked(db: Session, invitation_id: int) -> Invitation:
    """Return an invitation under the operator's lock. Raises NoInvitation."""
    queries.lock_own(db)
    return existing(fresh(db, Invitation, Invitation.id == invitation_id), NoInvitation)
