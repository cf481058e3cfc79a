"""When a member's email will be sent, for the responses of packages that `messages` depends on."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Literal, cast

from fastapi import Request
from pydantic import Field
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.kit.http.schemas import ResponseModel


class EmailOutlook(ResponseModel):
    """Whether an email will be sent immediately or held."""

    state: Literal["sent", "waiting"]
    until: Annotated[datetime | None, Field(description="When sending is retried; null if unknown")] = None


Forecast = Callable[[Request, Session, Operator], EmailOutlook | None]


def email_outlook(request: Request, db: Session, operator: Operator) -> EmailOutlook | None:
    """Return the outlook for an email sent now by a member of the business; None if no mail server is configured."""
    forecast = cast("Forecast", request.app.state.email_forecast)
    return forecast(request, db, operator)
