"""Routes that change venues, for the signed-in. Deleting one is routed in bookings, which know whether it is needed."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from marqueedesk.accounts.access import require, writing
from marqueedesk.accounts.rights import CHANGE_STOCK
from marqueedesk.kit import clock
from marqueedesk.kit.http import RawBody, answers, json_answer, raw_body, takes
from marqueedesk.kit.wire import PathId
from marqueedesk.venues import queries, service
from marqueedesk.venues.public_api import venue_answer
from marqueedesk.venues.schemas import VenueAnswer, VenueChange, VenueInput

router = APIRouter(tags=["venues"])
Raw = Annotated[RawBody, Depends(raw_body)]


@router.post(
    "/api/venues",
    status_code=201,
    response_model=VenueAnswer,
    responses=answers(400, 401, 403, 413, 415, 422),
    **takes(VenueInput),
)
def add_venue(request: Request, body: Raw) -> Response:
    """Add a venue to the caller's business."""
    with writing(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        answer = venue_answer(service.add_venue(db, body.read(VenueInput), clock.now()))
    return json_answer(answer, 201)


@router.patch(
    "/api/venues/{venue_id}",
    response_model=VenueAnswer,
    responses=answers(400, 401, 403, 404, 413, 415, 422),
    **takes(VenueChange),
)
def change_venue(request: Request, venue_id: PathId, body: Raw) -> Response:
    """Change the fields that the body names; the others stay."""
    with writing(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        venue = queries.venue_for_change(db, venue_id)
        answer = venue_answer(service.change_venue(venue, body.read(VenueChange), clock.now()))
    return json_answer(answer)
