"""Routes for a business's settings for texts."""

from typing import Annotated

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, record_settings_change
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.conversations import queries
from marqueedesk.conversations.models import SmsSettings
from marqueedesk.conversations.schemas import SmsSettingsInput, SmsSettingsOut
from marqueedesk.conversations.texting import CENTS_A_SEGMENT, terms_of
from marqueedesk.customers.text_consent import WORDING
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units

router = APIRouter(tags=["conversations"], responses=errors(401, 403))
ChangesSettings = Annotated[Caller, Requires(CHANGE_SETTINGS)]
_ONE_SENDER = "Enter either a number or a messaging service"


def _answer(request: Request, db: Session, caller: Caller) -> SmsSettingsOut:
    operator = caller.operator
    settings = queries.settings(db, operator.id)
    terms = terms_of(db, operator, effective(db, request.app.state.settings).sms)
    segments = queries.segments_since(db, queries.month_began(clock.now(), operator))
    cap = terms.monthly_cap_cents
    return SmsSettingsOut(
        available=terms.account is not None and terms.sender is not None,
        monthly_cap=units(cap) if cap is not None else None,
        number=settings.number if settings else None,
        messaging_service_sid=settings.messaging_service_sid if settings else None,
        staff_see=settings is not None and settings.staff_see,
        shared=terms.shared,
        sender=terms.sender,
        segments_this_month=segments,
        spent_this_month=units(segments * CENTS_A_SEGMENT),
        consent_wording=WORDING,
    )


@router.get("/api/sms-settings")
def sms_settings(request: Request, db: Db, caller: ChangesSettings) -> SmsSettingsOut:
    """Return the settings for texts, and how many were sent this month."""
    return _answer(request, db, caller)


@router.patch("/api/sms-settings")
def change_sms_settings(request: Request, db: Db, caller: ChangesSettings, body: SmsSettingsInput) -> SmsSettingsOut:
    """Set the monthly cap, the business's own number or messaging service, and whether staff see conversations."""
    row = queries.settings(db, caller.operator.id)
    if row is None:
        row = SmsSettings(staff_see=False, updated_at=clock.now())
        db.add(row)
    sent = body.model_fields_set
    if body.number and body.messaging_service_sid:
        raise Invalid(fields={"messagingServiceSid": _ONE_SENDER})
    if "monthly_cap" in sent:
        row.monthly_cap_cents = body.monthly_cap
    if "number" in sent:
        row.number = body.number
        row.messaging_service_sid = None if body.number else row.messaging_service_sid
    if "messaging_service_sid" in sent:
        row.messaging_service_sid = body.messaging_service_sid
        row.number = None if body.messaging_service_sid else row.number
    if body.staff_see is not None:
        row.staff_see = body.staff_see
    row.updated_at = clock.now()
    db.flush()
    record_settings_change(db, caller, "texts", body)
    return _answer(request, db, caller)
