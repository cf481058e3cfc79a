"""Request and response models of the certificates of insurance of bookings."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from marqueedesk.accounts.outgoing_email import EmailOutlook
from marqueedesk.bookings.certificates.queries import DueCertificate
from marqueedesk.insurance.state import CertificateState
from marqueedesk.kit.http.schemas import Email, Id, OptionalEmail, RequestModel, ResponseModel


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
