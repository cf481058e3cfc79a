"""Response models of usage and limits."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from marqueedesk.kit.http.schemas import ResponseModel


class UsageLimitOut(ResponseModel):
    """A limit of a business. Storage is in bytes."""

    kind: Literal["requests", "exports", "streams", "emails", "storage"]
    used: Annotated[int | None, Field(description="Null for requests, which each server process counts separately")]
    allowed: Annotated[int | None, Field(description="Null if unlimited")]
    period: Literal["minute", "day"] | None


class UsageHourOut(ResponseModel):
    """Requests of a business within an hour. ``errors`` counts responses with status 400 and above, except 401."""

    hour: datetime
    requests: int
    errors: int
    limited: Annotated[int, Field(description="Requests rejected because of a limit; included in `errors`")]
    slow: Annotated[int, Field(description="Requests that took a second or longer")]


class UsageOut(ResponseModel):
    """GET /api/usage: the business's limits, and its hourly requests of the last week."""

    slowed: Annotated[bool, Field(description="True if an administrator has lowered the request limit")]
    limits: list[UsageLimitOut]
    hours: Annotated[list[UsageHourOut], Field(description="Oldest first; hours without requests are omitted")]
