"""Routes of the second factor: set it up, turn it off, sign in with it, and be asked again."""

from datetime import datetime, timedelta
from typing import Annotated, ClassVar

from fastapi import APIRouter, Depends, Request
from pydantic import Field
from starlette.responses import Response

from marqueedesk.accounts import answers as answer_forms
from marqueedesk.accounts import passwords, queries, second_factor, sessions
from marqueedesk.accounts.access import database, reading, writing
from marqueedesk.accounts.attempts import Guesses
from marqueedesk.accounts.errors import Deactivated, NoSecondFactor, TicketOver, WrongCurrentPassword
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.accounts.login_throttle import PasswordGuess
from marqueedesk.accounts.passwords import LONGEST
from marqueedesk.accounts.schemas import UserAnswer
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http import RawBody, answers, client_address, json_answer, raw_body, takes
from marqueedesk.kit.links import signer
from marqueedesk.kit.rate_limit import Limit, network_of
from marqueedesk.kit.wire import Answer, Wire

router = APIRouter(tags=["accounts"])
Raw = Annotated[RawBody, Depends(raw_body)]
Code = Annotated[str, Field(min_length=1, max_length=40)]

CODES = Limit("second-factor", 10, timedelta(minutes=15))
"""Guesses at the codes of one person, from one network."""
_NO_CODE = {"*": "Code is required"}


class CodeInput(Wire):
    """POST /api/second-factor/totp/confirm."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"code": _NO_CODE}
    code: Code


class SecondStepInput(Wire):
    """POST /api/login/second-factor."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"code": _NO_CODE}
    ticket: Annotated[str, Field(max_length=200)]
    code: Code


class AgainInput(Wire):
    """POST /api/reauthenticate: one of the two."""

    password: Annotated[str, Field(max_length=LONGEST)] = ""
    code: Annotated[str, Field(max_length=40)] = ""


class SecondFactorAnswer(Answer):
    """A person's second factor."""

    totp: Annotated[bool, Field(description="Whether an authenticator app is set up")]
    since: datetime | None
    recovery_codes_left: int


class TotpAnswer(Answer):
    """A new secret. It counts once a code confirms it."""

    secret: str
    uri: Annotated[str, Field(description="For a QR code, which authenticator apps read")]


class RecoveryCodesAnswer(Answer):
    """Codes for who has lost the app, each good once. They are shown only now."""

    recovery_codes: list[str]


@router.get("/api/second-factor", response_model=SecondFactorAnswer, responses=answers(401))
def get_second_factor(request: Request) -> Response:
    """Whether the caller has a second factor."""
    with reading(request, while_closing=True) as (db, caller):
        row = second_factor.of_user(db, caller.user.id)
        left = second_factor.recovery_codes_left(db, caller.user.id)
    return json_answer(
        SecondFactorAnswer(totp=row is not None, since=row.confirmed_at if row else None, recovery_codes_left=left)
    )


@router.post("/api/second-factor/totp", response_model=TotpAnswer, responses=answers(401, 403, 409))
def begin_totp(request: Request) -> Response:
    """Make a secret for an authenticator app. Nothing changes until a code confirms it."""
    settings = request.app.state.settings
    with writing(request, while_closing=True) as (db, caller):
        require_fresh(caller, clock.now())
        secret = second_factor.begin(db, settings, caller.user, clock.now())
        uri = second_factor.address(secret, caller.user.email, request.app.state.current.site_name)
    return json_answer(TotpAnswer(secret=secret, uri=uri))


