"""Background worker: inside the server by default, or standalone as `marqueedesk worker` on any number of machines.

Threads run the jobs in the job table (docs/adr/0006-jobs.md): one handles jobs that only use the database, including
events and schedules; one calls the payment provider, one bookkeeping software, and several use the mail server, which
may be slow.
"""

import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from marqueedesk import unused_pictures
from marqueedesk.account_closing import service as closing
from marqueedesk.accounts import passkeys, remembered_devices, resets
from marqueedesk.accounts.access import forget_ended_sign_ins
from marqueedesk.accounts.models import Operator
from marqueedesk.admin import announcement_emails
from marqueedesk.announcements import service as announcements
from marqueedesk.availability import service as availability
from marqueedesk.availability.models import UnmetDemand
from marqueedesk.availability.operator_lock import read_operator
from marqueedesk.availability.stranger_limits import StrangerLimits
from marqueedesk.booking_form.form_visits import FormDay, PricedForm
from marqueedesk.bookings.charges import late_fees
from marqueedesk.books.partners.push_jobs import PushSteps
from marqueedesk.books.partners.pushes import PUSH
from marqueedesk.books.up_to_date import enter_due
from marqueedesk.business_usage import counter
from marqueedesk.cards_on_file import automatic
from marqueedesk.conversations import delivery_states
from marqueedesk.conversations import service as text_service
from marqueedesk.conversations.outbox import TextOutbox
from marqueedesk.customer_pages import booking_lists
from marqueedesk.customer_records.erasing import forget_old_invoices
from marqueedesk.customer_records.up_to_date import bring_up_to_date
from marqueedesk.domain_events import delivery
from marqueedesk.follow_ups import priced, recipients
from marqueedesk.gift_cards import purchases as gift_card_purchases
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.db import heartbeats
from marqueedesk.kit.db.database import Database, stay_behind
from marqueedesk.kit.db.tables import IdempotencyKey
from marqueedesk.kit.db.tenancy import all_tenants, set_operator
from marqueedesk.kit.errors import NotFound, Unavailable
from marqueedesk.kit.http.rate_limit import forget_ended
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import DbHandler, JobRunner, Lanes, Task
from marqueedesk.kit.live import changes, open_streams
from marqueedesk.kit.watch import audit
from marqueedesk.kit.watch.metrics import log
from marqueedesk.mail.mail import Mailer
from marqueedesk.messages import allowance, outbox, schedules
from marqueedesk.messages.mail_settings import MailSettings
from marqueedesk.notifications.service import forget_old as forget_old_notifications
from marqueedesk.security_holds import background_jobs as holds
from marqueedesk.settings import Settings
from marqueedesk.sms.gateway import TextGateway
from marqueedesk.stripe import reconciling, webhooks
from marqueedesk.stripe.kept_refusals import keeper
from marqueedesk.stripe.provider import Provider
from marqueedesk.subscribers import EVENT_KINDS, PROVIDER_KINDS, event_subscribers, provider_steps
from marqueedesk.waiting_list import waiting

HOUSEKEEPING: Final = "housekeeping"
KEYS_KEPT = timedelta(hours=48)
"""How long idempotency keys are kept: at least 24 hours (B4), doubled for a phone that was off over a weekend night."""
DEMAND_KEPT = timedelta(days=2 * 366)
"""How long unmet demand is kept: the current and the previous year, which operators compare."""
TEXT_IDS_KEPT = timedelta(days=90)
"""How long the IDs of texts are kept. Status callbacks come within days."""
_NOT_AT_ONCE: Final = timedelta(seconds=60)
"""How long to wait after startup, so that requests come first."""
_TIMEOUT: Final = 20.0
"""How many seconds a stopping server waits for running jobs."""
MAIL_LANES: Final = 8
WAITING_SECONDS: Final = 4.0
"""Seconds between checks of the waiting lists."""
CARDS_SECONDS: Final = 60.0
"""Seconds between checks for charges of cards on file that are due."""
BOOKS_SECONDS: Final = 600.0
"""Seconds between updates of the ledgers. Readers bring theirs up to date themselves."""
LATE_FEES_SECONDS: Final = 600.0
"""Seconds between checks for late fees to propose."""
SLOW_SECONDS: Final = 3.0
"""Seconds after which a slow email no longer delays others (see `kit.jobs.job_runner.Lanes`)."""


