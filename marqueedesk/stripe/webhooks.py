"""Webhook events: stored once, then handled by fetching and recording the current state (S3).

An event only signals a change. The current state is fetched with no transaction open, and recorded once, so events may
arrive in any order, repeatedly and days late, with the same final state. Packages subscribe with `Handlers`: events of
connected accounts never reach handlers of the platform's own events, or vice versa.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import delete
from sqlalchemy.orm import Session

from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.kit.db.rows import add_unless_taken
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import Commit, ExternalHandler, RetryAt, Task
from marqueedesk.kit.watch.metrics import log
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import KeysRefused, NoKeys, ProviderNotFound, ProviderRateLimited, ProviderUnavailable
from marqueedesk.stripe.lists import Difference, Listed
from marqueedesk.stripe.metadata import PURPOSE
from marqueedesk.stripe.models import Comparison, KeptRefusal, ProviderEvent
from marqueedesk.stripe.payments import FetchedPayment, fetch_payment
from marqueedesk.stripe.provider import Provider, ProviderSteps
from marqueedesk.stripe.values import FraudWarning, WebhookEvent

EVENT = "stripe.event"
"""Kind of the job that handles the event named in its payload."""

Recording = Callable[[Session, datetime], str]
"""Records fetched state in the caller's transaction and returns the outcome. The session is not scoped to an operator
yet.
"""
Handler = Callable[[Stripe, WebhookEvent], Recording]
"""Fetches the object that an event is about. May raise ProviderProblem, in which case the job is retried."""
PaymentRecorder = Callable[[Session, FetchedPayment, datetime], str]
"""Records a fetched payment; otherwise like a `Recording`."""
Comparing = Callable[[Session, Listed], list[Difference]]
"""Finds objects recorded differently than the provider lists them. The session is not scoped to an operator."""
KEPT = timedelta(days=90)
"""How long event IDs are kept; the provider repeats events for at most three days."""
RETRIED_FOR = timedelta(days=14)
"""How long payment jobs are retried while the provider does not respond, hourly toward the end."""


def nothing(outcome: str) -> Recording:
    """Return a recording that changes nothing and gives ``outcome`` as the reason."""
    return lambda _db, _now: outcome


@dataclass(frozen=True, slots=True)
class Handlers:
    """Event handlers by object type, and recorders of payments by their metadata purpose.

    ``payments`` are made on the platform's own account, ``direct_payments`` on a connected one: an event about a
    payment is handled on its account, whatever its metadata says.
    """

    platform: Mapping[str, Handler]
    connected: Mapping[str, Handler]
    payments: Mapping[str, PaymentRecorder]
    direct_payments: Mapping[str, PaymentRecorder]
    differences: tuple[Comparing, ...] = ()

    def of(self, event: WebhookEvent) -> Handler | None:
        """Return the handler of an event, or None."""
        about_payments: dict[str, Handler] = {
            "payment_intent": self._payment_intent,
            "charge": self._charge,
            "refund": self._refund,
            "dispute": self._dispute,
            "radar.early_fraud_warning": self._warning,
        }
        others = self.platform if event.account is None else self.connected
        return about_payments.get(event.object_kind) or others.get(event.object_kind)

    def _payment_intent(self, gateway: Stripe, event: WebhookEvent) -> Recording:
        """Handle an event about a payment to the platform or to a business."""
        return self._payment(gateway.on(event.account), str(event.object_id))

    def _charge(self, gateway: Stripe, event: WebhookEvent) -> Recording:
        """Handle an event about a charge or its refund by fetching the payment."""
        there = gateway.on(event.account)
        return self._payment(there, there.intent_of_charge(str(event.object_id)))

    def _refund(self, gateway: Stripe, event: WebhookEvent) -> Recording:
        """Handle an event about a refund by fetching the payment with all refunds."""
        there = gateway.on(event.account)
        return self._payment(there, there.refund_state(str(event.object_id)).intent_id)

    def _dispute(self, gateway: Stripe, event: WebhookEvent) -> Recording:
        """Handle an event about a dispute by fetching the payment with all disputes."""
        there = gateway.on(event.account)
        return self._payment(there, there.dispute(str(event.object_id)).intent_id)

    def _warning(self, gateway: Stripe, event: WebhookEvent) -> Recording:
        """Handle a card network's fraud warning."""
        there = gateway.on(event.account)
        found = there.fraud_warning(str(event.object_id))
        intent_id = found.intent_id or (there.intent_of_charge(found.charge_id) if found.charge_id else None)
        return self._payment(there, intent_id, found)

    def _payment(self, gateway: Stripe, intent_id: str | None, warning: FraudWarning | None = None) -> Recording:
        if intent_id is None:
            return nothing("nothing to record")
        found = fetch_payment(gateway, intent_id, warning)
        recorders = self.payments if gateway.account_id is None else self.direct_payments
        recorder = recorders.get(found.intent.metadata.get(PURPOSE, ""))
        if recorder is None:
            return nothing("unknown purpose")
        return lambda db, now: recorder(db, found, now)