@router.post(
    "/api/second-factor/totp/confirm",
    response_model=RecoveryCodesAnswer,
    responses=answers(400, 401, 403, 409, 415, 422, 429),
    **takes(CodeInput),
)
def confirm_totp(request: Request, body: Raw) -> Response:
    """Turn the second factor on with a code of the app. Answers recovery codes, once."""
    with reading(request, while_closing=True) as (_db, caller):
        guesses = _guesses(request, caller.user.id)
    given = body.read(CodeInput)
    guesses.spend()
    with writing(request, while_closing=True) as (db, caller):
        now = clock.now()
        require_fresh(caller, now)
        codes = second_factor.confirm(db, request.app.state.settings, caller.user, given.code, now)
        sessions.note_own(db, caller.user, "account.second_factor_on", now)
    guesses.right()
    return json_answer(RecoveryCodesAnswer(recovery_codes=codes))


@router.delete("/api/second-factor/totp", status_code=204, response_class=Response, responses=answers(401, 403, 409))
def remove_totp(request: Request) -> Response:
    """Turn the second factor off."""
    with writing(request, while_closing=True) as (db, caller):
        require_fresh(caller, clock.now())
        if not second_factor.remove(db, caller.user.id):
            raise NoSecondFactor
        sessions.note_own(db, caller.user, "account.second_factor_off", clock.now())
    return Response(status_code=204)


@router.post("/api/second-factor/recovery-codes", response_model=RecoveryCodesAnswer, responses=answers(401, 403, 409))
def renew_recovery_codes(request: Request) -> Response:
    """Recovery codes in place of the earlier ones."""
    with writing(request, while_closing=True) as (db, caller):
        require_fresh(caller, clock.now())
        if second_factor.of_user(db, caller.user.id) is None:
            raise NoSecondFactor
        codes = second_factor.new_recovery_codes(db, caller.user.id)
    return json_answer(RecoveryCodesAnswer(recovery_codes=codes))


@router.post(
    "/api/login/second-factor",
    response_model=UserAnswer,
    responses=answers(400, 401, 403, 415, 422, 429),
    **takes(SecondStepInput),
)
def login_with_code(request: Request, body: Raw) -> Response:
    """Sign in with a code, after the password was right. The code is the app's or a recovery code."""
    given = body.read(SecondStepInput)
    with database(request).read() as db:
        user_id = second_factor.user_of(db, signer(request), given.ticket, clock.now()).id
    guesses = _guesses(request, user_id)
    guesses.spend()
    with database(request).write() as db:
        now = clock.now()
        user = queries.locked_user(db, user_id)
        if user is None:
            raise TicketOver
        if not user.is_active:
            raise Deactivated
        second_factor.check(db, request.app.state.settings, user_id, given.code, now)
        token = sessions.enter(db, request, user, now)
        answer = answer_forms.of_user(request, db, user)
    guesses.right()
    return sessions.put_cookie(request, json_answer(answer), token)


@router.post(
    "/api/reauthenticate",
    status_code=204,
    response_class=Response,
    responses=answers(400, 401, 415, 422, 429),
    **takes(AgainInput),
)
def reauthenticate(request: Request, body: Raw) -> Response:
    """Show again, by password or code, whose sign-in this is. Sensitive calls take it for ten minutes."""
    with reading(request, while_closing=True) as (_db, caller):
        user, stored = caller.user, caller.user.password_hash
    given = body.read(AgainInput)
    if given.password:
        guess = PasswordGuess(request, user.email_key, user)
        guess.count()
        if not passwords.matches(stored, given.password):
            raise WrongCurrentPassword(fields={"password": WrongCurrentPassword.sentence})
        guess.right()
    elif not given.code:
        raise Invalid(fields={"password": "Password is required"})
    else:
        guesses = _guesses(request, user.id)
        guesses.spend()
    with writing(request, while_closing=True) as (db, caller):
        if given.password:
            if caller.user.password_hash != stored:
                raise WrongCurrentPassword(fields={"password": WrongCurrentPassword.sentence})
        else:
            second_factor.check(db, request.app.state.settings, caller.user.id, given.code, clock.now())
        caller.sign_in.authenticated_at = clock.now()
    return Response(status_code=204)


def _guesses(request: Request, user_id: int) -> Guesses:
    return Guesses(request, CODES, (user_id, network_of(client_address(request))))
