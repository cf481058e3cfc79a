"""Request and response models of announcements."""

from datetime import UTC, datetime
from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from marqueedesk.announcements.models import LONGEST_TEXT, Audience
from marqueedesk.kit.http.schemas import AtMost, Instant, RequestModel, RequiredBlock, ResponseModel

_INSTANT = "Enter a date and time with a UTC offset, such as 2027-06-01T22:00:00Z"


def _in_utc(instant: datetime) -> datetime:
    try:
        return instant.astimezone(UTC)
    except OverflowError:
        raise PydanticCustomError("range", "out of range") from None


def _after_start(ends_at: datetime, info: ValidationInfo) -> datetime:
    starts_at = info.data.get("starts_at")
    if starts_at is not None and ends_at <= starts_at:
        raise PydanticCustomError("order", "The end must be after the start")
    return ends_at


class AnnouncementInput(RequestModel):
    """POST /api/admin/announcements."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "from": {"missing": "Start is required", "*": _INSTANT},
        "to": {"missing": "End is required", "order": "The end must be after the start", "*": _INSTANT},
        "audience": {"*": "Choose owners or everybody"},
    }

    text: Annotated[RequiredBlock, AtMost(LONGEST_TEXT)]
    starts_at: Annotated[Instant, AfterValidator(_in_utc), Field(alias="from")]
    ends_at: Annotated[Instant, AfterValidator(_in_utc), AfterValidator(_after_start), Field(alias="to")]
    audience: Audience


class AnnouncementOut(ResponseModel):
    """An announcement, as administrators see it."""

    id: int
    text: str
    starts_at: Annotated[datetime, Field(alias="from")]
    ends_at: Annotated[datetime, Field(alias="to")]
    audience: Audience
    created_at: datetime
    emailed_at: Annotated[datetime | None, Field(description="When it was emailed to owners; null if it was not")]
    emailed_to: Annotated[int | None, Field(description="Number of owners to whom it was emailed")]


class AnnouncementEmails(ResponseModel):
    """The emails of an announcement to owners. Emails are counted for 90 days."""

    recipients: Annotated[
        int, Field(description="Owners of active businesses; once it was emailed, those to whom it was")
    ]
    emailed_at: datetime | None
    waiting: int
    sent: int
    failed: Annotated[int, Field(description="Emails that were not sent or may not have arrived")]


class ShownAnnouncement(ResponseModel):
    """An announcement on the pages of signed-in users."""

    id: int
    text: str
    starts_at: Annotated[datetime, Field(alias="from")]
    ends_at: Annotated[datetime, Field(alias="to")]
    countdown_to: Annotated[
        datetime | None, Field(description="Start of planned maintenance, to which pages count down")
    ] = None
