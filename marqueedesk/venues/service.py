"""Changes to venues. Nothing here commits."""

from datetime import datetime

from sqlalchemy.orm import Session

from marqueedesk.venues.models import Venue
from marqueedesk.venues.schemas import VenueChange, VenueInput

_COLUMNS = {name: name for name in VenueInput.model_fields} | {"surcharge_amount": "surcharge_cents"}


def add_venue(db: Session, payload: VenueInput, now: datetime) -> Venue:
    """Add a venue to the session's operator."""
    venue = Venue(created_at=now, updated_at=now)
    _set(venue, payload, set(VenueInput.model_fields))
    db.add(venue)
    db.flush()
    return venue


def change_venue(venue: Venue, change: VenueChange, now: datetime) -> Venue:
    """Apply the fields sent. Existing bookings keep the venue's previous data (B5)."""
    _set(venue, change, change.model_fields_set)
    venue.updated_at = now
    return venue


def delete_venue(db: Session, venue: Venue) -> None:
    """Delete a venue. The caller holds the operator's lock and has checked that no upcoming booking needs it (B5)."""
    db.delete(venue)
    db.flush()


def _set(venue: Venue, payload: VenueInput, names: set[str]) -> None:
    for name in names:
        if name == "site":
            venue.site = payload.site.model_dump(exclude_none=True) if payload.site and payload.site.is_known else None
        elif name == "certificate":
            venue.certificate = payload.certificate.model_dump() if payload.certificate else None
        else:
            value = getattr(payload, name)
            setattr(venue, _COLUMNS[name], (value or "") if name == "state" else value)
