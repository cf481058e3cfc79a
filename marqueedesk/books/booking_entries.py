"""What a booking's rows amount to in the ledger: its rental, charges, cancellation fee and movements of money, each as
a target. The ledger enters the difference between a target and what it already holds. Pure.

A rental counts on its delivery day, once it is completed, or confirmed and the day has come. Money that came in before
is a deposit: the customer's side of every entry is on deposits while the customer is in credit, and on receivables
otherwise (`posting`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, Literal
from zoneinfo import ZoneInfo

from marqueedesk.bookings.models import (
    CANCELED,
    CHARGED,
    COMPLETED,
    CONFIRMED,
    LATE,
    RESCHEDULE,
    Booking,
    BookingCharge,
)
from marqueedesk.books.chart import (
    BANK,
    CANCELLATION_INCOME,
    CARD_CLEARING,
    CASH,
    DAMAGE_INCOME,
    DELIVERY_INCOME,
    DISCOUNTS,
    DISPUTE_FEES,
    GIFT_CARDS,
    LATE_FEE_INCOME,
    PROVIDER_FEES,
    RENTAL_INCOME,
    SALES_TAX_PAYABLE,
    TIPS_PAYABLE,
    WAIVER_INCOME,
    AccountName,
)
from marqueedesk.books.figures import UNKNOWN_PLACE, About, Figures, SalePlace, Subject, Sums
from marqueedesk.books.models import EntryKind
from marqueedesk.kit.money import smallest_step
from marqueedesk.payments import disputes
from marqueedesk.payments.models import PAYMENT, PROCESSING, RECEIVED, REFUND, RETURNED, BookingPayment, PaymentDispute
from marqueedesk.pricing.agreed_price import AgreedPrice, read_price
from marqueedesk.pricing.breakdown import net_part, share_of, taxable_cents
from marqueedesk.pricing.sales_tax import DELIVERY, LETTERS, WAIVER
from marqueedesk.stripe.disputes import DEBIT_RETURNED, LOST, WITHDRAWN

CUSTOMER: Final = "customer"
"""The customer's side of an entry: a debit is owed, a credit is paid or held for them."""
Side = AccountName | Literal["customer"]
Lines = Mapping[Side, int]
"""Amounts in cents by account, positive for a debit; they add up to 0."""

RENTAL: Final = "rental"
CANCELLATION: Final = "cancellation"
MONEY_ACCOUNTS: Final[Mapping[str, AccountName]] = {
    "card": CARD_CLEARING,
    "cash": CASH,
    "bank_transfer": BANK,
    "other": BANK,
}
"""Account that each kind of payment goes to, except those with gift cards."""


@dataclass(frozen=True, slots=True)
class Target:
    """What the ledger should hold for one source of a booking. ``corrects`` is the source that it reduces, if any."""

    source: str
    kind: EntryKind
    day: date
    text: str
    lines: Lines
    figures: Figures = field(default_factory=dict[Subject, Sums])
    corrects: str | None = None


@dataclass(frozen=True, slots=True)
class BookedRows:
    """A booking with its rows, and the state and city of its venue."""

    booking: Booking
    payments: Sequence[BookingPayment] = ()
    disputes: Sequence[PaymentDispute] = ()
    charges: Sequence[BookingCharge] = ()
    venue: SalePlace = UNKNOWN_PLACE


@dataclass(frozen=True, slots=True)
class _Sold:
    """Something sold: its full price in cents, the parts that make it up, and what the reports count it as.

    ``parts`` are signed amounts without tax, negative for income, of a price of ``whole``; the rest is on ``main``.
    """

    whole: int
    main: AccountName
    subject: Subject
    tax: int = 0
    taxable: int = 0
    parts: Mapping[AccountName, int] = field(default_factory=dict[AccountName, int])
    is_exempt: bool = False
    is_open: bool = False
    step: int = 1

    def lines(self, cents: int) -> dict[Side, int]:
        """Return the lines for ``cents`` of the price: each part's share, rounded half up, and the rest on ``main``."""
        lines: dict[Side, int] = {CUSTOMER: cents, SALES_TAX_PAYABLE: -self._share(self.tax, cents)}
        for account, part in self.parts.items():
            share = self._share(abs(part), cents)
            lines[account] = share if part > 0 else -share
        lines[self.main] = lines.get(self.main, 0) - sum(lines.values())
        return lines

    def sums(self, cents: int, *, bookings: int = 0) -> Sums:
        """Return the figures for ``cents`` of the price."""
        tax = self._share(self.tax, cents)
        return Sums(
            bookings=bookings,
            sales=cents - tax,
            income=cents - tax - self._share(-self.parts.get(TIPS_PAYABLE, 0), cents),
            taxable=self._share(self.taxable, cents),
            tax=tax,
            exempt=cents if self.is_exempt else 0,
            to_confirm=cents if self.is_open else 0,
        )

    def _share(self, part: int, cents: int) -> int:
        return share_of(part, cents, self.whole, self.step)


