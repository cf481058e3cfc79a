"""Route that assigns a delivery or pickup to a team member."""

from typing import Annotated, Literal

from fastapi import Request
from pydantic import Field

from marqueedesk.accounts.access import require, writing
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries
from marqueedesk.bookings.goods import assignments
from marqueedesk.kit.http.http import Json, JsonBody
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import Id, PathId, RequestModel, ResponseModel

router = Router(tags=["day"], refuses=(401, 403))


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
def assign_job(request: Request, booking_id: PathId, body: JsonBody[AssignmentInput]) -> Json[AssignmentOut]:
    """Assign a booking's delivery or pickup to a team member, or unassign it."""
    with writing(request) as (db, caller):
        operator = require(caller, HANDLE_BOOKINGS)
        availability.lock(db, operator.id)
        booking = queries.booking(db, booking_id)
        payload = body.read()
        assignments.assign(db, operator.id, booking, payload.kind, payload.user_id)
        db.flush()
        member = assignments.assignees(db, operator.id, [booking.id]).get((booking.id, payload.kind))
        answer = AssignmentOut(
            kind=payload.kind, assignee=AssigneeOut(id=member.id, name=member.name) if member else None
        )
    return Json(answer)
