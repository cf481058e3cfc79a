"""Texts of each business in the current month, for administrators. The session is not scoped to a business."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.conversations import queries
from marqueedesk.conversations.models import ConversationEntry, SmsSettings
from marqueedesk.conversations.texting import CENTS_A_SEGMENT
from marqueedesk.sms import senders


@dataclass(frozen=True, slots=True)
class TextUsage:
    """A business's texts in the current month of its time zone, with its limit and its own number or service, if any.
    ``cost_cents`` is an estimate.
    """

    operator: Operator
    owner: User
    texts: int
    segments: int
    cap_cents: int | None
    sender: str | None

    @property
    def cost_cents(self) -> int:
        """Return the estimated cost in cents of the installation's currency."""
        return self.segments * CENTS_A_SEGMENT


def usage_this_month(db: Session, now: datetime, *, most: int) -> list[TextUsage]:
    """List the businesses that texted this month, have a limit or a sender of their own, most segments first."""
    counts = _counts(db, now)
    own = senders.own_senders(db)
    caps = {row.operator_id: row.monthly_cap_cents for row in db.scalars(select(SmsSettings))}
    listed = {*counts, *own, *(one for one, cap in caps.items() if cap is not None)}
    ids = sorted(listed, key=lambda one: (-counts[one][1] if one in counts else 0, one))[:most]
    found = db.execute(select(Operator, User).join(User, User.id == Operator.id).where(Operator.id.in_(ids)))
    people = {operator.id: (operator, owner) for operator, owner in found}
    return [
        TextUsage(*people[one], *counts.get(one, (0, 0)), cap_cents=caps.get(one), sender=own.get(one))
        for one in ids
        if one in people
    ]


def _counts(db: Session, now: datetime) -> dict[int, tuple[int, int]]:
    """Count texts and segments by business, with one SELECT per time zone, because months begin at different times."""
    began: defaultdict[datetime, list[str]] = defaultdict(list)
    for zone in db.scalars(select(Operator.time_zone).distinct()):
        began[queries.month_began(now, zone)].append(zone)
    counts: dict[int, tuple[int, int]] = {}
    for since, zones in began.items():
        rows = db.execute(
            select(ConversationEntry.operator_id, func.count(), func.sum(ConversationEntry.segments))
            .join(Operator, Operator.id == ConversationEntry.operator_id)
            .where(Operator.time_zone.in_(zones), *queries.counted_since(since))
            .group_by(ConversationEntry.operator_id)
        )
        counts |= {operator_id: (texts, int(segments or 0)) for operator_id, texts, segments in rows}
    return counts
