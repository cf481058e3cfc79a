"""The provider's events: stored once, then handled by asking for the present state and recording that (S3).

An event only says *that* something has changed. What it is now is fetched, with no transaction open, and recorded once;
so events may come in any order, any number of times and days late, and end in the same state. `PLATFORM` and
`CONNECTED` say who handles what: an event of a connected account never reaches a handler of the platform's own, nor
the other way.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from marqueedesk.billing import cards, record
from marqueedesk.billing.provider import Provider
from marqueedesk.gateways.stripe import (
    DisputeState,
    KeysRefused,
    NoKeys,
    Notice,
    ProviderAway,
    ProviderBusy,
    ProviderLacks,
    Stripe,
)
from marqueedesk.kit import clock, jobs
from marqueedesk.kit.db import Database
from marqueedesk.kit.drain import Outer, Record, Task, TryLater
from marqueedesk.kit.observe import log
from marqueedesk.payments import asking, connected, upkeep
from marqueedesk.payments import record as customers
from marqueedesk.payments.models import ProviderEvent
from marqueedesk.payments.record import Fetched
from marqueedesk.payments.upkeep import Upkeep

EVENT = "stripe.event"
"""The kind of the job that handles an event; its payload names it."""

Recording = Callable[[Session, datetime], str]
"""Writes fetched state down in the caller's transaction, whose session has no operator yet; answers the outcome."""
Handler = Callable[[Stripe, Notice], Recording]
"""Fetches what an event is about. May raise a ProviderProblem: the job is tried again then."""
KEPT = timedelta(days=90)
"""How long an event's id is remembered: the provider repeats one for three days at most."""
PATIENCE = timedelta(days=14)
"""How long what is to be asked of a provider that does not answer is tried again, every hour in the end."""
KINDS = (EVENT, record.CHECK, cards.LOOK, *upkeep.KINDS)
"""The kinds of jobs that `Events` does."""


def _nothing(outcome: str) -> Recording:
    return lambda _db, _now: outcome


def subscription(gateway: Stripe, notice: Notice) -> Recording:
    """A business's subscription to this product."""
    asked_at = clock.now()
    state = gateway.subscription(str(notice.object_id))
    return lambda db, now: record.subscription_fetched(db, state, asked_at, now)


def invoice(gateway: Stripe, notice: Notice) -> Recording:
    """An invoice of a business's subscription; the subscription is looked at with it, whichever event comes first."""
    asked_at = clock.now()
    state = gateway.invoice(str(notice.object_id))
    if state.subscription_id is None:
        return _nothing("nothing to record")
    holder = gateway.subscription(state.subscription_id)
    tried = gateway.intent(state.intent_id) if state.intent_id and (state.status == "paid" or state.attempts) else None

    def write(db: Session, now: datetime) -> str:
        found = record.subscription_fetched(db, holder, asked_at, now)
        if found.startswith("unknown"):
            return found
        return record.invoice_fetched(db, state, tried, asked_at, now)

    return write


def setup_intent(gateway: Stripe, notice: Notice) -> Recording:
    """A card that a business gives for its subscription."""
    state = gateway.card_setup(str(notice.object_id))
    return lambda db, now: cards.fetched(db, state, now)


def payment_intent(gateway: Stripe, notice: Notice) -> Recording:
    """A single payment, to the platform or to a business; what it is for, it says in its metadata."""
    return _payment(gateway, str(notice.object_id))


def charge(gateway: Stripe, notice: Notice) -> Recording:
    """What was taken for a payment, or went back of it: the payment is looked at."""
    return _payment(gateway, gateway.intent_of_charge(str(notice.object_id)))


def refund(gateway: Stripe, notice: Notice) -> Recording:
    """Money on its way back: the payment is looked at, with everything that went back of it."""
    return _payment(gateway, gateway.refund_state(str(notice.object_id)).intent_id)


def dispute(gateway: Stripe, notice: Notice) -> Recording:
    """A card's owner objects to a payment."""
    state = gateway.dispute(str(notice.object_id))
    return _payment(gateway, state.intent_id, state)


def _payment(gateway: Stripe, intent_id: str | None, disputed: DisputeState | None = None) -> Recording:
    if intent_id is None:
        return _nothing("nothing to record")
    found = asking.look(gateway, intent_id)
    if found.intent.metadata.get(record.PURPOSE) != customers.BOOKING:
        return lambda db, now: record.intent_fetched(db, found.intent, found.asked_at, now)
    whole = Fetched(found.intent, found.asked_at, found.refunds, disputed)
    return lambda db, now: customers.fetched(db, whole, now)


def account(gateway: Stripe, notice: Notice) -> Recording:
    """What a business's account may do, or that it has taken its leave. The account that the event names is looked at,
    and nothing is believed of one that is not ours.
    """
    account_id = str(notice.account)
    asked_at = clock.now()
    state = connected.state(gateway, account_id)
    return lambda db, _now: connected.fetched(db, account_id, state, asked_at, live=gateway.live)


PLATFORM: dict[str, Handler] = {
    "subscription": subscription,
    "invoice": invoice,
    "setup_intent": setup_intent,
    "payment_intent": payment_intent,
    "charge": charge,
    "refund": refund,
    "dispute": dispute,
}
"""Who handles an event of the platform's own, by the kind of object that it is about."""

