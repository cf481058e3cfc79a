"""Request and response models of the certificates of insurance of bookings."""

from datetime import date
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from marqueedesk.accounts.outgoing_email import EmailOutlook
from marqueedesk.bookings.certificates.models import BookingCertificate
from marqueedesk.bookings.certificates.queries import DueCertificate
from marqueedesk.insurance.state import CertificateState
from marqueedesk.kit.http.schemas import Email, Id, OptionalEmail, RequestModel, ResponseModel
from marqueedesk.venues.certificate import VenueCertificate
from marqueedesk.venues.models import Venue


class CertificateRequestInput(RequestModel):
    """POST /api/bookings/{id}/certificate/request: the insurer's or broker's address."""

    email: Email


class CertificateSendInput(RequestModel):
    """POST /api/bookings/{id}/certificate/send."""

    email: Annotated[OptionalEmail, Field(description="By default the venue's contact")] = None
    certificate_id: Id


class BookingCertificateOut(ResponseModel):
    """The state of a booking's certificate after an email; ``email`` is null without a mail server."""

    certificate: CertificateState
    email: EmailOutlook | None


class CertificateProgressOut(ResponseModel):
    """The certificate of a booking's venue: what it requires, and what was requested and sent so far."""

    certificate: CertificateState
    terms: Annotated[VenueCertificate | None, Field(description="What the venue requires")]
    venue_name: str | None
    venue_email: Annotated[str | None, Field(description="The venue's contact")]
    insurer_email: Annotated[str | None, Field(description="Address that the latest certificate was requested from")]
    requested_at: str | None
    requested_from: str | None
    sent_at: str | None
    sent_to: str | None


class DueCertificateOut(ResponseModel):
    """A booking whose venue still needs a certificate of insurance."""

    booking_id: int
    number: int
    customer_name: str
    venue_id: int
    venue_name: str
    delivery_date: date
    pickup_date: date
    certificate: Literal["missing", "expires"]


def progress_answer(
    state: CertificateState, venue: Venue | None, row: BookingCertificate | None, insurer: str | None, zone: ZoneInfo
) -> CertificateProgressOut:
    """Serialize what was requested and sent for a booking at ``venue``; a row about another venue counts as none."""
    done = row if row is not None and venue is not None and row.venue_id == venue.id else None
    requested_at, sent_at = (done.requested_at, done.sent_at) if done else (None, None)
    return CertificateProgressOut(
        certificate=state,
        terms=venue.certificate_terms if venue else None,
        venue_name=venue.name if venue else None,
        venue_email=venue.contact_email if venue else None,
        insurer_email=insurer,
        requested_at=requested_at.astimezone(zone).isoformat() if requested_at else None,
        requested_from=done.requested_from if done else None,
        sent_at=sent_at.astimezone(zone).isoformat() if sent_at else None,
        sent_to=done.sent_to if done else None,
    )


def due_answer(due: DueCertificate) -> DueCertificateOut:
    """Serialize a booking whose certificate is due."""
    booking = due.booking
    return DueCertificateOut.model_validate(
        {
            "booking_id": booking.id,
            "number": booking.number,
            "customer_name": booking.customer_name,
            "venue_id": due.venue.id,
            "venue_name": due.venue.name,
            "delivery_date": booking.delivery_day,
            "pickup_date": booking.pickup_day,
            "certificate": due.state,
        }
    )
