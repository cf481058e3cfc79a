"""Limits and current usage of a business, for its owner and administrators."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.call_limits import EXPORTS
from marqueedesk.accounts.models import Operator, User
from marqueedesk.billing.storage import storage_use
from marqueedesk.business_usage.counter import REQUESTS_A_MINUTE, SLOWED_A_MINUTE
from marqueedesk.business_usage.schemas import UsageLimitOut
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.live.open_streams import MOST_OF_A_BUSINESS, OpenStream, StreamProcess
from marqueedesk.messages import allowance


def limits_of(
    db: Session, operator: Operator, owner: User, now: datetime, *, limits_on: bool, sends_email: bool
) -> list[UsageLimitOut]:
    """Return the limits of the session's operator. Without ``limits_on``, only storage and a slowed business's requests
    are limited. ``sends_email`` is true if the installation has a mail server.
    """
    alive = OpenStream.process.in_(select(StreamProcess.name).where(StreamProcess.lease_until > now))
    streams = select(func.count()).select_from(OpenStream).where(OpenStream.operator_id == operator.id, alive)
    emails = allowance.today(db, operator, owner, now)
    storage = storage_use(db, now)
    requests = REQUESTS_A_MINUTE if limits_on else None
    exports = rate_limit.used(db, EXPORTS.business, EXPORTS.business.key(operator.id), now)
    return [
        UsageLimitOut(
            kind="requests",
            used=None,
            allowed=SLOWED_A_MINUTE if operator.slowed_at is not None else requests,
            period="minute",
        ),
        UsageLimitOut(
            kind="emails",
            used=emails.used,
            allowed=emails.limit if limits_on and sends_email else None,
            period="day",
        ),
        UsageLimitOut(
            kind="exports", used=exports, allowed=EXPORTS.business.times if limits_on else None, period="day"
        ),
        UsageLimitOut(
            kind="streams", used=db.scalar(streams) or 0, allowed=MOST_OF_A_BUSINESS if limits_on else None, period=None
        ),
        UsageLimitOut(kind="storage", used=storage.used, allowed=storage.allowed, period=None),
    ]