CONNECTED: dict[str, Handler] = {"account": account, "application": account}
"""Who handles an event of a connected account: its own changes, and the application's access to it ended."""


def store(db: Session, notice: Notice, now: datetime, *, live: bool) -> bool:
    """Keep an event and the job that handles it; False for one that is kept already.

    Events nobody here handles, and those of the other world (test events at a live server, live ones at a test server),
    are kept without a job: nothing changes.
    """
    row = ProviderEvent(
        id=notice.id,
        kind=notice.kind[:100],
        object_kind=notice.object_kind[:60],
        object_id=notice.object_id,
        account=notice.account,
        live=notice.live,
        created_at=notice.created,
        received_at=now,
    )
    if notice.live != live:
        row.outcome, row.handled_at = "other mode", now
    elif notice.object_id is None or _handler(notice) is None:
        row.outcome, row.handled_at = "of no interest", now
    try:
        with db.begin_nested():
            db.add(row)
            db.flush()
    except IntegrityError:
        return False
    if row.handled_at is None:
        jobs.enqueue(db, EVENT, {"eventId": row.id}, now, dedupe_key=f"{EVENT}:{row.id}"[:200])
    return True


def _handler(notice: Notice) -> Handler | None:
    if notice.account is None:
        return PLATFORM.get(notice.object_kind)
    return CONNECTED.get(notice.object_kind)


def forget_old(db: Session, now: datetime) -> None:
    """Remove events that were handled long ago."""
    db.execute(delete(ProviderEvent).where(ProviderEvent.received_at < now - KEPT))


class Events:
    """Handles stored events. `event` and `check` are steps for the worker: called without a transaction, they ask the
    provider, and answer what is to be written down together with marking their job done.
    """

    def __init__(self, database: Database, provider: Provider) -> None:
        self._database = database
        self._provider = provider

    def steps(self) -> dict[str, Outer]:
        """Who does which kind of job."""
        parts = (self._database, self._provider)
        own: dict[str, Outer] = {EVENT: self.event, record.CHECK: self.check}
        steps = own | cards.CardSteps(*parts).steps() | Upkeep(*parts).steps()
        return {kind: _patient(step) for kind, step in steps.items()}

    def event(self, task: Task) -> Record:
        """Handle one event. May raise a ProviderProblem or NoKeys: it is tried again then."""
        with self._database.read() as db:
            stored = db.get(ProviderEvent, task.payload["eventId"])
            if stored is None or stored.handled_at is not None:
                return _done
            notice = Notice(
                id=stored.id,
                kind=stored.kind,
                object_kind=stored.object_kind,
                object_id=stored.object_id,
                account=stored.account,
                live=stored.live,
                created=stored.created_at,
            )
            gateway = self._provider.get(db)
        handler = _handler(notice)
        if handler is None or gateway.live != notice.live:
            # The keys are others now than when the event came.
            recording = _nothing("other mode" if handler else "of no interest")
        else:
            recording = _fetched(handler, gateway, notice)

        def write(db: Session, now: datetime) -> None:
            row = db.get(ProviderEvent, notice.id, with_for_update=True)
            if row is None or row.handled_at is not None:
                return
            row.outcome = recording(db, now)[:60]
            row.handled_at = now
            log.info("provider_event", kind=notice.kind, outcome=row.outcome)

        return write

    def check(self, task: Task) -> Record:
        """Look after a subscription of which an event may never have come."""
        with self._database.read() as db:
            gateway = self._provider.find(db)
        if gateway is None:
            return _done
        asked_at = clock.now()
        try:
            state = gateway.subscription(task.payload["subscriptionId"])
        except ProviderLacks:
            return _done
        recording = None
        if state.latest_invoice_id:
            recording = _fetched(invoice, gateway, _about_invoice(state.latest_invoice_id, live=gateway.live))

        def write(db: Session, now: datetime) -> None:
            record.subscription_fetched(db, state, asked_at, now)
            if recording is not None:
                recording(db, now)

        return write


def _patient(step: Outer) -> Outer:
    """A step that waits for days for a provider that is away, or whose keys are not right: it is about money."""

    def patient(task: Task) -> Record:
        try:
            return step(task)
        except (ProviderAway, ProviderBusy, KeysRefused, NoKeys) as problem:
            now = clock.now()
            attempts = min(task.attempts, jobs.MAX_ATTEMPTS - 1)
            at = jobs.next_try(attempts, now) if now - task.created_at < PATIENCE else None
            log.warning("provider_away", job=task.id, kind=task.kind, attempt=task.attempts, given_up=at is None)
            raise TryLater(f"{type(problem).__name__}: {problem}", at) from problem

    return patient


def _done(_db: Session, _now: datetime) -> None:
    """Nothing is left to write down."""


def _fetched(handler: Handler, gateway: Stripe, notice: Notice) -> Recording:
    try:
        return handler(gateway, notice)
    except ProviderLacks:
        # Forged, or removed at the provider since: nothing to record, however often it is tried.
        return _nothing("unknown to the provider")


def _about_invoice(invoice_id: str, *, live: bool) -> Notice:
    return Notice("", "invoice.checked", "invoice", invoice_id, None, live, clock.now())
