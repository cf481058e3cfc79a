"""Preview of the email that an edit of a booking would send."""

from fastapi import Request

from marqueedesk.accounts.access import require, writing
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings import service as booking_service
from marqueedesk.bookings.input_schemas import BookingPatch
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import Json, JsonBody
from marqueedesk.kit.http.routing import Router
from marqueedesk.kit.http.schemas import CurrencyUnits, PathId, SparseModel
from marqueedesk.kit.money import units
from marqueedesk.messages import load_context, queries
from marqueedesk.messages.api import mail_settings_of
from marqueedesk.messages.booking_events import edited_message
from marqueedesk.messages.message import chosen_texts
from marqueedesk.messages.templates import drawn

router = Router(tags=["messages"], refuses=(401, 403))


class EditPreviewOut(SparseModel):
    """The email about an edit, with the totals before and after it. ``subject`` is null if nothing would be sent."""

    to: str | None
    subject: str | None
    from_name: str | None = None
    text: str | None = None
    html: str | None = None
    total_before: CurrencyUnits
    total_after: CurrencyUnits
    mail_server: bool


@router.post("/api/bookings/{booking_id}/edit-preview", refuses=(409,))
def preview_edit(request: Request, booking_id: PathId, body: JsonBody[BookingPatch]) -> Json[EditPreviewOut]:
    """Preview the email that an edit would send. Nothing is saved and no one is notified."""
    now = clock.now()
    with writing(request) as (db, caller):
        operator = require(caller, HANDLE_BOOKINGS)
        terms = availability.lock(db, operator.id)
        booking = bookings.booking(db, booking_id)
        patch = body.read()
        revision, total_before = booking.revision, booking.total_cents
        trial = db.begin_nested()
        booking_service.edit_booking(db, terms, booking_id, patch, by=caller.user, now=now)
        db.flush()
        site = mail_settings_of(request).site(db)
        changes = bookings.history(db, booking_id)[-1].changes if booking.revision != revision else {}
        before = {name: old for name, (old, _) in changes.items() if name in booking_service.TOLD}
        answer = EditPreviewOut(
            to=booking.customer_email or None,
            subject=None,
            total_before=units(total_before),
            total_after=units(booking.total_cents),
            mail_server=site.smtp is not None,
        )
        if before:
            message, head = edited_message(before), load_context.head_of(db, operator)
            texts = chosen_texts(message, site.templates, queries.settings(db).texts)
            context = load_context.booking_context(db, operator, booking, now, before=before)
            answer = answer.model_copy(update=dict(drawn(message, context, site, head, texts)))
        trial.rollback()
    return Json(answer)
