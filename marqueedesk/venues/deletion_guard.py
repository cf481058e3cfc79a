"""Interface for the use of venues by bookings. The application injects it as `app.state.stock_use`."""

from typing import Protocol, cast

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.venues.models import Venue


class VenueUse(Protocol):
    """Use of venues by bookings."""

    def ensure_venue_unused(self, db: Session, operator_id: int, venue: Venue) -> None:
        """Raise InUseByBookings if upcoming bookings need a venue (B5). Under the operator's lock."""
        ...


def venue_use(request: Request) -> VenueUse:
    """Return the application's implementation."""
    return cast("VenueUse", request.app.state.stock_use)