def targets(rows: BookedRows, *, today: date, zone: ZoneInfo) -> list[Target]:
    """Return what the ledger should hold for a booking today, in the order of their days."""
    return sorted(_targets(rows, today, zone), key=lambda target: target.day)


def _targets(rows: BookedRows, today: date, zone: ZoneInfo) -> Iterator[Target]:
    booking = rows.booking
    price = read_price(booking.breakdown)
    place = _place(booking, price, rows.venue)
    rental = None
    if booking.status == COMPLETED or (booking.status == CONFIRMED and booking.delivery_day <= today):
        rental, total = _rental(booking, price, place), max(0, booking.total_cents)
        yield Target(
            RENTAL,
            "delivered",
            booking.delivery_day,
            f"Booking #{booking.number}",
            rental.lines(total),
            {rental.subject: rental.sums(total, bookings=1)},
        )
    fee = booking.cancel_fee_cents or 0
    if booking.status == CANCELED and fee:
        yield Target(
            CANCELLATION,
            "cancellation_fee",
            booking.updated_at.astimezone(zone).date(),
            f"Cancellation of booking #{booking.number}",
            {CUSTOMER: fee, CANCELLATION_INCOME: -fee},
            {Subject("cancellation", UNKNOWN_PLACE, _about(booking)): Sums(income=fee)},
        )
    charges = [charge for charge in rows.charges if charge.state == CHARGED]
    for charge in charges:
        sold = _charge(charge, booking, place)
        yield Target(
            f"charge:{charge.id}",
            "charged",
            charge.at.astimezone(zone).date(),
            f"{_FEES.get(charge.kind, _DAMAGE)[0]}, booking #{booking.number}",
            sold.lines(sold.whole),
            {sold.subject: sold.sums(sold.whole)},
        )
    yield from _money(rows, _Takings.of(rows, price, place, charges), zone)
    yield from _reductions(rows, rental, {charge.id: _charge(charge, booking, place) for charge in charges}, zone)


def expected(booking: Booking, venue: SalePlace = UNKNOWN_PLACE) -> tuple[Subject, Sums]:
    """Return the figures that a confirmed booking will add once it is delivered, at its present price."""
    price = read_price(booking.breakdown)
    rental = _rental(booking, price, _place(booking, price, venue))
    left = max(0, booking.total_cents - booking.reduced_cents)
    return rental.subject, rental.sums(left, bookings=1)


_FEES: Final[Mapping[str, tuple[str, AccountName]]] = {
    RESCHEDULE: ("Rescheduling", RENTAL_INCOME),
    LATE: ("Late fee", LATE_FEE_INCOME),
}
_DAMAGE: Final[tuple[str, AccountName]] = ("Damage", DAMAGE_INCOME)
"""The text of an entry and the account of its income."""


def _about(booking: Booking) -> About:
    phrase = " ".join(booking.message.split()).casefold()
    return About(booking.size, booking.venue_name or "", booking.event_type or "", phrase)


def _place(booking: Booking, price: AgreedPrice, venue: SalePlace) -> SalePlace:
    """Return the delivery location, as agreed: the venue's, or that of the address."""
    address = booking.address
    where = venue
    if address and booking.venue_id is None:
        where = SalePlace(address.get("state") or "", address.get("city") or "", address.get("zip_code") or "")
    if price.order is None:
        return where
    return where._replace(jurisdiction=price.order.tax_place or "", ppm=price.order.sales_tax_ppm)


def _rental(booking: Booking, price: AgreedPrice, place: SalePlace) -> _Sold:
    """Split the booking's price. A custom total is split like the computed price, so it includes the same share of
    tax.
    """
    figures = price.breakdown
    is_tip_taxed = price.order is not None and price.order.taxes_tips
    tip = net_part(figures, price.order, "tips", figures.tip_cents) if is_tip_taxed else figures.tip_cents
    return _Sold(
        whole=figures.total_cents,
        main=RENTAL_INCOME,
        subject=Subject("rental", place, _about(booking)),
        tax=figures.tax_cents,
        taxable=taxable_cents(figures, price.lines, price.order),
        parts={
            DELIVERY_INCOME: -net_part(figures, price.order, DELIVERY, figures.delivery_fee_cents),
            WAIVER_INCOME: -net_part(figures, price.order, WAIVER, figures.damage_waiver_cents),
            TIPS_PAYABLE: -tip,
            DISCOUNTS: net_part(figures, price.order, LETTERS, figures.discount_cents),
        },
        is_exempt=figures.tax_exempt,
        is_open=figures.tax_is_open,
        step=figures.step_cents,
    )


