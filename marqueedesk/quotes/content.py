"""What a quote offers, as one document: read from the wire, priced, and turned into what a booking is made of.

Stored are JSON values under the wire's names in snake case, money in cents, days and times as the operator's wall clock
shows them ("2027-06-01", or "2027-06-01T14:00:00" where a time was given).
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.availability.days import Moment, parse_moment
from marqueedesk.availability.facts import Terms
from marqueedesk.bookings.estimate import estimate
from marqueedesk.bookings.rental import (
    Days,
    check_days,
    chosen_add_ons,
    read_moment,
    shown_breakdown,
    stored_breakdown,
)
from marqueedesk.bookings.schemas import EstimateInput
from marqueedesk.kit.errors import Invalid
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.breakdown import DEFAULT_COLOR, Breakdown
from marqueedesk.pricing.extras import AmountOff, ExtraLine, PercentOff, stored_discount, stored_extras
from marqueedesk.quotes.schemas import QuoteInput

Content = dict[str, Any]
LONGEST_OFFER = dt.timedelta(days=366)
_LAST_MOMENT = dt.time(23, 59, 59)
_DAYS = {"delivery_date": "deliveryDate", "pickup_date": "pickupDate"}


def read_content(given: QuoteInput, names: Iterable[str], terms: Terms) -> Content:
    """The named fields as they are stored. Raises Invalid on the two days."""
    content: Content = {}
    for name in names:
        value: Any = getattr(given, name)
        if name == "extra_lines":
            value = stored_extras(value)
        elif name == "discount":
            value = stored_discount(value)
        elif name == "add_ons":
            value = [code for code, chosen in (given.add_ons or {}).items() if chosen]
        elif name == "color_option":
            value = value or DEFAULT_COLOR
        elif name in _DAYS and value is not None:
            value = _wall(read_moment(value, terms.zone, _DAYS[name]))
        content[name] = value
    return content


def settle(db: Session, terms: Terms, content: Content, now: dt.datetime) -> Content:
    """The content with its venue as it is now and its price by today's list (Q1).

    Raises Invalid on the field that stands against it: message, days, size, colour, venue, discount.
    """
    form = form_of(content)
    found = estimate(db.connection(), terms.operator_id, form, by_operator=True, form_key=None, now=now, ways_out=False)
    if found.price is None:
        # Both are required; what is left of a message without letters is nothing.
        raise Invalid(fields={"message": "Enter a message with at least one letter"})
    flags = dict.fromkeys(content["add_ons"], True)
    settled = content | {
        "price": stored_breakdown(found.price),
        "add_ons": chosen_add_ons(pricing.price_list(db), flags),
    }
    if found.venue is not None:
        settled |= {"venue_name": found.venue.name, "venue_address": found.venue.address}
    return settled


def form_of(content: Mapping[str, Any], quote_id: int | None = None) -> EstimateInput:
    """The content as what an estimate takes."""
    discount: AmountOff | PercentOff | None = None
    if stored := content["discount"]:
        kind = AmountOff if stored["kind"] == "amount" else PercentOff
        discount = kind.model_construct(**{"kind": stored["kind"], stored["kind"]: stored["value"]})
    return EstimateInput.model_construct(
        message=content["message"],
        size=content["size"],
        venue_id=content["venue_id"],
        delivery_date=content["delivery_date"],
        pickup_date=content["pickup_date"],
        preferred_install_time=content["preferred_install_time"],
        color_option=content["color_option"],
        add_ons=dict.fromkeys(content["add_ons"], True),
        quote_id=quote_id,
        booking_id=None,
        extra_lines=[
            ExtraLine.model_construct(text=line["text"], amount=line["cents"]) for line in content["extra_lines"]
        ],
        discount=discount,
    )


def price_of(content: Mapping[str, Any]) -> Breakdown:
    """The price that a content was settled at."""
    return shown_breakdown(content["price"])


def days_of(content: Mapping[str, Any], terms: Terms, now: dt.datetime) -> Days | None:
    """The days of a settled content, or None while it has not got both. What was agreed stands as it is."""
    if not content["delivery_date"] or not content["pickup_date"]:
        return None
    both = moment(content["delivery_date"]), moment(content["pickup_date"])
    return check_days(terms, *both, content["preferred_install_time"], now, by_operator=True, known=both)


def moment(text: str) -> Moment:
    """A stored delivery or pickup."""
    # Without an offset the zone does not matter.
    return parse_moment(text, ZoneInfo("UTC"))


def day_of(text: str | None) -> dt.date | None:
    """The day of a stored delivery or pickup."""
    return moment(text).day if text else None


def _wall(given: Moment) -> str:
    return given.day.isoformat() if given.time is None else dt.datetime.combine(given.day, given.time).isoformat()


def read_expiry(text: str, terms: Terms, now: dt.datetime, known: dt.datetime | None = None) -> dt.datetime:
    """Until when a quote can be accepted: a date means its end (Q4). Raises Invalid on expiresAt.

    ``known`` is what is stored: sent back, it stands also where it has passed.
    """
    given = read_moment(text, terms.zone, "expiresAt")
    expires = dt.datetime.combine(given.day, given.time or _LAST_MOMENT, terms.zone).astimezone(dt.UTC)
    if known is not None and expires.replace(microsecond=0) == known.replace(microsecond=0):
        return known
    if expires <= now:
        raise Invalid(fields={"expiresAt": "The quote must expire in the future"})
    if expires > now + LONGEST_OFFER:
        raise Invalid(fields={"expiresAt": "A quote can be open for at most a year"})
    return expires


def end_of_day(day: dt.date, terms: Terms) -> dt.datetime:
    """The last second of a day at the operator's place."""
    return dt.datetime.combine(day, _LAST_MOMENT, terms.zone).astimezone(dt.UTC)
