"""Routes of a business's team: members, invitations, roles, removal, leaving (A5)."""

from datetime import timedelta
from typing import Annotated, Any, cast
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts import second_factor as factors
from marqueedesk.accounts import serializers as accounts
from marqueedesk.accounts import sessions
from marqueedesk.accounts.access import Caller, reading, record_settings_change, require, writing
from marqueedesk.accounts.call_limits import Attempts
from marqueedesk.accounts.dependencies import Db, Requires, check_rights
from marqueedesk.accounts.errors import NoSecondFactor
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.accounts.models import Invitation, Membership, Operator, User
from marqueedesk.accounts.queries import locked_operator
from marqueedesk.accounts.rights import CHANGE_TEAM, RIGHTS, SEE_BOOKINGS, Role
from marqueedesk.accounts.schemas import UserOut
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.links import signer
from marqueedesk.kit.http.rate_limit import Limit
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.watch import audit
from marqueedesk.teams import invitations, members, service
from marqueedesk.teams.schemas import (
    GivenRole,
    InvitationInput,
    InvitationOut,
    MemberOut,
    PartInput,
    RightOut,
    TeamInput,
    TeamOut,
)

router = APIRouter(tags=["team"], responses=errors(401, 403))
MAILS = Limit("invitations", 10, timedelta(days=1))
"""Limit of invitation emails per business and day, to prevent bulk mail to strangers."""


def _member(user: User, membership: Membership, caller: Caller, *, second_factor: bool | None) -> MemberOut:
    return MemberOut.of_row(
        user,
        part=cast("Role", membership.role),
        since=membership.created_at.astimezone(ZoneInfo(caller.operator.time_zone)),
        you=user.id == caller.user.id,
        second_factor=second_factor,
    )


def _invitation(db: Session, request: Request, row: Invitation, operator: Operator) -> InvitationOut:
    platform = effective(db, request.app.state.settings)
    state = invitations.state(row, clock.now())
    # If the link is emailed, opening it proves that the address belongs to the invited person. Without a mail server,
    # the caller shares the link instead.
    own_hands = platform.smtp is None and state == "open"
    return InvitationOut.of_row(
        row,
        part=cast("GivenRole", row.part),
        expires_at=row.expires_at.astimezone(ZoneInfo(operator.time_zone)),
        state=state,
        link=invitations.address(signer(request), platform.site_url.rstrip("/"), row) if own_hands else None,
    )


@router.get("/api/team")
def team(request: Request, db: Db, caller: Annotated[Caller, Requires(SEE_BOOKINGS)]) -> TeamOut:
    """Return the caller's team, the permissions of each role and, if the caller can invite, open invitations."""
    operator = caller.operator
    waiting = invitations.pending(db) if caller.may(CHANGE_TEAM) else []
    team = members.team(db, operator.id)
    # Shown only to callers who can act on it, because it reveals which accounts are less protected.
    having = factors.having(db, [user.id for user, _ in team]) if caller.may(CHANGE_TEAM) else None
    people = [
        _member(user, membership, caller, second_factor=None if having is None else user.id in having)
        for user, membership in team
    ]
    return TeamOut(
        people=people,
        invitations=[_invitation(db, request, row, operator) for row in waiting],
        rights=[RightOut(name=row.name, does=row.does, parts=list(row.roles)) for row in RIGHTS],
        mail_server=effective(db, request.app.state.settings).smtp is not None,
        second_factor_required=operator.second_factor_required,
    )


@router.patch("/api/team", status_code=204, responses=errors(409))
def change_team(db: Db, caller: Annotated[Caller, Requires(CHANGE_TEAM)], body: TeamInput) -> None:
    """Turn the second-factor requirement of the team on or off. Members without one lose access until they set one up.

    Callers need a second factor of their own, so that they do not lock themselves out.
    """
    require_fresh(db, caller, clock.now())
    if body.second_factor_required and not factors.is_on(db, caller.user.id):
        raise NoSecondFactor
    caller.operator.second_factor_required = body.second_factor_required
    record_settings_change(db, caller, "team", body)


