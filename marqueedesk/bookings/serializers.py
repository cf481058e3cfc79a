"""Bookings as responses: for the operator, and with fewer fields for the visitor."""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, Literal, TypeVar
from zoneinfo import ZoneInfo

from pydantic.alias_generators import to_camel

from marqueedesk.availability.operator_lock import not_overdue_from
from marqueedesk.bookings.models import (
    AWAY,
    BACK,
    CANCELED,
    COMPLETED,
    CONFIRMED,
    FROM_FORM,
    OVERDUE,
    PENDING,
    Booking,
    BookingChange,
    balance,
    owed,
)
from marqueedesk.bookings.schemas import (
    BookingOut,
    BookingWithHistory,
    CalendarBooking,
    ChangeOut,
    CrewBookingOut,
    CrewBookingWithHistory,
    OnSiteOut,
    OptionOut,
    PlacedOut,
    VisitorBookingOut,
    WorkOut,
)
from marqueedesk.bookings.unavailable_requests import AskedWire, asked_answer
from marqueedesk.kit import clock
from marqueedesk.kit.db.row_writer import Columns
from marqueedesk.kit.money import units
from marqueedesk.pricing.agreed_price import AgreedPrice, delivery_is_open, read_breakdown, read_price
from marqueedesk.pricing.api import tax_percent
from marqueedesk.pricing.payment_terms import DuePart, PaymentTerms, schedule
from marqueedesk.pricing.policy_schemas import DuePartOut
from marqueedesk.pricing.price_list import PriceList, Rate, rate
from marqueedesk.rentals.line_serializers import (
    letters_of,
    lines_of_row,
    serialize_add_ons,
    serialize_rented,
    serialize_sign,
)
from marqueedesk.rentals.rental_request import iso
from marqueedesk.rentals.stored_lines import lines_of as booking_lines
from marqueedesk.venues.address_schemas import address_answer
from marqueedesk.venues.models import Venue

WorkT = TypeVar("WorkT", bound=WorkOut)
CrewT = TypeVar("CrewT", bound=CrewBookingOut)


def chosen_options(
    prices: PriceList, agreed: AgreedPrice, *, size: str, color: str, add_ons: Iterable[str]
) -> list[OptionOut]:
    """Return the chosen options with agreed or listed names. Without letters there is no size."""
    listed = rate(prices.sizes, size)
    label = listed.label if listed else size
    options = [
        *([OptionOut(kind="size", code=size, label=label, offered=listed is not None)] if size else []),
        _option("color", color, rate(prices.colors, color), agreed.color),
    ]
    return options + [_option("addOn", code, rate(prices.add_ons, code), agreed.add_on(code)) for code in add_ons]


def _option(kind: Literal["color", "addOn"], code: str, listed: Rate | None, agreed: Rate | None) -> OptionOut:
    source = agreed if agreed is not None and agreed.code == code else listed
    return OptionOut(kind=kind, code=code, label=source.label if source else code, offered=listed is not None)


def for_visitor(booking_id: int, row: Mapping[str, Any], zone: ZoneInfo, prices: PriceList) -> VisitorBookingOut:
    """Serialize a new booking for its visitor: without operator notes and other bookings.

    ``row`` holds the booking's columns, ``prices`` is the operator's price list.
    """
    asked = asked_answer(row, clock.now(), for_operator=False)
    return _work(VisitorBookingOut, booking_id, row, zone, prices, asked, _money(row, zone, prices))


def placed(booking_id: int, row: Mapping[str, Any], zone: ZoneInfo, prices: PriceList, page_url: str) -> PlacedOut:
    """Serialize a new booking for its visitor, with the URL of its page."""
    asked = asked_answer(row, clock.now(), for_operator=False)
    more = _money(row, zone, prices) | {"page_url": page_url}
    return _work(PlacedOut, booking_id, row, zone, prices, asked, more)


