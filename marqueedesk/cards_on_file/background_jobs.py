"""Background jobs for cards on file: check card forms, detach cards, and complete charges."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TypeVar

from sqlalchemy.orm import Session

from marqueedesk.bookings import queries as bookings
from marqueedesk.cards_on_file import announced, automatic, charging, forms, queries, service
from marqueedesk.cards_on_file.announced import CHARGE_ANNOUNCED
from marqueedesk.cards_on_file.automatic import ATTEMPT
from marqueedesk.cards_on_file.charging import CHARGE
from marqueedesk.cards_on_file.errors import ChargeStopped
from marqueedesk.cards_on_file.forms import CardSnapshot
from marqueedesk.cards_on_file.models import CANCELED, WAITING
from marqueedesk.cards_on_file.service import CHECK, FORGET, FORM_LASTS
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Problem
from marqueedesk.kit.jobs.job_runner import Commit, ExternalHandler, Task
from marqueedesk.payments import intents
from marqueedesk.payments import queries as payments
from marqueedesk.payments.intents import BlockedBy
from marqueedesk.payments.models import UNDER_WAY
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import CardDeclined, ProviderNotFound, ProviderRefused
from marqueedesk.stripe.provider import ProviderSteps
from marqueedesk.stripe.webhooks import done

KINDS = (CHECK, FORGET, CHARGE, ATTEMPT, CHARGE_ANNOUNCED)
_AGAIN = timedelta(hours=6)
Result = TypeVar("Result")


class CardOnFileSteps(ProviderSteps):
    """Job steps for the worker, called without a transaction. A ProviderProblem or NoKeys makes the worker retry."""

    def steps(self) -> dict[str, ExternalHandler]:
        """Return the step to run for each kind of job."""
        return {
            CHECK: self.check,
            FORGET: self.forget,
            CHARGE: self.charge,
            ATTEMPT: self.attempt,
            CHARGE_ANNOUNCED: self.charge_announced,
        }

    def check(self, task: Task) -> Commit:
        """Check a card form, in case its event is lost, and cancel one that was open for too long."""
        row, state, created_at, gateway = self._card(task)
        if row is None or gateway is None:
            return done
        is_over = state not in WAITING or clock.now() - created_at >= FORM_LASTS
        try:
            found = forms.cancel(gateway, row) if is_over else forms.fetch(gateway, row)
        except ProviderNotFound:
            found, is_over = None, True

        def write(db: Session, now: datetime) -> None:
            set_operator(db, task.payload["operatorId"])
            if found is not None:
                service.record_setup(db, found, now)
            stored = queries.by_id(db, row.id)
            if stored is None or stored.state not in WAITING:
                return
            if is_over:
                stored.state = CANCELED
            else:
                service.schedule_check(db, stored, now, min(now + _AGAIN, stored.created_at + FORM_LASTS))

        return write

    def forget(self, task: Task) -> Commit:
        """Detach a card that was removed or replaced."""
        payload = task.payload
        with self._database.read() as db:
            gateway = self._provider.get(db)
        if gateway.live != payload["live"] or payload["methodId"] is None:
            return done
        # Refused if it was detached before, or the account was disconnected.
        with suppress(ProviderRefused):
            gateway.on(payload["accountId"]).forget_card(payload["methodId"])
        return done

    def charge(self, task: Task) -> Commit:
        """Complete a charge whose request did not return, or stop it."""
        operator_id, payment_id = task.payload["operatorId"], task.payload["paymentId"]
        with self._database.read() as db:
            set_operator(db, operator_id)
            gateway = self._provider.get(db)
        return self._completed(gateway, operator_id, payment_id)

    def attempt(self, task: Task) -> Commit:
        """Charge the due parts of a booking to its card."""
        operator_id, booking_id = task.payload["operatorId"], task.payload["bookingId"]
        with self._database.read() as db:
            set_operator(db, operator_id)
            gateway, platform = self._provider.get(db), self._provider.platform(db)

        def prepare(db: Session) -> int | BlockedBy | None:
            return automatic.prepare_attempt(db, operator_id, booking_id, gateway, platform, clock.now())

        payment_id = intents.until_free(gateway, prepare, self._within(operator_id))
        return done if payment_id is None else self._completed(gateway, operator_id, payment_id)

    def charge_announced(self, task: Task) -> Commit:
        """Charge the card for an announced charge, unless it was withdrawn or paid."""
        operator_id, charge_id = task.payload["operatorId"], task.payload["chargeId"]
        with self._database.read() as db:
            set_operator(db, operator_id)
            gateway, platform = self._provider.get(db), self._provider.platform(db)

        def prepare(db: Session) -> int | BlockedBy | None:
            return announced.prepare(db, operator_id, charge_id, gateway, platform, clock.now())

        payment_id = intents.until_free(gateway, prepare, self._within(operator_id))
        return done if payment_id is None else self._completed(gateway, operator_id, payment_id)

    def _completed(self, gateway: Stripe, operator_id: int, payment_id: int) -> Commit:
        """Complete a charge, and return a function that records the result of the attempt that it belongs to."""
        with self._database.read() as db:
            set_operator(db, operator_id)
            stored = payments.by_id(db, payment_id)
            if stored is None or gateway.live != stored.live:
                return done
            row, number = intents.snapshot(stored), bookings.booking(db, stored.booking_id).number
            is_open = stored.state in UNDER_WAY
        problem: Problem | None = None
        try:
            if is_open:
                charging.complete(gateway, row, number, self._within(operator_id))
        except (CardDeclined, ChargeStopped, ProviderRefused) as refused:
            # The result is recorded.
            problem = refused

        def write(db: Session, now: datetime) -> None:
            set_operator(db, operator_id)
            automatic.settle(db, operator_id, payment_id, problem, now)
            announced.settle(db, operator_id, payment_id, problem, now)

        return write

    def _within(self, operator_id: int) -> intents.Within:
        def within(action: Callable[[Session], Result]) -> Result:
            with self._database.write() as db:
                set_operator(db, operator_id)
                return action(db)

        return within

    def _card(self, task: Task) -> tuple[CardSnapshot | None, str, datetime, Stripe | None]:
        """Load a job's row, and a gateway in the row's mode (test or live)."""
        with self._database.read() as db:
            set_operator(db, task.payload["operatorId"])
            stored = queries.by_id(db, task.payload["cardId"])
            if stored is None:
                return None, CANCELED, task.created_at, None
            gateway = self._provider.get(db)
            fits = gateway if gateway.live == stored.live else None
            return forms.snapshot(stored), stored.state, stored.created_at, fits
