"""Read-only queries about usage by business. `usage_by_business` requires an unscoped session."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, case, func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.billing.storage import STORED
from marqueedesk.business_usage.models import UsageHour
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.jobs.jobs import FAILED as JOB_FAILED
from marqueedesk.kit.jobs.jobs import WAITING as JOB_WAITING
from marqueedesk.kit.live.open_streams import OpenStream, StreamProcess
from marqueedesk.messages.models import FAILED, OutboxMail

_HOUR: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Usage:
    """Usage of a business: requests, errors, emails and bounces within a period; current jobs, storage and streams.

    ``jobs_waiting`` counts due jobs, ``jobs_failing`` failed jobs, whether they will be retried or not.
    """

    operator: Operator
    owner: User
    requests: int
    errors: int
    jobs_waiting: int
    jobs_failing: int
    emails: int
    bounces: int
    storage_bytes: int
    streams: int


def usage_by_business(db: Session, since: datetime, now: datetime, *, only: int | None = None) -> list[Usage]:
    """Return the usage of all businesses, or of ``only`` one. Requests are stored by hour; those of the hour in which
    the period begins count in proportion, rounded up.
    """
    businesses = select(Operator, User).join(User, User.id == Operator.id)
    if only is not None:
        businesses = businesses.where(Operator.id == only)
    begins = UsageHour.hour < since
    requests = _by_business(
        db,
        UsageHour.operator_id,
        [
            func.sum(case((begins, 0), else_=UsageHour.requests)),
            func.sum(case((begins, 0), else_=UsageHour.errors)),
            func.sum(case((begins, UsageHour.requests), else_=0)),
            func.sum(case((begins, UsageHour.errors), else_=0)),
        ],
        [UsageHour.hour > since - _HOUR],
        only,
    )
    remaining = _HOUR - (since - since.replace(minute=0, second=0, microsecond=0))
    due = (Job.state == JOB_WAITING) & (Job.run_at <= now)
    retrying = (Job.state == JOB_WAITING) & (Job.attempts > 0) & Job.last_error.is_not(None)
    failing = or_(Job.state == JOB_FAILED, retrying)
    jobs = _by_business(
        db, Job.operator_id, [_count_if(due), _count_if(failing)], [Job.state.in_((JOB_WAITING, JOB_FAILED))], only
    )
    bounced = (OutboxMail.state == FAILED) & (OutboxMail.cause == "address")
    emails = _by_business(
        db, OutboxMail.operator_id, [func.count(), _count_if(bounced)], [OutboxMail.created_at >= since], only
    )
    alive = OpenStream.process.in_(select(StreamProcess.name).where(StreamProcess.lease_until > now))
    streams = _by_business(db, OpenStream.operator_id, [func.count()], [alive], only)
    storage: dict[int, int] = {}
    for column, size in STORED:
        for operator_id, values in _by_business(db, column, [func.sum(size)], [], only).items():
            storage[operator_id] = storage.get(operator_id, 0) + values[0]
    nothing = (0, 0, 0, 0)
    return [
        Usage(
            operator,
            owner,
            requests=_within(requests.get(operator.id, nothing)[::2], remaining),
            errors=_within(requests.get(operator.id, nothing)[1::2], remaining),
            jobs_waiting=jobs.get(operator.id, nothing)[0],
            jobs_failing=jobs.get(operator.id, nothing)[1],
            emails=emails.get(operator.id, nothing)[0],
            bounces=emails.get(operator.id, nothing)[1],
            storage_bytes=storage.get(operator.id, 0),
            streams=streams.get(operator.id, nothing)[0],
        )
        for operator, owner in db.execute(businesses.order_by(Operator.id))
    ]


def _within(counts: Sequence[int], remaining: timedelta) -> int:
    """Return a count of whole hours, plus the one of the first hour in proportion to its remaining part, rounded up."""
    whole, first = counts
    return whole - (-first * remaining // _HOUR)


def _count_if(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


def _by_business(
    db: Session,
    operator_id: Any,
    figures: list[ColumnElement[int]],
    conditions: list[ColumnElement[bool]],
    only: int | None,
) -> Mapping[int, tuple[int, ...]]:
    """Return sums by business, or only for one."""
    of_business = operator_id.is_not(None) if only is None else operator_id == only
    statement: Any = select(operator_id, *figures).where(of_business, *conditions)
    return {row[0]: tuple(int(value or 0) for value in row[1:]) for row in db.execute(statement.group_by(operator_id))}


def hours(db: Session, operator_id: int, since: datetime) -> list[UsageHour]:
    """Return a business's hourly counts, oldest first. Hours without requests are omitted."""
    rows = select(UsageHour).where(UsageHour.operator_id == operator_id, UsageHour.hour > since - _HOUR)
    return list(db.scalars(rows.order_by(UsageHour.hour)))
