"""Read-only queries of the administration, across all businesses (`admin.access` lifts the scope of kit.db.tenancy)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, case, func, literal, or_, select, tuple_
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.admin.schemas import FailedJob, JobHealth, Week
from marqueedesk.availability.models import UnmetDemand
from marqueedesk.bookings.models import Booking
from marqueedesk.kit.db import paging
from marqueedesk.kit.db.db import Instant, contains
from marqueedesk.kit.db.tables import Job
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.jobs import jobs

WEEKS = 12
"""Number of weeks in a chart."""
LATEST = 8
"""Number of entries in the overview's short lists."""
_NEVER = datetime(1, 1, 2, tzinfo=UTC)

FILTERS: dict[str, ColumnElement[bool]] = {
    "active": User.is_active.is_(True),
    "inactive": User.is_active.is_(False),
    "admins": User.role == "admin",
    "managers": User.role == "manager",
    "staff": User.role == "staff",
}
"""Tabs of the user list other than 'all'."""

_SORTS: dict[str, tuple[Any, bool]] = {
    "newest": (User.created_at, True),
    "oldest": (User.created_at, False),
    "lastLogin": (func.coalesce(User.last_login, literal(_NEVER, Instant())), True),
    "email": (User.email_key, False),
}
"""Sort columns of the user list; True means descending."""
SORTS = tuple(_SORTS)


@dataclass(frozen=True, slots=True)
class UserFilter:
    """Filter and sort order of the user list."""

    q: str | None = None
    kind: str | None = None
    sort: str = "newest"


def lock_administrators(db: Session) -> None:
    """Lock all active administrators' rows in a fixed order. Later reads see the current state."""
    db.execute(
        select(User.id).where(User.role == "admin", User.is_active).order_by(User.id).with_for_update(key_share=True)
    ).all()


def locked_user(db: Session, user_id: int) -> User | None:
    """Return a user, locked until the transaction ends."""
    return db.get(User, user_id, with_for_update=True, populate_existing=True)


def users(db: Session, filters: UserFilter) -> list[User]:
    """Return all matching users."""
    column, backwards = _SORTS[filters.sort]
    order = (column.desc(), User.id.desc()) if backwards else (column, User.id)
    return list(db.scalars(select(User).where(*_conditions(filters)).order_by(*order)))


def page(db: Session, filters: UserFilter, *, limit: int, cursor: str | None) -> tuple[list[User], str | None]:
    """Return up to ``limit`` users after a cursor, with the next page's cursor or None."""
    column, backwards = _SORTS[filters.sort]
    statement = select(User, column.label("place")).where(*_conditions(filters))
    if cursor is not None:
        text, last_id = paging.decode(cursor, (str, int))
        after = tuple_(literal(_place(filters.sort, str(text)), column.type), literal(last_id))
        here = tuple_(column, User.id)
        statement = statement.where(here < after if backwards else here > after)
    order = (column.desc(), User.id.desc()) if backwards else (column, User.id)
    rows = db.execute(statement.order_by(*order).limit(limit + 1)).all()
    users_page = [row[0] for row in rows[:limit]]
    if len(rows) <= limit:
        return users_page, None
    last, place = rows[limit - 1]
    return users_page, paging.encode([place.isoformat() if isinstance(place, datetime) else place, last.id])


def _place(sort: str, text: str) -> Any:
    if sort == "email":
        return text
    try:
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        raise Invalid(fields={"cursor": "Cursor is not valid for this list"}) from None


def matching(db: Session, filters: UserFilter) -> int:
    """Return the number of matching users."""
    return db.scalar(select(func.count()).select_from(User).where(*_conditions(filters))) or 0


def _conditions(filters: UserFilter) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if filters.kind:
        conditions.append(FILTERS[filters.kind])
    if filters.q:
        columns = (User.email, User.username, User.company_name, User.phone_number)
        conditions.append(or_(*(contains(column, filters.q) for column in columns)))
    return conditions


def figures(db: Session) -> dict[str, int]:
    """Return the number of users of each kind."""
    counts = {name: func.sum(case((condition, 1), else_=0)) for name, condition in FILTERS.items()}
    row = db.execute(
        select(func.count().label("total"), *(count.label(name) for name, count in counts.items())).select_from(User)
    ).one()
    return dict(zip(("total", *FILTERS), (int(count or 0) for count in row), strict=True))


def bookings_of(db: Session, user_ids: Sequence[int]) -> dict[int, int]:
    """Return the number of bookings of each user's own business; users without any are omitted."""
    rows = db.execute(
        select(Booking.operator_id, func.count()).where(Booking.operator_id.in_(user_ids)).group_by(Booking.operator_id)
    )
    return {row[0]: row[1] for row in rows}


def sundays(now: datetime) -> list[datetime]:
    """Return the start of each of the last weeks, a Sunday, with the current week last."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    this = midnight - timedelta(days=(midnight.weekday() + 1) % 7)
    return [this - timedelta(weeks=ago) for ago in range(WEEKS - 1, -1, -1)]


def by_week(db: Session, moment: Any, now: datetime) -> list[Week]:
    """Count rows by week over the last weeks, by a timestamp column."""
    starts = sundays(now)
    counts = [
        func.sum(case(((moment >= start) & (moment < start + timedelta(weeks=1)), 1), else_=0)) for start in starts
    ]
    row = db.execute(select(*counts).where(moment >= starts[0])).one()
    return [
        Week(week=start.date().isoformat(), count=int(count or 0)) for start, count in zip(starts, row, strict=True)
    ]


def sign_ups(db: Session, now: datetime) -> list[Week]:
    """Return new users by week."""
    return by_week(db, User.created_at, now)


def booked(db: Session, now: datetime) -> list[Week]:
    """Return new bookings by week, across all businesses."""
    return by_week(db, Booking.created_at, now)


def refused(db: Session, now: datetime) -> list[Week]:
    """Return requests rejected for lack of letters by week, across all businesses (L9)."""
    return by_week(db, UnmetDemand.seen_at, now)


def job_health(db: Session, now: datetime, kinds: Collection[str]) -> JobHealth:
    """Return the state of the background jobs. ``kinds`` are the job kinds that this version can handle."""
    due = (Job.state == "waiting") & (Job.run_at <= now)
    row = db.execute(
        select(
            func.sum(case((due, 1), else_=0)),
            func.sum(case((Job.state == "failed", 1), else_=0)),
            func.min(case((due, Job.run_at))),
        ).where(Job.state != "done")
    ).one()
    failed = db.scalars(select(Job).where(Job.state == "failed").order_by(Job.id.desc()).limit(LATEST))
    oldest = row[2]
    return JobHealth(
        waiting=int(row[0] or 0),
        failed=int(row[1] or 0),
        unknown=jobs.number_unknown(db, now, kinds=kinds),
        lag_seconds=max(0.0, (now - oldest).total_seconds()) if oldest else 0.0,
        latest_failed=[FailedJob.model_validate(job, from_attributes=True) for job in failed],
    )