def _work(
    answer: type[WorkT],
    booking_id: int,
    row: Mapping[str, Any],
    zone: ZoneInfo,
    prices: PriceList,
    asked: AskedWire,
    more: Columns,
) -> WorkT:
    """Serialize the fields visible to everyone who may see the booking. ``more`` adds its lines and fields of
    ``answer``.
    """
    return answer.model_validate(
        {
            **asked,
            **_confirmation(row, zone, held=asked["held"]),
            **more,
            "id": booking_id,
            "number": row["number"],
            "user_id": row["operator_id"],
            "status": row["status"],
            "message": row["message"],
            "size": row["size"],
            "letters": letters_of(row),
            "letter_count": row["letter_count"],
            "rental_days": row["rental_days"],
            "customer_name": row["customer_name"],
            "customer_email": row["customer_email"] or None,
            "customer_phone": row["customer_phone"],
            "venue_id": row["venue_id"],
            "venue_name": row["venue_name"],
            "venue_address": row["venue_address"],
            "address": address_answer(row["address"]),
            "delivery_date": iso(row["delivery_day"], row["delivery_clock"], zone),
            "pickup_date": iso(row["pickup_day"], row["pickup_clock"], zone),
            "event_type": row["event_type"],
            "preferred_install_time": row["install_time"],
            "color_option": row["color"],
            "add_ons": serialize_add_ons(prices, row["add_ons"]),
            "notes": row["notes"],
            "created_at": _instant(row["created_at"], zone),
        }
    )


def _confirmation(row: Mapping[str, Any], zone: ZoneInfo, *, held: bool) -> Columns:
    """Return whether confirming the address would hold the letters, and when the hold ends without confirmation."""
    asks = bool(row.get("must_confirm")) and row["status"] == PENDING and row.get("pay_by") is None
    by = row["hold_expires_at"] if asks and held else None
    return {"confirm_address": asks and not held, "confirm_by": _instant(by, zone) if by else None}


def _money(row: Mapping[str, Any], zone: ZoneInfo, prices: PriceList) -> Columns:
    """Serialize the amounts, for viewers who may see money."""
    return {
        "lines": lines_of_row(row, prices, priced=True),
        "venue_surcharge": units(row["venue_surcharge_cents"]),
        "breakdown": read_breakdown(row["breakdown"]).to_wire(),
        **_tax(row["breakdown"].get("order") or {}),
        "total_price": units(row["total_cents"]),
        "deposit": units(row["deposit_cents"]),
        "deposit_paid": units(min(row["received_cents"], row["deposit_cents"])),
        "received": units(row["received_cents"]),
        "balance_due": units(balance(row)),
        "schedule": schedule_answer(schedule_of(row, zone)),
        "discount_code": row.get("discount_code"),
        "delivery_to_confirm": delivery_is_open(row["breakdown"]),
    }


def _tax(order: Mapping[str, Any]) -> Columns:
    """Serialize the agreed sales tax; empty for prices before rates were stored."""
    return {
        "tax_place": order.get("tax_place"),
        "tax_percent": tax_percent(order["sales_tax_ppm"]) if "sales_tax_ppm" in order else None,
        "tax_exempt": order.get("exemption"),
    }


def schedule_of(row: Mapping[str, Any], zone: ZoneInfo) -> list[DuePart]:
    """Return the payment schedule by the agreed terms. For a canceled booking: the cancellation fee, due at once."""
    canceled = row["status"] == CANCELED
    booked = (row["updated_at"] if canceled else row["created_at"]).astimezone(zone).date()
    whole, charged = owed(row), row.get("charges_cents") or 0
    charges = min(whole, charged)
    return schedule(
        whole - charges,
        deposit_cents=0 if canceled else row["deposit_cents"],
        terms=PaymentTerms.from_json(row["payment_terms"]),
        booked=booked,
        delivery=booked if canceled else row["delivery_day"],
        received_cents=row["received_cents"],
        reduced_cents=0 if canceled else row["reduced_cents"] or 0,
        charges=[(row["charges_due"], charges)] if charges else (),
    )


def schedule_answer(parts: Iterable[DuePart]) -> list[DuePartOut]:
    """Serialize a payment schedule."""
    return [
        DuePartOut(due=part.due.isoformat(), amount=units(part.cents), paid=units(part.paid_cents)) for part in parts
    ]