def store(
    db: Session, handlers: Handlers, event: WebhookEvent, now: datetime, *, live: bool, comparison: int | None = None
) -> bool:
    """Store an event with its job. Return false if it was stored before. ``comparison`` is set if a comparison found
    the event.

    Events of other kinds, and events of the other mode (test or live), are stored without a job.
    """
    row = ProviderEvent(
        id=event.id,
        kind=event.kind[:100],
        object_kind=event.object_kind[:60],
        object_id=event.object_id,
        account=event.account,
        live=event.live,
        created_at=event.created,
        received_at=now,
        comparison_id=comparison,
    )
    if event.live != live:
        row.outcome, row.handled_at = "other mode", now
    elif event.object_id is None or handlers.of(event) is None:
        row.outcome, row.handled_at = "of no interest", now
    if not add_unless_taken(db, row):
        return False
    if row.handled_at is None:
        key = _job_key(row.id)
        # The event isn't stored, so a job with its key handled an event whose row is gone: deleted test data, or an old
        # event.
        jobs.remove(db, key)
        jobs.enqueue(db, EVENT, {"eventId": row.id}, now, dedupe_key=key)
    return True


def _job_key(event_id: str) -> str:
    key = f"{EVENT}:{event_id}"
    return key if len(key) <= jobs.LONGEST_KEY else f"{EVENT}:{sha256(event_id.encode()).hexdigest()}"


def forget_old(db: Session, now: datetime) -> None:
    """Delete events handled long ago, along with comparisons and errors from that time."""
    db.execute(delete(ProviderEvent).where(ProviderEvent.received_at < now - KEPT))
    db.execute(delete(Comparison).where(Comparison.at < now - KEPT))
    db.execute(delete(KeptRefusal).where(KeptRefusal.at < now - KEPT))


class WebhookSteps(ProviderSteps):
    """Handles stored events. `event` is a worker step: called without a transaction, it calls the provider and returns
    a function that records the outcome as the job completes.
    """

    def __init__(self, database: Database, provider: Provider, handlers: Handlers) -> None:
        super().__init__(database, provider)
        self._handlers = handlers

    def steps(self) -> dict[str, ExternalHandler]:
        """Return the job steps by kind."""
        return {EVENT: self.event}

    def event(self, task: Task) -> Commit:
        """Handle one event. May raise ProviderProblem or NoKeys, in which case the job is retried."""
        with self._database.read() as db:
            stored = db.get(ProviderEvent, task.payload["eventId"])
            if stored is None or stored.handled_at is not None:
                return done
            about = snapshot_of(WebhookEvent, stored, created=stored.created_at)
            gateway = self._provider.get(db)
        handler = self._handlers.of(about)
        if handler is None or gateway.live != about.live:
            # The keys were changed after the event was received.
            recording = nothing("other mode" if handler else "of no interest")
        else:
            recording = recording_of(handler, gateway, about)

        def write(db: Session, now: datetime) -> None:
            row = db.get(ProviderEvent, about.id, with_for_update=True)
            if row is None or row.handled_at is not None:
                return
            row.outcome = recording(db, now)[:60]
            row.handled_at = now
            log.info("provider_event", kind=about.kind, outcome=row.outcome)

        return write


def retry_while_unavailable(step: ExternalHandler) -> ExternalHandler:
    """Wrap a payment step so that it is retried for days while the provider is unavailable or the keys are wrong."""

    def trying(task: Task) -> Commit:
        try:
            return step(task)
        except (ProviderUnavailable, ProviderRateLimited, KeysRefused, NoKeys) as problem:
            now = clock.now()
            attempts = min(task.attempts, jobs.MAX_ATTEMPTS - 1)
            at = jobs.next_try(attempts, now) if now - task.created_at < RETRIED_FOR else None
            log.warning("provider_away", job=task.id, kind=task.kind, attempt=task.attempts, given_up=at is None)
            raise RetryAt(f"{type(problem).__name__}: {problem}", at) from problem

    return trying


def done(_db: Session, _now: datetime) -> None:
    """Do nothing. Handlers and jobs return this function if there is nothing to record."""


def recording_of(handler: Handler, gateway: Stripe, event: WebhookEvent) -> Recording:
    """Run a handler on an event and return its recording. If the object does not exist at the provider, the recording
    changes nothing.
    """
    try:
        return handler(gateway, event)
    except ProviderNotFound:
        # The event was forged, or the object was deleted: retrying would not help.
        return nothing("unknown to the provider")
