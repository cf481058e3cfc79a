"""Schemas of actions on bookings: status changes, copies, and bulk actions."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.bookings.input_schemas import DATES
from marqueedesk.bookings.models import LostReason, Status
from marqueedesk.kit.http.schemas import (
    AtMost,
    DateOrDateTime,
    Id,
    OptionalEmail,
    OptionalPhone,
    OptionalText,
    RequestModel,
    ResponseModel,
)

Reason = Annotated[
    OptionalText, AtMost(500), Field(description="Saved in the history, and included in the cancellation email")
]
WhyLost = Annotated[LostReason | None, Field(description="Why it was lost, for the report; only with a cancellation")]
LOST_REASONS = {"*": "Lost reason must be one of: price, date, letters, far, silent, other"}
Ids = Annotated[list[Id], Field(min_length=1, max_length=200)]
MOST_UNDO_SECONDS = 60


class StatusInput(RequestModel):
    """PATCH /api/bookings/{id}/status."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "status": {"*": "Status must be one of: pending, confirmed, completed, canceled"},
        "lostReason": LOST_REASONS,
    }

    status: Status
    overbook_reason: Annotated[OptionalText, AtMost(300)] = None
    reopen: Annotated[
        bool, Field(description="Reopen a completed or canceled booking if its letters are available")
    ] = False
    early: Annotated[bool, Field(description="Complete before the pickup day")] = False
    notify: Annotated[
        bool | None,
        Field(description="Email the customer; by default true when confirming and canceling"),
    ] = None
    reason: Reason = None
    lost_reason: WhyLost = None
    undo_seconds: Annotated[
        int,
        Field(
            ge=0,
            le=MOST_UNDO_SECONDS,
            description="Delay of the cancellation email in seconds, so that the cancellation can be undone",
        ),
    ] = 0


class DuplicateInput(RequestModel):
    """POST /api/bookings/{id}/duplicate: the same rental on other dates, at the agreed prices.

    For another customer, their name and an email address, a phone number, or both.
    """

    sentences: ClassVar[dict[str, dict[str, str]]] = {"deliveryDate": DATES, "pickupDate": DATES}

    delivery_date: DateOrDateTime
    pickup_date: DateOrDateTime
    customer_name: Annotated[
        OptionalText, AtMost(200), Field(description="Name of another customer; by default it is for the same one")
    ] = None
    customer_phone: Annotated[OptionalPhone, AtMost(50)] = None
    customer_email: OptionalEmail = None
    as_request: bool = False
    notify: bool = False
    overbook_reason: Annotated[OptionalText, AtMost(300)] = None


BulkAction = Literal["confirm", "cancel", "complete", "reopen"]


BulkChange = Literal[BulkAction, "mark_paid"]


class BulkInput(RequestModel):
    """POST /api/bookings/bulk: one action for several bookings, applied to each independently."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "action": {"*": "Action must be one of: confirm, cancel, complete, reopen, mark_paid"},
        "lostReason": LOST_REASONS,
    }

    action: BulkChange
    ids: Ids
    early: bool = False
    notify: bool | None = None
    reason: Reason = None
    lost_reason: WhyLost = None
    undo_seconds: Annotated[int, Field(ge=0, le=MOST_UNDO_SECONDS)] = 0


class CancelInput(RequestModel):
    """POST /api/bookings/cancel: several pending requests at once (B9)."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"lostReason": LOST_REASONS}

    ids: Ids
    notify: bool | None = None
    reason: Reason = None
    lost_reason: WhyLost = None


class CanceledOut(ResponseModel):
    """The result of canceling several requests."""

    canceled: list[int]


class OutcomeOut(ResponseModel):
    """The outcome for one booking. ``code`` and ``message`` give the reason if it wasn't changed."""

    id: int
    number: int | None
    customer_name: str | None
    status: Status | None
    done: bool
    code: str | None = None
    message: str | None = None


class BulkOut(ResponseModel):
    """The outcome for each booking, in the order of the request."""

    outcomes: list[OutcomeOut]
