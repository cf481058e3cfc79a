"""Finds what the provider told while nobody listened: its own list of events is compared with those that came in.

An event that is found this way is stored and handled as if it had just come; the current state is fetched as always, so
nothing counts twice. Each account has a list of its own.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.kit import clock, jobs
from marqueedesk.kit.database import Database
from marqueedesk.kit.job_runner import ExternalHandler, Record, Task
from marqueedesk.kit.observe import log
from marqueedesk.stripe import webhooks
from marqueedesk.stripe.errors import ProviderNotFound
from marqueedesk.stripe.models import ACCOUNT, ProviderEvent, ProviderId
from marqueedesk.stripe.provider import Provider
from marqueedesk.stripe.values import WebhookEvent
from marqueedesk.stripe.webhooks import Handlers, Recording, done, fetched

RECONCILE: Final = "stripe.reconcile"
"""The kind of the nightly job."""
LOOK_BACK: Final = timedelta(days=4)
"""How far a nightly run looks back: over a weekend without a worker, and a day more."""
LONGEST: Final = timedelta(days=30)
"""How long the provider lists its events."""
_HOUR: Final = 4


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What a run has found: events that had not come in, by their kinds, and accounts whose state was another."""

    events: list[WebhookEvent]
    accounts: list[str]


class Reconciler:
    """Compares what is known here with the provider. No transaction is open while it asks."""

    def __init__(self, database: Database, provider: Provider, handlers: Handlers) -> None:
        self._database = database
        self._provider = provider
        self._handlers = handlers

    def steps(self) -> dict[str, ExternalHandler]:
        """The step for the nightly job."""
        return {RECONCILE: self.nightly}

    def nightly(self, _task: Task) -> Record:
        """The nightly run. May raise a ProviderProblem; without keys there is nothing to compare."""
        with self._database.read() as db:
            if self._provider.find(db) is None:
                return done
        self.run(clock.now() - LOOK_BACK)
        return done

    def run(self, since: datetime) -> Reconciled:
        """Store each event since a moment that never came in, with the job that handles it, and bring every connected
        account up to date. May raise a ProviderProblem or NoKeys.
        """
        accounts = self._accounts()
        changed = [account for account in accounts if self._account(account)]
        missed = [event for account in (None, *accounts) for event in self._missed(account, since)]
        missed.sort(key=lambda event: event.created, reverse=True)
        with self._database.write() as db:
            now = clock.now()
            live = self._provider.get(db).live
            # The oldest first: messages about them go out in that order.
            new = [event for event in reversed(missed) if webhooks.store(db, self._handlers, event, now, live=live)]
        log.info("reconciled", events=len(new), accounts=len(changed))
        return Reconciled(new, changed)

    def _missed(self, account_id: str | None, since: datetime) -> list[WebhookEvent]:
        """Events of an account (None: the platform's own) that the provider lists and that something here handles,
        without those that came in. Of an account that was disconnected there are none.
        """
        found: list[WebhookEvent] = []
        after, is_more = None, True
        while is_more:
            with self._database.read() as db:
                gateway = self._provider.get(db)
            try:
                page, is_more = gateway.on(account_id).events_since(since, after=after)
            except ProviderNotFound:
                break
            if not page:
                break
            after = page[-1].id
            ours = [event for event in page if event.object_id is not None and self._handlers.of(event) is not None]
            with self._database.read() as db:
                known = set(
                    db.scalars(select(ProviderEvent.id).where(ProviderEvent.id.in_([event.id for event in ours])))
                )
            found += [event for event in ours if event.id not in known]
        return found

    def _accounts(self) -> list[str]:
        with self._database.read() as db:
            live = self._provider.get(db).live
            ours = select(ProviderId.id).where(ProviderId.kind == ACCOUNT, ProviderId.live == live)
            return list(db.scalars(ours.order_by(ProviderId.id)))

    def _account(self, account_id: str) -> bool:
        """Bring one account up to date; whether anything was different."""
        with self._database.read() as db:
            gateway = self._provider.get(db)
        now = clock.now()
        about = WebhookEvent("", "account.updated", "account", account_id, account_id, gateway.live, now)
        handler = self._handlers.of(about)
        recording: Recording = (
            webhooks.nothing("of no interest") if handler is None else fetched(handler, gateway, about)
        )
        with self._database.write() as db:
            return recording(db, clock.now()) == "recorded"


def plan(db: Session, now: datetime) -> None:
    """Write down the next nightly run, once."""
    at = now.replace(hour=_HOUR, minute=0, second=0, microsecond=0)
    at = at if at > now else at + timedelta(days=1)
    jobs.enqueue_once(db, RECONCILE, {}, now, dedupe_key=f"{RECONCILE}:{at:%Y-%m-%d}", run_at=at)
