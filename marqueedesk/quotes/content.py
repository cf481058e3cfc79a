"""The content of a quote: parsed from the request, priced, and converted to the parts of a booking.

Stored as JSON under the API's names in snake case, with money in cents, and days and times in the operator's local time
("2027-06-01", or "2027-06-01T14:00:00" if a time was given).
"""

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any, TypedDict, cast
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.orm import Session

from marqueedesk.availability.days import Moment, parse_moment
from marqueedesk.availability.models import QUOTE
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.charges.discount_codes import usable_code
from marqueedesk.bookings.estimate import AGREED, estimate
from marqueedesk.bookings.form_rules import read_event_type, validate_complete
from marqueedesk.bookings.requests import same_where_alike, with_first_letters
from marqueedesk.kit.db.tenancy import assert_tenant_filtered
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.text.text_forms import code_key
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.agreed_price import StoredPrice, read_breakdown, read_price, stored_price
from marqueedesk.pricing.breakdown import NO_DISCOUNT, Breakdown, Discount
from marqueedesk.pricing.extras import stored_discount, stored_extras
from marqueedesk.pricing.price_list import DEFAULT_COLOR
from marqueedesk.pricing.sales_tax import Exemption
from marqueedesk.quotes.models import Quote, QuoteContent
from marqueedesk.quotes.schemas import QuoteInput
from marqueedesk.rentals.catalog import read_catalog, read_given_lines, ticked
from marqueedesk.rentals.lines import Lines, letters_line, letters_lines, title_of
from marqueedesk.rentals.priced_rental import PricedRental
from marqueedesk.rentals.rental_request import Days, OwnLine, Place, RentalRequest, check_days, read_days, read_moment
from marqueedesk.rentals.stored_lines import StoredLine, read_lines, stored_lines
from marqueedesk.venues.address import NO_ADDRESS, Address

LONGEST_OFFER = dt.timedelta(days=366)
_LAST_MOMENT = dt.time(23, 59, 59)
_DAYS = {"delivery_date": "deliveryDate", "pickup_date": "pickupDate"}


_OF_LINES = {"lines", "message", "size", "color_option", "add_ons"}
_OF_POLICY = {"damage_waiver", "discount_code"}


def read_content(
    db: Session,
    given: QuoteInput,
    names: Collection[str],
    terms: Terms,
    now: dt.datetime,
    before: QuoteContent | None = None,
) -> dict[str, object]:
    """Convert the sent fields to their stored form; ``before`` is the content being edited.

    Raises Invalid on the two dates, the event type, the address, the lines and the discount code; UnknownItem,
    UnknownPackage and CodeNotValid.
    """
    content: dict[str, object] = {}
    if not _OF_LINES.isdisjoint(names):
        content |= flat_lines(_read_lines(db, given, names, terms, lines_of(before) if before is not None else None))
    for name in names:
        if name in _OF_LINES or name in _OF_POLICY:
            continue
        value: Any = getattr(given, name)
        if name == "extra_lines":
            value = stored_extras(value)
        elif name == "discount":
            value = stored_discount(value)
        elif name == "address":
            if given.address is not None:
                validate_complete(given.address.value, by_operator=True)
            value = given.address.value.to_json() if given.address else {}
        elif name == "event_type":
            value = read_event_type(terms.rules, value, before["event_type"] if before is not None else None)
        elif name in _DAYS and value is not None:
            value = _wall(read_moment(value, terms.zone, _DAYS[name]))
        content[name] = value
    if "damage_waiver" in names and (before is None or given.damage_waiver != _has_waiver(before)):
        content["damage_waiver"] = given.damage_waiver
    if "discount_code" in names:
        content |= _read_code(db, given, names, terms, now, before)
    return content


def _has_waiver(content: QuoteContent) -> bool:
    return price_of(content).damage_waiver_cents > 0


def _read_code(
    db: Session,
    given: QuoteInput,
    names: Collection[str],
    terms: Terms,
    now: dt.datetime,
    before: QuoteContent | None,
) -> dict[str, object]:
    """Return a quote's discount code with its discount. A code that the quote already has keeps its terms; removing the
    code removes its discount.
    """
    had = before.get("discount_code") if before is not None else None
    if given.discount_code:
        if code_key(given.discount_code) == had and before is not None:
            return {"discount_code": had, "discount": before["discount"]}
        code = usable_code(db.connection(), terms, given.discount_code, now)
        off = code.discount
        kind, value = ("percent", off.basis_points) if off.basis_points else ("amount", off.cents)
        return {"discount_code": code.key, "discount": {"kind": kind, "value": value}}
    if had is None or before is None:
        return {"discount_code": None} if before is None or "discount_code" in before else {}
    typed = stored_discount(given.discount) if "discount" in names else None
    return {"discount_code": None, "discount": None if typed == before["discount"] else typed}


