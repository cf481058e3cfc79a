"""A booking as the wire shows it: to its operator, and, with less, to the visitor who placed it."""

from collections.abc import Iterable, Mapping
from datetime import datetime, time, timedelta
from functools import lru_cache
from typing import Any, Literal, TypedDict
from zoneinfo import ZoneInfo

from pydantic.alias_generators import to_camel

from marqueedesk.bookings.asked import asked_answer
from marqueedesk.bookings.line_answers import add_ons_answer, letters_of, lines_of_row, rented_answers, sign_answers
from marqueedesk.bookings.line_schemas import ItemLineAnswer, LettersLineAnswer, PackageLineAnswer
from marqueedesk.bookings.models import (
    AWAY,
    BACK,
    CANCELED,
    COMPLETED,
    CONFIRMED,
    FROM_FORM,
    OVERDUE,
    Booking,
    BookingChange,
    balance,
    owed,
)
from marqueedesk.bookings.rental_request import iso
from marqueedesk.bookings.schemas import CrewBookingWithHistory
from marqueedesk.bookings.stored_lines import lines_of as booking_lines
from marqueedesk.kit import clock
from marqueedesk.kit.money import units
from marqueedesk.pricing.agreed_price import AgreedPrice, delivery_is_open, read_breakdown, read_price
from marqueedesk.pricing.payment_terms import DuePart, PaymentTerms, schedule
from marqueedesk.pricing.policy_schemas import DuePartAnswer
from marqueedesk.pricing.price_list import PriceList, Rate, rate
from marqueedesk.venues.address import address_answer
from marqueedesk.venues.models import Venue


class ChosenOption(TypedDict):
    """A size, color or add-on of a booking as the wire shows it. ``offered`` says whether it still is."""

    kind: Literal["size", "color", "addOn"]
    code: str
    label: str
    offered: bool


def chosen_options(
    prices: PriceList, agreed: AgreedPrice, *, size: str, color: str, add_ons: Iterable[str]
) -> list[ChosenOption]:
    """A choice with its names: as it was agreed, or as the price list calls it."""
    listed = rate(prices.sizes, size)
    found: list[ChosenOption] = [
        {"kind": "size", "code": size, "label": listed.label if listed else size, "offered": listed is not None},
        _option("color", color, rate(prices.colors, color), agreed.color),
    ]
    return found + [_option("addOn", code, rate(prices.add_ons, code), agreed.add_on(code)) for code in add_ons]


def _option(kind: Literal["color", "addOn"], code: str, listed: Rate | None, agreed: Rate | None) -> ChosenOption:
    known = agreed if agreed is not None and agreed.code == code else listed
    return {"kind": kind, "code": code, "label": known.label if known else code, "offered": listed is not None}


def for_visitor(booking_id: int, row: Mapping[str, Any], zone: ZoneInfo, prices: PriceList) -> dict[str, Any]:
    """A booking as the visitor who placed it sees it: no operator's notes, nothing about other bookings.

    ``row`` holds the values of the booking's columns, ``prices`` is what the operator offers.
    """
    breakdown = read_breakdown(row["breakdown"])
    return {
        "id": booking_id,
        "number": row["number"],
        "userId": row["operator_id"],
        "status": row["status"],
        "message": row["message"],
        "size": row["size"],
        "letters": letters_of(row),
        "letterCount": row["letter_count"],
        "lines": lines_of_row(row, prices),
        "rentalDays": row["rental_days"],
        "customerName": row["customer_name"],
        "customerEmail": row["customer_email"] or None,
        "customerPhone": row["customer_phone"],
        "venueId": row["venue_id"],
        "venueName": row["venue_name"],
        "venueAddress": row["venue_address"],
        "address": address_answer(row["address"]),
        "venueSurcharge": units(row["venue_surcharge_cents"]),
        "deliveryDate": iso(row["delivery_day"], row["delivery_clock"], zone),
        "pickupDate": iso(row["pickup_day"], row["pickup_clock"], zone),
        "eventType": row["event_type"],
        "preferredInstallTime": row["install_time"],
        "colorOption": row["color"],
        "addOns": add_ons_answer(prices, row["add_ons"]),
        "breakdown": breakdown.to_wire(),
        "totalPrice": units(row["total_cents"]),
        "deposit": units(row["deposit_cents"]),
        "depositPaid": units(min(row["received_cents"], row["deposit_cents"])),
        "received": units(row["received_cents"]),
        "balanceDue": units(balance(row)),
        "schedule": [part.model_dump() for part in schedule_answer(schedule_of(row, zone))],
        "discountCode": row.get("discount_code"),
        "deliveryToConfirm": delivery_is_open(row["breakdown"]),
        "notes": row["notes"],
        "createdAt": _instant(row["created_at"], zone),
    } | asked_answer(row, clock.now(), for_operator=False)


