"""Admin routes for users and the overview."""

from dataclasses import asdict
from datetime import timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts import passwords, weak_passwords
from marqueedesk.accounts.access import database
from marqueedesk.accounts.dependencies import Db
from marqueedesk.accounts.fresh import require_fresh
from marqueedesk.accounts.models import User
from marqueedesk.accounts.queries import number_to_review
from marqueedesk.accounts.resets import reset_address
from marqueedesk.accounts.serializers import person
from marqueedesk.admin import queries, service
from marqueedesk.admin.access import Administrator, administering, check_administrator, overseeing
from marqueedesk.admin.attention import needs_attention
from marqueedesk.admin.audit_api import lines
from marqueedesk.admin.schemas import (
    ActiveInput,
    AdminUser,
    BackupState,
    FailedMail,
    MailHealth,
    NewUser,
    Overview,
    ResetLink,
    RoleInput,
    SubscriptionFigures,
    SystemHealth,
    UserFigures,
    UserPage,
)
from marqueedesk.admin.searching import Cursor, PageSize, Search, searched
from marqueedesk.backup import history as backup_history
from marqueedesk.billing import queries as billing
from marqueedesk.instance_settings.service import effective, shown
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.links import signer
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.watch import audit, build
from marqueedesk.kit.watch.audit import AuditFilter
from marqueedesk.messages import queries as messages
from marqueedesk.messages.catalog import BY_KIND
from marqueedesk.messages.models import OutboxMail

router = APIRouter(tags=["administration"], responses=errors(401, 403))
RECENT = timedelta(days=7)
"""Period that the overview's email counts cover."""


def _user(user: User, bookings: int = 0) -> AdminUser:
    return AdminUser.adding(
        person(user),
        bookings=bookings,
        terms_version=user.terms_version,
        terms_accepted_at=user.terms_accepted_at,
    )


def _users(db: Session, users: list[User]) -> list[AdminUser]:
    bookings = queries.bookings_of(db, [user.id for user in users])
    return [_user(user, bookings.get(user.id, 0)) for user in users]


@router.get("/api/admin/users")
def users(
    db: Db,
    _: Administrator,
    q: Search = None,
    kind: Annotated[Literal["active", "inactive", "admins", "managers", "staff"] | None, Query(alias="filter")] = None,
    sort: Literal["newest", "oldest", "lastLogin", "email"] = "newest",
    limit: PageSize = None,
    cursor: Cursor = None,
) -> list[AdminUser] | UserPage:
    """List all users; with ``limit``, paginated and with totals."""
    filters = queries.UserFilter(searched(q), kind, sort)
    if limit is None:
        return _users(db, queries.users(db, filters))
    rows, after = queries.page(db, filters, limit=limit, cursor=cursor)
    return UserPage(
        items=_users(db, rows),
        next_cursor=after,
        matching=queries.matching(db, filters),
        figures=UserFigures(**queries.figures(db)),
        sign_ups=queries.sign_ups(db, clock.now()),
    )


@router.post("/api/admin/users", status_code=201, responses=errors(409), dependencies=[Depends(check_administrator)])
def create_user(request: Request, body: NewUser) -> AdminUser:
    """Create a user, with their own business unless they are an administrator."""
    with overseeing(request) as (db, caller):
        if body.role == "admin":
            require_fresh(db, caller, clock.now())
    weak_passwords.refuse(
        body.password,
        field="password",
        email=body.email,
        names=[body.company_name],
        admin=body.role == "admin",
    )
    # Hashing takes tens of milliseconds, so no transaction is open.
    password_hash = passwords.hash_password(body.password)
    with administering(request) as (db, caller):
        starts_with = effective(db, request.app.state.settings)
        user = service.create_user(
            db, caller, body, password_hash=password_hash, starts_with=starts_with, now=clock.now()
        )
        return _user(user)


@router.patch("/api/admin/users/{user_id}/role", responses=errors(409))
def change_role(request: Request, db: Db, caller: Administrator, user_id: PathId, body: RoleInput) -> AdminUser:
    """Change a user's role. Callers cannot change their own role, so one administrator always remains (A6)."""
    role = body.role
    require_fresh(db, caller, clock.now())
    starts_with = effective(db, request.app.state.settings)
    user = service.change_role(db, caller, user_id, role, starts_with=starts_with, now=clock.now())
    return _users(db, [user])[0]


@router.patch("/api/admin/users/{user_id}/status", responses=errors(409))
def change_status(db: Db, caller: Administrator, user_id: PathId, body: ActiveInput) -> AdminUser:
    """Activate or deactivate a user. A deactivated user is signed out everywhere immediately (A1)."""
    active = body.is_active
    user = service.set_active(db, caller, user_id, active=active, now=clock.now())
    return _users(db, [user])[0]


@router.post("/api/admin/users/{user_id}/reset-link", status_code=201, responses=errors(409))
def make_reset_link(request: Request, db: Db, caller: Administrator, user_id: PathId) -> ResetLink:
    """Create a password reset link to pass on to a user. It works once, within one hour (A8)."""
    now = clock.now()
    # The link grants access to the account, so require recent authentication.
    require_fresh(db, caller, now)
    reset = service.make_reset_link(db, caller, user_id, signer(request), now)
    url = effective(db, request.app.state.settings).site_url.rstrip("/")
    return ResetLink(link=reset_address(signer(request), url, reset), expires_at=reset.expires_at)


@router.delete("/api/admin/users/{user_id}", status_code=204, responses=errors(409))
def delete_user(db: Db, caller: Administrator, user_id: PathId) -> None:
    """Delete a user and the business they own. 409 if it has upcoming confirmed bookings; deactivate the user instead
    (A6).
    """
    require_fresh(db, caller, clock.now())
    service.delete_user(db, caller, user_id, clock.now())


@router.get("/api/admin/overview")
def overview(request: Request, db: Db, _: Administrator) -> Overview:
    """Return the installation's status and items that need attention."""
    now = clock.now()
    jobs, subscriptions = queries.job_health(db, now, request.app.state.job_kinds), billing.figures(db, now)
    emails, given_up = messages.health(db, now - RECENT)
    settings = request.app.state.settings
    platform = effective(db, settings)
    entries, _cursor = audit.listed(db, AuditFilter(), limit=queries.LATEST, cursor=None)
    running, backups = build.current(), backup_history.health(db)
    return Overview(
        version=running.version,
        commit=running.commit,
        build_date=running.date,
        users=UserFigures(**queries.figures(db)),
        subscriptions=SubscriptionFigures(**subscriptions),
        sign_ups=queries.sign_ups(db, now),
        bookings=queries.booked(db, now),
        refused=queries.refused(db, now),
        jobs=jobs,
        mail=MailHealth(
            server_set=platform.smtp is not None, **emails, latest_failed=[_given_up(mail) for mail in given_up]
        ),
        system=SystemHealth(
            version=running.version,
            database="SQLite" if database(request).is_sqlite else "PostgreSQL",
            migration=request.app.state.migration_of(db.connection()),
        ),
        backup=BackupState(**asdict(backups)),
        attention=needs_attention(
            platform,
            shown(db, settings),
            jobs,
            past_due=subscriptions["past_due"],
            mails_failed=emails["failed"],
            to_review=number_to_review(db),
            backups=backups,
            now=now,
        ),
        latest=lines(db, entries),
    )


def _given_up(mail: OutboxMail) -> FailedMail:
    message = BY_KIND.get(mail.kind)
    return FailedMail(
        id=mail.id, name=message.name if message else mail.kind, reason=mail.last_error, created_at=mail.created_at
    )
