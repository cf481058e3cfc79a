"""Routes of second factors: authenticator app, remembered browsers, second sign-in step and re-authentication."""

from datetime import datetime, timedelta
from typing import Annotated, ClassVar

from fastapi import Request
from pydantic import Field
from sqlalchemy.orm import Session

from marqueedesk.accounts import (
    browser_marks,
    email_changes,
    passkeys,
    passwords,
    queries,
    remembered_devices,
    second_factor,
    serializers,
    sessions,
)
from marqueedesk.accounts.access import database, reading, writing
from marqueedesk.accounts.call_limits import Guesses
from marqueedesk.accounts.errors import Deactivated, NoSecondFactor, TicketOver, WrongCurrentPassword
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.accounts.login_throttle import PasswordGuess
from marqueedesk.accounts.models import User
from marqueedesk.accounts.passkeys import ShownCredential
from marqueedesk.accounts.passkeys_api import (
    PasskeyOut,
    ShowOptionsOut,
    lock_caller,
    options_to_show,
    passkey_answer,
)
from marqueedesk.accounts.passwords import LONGEST
from marqueedesk.accounts.schemas import UserOut
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import Json, JsonBody, NoContent, client_address
from marqueedesk.kit.http.links import signer
from marqueedesk.kit.http.rate_limit import Limit, network_of
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import PathId, RequestModel, ResponseModel

router = Router(tags=["accounts"], refuses=(401,))
Code = Annotated[str, Field(min_length=1, max_length=40)]

CODES = Limit("second-factor", 10, timedelta(minutes=15))
"""Guesses at a user's codes from one network, or from one browser if the user has signed in with it before."""
CODES_ANYWHERE = Limit("second-factor-anywhere", 50, timedelta(hours=1))
"""Across all networks, for browsers new to the user: protects if the password is known to someone with many addresses.
"""
_NO_CODE = {"*": "Code is required"}


class CodeInput(RequestModel):
    """POST /api/second-factor/totp/confirm."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"code": _NO_CODE}
    code: Code


class TicketInput(RequestModel):
    """POST /api/login/passkey-options."""

    ticket: Annotated[str, Field(max_length=200)]


class SecondStepInput(TicketInput):
    """POST /api/login/second-factor: a code or a passkey."""

    code: Annotated[str, Field(max_length=40)] = ""
    credential: ShownCredential | None = None
    remember: Annotated[bool, Field(description="Skip the second factor in this browser for 30 days")] = False


class AgainInput(RequestModel):
    """POST /api/reauthenticate: one of the three fields."""

    password: Annotated[str, Field(max_length=LONGEST)] = ""
    code: Annotated[str, Field(max_length=40)] = ""
    credential: ShownCredential | None = None


class DeviceOut(ResponseModel):
    """A remembered browser, which skips the second factor."""

    id: int
    agent: str | None
    created_at: datetime
    used_at: datetime
    expires_at: datetime
    current: bool


class SecondFactorOut(ResponseModel):
    """Second factors of the caller."""

    totp: Annotated[bool, Field(description="Whether an authenticator app is set up")]
    since: datetime | None
    recovery_codes_left: int
    passkeys: list[PasskeyOut]
    devices: list[DeviceOut]
    needed: Annotated[bool, Field(description="Whether the installation or the business requires one")]


class TotpOut(ResponseModel):
    """New secret, pending confirmation by a code."""

    secret: str
    uri: Annotated[str, Field(description="Content of the QR code for authenticator apps")]


class RecoveryCodesOut(ResponseModel):
    """Recovery codes, each valid once. Shown only now."""

    recovery_codes: list[str]


@router.get("/api/second-factor")
def get_second_factor(request: Request) -> Json[SecondFactorOut]:
    """Return the caller's second factors and remembered browsers."""
    now, own = clock.now(), remembered_devices.own_digest(request)
    with reading(request, while_closing=True) as (db, caller):
        app = second_factor.app_of(db, caller.user.id)
        factors = SecondFactorOut(
            totp=app is not None,
            since=app.confirmed_at if app else None,
            recovery_codes_left=second_factor.recovery_codes_left(db, caller.user.id),
            passkeys=[passkey_answer(row) for row in passkeys.of_user(db, caller.user.id)],
            devices=[
                DeviceOut.of_row(row, current=row.token_digest == own)
                for row in remembered_devices.of_user(db, caller.user.id, now)
            ],
            needed=second_factor.is_needed(request.app.state.settings, caller.user, caller.team_owner),
        )
    return Json(factors)


