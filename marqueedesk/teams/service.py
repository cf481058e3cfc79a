"""Join and leave a business (A5). Nothing here commits."""

from datetime import datetime

from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.errors import AlreadyMember, InvitationClosed, NoBusiness, NoInvitation
from marqueedesk.accounts.models import Invitation, Operator, User
from marqueedesk.accounts.rights import OWNER
from marqueedesk.billing import service as billing
from marqueedesk.bookings import queries as bookings
from marqueedesk.domain_events import MemberLeft, publish
from marqueedesk.instance_settings.service import Platform
from marqueedesk.kit.db.tenancy import all_tenants, own, set_operator
from marqueedesk.kit.http import links
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import Actor
from marqueedesk.teams import invitations, members
from marqueedesk.teams.errors import AnothersInvitation, CannotJoin, OwnerStays


def open_invitation(db: Session, token: str) -> tuple[Operator, Invitation]:
    """Scope a session to the business that an invitation link belongs to; return it with the invitation, whatever its
    state.

    Raises NoInvitation for a malformed, unknown or replaced token and for a removed business.
    """
    link = links.find(db, token, invitations.LINK)
    operator = db.get(Operator, link.operator_id) if link else None
    if link is None or operator is None or not operator.is_active:
        raise NoInvitation
    set_operator(db, operator.id)
    invitation = own(db, Invitation, link.target_id)
    if invitation is None:
        raise NoInvitation
    return operator, invitation


def obstacle_to_joining(db: Session, user: User, operator: Operator, now: datetime) -> CannotJoin | None:
    """Return the obstacle that a user must resolve before joining a business; None if there is none.

    Joining suspends the user's own business, so no customer or member may depend on it.
    """
    if user.role == "admin":
        return CannotJoin("administrator", "Administrators manage the installation and cannot join a business.")
    belongs = accounts.membership(db, user.id)
    if belongs is None:
        return None
    own, role = belongs
    if own.id == operator.id:
        return CannotJoin("member", "You are already on this team.")
    if role != OWNER:
        return CannotJoin("team", "You are on another team. Leave it first under Settings > Team.")
    if own.closes_at is not None:
        return CannotJoin("closing", "Your own business is being closed. Reopen it first under Settings > Account.")
    if len(members.team(db, own.id)) > 1:
        return CannotJoin("people", "Your own business has a team. Remove its members first under Settings > Team.")
    with all_tenants(db, "who joins a business leaves one of their own at rest"):
        coming = bookings.coming(db, own, now)
        if coming:
            counted = "a booking" if coming == 1 else f"{coming} bookings"
            return CannotJoin("bookings", f"Your own business has {counted} coming up. Complete or cancel them first.")
        if billing.has_live_subscription(db, own.id, now):
            return CannotJoin("subscription", "Your own business has a subscription. Cancel it first.")
    return None


def accept(db: Session, token: str, user: User, now: datetime) -> Operator:
    """Join the business of a valid invitation link, once. The user's own business is suspended.

    Of two requests at the same time, one finds the invitation already accepted. Raises NoInvitation, InvitationClosed,
    AnothersInvitation, CannotJoin and AlreadyMember.
    """
    operator, invitation = open_invitation(db, token)
    # Lock both businesses, in a fixed order: no booking can be made at the one being suspended, and the joined one
    # can't be removed.
    for operator_id in sorted({operator.id, user.id}):
        accounts.locked_operator(db, operator_id)
    invitation = invitations.locked(db, invitation.id)
    state = invitations.state(invitation, now)
    if state != "open":
        raise InvitationClosed(state)
    if invitation.email_key != user.email_key:
        raise AnothersInvitation.format(invited=invitation.email, present=user.email)
    obstacle = obstacle_to_joining(db, user, operator, now)
    if obstacle is not None:
        raise AlreadyMember(obstacle.message) if obstacle.extra["reason"] == "member" else obstacle
    members.join(db, user, operator, invitation.part, now)
    invitation.accepted_at = now
    _note(db, "team.joined", user, operator, user, now, part=invitation.part)
    return operator


def decline(db: Session, token: str, user: User | None, now: datetime) -> None:
    """Decline an invitation, with or without an account, and notify the business. Repeating it has no effect.

    Anyone with the link has access to the invited address's email. If it is accepted and declined at the same time, the
    first one counts. Raises NoInvitation, InvitationClosed, and AnothersInvitation if ``user`` has another email.
    """
    operator, invitation = open_invitation(db, token)
    invitation = invitations.locked(db, invitation.id)
    if user is not None and invitation.email_key != user.email_key:
        raise AnothersInvitation.format(invited=invitation.email, present=user.email)
    if invitations.decline(db, invitation, now):
        by = Actor(user.id if user else None, invitation.email)
        subject = (invitation.id, invitation.email)
        audit.record(
            db, "team.declined", by=by, now=now, operator_id=operator.id, subject=subject, part=invitation.part
        )


def leave(db: Session, user: User, now: datetime, *, starts_with: Platform) -> None:
    """Leave the business that a user works for and return to their own. Raises NoBusiness and OwnerStays."""
    belongs = accounts.membership(db, user.id)
    if belongs is None:
        raise NoBusiness
    if belongs[1] == OWNER:
        raise OwnerStays
    operator, role = belongs
    members.return_to_own_business(db, user, now, starts_with=starts_with)
    publish(db, MemberLeft(operator_id=operator.id, name=user.username, email=user.email), now)
    members.announce_reader_left(db, operator.id, user, role, now)
    _note(db, "team.left", user, operator, user, now, part=role)


def _note(db: Session, action: str, by: User, operator: Operator, whom: User, now: datetime, **details: object) -> None:
    actor = Actor(by.id, by.email)
    audit.record(db, action, by=actor, now=now, operator_id=operator.id, subject=(whom.id, whom.email), **details)