def _read_lines(db: Session, given: QuoteInput, names: Collection[str], terms: Terms, before: Lines | None) -> Lines:
    if "lines" in names and given.lines is not None:
        catalog = read_catalog(db.connection(), terms.operator_id, given.lines, for_visitor=False)
        return same_where_alike(read_given_lines(given.lines, catalog, before or ()), before or ())
    if before is not None:
        return with_first_letters(before, given, names)
    add_ons = ticked(given.add_ons)
    return (letters_line(given.message or "", size=given.size or "", color=given.color_option, add_ons=add_ons),)


class FlatLines(TypedDict):
    """The fields of a quote's content that hold its lines."""

    message: str
    size: str
    color_option: str
    add_ons: list[str]
    rental_lines: list[StoredLine] | None


def flat_lines(lines: Lines) -> FlatLines:
    """Convert lines to content fields: the first line of letters is stored in separate fields, and the full list only
    if there is more than that line.
    """
    first = next(iter(letters_lines(lines)), None)
    return {
        "message": title_of(lines),
        "size": first.size if first is not None else "",
        "color_option": first.color if first is not None else DEFAULT_COLOR,
        "add_ons": list(first.add_ons) if first is not None else [],
        "rental_lines": stored_lines(lines),
    }


def lines_of(content: QuoteContent) -> Lines:
    """Return the lines in a quote's content."""
    kept = content.get("rental_lines")
    if kept is not None:
        return read_lines(kept)
    color, add_ons = content["color_option"], content["add_ons"]
    return (letters_line(content["message"], size=content["size"], color=color, add_ons=add_ons),)


def reprice(
    db: Session,
    terms: Terms,
    content: Mapping[str, object],
    now: dt.datetime,
    *,
    before: QuoteContent | None = None,
    renew: bool = False,
    by_line: bool = False,
) -> QuoteContent:
    """Return the content with its current venue and price (Q1): parts of ``before`` keep their agreed price unless
    ``renew``, new parts get today's. With ``by_line``, the request has a list of lines, and errors name their fields by
    line.

    Raises Invalid on the field that prevents pricing (message, days, size, color, venue, discount), and CodeNotValid if
    the order is below the minimum of a newly added code.
    """
    wanted = _with_place(cast("QuoteContent", content), before)
    code = wanted.get("discount_code")
    days = None
    if wanted["delivery_date"] and wanted["pickup_date"]:
        install_time = wanted["preferred_install_time"]
        days = read_days(terms, wanted["delivery_date"], wanted["pickup_date"], install_time, now, by_operator=True)
        if before is not None and not renew and _same_days(wanted, before):
            days = replace(days, rental_days=price_of(before).days)
    found = estimate(
        db.connection(),
        terms,
        replace(
            _request(wanted, days),
            exemption=_exemption(db, wanted, None if renew else before),
            by_line=by_line,
        ),
        by_operator=True,
        now=now,
        agreed=rental_of(before) if before is not None else None,
        renew=renew,
        caps_discount=code is not None,
        caps_new_discount=code is not None,
        with_alternatives=False,
    )
    if found.rental is None:
        # Both dates are required; a message without letters counts as empty.
        raise Invalid(fields={"message": "Enter a message with at least one letter"})
    repriced = cast("QuoteContent", dict(wanted) | flat_lines(found.rental.request.lines))
    repriced["price"] = _price(found.rental, before)
    if "damage_waiver" in wanted:
        repriced["damage_waiver"] = found.rental.breakdown.damage_waiver_cents > 0
    if code is not None and (before is None or before.get("discount_code") != code):
        applied = usable_code(db.connection(), terms, code, now)
        applied.ensure_minimum_order(found.rental.breakdown.order_cents)
    if found.venue is not None:
        repriced["venue_name"], repriced["venue_address"] = found.venue.name, found.venue.address
    return repriced


def _exemption(db: Session, content: QuoteContent, before: QuoteContent | None) -> Exemption | None:
    """Return the customer's sales tax exemption: the agreed one if the customer is the same, else the current one."""
    email = content["customer_email"]
    if before is not None and before["customer_email"] == email:
        order = read_price(before["price"]).order
        return order.exemption if order is not None else None
    return pricing.price_list(db).sales_tax.exemption_of(email)