@router.delete("/api/second-factor/devices/{device_id}")
def forget_device(request: Request, device_id: PathId) -> NoContent:
    """Forget a remembered browser, which then needs the second factor again."""
    with writing(request, while_closing=True) as (db, caller):
        remembered_devices.remove(db, caller.user.id, device_id)
    return NoContent()


@router.post("/api/second-factor/totp", refuses=(403, 409))
def begin_totp(request: Request) -> Json[TotpOut]:
    """Create a secret for an authenticator app. It takes effect once a code confirms it."""
    settings = request.app.state.settings
    with writing(request, while_closing=True) as (db, caller):
        require_fresh(db, caller, clock.now())
        secret = second_factor.begin(db, settings, caller.user, clock.now())
        uri = second_factor.address(secret, caller.user.email, request.app.state.current.site_name)
    return Json(TotpOut(secret=secret, uri=uri))


@router.post("/api/second-factor/totp/confirm", refuses=(403, 409, 429))
def confirm_totp(request: Request, body: JsonBody[CodeInput]) -> Json[RecoveryCodesOut]:
    """Turn on the authenticator app with a code. Returns recovery codes once, or none if the caller has some."""
    with reading(request, while_closing=True) as (_db, caller):
        guesses = _guesses(request, caller.user)
    payload = body.read()
    guesses.spend()
    with writing(request, while_closing=True) as (db, caller):
        now = clock.now()
        require_fresh(db, caller, now)
        codes = second_factor.confirm(db, request.app.state.settings, caller.user, payload.code, now)
        caller.sign_in.factor_at = now
        sessions.note_own(db, caller.user, "account.second_factor_on", now)
        sessions.notify_second_factor_change(db, request, caller.user, "app_added", now)
    guesses.right()
    return Json(RecoveryCodesOut(recovery_codes=codes))


@router.delete("/api/second-factor/totp", refuses=(403, 409))
def remove_totp(request: Request) -> NoContent:
    """Remove the authenticator app."""
    with writing(request, while_closing=True) as (db, caller):
        require_fresh(db, caller, clock.now())
        user = lock_caller(db, caller)
        if not second_factor.remove_app(db, user.id):
            raise NoSecondFactor
        second_factor.after_removing(db, request.app.state.settings, user, caller.team_owner)
        sessions.note_own(db, user, "account.second_factor_off", clock.now())
        sessions.notify_second_factor_change(db, request, user, "app_removed", clock.now())
    return NoContent()


@router.post("/api/second-factor/recovery-codes", refuses=(403, 409))
def renew_recovery_codes(request: Request) -> Json[RecoveryCodesOut]:
    """Replace the recovery codes."""
    with writing(request, while_closing=True) as (db, caller):
        require_fresh(db, caller, clock.now())
        if not second_factor.is_on(db, caller.user.id):
            raise NoSecondFactor
        codes = second_factor.new_recovery_codes(db, caller.user.id)
        sessions.notify_second_factor_change(db, request, caller.user, "codes_renewed", clock.now())
    return Json(RecoveryCodesOut(recovery_codes=codes))


@router.post("/api/login/passkey-options", refuses=(409, 429))
def passkey_options_to_login(request: Request, body: JsonBody[TicketInput]) -> Json[ShowOptionsOut]:
    """Start signing in with a passkey after the correct password. The challenge is valid for ten minutes."""
    payload = body.read()
    with database(request).read() as db:
        user = second_factor.user_of(db, signer(request), payload.ticket, clock.now())
        user_id = user.id
    _guesses(request, user).spend()
    with database(request).write() as db:
        options = options_to_show(db, request, user_id)
    return Json(options)


