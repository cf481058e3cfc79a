"""The business's activity log, read-only."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import SEE_ACTIVITY
from marqueedesk.kit.db import paging
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import ResponseModel
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import AuditFilter, EntryOut
from marqueedesk.rentals.rental_request import read_day

router = APIRouter(tags=["team"], responses=errors(401, 403))


class ActivityLine(EntryOut):
    """An activity entry. If there is no actor, a customer or the system did it."""


class ActivityPage(ResponseModel):
    """A page of activity, newest first."""

    items: list[ActivityLine]
    next_cursor: str | None


@router.get("/api/activity")
def activity(
    db: Db,
    caller: Annotated[Caller, Requires(SEE_ACTIVITY)],
    q: Annotated[str | None, Query(max_length=200)] = None,
    action: Annotated[str | None, Query(max_length=60)] = None,
    since: Annotated[str | None, Query(alias="from", max_length=10)] = None,
    until: Annotated[str | None, Query(alias="to", max_length=10)] = None,
    limit: Annotated[int, Query(ge=1, le=paging.LONGEST_PAGE)] = 50,
    cursor: Annotated[str | None, Query(max_length=600)] = None,
) -> ActivityPage:
    """List the business's activity, newest first. ``q`` searches the actor, the subject and the action.

    ``from`` and ``to`` are days in the business's time zone, both inclusive; ``action`` matches part of the action's
    name.
    """
    if "\x00" in (q or "") + (action or ""):
        raise Invalid(fields={"q": "Q contains characters that cannot be shown"})
    operator = caller.operator
    first = read_day(since, "from") if since else None
    last = read_day(until, "to") if until else None
    zone = ZoneInfo(operator.time_zone)
    begins, ends = audit.days(first, last, zone)
    filters = AuditFilter((q or "").strip() or None, action, operator.id, begins, ends)
    rows, after = audit.listed(db, filters, limit=limit, cursor=cursor)
    lines = [ActivityLine.of_row(row) for row in rows]
    for line in lines:
        line.at = line.at.astimezone(zone)
    return ActivityPage(items=lines, next_cursor=after)
