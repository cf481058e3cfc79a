"""Routes for consent to texts that a customer gave or withdrew by phone, in person or in writing."""

from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller, record_action
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import HANDLE_BOOKINGS
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.conversations import queries, service
from marqueedesk.conversations.schemas import TextConsentDetailsOut, TextConsentInput
from marqueedesk.conversations.texting import WITHDRAWN
from marqueedesk.customer_records.serializers import consent_answer
from marqueedesk.customers import text_consent
from marqueedesk.customers.models import Customer
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.sms import opt_outs

router = APIRouter(tags=["customers"], responses=errors(401, 403))
HandlesBookings = Annotated[Caller, Requires(HANDLE_BOOKINGS)]


@router.get("/api/customers/{customer_id}/text-consent", responses=errors(404))
def get_text_consent(request: Request, db: Db, caller: HandlesBookings, customer_id: PathId) -> TextConsentDetailsOut:
    """Return a customer's consent to texts, the wording for recording it, and whether they replied STOP."""
    return _answer(request, db, caller, queries.customer(db, customer_id))


@router.put("/api/customers/{customer_id}/text-consent", responses=errors(404))
def record_text_consent(
    request: Request,
    db: Db,
    caller: HandlesBookings,
    _terms: LockedTerms,
    customer_id: PathId,
    body: TextConsentInput,
) -> TextConsentDetailsOut:
    """Record that a customer agrees to texts or wants no more, with the time, the source and the wording. Withdrawn
    consent cancels the texts that wait. A STOP remains in effect until the customer texts START.
    """
    customer, now = queries.customer(db, customer_id), clock.now()
    before = customer.text_consent
    if body.given:
        text_consent.give(customer, now, wording=text_consent.WORDING, source=body.source)
    else:
        text_consent.withdraw(customer, now, wording=text_consent.WITHDRAWAL, source=body.source)
        service.cancel_unsent_of(db, queries.with_merged(db, customer.id), WITHDRAWN)
    if customer.text_consent != before:
        customer.updated_at = now
        details = {"given": body.given, "source": body.source}
        record_action(db, caller, "customer.text_consent", (customer.id, None), **details)
    db.flush()
    return _answer(request, db, caller, customer)


def _answer(request: Request, db: Session, caller: Caller, customer: Customer) -> TextConsentDetailsOut:
    consent, phone = customer.text_consent, text_consent.phone_of(customer)
    account = effective(db, request.app.state.settings).sms
    return TextConsentDetailsOut(
        text_consent=consent_answer(consent, ZoneInfo(caller.operator.time_zone)) if consent else None,
        wording=text_consent.WORDING,
        opted_out=phone is not None and opt_outs.has_stopped(db, caller.operator.id, phone, account),
    )
