"""Routes for the calendar feed: get, create or renew, end."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request

from marqueedesk.accounts.access import Caller, record_action
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.availability import service as availability
from marqueedesk.calendar_feed import queries, service
from marqueedesk.calendar_feed.models import CalendarFeed
from marqueedesk.calendar_feed.schemas import CalendarFeedOut
from marqueedesk.calendar_feed.service import FeedLinks, feed_links
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors

router = APIRouter(tags=["calendar feed"], responses=errors(401, 403))


def _answer(feed: CalendarFeed | None, links: FeedLinks, zone: ZoneInfo) -> CalendarFeedOut:
    return CalendarFeedOut(
        url=links.address(feed) if feed else None,
        created_at=feed.created_at.astimezone(zone).isoformat() if feed else None,
    )


@router.get("/api/calendar-feed")
def calendar_feed(request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> CalendarFeedOut:
    """Get the secret URL of the business's calendar feed. Anyone with the URL can read the feed."""
    operator = caller.operator
    return _answer(queries.feed(db), feed_links(request), ZoneInfo(operator.time_zone))


@router.post("/api/calendar-feed")
def renew_calendar_feed(
    request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)]
) -> CalendarFeedOut:
    """Create a feed, or replace its URL; the old one stops working."""
    operator = caller.operator
    require_fresh(db, caller, clock.now())
    terms = availability.lock(db, operator.id)
    links = feed_links(request)
    answer = _answer(links.renew(db, operator.id, clock.now()), links, terms.zone)
    record_action(db, caller, "settings.changed", (None, "calendar feed"))
    return answer


@router.delete("/api/calendar-feed", status_code=204)
def end_calendar_feed(db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> None:
    """End the feed. Idempotent."""
    operator = caller.operator
    require_fresh(db, caller, clock.now())
    availability.lock(db, operator.id)
    service.end(db, operator.id)
    record_action(db, caller, "settings.changed", (None, "calendar feed"), removed=True)
