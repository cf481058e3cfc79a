"""Audit log of the whole installation, read-only for administrators (A11)."""

from collections.abc import Sequence
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query
from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.models import User
from marqueedesk.accounts.serializers import business_name
from marqueedesk.admin.access import Administrator
from marqueedesk.admin.schemas import AuditLine, AuditPage
from marqueedesk.admin.searching import Cursor, Search, searched
from marqueedesk.kit.db import paging
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import BIGGEST_ID
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.audit import AuditEntry, AuditFilter
from marqueedesk.rentals.rental_request import read_day

router = APIRouter(tags=["administration"], responses=errors(401, 403))
_UTC = ZoneInfo("UTC")


@router.get("/api/admin/audit")
def audit_log(
    db: Db,
    _: Administrator,
    q: Search = None,
    action: Annotated[str | None, Query(max_length=60)] = None,
    business: Annotated[int | None, Query(ge=1, le=BIGGEST_ID)] = None,
    since: Annotated[str | None, Query(alias="from", max_length=10)] = None,
    until: Annotated[str | None, Query(alias="to", max_length=10)] = None,
    limit: Annotated[int, Query(ge=1, le=paging.LONGEST_PAGE)] = 50,
    cursor: Cursor = None,
) -> AuditPage:
    """List audit entries, newest first. ``q`` searches the actor, the subject and the action.

    ``from`` and ``to`` are days in UTC, both inclusive; ``business`` is a business's operator ID.
    """
    first = read_day(since, "from") if since else None
    last = read_day(until, "to") if until else None
    begins, ends = audit.days(first, last, _UTC)
    filters = AuditFilter(searched(q), searched(action), business, begins, ends)
    entries, after = audit.listed(db, filters, limit=limit, cursor=cursor)
    return AuditPage(items=lines(db, entries), next_cursor=after)


def lines(db: Session, entries: Sequence[AuditEntry]) -> list[AuditLine]:
    """Convert audit entries to the response, each with the name of its business, unless the business was removed."""
    ids = {entry.operator_id for entry in entries} - {None}
    names = {owner.id: business_name(owner) for owner in db.scalars(select(User).where(User.id.in_(ids)))}
    return [
        AuditLine.of_row(entry, business=names.get(entry.operator_id) if entry.operator_id else None)
        for entry in entries
    ]
