"""Serialize a booking's page for its customer, and the customer's entries for the operator."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings import agreements
from marqueedesk.bookings import serializers as booking_serializers
from marqueedesk.bookings.accepted_terms import AcceptedTerms, accepted_terms
from marqueedesk.bookings.agreements import Agreement
from marqueedesk.bookings.charges import charges
from marqueedesk.bookings.links import BookingLinks, stored_link
from marqueedesk.bookings.models import CANCELED, PENDING, Booking
from marqueedesk.bookings.schemas import BookingOut
from marqueedesk.business import queries as business
from marqueedesk.customer_pages import queries
from marqueedesk.customer_pages.models import Cancellation, ChangeRequest, CrewNotes
from marqueedesk.customer_pages.schemas import (
    AcceptedTermsOut,
    AgreementOut,
    CancelingOut,
    ChangeRequestOut,
    CrewNotesOut,
    CustomerSideOut,
    HeldOut,
    LookedAtOut,
    PayingOut,
    PaymentLookOut,
    PriceLineOut,
    PublicBookingOut,
    ReplacedOut,
    SeenCancellationOut,
)
from marqueedesk.delivery.rules import rules_of
from marqueedesk.documents import document_content
from marqueedesk.documents import queries as documents
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.instance_settings.service import Platform
from marqueedesk.kit import clock
from marqueedesk.kit.db.row_writer import Columns
from marqueedesk.kit.money import units
from marqueedesk.payments import ledger, shares
from marqueedesk.payments import queries as payments
from marqueedesk.payments import serializers as payment_serializers
from marqueedesk.payments.canceling import canceling, free_hours_of
from marqueedesk.payments.ledger import figures_of
from marqueedesk.payments.models import PAYMENT, PROCESSING, RECEIVED, BookingPayment, PaymentShare
from marqueedesk.payments.service import PAYABLE, is_payable
from marqueedesk.pricing import queries as pricing
from marqueedesk.pricing.payment_terms import open_by, tiers_in_words
from marqueedesk.pricing.policy_words import moving_in_words
from marqueedesk.rentals.line_serializers import serialize_rented, serialize_sign
from marqueedesk.stripe.minimums import smallest_cents
from marqueedesk.stripe.queries import takes_cards

_OF_BOOKING = frozenset(PublicBookingOut.model_fields) & frozenset(BookingOut.model_fields) - {"lines"}
"""Booking fields copied from the standard serializer. The price lines are those used in documents."""


def for_customer(
    db: Session, operator: Operator, booking: Booking, *, platform: Platform, now: datetime
) -> PublicBookingOut:
    """Return the page's content. ``platform`` has the installation's settings, including the payment provider's."""
    return PublicBookingOut.model_validate(_fields(db, operator, booking, platform, now))


def after_look(
    db: Session, operator: Operator, booking: Booking, looked_at: LookedAtOut | None, *, platform: Platform
) -> PaymentLookOut:
    """Return the page's content after a check with the provider, with the state of the payment that was asked about."""
    fields = _fields(db, operator, booking, platform, clock.now()) | {"looked_at": looked_at}
    return PaymentLookOut.model_validate(fields)


