"""Demo payments, in cash and by transfer only, because the provider has no record of demo card payments.

A request's number determines how it is paid: immediately, half in advance, on delivery, or afterwards. Future payments
are left out, so that upcoming bookings have balances due.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, User
from marqueedesk.bookings import queries as bookings
from marqueedesk.payments import ledger, queries, refunds, service
from marqueedesk.payments.service import PAYABLE, ManualPayment, Method

CENTS: Final = 100
CASH: Final = Method("cash", "Cash")
TRANSFER: Final = Method("bank_transfer", "Bank transfer")
AT_ONCE: Final = 3
"""Index of the schedule in which everything is paid shortly after confirmation."""


@dataclass(frozen=True, slots=True)
class Rental:
    """A confirmed booking, with the times of its confirmation, delivery and pickup."""

    id: int
    confirmed: datetime
    delivered: datetime
    fetched: datetime


@dataclass(frozen=True, slots=True)
class Till:
    """Records the payments of a business. ``at`` schedules an action."""

    db: Session
    user: User
    operator: Operator
    at: Callable[[datetime, Callable[[datetime], None]], None]

    def expect(self, rental: Rental, number: int) -> None:
        """Schedule a rental's payments; ``number`` selects the payment schedule."""
        soon, late = rental.confirmed + timedelta(days=3), rental.fetched + timedelta(days=12)
        at_once = min(soon, rental.delivered)
        match number % 4:
            case 0:
                self._plan(rental, at_once, TRANSFER, ahead=True)
                self._plan(rental, rental.delivered, CASH)
            case 1:
                self._plan(rental, rental.delivered, CASH)
            case 2:
                self._plan(rental, late, TRANSFER)
            case _:
                self._plan(rental, at_once, TRANSFER)

    def _plan(self, rental: Rental, moment: datetime, method: Method, *, ahead: bool = False) -> None:
        self.at(moment, partial(self._receive, rental.id, method, ahead))

    def _receive(self, booking_id: int, how: Method, ahead: bool, now: datetime) -> None:  # noqa: FBT001 - `partial`.
        booking = bookings.booking(self.db, booking_id)
        if booking.status not in PAYABLE:
            return
        where = ledger.figures_of(booking, queries.of_booking(self.db, booking_id))
        # The agreed deposit, or, if there is none, half of the balance due in whole currency units.
        part = where.deposit_due or where.due // 2 // CENTS * CENTS
        cents = part if ahead else where.due
        if cents:
            payment = ManualPayment(how, cents, on_day=None, note=None, receipt=False)
            service.record_payment(self.db, self.operator, booking_id, payment, by=self.user, now=now)

    def give_back(self, booking_id: int, now: datetime) -> None:
        """Refund the payments of a canceled booking."""
        rows = queries.of_booking(self.db, booking_id)
        for payment in rows:
            cents = ledger.refundable(payment, rows)
            if cents:
                refunds.begin_refund(
                    self.db,
                    self.operator,
                    booking_id,
                    payment.id,
                    cents=cents,
                    by_hand=True,
                    note="Canceled in time, returned by transfer",
                    by=self.user,
                    now=now,
                )
