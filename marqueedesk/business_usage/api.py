"""Route for a business's usage and limits."""

from datetime import timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Request

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.queries import owner_of
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.business_usage import queries
from marqueedesk.business_usage.limits import limits_of
from marqueedesk.business_usage.schemas import UsageHourOut, UsageOut
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors

router = APIRouter(tags=["account"], responses=errors(401, 403))
WEEK: Final = timedelta(weeks=1)


@router.get("/api/usage")
def usage(request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> UsageOut:
    """Return the business's limits and usage, and its hourly requests of the last week."""
    operator, now = caller.operator, clock.now()
    sends_email = effective(db, request.app.state.settings).smtp is not None
    limits_on: bool = request.app.state.limits_on
    return UsageOut(
        slowed=operator.slowed_at is not None,
        limits=limits_of(db, operator, owner_of(db, operator.id), now, limits_on=limits_on, sends_email=sends_email),
        hours=[UsageHourOut.of_row(row) for row in queries.hours(db, operator.id, now - WEEK)],
    )