def goods_of(
    row: Mapping[str, Any], zone: ZoneInfo, now: datetime, grace_hours: int = 0
) -> tuple[str, datetime | None]:
    """Return the state of a booking's goods, and when they became overdue.

    Overdue means confirmed, past due, and neither returned nor completed; or canceled while out. This also applies if
    handovers aren't recorded.
    """
    return _goods(row, zone, not_overdue_from(now, zone, grace_hours), grace_hours)


def _goods(row: Mapping[str, Any], zone: ZoneInfo, due_before: date, grace_hours: int) -> tuple[str, datetime | None]:
    is_due = row["status"] == CONFIRMED or (row["status"] == CANCELED and row["goods"] in AWAY)
    if not is_due or row["goods"] == BACK:
        return (BACK if row["status"] == COMPLETED else row["goods"]), None
    if row["pickup_day"] >= due_before:
        return row["goods"], None
    end = datetime.combine(row["pickup_day"] + timedelta(days=1), time(0), zone).astimezone(UTC)
    return OVERDUE, (end + timedelta(hours=grace_hours)).astimezone(zone)


def expected_back(row: Mapping[str, Any], zone: ZoneInfo) -> str | None:
    """Return the expected return of late goods: a date, or a date-time if a time was given."""
    # A new booking has none.
    return_day = row.get("return_day")
    if return_day is None:
        return None
    return iso(return_day, row["return_clock"], zone) if row["return_clock"] else return_day.isoformat()


def for_member(
    row: Mapping[str, Any],
    zone: ZoneInfo,
    prices: PriceList,
    *,
    sees_money: bool,
    grace_hours: int,
    due_before: date | None = None,
) -> CrewBookingOut:
    """Serialize a booking for a member of the business, with amounts if the member may see money (A5).

    ``grace_hours`` are the business's hours before goods are overdue; ``due_before`` is the resulting day
    (`not_overdue_from`), if known.
    """
    booking_id: int = row["id"]
    if sees_money:
        more = _operators_own(row, zone, prices)
        return _crew(BookingOut, booking_id, row, zone, prices, grace_hours, more, due_before)
    more = {"lines": lines_of_row(row, prices, priced=False)}
    return _crew(CrewBookingOut, booking_id, row, zone, prices, grace_hours, more, due_before)


def for_operator(
    booking_id: int, row: Mapping[str, Any], zone: ZoneInfo, prices: PriceList, *, grace_hours: int = 0
) -> BookingOut:
    """Serialize a booking for the operator: the staff view plus amounts."""
    return _crew(BookingOut, booking_id, row, zone, prices, grace_hours, _operators_own(row, zone, prices))


def _crew(
    answer: type[CrewT],
    booking_id: int,
    row: Mapping[str, Any],
    zone: ZoneInfo,
    prices: PriceList,
    grace_hours: int,
    more: Columns,
    due_before: date | None = None,
) -> CrewT:
    now = clock.now()
    due_before = due_before or not_overdue_from(now, zone, grace_hours)
    goods, overdue_since = _goods(row, zone, due_before, grace_hours)
    return _work(
        answer,
        booking_id,
        row,
        zone,
        prices,
        asked_answer(row, now, for_operator=True),
        {
            "goods": goods,
            "overdue_since": _instant(overdue_since, zone) if overdue_since else None,
            "expected_back": expected_back(row, zone),
            "source": row["source"],
            "delivery_time_given": row["delivery_time_given"],
            "pickup_time_given": row["pickup_time_given"],
            "operator_notes": row["operator_notes"],
            "possible_duplicate": row["possible_duplicate"],
            "hold_expires_at": _instant(row["hold_expires_at"], zone) if row["hold_expires_at"] else None,
            "revision": row["revision"],
            "updated_at": _instant(row["updated_at"], zone),
        }
        | more,
    )


def _operators_own(row: Mapping[str, Any], zone: ZoneInfo, prices: PriceList) -> Columns:
    """Serialize the fields hidden from staff."""
    return _money(row, zone, prices) | {
        "disputed": units(row["disputed_cents"]),
        "lost": units(row["lost_cents"]),
        "reduced": units(row["reduced_cents"]),
        "overbook_reason": row["overbook_reason"],
        "quote_id": row["quote_id"],
    }


