"""Notification routes."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import MANAGE_SUBSCRIPTION, SEE_BOOKINGS, SEE_MONEY
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.notifications import queries, service
from marqueedesk.notifications.models import Notification
from marqueedesk.notifications.schemas import NotificationOut, NotificationPage, ReadInput, UnreadOut

router = APIRouter(tags=["notifications"], responses=errors(401, 403))
LONGEST_PAGE = 100


def _sees(caller: Caller) -> dict[str, bool]:
    return {"money": caller.may(SEE_MONEY), "plan": caller.may(MANAGE_SUBSCRIPTION)}


def _answer(row: Notification, zone: ZoneInfo, *, read: bool) -> NotificationOut:
    return NotificationOut.model_validate(
        {
            "id": row.id,
            "kind": row.kind,
            "title": row.title,
            "text": row.text,
            "about": row.about,
            "about_id": row.about_id,
            "created_at": row.created_at.astimezone(zone).isoformat(),
            "read": read,
        }
    )


@router.get("/api/notifications")
def notifications(
    db: Db,
    caller: Annotated[Caller, Requires(SEE_BOOKINGS)],
    limit: Annotated[int, Query(ge=1, le=LONGEST_PAGE)] = 20,
    cursor: Annotated[str | None, Query(max_length=300)] = None,
) -> NotificationPage:
    """List notifications, newest first, paginated (G4). Staff do not see notifications about money (A5), and only the
    owner sees those about the business's own plan.
    """
    zone = ZoneInfo(caller.operator.time_zone)
    sees = _sees(caller)
    rows, after = queries.page(db, caller.user.id, limit=limit, cursor=cursor, **sees)
    unread = queries.number_unread(db, caller.user.id, **sees)
    items = [_answer(row, zone, read=read) for row, read in rows]
    return NotificationPage(items=items, next_cursor=after, unread=unread)


@router.post("/api/notifications/read")
def read_notifications(db: Db, caller: Annotated[Caller, Requires(SEE_BOOKINGS)], body: ReadInput) -> UnreadOut:
    """Mark notifications as read: some by ID, or all up to the newest one shown. Only affects the caller."""
    operator_id = caller.operator.id
    if body.ids is None and body.up_to is None:
        raise Invalid(fields={"ids": "Send the ids of the read notifications, or the newest one"})
    service.mark_read(db, operator_id, caller.user.id, ids=body.ids, up_to=body.up_to)
    unread = queries.number_unread(db, caller.user.id, **_sees(caller))
    return UnreadOut(unread=unread)
