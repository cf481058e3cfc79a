"""Serialize the signed-in user."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, cast
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session
from starlette.requests import Request

from marqueedesk.accounts import email_changes, queries, second_factor, weak_passwords
from marqueedesk.accounts.models import Operator, User
from marqueedesk.accounts.rights import MANAGER, OWNER, rights_of
from marqueedesk.accounts.schemas import PersonOut, PieceNames, Role, SuspensionOut, TeamOfUser, UserOut
from marqueedesk.announcements.current import CurrentAnnouncements
from marqueedesk.announcements.schemas import ShownAnnouncement
from marqueedesk.instance_settings.cached_settings import CachedSettings
from marqueedesk.instance_settings.service import Platform
from marqueedesk.kit import clock
from marqueedesk.kit.text.countries import country_of, has_states, usual_volts
from marqueedesk.kit.text.formats import local_moment

_ANNOUNCED_BEFORE: Final = timedelta(days=1)
"""How long before its start planned maintenance is shown on pages."""


def person(user: User) -> PersonOut:
    """Return a user's basic fields, without password or business."""
    return PersonOut.of_row(user)


PieceNamesOf = Callable[[Session, int], PieceNames]
"""Function that returns a business's names of sizes and finishes by its id. Price lists are in a layer above
accounts.
"""


def of_user(request: Request, db: Session, user: User) -> UserOut:
    """Return the user with their business and permissions (A5)."""
    membership = queries.membership(db, user.id)
    operator, role = membership or (None, None)
    is_there = operator is not None and (operator.is_active or operator.closes_at is not None)
    business = operator if is_there else None
    piece_names = cast("PieceNamesOf", request.app.state.piece_names)
    waiting = email_changes.pending(db, user.id, clock.now())
    needed = second_factor.is_needed(request.app.state.settings, user, business)
    return UserOut.adding(
        person(user),
        operator_id=business.id if business else None,
        public_key=business.public_key if business else None,
        time_zone=business.time_zone if business else None,
        date_format=business.date_format if business else None,
        time_format=business.time_format if business else None,
        measures=business.measures if business else None,
        currency=business.currency if business else None,
        country=country_of(business.time_zone) if business else None,
        has_states=has_states(business.time_zone) if business else True,
        usual_volts=usual_volts(business.time_zone if business else "UTC"),
        piece_names=piece_names(db, business.id) if business else None,
        part=cast("Role | None", role) if business else None,
        rights=rights_of(role if business else None),
        team=_team(db, operator, role) if operator and role else None,
        pending_email=waiting.new_email if waiting else None,
        needs_second_factor=needed and not second_factor.is_on(db, user.id),
        needs_longer_password=weak_passwords.admin_needs_longer(user),
        announcements=_announcements(request, db, role),
    )


def _announcements(request: Request, db: Session, role: str | None) -> list[ShownAnnouncement]:
    """Return planned maintenance and the current announcements: those for owners only to owners and managers."""
    current: CurrentAnnouncements = request.app.state.announcements
    settings: CachedSettings = request.app.state.cached_settings
    now = clock.now()
    current.read(db, now)
    rows = [
        ShownAnnouncement.of_row(row, countdown_to=None)
        for row in current.at(now, everybody=role not in {OWNER, MANAGER})
    ]
    return [*_planned_maintenance(settings.read(), now), *rows]


def _planned_maintenance(platform: Platform | None, now: datetime) -> list[ShownAnnouncement]:
    """Return the announcement of maintenance that starts within a day, if any."""
    starts = platform.maintenance_from if platform is not None else None
    if platform is None or starts is None or not now < starts <= now + _ANNOUNCED_BEFORE:
        return []
    zone, ends = ZoneInfo(platform.time_zone), platform.maintenance_until
    until = f", until about {local_moment(ends, zone, now)}" if ends is not None else ""
    text = f"Maintenance starts at {local_moment(starts, zone, now)}{until}. Please save your work before."
    return [ShownAnnouncement(id=0, text=text, starts_at=now, ends_at=starts, countdown_to=starts)]


def _team(db: Session, operator: Operator, role: str) -> TeamOfUser:
    return TeamOfUser(
        name=business_name(queries.owner_of(db, operator.id)),
        part=cast("Role", role),
        is_active=operator.is_active or operator.closes_at is not None,
        closes_at=operator.closes_at,
        suspended=SuspensionOut(since=operator.stopped_at, reason=operator.stopped_reason)
        if operator.stopped_at is not None
        else None,
    )


def business_name(owner: User) -> str:
    """Return the name of a business: its company name, or its owner's username."""
    return owner.company_name or owner.username