@router.post(
    "/api/team/invitations", status_code=201, responses=errors(409, 429), dependencies=[check_rights(CHANGE_TEAM)]
)
def invite(request: Request, body: InvitationInput) -> InvitationOut:
    """Invite a user by email as manager, staff or accountant. The link works once, within a week."""
    with reading(request) as (db, caller):
        attempts = Attempts(request, [(MAILS, (require(caller, CHANGE_TEAM).id,))])
        require_fresh(db, caller, clock.now())
    attempts.spend()
    now = clock.now()
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_TEAM)
        # Lock first, so that two invitations to one address at the same time become one.
        locked_operator(db, operator.id)
        row = invitations.invite(db, operator.id, body.email, body.part, signer(request), now, by=caller.user)
        _note(caller, db, "team.invited", (row.id, row.email), part=row.part)
        return _invitation(db, request, row, operator)


@router.post("/api/team/invitations/{invitation_id}/resend", responses=errors(409, 429))
def resend_invitation(request: Request, invitation_id: PathId) -> InvitationOut:
    """Resend an invitation, valid for another week. The previous link stops working."""
    with reading(request) as (db, caller):
        attempts = Attempts(request, [(MAILS, (require(caller, CHANGE_TEAM).id,))])
        require_fresh(db, caller, clock.now())
    attempts.spend()
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_TEAM)
        row = invitations.locked(db, invitation_id)
        invitations.resend(db, row, signer(request), clock.now())
        _note(caller, db, "team.invited", (row.id, row.email), part=row.part, again=True)
        return _invitation(db, request, row, operator)


@router.delete("/api/team/invitations/{invitation_id}", status_code=204, responses=errors(409))
def revoke_invitation(db: Db, caller: Annotated[Caller, Requires(CHANGE_TEAM)], invitation_id: PathId) -> None:
    """Revoke an invitation. Its link then shows that it was revoked."""
    require_fresh(db, caller, clock.now())
    row = invitations.locked(db, invitation_id)
    if row.revoked_at is None:
        invitations.revoke(db, row, clock.now())
        _note(caller, db, "team.revoked", (row.id, row.email))


@router.patch("/api/team/members/{user_id}", responses=errors(409))
def change_member(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_TEAM)], user_id: PathId, body: PartInput
) -> MemberOut:
    """Change a member's role to manager, staff or accountant. Takes effect with the member's next request."""
    operator = caller.operator
    role = body.part
    require_fresh(db, caller, clock.now())
    user, before = members.change_role(db, operator.id, user_id, role, clock.now(), by=caller.user.id)
    if before != role:
        _note(caller, db, "team.part", (user.id, user.email), before=before, after=role)
    has_factor = factors.is_on(db, user.id)
    return _member(user, db.get_one(Membership, user.id), caller, second_factor=has_factor)


@router.delete("/api/team/members/{user_id}", status_code=204, responses=errors(409))
def remove_member(request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_TEAM)], user_id: PathId) -> None:
    """Remove a member, who is signed out everywhere and returns to a business of their own."""
    now = clock.now()
    operator = caller.operator
    require_fresh(db, caller, now)
    starts_with = effective(db, request.app.state.settings)
    user, role = members.remove(db, operator.id, user_id, now, by=caller.user.id, starts_with=starts_with)
    _note(caller, db, "team.removed", (user.id, user.email), part=role)


@router.post("/api/team/leave", responses=errors(409))
def leave_team(request: Request, response: Response) -> UserOut:
    """Leave the caller's current team and return to a business of their own. All other browsers are signed out."""
    now = clock.now()
    with writing(request, while_closing=True) as (db, caller):
        service.leave(db, caller.user, now, starts_with=effective(db, request.app.state.settings))
        token = sessions.enter(db, request, caller.user, now)
        db.flush()
        user_out = accounts.of_user(request, db, caller.user)
    sessions.put_cookie(request, response, token, caller.user)
    return user_out


def _note(caller: Caller, db: Any, action: str, subject: tuple[int, str], **details: Any) -> None:
    operator = caller.operator
    audit.record(db, action, by=caller.actor, now=clock.now(), operator_id=operator.id, subject=subject, **details)
