"""Background jobs for purchases of gift cards: check and cancel unpaid ones, and refund."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.availability import service as availability
from marqueedesk.gift_cards import purchase_forms, purchases, queries
from marqueedesk.gift_cards.models import ASKED, CANCELED, OPEN, PROCESSING
from marqueedesk.gift_cards.purchase_forms import PurchaseSnapshot
from marqueedesk.gift_cards.purchases import CHECK, GIFT_CARD, REFUND, STAYS_OPEN
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.jobs.job_runner import Commit, ExternalHandler, Task
from marqueedesk.payments.intents import is_certain
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderProblem
from marqueedesk.stripe.payments import FetchedPayment
from marqueedesk.stripe.provider import ProviderSteps
from marqueedesk.stripe.webhooks import PaymentRecorder, done

KINDS = (CHECK, REFUND)
DIRECT_PAYMENTS: Final[dict[str, PaymentRecorder]] = {GIFT_CARD: purchases.record}
"""Recorders by purpose of a payment."""
_BANKS_TAKE: Final = timedelta(hours=6)
_NO_LONGER: Final = timedelta(days=40)
_SOON: Final = timedelta(minutes=1)


class GiftCardSteps(ProviderSteps):
    """Job steps for the worker, called without a transaction. A ProviderProblem or NoKeys makes the worker retry."""

    def steps(self) -> dict[str, ExternalHandler]:
        """Return the step to run for each kind of job."""
        return {CHECK: self.check, REFUND: self.refund}

    def check(self, task: Task) -> Commit:
        """Check a purchase in case its event was lost, and cancel one that stayed unpaid for too long."""
        row, created_at, gateway = self._row(task)
        if row is None or gateway is None or row.state not in {ASKED, OPEN, PROCESSING}:
            return done
        is_over = row.state != PROCESSING and clock.now() - created_at >= STAYS_OPEN
        found = purchase_forms.cancel(gateway, row) if is_over else purchase_forms.fetch(gateway, row)

        def write(db: Session, now: datetime) -> None:
            set_operator(db, row.operator_id)
            availability.lock(db, row.operator_id)
            if found is not None:
                purchases.record(db, found, now)
            stored = queries.purchase(db, row.id)
            if stored is None:
                return
            if stored.state == ASKED and stored.provider_id is None:
                # The process died before the response, so no browser has the client secret.
                stored.state = CANCELED
            elif stored.state in {OPEN, PROCESSING} and now - created_at < _NO_LONGER:
                again = created_at + STAYS_OPEN if stored.state == OPEN else now + _BANKS_TAKE
                purchases.check_later(db, stored, now, max(again, now + _SOON))

        return write

    def refund(self, task: Task) -> Commit:
        """Refund a purchase, and record its new state."""
        row, _created_at, gateway = self._row(task)
        if row is None or gateway is None or row.refund_key is None or row.provider_id is None:
            return done
        try:
            purchase_forms.refund(gateway, row)
        except ProviderProblem as problem:
            if not is_certain(problem):
                raise
            why, present = problem.message, purchase_forms.fetch(gateway, row)
            return lambda db, now: _refund_refused(db, row, present, why, now)
        found = purchase_forms.fetch(gateway, row)

        def write(db: Session, now: datetime) -> None:
            if found is not None:
                purchases.record(db, found, now)

        return write

    def _row(self, task: Task) -> tuple[PurchaseSnapshot | None, datetime, Stripe | None]:
        """Load a job's row, and a gateway in the row's mode (test or live)."""
        with self._database.read() as db:
            set_operator(db, task.payload["operatorId"])
            stored = queries.purchase(db, task.payload["purchaseId"])
            if stored is None:
                return None, task.created_at, None
            gateway = self._provider.get(db)
            fits = gateway if gateway.live == stored.live else None
            return purchase_forms.snapshot(stored), stored.created_at, fits


def _refund_refused(db: Session, row: PurchaseSnapshot, found: FetchedPayment | None, why: str, now: datetime) -> None:
    """Record that the provider refunded nothing for our request, and what it has refunded otherwise: the event of a
    refund in its dashboard may have come before.
    """
    set_operator(db, row.operator_id)
    availability.lock(db, row.operator_id)
    stored = queries.purchase(db, row.id)
    if stored is None:
        return
    if found is not None and purchases.refunded_in(found) >= stored.amount_cents:
        stored.refund_key = None
    else:
        purchases.refund_failed(db, stored, why, now)
    if found is not None:
        purchases.record(db, found, now)
