"""Routes of a business's team: its members, inviting, changing roles, removing, leaving (A5)."""

from datetime import timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts import second_factor as factors
from marqueedesk.accounts import serializers as accounts
from marqueedesk.accounts import sessions
from marqueedesk.accounts.access import Caller, reading, record_settings_change, require, writing
from marqueedesk.accounts.call_limits import Attempts
from marqueedesk.accounts.errors import NoSecondFactor
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.accounts.models import Invitation, Membership, Operator, User
from marqueedesk.accounts.queries import locked_operator
from marqueedesk.accounts.rights import CHANGE_TEAM, RIGHTS, Role
from marqueedesk.accounts.schemas import UserOut
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Created, Json, JsonBody, NoContent
from marqueedesk.kit.http.links import signer
from marqueedesk.kit.http.rate_limit import Limit
from marqueedesk.kit.http.routing import Router
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

router = Router(tags=["team"], refuses=(401, 403))
MAILS = Limit("invitations", 10, timedelta(days=1))
"""The most invitation emails that a business can send in a day: no way to write to strangers in bulk."""


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
    # If the link is sent by email, its arrival is what shows that the address is the invited person's.
    own_hands = platform.smtp is None and state == "open"
    return InvitationOut.of_row(
        row,
        part=cast("GivenRole", row.part),
        expires_at=row.expires_at.astimezone(ZoneInfo(operator.time_zone)),
        state=state,
        link=invitations.address(signer(request), platform.site_url.rstrip("/"), row) if own_hands else None,
    )


@router.get("/api/team")
def team(request: Request) -> Json[TeamOut]:
    """The caller's team, what each role may do, and, if the caller may invite, the open invitations."""
    with reading(request) as (db, caller):
        operator = caller.operator
        waiting = invitations.pending(db) if caller.may(CHANGE_TEAM) else []
        team = members.team(db, operator.id)
        # Whose account is easier to take over concerns those who can do something about it.
        having = factors.having(db, [user.id for user, _ in team]) if caller.may(CHANGE_TEAM) else None
        people = [
            _member(user, membership, caller, second_factor=None if having is None else user.id in having)
            for user, membership in team
        ]
        return Json(
            TeamOut(
                people=people,
                invitations=[_invitation(db, request, row, operator) for row in waiting],
                rights=[RightOut(name=row.name, does=row.does, parts=list(row.roles)) for row in RIGHTS],
                mail_server=effective(db, request.app.state.settings).smtp is not None,
                second_factor_required=operator.second_factor_required,
            )
        )


@router.patch("/api/team", refuses=(409,))
def change_team(request: Request, body: JsonBody[TeamInput]) -> NoContent:
    """Require a second factor of everybody in the team, or stop. Members without one see nothing of the business then.

    Only for callers who have one: nobody locks themselves out.
    """
    with writing(request) as (db, caller):
        require(caller, CHANGE_TEAM)
        given = body.read()
        require_fresh(db, caller, clock.now())
        if given.second_factor_required and not factors.is_on(db, caller.user.id):
            raise NoSecondFactor
        caller.operator.second_factor_required = given.second_factor_required
        record_settings_change(db, caller, "team", given)
    return NoContent()


@router.post("/api/team/invitations", refuses=(409, 429))
def invite(request: Request, body: JsonBody[InvitationInput]) -> Created[InvitationOut]:
    """Invite somebody by email as manager or staff. The link works once, for a week."""
    with reading(request) as (db, caller):
        attempts = Attempts(request, [(MAILS, (require(caller, CHANGE_TEAM).id,))])
        given = body.read()
        require_fresh(db, caller, clock.now())
    attempts.spend()
    now = clock.now()
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_TEAM)
        # One after the other: two invitations to one address become one.
        locked_operator(db, operator.id)
        row = invitations.invite(db, operator.id, given.email, given.part, signer(request), now, by=caller.user)
        _note(caller, db, "team.invited", (row.id, row.email), part=row.part)
        answer = _invitation(db, request, row, operator)
    return Created(answer)


@router.post("/api/team/invitations/{invitation_id}/resend", refuses=(409, 429))
def resend_invitation(request: Request, invitation_id: PathId) -> Json[InvitationOut]:
    """Send another email, valid for another week. The link of the one before stops working."""
    with reading(request) as (db, caller):
        attempts = Attempts(request, [(MAILS, (require(caller, CHANGE_TEAM).id,))])
        require_fresh(db, caller, clock.now())
    attempts.spend()
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_TEAM)
        row = invitations.locked(db, invitation_id)
        invitations.resend(db, row, signer(request), clock.now())
        _note(caller, db, "team.invited", (row.id, row.email), part=row.part, again=True)
        answer = _invitation(db, request, row, operator)
    return Json(answer)


@router.delete("/api/team/invitations/{invitation_id}", refuses=(409,))
def revoke_invitation(request: Request, invitation_id: PathId) -> NoContent:
    """Revoke an invitation. Its link says so from then on."""
    with writing(request) as (db, caller):
        require(caller, CHANGE_TEAM)
        require_fresh(db, caller, clock.now())
        row = invitations.locked(db, invitation_id)
        if row.revoked_at is None:
            invitations.revoke(db, row, clock.now())
            _note(caller, db, "team.revoked", (row.id, row.email))
    return NoContent()


@router.patch("/api/team/members/{user_id}", refuses=(409,))
def change_member(request: Request, user_id: PathId, body: JsonBody[PartInput]) -> Json[MemberOut]:
    """Make a team member manager or staff, from their next request on."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_TEAM)
        part = body.read().part
        require_fresh(db, caller, clock.now())
        user, before = members.change_role(db, operator.id, user_id, part, clock.now(), by=caller.user.id)
        if before != part:
            _note(caller, db, "team.part", (user.id, user.email), before=before, after=part)
        has_factor = factors.is_on(db, user.id)
        answer = _member(user, db.get_one(Membership, user.id), caller, second_factor=has_factor)
    return Json(answer)


@router.delete("/api/team/members/{user_id}", refuses=(409,))
def remove_member(request: Request, user_id: PathId) -> NoContent:
    """Remove a team member, who is signed out everywhere at once and has a business of their own again."""
    now = clock.now()
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_TEAM)
        require_fresh(db, caller, now)
        starts_with = effective(db, request.app.state.settings)
        user, part = members.remove(db, operator.id, user_id, now, by=caller.user.id, starts_with=starts_with)
        _note(caller, db, "team.removed", (user.id, user.email), part=part)
    return NoContent()


@router.post("/api/team/leave", refuses=(409,))
def leave_team(request: Request) -> Json[UserOut]:
    """Leave the business that the caller works for, and return to their own. Every other browser is signed out."""
    now = clock.now()
    with writing(request, while_closing=True) as (db, caller):
        service.leave(db, caller.user, now, starts_with=effective(db, request.app.state.settings))
        token = sessions.enter(db, request, caller.user, now)
        db.flush()
        answer = accounts.of_user(request, db, caller.user)
    return sessions.put_cookie(request, Json(answer), token, caller.user)


def _note(caller: Caller, db: Any, action: str, subject: tuple[int, str], **details: Any) -> None:
    operator = caller.operator
    audit.record(db, action, by=caller.actor, now=clock.now(), operator_id=operator.id, subject=subject, **details)
