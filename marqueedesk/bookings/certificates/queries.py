"""Queries for the certificates of insurance of bookings, scoped to the session's operator."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.bookings.certificates.models import BookingCertificate
from marqueedesk.bookings.models import HOLDING, Booking
from marqueedesk.insurance import queries as insurance
from marqueedesk.insurance.state import (
    EXPIRES,
    MISSING,
    NOT_NEEDED,
    CertificateRecord,
    CertificateState,
    certificate_state,
)
from marqueedesk.venues.models import Venue


class DueCertificate(NamedTuple):
    """A booking whose venue still needs a certificate."""

    booking: Booking
    venue: Venue
    state: CertificateState


def row_of(db: Session, booking: Booking) -> BookingCertificate | None:
    """Return what was recorded for a booking, also for its previous venue."""
    return db.scalars(select(BookingCertificate).where(BookingCertificate.booking_id == booking.id)).one_or_none()


def state_of(db: Session, booking: Booking, venue: Venue | None) -> CertificateState:
    """Return the state of a booking's certificate. ``venue`` is the booking's listed venue."""
    if venue is None or not venue.requires_certificate:
        return NOT_NEEDED
    policies = [row.policy for row in insurance.certificates(db)]
    record = _record(row_of(db, booking), venue.id)
    return certificate_state(venue.certificate_terms, policies, booking.pickup_day, record)


def last_insurer(db: Session) -> str | None:
    """Return the address that the business's latest certificate was requested from."""
    query = select(BookingCertificate.requested_from).where(BookingCertificate.requested_at.is_not(None))
    return db.scalar(query.order_by(BookingCertificate.requested_at.desc()).limit(1))


def due(db: Session, today: date, until: date) -> Sequence[DueCertificate]:
    """Return pending and confirmed bookings delivered by ``until`` and not over before ``today`` whose certificate is
    missing or expires too soon, by delivery.
    """
    places = {venue.id: venue for venue in db.scalars(select(Venue)).all() if venue.requires_certificate}
    if not places:
        return []
    coming = (
        select(Booking)
        .where(
            Booking.status.in_(HOLDING),
            Booking.delivery_day <= until,
            Booking.pickup_day >= today,
            Booking.venue_id.in_(places),
        )
        .order_by(Booking.delivery_day, Booking.delivery_clock, Booking.id)
    )
    bookings = db.scalars(coming).all()
    ids = [booking.id for booking in bookings]
    rows = db.scalars(select(BookingCertificate).where(BookingCertificate.booking_id.in_(ids))).all()
    recorded = {row.booking_id: row for row in rows}
    policies = [row.policy for row in insurance.certificates(db)]
    states = [
        DueCertificate(
            booking,
            venue,
            certificate_state(
                venue.certificate_terms, policies, booking.pickup_day, _record(recorded.get(booking.id), venue.id)
            ),
        )
        for booking in bookings
        if booking.venue_id is not None and (venue := places[booking.venue_id])
    ]
    return [each for each in states if each.state in {MISSING, EXPIRES}]


def _record(row: BookingCertificate | None, venue_id: int) -> CertificateRecord:
    return row.record if row is not None and row.venue_id == venue_id else CertificateRecord()
