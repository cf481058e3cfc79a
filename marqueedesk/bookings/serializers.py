"""Serialize bookings for responses: for the operator, and with fewer fields for the visitor."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypedDict, TypeVar
from zoneinfo import ZoneInfo

from pydantic.alias_generators import to_camel

from marqueedesk.availability.operator_lock import not_overdue_from
from marqueedesk.bookings.lists import CalendarRow
from marqueedesk.bookings.models import (
    BACK,
    COMPLETED,
    FROM_FORM,
    OVERDUE,
    PENDING,
    Booking,
    BookingChange,
    Goods,
    LostReason,
)
from marqueedesk.bookings.prepayment import state_of_active
from marqueedesk.bookings.schemas import (
    BookingInList,
    BookingOut,
    BookingWithHistory,
    CalendarBooking,
    ChangedFieldOut,
    ChangedInWordsOut,
    ChangeOut,
    CrewBookingInList,
    CrewBookingOut,
    CrewBookingWithHistory,
    OptionOut,
    PlacedOut,
    VisitorBookingOut,
    WorkOut,
)
from marqueedesk.bookings.unavailable_requests import AskedWire, asked_answer
from marqueedesk.insurance.state import CertificateState
from marqueedesk.inventory.outage_schemas import BorrowedOut, RiskOut
from marqueedesk.kit import clock
from marqueedesk.kit.money import units
from marqueedesk.kit.text.formats import Measures
from marqueedesk.pricing.agreed_price import AgreedPrice, StoredExemption, StoredOrder, delivery_is_open, read_breakdown
from marqueedesk.pricing.api import tax_percent
from marqueedesk.pricing.automatic_charges import attempts_of, next_attempt
from marqueedesk.pricing.breakdown import BreakdownWire
from marqueedesk.pricing.card_terms import CardOnFileOut, SecurityHoldOut, card_answer, security_hold_answer
from marqueedesk.pricing.payment_terms import DuePart
from marqueedesk.pricing.policy_schemas import AttemptOut, BookingPart, ChargedPartOut, DuePartOut
from marqueedesk.pricing.price_list import PriceList, Rate, rate
from marqueedesk.rentals.changed_fields import ChangeFormats, label_of
from marqueedesk.rentals.changed_fields import changed_fields as fields_in_words
from marqueedesk.rentals.line_schemas import AnyLineOut, LettersLineOut
from marqueedesk.rentals.line_serializers import (
    lines_without_price,
    serialize_add_ons,
    serialize_lines,
    serialize_rented,
    serialize_sign,
    with_custom_color,
)
from marqueedesk.rentals.lines import custom_colors
from marqueedesk.rentals.rental_request import iso
from marqueedesk.venues.address_schemas import address_answer
from marqueedesk.venues.models import Venue
from marqueedesk.venues.schemas import SiteAccessOut

WorkT = TypeVar("WorkT", bound=WorkOut)
CrewT = TypeVar("CrewT", bound=CrewBookingOut)


def chosen_options(
    prices: PriceList, agreed: AgreedPrice, *, size: str, color: str, add_ons: Iterable[str], custom_color: str = ""
) -> list[OptionOut]:
    """Return the chosen options with their agreed names, or those on the price list. Without letters there is
    no size. The color's name includes ``custom_color``, the color that the customer entered.
    """
    listed = rate(prices.sizes, size)
    label = listed.label if listed else size
    named = _option("color", color, rate(prices.colors, color), agreed.color)
    named.label = with_custom_color(named.label, custom_color)
    options = [
        *([OptionOut(kind="size", code=size, label=label, offered=listed is not None)] if size else []),
        named,
    ]
    return options + [_option("addOn", code, rate(prices.add_ons, code), agreed.add_on(code)) for code in add_ons]


def _option(kind: Literal["color", "addOn"], code: str, listed: Rate | None, agreed: Rate | None) -> OptionOut:
    source = agreed if agreed is not None and agreed.code == code else listed
    return OptionOut(kind=kind, code=code, label=source.label if source else code, offered=listed is not None)


def for_visitor(booking: Booking, zone: ZoneInfo, prices: PriceList) -> VisitorBookingOut:
    """Serialize a new booking for its visitor, without operator notes or other bookings.

    ``prices`` is the operator's price list.
    """
    asked = asked_answer(booking, clock.now(), for_operator=False)
    return _work(VisitorBookingOut, booking, zone, prices, asked, _money(booking, zone, prices))


def placed(booking: Booking, zone: ZoneInfo, prices: PriceList, page_url: str | None) -> PlacedOut:
    """Serialize a new booking for its visitor, with the URL of its page."""
    now = clock.now()
    asked = asked_answer(booking, now, for_operator=False)
    state, ends = state_of_active(booking, now), booking.hold_expires_at
    is_held = state == "waiting_for_approval" and asked["held"] and not booking.must_confirm and ends is not None
    until = ends.astimezone(zone).isoformat() if is_held and ends is not None else None
    more = {**_money(booking, zone, prices), "page_url": page_url, "state": state, "held_until": until}
    return _work(PlacedOut, booking, zone, prices, asked, more)


def _work(
    answer: type[WorkT],
    booking: Booking,
    zone: ZoneInfo,
    prices: PriceList,
    asked: AskedWire,
    more: Mapping[str, object],
) -> WorkT:
    """Serialize the fields visible to everyone who may see the booking. ``more`` has the lines and the additional
    fields of the response type ``answer``.
    """
    return answer.model_validate(
        {
            **asked,
            **_confirmation(booking, zone, held=asked["held"]),
            **more,
            "id": booking.id,
            "number": booking.number,
            "user_id": booking.operator_id,
            "status": booking.status,
            "message": booking.message,
            "size": booking.size,
            "letters": booking.letters,
            "letter_count": booking.letter_count,
            "rental_days": booking.rental_days,
            "customer_name": booking.customer_name,
            "customer_email": booking.customer_email or None,
            "customer_phone": booking.customer_phone,
            "venue_id": booking.venue_id,
            "venue_name": booking.venue_name,
            "venue_address": booking.venue_address,
            "address": address_answer(booking.address),
            "delivery_date": iso(booking.delivery_day, booking.delivery_clock, zone),
            "pickup_date": iso(booking.pickup_day, booking.pickup_clock, zone),
            "event_type": booking.event_type,
            "preferred_install_time": booking.install_time,
            "color_option": booking.color,
            "add_ons": serialize_add_ons(prices, booking.add_ons),
            "notes": booking.notes,
            "created_at": _instant(booking.created_at, zone),
        }
    )


class ConfirmationFields(TypedDict):
    """Fields about the confirmation of the customer's email address."""

    confirm_address: bool
    confirm_by: str | None


