"""Public routes of invitation links: view, accept or decline, with or without an account (A5)."""

from datetime import timedelta
from typing import Annotated, cast

from fastapi import APIRouter, Path, Request
from sqlalchemy.orm import Session
from starlette.responses import Response

from marqueedesk.accounts import passwords, queries, sessions, weak_passwords
from marqueedesk.accounts import serializers as accounts
from marqueedesk.accounts import service as people
from marqueedesk.accounts.access import current_user, database
from marqueedesk.accounts.call_limits import Attempts
from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.errors import InvitationClosed
from marqueedesk.accounts.models import User
from marqueedesk.accounts.rights import RIGHTS
from marqueedesk.accounts.schemas import UserOut
from marqueedesk.domain_events import MemberJoined, publish
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, Unauthenticated
from marqueedesk.kit.http.http import JsonBytes, client_address, errors, json_body
from marqueedesk.kit.http.rate_limit import Limit, LocalLimit, network_of
from marqueedesk.kit.http.schemas import parse
from marqueedesk.teams import invitations, service
from marqueedesk.teams.errors import HasAccount
from marqueedesk.teams.schemas import GivenRole, JoinInput, PublicInvitationOut

router = APIRouter(tags=["team"], responses=errors(429))
Token = Annotated[str, Path(max_length=200)]
LOOKS = LocalLimit(120, 60)
"""Limit of invitation views per address and process: two a second on average."""
TRIES = Limit("join-address", 30, timedelta(hours=1))


@router.get("/api/public/invitations/{token}")
def public_invitation(request: Request, db: Db, token: Token) -> PublicInvitationOut:
    """Return an invitation: sender, recipient, role with its permissions, and what accepting it means for the
    caller.
    """
    if request.app.state.limits_on:
        LOOKS.spend(network_of(client_address(request)))
    now = clock.now()
    caller = current_user(db, request)
    operator, row = service.open_invitation(db, token)
    account = queries.user_by_email(db, row.email_key)
    mine = caller is not None and caller.user.email_key == row.email_key
    obstacle = service.obstacle_to_joining(db, caller.user, operator, now) if caller and mine else None
    return PublicInvitationOut.of_row(
        row,
        company=accounts.business_name(queries.owner_of(db, operator.id)),
        part=cast("GivenRole", row.part),
        state=invitations.state(row, now),
        may=[right.does for right in RIGHTS if row.part in right.roles],
        has_account=account is not None,
        signed_in_as=caller.user.email if caller else None,
        own_business=_own_business(db, caller.user) if caller and mine else None,
        obstacle=obstacle.message if obstacle else None,
    )


def _own_business(db: Session, user: User) -> str | None:
    membership = queries.membership(db, user.id)
    return accounts.business_name(user) if membership and membership[0].id == user.id else None


@router.post(
    "/api/public/invitations/{token}/accept",
    openapi_extra=json_body(JoinInput),
    status_code=201,
    responses=errors(401, 409),
)
def accept_invitation(request: Request, response: Response, token: Token, raw: JsonBytes) -> UserOut:
    """Join as the signed-in user, or with a new account for the invited email, and sign in.

    Works once, before the invitation expires, and only for the invited email address. The user's own business is
    suspended as long as they belong to this one.
    """
    attempts = Attempts(request, [(TRIES, (network_of(client_address(request)),))])
    attempts.spend()
    now = clock.now()
    with database(request).read() as db:
        caller = current_user(db, request)
        user_id = caller.user.id if caller else None
        operator, row = service.open_invitation(db, token)
        state, email = invitations.state(row, now), row.email
        owner = db.get(User, operator.id)
        company = owner.company_name if owner else None
        if state != "open":
            raise InvitationClosed(state)
        if user_id is None and queries.user_by_email(db, row.email_key) is not None:
            raise HasAccount
    new = None
    if user_id is None:
        body = parse(JoinInput, raw)
        if body.confirm_password != body.password:
            raise Invalid(fields={"confirmPassword": "Passwords don't match"})
        weak_passwords.refuse(body.password, field="password", email=email, names=[company])
        # Hashing takes tens of milliseconds, so no transaction is open.
        new = (body.username, passwords.hash_password(body.password), weak_passwords.is_short(body.password))
    with database(request).write() as db:
        user = queries.locked_user(db, user_id) if user_id else None
        if new is not None:
            user = people.add_user(db, email=email, password_hash=new[1], now=now, password_is_short=new[2])
            user.username = new[0]
        if user is None or not user.is_active:
            raise Unauthenticated
        operator = service.accept(db, token, user, now)
        publish(db, MemberJoined(operator_id=operator.id, user_id=user.id), now)
        action = sessions.REGISTERED if new else sessions.SIGNED_IN
        session_token = sessions.enter(db, request, user, now, action=action)
        db.flush()
        user_out = accounts.of_user(request, db, user)
    sessions.put_cookie(request, response, session_token, user)
    return user_out


@router.post("/api/public/invitations/{token}/decline", status_code=204, responses=errors(409))
def decline_invitation(request: Request, token: Token) -> None:
    """Decline an invitation. Anyone with the link can, even without an account; the business is notified. Repeated
    calls have no effect.
    """
    attempts = Attempts(request, [(TRIES, (network_of(client_address(request)),))])
    attempts.spend()
    with database(request).write() as db:
        caller = current_user(db, request)
        service.decline(db, token, caller.user if caller else None, clock.now())
