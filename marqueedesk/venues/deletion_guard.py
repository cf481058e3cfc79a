"""Interface to check whether bookings use a venue. The application injects the implementation as
`app.state.stock_use`.
"""

from typing import Protocol, cast

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.venues.models import Venue


class VenueUse(Protocol):
    """Check whether bookings use a venue."""

    def ensure_venue_unused(self, db: Session, operator_id: int, venue: Venue) -> None:
        """Raise InUseByBookings if upcoming bookings need a venue (B5). Under the operator's lock."""
        ...


def venue_use(request: Request) -> VenueUse:
    """Return the application's implementation."""
    return cast("VenueUse", request.app.state.stock_use)
