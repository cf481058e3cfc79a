"""Routes for a business's settings for texts."""

from typing import Annotated

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, record_settings_change
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.availability import service as availability
from marqueedesk.conversations import keywords, queries
from marqueedesk.conversations.models import SmsSettings
from marqueedesk.conversations.schemas import KeywordAnswersOut, SmsSettingsInput, SmsSettingsOut
from marqueedesk.conversations.texting import CENTS_A_SEGMENT, terms_of
from marqueedesk.customers.text_consent import WORDING
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units
from marqueedesk.sms import senders

router = APIRouter(tags=["conversations"], responses=errors(401, 403))
ChangesSettings = Annotated[Caller, Requires(CHANGE_SETTINGS)]
_ONE_SENDER = "Enter either a number or a messaging service"


def _answer(request: Request, db: Session, caller: Caller) -> SmsSettingsOut:
    operator = caller.operator
    settings = queries.settings(db, operator.id)
    platform = effective(db, request.app.state.settings)
    terms = terms_of(db, operator, platform.sms)
    segments = queries.segments_since(db, queries.month_began(clock.now(), operator.time_zone))
    cap = terms.monthly_cap_cents
    own = None if terms.shared else terms.sender
    return SmsSettingsOut(
        set_up=terms.account is not None,
        available=terms.account is not None and terms.sender is not None,
        monthly_cap=units(cap) if cap is not None else None,
        number=own if own is not None and senders.is_number(own) else None,
        messaging_service_sid=own if own is not None and not senders.is_number(own) else None,
        staff_see=settings is not None and settings.staff_see,
        shared=terms.shared,
        sender=terms.sender,
        currency=platform.currency,
        segments_this_month=segments,
        spent_this_month=units(segments * CENTS_A_SEGMENT),
        consent_wording=WORDING,
        answers=KeywordAnswersOut(
            stop=keywords.stopped(terms.company),
            start=keywords.started(terms.company),
            help=keywords.helped(terms.company, terms.contact),
        ),
    )


@router.get("/api/sms-settings")
def sms_settings(request: Request, db: Db, caller: ChangesSettings) -> SmsSettingsOut:
    """Return the settings for texts, and how many were sent this month."""
    return _answer(request, db, caller)


@router.patch("/api/sms-settings", responses=errors(409))
def change_sms_settings(request: Request, db: Db, caller: ChangesSettings, body: SmsSettingsInput) -> SmsSettingsOut:
    """Set the monthly cap, the business's own number or messaging service, and whether staff see conversations.

    A sender that another business uses is 409 `number_taken`. Without one of its own, a business uses the
    installation's.
    """
    if body.number and body.messaging_service_sid:
        raise Invalid(fields={"messagingServiceSid": _ONE_SENDER})
    availability.lock(db, caller.operator.id)
    row = queries.settings(db, caller.operator.id)
    if row is None:
        row = SmsSettings(staff_see=False, updated_at=clock.now())
        db.add(row)
    if "monthly_cap" in body.model_fields_set:
        row.monthly_cap_cents = body.monthly_cap
    if body.staff_see is not None:
        row.staff_see = body.staff_see
    row.updated_at = clock.now()
    db.flush()
    _change_sender(request, db, caller.operator.id, body)
    record_settings_change(db, caller, "texts", body)
    return _answer(request, db, caller)


def _change_sender(request: Request, db: Session, operator_id: int, body: SmsSettingsInput) -> None:
    account = effective(db, request.app.state.settings).sms
    chosen = body.number or body.messaging_service_sid
    if chosen is not None and senders.is_same(chosen, account.sender if account else None):
        # The installation's sender stays shared.
        senders.release(db, operator_id)
    elif chosen is not None:
        senders.claim(db, operator_id, chosen, clock.now())
    else:
        current = senders.own_sender(db, operator_id)
        if current is not None and _field_of(current) in body.model_fields_set:
            senders.release(db, operator_id)


def _field_of(sender: str) -> str:
    return "number" if senders.is_number(sender) else "messaging_service_sid"
