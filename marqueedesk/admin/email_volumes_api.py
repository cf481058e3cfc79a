"""Admin routes for businesses' email volumes, and for stopping a business's email in case of abuse (N11)."""

from datetime import timedelta
from typing import Final

from fastapi import APIRouter

from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.queries import locked_operator, owner_of
from marqueedesk.admin.access import Administrator
from marqueedesk.admin.errors import NoSuchUser
from marqueedesk.admin.schemas import EmailVolume, StoppedInput
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.watch import audit
from marqueedesk.messages import allowance
from marqueedesk.messages import queries as messages

router = APIRouter(tags=["administration"], responses=errors(401, 403))
PERIOD: Final = timedelta(days=7)
"""Period that the counts cover."""
_MOST: Final = 50


@router.get("/api/admin/email-volumes")
def email_volumes(db: Db, _: Administrator) -> list[EmailVolume]:
    """List businesses whose email is stopped, followed by those that wrote the most emails to customers in a week."""
    now = clock.now()
    rows = messages.volumes(db, now - PERIOD, most=_MOST)
    today = allowance.used_today(db, [row.operator.id for row in rows], now)
    return [
        EmailVolume.of_row(
            row,
            operator_id=row.operator.id,
            name=row.owner.company_name or row.owner.username,
            email=row.owner.email,
            confirmed=row.owner.email_confirmed_at is not None,
            today=today.get(row.operator.id, 0),
            stopped_at=row.operator.email_stopped_at,
        )
        for row in rows
    ]


@router.patch("/api/admin/email-volumes/{operator_id}", status_code=204)
def stop_email(db: Db, caller: Administrator, operator_id: PathId, body: StoppedInput) -> None:
    """Stop or resume a business's emails to others. Repeated calls have no effect."""
    now = clock.now()
    operator = locked_operator(db, operator_id)
    if operator is None:
        raise NoSuchUser
    if body.stopped != (operator.email_stopped_at is not None):
        operator.email_stopped_at = now if body.stopped else None
        owner = owner_of(db, operator.id)
        action = "email.stopped" if body.stopped else "email.resumed"
        audit.record(db, action, by=caller.actor, now=now, subject=(owner.id, owner.email))