def _charge(charge: BookingCharge, booking: Booking, place: SalePlace) -> _Sold:
    cents = charge.cents or 0
    return _Sold(
        whole=cents + charge.tax_cents,
        main=_FEES.get(charge.kind, _DAMAGE)[1],
        subject=Subject("charge", place, _about(booking)),
        tax=charge.tax_cents,
        taxable=cents if charge.tax_cents else 0,
        step=booking.breakdown.get("step_cents", 1),
    )


@dataclass(slots=True)
class _Takings:
    """Divides the money received for a booking into sales and tax, for the tax report on a cash basis.

    Each amount contains the same share of tax as everything the customer was charged, whether it has been delivered or
    not. Shares are rounded on the running total, so that they add up to the tax of a booking that is paid in full.
    """

    sold: _Sold
    received: int = 0

    @classmethod
    def of(cls, rows: BookedRows, price: AgreedPrice, place: SalePlace, charges: Sequence[BookingCharge]) -> "_Takings":
        """Return a booking's division before any money has been received."""
        booking, rental = rows.booking, _rental(rows.booking, price, place)
        if booking.status == CANCELED:
            # A cancellation fee isn't taxed.
            whole, tax, taxable = booking.cancel_fee_cents or 0, 0, 0
        else:
            sums = rental.sums(max(0, booking.total_cents))
            whole, tax, taxable = max(0, booking.total_cents), sums.tax, sums.taxable
        for charge in charges:
            cents = charge.cents or 0
            whole, tax = whole + cents + charge.tax_cents, tax + charge.tax_cents
            taxable += cents if charge.tax_cents else 0
        # Leave out the rental's text, so that changing the sign doesn't change payment entries.
        subject = Subject("received", place, About())
        return cls(replace(rental, whole=whole, tax=tax, taxable=taxable, parts={}, subject=subject))

    def figures(self, cents: int) -> Figures:
        """Return the figures of ``cents`` more received; negative if money went back."""
        before = self.sold.sums(self.received)
        self.received += cents
        return {self.sold.subject: self.sold.sums(self.received).minus(before)._replace(income=0)}


def is_counted(row: BookingPayment) -> bool:
    """Return true if a movement of money is in the ledger: received, or a refund that the provider has accepted."""
    return row.state == RECEIVED if row.entry == PAYMENT else row.state in {PROCESSING, RETURNED}


def day_of_money(row: BookingPayment, zone: ZoneInfo) -> date:
    """Return the day of a payment or refund in the business's time zone."""
    return row.on_day or (row.settled_at or row.created_at).astimezone(zone).date()


def _lost_day(row: BookingPayment, contested: Iterable[PaymentDispute], zone: ZoneInfo) -> date:
    # A decided dispute doesn't change anymore, so these days are final.
    decided = [one.asked_at for one in contested if disputes.state_of(one) == LOST]
    return max(decided or [row.asked_at or row.created_at]).astimezone(zone).date()


def _money(rows: BookedRows, takings: _Takings, zone: ZoneInfo) -> Iterator[Target]:
    """Yield the payments, refunds, lost disputes and fees of disputes."""
    number = rows.booking.number
    counted = [row for row in rows.payments if is_counted(row)]
    returned = fees_returned(counted)
    for row in counted:
        account, back = _account(row), returned.get(row.id, 0)
        if row.entry == REFUND:
            lines: dict[Side, int] = {
                CUSTOMER: row.amount_cents,
                PROVIDER_FEES: -back,
                account: back - row.amount_cents,
            }
            text = f"Refund, booking #{number}"
            source = f"payment:{row.refund_of}" if row.refund_of else None
            figures, day = takings.figures(-row.amount_cents), day_of_money(row, zone)
            yield Target(f"refund:{row.id}", "refunded", day, text, lines, figures, corrects=source)
            continue
        fee = row.fee_cents + (row.provider_fee_cents or 0) - back
        lines = {account: row.amount_cents - fee, PROVIDER_FEES: fee, CUSTOMER: -row.amount_cents}
        payment = f"payment:{row.id}"
        text, figures = f"Payment, booking #{number}", takings.figures(row.amount_cents)
        yield Target(payment, "paid", day_of_money(row, zone), text, lines, figures)
        contested = [one for one in rows.disputes if one.payment_id == row.id]
        if row.dispute in WITHDRAWN and row.disputed_cents:
            lines = {CUSTOMER: row.disputed_cents, account: -row.disputed_cents}
            kind: EntryKind = "dispute_lost" if row.dispute == LOST else "debit_returned"
            what = "Dispute lost" if row.dispute == LOST else "Bank debit returned"
            text, day = f"{what}, booking #{number}", _lost_day(row, contested, zone)
            figures = takings.figures(-row.disputed_cents)
            yield Target(f"dispute:{row.id}", kind, day, text, lines, figures, corrects=payment)
        for one in contested:
            # For a destination charge, the platform pays the fee.
            if one.fee_cents and row.made_on:
                lines = {DISPUTE_FEES: one.fee_cents, account: -one.fee_cents}
                what = "Returned debit fee" if row.dispute == DEBIT_RETURNED else "Dispute fee"
                text, day = f"{what}, booking #{number}", one.created_at.astimezone(zone).date()
                yield Target(f"dispute_fee:{one.id}", "dispute_fee", day, text, lines, corrects=payment)


