"""Routes that change venues, for the signed-in."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.responses import Response

from marqueedesk.accounts.access import record_action, require, writing
from marqueedesk.accounts.rights import CHANGE_STOCK
from marqueedesk.kit import clock
from marqueedesk.kit.countries import has_states
from marqueedesk.kit.http import RawBody, error_responses, json_answer, raw_body, request_body
from marqueedesk.kit.routing import Router
from marqueedesk.kit.schemas import PathId
from marqueedesk.venues import queries, service
from marqueedesk.venues.public_api import venue_answer
from marqueedesk.venues.schemas import (
    VenueChange,
    VenueChangeWithoutState,
    VenueInput,
    VenueOut,
    VenueWithoutState,
)
from marqueedesk.venues.use import venue_use

router = Router(tags=["venues"])
Raw = Annotated[RawBody, Depends(raw_body)]


@router.post(
    "/api/venues",
    status_code=201,
    response_model=VenueOut,
    responses=error_responses(400, 401, 403, 413, 415, 422),
    **request_body(VenueInput),
)
def add_venue(request: Request, body: Raw) -> Response:
    """Add a venue to the caller's business."""
    with writing(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        model = VenueInput if has_states(caller.operator.time_zone) else VenueWithoutState
        answer = venue_answer(service.add_venue(db, body.read(model), clock.now()))
    return json_answer(answer, 201)


@router.patch(
    "/api/venues/{venue_id}",
    response_model=VenueOut,
    responses=error_responses(400, 401, 403, 404, 413, 415, 422),
    **request_body(VenueChange),
)
def change_venue(request: Request, venue_id: PathId, body: Raw) -> Response:
    """Change the fields that the body names; the others stay."""
    with writing(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        venue = queries.venue_for_change(db, venue_id)
        model = VenueChange if has_states(caller.operator.time_zone) else VenueChangeWithoutState
        answer = venue_answer(service.change_venue(venue, body.read(model), clock.now()))
    return json_answer(answer)


@router.delete(
    "/api/venues/{venue_id}",
    status_code=204,
    response_class=Response,
    responses=error_responses(401, 403, 404, 409, 422, 503),
)
def delete_venue(request: Request, venue_id: PathId) -> Response:
    """Delete a venue that no coming booking needs. Past ones keep its name and address (B5)."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        venue = queries.venue_for_change(db, venue_id)
        venue_use(request).refuse_venue_in_use(db, operator.id, venue)
        record_action(db, caller, "venue.deleted", (venue.id, venue.name))
        service.delete_venue(db, venue)
    return Response(status_code=204)
