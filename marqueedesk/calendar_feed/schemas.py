"""How a calendar feed is answered."""

from typing import Annotated

from pydantic import Field

from marqueedesk.kit.http.schemas import ResponseModel


class CalendarFeedOut(ResponseModel):
    """The secret address of the business's calendar."""

    url: Annotated[str | None, Field(description="None while there is no feed")]
    created_at: str | None
