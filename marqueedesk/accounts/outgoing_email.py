"""When a team member's email will be sent. Kept here for the packages that `messages` depends on, which cannot import
it.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Literal, cast

from fastapi import Request
from pydantic import Field
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.kit.http.schemas import ResponseModel


class EmailOutlook(ResponseModel):
    """Whether an email is sent immediately or held."""

    state: Literal["sent", "waiting"]
    until: Annotated[datetime | None, Field(description="When sending is retried; null if unknown")] = None


Forecast = Callable[[Request, Session, Operator], EmailOutlook | None]


def email_outlook(request: Request, db: Session, operator: Operator) -> EmailOutlook | None:
    """Return whether an email that a member of the business sends now is sent immediately or held. None without a mail
    server.
    """
    forecast = cast("Forecast", request.app.state.email_forecast)
    return forecast(request, db, operator)
