"""Background jobs for customers' payments: check abandoned payments and pending refunds, and cancel a booking's
outdated payments.
"""

from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import CANCELED as BOOKING_CANCELED
from marqueedesk.bookings.prepayment import PAY_ENDS
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.jobs.job_runner import Commit, ExternalHandler, Task
from marqueedesk.payments import (
    card_payments,
    connected,
    disputes,
    intents,
    ledger,
    prepayment_received,
    queries,
    refunds,
    stripe_sync,
)
from marqueedesk.payments.card_payments import CHECK
from marqueedesk.payments.intents import PaymentSnapshot
from marqueedesk.payments.models import ASKED, CANCELED, OPEN, PROCESSING, BookingPayment
from marqueedesk.payments.prepayment_received import CLOSE, OFFER, RELEASE
from marqueedesk.payments.refunds import RETURN
from marqueedesk.stripe import queries as stripe
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderProblem
from marqueedesk.stripe.payments import FetchedPayment, fetch_payment
from marqueedesk.stripe.provider import ProviderSteps
from marqueedesk.stripe.webhooks import done

KINDS = (CHECK, RETURN, CLOSE, PAY_ENDS, OFFER, RELEASE, stripe_sync.DISPUTE)
STAYS_OPEN = timedelta(hours=1)
"""How long an unpaid card form stays open; a different amount may be due afterwards."""
_UNFINISHED = frozenset({ASKED, OPEN, PROCESSING})
_SOON = timedelta(minutes=1)
_BANKS_TAKE = timedelta(hours=6)
_REFUNDS_TAKE = timedelta(days=1)
_NO_LONGER = timedelta(days=40)


