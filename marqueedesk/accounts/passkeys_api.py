"""Routes of passkeys: set up, list, rename, remove."""

from datetime import datetime
from typing import Annotated, ClassVar

from fastapi import APIRouter, Request
from pydantic import Field
from sqlalchemy.orm import Session

from marqueedesk.accounts import passkeys, queries, second_factor, sessions
from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, SignedInWhileClosing
from marqueedesk.accounts.errors import NoSecondFactor
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.accounts.known_devices import browser_name
from marqueedesk.accounts.models import Passkey, User
from marqueedesk.accounts.passkeys import AddedCredential, OptionsToAdd, OptionsToShow
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Unauthenticated
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.links import signer
from marqueedesk.kit.http.schemas import AtMost, OptionalText, PathId, RequestModel, RequiredText, ResponseModel

router = APIRouter(tags=["accounts"], responses=errors(401))
_LONGEST_NAME = 60


class PasskeyInput(RequestModel):
    """POST /api/second-factor/passkeys. Without a name, the browser's name is used."""

    credential: AddedCredential
    name: Annotated[OptionalText, AtMost(_LONGEST_NAME)] = None


class PasskeyNameInput(RequestModel):
    """PATCH /api/second-factor/passkeys/{id}."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"name": {"missing": "Name is required"}}
    name: Annotated[RequiredText, AtMost(_LONGEST_NAME)]


class AddOptionsOut(ResponseModel):
    """Options to create a passkey in the browser."""

    public_key: OptionsToAdd


class ShowOptionsOut(ResponseModel):
    """Options to sign in with a passkey in the browser."""

    public_key: OptionsToShow


class PasskeyOut(ResponseModel):
    """A passkey of the caller."""

    id: int
    name: str
    created_at: datetime
    used_at: datetime | None


class AddedPasskeyOut(PasskeyOut):
    """A newly registered passkey."""

    recovery_codes: Annotated[
        list[str], Field(description="Recovery codes, shown only once; empty if the caller already has some")
    ]


def passkey_answer(row: Passkey) -> PasskeyOut:
    """Convert a passkey row to its response."""
    return PasskeyOut.of_row(row)


def options_to_show(db: Session, request: Request, user_id: int) -> ShowOptionsOut:
    """Return the options to sign in with a passkey. Raises NoSecondFactor if the user has none."""
    if not passkeys.count(db, user_id):
        raise NoSecondFactor
    return ShowOptionsOut(public_key=passkeys.options_to_show(db, passkeys.site_of(request), user_id, clock.now()))


def lock_caller(db: Session, caller: Caller) -> User:
    """Lock and return the caller's row; required before second factors are counted and changed."""
    user = queries.locked_user(db, caller.user.id)
    if user is None:
        raise Unauthenticated
    return user


@router.get("/api/second-factor/passkeys")
def list_passkeys(db: Db, caller: SignedInWhileClosing) -> list[PasskeyOut]:
    """List the caller's passkeys, oldest first."""
    return [passkey_answer(row) for row in passkeys.of_user(db, caller.user.id)]


@router.post("/api/second-factor/passkeys/options", responses=errors(403, 409))
def passkey_options_to_add(request: Request, db: Db, caller: SignedInWhileClosing) -> AddOptionsOut:
    """Start the registration of a passkey. Its single-use challenge expires after ten minutes."""
    now = clock.now()
    require_fresh(db, caller, now)
    passkeys.forget_old(db, now)
    options = passkeys.options_to_add(db, signer(request), passkeys.site_of(request), caller.user, now)
    return AddOptionsOut(public_key=options)


@router.post("/api/second-factor/passkeys", status_code=201, responses=errors(403, 409))
def add_passkey(request: Request, db: Db, caller: SignedInWhileClosing, body: PasskeyInput) -> AddedPasskeyOut:
    """Register a passkey created by the browser. The first second factor of an account comes with recovery codes."""
    now = clock.now()
    require_fresh(db, caller, now)
    user = lock_caller(db, caller)
    name = body.name or browser_name(sessions.agent_of(request))[:_LONGEST_NAME]
    row = passkeys.add(db, passkeys.site_of(request), user.id, body.credential, name=name, now=now)
    codes = second_factor.first_recovery_codes(db, user.id)
    caller.sign_in.factor_at = now
    sessions.note_own(db, user, "account.passkey_added", now, name=row.name)
    sessions.notify_second_factor_change(db, request, user, "passkey_added", now)
    return AddedPasskeyOut.adding(passkey_answer(row), recovery_codes=codes)


@router.patch("/api/second-factor/passkeys/{passkey_id}")
def rename_passkey(db: Db, caller: SignedInWhileClosing, passkey_id: PathId, body: PasskeyNameInput) -> PasskeyOut:
    """Rename a passkey."""
    return passkey_answer(passkeys.rename(db, caller.user.id, passkey_id, body.name))


@router.delete("/api/second-factor/passkeys/{passkey_id}", status_code=204, responses=errors(403, 409))
def remove_passkey(request: Request, db: Db, caller: SignedInWhileClosing, passkey_id: PathId) -> None:
    """Remove a passkey."""
    now = clock.now()
    require_fresh(db, caller, now)
    user = lock_caller(db, caller)
    row = passkeys.remove(db, user.id, passkey_id)
    second_factor.after_removing(db, request.app.state.settings, user, caller.team_owner)
    sessions.note_own(db, user, "account.passkey_removed", now, name=row.name)
    sessions.notify_second_factor_change(db, request, user, "passkey_removed", now)
