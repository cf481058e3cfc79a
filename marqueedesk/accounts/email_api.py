"""Routes of email change links. They work while signed out: the token in the link grants access."""

from datetime import timedelta

from fastapi import APIRouter, Request

from marqueedesk.accounts import email_changes, login_throttle, resets, sessions
from marqueedesk.accounts.access import database, reading, writing
from marqueedesk.accounts.call_limits import Guesses
from marqueedesk.accounts.schemas import LinkInput
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import client_address, errors
from marqueedesk.kit.http.links import signer
from marqueedesk.kit.http.rate_limit import Limit, network_of
from marqueedesk.kit.http.schemas import ResponseModel

router = APIRouter(tags=["accounts"], responses=errors(429))

AGAIN = Limit("email-confirmation", 5, timedelta(hours=1))
LINKS = Limit("email-links", 30, timedelta(hours=1))
ACTION = "account.profile_changed"


class EmailAddressOut(ResponseModel):
    """Current email address of an account."""

    email: str


class KeptOut(EmailAddressOut):
    """The kept email address, and a token to set a new password with POST /api/password/reset."""

    reset_token: str


def _count(request: Request) -> None:
    Guesses(request, LINKS, (network_of(client_address(request)),)).spend()


@router.post("/api/email/confirm", responses=errors(404, 409))
def confirm_email(request: Request, body: LinkInput) -> EmailAddressOut:
    """Confirm a new email address with the token from the email sent to that address."""
    _count(request)
    with database(request).write() as db:
        user, before = email_changes.confirm(db, body.token, clock.now())
        sessions.note_own(db, user, ACTION, clock.now(), known_as=before, changed=["email"])
        email = user.email
    return EmailAddressOut(email=email)


@router.post("/api/email/confirmation", status_code=202, responses=errors(401, 422))
def send_confirmation(request: Request) -> EmailAddressOut:
    """Resend the caller's confirmation link. Sends nothing if the address is confirmed."""
    with reading(request, while_closing=True) as (_db, caller):
        Guesses(request, AGAIN, (caller.user.id,)).spend()
    with writing(request, while_closing=True) as (db, caller):
        if email_changes.must_confirm(db, request.app.state.settings, caller.user):
            email_changes.ask_to_confirm(db, caller.user, signer(request), clock.now())
        email = caller.user.email
    return EmailAddressOut(email=email)


@router.post("/api/email/undo", responses=errors(404, 409))
def keep_email(request: Request, body: LinkInput) -> KeptOut:
    """Keep or restore the old email address with the token sent to it. Ends all sessions and invalidates the password;
    the response contains a token to set a new one.
    """
    _count(request)
    with database(request).write() as db:
        user = email_changes.undo(db, body.token, clock.now())
        reset = resets.make(db, user, signer(request), clock.now())
        token = resets.token_of(signer(request), reset)
        login_throttle.lift(db, user.email_key)
        sessions.note_own(db, user, ACTION, clock.now(), changed=["email"])
        email = user.email
    return KeptOut(email=email, reset_token=token)
