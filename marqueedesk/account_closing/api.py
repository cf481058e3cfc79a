"""Account closing routes for the owner: export, close, reopen."""

from datetime import datetime
from typing import Annotated, ClassVar

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session
from starlette.responses import Response, StreamingResponse

from marqueedesk.account_closing import export, service
from marqueedesk.accounts.access import Caller, reading, reading_copy, record_action, require, writing
from marqueedesk.accounts.call_limits import EXPORTS
from marqueedesk.accounts.dependencies import Db, Requires, SignedInWhileClosing, check_rights
from marqueedesk.accounts.errors import WrongCurrentPassword
from marqueedesk.accounts.fresh import require_factor
from marqueedesk.accounts.login_throttle import PasswordGuess
from marqueedesk.accounts.passwords import matches
from marqueedesk.accounts.rights import END_BUSINESS
from marqueedesk.accounts.schemas import Typed
from marqueedesk.accounts.serializers import business_name
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Responses, errors
from marqueedesk.kit.http.schemas import RequestModel, ResponseModel
from marqueedesk.kit.http.streamed_response import chunks

router = APIRouter(tags=["account"], responses=errors(401, 403))
ZIP: Responses = {200: {"content": {"application/zip": {"schema": {"type": "string"}}}}}


class ConfirmInput(RequestModel):
    """The owner's password, which irreversible actions require along with a recently used second factor, if the owner
    has one.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = {"password": {"*": "Password is required"}}
    password: Typed


class ClosingOut(ResponseModel):
    """Whether the business is being closed, and what has to be settled first."""

    closes_at: datetime | None
    waiting_days: int
    coming_bookings: int
    subscription: bool
    waiting_requests: int
    people: int


@router.get("/api/account/closing")
def closing(db: Db, caller: Annotated[Caller, Requires(END_BUSINESS, while_closing=True)]) -> ClosingOut:
    """Get whether the business is being closed, and what prevents closing it."""
    return _answer(db, caller)


@router.post(
    "/api/account/close", responses=errors(409, 429), dependencies=[check_rights(END_BUSINESS, while_closing=True)]
)
def close(request: Request, body: ConfirmInput) -> ClosingOut:
    """Close the business. It is deleted after two weeks unless reopened."""
    _confirm(request, body)
    with writing(request, while_closing=True) as (db, caller):
        service.close(db, require(caller, END_BUSINESS).id, caller.user, clock.now())
        db.flush()
        return _answer(db, caller)


@router.post("/api/account/reopen")
def reopen(db: Db, caller: SignedInWhileClosing) -> ClosingOut:
    """Cancel the closing. The business is active again."""
    service.reopen(db, require(caller, END_BUSINESS).id, caller.user, clock.now())
    db.flush()
    return _answer(db, caller)


@router.post(
    "/api/account/export", responses=errors(429) | ZIP, dependencies=[check_rights(END_BUSINESS, while_closing=True)]
)
def export_everything(request: Request, body: ConfirmInput) -> Response:
    """Export all data of the business as JSON and CSV in one archive with a table of contents."""
    EXPORTS.spend(request, _confirm(request, body))
    now = clock.now()
    with writing(request, while_closing=True) as (db, caller):
        record_action(db, caller, "business.exported")
    with reading_copy(request, while_closing=True) as (db, caller):
        file = export.archive(db, require(caller, END_BUSINESS), business_name(caller.user), now)
    return StreamingResponse(
        chunks(file),
        media_type="application/zip",
        headers={
            "Content-Disposition": f'attachment; filename="marqueedesk-{now:%Y-%m-%d}.zip"',
            "Cache-Control": "no-store",
        },
    )


def _confirm(request: Request, body: ConfirmInput) -> Caller:
    """Check the owner's second factor, if they have one, and their password; return the owner. Wrong passwords count as
    failed sign-ins.
    """
    with reading(request, while_closing=True) as (db, caller):
        require(caller, END_BUSINESS)
        require_factor(db, caller, clock.now())
        user = caller.user
    guess = PasswordGuess(request, user.email_key, user)
    guess.count()
    # Hashing takes tens of milliseconds, so it runs with no transaction open.
    if not matches(user.password_hash, body.password):
        raise WrongCurrentPassword.about("password")
    guess.right()
    return caller


def _answer(db: Session, caller: Caller) -> ClosingOut:
    operator, now = caller.operator, clock.now()
    coming, subscription = service.obstacles_to_deletion(db, operator, now)
    return ClosingOut(
        closes_at=operator.closes_at,
        waiting_days=service.WAITS.days,
        coming_bookings=coming,
        subscription=subscription,
        waiting_requests=service.waiting_requests(db, operator, now),
        people=service.people_of(db, operator),
    )
