"""Route that assigns a delivery or pickup to a team member."""

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import Field

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.bookings.details import BookingForUpdate
from marqueedesk.bookings.goods import assignments
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import Id, RequestModel, ResponseModel

router = APIRouter(tags=["day"], responses=errors(401, 403))


class AssignmentInput(RequestModel):
    """PUT /api/bookings/{id}/crew: assign a booking's delivery or pickup."""

    kind: Literal["delivery", "pickup"]
    user_id: Annotated[Id | None, Field(description="A team member; null to unassign")]


class AssigneeOut(ResponseModel):
    """A team member."""

    id: int
    name: str


class AssignmentOut(ResponseModel):
    """The assignee of a job; null if unassigned."""

    kind: Literal["delivery", "pickup"]
    assignee: AssigneeOut | None


@router.put("/api/bookings/{booking_id}/crew")
def assign_job(
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    booking: BookingForUpdate,
    body: AssignmentInput,
) -> AssignmentOut:
    """Assign a booking's delivery or pickup to a team member, or unassign it."""
    operator = caller.operator
    assignments.assign(db, operator.id, booking, body.kind, body.user_id)
    db.flush()
    member = assignments.assignees(db, operator.id, [booking.id]).get((booking.id, body.kind))
    return AssignmentOut(kind=body.kind, assignee=AssigneeOut(id=member.id, name=member.name) if member else None)
