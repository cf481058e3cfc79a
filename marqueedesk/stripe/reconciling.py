"""Reconcile our records with the provider: find missed events in its event list, and differences in its lists of
payments, refunds, disputes and invoices.

A difference is stored and handled like a new event. As for any event, the current state is fetched, so nothing is
counted twice. Each account has its own lists.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import Commit, ExternalHandler, Task
from marqueedesk.kit.watch.metrics import log
from marqueedesk.stripe import webhooks
from marqueedesk.stripe.errors import ProviderNotFound
from marqueedesk.stripe.lists import LISTS, ListCalls, Listed
from marqueedesk.stripe.models import ACCOUNT, Comparison, ConnectedAccount, ProviderEvent, ProviderId
from marqueedesk.stripe.provider import Provider
from marqueedesk.stripe.values import WebhookEvent
from marqueedesk.stripe.webhooks import Handlers, Recording, done, recording_of

RECONCILE: Final = "stripe.reconcile"
"""Kind of the nightly job."""
LOOK_BACK: Final = timedelta(days=4)
"""How far back a nightly run looks: a weekend without a worker, plus a day."""
LONGEST: Final = timedelta(days=30)
"""How long the provider lists its events."""
LISTED: Final = ".listed"
"""Suffix of the event kind for differences found in a list; no event from the provider has it."""
_HOUR: Final = 4


@dataclass(frozen=True, slots=True)
class Reconciled:
    """Results of a run: missed events, objects recorded differently, and accounts whose state changed."""

    events: list[WebhookEvent]
    accounts: list[str]
    objects: list[WebhookEvent] = field(default_factory=list[WebhookEvent])


class Reconciler:
    """Compares our records with the provider. No transaction is open during its calls."""

    def __init__(self, database: Database, provider: Provider, handlers: Handlers) -> None:
        self._database = database
        self._provider = provider
        self._handlers = handlers

    def steps(self) -> dict[str, ExternalHandler]:
        """Return the step of the nightly job."""
        return {RECONCILE: self.nightly}

    def nightly(self, _task: Task) -> Commit:
        """Run the nightly comparison. May raise ProviderProblem; without keys there is nothing to compare."""
        with self._database.read() as db:
            if self._provider.find(db) is None:
                return done
        self.run(self._since())
        return done

    def run(self, since: datetime) -> Reconciled:
        """Store each missed event since a moment with its job, and update every connected account.

        May raise ProviderProblem or NoKeys.
        """
        began = clock.now()
        accounts = self._accounts()
        changed = [account for account in accounts if self._account(account)]
        missed = [event for account in (None, *accounts) for event in self._missed(account, since)]
        missed.sort(key=lambda event: event.created, reverse=True)
        known = {event.object_id for event in missed}
        listed = [page for account in (None, *accounts) for page in self._listed(account, since)]
        other = [event for page in listed for event in self._differing(page, began) if event.object_id not in known]
        with self._database.write() as db:
            now = clock.now()
            live = self._provider.get(db).live
            row = Comparison(at=now, since=since, live=live, listed=sum(page.count for page in listed))
            db.add(row)
            db.flush()

            def stored(event: WebhookEvent) -> bool:
                return webhooks.store(db, self._handlers, event, now, live=live, comparison=row.id)

            # Handle the oldest first, so that messages about them are sent in order.
            new = [event for event in reversed(missed) if stored(event)]
            objects = [event for event in other if stored(event)]
            for account in changed:
                _note_account(db, row, account, now)
        log.info("reconciled", events=len(new), objects=len(objects), accounts=len(changed))
        return Reconciled(new, changed, objects)

    def _since(self) -> datetime:
        """Return the start of the nightly comparison: some days before the previous run, or as far back as events are
        listed.
        """
        now = clock.now()
        with self._database.read() as db:
            live = self._provider.get(db).live
            last = db.scalar(select(func.max(Comparison.at)).where(Comparison.live == live))
        return now - LONGEST if last is None else min(last, now) - LOOK_BACK

    def _listed(self, account_id: str | None, since: datetime) -> list[Listed]:
        """List everything created on an account (None for the platform's own) since a moment; empty for a disconnected
        account.
        """
        found: list[Listed] = []
        lists = LISTS if account_id else (*LISTS, ListCalls.invoices_since)
        for ask in lists:
            after, is_more = None, True
            while is_more:
                with self._database.read() as db:
                    gateway = self._provider.get(db)
                try:
                    page, is_more = ask(gateway.on(account_id), since, after)
                except ProviderNotFound:
                    return found
                if not page.count:
                    break
                after = page.last_id
                found.append(page)
        return found

    def _differing(self, page: Listed, now: datetime) -> list[WebhookEvent]:
        """Return an event for each listed object that differs from our record, except those with a pending event."""
        with self._database.read() as db:
            found = [difference for compare in self._handlers.differences for difference in compare(db, page)]
            ids = [difference.object_id for difference in found]
            waiting = set(
                db.scalars(
                    select(ProviderEvent.object_id).where(
                        ProviderEvent.object_id.in_(ids), ProviderEvent.handled_at.is_(None)
                    )
                )
            )
        return [
            WebhookEvent(
                id=f"listed:{one.object_id}:{one.state}"[:255],
                kind=f"{one.object_kind}{LISTED}",
                object_kind=one.object_kind,
                object_id=one.object_id,
                account=page.account_id,
                live=page.live,
                created=now,
            )
            for one in found
            if one.object_id not in waiting
        ]

    def _missed(self, account_id: str | None, since: datetime) -> list[WebhookEvent]:
        """List events of an account (None for the platform's own) that should have been handled but were never
        received; empty for a disconnected account.
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
        """Return the accounts that are accessible, excluding disconnected ones."""
        with self._database.read() as db, all_tenants(db, "every business's account at the provider"):
            live = self._provider.get(db).live
            ours = (
                select(ProviderId.id)
                .outerjoin(ConnectedAccount, ConnectedAccount.id == ProviderId.id)
                .where(
                    ProviderId.kind == ACCOUNT,
                    ProviderId.live == live,
                    or_(ProviderId.retired_at.is_(None), ConnectedAccount.id.is_not(None)),
                )
            )
            return list(db.scalars(ours.order_by(ProviderId.id)))

    def _account(self, account_id: str) -> bool:
        """Update one account, and return true if anything was different."""
        with self._database.read() as db:
            gateway = self._provider.get(db)
        now = clock.now()
        about = WebhookEvent("", "account.updated", "account", account_id, account_id, gateway.live, now)
        handler = self._handlers.of(about)
        recording: Recording = (
            webhooks.nothing("of no interest") if handler is None else recording_of(handler, gateway, about)
        )
        with self._database.write() as db:
            return recording(db, clock.now()) == "recorded"


def _note_account(db: Session, found_by: Comparison, account_id: str, now: datetime) -> None:
    """Record that an account was updated, alongside the events found."""
    db.add(
        ProviderEvent(
            id=f"listed:{account_id}:{found_by.id}",
            kind=f"account{LISTED}",
            object_kind="account",
            object_id=account_id,
            account=account_id,
            live=found_by.live,
            created_at=now,
            received_at=now,
            handled_at=now,
            outcome="recorded",
            comparison_id=found_by.id,
        )
    )


def plan(db: Session, now: datetime) -> None:
    """Schedule the next nightly run, once."""
    at = now.replace(hour=_HOUR, minute=0, second=0, microsecond=0)
    at = at if at > now else at + timedelta(days=1)
    jobs.enqueue_once(db, RECONCILE, {}, now, dedupe_key=f"{RECONCILE}:{at:%Y-%m-%d}", run_at=at)
