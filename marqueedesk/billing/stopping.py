"""Stop charging a business that an administrator has deactivated: its subscription ends with the paid period.

Deactivating schedules a job in its own transaction. The job calls the provider ten minutes later, so if the
deactivation was a mistake and is undone by then, nothing is canceled. A subscription with a payment due ends
immediately, because the provider would keep trying its card. A reactivated business has to resume or subscribe again
itself.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.billing import queries, service, stripe_sync
from marqueedesk.kit import clock
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import Commit, ExternalHandler, Task
from marqueedesk.stripe.errors import ProviderNotFound
from marqueedesk.stripe.provider import ProviderSteps

STOP: Final = "subscription.stop"
"""Kind of the job that cancels a deactivated business's subscription."""
TIME_TO_UNDO: Final = timedelta(minutes=10)
"""Delay between deactivation and cancellation."""


def deactivated(db: Session, operator_id: int, now: datetime) -> None:
    """Schedule the cancellation of a business's subscription, in the transaction that deactivates it."""
    key = f"{STOP}:{operator_id}:{now.isoformat()}"
    jobs.enqueue_once(db, STOP, {"operatorId": operator_id}, now, run_at=now + TIME_TO_UNDO, dedupe_key=key)


class StopSteps(ProviderSteps):
    """Worker step, called without a transaction; see `kit.jobs.job_runner`."""

    def steps(self) -> dict[str, ExternalHandler]:
        """Return the job handlers by kind."""
        return {STOP: self.stop}

    def stop(self, task: Task) -> Commit:
        """Cancel future charges, unless the business is active again. May raise ProviderProblem."""
        operator_id = task.payload["operatorId"]
        with self._database.read() as db:
            set_operator(db, operator_id)
            ending = _ending(db, operator_id)
            gateway = self._provider.find(db)
        if ending is None or gateway is None:
            return _done
        asked_at = clock.now()
        try:
            state = service.ask_ending(gateway, ending)
            if not ending.at_once and stripe_sync.STATUS_OF.get(state.status) in service.UNPAID:
                # A renewal has failed, but the event about it has not arrived yet.
                asked_at = clock.now()
                state = gateway.cancel_subscription(ending.subscription_id)
        except ProviderNotFound:
            return _done

        def write(db: Session, now: datetime) -> None:
            set_operator(db, operator_id)
            queries.lock_operator(db, operator_id)
            row = queries.by_provider_id(db, state.id)
            if row is not None:
                stripe_sync.apply_subscription(db, row, state, asked_at, now)

        return write


def _ending(db: Session, operator_id: int) -> service.Ending | None:
    """Return the change to request from the provider; None if nothing would be charged, or the owner is active."""
    row = queries.live_of(db, operator_id)
    if row is None or row.stripe_subscription_id is None or accounts.owner_of(db, operator_id).is_active:
        return None
    unpaid = row.status in service.UNPAID
    if row.cancel_at_period_end and not unpaid:
        return None
    return service.Ending(row.stripe_subscription_id, cancel=True, at_once=unpaid)


def _done(_db: Session, _now: datetime) -> None:
    """Record nothing, because there is no subscription to end, or it no longer exists at the provider."""