def _confirmation(booking: Booking, zone: ZoneInfo, *, held: bool) -> ConfirmationFields:
    """Return whether confirming the address would hold the letters, and when the hold ends if it isn't confirmed."""
    asks = booking.must_confirm and booking.status == PENDING and booking.pay_by is None
    by = booking.hold_expires_at if asks and held else None
    return {"confirm_address": asks and not held, "confirm_by": _instant(by, zone) if by else None}


class AgreedTaxFields(TypedDict):
    """Fields about the agreed sales tax; all None for prices before rates were stored."""

    tax_place: str | None
    tax_percent: float | int | None
    tax_exempt: StoredExemption | None
    vat_id: str | None
    reverse_charge: bool


class MoneyFields(AgreedTaxFields):
    """The amounts of a booking, for viewers who may see money."""

    lines: Sequence[AnyLineOut]
    venue_surcharge: float | int
    breakdown: BreakdownWire
    total_price: float | int
    deposit: float | int
    deposit_paid: float | int
    received: float | int
    balance_due: float | int
    schedule: list[BookingPart]
    discount_code: str | None
    delivery_to_confirm: bool


def _money(booking: Booking, zone: ZoneInfo, prices: PriceList) -> MoneyFields:
    """Serialize the amounts, for viewers who may see money."""
    return {
        "lines": _lines(booking, prices, priced=True),
        "venue_surcharge": units(booking.venue_surcharge_cents),
        "breakdown": read_breakdown(booking.breakdown).to_wire(),
        **_tax(booking.customer_vat_id, booking.breakdown.get("order")),
        "total_price": units(booking.total_cents),
        "deposit": units(booking.deposit_cents),
        "deposit_paid": units(min(booking.received_cents, booking.deposit_cents)),
        "received": units(booking.received_cents),
        "balance_due": units(booking.balance_cents),
        "schedule": booking_schedule(booking, zone),
        "discount_code": booking.discount_code,
        "delivery_to_confirm": delivery_is_open(booking.breakdown),
    }


