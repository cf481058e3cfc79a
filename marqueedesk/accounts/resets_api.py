"""Routes for forgotten passwords (A8): request a link, and reset the password with it without signing in."""

from datetime import timedelta

from fastapi import APIRouter, Request

from marqueedesk.accounts import login_throttle, passwords, resets, sessions, weak_passwords
from marqueedesk.accounts.access import database
from marqueedesk.accounts.call_limits import Attempts
from marqueedesk.accounts.schemas import ForgotInput, ResetInput
from marqueedesk.domain_events import PasswordForgotten, publish
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, TooMany
from marqueedesk.kit.http.http import client_address, errors
from marqueedesk.kit.http.rate_limit import Limit, network_of

router = APIRouter(tags=["accounts"], responses=errors(429))

BY_NETWORK_AND_ACCOUNT = Limit("forgot-here", 3, timedelta(hours=1))
BY_NETWORK = Limit("forgot-address", 20, timedelta(hours=1))
BY_ACCOUNT = Limit("forgot-account", 20, timedelta(hours=1))
"""Limit across all networks. Beyond it no more email is sent, but earlier links still work."""
RESETS = Limit("reset-address", 30, timedelta(hours=1))


@router.post("/api/password/forgot", status_code=204)
def forgot_password(request: Request, body: ForgotInput) -> None:
    """Request a password reset link by email. The response and its timing are the same for an address without an
    account and for one over the limit.

    The worker looks up the account and sends the email. The limits of the caller's network are checked before those of
    the address, so that strangers cannot use up the owner's requests.
    """
    email = body.email.lower()
    network = network_of(client_address(request))
    own = Attempts(request, [(BY_NETWORK_AND_ACCOUNT, (email, network)), (BY_NETWORK, (network,))])
    try:
        own.spend()
        Attempts(request, [(BY_ACCOUNT, (email,))]).spend()
    except TooMany:
        # Respond as for an unknown address; links already sent stay valid.
        return
    with database(request).write() as db:
        publish(db, PasswordForgotten(email=email), clock.now())


@router.post("/api/password/reset", status_code=204, responses=errors(404))
def reset_password(request: Request, body: ResetInput) -> None:
    """Reset a password with a single-use link, which expires after one hour. Ends all sessions of the user."""
    if body.confirm_password != body.new_password:
        raise Invalid(fields={"confirmPassword": "Passwords don't match"})
    attempts = Attempts(request, [(RESETS, (network_of(client_address(request)),))])
    attempts.spend()
    with database(request).read() as db:
        _, user = resets.find(db, body.token, clock.now())
        weak_passwords.refuse(
            body.new_password,
            field="newPassword",
            email=user.email,
            names=[user.company_name],
            admin=user.role == "admin",
        )
    # Hashing takes tens of milliseconds, so no transaction is open.
    password_hash = passwords.hash_password(body.new_password)
    with database(request).write() as db:
        is_short = weak_passwords.is_short(body.new_password)
        user = resets.use(db, body.token, password_hash, clock.now(), is_short=is_short)
        login_throttle.lift(db, user.email_key)
        sessions.note_own(db, user, "account.password_reset", clock.now())