def tidy(db: Session, now: datetime) -> None:
    """Delete expired rows: sessions, counters, jobs, events, keys, password links and unmet demand, and emails,
    notifications, announcements and audit entries past their retention.
    """
    forget_ended_sign_ins(db, now)
    resets.forget_old(db, now)
    passkeys.forget_old(db, now)
    remembered_devices.forget_old(db, now)
    forget_ended(db, now)
    jobs.forget_ended(db, now)
    booking_lists.forget_old(db, now)
    priced.forget_old(db, now)
    recipients.forget_old(db, now)
    changes.forget_old(db, now)
    open_streams.forget_dead(db, now)
    counter.forget_old(db, now)
    heartbeats.forget_stopped(db, now)
    webhooks.forget_old(db, now)
    gift_card_purchases.forget_old(db, now)
    forget_old_notifications(db, now)
    outbox.forget_old(db, now)
    delivery_states.forget_old(db, now - TEXT_IDS_KEPT)
    audit.forget_old(db, now)
    announcements.forget_old(db, now)
    db.execute(delete(IdempotencyKey).where(IdempotencyKey.created_at < now - KEYS_KEPT))
    db.execute(delete(UnmetDemand).where(UnmetDemand.seen_at < now - DEMAND_KEPT))
    db.execute(delete(PricedForm).where(PricedForm.priced_at < now - DEMAND_KEPT))
    forget_old_invoices(db, now)
    db.execute(delete(FormDay).where(FormDay.day < (now - DEMAND_KEPT).date()))


def keep_house(db: Session, _task: Task, now: datetime) -> None:
    """Clean up, schedule the businesses' upcoming jobs, and schedule the next hourly run.

    Each is a job with its own key, so that it runs only once on any number of servers.
    """
    with all_tenants(db, "housekeeping for every operator"):
        tidy(db, now)
        schedules.plan_all(db, now)
        reconciling.plan(db, now)
        unused_pictures.plan(db, now)
        plan_house(db, now, now + timedelta(hours=1))


def plan_house(db: Session, now: datetime, at: datetime) -> None:
    """Schedule the housekeeping for an hour, once."""
    jobs.enqueue_once(db, HOUSEKEEPING, {}, now, dedupe_key=f"{HOUSEKEEPING}:{at:%Y-%m-%dT%H}", run_at=at)


def offer_what_came_free(database: Database, now: datetime, settings: Settings | None = None) -> int:
    """Offer available letters to waiting customers; return the number of offers.

    It polls instead of reacting to each cause (a cancellation, an expired hold, an edit, a purchase, a return), so that
    none of these depends on the waiting list. The lock is only taken if there is something to do. ``settings``
    determine whether limits on strangers apply.
    """
    offered = 0
    with database.read() as db, all_tenants(db, "the waiting lists of every operator"):
        operators = waiting.who_waits(db)
        limits = None
        if settings is not None and settings.rate_limits == "on":
            limits = StrangerLimits(by_network=effective(db, settings).smtp is not None)
    for operator_id in operators:
        try:
            with database.read() as db:
                set_operator(db, operator_id)
                terms = read_operator(db.connection(), operator_id)
                is_due = not terms.is_suspended and waiting.anything_to_do(db, terms, now, limits=limits)
            if is_due:
                with database.write() as db:
                    set_operator(db, operator_id)
                    terms = availability.lock(db, operator_id)
                    offered += len(waiting.make_offers(db, terms, now, limits=limits))
        except NotFound:
            # The business is suspended or removed.
            continue
    return offered