def _lines(booking: Booking, prices: PriceList, *, priced: bool) -> Sequence[AnyLineOut]:
    """Serialize the lines, with totals if ``priced``."""
    if booking.stored_lines is not None:
        lines = booking.lines
        return serialize_lines(lines, booking.price, prices) if priced else lines_without_price(lines, prices)
    # Fast path for nearly every booking, because lists have thousands.
    line = LettersLineOut(
        kind="letters",
        text=booking.message,
        size=booking.size,
        finish=prices.usual_finish,
        color_option=booking.color,
        add_ons=serialize_add_ons(prices, booking.add_ons),
        letter_count=booking.letter_count,
    )
    if priced:
        figures = booking.breakdown
        line.price = units(figures["base_cents"] + figures["color_cents"] + figures["add_ons_cents"])
    return [line]


def _tax(vat_id: str | None, order: StoredOrder | None) -> AgreedTaxFields:
    """Serialize the agreed sales tax; empty for prices before rates were stored."""
    exemption = order.get("exemption") if order else None
    is_reverse = exemption is not None and exemption.get("reverse_charge", False)
    return {
        "tax_place": order.get("tax_place") if order else None,
        "tax_percent": tax_percent(order["sales_tax_ppm"]) if order and "sales_tax_ppm" in order else None,
        "tax_exempt": None if is_reverse else exemption,
        "vat_id": vat_id,
        "reverse_charge": is_reverse,
    }


def schedule_answer(parts: Iterable[DuePart]) -> list[DuePartOut]:
    """Serialize a payment schedule."""
    return [
        DuePartOut(due=part.due.isoformat(), amount=units(part.cents), paid=units(part.paid_cents)) for part in parts
    ]


def booking_schedule(booking: Booking, zone: ZoneInfo) -> list[BookingPart]:
    """Serialize a booking's payment schedule, with automatic charges if its terms have them."""
    answer = schedule_answer(booking.payment_schedule(zone))
    stored, card = booking.automatic_charges, booking.card_on_file
    if stored is None and not booking.terms.automatic:
        return [*answer]
    charged = {part.due.isoformat(): part for part in booking.automatic_parts(zone)}

    def with_attempts(row: DuePartOut) -> ChargedPartOut:
        part, at = charged.get(row.due), None
        if part is not None and card is not None:
            at = next_attempt(part, stored, datetime.fromisoformat(card["consent_at"]), zone)
        tried = attempts_of(stored, date.fromisoformat(row.due))
        return ChargedPartOut.adding(
            row,
            attempts=[
                AttemptOut(at=_instant(datetime.fromisoformat(one["at"]), zone), result=one["result"]) for one in tried
            ],
            next_attempt=at.isoformat() if at else None,
        )

    return [with_attempts(row) for row in answer]


class GoodsState(NamedTuple):
    """State of a booking's goods, and since when they are overdue."""

    state: Goods
    overdue_since: datetime | None


def goods_of(booking: Booking, zone: ZoneInfo, now: datetime, grace_hours: int = 0) -> GoodsState:
    """Return the state of a booking's goods."""
    return _goods(booking, zone, not_overdue_from(now, zone, grace_hours), grace_hours)