def for_calendar(row: Mapping[str, Any], zone: ZoneInfo) -> CalendarBooking:
    """Serialize a booking for a calendar."""
    return CalendarBooking(
        id=row["id"],
        number=row["number"],
        status=row["status"],
        message=row["message"],
        size=row["size"],
        customer_name=row["customer_name"],
        venue_name=row["venue_name"],
        delivery_date=iso(row["delivery_day"], row["delivery_clock"], zone),
        delivery_time_given=row["delivery_time_given"],
        pickup_date=iso(row["pickup_day"], row["pickup_clock"], zone),
        pickup_time_given=row["pickup_time_given"],
    )


def of_booking(booking: Booking, zone: ZoneInfo, prices: PriceList, *, grace_hours: int = 0) -> BookingOut:
    """Serialize a stored booking for its operator."""
    return for_operator(booking.id, booking.__dict__, zone, prices, grace_hours=grace_hours)


def options_of(booking: Booking, prices: PriceList) -> list[OptionOut]:
    """Return the chosen options of a stored booking."""
    agreed = read_price(booking.breakdown)
    return chosen_options(prices, agreed, size=booking.size, color=booking.color, add_ons=booking.add_ons)


_OF_STAFF = frozenset(to_camel(name) for name in CrewBookingOut.model_fields)
"""Fields whose changes staff see in the history. Others, such as amounts, require the right to see money (A5)."""


def with_history(
    booking: Booking,
    changes: list[BookingChange],
    zone: ZoneInfo,
    *,
    prices: PriceList,
    venue: Venue | None,
    grace_hours: int = 0,
    sees_money: bool,
) -> BookingWithHistory | CrewBookingWithHistory:
    """Serialize a booking with its history, starting with its creation, and the access notes of its listed ``venue``.

    One response contains everything that a job sheet needs.
    """
    row, rented = booking.__dict__, booking_lines(booking.__dict__)
    details: Columns = {
        "options": options_of(booking, prices),
        "sign": serialize_sign(rented, prices),
        "rented": serialize_rented(rented, prices),
        "site": _site(venue),
        "history": _history(booking, changes, zone, sees_money=sees_money),
    }
    if not sees_money:
        details["lines"] = lines_of_row(row, prices, priced=False)
        return _crew(CrewBookingWithHistory, booking.id, row, zone, prices, grace_hours, details)
    details |= _operators_own(row, zone, prices)
    return _crew(BookingWithHistory, booking.id, row, zone, prices, grace_hours, details)


def _history(booking: Booking, changes: list[BookingChange], zone: ZoneInfo, *, sees_money: bool) -> list[ChangeOut]:
    # The creator's name is the customer name at the time, before later corrections.
    customer = next((row.changes["customerName"][0] for row in changes if "customerName" in row.changes), None)
    placed = ChangeOut(
        at=_instant(booking.created_at, zone),
        who=(customer or booking.customer_name) if booking.source == FROM_FORM else booking.placed_by or "Operator",
        kind="created",
        from_status=None,
        to_status=None,
        # A booking made from a quote was created by whoever accepted the quote.
        changes={"quoteId": [None, booking.quote_id]} if booking.quote_id and sees_money else {},
    )
    return [placed, *[_change(change, zone, sees_money=sees_money) for change in changes]]


def _change(change: BookingChange, zone: ZoneInfo, *, sees_money: bool) -> ChangeOut:
    return ChangeOut.model_validate(
        {
            "at": _instant(change.at, zone),
            "who": change.who,
            "kind": change.kind,
            "from_status": change.from_status,
            "to_status": change.to_status,
            "changes": {name: both for name, both in change.changes.items() if sees_money or name in _OF_STAFF},
        }
    )


def _site(venue: Venue | None) -> OnSiteOut | None:
    if venue is None:
        return None
    return OnSiteOut.of_row(venue, load_in=venue.load_in_instructions, parking=venue.parking_instructions)


# Cached: lists repeat the same rows, and time zone lookups are slow.
@lru_cache(maxsize=1024)
def _instant(value: datetime, zone: ZoneInfo) -> str:
    return value.astimezone(zone).isoformat()