def schedule_of(row: Mapping[str, Any], zone: ZoneInfo) -> list[DuePart]:
    """When a booking's money is due, by the terms that were agreed. Of a canceled one: what that costs, at once."""
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
        charges=[(row["charges_due"], charges)] if charges else (),
    )


def schedule_answer(parts: Iterable[DuePart]) -> list[DuePartAnswer]:
    """A schedule as the wire shows it."""
    return [
        DuePartAnswer(due=part.due.isoformat(), amount=units(part.cents), paid=units(part.paid_cents)) for part in parts
    ]


def goods_of(
    row: Mapping[str, Any], zone: ZoneInfo, now: datetime, grace_hours: int = 0
) -> tuple[str, datetime | None]:
    """Where a booking's goods are, and since when they are overdue: confirmed, due back, and neither in nor completed;
    or canceled while they were out.

    Overdue from the end of the pickup's day plus ``grace_hours``, also where nobody records handovers.
    """
    is_due = row["status"] == CONFIRMED or (row["status"] == CANCELED and row["goods"] in AWAY)
    if not is_due or row["goods"] == BACK:
        return (BACK if row["status"] == COMPLETED else row["goods"]), None
    end = datetime.combine(row["pickup_day"] + timedelta(days=1), time(0), zone) + timedelta(hours=grace_hours)
    return (OVERDUE, end) if now >= end else (row["goods"], None)


def expected_back(row: Mapping[str, Any], zone: ZoneInfo) -> str | None:
    """When late goods are expected: a day, or a date-time where the time was said too."""
    # A booking that was just placed has none.
    said = row.get("return_day")
    if said is None:
        return None
    return iso(said, row["return_clock"], zone) if row["return_clock"] else said.isoformat()


def for_operator(
    booking_id: int, row: Mapping[str, Any], zone: ZoneInfo, prices: PriceList, *, grace_hours: int = 0
) -> dict[str, Any]:
    """A booking as the operator sees it. ``grace_hours`` are the business's hours before goods are overdue."""
    goods, overdue_since = goods_of(row, zone, clock.now(), grace_hours)
    return (
        for_visitor(booking_id, row, zone, prices)
        | {
            "goods": goods,
            "overdueSince": _instant(overdue_since, zone) if overdue_since else None,
            "expectedBack": expected_back(row, zone),
            "source": row["source"],
            "deliveryTimeGiven": row["delivery_time_given"],
            "pickupTimeGiven": row["pickup_time_given"],
            "operatorNotes": row["operator_notes"],
            "possibleDuplicate": row["possible_duplicate"],
            "overbookReason": row["overbook_reason"],
            "quoteId": row["quote_id"],
            "holdExpiresAt": _instant(row["hold_expires_at"], zone) if row["hold_expires_at"] else None,
            "revision": row["revision"],
            "updatedAt": _instant(row["updated_at"], zone),
        }
        | asked_answer(row, clock.now(), for_operator=True)
    )


