"""Whether a text may be sent to a customer, and when (rules.md, T3-T8)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.business import queries as business
from marqueedesk.conversations import queries
from marqueedesk.conversations.quiet_hours import ANSWER_WITHIN, quiet_until, zones_of_state
from marqueedesk.customers.models import Customer
from marqueedesk.customers.text_consent import has_consent
from marqueedesk.kit.text.countries import country_of
from marqueedesk.sms import opt_outs, senders
from marqueedesk.sms.gateway import SmsAccount

CENTS_A_SEGMENT: Final = 1
"""Estimated cost of a segment, in cents of the installation's currency."""
_IN_THE_STATES: Final = frozenset({"US", "PR", "VI", "GU", "MP", "AS"})
_SPELLED: Final = frozenset({"", "us", "usa", "unitedstates", "unitedstatesofamerica"})

NOT_SET_UP: Final = "Texts are not set up on this site."
NO_NUMBER: Final = "There is no number to send texts from."
NO_PHONE: Final = "This customer has no phone number that can get texts."
NO_CONSENT: Final = "This customer has not agreed to get texts."
WITHDRAWN: Final = "This customer no longer wants texts."
OPTED_OUT: Final = "This customer replied STOP and gets no texts."
OVER_CAP: Final = "Your monthly limit for texts is used up."
TOO_LATE: Final = "The text could not be sent in time."


@dataclass(frozen=True, slots=True)
class TextingTerms:
    """A business's account, number and settings for texts. ``sender`` is its own number or service, or the
    installation's, which is ``shared``.
    """

    operator: Operator
    # The business's name, and its phone number or email address.
    company: str
    contact: str
    account: SmsAccount | None
    sender: str | None
    shared: bool
    monthly_cap_cents: int | None


def terms_of(db: Session, operator: Operator, account: SmsAccount | None) -> TextingTerms:
    """Combine a business's settings with the installation's account."""
    settings, company = queries.settings(db, operator.id), business.company(db, operator)
    own = senders.effective_own(db, operator.id, account.sender if account else None)
    return TextingTerms(
        operator=operator,
        company=company["name"],
        contact=company["phone"] or company["email"] or "",
        account=account,
        sender=own or (account.sender if account else None),
        shared=own is None,
        monthly_cap_cents=settings.monthly_cap_cents if settings is not None else None,
    )


def refusal(
    db: Session,
    terms: TextingTerms,
    customer: Customer,
    phone: str | None,
    now: datetime,
    *,
    is_automatic: bool,
    segments: int,
    besides: int = 0,
) -> str | None:
    """Return why a text may not be sent, as a sentence for the business; None if it may.

    ``besides`` is the number of segments of this text that the month's total already includes.
    """
    if terms.account is None:
        return NOT_SET_UP
    if terms.sender is None:
        return NO_NUMBER
    if phone is None:
        return NO_PHONE
    if opt_outs.has_opted_out(db, terms.operator.id, phone, shared=terms.shared):
        return OPTED_OUT
    if not has_consent(customer) and (is_automatic or not _may_reply(db, phone, now)):
        return NO_CONSENT
    if terms.monthly_cap_cents is not None:
        spent = queries.segments_since(db, queries.month_began(now, terms.operator.time_zone)) - besides
        if (spent + segments) * CENTS_A_SEGMENT > terms.monthly_cap_cents:
            return OVER_CAP
    return None


def _may_reply(db: Session, phone: str, now: datetime) -> bool:
    at = queries.last_inbound_at(db, phone)
    return at is not None and now - at <= queries.REPLY_WITHIN


def held_until(
    db: Session, operator: Operator, customer: Customer, phone: str, now: datetime, *, booking_id: int | None = None
) -> datetime | None:
    """Return when the quiet hours at the customer's place end; None if a text may be sent now."""
    at = queries.last_inbound_at(db, phone)
    if at is not None and now - at <= ANSWER_WITHIN:
        return None
    return quiet_until(now, zones_of(db, operator, customer, booking_id))


def zones_of(db: Session, operator: Operator, customer: Customer, booking_id: int | None = None) -> list[ZoneInfo]:
    """Return the time zones of the state of the customer's booking; of the business if the state is unknown."""
    usual = [ZoneInfo(operator.time_zone)]
    if country_of(operator.time_zone) not in _IN_THE_STATES:
        return usual
    booking = queries.booking(db, booking_id) if booking_id is not None else None
    booking = booking or queries.latest_booking(db, queries.with_merged(db, customer.id))
    if booking is None:
        return usual
    venue = queries.venue_of(db, booking)
    if venue is not None:
        names = zones_of_state(venue.state, venue.zip_code)
    elif booking.address:
        country = "".join(filter(str.isalpha, (booking.address.get("country") or "").lower()))
        if country not in _SPELLED:
            return usual
        names = zones_of_state(booking.address.get("state"), booking.address.get("zip_code"))
    else:
        return usual
    return [ZoneInfo(name) for name in sorted(names)] or usual