def _with_place(content: QuoteContent, before: QuoteContent | None) -> QuoteContent:
    """Return the content with a single location: a venue or an address. If both are set, the one that changed is kept.

    Raises Invalid on address if both changed.
    """
    address, venue_id = content.get("address") or NO_ADDRESS, content["venue_id"]
    was_venue, was = (before["venue_id"], before.get("address") or NO_ADDRESS) if before else (None, NO_ADDRESS)
    if address and venue_id is not None:
        if venue_id != was_venue and address != was:
            raise Invalid(fields={"address": "Send a venue or an address, not both"})
        address, venue_id = (NO_ADDRESS, venue_id) if address == was else (address, None)
    placed: QuoteContent = {**content, "address": address, "venue_id": venue_id}
    found = Address.from_json(address)
    if found is not None:
        placed["venue_address"] = found.line
        if before is not None and was_venue is not None and content["venue_name"] == before["venue_name"]:
            placed["venue_name"] = None
    elif was and venue_id is None and before is not None and content["venue_address"] == before["venue_address"]:
        placed["venue_name"] = placed["venue_address"] = None
    return placed


def _same_days(content: QuoteContent, before: QuoteContent) -> bool:
    """Return true if neither date has changed, so that the agreed price still applies."""
    names = ("delivery_date", "pickup_date")
    return all(content[name] == before[name] for name in names)


def _price(rental: PricedRental, before: QuoteContent | None) -> StoredPrice:
    """Return the price to store. If the same letters cost the same as before, the stored price is kept exactly as it
    is.
    """
    if before is not None and price_of(before) == rental.breakdown:
        old, new = rental_of(before).request.lines, rental.request.lines
        if len(old) == len(new) and all(line.is_like(other) for line, other in zip(old, new, strict=True)):
            return before["price"]
    return stored_price(rental.price)


def rental_of(content: QuoteContent, days: Days | None = None) -> PricedRental:
    """Return the rental in a quote's content at its agreed price."""
    return PricedRental(_request(content, days), read_price(content["price"]))


def _request(content: QuoteContent, days: Days | None) -> RentalRequest:
    stored = content["discount"]
    discount = NO_DISCOUNT
    if stored is not None:
        in_cents = stored["kind"] == "amount"
        discount = Discount(cents=stored["value"]) if in_cents else Discount(basis_points=stored["value"])
    return RentalRequest(
        lines_of(content),
        days,
        Place(
            content["venue_id"],
            content["venue_name"],
            content["venue_address"],
            Address.from_json(content.get("address")),
        ),
        tuple([OwnLine(row["text"], row["cents"]) for row in content["extra_lines"]]),
        discount,
        content.get("damage_waiver"),
    )


_quotes = Quote.__table__
_AGREED = assert_tenant_filtered(
    select(_quotes.c.content).where(_quotes.c.operator_id == bindparam("operator"), _quotes.c.id == bindparam("holder"))
)


def agreed_for_quote(connection: Connection, operator_id: int, quote_id: int) -> PricedRental | None:
    """Return the rental of a quote's current version without its dates, at its agreed price. None if there is no such
    quote.
    """
    found = connection.execute(_AGREED, {"operator": operator_id, "holder": quote_id}).scalar_one_or_none()
    return None if found is None else rental_of(cast("QuoteContent", found))


# Registered here because the bookings package does not depend on quotes, and an estimate for a quote must keep its
# agreed prices.
AGREED[QUOTE] = agreed_for_quote


def price_of(content: QuoteContent) -> Breakdown:
    """Return the agreed price in a quote's content."""
    return read_breakdown(content["price"])


def days_of(content: QuoteContent, terms: Terms, now: dt.datetime) -> Days | None:
    """Return a quote's dates, or None if one is missing. Agreed dates are accepted as they are."""
    if not content["delivery_date"] or not content["pickup_date"]:
        return None
    both = moment(content["delivery_date"]), moment(content["pickup_date"])
    return check_days(
        terms,
        *both,
        content["preferred_install_time"],
        now,
        by_operator=True,
        known=both,
        known_days=price_of(content).days,
    )


def moment(text: str) -> Moment:
    """Parse a stored delivery or pickup."""
    # The text has no offset, so the time zone does not matter.
    return parse_moment(text, ZoneInfo("UTC"))


def day_of(text: str | None) -> dt.date | None:
    """Return the day of a stored delivery or pickup."""
    return moment(text).day if text else None


def _wall(given: Moment) -> str:
    return given.day.isoformat() if given.time is None else dt.datetime.combine(given.day, given.time).isoformat()


def read_expiry(text: str, terms: Terms, now: dt.datetime, known: dt.datetime | None = None) -> dt.datetime:
    """Parse a quote's expiry: a date means the end of that day (Q4). Raises Invalid on expiresAt.

    ``known`` is the stored expiry, which is accepted again even if it is in the past.
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
    """Return the last second of a day in the operator's time zone."""
    return dt.datetime.combine(day, _LAST_MOMENT, terms.zone).astimezone(dt.UTC)
