"""Previews of the emails that an edit of a booking, or its certificate of insurance, would send."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import service as booking_service
from marqueedesk.bookings.certificates import service as certificates
from marqueedesk.bookings.details import BookingForUpdate
from marqueedesk.bookings.input_schemas import BookingPatch
from marqueedesk.bookings.schemas import ChangedInWordsOut
from marqueedesk.bookings.serializers import changes_in_words
from marqueedesk.insurance import queries as insurance
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import CurrencyUnits, PathId, SparseModel
from marqueedesk.kit.money import units
from marqueedesk.messages import load_context, queries
from marqueedesk.messages.api import mail_settings_of
from marqueedesk.messages.booking_events import edited_message
from marqueedesk.messages.document_events import certificate_context
from marqueedesk.messages.editable_messages import drawn
from marqueedesk.messages.emails.by_hand import certificates as certificate_emails
from marqueedesk.messages.message import chosen_texts
from marqueedesk.messages.schemas import PreviewOut

router = APIRouter(tags=["messages"], responses=errors(401, 403))


class EditPreviewOut(SparseModel):
    """The changes of an edit, and the email about it, with the totals before and after. ``subject`` is null if no email
    would be sent.
    """

    changed: list[ChangedInWordsOut]
    to: str | None
    subject: str | None
    from_name: str | None = None
    text: str | None = None
    html: str | None = None
    total_before: CurrencyUnits
    total_after: CurrencyUnits
    mail_server: bool


@router.get("/api/bookings/{booking_id}/certificate/preview", responses=errors(404, 409))
def preview_certificate_email(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    booking_id: PathId,
    certificate_id: Annotated[
        int | None, Query(alias="certificateId", ge=1, description="The certificate to send to the venue")
    ] = None,
) -> PreviewOut:
    """Preview the email that sends a certificate to a booking's venue or, without a certificate, the request to the
    insurer. Nothing is sent.
    """
    booking = bookings.booking(db, booking_id)
    venue = certificates.venue_of(db, booking)
    attached = insurance.certificate(db, certificate_id) if certificate_id is not None else None
    context = certificate_context(db, caller.operator, booking, venue, attached)
    message = certificate_emails.REQUEST if attached is None else certificate_emails.TO_VENUE
    site = mail_settings_of(request).site(db)
    texts = chosen_texts(message, site.templates, queries.settings(db).texts)
    return drawn(message, context, site, context.head, texts)


@router.post("/api/bookings/{booking_id}/edit-preview", response_model_exclude_unset=True, responses=errors(409))
def preview_edit(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    booking_id: PathId,
    terms: LockedTerms,
    booking: BookingForUpdate,
    body: BookingPatch,
) -> EditPreviewOut:
    """List what an edit would change, and preview the email that it would send. Nothing is saved and no one is
    notified.
    """
    now = clock.now()
    operator = caller.operator
    revision, total_before = booking.revision, booking.total_cents
    trial = db.begin_nested()
    booking_service.edit_booking(db, terms, booking_id, body, by=caller.user, now=now)
    db.flush()
    site = mail_settings_of(request).site(db)
    changes = bookings.history(db, booking_id)[-1].changes if booking.revision != revision else {}
    shown = booking_service.changes_for_customer(changes)
    answer = EditPreviewOut(
        changed=changes_in_words(changes, load_context.change_formats(db, operator, changes)),
        to=booking.customer_email or None,
        subject=None,
        total_before=units(total_before),
        total_after=units(booking.total_cents),
        mail_server=site.smtp is not None,
    )
    if shown:
        message, head = edited_message(shown), load_context.head_of(db, operator)
        texts = chosen_texts(message, site.templates, queries.settings(db).texts)
        context = load_context.booking_context(db, operator, booking, now, changes=shown)
        answer = answer.model_copy(update=dict(drawn(message, context, site, head, texts)))
    trial.rollback()
    return answer