@router.post("/api/login/second-factor", refuses=(403, 429))
def login_with_second_factor(request: Request, body: JsonBody[SecondStepInput]) -> Json[UserOut]:
    """Complete a sign-in with a passkey, an app code or a recovery code, after the correct password.

    With `remember`, this browser skips the second factor for 30 days.
    """
    payload = body.read()
    if payload.credential is None and not payload.code.strip():
        raise Invalid(fields={"code": "Code is required"})
    with database(request).read() as db:
        ticket_user = second_factor.user_of(db, signer(request), payload.ticket, clock.now())
        user_id = ticket_user.id
    guesses = _guesses(request, ticket_user)
    guesses.spend()
    remembered = None
    with database(request).write() as db:
        now = clock.now()
        user = queries.locked_user(db, user_id)
        if user is None:
            raise TicketOver
        if not user.is_active:
            raise Deactivated
        _check(db, request, user_id, payload, now)
        token = sessions.enter(db, request, user, now, with_factor=True)
        email_changes.ask_at_sign_in(db, request.app.state.settings, user, signer(request), now)
        if payload.remember:
            remembered = remembered_devices.remember(db, user_id, sessions.agent_of(request), now)
        user_out = serializers.of_user(request, db, user)
    guesses.right()
    response = sessions.put_cookie(request, Json(user_out), token, user)
    return remembered_devices.put_cookie(request, response, remembered) if remembered else response


@router.post("/api/reauthenticate/passkey-options", refuses=(409, 429))
def passkey_options_to_reauthenticate(request: Request) -> Json[ShowOptionsOut]:
    """Start re-authentication with a passkey."""
    with reading(request, while_closing=True) as (_db, caller):
        guesses = _guesses(request, caller.user)
    guesses.spend()
    with writing(request, while_closing=True) as (db, caller):
        options = options_to_show(db, request, caller.user.id)
    return Json(options)


@router.post("/api/reauthenticate", refuses=(429,))
def reauthenticate(request: Request, body: JsonBody[AgainInput]) -> NoContent:
    """Re-authenticate with a password, code or passkey. Sensitive calls accept it for ten minutes.

    Users with a second factor must use a code or a passkey.
    """
    with reading(request, while_closing=True) as (_db, caller):
        user, stored = caller.user, caller.user.password_hash
    payload = body.read()
    guesses = None
    if payload.password:
        guess = PasswordGuess(request, user.email_key, user)
        guess.count()
        if not passwords.matches(stored, payload.password):
            raise WrongCurrentPassword.about("password")
        guess.right()
    elif payload.credential is None and not payload.code:
        raise Invalid(fields={"password": "Password is required"})
    else:
        guesses = _guesses(request, user)
        guesses.spend()
    with writing(request, while_closing=True) as (db, caller):
        if not payload.password:
            _check(db, request, caller.user.id, payload, clock.now())
        elif caller.user.password_hash != stored:
            raise WrongCurrentPassword.about("password")
        now = clock.now()
        caller.sign_in.authenticated_at = now
        if not payload.password:
            caller.sign_in.factor_at = now
    if guesses is not None:
        guesses.right()
    return NoContent()


def _check(db: Session, request: Request, user_id: int, payload: SecondStepInput | AgainInput, now: datetime) -> None:
    """Verify and use up the passkey response or the code. Raises WrongPasskey and WrongCode."""
    if payload.credential is not None:
        passkeys.check(db, passkeys.site_of(request), user_id, payload.credential, now)
    else:
        second_factor.check(db, request.app.state.settings, user_id, payload.code, now)


def _guesses(request: Request, user: User) -> Guesses:
    mark = browser_marks.mark_of(request, user)
    if mark:
        return Guesses(request, CODES, (user.id, "browser", mark))
    network = network_of(client_address(request))
    return Guesses(request, CODES, (user.id, network), wider=(CODES_ANYWHERE, (user.id,)))