def _account(row: BookingPayment) -> AccountName:
    """Return the account that a payment or refund changes."""
    return MONEY_ACCOUNTS[row.kind] if row.gift_card_id is None else GIFT_CARDS


def fees_returned(rows: Sequence[BookingPayment]) -> dict[int, int]:
    """Return the platform fee returned with each refund, by row id, in cents. Payments store only the total, so it is
    divided among the refunds by amount, with the remainder in the last one. If there is no refund, the fee is assigned
    to the payment.
    """
    refunds: dict[int, list[BookingPayment]] = {}
    for row in rows:
        if row.refund_of is not None:
            refunds.setdefault(row.refund_of, []).append(row)
    found: dict[int, int] = {}
    for payment in rows:
        left, step = payment.fee_returned_cents or 0, smallest_step(payment.currency)
        if payment.entry != PAYMENT or not left:
            continue
        back = refunds.get(payment.id, [])
        for row in back[:-1]:
            part = payment.fee_cents * row.amount_cents // (max(1, payment.amount_cents) * step) * step
            found[row.id] = min(left, part)
            left -= found[row.id]
        found[back[-1].id if back else payment.id] = left
    return found


def _reductions(
    rows: BookedRows, rental: _Sold | None, charges: Mapping[int, _Sold], zone: ZoneInfo
) -> Iterator[Target]:
    """Yield what is no longer owed because of a refund or a lost dispute: income and tax fall by their shares.

    A reduction has no effect if the price, charge or fee that it reduces isn't owed.
    """
    booking = rows.booking
    fee = booking.cancel_fee_cents or 0 if booking.status == CANCELED else 0
    left = {RENTAL: max(0, booking.total_cents), CANCELLATION: fee}
    left |= {f"charge:{charge_id}": sold.whole for charge_id, sold in charges.items()}
    for row in rows.payments:
        is_lost = row.entry == PAYMENT and row.dispute == LOST
        if not row.reduces_cents or not is_counted(row) or not (row.entry == REFUND or is_lost):
            continue
        contested = [one for one in rows.disputes if one.payment_id == row.id]
        day = _lost_day(row, contested, zone) if is_lost else day_of_money(row, zone)
        sold, reduced = rental, RENTAL
        if row.reduces_charge_id is not None and row.reduces_charge_id in charges:
            sold, reduced = charges[row.reduces_charge_id], f"charge:{row.reduces_charge_id}"
        elif row.reduces_fee:
            sold, reduced = None, CANCELLATION
        before = left[reduced]
        after = left[reduced] = max(0, before - row.reduces_cents)
        if sold is not None:
            lines: dict[Side, int] = difference(sold.lines(after), sold.lines(before))
            figures = {sold.subject._replace(part="reduction"): sold.sums(after).minus(sold.sums(before))}
            day = max(day, booking.delivery_day) if reduced == RENTAL else day
        elif reduced == CANCELLATION:
            lines = {CUSTOMER: after - before, CANCELLATION_INCOME: before - after}
            figures = {Subject("reduction", UNKNOWN_PLACE, _about(booking)): Sums(income=after - before)}
        else:
            continue
        text = f"No longer owed, booking #{booking.number}"
        yield Target(f"reduction:{row.id}", "reduced", day, text, lines, figures, corrects=reduced)


def difference(wanted: Lines, present: Lines) -> dict[Side, int]:
    """Return what has to be added to ``present`` to get ``wanted``, without accounts that stay the same."""
    sides: list[Side] = [*wanted, *(side for side in present if side not in wanted)]
    found: dict[Side, int] = {side: wanted.get(side, 0) - present.get(side, 0) for side in sides}
    return {side: cents for side, cents in found.items() if cents}
