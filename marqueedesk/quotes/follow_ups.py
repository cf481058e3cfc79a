"""Open quotes whose customers haven't answered, for follow-up emails. None of these functions commits."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import and_, exists, or_, select
from sqlalchemy.orm import Session

from marqueedesk.kit.clock import local_day
from marqueedesk.quotes.models import OPEN, SEEN, SENT, Quote, QuoteHistoryEntry, QuoteVersion

MOST: Final = 2
"""Follow-ups of a sent version. Sending the quote again starts anew."""
CATCH_UP: Final = timedelta(days=3)
"""How many days late a follow-up may be, because of daily limits, or a worker or mail server that is down."""


class DueFollowUp(NamedTuple):
    """A quote, when its sent version was sent, and which follow-up of it is due: 1 or 2."""

    quote: Quote
    sent_at: datetime
    step: int


def due_follow_ups(db: Session, today: date, days: int, zone: ZoneInfo, now: datetime) -> Sequence[DueFollowUp]:
    """Return open quotes that were sent ``days`` or twice as many days ago and have no answer, earliest first.

    Quotes that are being edited, have expired, or got a question about the sent version aren't followed up. A due
    follow-up that was skipped is not made up for once the second one is due.
    """
    asked = exists().where(
        QuoteHistoryEntry.operator_id == Quote.operator_id,
        QuoteHistoryEntry.quote_id == Quote.id,
        QuoteHistoryEntry.version == Quote.sent_version,
        QuoteHistoryEntry.kind == "question",
    )
    query = (
        select(Quote, QuoteVersion.sent_at)
        .join(
            QuoteVersion,
            and_(
                QuoteVersion.operator_id == Quote.operator_id,
                QuoteVersion.quote_id == Quote.id,
                QuoteVersion.version == Quote.sent_version,
            ),
        )
        .where(
            Quote.offer == OPEN,
            Quote.status.in_((SENT, SEEN)),
            or_(QuoteVersion.expires_at.is_(None), QuoteVersion.expires_at > now),
            QuoteVersion.sent_at > now - (MOST * timedelta(days=days) + CATCH_UP + timedelta(days=2)),
            ~asked,
        )
        .order_by(QuoteVersion.sent_at, Quote.id)
    )
    rows = [(quote, sent_at) for quote, sent_at in db.execute(query) if sent_at is not None]
    steps = [(quote, sent_at, _step(local_day(sent_at, zone), today, days)) for quote, sent_at in rows]
    return [DueFollowUp(quote, sent_at, step) for quote, sent_at, step in steps if step is not None]


def _step(sent_on: date, today: date, days: int) -> int | None:
    """Return the latest follow-up that is due today or was due recently; None if none is."""
    for step in range(MOST, 0, -1):
        due = sent_on + timedelta(days=step * days)
        if due <= today:
            return step if today <= due + CATCH_UP else None
    return None