def charge_cards(database: Database, now: datetime) -> None:
    """Announce charges of cards on file, and insert jobs for those that are due and for security holds, in all
    businesses.
    """
    with database.read() as db, all_tenants(db, "the cards on file of every operator"):
        operators = sorted({*automatic.who_keeps(db), *holds.who_holds(db), *holds.who_places(db)})
    for operator_id in operators:
        try:
            with database.read() as db:
                set_operator(db, operator_id)
                is_due = automatic.anything_due(db, operator_id, now) or holds.anything_due(db, operator_id, now)
            if is_due:
                with database.write() as db:
                    set_operator(db, operator_id)
                    automatic.plan_due(db, operator_id, now)
                    holds.plan_due(db, operator_id, now)
        except NotFound:
            # The business is suspended or removed.
            continue


def propose_late_fees(database: Database, now: datetime) -> None:
    """Propose late fees for overdue payments in all businesses. Takes a business's lock only if there is a change."""
    with database.read() as db, all_tenants(db, "the overdue payments of every operator"):
        operators = late_fees.operators_with_overdue(db, now.date() + timedelta(days=1))
    for operator_id in operators:
        try:
            with database.read() as db:
                set_operator(db, operator_id)
                terms = read_operator(db.connection(), operator_id)
                is_due = not terms.is_suspended and late_fees.anything_due(db, terms, now)
            if is_due:
                with database.write() as db:
                    set_operator(db, operator_id)
                    terms = availability.lock(db, operator_id)
                    # It may have been suspended since the read, for example to be moved.
                    if not terms.is_suspended:
                        late_fees.propose_due(db, terms, now)
        except NotFound:
            # The business was removed.
            continue


def enter_ledgers(database: Database, now: datetime) -> None:
    """Enter what has become due in the ledgers of all businesses, and close the months that are due."""
    with database.read() as db, all_tenants(db, "the ledgers of every operator"):
        operators = db.scalars(select(Operator.id).order_by(Operator.id)).all()
    for operator_id in operators:
        enter_due(database, operator_id, now)


def update_customers(database: Database, now: datetime) -> None:
    """Link rows without a customer, and compute the figures of customers whose bookings changed, in all businesses."""
    with database.read() as db, all_tenants(db, "the customers of every operator"):
        operators = db.scalars(select(Operator.id).order_by(Operator.id)).all()
    for operator_id in operators:
        bring_up_to_date(database, operator_id, now)


KINDS: Final = (
    HOUSEKEEPING,
    unused_pictures.REMOVE_UNUSED,
    closing.REMOVE,
    announcement_emails.WRITE,
    *EVENT_KINDS,
    outbox.SEND,
    text_service.SEND,
    *PROVIDER_KINDS,
    PUSH,
)
"""All kinds of jobs that the worker handles."""


