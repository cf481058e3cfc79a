"""Routes with which owners let administrators read their bookings for an hour (A23)."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from marqueedesk.accounts import suspension
from marqueedesk.accounts.access import Caller, record_action
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.queries import locked_operator
from marqueedesk.accounts.rights import END_BUSINESS
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import ResponseModel
from marqueedesk.kit.watch import audit

router = APIRouter(tags=["account"], responses=errors(401, 403))
_MOST_SHOWN = 20


class SupportReading(ResponseModel):
    """An administrator's access to the bookings."""

    at: datetime
    by: Annotated[str | None, Field(description="Email address of the administrator")]


class SupportAccessOut(ResponseModel):
    """Support access of a business. ``until`` is null while administrators may not read its bookings."""

    until: datetime | None
    readings: Annotated[list[SupportReading], Field(description="The latest ones, newest first")]


@router.get("/api/support-access")
def support_access(db: Db, caller: Annotated[Caller, Requires(END_BUSINESS)]) -> SupportAccessOut:
    """Return when support access ends, and which administrators have read the business's bookings."""
    return _answer(db, caller)


@router.post("/api/support-access")
def allow_support(db: Db, caller: Annotated[Caller, Requires(END_BUSINESS)]) -> SupportAccessOut:
    """Let administrators read the business's bookings for an hour, and change nothing. Repeating it starts a new
    hour.
    """
    operator = locked_operator(db, caller.operator.id) or caller.operator
    until = suspension.allow_support(operator, clock.now())
    record_action(db, caller, "support.allowed", until=until.isoformat())
    db.flush()
    return _answer(db, caller)


@router.delete("/api/support-access", status_code=204)
def end_support(db: Db, caller: Annotated[Caller, Requires(END_BUSINESS)]) -> None:
    """End support access now. Does nothing if there is none."""
    operator = locked_operator(db, caller.operator.id) or caller.operator
    if suspension.end_support(operator, clock.now()):
        record_action(db, caller, "support.ended")


def _answer(db: Db, caller: Caller) -> SupportAccessOut:
    operator = caller.operator
    rows, _ = audit.listed(
        db, audit.AuditFilter(action="support.read", operator_id=operator.id), limit=_MOST_SHOWN, cursor=None
    )
    readings = [SupportReading(at=row.at, by=row.actor) for row in rows]
    return SupportAccessOut(until=suspension.supported_until(operator, clock.now()), readings=readings)