def _fields(db: Session, operator: Operator, booking: Booking, platform: Platform, now: datetime) -> Columns:
    zone = ZoneInfo(operator.time_zone)
    prices = pricing.price_list(db)
    shown = booking_serializers.for_operator(booking, zone, prices)
    company = {name: value for name, value in business.company(db, operator).items() if name != "taxId"}
    rented = booking.lines
    payment_terms = booking.terms
    cost = canceling(booking, zone=zone, free_hours=free_hours_of(db, operator, booking), now=now)
    canceled = _cancellation(queries.cancellation(db, booking), zone, sees_money=True)
    cancellation = canceled.model_dump() if canceled else None
    money = payments.of_booking(db, booking.id)
    return {name: value for name, value in shown if name in _OF_BOOKING} | {
        "currency": operator.currency,
        "time_zone": operator.time_zone,
        "date_format": operator.date_format,
        "time_format": operator.time_format,
        "measures": operator.measures,
        "company": company,
        "delivery_time_given": booking.delivery_time_given,
        "pickup_time_given": booking.pickup_time_given,
        "pickup_hours": rules_of(operator.rules).pickup_hours.words(operator.time_format),
        "options": booking_serializers.options_of(booking, prices),
        "sign": serialize_sign(rented, prices),
        "rented": serialize_rented(rented, prices),
        "lines": document_content.booking_prices(
            documents.letterhead(db, operator),
            booking,
            prices,
            documents.extra_lines(db, booking),
        ),
        "charges": _charges(db, booking, documents.letterhead(db, operator)),
        "invoice": invoice.number if (invoice := documents.invoice_of(db, booking.id)) else None,
        "total": units(booking.total_cents),
        "received": units(booking.received_cents),
        "cancel_fee": units(booking.cancel_fee_cents or 0) if booking.status == CANCELED else None,
        "canceling": CancelingOut(
            possible=cost.is_possible,
            fee=units(cost.fee_cents),
            refund=units(max(0, booking.received_cents - cost.fee_cents)),
            to_card=units(sum(cents for _, cents in ledger.by_card_to_return(cost.fee_cents, money))),
            free_until=instant(cost.free_until, zone),
            tiers=tiers_in_words(payment_terms.cancellation) + moving_in_words(payment_terms, operator.currency),
        ),
        "crew_notes": _crew_notes(queries.crew_notes(db, booking.id), zone),
        # Customers don't see which team member answered.
        "change_requests": [
            _change_request(row, zone).model_copy(update={"done_by": None})
            for row in queries.change_requests(db, booking.id)
        ],
        "cancellation": cancellation,
        "cancelation": cancellation,
        "paying": _paying(db, operator, booking, money, platform, now),
        "payments": payment_serializers.for_customer(money, zone, shares.of_booking(db, booking.id)),
        "agreement": _agreement(agreements.agreement(db, booking.id), zone, sees_money=True),
        "held": _held(booking, zone, now),
        "address_confirmed": booking.address_confirmed_at is not None,
    }


def _held(booking: Booking, zone: ZoneInfo, now: datetime) -> HeldOut | None:
    ends = booking.hold_expires_at
    if booking.status != PENDING or ends is None or ends <= now:
        return None
    return HeldOut(until=instant(ends, zone), seconds_left=int((ends - now).total_seconds()))


def _charges(db: Session, booking: Booking, letterhead: Letterhead) -> list[PriceLineOut]:
    """Return the charges for damaged and lost pieces, each with its tax."""
    if not booking.charges_cents:
        return []
    return [
        PriceLineOut(
            text=charges.charge_in_words(row),
            detail=f"Includes {letterhead.money(row.tax_cents)} sales tax" if row.tax_cents else None,
            amount=letterhead.money((row.cents or 0) + row.tax_cents),
        )
        for row in charges.charged(db, booking.id)
    ]


def _paying(
    db: Session, operator: Operator, booking: Booking, money: list[BookingPayment], platform: Platform, now: datetime
) -> PayingOut:
    """Return the amounts payable on the page, and whether cards are accepted."""
    where = figures_of(booking, money)
    payable = is_payable(booking, now)
    is_open = where.due > 0 and (payable or booking.status == CANCELED)
    return PayingOut(
        card=payable and takes_cards(db, operator.id, platform.stripe),
        deposit=units(where.deposit_due) if payable else 0,
        balance=units(where.due) if payable else 0,
        processing=units(where.processing),
        returning=units(where.returning),
        to_return=units(where.overpaid),
        pay_by=instant(booking.pay_by, ZoneInfo(operator.time_zone)) if booking.pay_by else None,
        smallest=units(smallest_cents(operator.currency)),
        shares=shares.number_of(db, booking.id),
        how_to_pay=pricing.how_to_pay(db, operator.id, platform.stripe) if is_open else None,
    )