def for_calendar(row: Mapping[str, Any], zone: ZoneInfo) -> dict[str, Any]:
    """A booking as a calendar shows it."""
    return {
        "id": row["id"],
        "number": row["number"],
        "status": row["status"],
        "message": row["message"],
        "size": row["size"],
        "customerName": row["customer_name"],
        "venueName": row["venue_name"],
        "deliveryDate": iso(row["delivery_day"], row["delivery_clock"], zone),
        "deliveryTimeGiven": row["delivery_time_given"],
        "pickupDate": iso(row["pickup_day"], row["pickup_clock"], zone),
        "pickupTimeGiven": row["pickup_time_given"],
    }


def of_booking(booking: Booking, zone: ZoneInfo, prices: PriceList, *, grace_hours: int = 0) -> dict[str, Any]:
    """A stored booking as its operator sees it."""
    return for_operator(booking.id, booking.__dict__, zone, prices, grace_hours=grace_hours)


def options_of(booking: Booking, prices: PriceList) -> list[ChosenOption]:
    """The choices of a stored booking."""
    agreed = read_price(booking.breakdown)
    return chosen_options(prices, agreed, size=booking.size, color=booking.color, add_ons=booking.add_ons)


_OF_STAFF = frozenset(to_camel(name) for name in CrewBookingWithHistory.model_fields)
"""The fields of a booking that its staff answer has. Any other, such as an amount, is for those who see money (A5)."""
_OF_STAFFS_LINE = frozenset(
    to_camel(name)
    for line in (LettersLineAnswer, ItemLineAnswer, PackageLineAnswer)
    for name in line.model_fields
    if name != "price"
)


def for_staff(answer: Mapping[str, Any]) -> dict[str, Any]:
    """A booking as somebody sees it who may not see money: neither in its fields nor in its history."""
    shown = {name: value for name, value in answer.items() if name in _OF_STAFF}
    if "lines" in shown:
        shown["lines"] = [
            {name: value for name, value in line.items() if name in _OF_STAFFS_LINE} for line in shown["lines"]
        ]
    if "history" in shown:
        shown["history"] = [
            entry | {"changes": {name: change for name, change in entry["changes"].items() if name in _OF_STAFF}}
            for entry in shown["history"]
        ]
    return shown


def with_history(
    booking: Booking,
    changes: list[BookingChange],
    zone: ZoneInfo,
    *,
    prices: PriceList,
    venue: Venue | None,
    grace_hours: int = 0,
) -> dict[str, Any]:
    """A stored booking with its history, which begins with its own creation, and what its listed ``venue`` says about
    getting in: everything that a job sheet needs comes with one answer.
    """
    # The person who placed it keeps the name given then, whatever the name was corrected to since.
    customer = next((row.changes["customerName"][0] for row in changes if "customerName" in row.changes), None)
    placed: dict[str, Any] = {
        "at": _instant(booking.created_at, zone),
        "who": (customer or booking.customer_name) if booking.source == FROM_FORM else booking.placed_by or "Operator",
        "kind": "created",
        "fromStatus": None,
        "toStatus": None,
        # What it came from: who placed it is who accepted that quote.
        "changes": {"quoteId": [None, booking.quote_id]} if booking.quote_id else {},
    }
    story = [
        {
            "at": _instant(change.at, zone),
            "who": change.who,
            "kind": change.kind,
            "fromStatus": change.from_status,
            "toStatus": change.to_status,
            "changes": change.changes,
        }
        for change in changes
    ]
    rented = booking_lines(booking.__dict__)
    return of_booking(booking, zone, prices, grace_hours=grace_hours) | {
        "options": options_of(booking, prices),
        "sign": sign_answers(rented, prices),
        "rented": rented_answers(rented, prices),
        "site": _site(venue),
        "history": [placed, *story],
    }


def _site(venue: Venue | None) -> dict[str, Any] | None:
    if venue is None:
        return None
    return {
        "contactName": venue.contact_name,
        "contactPhone": venue.contact_phone,
        "contactEmail": venue.contact_email,
        "loadIn": venue.load_in_instructions,
        "parking": venue.parking_instructions,
        "notes": venue.notes,
    }


# The same rows are listed again and again, and a time zone is slow to ask.
@lru_cache(maxsize=8192)
def _instant(value: datetime, zone: ZoneInfo) -> str:
    return value.astimezone(zone).isoformat()
