"""Routes for requests that the business declines itself, on the phone for example, for lack of letters (L9)."""

from typing import Annotated, Final

from fastapi import APIRouter, Path
from pydantic import Field

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.booking_form.estimate_public_api import price_form
from marqueedesk.bookings import unmet_demand
from marqueedesk.bookings.estimate_schemas import EstimateInput
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Conflict, NotFound
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import ResponseModel

router = APIRouter(tags=["bookings"], responses=errors(401, 403))
_CLIENT_ID: Final = r"^[A-Za-z0-9_-]{1,80}$"


class NothingMissing(Conflict):
    """The stock allows the rental, or its days or letters aren't known yet."""

    code = "nothing_missing"
    message = "No letters are missing on these dates."


class MissedRequestInput(EstimateInput):
    """POST /api/missed-requests: the contents of a form, recorded once per ``clientId``."""

    client_id: Annotated[str, Field(pattern=_CLIENT_ID)]


class MissedRequestOut(ResponseModel):
    """A recorded request, and the number of letters in short supply."""

    client_id: str
    letters: int


@router.post("/api/missed-requests", status_code=201, responses=errors(404, 409))
def record_missed_request(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)], body: MissedRequestInput
) -> MissedRequestOut:
    """Record a rental that the business declined for lack of letters, for the report on missed letters. A repeated
    ``clientId`` updates it.
    """
    now = clock.now()
    connection = db.connection()
    terms = read_operator(connection, caller.operator.id)
    estimated = price_form(connection, terms, body, now, None, own=True)
    if estimated.rental is None or estimated.request.days is None or not estimated.shortages:
        raise NothingMissing
    unmet_demand.remember(
        connection,
        operator_id=terms.operator_id,
        form_key=_form_key(body.client_id),
        request=estimated.request,
        shortages=estimated.shortages,
        total_cents=estimated.rental.total_cents,
        sent=True,
        now=now,
    )
    return MissedRequestOut(client_id=body.client_id, letters=len(estimated.shortages))


@router.delete("/api/missed-requests/{client_id}", status_code=204, responses=errors(404))
def forget_missed_request(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)], client_id: Annotated[str, Path(pattern=_CLIENT_ID)]
) -> None:
    """Undo the recording of a declined request."""
    if not unmet_demand.forget(db.connection(), operator_id=caller.operator.id, form_key=_form_key(client_id)):
        raise NotFound("This request is not recorded.")


def _form_key(client_id: str) -> str:
    """Return the key of the business's own form, which no visitor's form has."""
    return f"own {client_id}"