def _goods(booking: Booking, zone: ZoneInfo, due_before: date, grace_hours: int) -> GoodsState:
    since = booking.overdue_since(zone, due_before, grace_hours)
    if since is not None:
        return GoodsState(OVERDUE, since)
    return GoodsState(BACK if booking.status == COMPLETED else booking.goods, None)


def expected_back(booking: Booking, zone: ZoneInfo) -> str | None:
    """Return when late goods are expected back: a date, or a date-time if a time was given."""
    if booking.return_day is None:
        return None
    if booking.return_clock:
        return iso(booking.return_day, booking.return_clock, zone)
    return booking.return_day.isoformat()


def for_list(
    booking: Booking,
    zone: ZoneInfo,
    prices: PriceList,
    *,
    is_at_risk: bool,
    sees_money: bool,
    grace_hours: int,
    due_before: date | None = None,
) -> BookingInList | CrewBookingInList:
    """Serialize a booking in a list for a member of the business, with amounts if the member may see money (A5).

    ``grace_hours`` are the business's hours before goods are overdue; ``due_before`` is the day computed from them by
    `not_overdue_from`, if known.
    """
    if sees_money:
        more: dict[str, object] = {**_operators_own(booking, zone, prices), "risk": is_at_risk}
        return _crew(BookingInList, booking, zone, prices, grace_hours, more, due_before)
    more = {"lines": _lines(booking, prices, priced=False), "risk": is_at_risk}
    return _crew(CrewBookingInList, booking, zone, prices, grace_hours, more, due_before)


def for_operator(booking: Booking, zone: ZoneInfo, prices: PriceList, *, grace_hours: int = 0) -> BookingOut:
    """Serialize a booking for the operator: what staff see, plus amounts."""
    return _crew(BookingOut, booking, zone, prices, grace_hours, _operators_own(booking, zone, prices))


def _crew(
    answer: type[CrewT],
    booking: Booking,
    zone: ZoneInfo,
    prices: PriceList,
    grace_hours: int,
    more: Mapping[str, object],
    due_before: date | None = None,
) -> CrewT:
    now = clock.now()
    due_before = due_before or not_overdue_from(now, zone, grace_hours)
    goods, overdue_since = _goods(booking, zone, due_before, grace_hours)
    return _work(
        answer,
        booking,
        zone,
        prices,
        asked_answer(booking, now, for_operator=True),
        {
            "goods": goods,
            "overdue_since": _instant(overdue_since, zone) if overdue_since else None,
            "expected_back": expected_back(booking, zone),
            "customer_id": booking.customer_id,
            "source": booking.source,
            "delivery_time_given": booking.delivery_time_given,
            "pickup_time_given": booking.pickup_time_given,
            "operator_notes": booking.operator_notes,
            "possible_duplicate": booking.possible_duplicate,
            "hold_expires_at": _instant(booking.hold_expires_at, zone) if booking.hold_expires_at else None,
            "authorized_until": _instant(booking.authorized_until, zone) if booking.authorized_until else None,
            "revision": booking.revision,
            "updated_at": _instant(booking.updated_at, zone),
            **more,
        },
    )


class OwnBookingFields(MoneyFields):
    """Fields that are hidden from staff: amounts and internal data of the business."""

    authorized: float | int
    disputed: float | int
    lost: float | int
    returned_debit: float | int
    reduced: float | int
    hold: SecurityHoldOut | None
    card_on_file: CardOnFileOut | None
    overbook_reason: str | None
    quote_id: int | None
    lapsed_at: str | None
    lost_reason: LostReason | None


def _operators_own(booking: Booking, zone: ZoneInfo, prices: PriceList) -> OwnBookingFields:
    """Serialize the fields that are hidden from staff."""
    return {
        **_money(booking, zone, prices),
        "authorized": units(booking.authorized_cents),
        "disputed": units(booking.disputed_cents),
        "lost": units(booking.lost_cents),
        "returned_debit": units(booking.returned_debit_cents),
        "reduced": units(booking.reduced_cents),
        "hold": security_hold_answer(booking.security_hold, booking.planned_hold_cents),
        "card_on_file": card_answer(booking.card_on_file),
        "overbook_reason": booking.overbook_reason,
        "quote_id": booking.quote_id,
        "lapsed_at": _instant(booking.lapsed_at, zone) if booking.lapsed_at else None,
        "lost_reason": booking.lost_reason,
    }


