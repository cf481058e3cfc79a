"""Admin routes for businesses: usage, suspending, slowing, signing out, and viewing with support access (A23)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts import suspension
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.queries import locked_operator, owner_of
from marqueedesk.accounts.schemas import SuspensionOut
from marqueedesk.accounts.serializers import business_name
from marqueedesk.admin import businesses
from marqueedesk.admin.access import check_administrator, managing, overseeing, overseeing_business
from marqueedesk.admin.business_schemas import BusinessOverview, BusinessState, BusinessUse, SuspendInput
from marqueedesk.admin.errors import NoSuchBusiness, NoSupportAccess
from marqueedesk.backup import history as backup_history
from marqueedesk.bookings import lists
from marqueedesk.bookings.goods import at_risk
from marqueedesk.bookings.schemas import BookingPage
from marqueedesk.bookings.serializers import for_list
from marqueedesk.business_usage.counter import usage_of
from marqueedesk.business_usage.limits import limits_of
from marqueedesk.business_usage.queries import Usage, hours, usage_by_business
from marqueedesk.business_usage.schemas import UsageHourOut
from marqueedesk.delivery.rules import rules_of
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.db.paging import LONGEST_PAGE
from marqueedesk.kit.http.http import Json, errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.watch import audit
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["administration"], responses=errors(401, 403))
_PERIODS: Final = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(weeks=1)}
_SORTS: Final[dict[str, Callable[[Usage], int]]] = {
    "requests": attrgetter("requests"),
    "errors": attrgetter("errors"),
    "jobs": lambda use: use.jobs_waiting + use.jobs_failing,
    "emails": attrgetter("emails"),
    "storage": attrgetter("storage_bytes"),
}


@router.get("/api/admin/businesses", dependencies=[Depends(check_administrator)])
def list_businesses(
    request: Request,
    sort: Literal["requests", "errors", "jobs", "emails", "storage"] = "requests",
    since: Literal["hour", "day", "week"] = "day",
) -> list[BusinessUse]:
    """List all businesses by their use of the installation, most first. ``since`` is the period of the requests,
    errors, emails and bounces. Requests and errors are counted by hour; those of the hour in which the period begins
    count in proportion.
    """
    usage_of(request).write()
    now = clock.now()
    with overseeing(request) as (db, _):
        rows = usage_by_business(db, now - _PERIODS[since], now)
    rows.sort(key=lambda use: (-_SORTS[sort](use), use.operator.id))
    return [_use(row) for row in rows]


@router.get("/api/admin/businesses/{operator_id}", responses=errors(404), dependencies=[Depends(check_administrator)])
def business(request: Request, operator_id: PathId) -> BusinessOverview:
    """Return a business's usage in the last 24 hours, its limits and members, and its failing jobs and slow calls."""
    usage_of(request).write()
    return _details(request, operator_id)


@router.post(
    "/api/admin/businesses/{operator_id}/suspend",
    responses=errors(404),
    dependencies=[Depends(check_administrator)],
)
def suspend(request: Request, operator_id: PathId, body: SuspendInput) -> BusinessOverview:
    """Suspend a business. Its members see the reason, its form accepts no bookings, its emails to others are held, and
    its customers can only read their pages. No data is lost. Repeating the call changes the reason.
    """
    _act(
        request,
        operator_id,
        "business.suspended",
        lambda db, operator, now: suspension.suspend(db, operator, body.reason, now),
        reason=body.reason,
    )
    return _details(request, operator_id)


@router.post(
    "/api/admin/businesses/{operator_id}/slow", responses=errors(404), dependencies=[Depends(check_administrator)]
)
def slow(request: Request, operator_id: PathId) -> BusinessOverview:
    """Lower a business's request limit, on every server within seconds. Requests above it get 429 with `Retry-After`.
    Repeated calls have no effect.
    """
    _act(request, operator_id, "business.slowed", lambda _db, operator, now: suspension.slow(operator, now))
    return _details(request, operator_id)


@router.post(
    "/api/admin/businesses/{operator_id}/resume", responses=errors(404), dependencies=[Depends(check_administrator)]
)
def resume(request: Request, operator_id: PathId) -> BusinessOverview:
    """Undo suspending and slowing a business. Repeated calls have no effect."""
    _act(request, operator_id, "business.resumed", lambda _db, operator, _now: suspension.resume(operator))
    return _details(request, operator_id)


@router.post(
    "/api/admin/businesses/{operator_id}/sign-out", responses=errors(404), dependencies=[Depends(check_administrator)]
)
def sign_out_business(request: Request, operator_id: PathId) -> BusinessOverview:
    """End all sessions of all members of a business."""
    _act(
        request,
        operator_id,
        "business.signed_out",
        lambda db, operator, _now: suspension.sign_out_members(db, operator) > 0,
    )
    return _details(request, operator_id)


