"""Whether a venue is needed, which only bookings know. The application gives it (`app.state.stock_use`)."""

from typing import Protocol, cast

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.venues.models import Venue


class VenueUse(Protocol):
    """The use of venues."""

    def refuse_venue_in_use(self, db: Session, operator_id: int, venue: Venue) -> None:
        """Raise StillHeld where coming bookings need a venue (B5). Under the operator's lock."""
        ...


def venue_use(request: Request) -> VenueUse:
    """The use of venues, as the application knows it."""
    return cast("VenueUse", request.app.state.stock_use)