def for_calendar(booking: CalendarRow, zone: ZoneInfo, *, is_at_risk: bool) -> CalendarBooking:
    """Serialize a booking for a calendar."""
    return CalendarBooking(
        id=booking.id,
        number=booking.number,
        status=booking.status,
        message=booking.message,
        size=booking.size,
        customer_name=booking.customer_name,
        venue_name=booking.venue_name,
        delivery_date=iso(booking.delivery_day, booking.delivery_clock, zone),
        delivery_time_given=booking.delivery_time_given,
        pickup_date=iso(booking.pickup_day, booking.pickup_clock, zone),
        pickup_time_given=booking.pickup_time_given,
        risk=is_at_risk,
    )


def options_of(booking: Booking, prices: PriceList) -> list[OptionOut]:
    """Return the chosen options of a stored booking."""
    return chosen_options(
        prices,
        booking.price,
        size=booking.size,
        color=booking.color,
        add_ons=booking.add_ons,
        custom_color=next(iter(custom_colors(booking.lines)), "") if booking.stored_lines else "",
    )


def changed_fields(changes: Mapping[str, Sequence[Any]]) -> list[ChangedFieldOut]:
    """Serialize the changes of an edit (BookingChange.changes) for the response to it."""
    return [
        ChangedFieldOut.model_validate({"field": name, "label": label_of(name), "from": before, "to": after})
        for name, (before, after) in changes.items()
    ]


def changes_in_words(changes: Mapping[str, Sequence[Any]], style: ChangeFormats) -> list[ChangedInWordsOut]:
    """Serialize changes with their values as text, the total last."""
    return [
        ChangedInWordsOut.model_validate(
            {
                "field": row.name,
                "label": row.label,
                "from": changes[row.name][0],
                "to": changes[row.name][1],
                "from_text": row.before,
                "to_text": row.after,
            }
        )
        for row in fields_in_words(changes, style)
    ]


_OF_STAFF = frozenset(to_camel(name) for name in CrewBookingOut.model_fields)
"""Fields whose changes staff see in the history. Others, such as amounts, require the right to see money (A5)."""


def with_history(
    booking: Booking,
    changes: list[BookingChange],
    zone: ZoneInfo,
    *,
    prices: PriceList,
    venue: Venue | None,
    measures: Measures,
    risk: RiskOut | None,
    certificate: CertificateState,
    borrowed: list[BorrowedOut],
    grace_hours: int = 0,
    sees_money: bool,
) -> BookingWithHistory | CrewBookingWithHistory:
    """Serialize a booking with its history, starting with its creation, and the access notes of its listed ``venue``.

    The response contains everything a job sheet needs.
    """
    rented = booking.lines
    details: dict[str, object] = {
        "risk": risk,
        "certificate": certificate,
        "borrowed": borrowed,
        "options": options_of(booking, prices),
        "sign": serialize_sign(rented, prices),
        "rented": serialize_rented(rented, prices),
        "site": SiteAccessOut.of_venue(venue, measures) if venue else None,
        "history": _history(booking, changes, zone, sees_money=sees_money),
    }
    if not sees_money:
        details["lines"] = _lines(booking, prices, priced=False)
        return _crew(CrewBookingWithHistory, booking, zone, prices, grace_hours, details)
    details |= _operators_own(booking, zone, prices)
    return _crew(BookingWithHistory, booking, zone, prices, grace_hours, details)


def _history(booking: Booking, changes: list[BookingChange], zone: ZoneInfo, *, sees_money: bool) -> list[ChangeOut]:
    # Use the customer name as it was when the booking was created, before any corrections.
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


# Cached: lists repeat the same rows, and time zone lookups are slow.
@lru_cache(maxsize=1024)
def _instant(value: datetime, zone: ZoneInfo) -> str:
    return value.astimezone(zone).isoformat()
