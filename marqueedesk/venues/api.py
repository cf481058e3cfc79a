"""Routes for signed-in users that change venues."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from marqueedesk.accounts.access import Caller, record_action
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_STOCK
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.text.countries import has_states
from marqueedesk.venues import queries, service
from marqueedesk.venues.deletion_guard import venue_use
from marqueedesk.venues.models import Venue
from marqueedesk.venues.public_api import venue_answer
from marqueedesk.venues.schemas import (
    VenueChange,
    VenueInput,
    VenueOut,
)

router = APIRouter(tags=["venues"], responses=errors(401, 403))


def venue_for_update(db: Db, venue_id: PathId) -> Venue:
    """Return the venue in the path under the operator's lock. Raises UnknownVenue (404) before the body is read."""
    return queries.venue_for_change(db, venue_id)


VenueForUpdate = Annotated[Venue, Depends(venue_for_update)]


@router.post("/api/venues", status_code=201)
def add_venue(db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], body: VenueInput) -> VenueOut:
    """Add a venue to the caller's business. The state is required in countries that have states."""
    _check_state(caller, body)
    return venue_answer(service.add_venue(db, body, clock.now()))


@router.patch("/api/venues/{venue_id}")
def change_venue(
    caller: Annotated[Caller, Requires(CHANGE_STOCK)], venue: VenueForUpdate, body: VenueChange
) -> VenueOut:
    """Update the fields sent."""
    _check_state(caller, body)
    return venue_answer(service.change_venue(venue, body, clock.now()))


def _check_state(caller: Caller, body: VenueInput) -> None:
    """Raise Invalid if an address needs a state and has none. A change that omits the state keeps the current one."""
    is_change = isinstance(body, VenueChange) and "state" not in body.model_fields_set
    if has_states(caller.operator.time_zone) and not body.state and not is_change:
        raise Invalid(fields={"state": "State is required"})


@router.delete("/api/venues/{venue_id}", status_code=204, responses=errors(409))
def delete_venue(
    request: Request, db: Db, caller: Annotated[Caller, Requires(CHANGE_STOCK)], venue: VenueForUpdate
) -> None:
    """Delete a venue that no upcoming booking needs. Past bookings keep its name and address (B5)."""
    venue_use(request).ensure_venue_unused(db, caller.operator.id, venue)
    record_action(db, caller, "venue.deleted", (venue.id, venue.name))
    service.delete_venue(db, venue)