@router.get(
    "/api/admin/businesses/{operator_id}/support/bookings",
    response_model=BookingPage,
    responses=errors(404),
    dependencies=[Depends(check_administrator)],
)
def support_bookings(
    request: Request,
    operator_id: PathId,
    limit: Annotated[int, Query(ge=1, le=LONGEST_PAGE)] = 50,
    cursor: Annotated[str | None, Query(max_length=600)] = None,
) -> Json:
    """List a business's bookings under its owner's support access, newest first. Each access is recorded in the
    owner's activity log. 403 `no_support_access` if the owner has not allowed it or it has ended.
    """
    now = clock.now()
    with managing(request, _finding(operator_id)) as (db, caller, _):
        operator = locked_operator(db, operator_id)
        if operator is None or suspension.supported_until(operator, now) is None:
            raise NoSupportAccess
        audit.record(db, "support.read", by=caller.actor, now=now, operator_id=operator_id, subject=(None, "bookings"))
        page, after = lists.page(db, operator_id, lists.Filter(), "-createdAt", limit=limit, cursor=cursor)
        zone, prices = ZoneInfo(operator.time_zone), pricing.price_list(db)
        grace = rules_of(operator.rules).overdue_grace_hours
        short = at_risk.short_ids(db, operator_id, zone, now, page)
        items = [
            for_list(row, zone, prices, is_at_risk=row.id in short, sees_money=True, grace_hours=grace) for row in page
        ]
        return Json({"items": items, "nextCursor": after})


def _finding(operator_id: int) -> Callable[[Session], int]:
    """Return the function with which `managing` locks a business and returns its id. Raises NoSuchBusiness."""

    def find(db: Session) -> int:
        if locked_operator(db, operator_id) is None:
            raise NoSuchBusiness
        return operator_id

    return find


def _act(
    request: Request,
    operator_id: int,
    action: str,
    change: Callable[[Session, Operator, datetime], bool],
    **details: object,
) -> None:
    """Change a business and record that in the audit logs of the installation and of the business, unless it already
    was so.
    """
    now = clock.now()
    with managing(request, _finding(operator_id)) as (db, caller, _):
        operator = locked_operator(db, operator_id)
        if operator is None:
            raise NoSuchBusiness
        if change(db, operator, now):
            owner = owner_of(db, operator_id)
            audit.record(
                db,
                action,
                by=caller.actor,
                now=now,
                operator_id=operator_id,
                subject=(owner.id, owner.email),
                **details,
            )
    usage_of(request).read_slowed()


def _details(request: Request, operator_id: int) -> BusinessOverview:
    now, settings = clock.now(), request.app.state.settings
    with overseeing(request) as (db, _):
        rows = usage_by_business(db, now - _PERIODS["day"], now, only=operator_id)
        failing = businesses.failing_jobs(db, operator_id)
        last_export_at = businesses.last_export(db, operator_id)
        backup = backup_history.health(db)
        sends_email = effective(db, settings).smtp is not None
    with overseeing_business(request, operator_id) as (db, operator):
        if not rows:
            raise NoSuchBusiness
        owner = owner_of(db, operator_id)
        week = hours(db, operator_id, now - _PERIODS["week"])
        return BusinessOverview.adding(
            _use(rows[0]),
            created_at=operator.created_at,
            suspended=SuspensionOut(since=operator.stopped_at, reason=operator.stopped_reason)
            if operator.stopped_at is not None
            else None,
            slowed_at=operator.slowed_at,
            support_until=suspension.supported_until(operator, now),
            limits=limits_of(db, operator, owner, now, limits_on=request.app.state.limits_on, sends_email=sends_email),
            members=businesses.members(db, operator_id, now),
            failing_jobs=failing,
            last_export_at=last_export_at,
            last_backup_at=backup.last_at,
            slow_calls=businesses.slow_calls(week),
            hours=[UsageHourOut.of_row(row) for row in week],
        )


def _use(use: Usage) -> BusinessUse:
    return BusinessUse.of_row(
        use,
        operator_id=use.operator.id,
        name=business_name(use.owner),
        email=use.owner.email,
        state=_state(use.operator),
    )


def _state(operator: Operator) -> BusinessState:
    if operator.stopped_at is not None:
        return "suspended"
    if operator.closes_at is not None:
        return "closing"
    if not operator.is_active:
        return "inactive"
    if operator.slowed_at is not None:
        return "slowed"
    return "active" if operator.held_at is None else "held"