def share_fields(
    db: Session, operator: Operator, booking: Booking, share: PaymentShare, *, platform: Platform
) -> Columns:
    """Return a share's page. ``platform`` has the installation's settings, including the payment provider's."""
    money = payments.of_booking(db, booking.id)
    due, state = figures_of(booking, money).due, ledger.share_state(share, money)
    paid = sum(
        row.amount_cents
        for row in money
        if row.share_id == share.id and row.entry == PAYMENT and row.state in {RECEIVED, PROCESSING}
    )
    cents = paid if state != "open" else min(share.amount_cents, due)
    can_pay = booking.status in PAYABLE and takes_cards(db, operator.id, platform.stripe)
    is_closed = state == "open" and (not can_pay or cents < smallest_cents(operator.currency))
    prices = pricing.price_list(db)
    return {
        "currency": operator.currency,
        "time_zone": operator.time_zone,
        "date_format": operator.date_format,
        "time_format": operator.time_format,
        "measures": operator.measures,
        "company": {name: value for name, value in business.company(db, operator).items() if name != "taxId"},
        "customer_name": booking.customer_name,
        "message": booking.message,
        "letter_count": booking.letter_count,
        "sign": serialize_sign(booking.lines, prices),
        "delivery_day": booking.delivery_day.isoformat(),
        "name": share.name,
        "amount": units(cents),
        "state": "closed" if is_closed else state,
    }


def pays_now(db: Session, operator: Operator, booking: Booking, *, platform: Platform, now: datetime) -> bool:
    """Return true if part of the price is due today and can be paid by card on the booking's page."""
    money = payments.of_booking(db, booking.id)
    paying = _paying(db, operator, booking, money, platform, now)
    zone = ZoneInfo(operator.time_zone)
    parts = booking.payment_schedule(zone)
    due = open_by(parts, now.astimezone(zone).date())
    return paying.card and due >= smallest_cents(operator.currency)


def for_operator(
    db: Session, booking: Booking, zone: ZoneInfo, links: BookingLinks, *, sees_money: bool
) -> CustomerSideOut:
    """Return the customer's entries, and the page's link if the caller may see prices."""
    link = stored_link(db, booking.id) if sees_money else None
    cancellation = _cancellation(queries.cancellation(db, booking), zone, sees_money=sees_money)
    return CustomerSideOut(
        link=links.address(link) if link else None,
        crew_notes=_crew_notes(queries.crew_notes(db, booking.id), zone),
        change_requests=[_change_request(row, zone) for row in queries.change_requests(db, booking.id)],
        cancellation=cancellation,
        cancelation=cancellation,
        accepted_terms=_accepted_terms(accepted_terms(db, booking.id), zone),
        agreement=_agreement(agreements.agreement(db, booking.id), zone, sees_money=sees_money),
    )


def _agreement(row: Agreement | None, zone: ZoneInfo, *, sees_money: bool) -> AgreementOut | None:
    if row is None:
        return None
    shown = ("message", "size", "deliveryDate", "pickupDate", *(["totalPrice"] if sees_money else []))
    return AgreementOut.of_row(
        row,
        before=ReplacedOut.model_validate({name: row.before.get(name) for name in shown}),
        asked_at=instant(row.asked_at, zone),
        answered_at=instant(row.answered_at, zone) if row.answered_at else None,
    )


def _accepted_terms(row: AcceptedTerms | None, zone: ZoneInfo) -> AcceptedTermsOut | None:
    if row is None:
        return None
    return AcceptedTermsOut.of_row(row, accepted_at=instant(row.accepted_at, zone))


def _crew_notes(notes: CrewNotes | None, zone: ZoneInfo) -> CrewNotesOut | None:
    if notes is None:
        return None
    return CrewNotesOut.of_row(notes, updated_at=instant(notes.updated_at, zone))


def _change_request(row: ChangeRequest, zone: ZoneInfo) -> ChangeRequestOut:
    done_at = instant(row.done_at, zone) if row.done_at else None
    return ChangeRequestOut.of_row(row, asked_at=instant(row.asked_at, zone), done_at=done_at)


def _cancellation(row: Cancellation | None, zone: ZoneInfo, *, sees_money: bool) -> SeenCancellationOut | None:
    if row is None:
        return None
    seen = SeenCancellationOut(at=instant(row.at, zone), reason=row.reason)
    if sees_money:
        seen.fee = units(row.fee_cents)
    return seen


def instant(value: datetime, zone: ZoneInfo) -> str:
    """Format an instant with the operator's UTC offset."""
    return value.astimezone(zone).isoformat()
