"""A business that an administrator has deactivated is not charged on: its subscription ends with the period paid for.

Deactivating writes a job in its own transaction, and the job asks the provider ten minutes later: if the switch was
pressed by mistake and put back meanwhile, nothing is canceled. A subscription with money open ends at
once, because the provider would go on trying its card. A business that is activated again resumes or
subscribes on its own.
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
"""The kind of the job that cancels the subscription of a deactivated business."""
TIME_TO_UNDO: Final = timedelta(minutes=10)
"""How long after deactivating the subscription is canceled."""


def deactivated(db: Session, operator_id: int, now: datetime) -> None:
    """Have the subscription of a business canceled, in the transaction that deactivates it."""
    key = f"{STOP}:{operator_id}:{now.isoformat()}"
    jobs.enqueue_once(db, STOP, {"operatorId": operator_id}, now, run_at=now + TIME_TO_UNDO, dedupe_key=key)


class StopSteps(ProviderSteps):
    """A step for the worker, called without a transaction; see `kit.jobs.job_runner`."""

    def steps(self) -> dict[str, ExternalHandler]:
        """Who does which kind of job."""
        return {STOP: self.stop}

    def stop(self, task: Task) -> Commit:
        """Cancel what would be charged, unless the business is active again. May raise a ProviderProblem."""
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
                # A renewal has failed of which no event has come yet.
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
    """The change to ask the provider for; None where nothing would be charged, or the owner is active."""
    row = queries.live_of(db, operator_id)
    if row is None or row.stripe_subscription_id is None or accounts.owner_of(db, operator_id).is_active:
        return None
    unpaid = row.status in service.UNPAID
    if row.cancel_at_period_end and not unpaid:
        return None
    return service.Ending(row.stripe_subscription_id, cancel=True, at_once=unpaid)


def _done(_db: Session, _now: datetime) -> None:
    """Nothing is left to write down."""
