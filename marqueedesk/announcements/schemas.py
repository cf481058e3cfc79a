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


class ShownAnnouncement(ResponseModel):
    """An announcement on the pages of signed-in users."""

    id: int
    text: str
    starts_at: Annotated[datetime, Field(alias="from")]
    ends_at: Annotated[datetime, Field(alias="to")]
    countdown_to: Annotated[
        datetime | None, Field(description="Start of planned maintenance, to which pages count down")
    ] = None
