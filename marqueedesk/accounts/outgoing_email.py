"""The outlook for an email that a member sends, for the answers of packages below `messages`."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Literal, cast

from fastapi import Request
from pydantic import Field
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.kit.http.schemas import ResponseModel


class EmailOutlook(ResponseModel):
    """Whether an email goes out at once, or waits."""

    state: Literal["sent", "waiting"]
    until: Annotated[datetime | None, Field(description="When it is tried again; none where that is not known")] = None


Forecast = Callable[[Request, Session, Operator], EmailOutlook | None]


def email_outlook(request: Request, db: Session, operator: Operator) -> EmailOutlook | None:
    """The outlook for an email that a member of the business sends now; None where no email is sent."""
    forecast = cast("Forecast", request.app.state.email_forecast)
    return forecast(request, db, operator)