class Worker:
    """The job runners of one process."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        *,
        mailer: Mailer | None = None,
        provider: Provider | None = None,
        texts: TextGateway | None = None,
    ) -> None:
        """Create the runners. ``mailer``, ``provider`` and ``texts`` replace the installation's mail server, payment
        provider and text provider.
        """
        self._database, self._settings = database, settings
        mail_settings = MailSettings(settings)
        inner: Mapping[str, DbHandler] = {
            HOUSEKEEPING: keep_house,
            unused_pictures.REMOVE_UNUSED: unused_pictures.remove_unused,
            closing.REMOVE: closing.remove_due,
            announcement_emails.WRITE: partial(announcement_emails.write_some, mail_settings),
            **delivery.steps(event_subscribers(settings)),
        }
        self.events = JobRunner(database, inner=inner, most=20)

        def mail_lane(needed: Callable[[float], bool]) -> JobRunner:
            sender = outbox.MailSender(database, mail_settings, mailer)
            # One job at a time: a slow mail server must not keep claimed emails from another lane.
            return JobRunner(database, outer={outbox.SEND: sender.send}, idle=sender.idle, most=1, needed=needed)

        self.emails = Lanes(mail_lane, most=MAIL_LANES, slow_after=SLOW_SECONDS)
        provider = provider or Provider(settings, keep=keeper(database))
        self.payments = JobRunner(database, outer=provider_steps(database, provider), most=1)
        text_outbox = TextOutbox(
            database,
            settings,
            mail_settings.address_of_text,
            allowance=partial(allowance.hold_text, mail_settings),
            gateway=texts,
        )
        self.texts = JobRunner(database, outer={text_service.SEND: text_outbox.send}, most=1)
        self.books = JobRunner(database, outer=PushSteps(database, settings).steps(), most=1)

    def all_due(self) -> None:
        """Run all jobs due now, including those that become due in the meantime."""
        offer_what_came_free(self._database, clock.now(), self._settings)
        charge_cards(self._database, clock.now())
        propose_late_fees(self._database, clock.now())
        while sum(runner.all_due() for runner in self._with_due_jobs()):
            pass

    def _with_due_jobs(self) -> list[JobRunner]:
        with self._database.read() as db:
            due = jobs.due_kinds(db, clock.now())
        runners = (self.events, self.emails.drains[0], self.texts, self.payments, self.books)
        return [runner for runner in runners if not due.isdisjoint(runner.kinds)]

    def keep_leases(self) -> None:
        """Renew the leases of running jobs, so that other workers only take over a dead worker's jobs."""
        now = time.monotonic()
        drains = [self.events, self.payments, self.texts, self.books, *self.emails.drains]
        alive = [drain.name for drain in drains if drain.is_alive(now)]
        if alive:
            with self._database.write() as db:
                jobs.keep(db, alive, clock.now())

    def begin(self) -> None:
        """Schedule the first housekeeping, ignoring an unavailable database."""
        now = clock.now()
        try:
            with self._database.write() as db:
                plan_house(db, now, now + _NOT_AT_ONCE)
        except (SQLAlchemyError, Unavailable) as problem:
            log.warning("worker_waits_for_database", error=type(problem).__name__)

    def threads(self, stop: threading.Event) -> list[threading.Thread]:
        """Create threads that work until ``stop`` is set. They aren't started yet."""

        def working(drain: JobRunner) -> Callable[[], None]:
            def work() -> None:
                stay_behind()
                drain.run(stop)

            return work

        def again_and_again(seconds: float, act: Callable[[], object]) -> Callable[[], None]:
            def repeat() -> None:
                stay_behind()
                while not stop.wait(seconds):
                    try:
                        act()
                    except (SQLAlchemyError, Unavailable) as problem:
                        log.warning("worker_waits_for_database", error=type(problem).__name__)

            return repeat

        waiting_list = again_and_again(
            WAITING_SECONDS, lambda: offer_what_came_free(self._database, clock.now(), self._settings)
        )
        leases = again_and_again(jobs.KEEP_EVERY, self.keep_leases)
        cards = again_and_again(CARDS_SECONDS, lambda: charge_cards(self._database, clock.now()))
        fees = again_and_again(LATE_FEES_SECONDS, lambda: propose_late_fees(self._database, clock.now()))
        ledgers = again_and_again(BOOKS_SECONDS, lambda: enter_ledgers(self._database, clock.now()))
        customers = again_and_again(BOOKS_SECONDS, lambda: update_customers(self._database, clock.now()))

        # Daemon threads, so that an unresponsive mail server does not keep the process alive. Another worker takes over
        # its job later.
        return [
            threading.Thread(target=working(drain), name=name, daemon=True)
            for name, drain in (
                ("events", self.events),
                ("payments", self.payments),
                ("texts", self.texts),
                ("books", self.books),
                *(("emails", lane) for lane in self.emails.drains),
            )
        ] + [
            threading.Thread(target=waiting_list, name="waiting-list", daemon=True),
            threading.Thread(target=cards, name="cards", daemon=True),
            threading.Thread(target=fees, name="late-fees", daemon=True),
            threading.Thread(target=leases, name="leases", daemon=True),
            threading.Thread(target=ledgers, name="ledgers", daemon=True),
            threading.Thread(target=customers, name="customers", daemon=True),
        ]


class Inside:
    """Worker within a server, or as its own process. Starts and stops with it."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker
        self._stop = threading.Event()
        self._threads = worker.threads(self._stop)

    def start(self) -> None:
        """Begin."""
        self._worker.begin()
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Finish running jobs and stop."""
        self._stop.set()
        ends = time.monotonic() + _TIMEOUT
        for thread in self._threads:
            thread.join(max(0.0, ends - time.monotonic()))
