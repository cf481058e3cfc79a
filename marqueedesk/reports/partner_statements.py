"""Partners' commission: on what customers paid for the bookings that a partner brought, month by month.

A booking's commission through a day is its share of what was paid by then. A month's commission is the difference of
two such figures, so that the months add up to the whole, and a refund is deducted in the month in which it is made.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.bookings.models import Booking
from marqueedesk.books.booking_entries import day_of_money
from marqueedesk.kit.money import share
from marqueedesk.partners.models import Partner, PartnerReferral
from marqueedesk.payments.models import PAYMENT, PROCESSING, RECEIVED, REFUND, RETURNED, BookingPayment, PaymentDispute
from marqueedesk.pricing.agreed_price import AgreedPrice, read_price
from marqueedesk.pricing.breakdown import net_part, share_of
from marqueedesk.pricing.price_list import BASIS_POINTS, Charge
from marqueedesk.pricing.rates import ItemRates
from marqueedesk.pricing.sales_tax import DELIVERY
from marqueedesk.stripe.disputes import LOST, state_of

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class CommissionRow:
    """A booking's commission in a period: the part of the money received that earns commission, in cents, and the
    commission on it. Both are negative if more was returned than paid.
    """

    booking: Booking
    base_cents: int
    commission_cents: int


@dataclass(frozen=True, slots=True)
class Movement:
    """Money received (positive) or returned (negative) on a day, in cents."""

    day: date
    cents: int


def statement(db: Session, partner: Partner, first: date, last: date, zone: ZoneInfo) -> list[CommissionRow]:
    """Return the bookings that earned or lost a partner commission from ``first`` to ``last``, by number."""
    bookings = _bookings(db, partner.id)
    movements = _movements(db, [booking.id for booking in bookings], zone)
    rows = [commission(partner, booking, movements.get(booking.id, ()), first, last) for booking in bookings]
    return [row for row in rows if row.base_cents or row.commission_cents]


def commission(
    partner: Partner, booking: Booking, movements: Sequence[Movement], first: date, last: date
) -> CommissionRow:
    """Return a booking's commission from ``first`` to ``last``."""
    total, whole = max(0, booking.total_cents), earning_cents(booking, partner.excludes)
    step = read_price(booking.breakdown).breakdown.step_cents

    def through(day: date) -> tuple[int, int]:
        paid = min(total, max(0, sum(movement.cents for movement in movements if movement.day <= day)))
        base = share_of(whole, paid, total, step)
        flat = share_of(partner.commission_cents, paid, total, step)
        return base, flat or share(base, partner.commission_basis_points, BASIS_POINTS, step)

    (base, earned), (base_before, earned_before) = through(last), through(first - _DAY)
    return CommissionRow(booking, base - base_before, earned - earned_before)


def earning_cents(booking: Booking, excludes: Iterable[str]) -> int:
    """Return the part of a booking's total that earns commission: without tax and tip, and without the delivery fee and
    the items if they are excluded.
    """
    price = read_price(booking.breakdown)
    figures, order = price.breakdown, price.order
    free = figures.tax_cents + figures.tip_cents
    if "delivery" in excludes:
        free += net_part(figures, order, DELIVERY, figures.delivery_fee_cents)
    if "items" in excludes:
        free += sum(_item_cents(price, line) for line in price.lines if isinstance(line, ItemRates))
    # A custom total keeps the proportions of the computed price.
    return share_of(max(0, figures.total_cents - free), max(0, booking.total_cents), figures.total_cents)


def _item_cents(price: AgreedPrice, line: ItemRates) -> int:
    """Return the price of a line of items without the tax that it includes."""
    figures, order = price.breakdown, price.order
    cents = line.total_cents(order.charge if order else Charge.DAY, figures.days)
    return net_part(figures, order, "items", cents) if line.is_taxable else cents


def earned_by_partner(db: Session, first: date, last: date, zone: ZoneInfo) -> dict[int, int]:
    """Return the commission in cents earned from ``first`` to ``last``, by partner id."""
    partners = db.scalars(select(Partner)).all()
    return {
        partner.id: sum(row.commission_cents for row in statement(db, partner, first, last, zone))
        for partner in partners
    }


def _bookings(db: Session, partner_id: int) -> Sequence[Booking]:
    query = select(Booking).join(
        PartnerReferral,
        (PartnerReferral.operator_id == Booking.operator_id) & (PartnerReferral.booking_id == Booking.id),
    )
    return db.scalars(query.where(PartnerReferral.partner_id == partner_id).order_by(Booking.number)).all()


def _movements(db: Session, booking_ids: Sequence[int], zone: ZoneInfo) -> dict[int, list[Movement]]:
    """Return the money received and returned for bookings, with lost disputes, by booking id."""
    movements: dict[int, list[Movement]] = {}
    for some in _portions(booking_ids):
        payments = db.scalars(select(BookingPayment).where(BookingPayment.booking_id.in_(some))).all()
        for row in payments:
            if row.entry == PAYMENT and row.state == RECEIVED:
                movements.setdefault(row.booking_id, []).append(Movement(day_of_money(row, zone), row.amount_cents))
            elif row.entry == REFUND and row.state in {PROCESSING, RETURNED}:
                movements.setdefault(row.booking_id, []).append(Movement(day_of_money(row, zone), -row.amount_cents))
        booking_of = {row.id: row.booking_id for row in payments}
        disputes = select(PaymentDispute).where(PaymentDispute.payment_id.in_(list(booking_of)))
        for dispute in db.scalars(disputes):
            if state_of(dispute.status) == LOST:
                lost = Movement(dispute.asked_at.astimezone(zone).date(), -dispute.amount_cents)
                movements.setdefault(booking_of[dispute.payment_id], []).append(lost)
    return movements


def _portions(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Split ids into portions, because databases limit the parameters of a statement."""
    for start in range(0, len(ids), 500):
        yield ids[start : start + 500]