class PaymentSteps(ProviderSteps):
    """Job steps for the worker, called without a transaction.

    They call the provider and return a function that records the outcome when the job is marked as done. A
    ProviderProblem or NoKeys makes the worker retry.
    """

    def steps(self) -> dict[str, ExternalHandler]:
        """Return the step to run for each kind of job."""
        return {
            CHECK: self.check,
            RETURN: self.see_returned,
            CLOSE: self.close,
            PAY_ENDS: self.end_unpaid,
            OFFER: self.offer_again,
            RELEASE: self.release,
            stripe_sync.DISPUTE: self.see_answered,
        }

    def see_answered(self, task: Task) -> Commit:
        """Fetch a disputed payment, and remind the business if it hasn't responded to the dispute."""
        row, _state, _created_at, gateway = self._row(task)
        if row is None or gateway is None or row.provider_id is None:
            return done
        found = fetch_payment(intents.there(gateway, row), row.provider_id)

        def write(db: Session, now: datetime) -> None:
            set_operator(db, task.payload["operatorId"])
            stripe_sync.record_payment(db, found, now)
            stored = queries.by_id(db, row.id)
            if stored is not None and any(disputes.is_unanswered(one) for one in disputes.of_payment(db, row.id)):
                stripe_sync.notify_unanswered_dispute(db, stored, now)

        return write

    def check(self, task: Task) -> Commit:
        """Check the state of a payment, and cancel it if it has been open for too long."""
        row, state, created_at, gateway = self._row(task)
        if row is not None and gateway is not None and row.list_id is not None and state not in _UNFINISHED:
            self._forget_card(task, gateway, row, created_at)
        if row is None or gateway is None or state not in _UNFINISHED:
            return done
        now = clock.now()
        if row.provider_id is None or (state == OPEN and now - created_at >= STAYS_OPEN):
            found = intents.cancel(gateway, row, keep_started=True)
        else:
            found = fetch_payment(intents.there(gateway, row), row.provider_id)

        def write(db: Session, now: datetime) -> None:
            set_operator(db, task.payload["operatorId"])
            intents.record_closed(db, row, found, now)
            stored = queries.by_id(db, row.id)
            if stored is None or stored.is_authorized:
                # The job that releases the authorization follows.
                return
            if stored.state in {OPEN, PROCESSING} and now - created_at < _NO_LONGER:
                again = created_at + STAYS_OPEN if stored.state == OPEN else now + _BANKS_TAKE
                card_payments.schedule_check(db, stored, now, max(again, now + _SOON))
            elif stored.list_id is not None:
                # The next check detaches the card.
                card_payments.schedule_check(db, stored, now, now + _SOON)

        return write

    def _forget_card(self, task: Task, gateway: Stripe, row: PaymentSnapshot, created_at: datetime) -> None:
        """Detach the card that paid several bookings, unless another of their payments is unfinished: its own check
        follows.
        """
        with self._database.read() as db:
            set_operator(db, task.payload["operatorId"])
            others = queries.unsettled_of_list(db, row.list_id or 0, created_at - STAYS_OPEN)
        if row.customer_id is not None and not others:
            intents.there(gateway, row).forget_cards(row.customer_id)

    def see_returned(self, task: Task) -> Commit:
        """Follow up on a refund: request it again if no response was recorded, otherwise check its state."""
        row, state, created_at, gateway = self._row(task)
        if row is None or gateway is None or state not in {ASKED, PROCESSING}:
            return done
        with self._database.read() as db:
            set_operator(db, task.payload["operatorId"])
            stored = queries.by_id(db, row.id)
            payment = queries.by_id(db, stored.refund_of) if stored and stored.refund_of else None
            intent_id = payment.provider_id if payment else None
        if intent_id is None:
            return done
        asked_at = clock.now()
        try:
            found = intents.refund(gateway, row, intent_id, again=True)
        except ProviderProblem as problem:
            if not intents.is_certain(problem):
                raise
            why = problem.message
            return lambda db, now: _refused(db, task.payload["operatorId"], row, why, now)

        def write(db: Session, now: datetime) -> None:
            set_operator(db, task.payload["operatorId"])
            availability.lock(db, task.payload["operatorId"])
            stored = queries.by_id(db, row.id)
            if stored is None:
                return
            stripe_sync.apply_refund(db, stored, found, asked_at, now)
            stripe_sync.recompute(db, stored.booking_id)
            if stored.state == PROCESSING and now - created_at < _NO_LONGER:
                refunds.follow_refund(db, stored, now, now + _REFUNDS_TAKE)

        return write

    def close(self, task: Task) -> Commit:
        """Cancel a booking's open payments, and refund anything received beyond the amount to keep."""
        operator_id, booking_id = task.payload["operatorId"], task.payload["bookingId"]
        keep: int | None = task.payload["keepCents"]
        found = self._canceled(operator_id, booking_id, with_debits=True)

        def write(db: Session, now: datetime) -> None:
            set_operator(db, operator_id)
            availability.lock(db, operator_id)
            for row, became in found:
                intents.record_closed(db, row, became, now)
            if keep is not None:
                refunds.return_excess(db, booking_id, keep, by="Cancellation", now=now)

        return write

    def end_unpaid(self, task: Task) -> Commit:
        """Cancel the open payments of a booking that was not paid in time, then cancel the booking."""
        operator_id, booking_id = task.payload["operatorId"], task.payload["bookingId"]
        with self._database.read() as db:
            set_operator(db, operator_id)
            if not prepayment_received.is_unpaid_in_time(bookings.booking(db, booking_id), clock.now()):
                # The booking was paid, canceled or given more time, so its card form stays open.
                return done
        found = self._canceled(operator_id, booking_id, keep_started=True)

        def write(db: Session, now: datetime) -> None:
            set_operator(db, operator_id)
            terms = availability.lock(db, operator_id)
            for row, became in found:
                intents.record_closed(db, row, became, now)
            prepayment_received.end_unpaid(db, terms, booking_id, now)

        return write

    def release(self, task: Task) -> Commit:
        """Release the authorization of a booking that its business did not confirm in time."""
        operator_id, booking_id = task.payload["operatorId"], task.payload["bookingId"]
        with self._database.read() as db:
            set_operator(db, operator_id)
            if not prepayment_received.is_authorization_over(bookings.booking(db, booking_id), clock.now()):
                return done
        found = self._canceled(operator_id, booking_id)

        def write(db: Session, now: datetime) -> None:
            set_operator(db, operator_id)
            terms = availability.lock(db, operator_id)
            for row, became in found:
                intents.record_closed(db, row, became, now)
            prepayment_received.confirm_paid(db, terms, booking_id, now)

        return write

    def offer_again(self, task: Task) -> Commit:
        """Offer a booking's payment again if the provider is available; otherwise retry in a minute."""
        operator_id, booking_id = task.payload["operatorId"], task.payload["bookingId"]
        with self._database.read() as db:
            set_operator(db, operator_id)
            booking = bookings.booking(db, booking_id)
            if not booking.awaits_prepayment(clock.now()):
                return done
            if any(row.provider_id is not None for row in ledger.under_way(queries.of_booking(db, booking_id))):
                # The customer already has a card form.
                return done
            gateway = self._provider.find(db)
            account = stripe.connected(db, operator_id, live=gateway.live) if gateway else None
            account_id = account.id if account else None
        is_back = _takes_cards(gateway, account_id)

        def write(db: Session, now: datetime) -> None:
            set_operator(db, operator_id)
            terms = availability.lock(db, operator_id)
            if is_back:
                prepayment_received.offer_again(db, terms, booking_id, now)
            else:
                prepayment_received.offer_later(db, bookings.booking(db, booking_id), now)

        return write

    def _canceled(
        self, operator_id: int, booking_id: int, *, keep_started: bool = False, with_debits: bool = False
    ) -> list[tuple[PaymentSnapshot, FetchedPayment | None]]:
        """Cancel a booking's open payments and its authorization at the provider, and return each with its final
        state. With ``keep_started``, a card that was authorized in the meantime stays authorized, and a
        bank account that awaits small deposits stays in use. ``with_debits`` also tries to cancel bank debits on
        their way, if the booking is canceled.
        """
        with self._database.read() as db:
            set_operator(db, operator_id)
            is_canceled = bookings.booking(db, booking_id).status == BOOKING_CANCELED
            choose = ledger.stoppable if with_debits and is_canceled else ledger.cancelable
            rows = [intents.snapshot(row) for row in choose(queries.of_booking(db, booking_id))]
            gateway = self._provider.find(db)
        if gateway is None:
            return []
        return [(row, intents.cancel(gateway, row, keep_started=keep_started)) for row in rows]

    def _row(self, task: Task) -> tuple[PaymentSnapshot | None, str, datetime, Stripe | None]:
        """Load a job's row, and a gateway in the row's mode (test or live)."""
        with self._database.read() as db:
            set_operator(db, task.payload["operatorId"])
            stored = queries.by_id(db, task.payload["paymentId"])
            if stored is None:
                return None, CANCELED, task.created_at, None
            gateway = self._provider.get(db)
            fits = gateway if gateway.live == stored.live else None
            return intents.snapshot(stored), stored.state, stored.created_at, fits


def _takes_cards(gateway: Stripe | None, account_id: str | None) -> bool:
    """Return true if the provider is available and the account accepts payments."""
    try:
        account = connected.state(gateway, account_id) if gateway else None
    except ProviderProblem:
        return False
    return account is not None and account.charges_enabled


def _refused(db: Session, operator_id: int, row: PaymentSnapshot, why: str, now: datetime) -> None:
    set_operator(db, operator_id)
    availability.lock(db, operator_id)
    stored: BookingPayment | None = queries.by_id(db, row.id)
    if stored is not None:
        stripe_sync.refund_refused(db, stored, why, now)
        stripe_sync.recompute(db, stored.booking_id)
