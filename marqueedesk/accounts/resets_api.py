"""Routes of a forgotten password (A8): ask for a link, and set another password by it. Nobody has to be signed in."""

from datetime import timedelta

from fastapi import Request

from marqueedesk.accounts import login_throttle, passwords, resets, sessions, weak_passwords
from marqueedesk.accounts.access import database
from marqueedesk.accounts.call_limits import Attempts
from marqueedesk.accounts.schemas import ForgotInput, ResetInput
from marqueedesk.domain_events import PasswordForgotten, publish
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid, TooMany
from marqueedesk.kit.http.http import JsonBody, NoContent, client_address
from marqueedesk.kit.http.rate_limit import Limit, network_of
from marqueedesk.kit.http.routing import Router

router = Router(tags=["accounts"], refuses=(429,))

BY_NETWORK_AND_ACCOUNT = Limit("forgot-here", 3, timedelta(hours=1))
BY_NETWORK = Limit("forgot-address", 20, timedelta(hours=1))
BY_ACCOUNT = Limit("forgot-account", 20, timedelta(hours=1))
"""Over all networks. Beyond it no further email is sent, and the links of the earlier ones still work."""
RESETS = Limit("reset-address", 30, timedelta(hours=1))


@router.post("/api/password/forgot")
def forgot_password(request: Request, body: JsonBody[ForgotInput]) -> NoContent:
    """Ask for a link by email. The answer, and the time it takes, are the same for an address without an account, and
    for one that was asked for too often.

    So nothing is looked up here: the worker does that, and sends an email if there is an account. A network's own
    limits count first: strangers elsewhere cannot use up what is left for the owner.
    """
    email = body.read().email.lower()
    network = network_of(client_address(request))
    own = Attempts(request, [(BY_NETWORK_AND_ACCOUNT, (email, network)), (BY_NETWORK, (network,))])
    try:
        own.spend()
        Attempts(request, [(BY_ACCOUNT, (email,))]).spend()
    except TooMany:
        # The same answer as for an unknown address; links that were sent before stay valid.
        return NoContent()
    with database(request).write() as db:
        publish(db, PasswordForgotten(email=email), clock.now())
    return NoContent()


@router.post("/api/password/reset", refuses=(404,))
def reset_password(request: Request, body: JsonBody[ResetInput]) -> NoContent:
    """Set another password by a link, once and within its hour. Every sign-in of the person ends."""
    given = body.read()
    if given.confirm_password != given.new_password:
        raise Invalid(fields={"confirmPassword": "Passwords don't match"})
    attempts = Attempts(request, [(RESETS, (network_of(client_address(request)),))])
    attempts.spend()
    with database(request).read() as db:
        _, user = resets.find(db, given.token, clock.now())
        weak_passwords.refuse(
            given.new_password,
            field="newPassword",
            email=user.email,
            names=[user.company_name],
            admin=user.role == "admin",
        )
    # Hashing takes tens of milliseconds, so it happens with no transaction open.
    password_hash = passwords.hash_password(given.new_password)
    with database(request).write() as db:
        is_short = weak_passwords.is_short(given.new_password)
        user = resets.use(db, given.token, password_hash, clock.now(), is_short=is_short)
        login_throttle.lift(db, user.email_key)
        sessions.note_own(db, user, "account.password_reset", clock.now())
    return NoContent()
