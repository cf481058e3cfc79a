"""Routes for the certificates of insurance of bookings: emails to the insurer and the venue, and those that are due."""

from datetime import timedelta
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.outgoing_email import email_outlook
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.certificates import queries, service
from marqueedesk.bookings.certificates.schemas import (
    BookingCertificateOut,
    CertificateProgressOut,
    CertificateRequestInput,
    CertificateSendInput,
    DueCertificateOut,
    due_answer,
    progress_answer,
)
from marqueedesk.bookings.details import BookingForUpdate
from marqueedesk.insurance import queries as insurance
from marqueedesk.kit import clock
from marqueedesk.kit.clock import local_day
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.venues import queries as venues

router = APIRouter(tags=["certificates"], responses=errors(401, 403))
DUE_WITHIN: Final = timedelta(days=14)


@router.get("/api/certificates/due")
def due_certificates(db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)]) -> list[DueCertificateOut]:
    """List pending and confirmed bookings of the next 14 days whose certificate of insurance is missing or expires
    before their last day, by delivery.
    """
    today = local_day(clock.now(), ZoneInfo(caller.operator.time_zone))
    return [due_answer(row) for row in queries.due(db, today, today + DUE_WITHIN)]


@router.get("/api/bookings/{booking_id}/certificate", responses=errors(404))
def certificate_progress(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)], booking_id: PathId
) -> CertificateProgressOut:
    """Return what a booking's venue requires, and what was requested from the insurer and sent to the venue."""
    booking = bookings.booking(db, booking_id)
    venue = venues.venue(db, booking.venue_id) if booking.venue_id is not None else None
    state, row = queries.state_of(db, booking, venue), queries.row_of(db, booking)
    return progress_answer(state, venue, row, queries.last_insurer(db), ZoneInfo(caller.operator.time_zone))


@router.post("/api/bookings/{booking_id}/certificate/request", status_code=202, responses=errors(409))
def request_certificate(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    booking: BookingForUpdate,
    body: CertificateRequestInput,
) -> BookingCertificateOut:
    """Email the insurer a request for a certificate that names what the venue requires, the days and the place.

    The same request within a minute sends nothing.
    """
    venue = service.request(db, booking, body.email, caller.user, clock.now())
    state = queries.state_of(db, booking, venue)
    return BookingCertificateOut(certificate=state, email=email_outlook(request, db, caller.operator))


@router.post("/api/bookings/{booking_id}/certificate/send", status_code=202, responses=errors(409))
def send_certificate(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    booking: BookingForUpdate,
    body: CertificateSendInput,
) -> BookingCertificateOut:
    """Email a certificate to the booking's venue. The same certificate within a minute is sent only once."""
    certificate = insurance.certificate(db, body.certificate_id)
    venue = service.send(db, booking, body.email, certificate, caller.user, clock.now())
    state = queries.state_of(db, booking, venue)
    return BookingCertificateOut(certificate=state, email=email_outlook(request, db, caller.operator))
