"""Assign deliveries and pickups to team members. Anyone on the team can do an unassigned job."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Membership, User
from marqueedesk.bookings.goods.models import JobAssignment
from marqueedesk.bookings.models import Booking
from marqueedesk.kit.errors import Invalid

Kind = Literal["delivery", "pickup"]


@dataclass(frozen=True, slots=True)
class Member:
    """A team member who can be assigned."""

    id: int
    name: str


def team(db: Session, operator_id: int) -> list[Member]:
    """Return all members of a business by name."""
    rows = db.execute(
        select(User.id, User.username)
        .join(Membership, Membership.user_id == User.id)
        .where(Membership.operator_id == operator_id, User.is_active)
        .order_by(User.username, User.id)
    )
    return [Member(user_id, name) for user_id, name in rows]


def assignees(db: Session, operator_id: int, booking_ids: Collection[int]) -> dict[tuple[int, str], Member]:
    """Return the assignees of these bookings by booking and kind. Jobs of former members count as unassigned."""
    if not booking_ids:
        return {}
    rows = db.execute(
        select(JobAssignment.booking_id, JobAssignment.kind, User.id, User.username)
        .join(User, User.id == JobAssignment.user_id)
        .join(Membership, Membership.user_id == User.id)
        .where(JobAssignment.booking_id.in_(booking_ids), Membership.operator_id == operator_id)
    )
    return {(booking_id, kind): Member(user_id, name) for booking_id, kind, user_id, name in rows}


def assign(db: Session, operator_id: int, booking: Booking, kind: Kind, user_id: int | None) -> None:
    """Assign a job to a team member, or unassign it with None. Raises Invalid for a user who isn't on the team."""
    if user_id is not None and all(member.id != user_id for member in team(db, operator_id)):
        raise Invalid(fields={"userId": "Choose a member of your team"})
    own = (JobAssignment.booking_id == booking.id, JobAssignment.kind == kind)
    row = db.scalars(select(JobAssignment).where(*own)).one_or_none()
    if user_id is None:
        db.execute(delete(JobAssignment).where(*own))
    elif row is None:
        db.add(JobAssignment(booking_id=booking.id, kind=kind, user_id=user_id))
    else:
        row.user_id = user_id
