"""Routes of second factors: authenticator app, remembered browsers, second sign-in step and re-authentication."""

from datetime import datetime, timedelta
from typing import Annotated, ClassVar

from fastapi import APIRouter, Request
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.responses import Response

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
from marqueedesk.accounts.dependencies import Db, SignedInWhileClosing, check_rights
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
from marqueedesk.kit.http.http import client_address, errors
from marqueedesk.kit.http.links import signer
from marqueedesk.kit.http.rate_limit import Limit, network_of
from marqueedesk.kit.http.schemas import PathId, RequestModel, ResponseModel

router = APIRouter(tags=["accounts"], responses=errors(401))
Code = Annotated[str, Field(min_length=1, max_length=40)]

CODES = Limit("second-factor", 10, timedelta(minutes=15))
"""Limit of guesses at a user's codes from one network, or from one browser if the user has signed in with it before."""
CODES_ANYWHERE = Limit("second-factor-anywhere", 50, timedelta(hours=1))
"""Limit across all networks, for browsers that are new to the user: protects accounts whose password is known to an
attacker with many addresses.
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
    """Recovery codes, each valid once. They are shown only in this response."""

    recovery_codes: list[str]


@router.get("/api/second-factor")
def get_second_factor(request: Request, db: Db, caller: SignedInWhileClosing) -> SecondFactorOut:
    """Return the caller's second factors and remembered browsers."""
    now, own = clock.now(), remembered_devices.own_digest(request)
    app = second_factor.app_of(db, caller.user.id)
    return SecondFactorOut(
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


@router.delete("/api/second-factor/devices/{device_id}", status_code=204)
def forget_device(db: Db, caller: SignedInWhileClosing, device_id: PathId) -> None:
    """Forget a remembered browser, which then needs the second factor again."""
    remembered_devices.remove(db, caller.user.id, device_id)


@router.post("/api/second-factor/totp", responses=errors(403, 409))
def begin_totp(request: Request, db: Db, caller: SignedInWhileClosing) -> TotpOut:
    """Create a secret for an authenticator app. It takes effect once a code confirms it."""
    settings = request.app.state.settings
    require_fresh(db, caller, clock.now())
    secret = second_factor.begin(db, settings, caller.user, clock.now())
    uri = second_factor.address(secret, caller.user.email, request.app.state.cached_settings.site_name)
    return TotpOut(secret=secret, uri=uri)


@router.post(
    "/api/second-factor/totp/confirm", responses=errors(403, 409, 429), dependencies=[check_rights(while_closing=True)]
)
def confirm_totp(request: Request, body: CodeInput) -> RecoveryCodesOut:
    """Turn on the authenticator app with a code. Returns recovery codes once, or none if the caller has some."""
    with reading(request, while_closing=True) as (_db, caller):
        guesses = _guesses(request, caller.user)
    guesses.spend()
    with writing(request, while_closing=True) as (db, caller):
        now = clock.now()
        require_fresh(db, caller, now)
        codes = second_factor.confirm(db, request.app.state.settings, caller.user, body.code, now)
        caller.sign_in.factor_at = now
        sessions.note_own(db, caller.user, "account.second_factor_on", now)
        sessions.notify_second_factor_change(db, request, caller.user, "app_added", now)
    guesses.right()
    return RecoveryCodesOut(recovery_codes=codes)


@router.delete("/api/second-factor/totp", status_code=204, responses=errors(403, 409))
def remove_totp(request: Request, db: Db, caller: SignedInWhileClosing) -> None:
    """Remove the authenticator app."""
    require_fresh(db, caller, clock.now())
    user = lock_caller(db, caller)
    if not second_factor.remove_app(db, user.id):
        raise NoSecondFactor
    second_factor.after_removing(db, request.app.state.settings, user, caller.team_owner)
    sessions.note_own(db, user, "account.second_factor_off", clock.now())
    sessions.notify_second_factor_change(db, request, user, "app_removed", clock.now())


@router.post("/api/second-factor/recovery-codes", responses=errors(403, 409))
def renew_recovery_codes(request: Request, db: Db, caller: SignedInWhileClosing) -> RecoveryCodesOut:
    """Replace the recovery codes."""
    require_fresh(db, caller, clock.now())
    if not second_factor.is_on(db, caller.user.id):
        raise NoSecondFactor
    codes = second_factor.new_recovery_codes(db, caller.user.id)
    sessions.notify_second_factor_change(db, request, caller.user, "codes_renewed", clock.now())
    return RecoveryCodesOut(recovery_codes=codes)


@router.post("/api/login/passkey-options", responses=errors(409, 429))
def passkey_options_to_login(request: Request, body: TicketInput) -> ShowOptionsOut:
    """Start signing in with a passkey after the correct password. The challenge is valid for ten minutes."""
    with database(request).read() as db:
        user = second_factor.user_of(db, signer(request), body.ticket, clock.now())
        user_id = user.id
    _guesses(request, user).spend()
    with database(request).write() as db:
        return options_to_show(db, request, user_id)


@router.post("/api/login/second-factor", responses=errors(403, 429))
def login_with_second_factor(request: Request, response: Response, body: SecondStepInput) -> UserOut:
    """Complete a sign-in with a passkey, an app code or a recovery code, after the correct password.

    With `remember`, this browser skips the second factor for 30 days.
    """
    if body.credential is None and not body.code.strip():
        raise Invalid(fields={"code": "Code is required"})
    with database(request).read() as db:
        ticket_user = second_factor.user_of(db, signer(request), body.ticket, clock.now())
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
        _check(db, request, user_id, body, now)
        token = sessions.enter(db, request, user, now, with_factor=True)
        email_changes.ask_at_sign_in(db, request.app.state.settings, user, signer(request), now)
        if body.remember:
            remembered = remembered_devices.remember(db, user_id, sessions.agent_of(request), now)
        user_out = serializers.of_user(request, db, user)
    guesses.right()
    sessions.put_cookie(request, response, token, user)
    if remembered:
        remembered_devices.put_cookie(request, response, remembered)
    return user_out


@router.post("/api/reauthenticate/passkey-options", responses=errors(409, 429))
def passkey_options_to_reauthenticate(request: Request) -> ShowOptionsOut:
    """Start re-authentication with a passkey."""
    with reading(request, while_closing=True) as (_db, caller):
        guesses = _guesses(request, caller.user)
    guesses.spend()
    with writing(request, while_closing=True) as (db, caller):
        return options_to_show(db, request, caller.user.id)


@router.post(
    "/api/reauthenticate", status_code=204, responses=errors(429), dependencies=[check_rights(while_closing=True)]
)
def reauthenticate(request: Request, body: AgainInput) -> None:
    """Re-authenticate with a password, code or passkey. Sensitive calls accept it for ten minutes.

    Users with a second factor must use a code or a passkey.
    """
    with reading(request, while_closing=True) as (_db, caller):
        user, stored = caller.user, caller.user.password_hash
    guesses = None
    if body.password:
        guess = PasswordGuess(request, user.email_key, user)
        guess.count()
        if not passwords.matches(stored, body.password):
            raise WrongCurrentPassword.about("password")
        guess.right()
    elif body.credential is None and not body.code:
        raise Invalid(fields={"password": "Password is required"})
    else:
        guesses = _guesses(request, user)
        guesses.spend()
    with writing(request, while_closing=True) as (db, caller):
        if not body.password:
            _check(db, request, caller.user.id, body, clock.now())
        elif caller.user.password_hash != stored:
            raise WrongCurrentPassword.about("password")
        now = clock.now()
        caller.sign_in.authenticated_at = now
        if not body.password:
            caller.sign_in.factor_at = now
    if guesses is not None:
        guesses.right()


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
