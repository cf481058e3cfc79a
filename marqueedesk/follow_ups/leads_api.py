"""Routes of leads: visitors who saw a price or began a booking, and have not paid for it."""

from datetime import datetime
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Request
from pydantic import Field

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.outgoing_email import EmailOutlook, email_outlook
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_MONEY
from marqueedesk.availability.dependencies import LockedTerms
from marqueedesk.booking_form import leads
from marqueedesk.booking_form.leads import Lead, LeadStage
from marqueedesk.follow_ups import priced
from marqueedesk.follow_ups.models import PricedLead
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import CurrencyUnits, PathId, ResponseModel
from marqueedesk.kit.money import units
from marqueedesk.rentals.rental_request import iso

router = APIRouter(tags=["bookings"], responses=errors(401, 403))


class LeadOut(ResponseModel):
    """A visitor who saw a price, or began a booking and has not paid for it."""

    booking_id: Annotated[int | None, Field(description="Null if only a price was shown")]
    number: int | None
    lead_id: Annotated[int | None, Field(description="Of a visitor who only saw a price; null for a booking")]
    customer_name: str
    customer_email: Annotated[str | None, Field(description="Null if only a phone number was given")]
    customer_phone: str | None
    message: str
    delivery_date: str
    total: CurrencyUnits
    stage: Annotated[LeadStage, Field(description="How far the visitor came")]
    at: Annotated[str, Field(description="When the price was shown, the booking begun, or the time to pay ran out")]
    emails_left: Annotated[int, Field(description="How many more times it can be emailed again")]
    next_email_at: Annotated[str | None, Field(description="When it can be emailed again; null for now")]


class SentAgainOut(ResponseModel):
    """When the email will be sent; null if no mail server is configured."""

    email: EmailOutlook | None


@router.get("/api/leads")
def list_leads(db: Db, caller: Annotated[Caller, Requires(SEE_MONEY)]) -> list[LeadOut]:
    """List visitors who saw a price or began a booking and have not paid, newest first, at most 100.

    Those who only saw a price agreed to be contacted. They get one email a day later and can't be emailed again.
    """
    zone, now = ZoneInfo(caller.operator.time_zone), clock.now()
    today = clock.local_day(now, zone)
    rows = [(lead.at, _of_booking(lead, zone, now)) for lead in leads.leads(db, today, now)]
    rows += [(lead.priced_at, _of_price(lead, zone)) for lead in priced.leads(db, today)]
    return [answer for _, answer in sorted(rows, key=lambda row: row[0], reverse=True)][: leads.MOST_LEADS]


def _of_booking(lead: Lead, zone: ZoneInfo, now: datetime) -> LeadOut:
    return LeadOut(
        booking_id=lead.booking.id,
        number=lead.booking.number,
        lead_id=None,
        customer_name=lead.booking.customer_name,
        customer_email=lead.booking.customer_email or None,
        customer_phone=lead.booking.customer_phone,
        message=lead.booking.message,
        delivery_date=iso(lead.booking.delivery_day, lead.booking.delivery_clock, zone),
        total=units(lead.booking.total_cents),
        stage=lead.stage,
        at=lead.at.astimezone(zone).isoformat(),
        emails_left=lead.emails_left,
        next_email_at=_local(lead.next_email_at(now), zone),
    )


def _of_price(lead: PricedLead, zone: ZoneInfo) -> LeadOut:
    return LeadOut(
        booking_id=None,
        number=None,
        lead_id=lead.id,
        customer_name=lead.customer_name or "",
        customer_email=lead.customer_email,
        customer_phone=None,
        message=lead.message,
        delivery_date=lead.delivery,
        total=units(lead.total_cents),
        stage="priced",
        at=lead.priced_at.astimezone(zone).isoformat(),
        emails_left=0,
        next_email_at=None,
    )


def _local(moment: datetime | None, zone: ZoneInfo) -> str | None:
    return moment.astimezone(zone).isoformat() if moment is not None else None


@router.post("/api/leads/{booking_id}/send-again", status_code=202, responses=errors(404, 409, 429))
def send_lead_again(
    request: Request,
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS)],
    booking_id: PathId,
    terms: LockedTerms,
) -> SentAgainOut:
    """Email the customer of an unpaid booking again: how to pay, or how to have the letters held again. For any other
    booking: 409 `not_a_lead`.

    A booking is emailed at most three times (409 `emailed_often`), and once in ten minutes (429 `emailed_just_now`).
    """
    leads.send_again(db, terms, booking_id, clock.now())
    return SentAgainOut(email=email_outlook(request, db, caller.operator))
