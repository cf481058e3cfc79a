"""Response models of a business's use and limits."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from marqueedesk.kit.http.schemas import ResponseModel


class UsageLimitOut(ResponseModel):
    """A limit of a business. Storage is in bytes."""

    kind: Literal["requests", "exports", "streams", "emails", "storage"]
    used: Annotated[int | None, Field(description="Null for requests, which each server counts by itself")]
    allowed: Annotated[int | None, Field(description="Null without a limit")]
    period: Literal["minute", "day"] | None


class UsageHourOut(ResponseModel):
    """Requests of a business within an hour. ``errors`` are answers of 400 and above except 401."""

    hour: datetime
    requests: int
    errors: int
    limited: Annotated[int, Field(description="Requests refused because of a limit, which count as errors too")]
    slow: Annotated[int, Field(description="Requests that took a second or longer")]


class UsageOut(ResponseModel):
    """GET /api/usage: the business's limits, and its requests of the last week by hour."""

    slowed: Annotated[bool, Field(description="Whether an administrator has lowered the limit of requests")]
    limits: list[UsageLimitOut]
    hours: Annotated[list[UsageHourOut], Field(description="Oldest first, without hours that had no requests")]
