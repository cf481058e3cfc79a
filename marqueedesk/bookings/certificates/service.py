"""Email the insurer and the venue about a booking's certificate of insurance. Nothing here commits; callers hold the
operator's lock.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import User
from marqueedesk.bookings.certificates import queries
from marqueedesk.bookings.certificates.errors import CertificateNotNeeded
from marqueedesk.bookings.certificates.models import BookingCertificate
from marqueedesk.bookings.models import Booking
from marqueedesk.bookings.service import note_change
from marqueedesk.domain_events import CertificateRequested, CertificateSent, publish
from marqueedesk.insurance.models import InsuranceCertificate
from marqueedesk.kit.errors import Invalid
from marqueedesk.venues import queries as venues
from marqueedesk.venues.models import Venue

ONE_CLICK: Final = timedelta(minutes=1)
"""Period in which the same email is written only once."""


def venue_of(db: Session, booking: Booking) -> Venue:
    """Return the venue that requires a certificate for a booking. Raises CertificateNotNeeded."""
    venue = venues.venue(db, booking.venue_id) if booking.venue_id is not None else None
    if venue is None or not venue.requires_certificate:
        raise CertificateNotNeeded
    return venue


def request(db: Session, booking: Booking, email: str, by: User, now: datetime) -> Venue:
    """Email the insurer a request for a certificate. Raises CertificateNotNeeded."""
    venue = venue_of(db, booking)
    row = _row(db, booking, venue)
    if row.requested_at is not None and row.requested_from == email and now - row.requested_at < ONE_CLICK:
        return venue
    note_change(db, booking, by, now, kind="edited", changes={"certificateRequested": [row.requested_from, email]})
    row.requested_at, row.requested_from = now, email
    publish(db, CertificateRequested(operator_id=booking.operator_id, booking_id=booking.id, to=email), now)
    db.flush()
    return venue


def send(
    db: Session, booking: Booking, email: str | None, certificate: InsuranceCertificate, by: User, now: datetime
) -> Venue:
    """Email a certificate to the venue, by default to its contact. Raises CertificateNotNeeded, and Invalid on
    ``email`` if there is no address.
    """
    venue = venue_of(db, booking)
    to = email or venue.contact_email
    if not to:
        raise Invalid(fields={"email": "Enter the venue's email"})
    row = _row(db, booking, venue)
    is_same = row.sent_to == to and row.certificate_id == certificate.id
    if is_same and row.sent_at is not None and now - row.sent_at < ONE_CLICK:
        return venue
    note_change(db, booking, by, now, kind="edited", changes={"certificateSent": [row.sent_to, to]})
    row.sent_at, row.sent_to, row.certificate_id = now, to, certificate.id
    row.each_occurrence, row.aggregate = certificate.each_occurrence, certificate.aggregate
    row.expires_on = certificate.expires_on
    event = CertificateSent(
        operator_id=booking.operator_id, booking_id=booking.id, to=to, certificate_id=certificate.id
    )
    publish(db, event, now)
    db.flush()
    return venue


def _row(db: Session, booking: Booking, venue: Venue) -> BookingCertificate:
    """Return the record of a booking at a venue, a new one if the booking moved there from another venue."""
    row = queries.row_of(db, booking)
    if row is not None and row.venue_id != venue.id:
        db.delete(row)
        db.flush()
        row = None
    if row is None:
        row = BookingCertificate(booking_id=booking.id, venue_id=venue.id)
        db.add(row)
    return row
