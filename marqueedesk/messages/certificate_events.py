"""Emails about certificates of insurance: to the insurer, and to the venue."""

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.models import Booking
from marqueedesk.domain_events import CertificateRequested, CertificateSent
from marqueedesk.insurance import queries as insurance
from marqueedesk.insurance.models import InsuranceCertificate
from marqueedesk.messages import load_context
from marqueedesk.messages.emails.by_hand import certificates
from marqueedesk.messages.emails.by_hand.certificates import CertificateContext
from marqueedesk.messages.event_mailer import EventMailer
from marqueedesk.venues import queries as venues
from marqueedesk.venues.certificate import VenueCertificate
from marqueedesk.venues.models import Venue


def email_insurer(mailer: EventMailer[CertificateRequested]) -> None:
    """Email the insurer what a booking's venue requires."""
    place = _place(mailer)
    if place is not None:
        context = certificate_context(mailer.db, mailer.operator, *place)
        mailer.send(certificates.REQUEST, context, mailer.event.to, None)


def email_venue(mailer: EventMailer[CertificateSent]) -> None:
    """Email a booking's venue the certificate, which is attached when the email is sent."""
    row = insurance.certificate(mailer.db, mailer.event.certificate_id)
    place = _place(mailer)
    if place is not None:
        context = certificate_context(mailer.db, mailer.operator, *place, row)
        mailer.send(certificates.TO_VENUE, context, mailer.event.to, None)


def certificate_context(
    db: Session, operator: Operator, booking: Booking, venue: Venue, certificate: InsuranceCertificate | None = None
) -> CertificateContext:
    """Return the data of an email, with the certificate to attach."""
    return CertificateContext(
        load_context.head_of(db, operator),
        venue.name,
        booking.venue_address or venue.address,
        booking.delivery_day,
        booking.pickup_day,
        venue.certificate_terms or VenueCertificate(),
        certificate.id if certificate else None,
        certificate.file_name if certificate else None,
    )


def _place(mailer: EventMailer[CertificateRequested] | EventMailer[CertificateSent]) -> tuple[Booking, Venue] | None:
    """Return the event's booking and its venue; None if either is gone."""
    booking = mailer.booking()
    venue = venues.venue(mailer.db, booking.venue_id) if booking is not None and booking.venue_id is not None else None
    return (booking, venue) if booking is not None and venue is not None else None
