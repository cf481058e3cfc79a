"""Emails about certificates of insurance: to the insurer, and to the venue."""

from marqueedesk.bookings.models import Booking
from marqueedesk.domain_events import CertificateRequested, CertificateSent
from marqueedesk.insurance import queries as insurance
from marqueedesk.messages import load_context
from marqueedesk.messages.emails.by_hand import certificates
from marqueedesk.messages.emails.by_hand.certificates import CertificateContext
from marqueedesk.messages.event_mailer import E, EventMailer
from marqueedesk.venues import queries as venues
from marqueedesk.venues.certificate import VenueCertificate


def email_insurer(mailer: EventMailer[CertificateRequested]) -> None:
    """Email the insurer what a booking's venue requires."""
    context = _context(mailer, mailer.booking())
    if context is not None:
        mailer.send(certificates.REQUEST, context, mailer.event.to, None)


def email_venue(mailer: EventMailer[CertificateSent]) -> None:
    """Email a booking's venue the certificate, which is attached when the email is sent."""
    row = insurance.certificate(mailer.db, mailer.event.certificate_id)
    context = _context(mailer, mailer.booking(), certificate_id=row.id, file_name=row.file_name)
    if context is not None:
        mailer.send(certificates.TO_VENUE, context, mailer.event.to, None)


def _context(
    mailer: EventMailer[E], booking: Booking | None, *, certificate_id: int | None = None, file_name: str | None = None
) -> CertificateContext | None:
    """Return the data of an email; None if the booking or its venue is gone."""
    venue = venues.venue(mailer.db, booking.venue_id) if booking is not None and booking.venue_id is not None else None
    if booking is None or venue is None:
        return None
    return CertificateContext(
        load_context.head_of(mailer.db, mailer.operator),
        venue.name,
        booking.venue_address or venue.address,
        booking.delivery_day,
        booking.pickup_day,
        venue.certificate_terms or VenueCertificate(),
        certificate_id,
        file_name,
    )
