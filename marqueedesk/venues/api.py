"""Routes for signed-in users that change venues."""

from fastapi import Request

from marqueedesk.accounts.access import record_action, require, writing
from marqueedesk.accounts.rights import CHANGE_STOCK
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Created, Json, JsonBody, NoContent
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.text.countries import has_states
from marqueedesk.venues import queries, service
from marqueedesk.venues.deletion_guard import venue_use
from marqueedesk.venues.public_api import venue_answer
from marqueedesk.venues.schemas import (
    VenueChange,
    VenueChangeWithoutState,
    VenueInput,
    VenueOut,
    VenueWithoutState,
)

router = Router(tags=["venues"], refuses=(401, 403))


@router.post("/api/venues")
def add_venue(request: Request, body: JsonBody[VenueInput]) -> Created[VenueOut]:
    """Add a venue to the caller's business."""
    with writing(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        model = VenueInput if has_states(caller.operator.time_zone) else VenueWithoutState
        answer = venue_answer(service.add_venue(db, body.read_as(model), clock.now()))
    return Created(answer)


@router.patch("/api/venues/{venue_id}")
def change_venue(request: Request, venue_id: PathId, body: JsonBody[VenueChange]) -> Json[VenueOut]:
    """Update the fields sent."""
    with writing(request) as (db, caller):
        require(caller, CHANGE_STOCK)
        venue = queries.venue_for_change(db, venue_id)
        model = VenueChange if has_states(caller.operator.time_zone) else VenueChangeWithoutState
        answer = venue_answer(service.change_venue(venue, body.read_as(model), clock.now()))
    return Json(answer)


@router.delete("/api/venues/{venue_id}", refuses=(409,))
def delete_venue(request: Request, venue_id: PathId) -> NoContent:
    """Delete a venue that no upcoming booking needs. Past bookings keep its name and address (B5)."""
    with writing(request) as (db, caller):
        operator = require(caller, CHANGE_STOCK)
        venue = queries.venue_for_change(db, venue_id)
        venue_use(request).ensure_venue_unused(db, operator.id, venue)
        record_action(db, caller, "venue.deleted", (venue.id, venue.name))
        service.delete_venue(db, venue)
    return NoContent()
