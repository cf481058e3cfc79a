"""Routes of the links about another email address. Nobody has to be signed in: the link is the key."""

from datetime import timedelta

from fastapi import Request

from marqueedesk.accounts import email_changes, login_throttle, resets, sessions
from marqueedesk.accounts.access import database, reading, writing
from marqueedesk.accounts.call_limits import Guesses
from marqueedesk.accounts.schemas import LinkInput
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Accepted, Json, JsonBody, client_address
from marqueedesk.kit.http.links import signer
from marqueedesk.kit.http.rate_limit import Limit, network_of
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import ResponseModel

router = Router(tags=["accounts"], refuses=(429,))

AGAIN = Limit("email-confirmation", 5, timedelta(hours=1))
LINKS = Limit("email-links", 30, timedelta(hours=1))
ACTION = "account.profile_changed"


class AddressOut(ResponseModel):
    """The address that an account has now."""

    email: str


class KeptOut(AddressOut):
    """The address, and what sets another password by POST /api/password/reset."""

    reset_token: str


def _count(request: Request) -> None:
    Guesses(request, LINKS, (network_of(client_address(request)),)).spend()


@router.post("/api/email/confirm", refuses=(404, 409))
def confirm_email(request: Request, body: JsonBody[LinkInput]) -> Json[AddressOut]:
    """The new address takes effect, by the link that was sent to it."""
    given = body.read()
    _count(request)
    with database(request).write() as db:
        user, before = email_changes.confirm(db, given.token, clock.now())
        sessions.note_own(db, user, ACTION, clock.now(), known_as=before, changed=["email"])
        email = user.email
    return Json(AddressOut(email=email))


@router.post("/api/email/confirmation", refuses=(401, 422))
def send_confirmation(request: Request) -> Accepted[AddressOut]:
    """Send the caller the link again that confirms their address. Nothing is sent where it is confirmed."""
    with reading(request, while_closing=True) as (_db, caller):
        Guesses(request, AGAIN, (caller.user.id,)).spend()
    with writing(request, while_closing=True) as (db, caller):
        if email_changes.must_confirm(db, request.app.state.settings, caller.user):
            email_changes.ask_to_confirm(db, caller.user, signer(request), clock.now())
        email = caller.user.email
    return Accepted(AddressOut(email=email))


@router.post("/api/email/undo", refuses=(404, 409))
def keep_email(request: Request, body: JsonBody[LinkInput]) -> Json[KeptOut]:
    """The old address stays, or comes back, by the link that was sent to it. Every sign-in of the person ends, and so
    does the password: the answer has what sets another.
    """
    given = body.read()
    _count(request)
    with database(request).write() as db:
        user = email_changes.undo(db, given.token, clock.now())
        reset = resets.make(db, user, signer(request), clock.now())
        token = resets.token_of(signer(request), reset)
        login_throttle.lift(db, user.email_key)
        sessions.note_own(db, user, ACTION, clock.now(), changed=["email"])
        email = user.email
    return Json(KeptOut(email=email, reset_token=token))
