"""Change calendar feeds. Nothing here commits."""

from datetime import datetime

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.public_links import open_link
from marqueedesk.calendar_feed import queries
from marqueedesk.calendar_feed.errors import NoCalendar
from marqueedesk.calendar_feed.models import LINK, CalendarFeed
from marqueedesk.kit.http import links
from marqueedesk.kit.http.links import LinkMaker, digest_of


class FeedLinks(LinkMaker):
    """Builds the URL of a business's feed."""

    def address(self, feed: CalendarFeed) -> str | None:
        """Return the URL, or None if the installation's secret has changed since it was created."""
        token = self.signer.token(LINK, feed.operator_id, feed.operator_id, feed.nonce)
        return self._of(token) if feed.digest == digest_of(token) else None

    def renew(self, db: Session, operator_id: int, now: datetime) -> CalendarFeed:
        """Create a feed or replace its URL; the old one stops working. Call under the operator's lock."""
        links.forget(db, kind=LINK, operator_id=operator_id, target_id=operator_id)
        feed = queries.feed(db)
        if feed is None:
            feed = CalendarFeed()
            db.add(feed)
        feed.nonce, feed.created_at = links.new_nonce(), now
        token = self.signer.token(LINK, operator_id, operator_id, feed.nonce)
        feed.digest = digest_of(token)
        links.make(db, token, kind=LINK, operator_id=operator_id, target_id=operator_id, now=now)
        db.flush()
        return feed

    def _of(self, token: str) -> str:
        return f"{self.public_url}/api/public/calendars/{token}.ics"


def feed_links(request: Request) -> FeedLinks:
    """Return the link builder of this installation."""
    return FeedLinks.here(request)


def end(db: Session, operator_id: int) -> None:
    """End the business's feed. Idempotent."""
    links.forget(db, kind=LINK, operator_id=operator_id, target_id=operator_id)
    feed = queries.feed(db)
    if feed is not None:
        db.delete(feed)


def open_feed(db: Session, token: str) -> int:
    """Scope the session to the operator that a feed token belongs to, and return the operator's ID. Raises
    NoCalendar.
    """
    operator, _ = open_link(db, token, LINK, NoCalendar)
    return operator.id
