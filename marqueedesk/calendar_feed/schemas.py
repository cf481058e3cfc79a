"""Response schema of the calendar feed."""

from typing import Annotated

from pydantic import Field

from marqueedesk.kit.http.schemas import ResponseModel


class CalendarFeedOut(ResponseModel):
    """The secret URL of the business's calendar feed."""

    url: Annotated[str | None, Field(description="null without a feed")]
    created_at: str | None
