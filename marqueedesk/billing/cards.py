"""The card of a subscription. It can be added at any time in the provider's form, without paying (S14).

A subscription has at most one open form, and opening it again returns the same one. So two windows, a reload, and the
return from a bank's authentication all lead to one card. The card is fetched from the provider when the page returns,
when an event arrives, and by a job in case neither happens. The first of these sets the card on the subscription; the
others do nothing.
"""

import contextlib
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from marqueedesk.billing import queries, stripe_sync
from marqueedesk.billing.errors import CardNotGiven, NoCardWanted, NoSubscription
from marqueedesk.billing.models import ACTIVE, PAST_DUE, TRIAL, Subscription
from marqueedesk.kit import clock
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.jobs import jobs
from marqueedesk.kit.jobs.job_runner import Commit, ExternalHandler, Task
from marqueedesk.stripe import ids, metadata
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import CardDeclined, ProviderNotFound, ProviderRefused
from marqueedesk.stripe.models import CUSTOMER
from marqueedesk.stripe.provider import ProviderSteps
from marqueedesk.stripe.values import CardSetup, SubscriptionState

CHECK_SETUP = "subscription.card"
"""Kind of the job that checks if a card was added."""
PURPOSE = "card"
"""Metadata value of forms for adding a card (metadata.PURPOSE)."""
_LEFT = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class CardHolder:
    """A subscription's IDs at the provider and its latest card form, as plain values for calls outside transactions."""

    operator_id: int
    subscription_id: str
    customer_id: str
    setup_id: str | None
    setup_open: bool


@dataclass(frozen=True, slots=True)
class Used:
    """The provider's state of a subscription after a new card was set, and the time just before that request."""

    setup_id: str
    state: SubscriptionState
    asked_at: datetime


@dataclass(frozen=True, slots=True)
class Form:
    """An open form for adding a card. If a card had been added in the previous form but not set on the subscription
    yet, that is done first, and ``used`` is the result.
    """

    setup: CardSetup
    used: Used | None = None


def takes_card(row: Subscription) -> bool:
    """Return true if a card can be added: the subscription is running or past due, and exists at the provider."""
    return row.stripe_subscription_id is not None and row.status in {TRIAL, ACTIVE, PAST_DUE}


def holder(row: Subscription | None) -> CardHolder:
    """Return the data for requests to the provider. Raises NoSubscription and NoCardWanted."""
    if row is None:
        raise NoSubscription
    if not takes_card(row):
        raise NoCardWanted
    return CardHolder(
        row.operator_id,
        str(row.stripe_subscription_id),
        str(row.stripe_customer_id),
        row.card_setup_id,
        row.card_setup_open,
    )


def ask_form(gateway: Stripe, about: CardHolder) -> Form:
    """Return the open form for adding a card, or create one. No transaction may be open.

    The key of a new form derives from the previous one, so simultaneous requests get the same form.
    """
    before = _open_one(gateway, about)
    if before is not None and before.waits:
        return Form(before)
    used = _use(gateway, about, before) if before is not None and before.given else None
    made = gateway.create_card_setup(
        customer_id=about.customer_id,
        metadata={metadata.PURPOSE: PURPOSE, metadata.OPERATOR: str(about.operator_id)},
        key=f"card-{about.subscription_id}-{about.setup_id or 'first'}",
    )
    return Form(made, used)


def _open_one(gateway: Stripe, about: CardHolder) -> CardSetup | None:
    if about.setup_id is None or not about.setup_open:
        return None
    try:
        return gateway.card_setup(about.setup_id)
    except ProviderNotFound:
        return None


def record_form(db: Session, about: CardHolder, form: Form, now: datetime) -> None:
    """Record the open form, and schedule the job that checks it. Raises NoSubscription."""
    row = _row(db, about)
    if form.used is not None:
        stripe_sync.apply_subscription(db, row, form.used.state, form.used.asked_at, now)
    if row.card_setup_id == about.setup_id:
        row.card_setup_id, row.card_setup_open = form.setup.id, True
    payload = {"operatorId": about.operator_id, "setupId": form.setup.id}
    jobs.enqueue_once(
        db, CHECK_SETUP, payload, now, run_at=now + _LEFT, dedupe_key=f"{CHECK_SETUP}:{form.setup.id}:later"[:200]
    )


def ask_given(gateway: Stripe, about: CardHolder) -> Used | None:
    """Make the subscription use the card that was added. Returns None if that was done before. No transaction may be
    open.

    The amount due of a past-due subscription is charged to the card. Raises CardNotGiven, and CardDeclined if the card
    was declined in the form.
    """
    if about.setup_id is None:
        raise CardNotGiven
    if not about.setup_open:
        return None
    setup = gateway.card_setup(about.setup_id)
    if setup.given:
        return _use(gateway, about, setup)
    if setup.failure:
        raise CardDeclined(setup.failure)
    raise CardNotGiven


def _use(gateway: Stripe, about: CardHolder, setup: CardSetup) -> Used:
    """Use the card for the subscription. Idempotent: a repeated call does not charge anything twice."""
    asked_at = clock.now()
    method = str(setup.method_id)
    state = gateway.use_card(about.subscription_id, method)
    if state.client_secret is not None and state.latest_invoice_id is not None:
        # The card was declined, or the invoice paid in the meantime: the subscription's state shows which.
        with contextlib.suppress(CardDeclined, ProviderRefused):
            gateway.pay_invoice(state.latest_invoice_id, method, key=f"card-pays-{state.latest_invoice_id}-{setup.id}")
        asked_at = clock.now()
        state = gateway.subscription(about.subscription_id)
    return Used(setup.id, state, asked_at)


def record_used(db: Session, about: CardHolder, used: Used | None, now: datetime) -> Subscription:
    """Record which card pays for a subscription. Raises NoSubscription."""
    row = _row(db, about)
    if used is not None:
        stripe_sync.apply_subscription(db, row, used.state, used.asked_at, now)
        _close(row, used.setup_id)
        db.flush()
    return row


def _row(db: Session, about: CardHolder) -> Subscription:
    queries.lock_operator(db, about.operator_id)
    return existing(queries.by_provider_id(db, about.subscription_id), NoSubscription)


def _close(row: Subscription, setup_id: str) -> None:
    if row.card_setup_id == setup_id:
        row.card_setup_open = False


def record_setup(db: Session, setup: CardSetup, now: datetime) -> str:
    """Handle an event about a form: use the card if one was added. The session is not scoped to an operator yet.

    Forms of other applications are ignored, and so are forms that were replaced or completed.
    """
    operator_id = ids.operator_behind(db, setup.customer_id, CUSTOMER, live=setup.live)
    if operator_id is None:
        return "unknown customer"
    if not setup.given:
        return "nothing to record"
    set_operator(db, operator_id)
    if queries.by_card_setup(db, setup.id) is None:
        return "known already"
    payload = {"operatorId": operator_id, "setupId": setup.id}
    jobs.enqueue_once(db, CHECK_SETUP, payload, now, dedupe_key=f"{CHECK_SETUP}:{setup.id}:given"[:200])
    return "recorded"


class CardSteps(ProviderSteps):
    """Worker steps, called without a transaction; see `kit.jobs.job_runner`."""

    def steps(self) -> dict[str, ExternalHandler]:
        """Return the job handlers by kind."""
        return {CHECK_SETUP: self.look}

    def look(self, task: Task) -> Commit:
        """Use the card that was added in a form even if the page never returned. May raise ProviderProblem."""
        operator_id, setup_id = task.payload["operatorId"], task.payload["setupId"]
        with self._database.read() as db:
            set_operator(db, operator_id)
            row = queries.by_card_setup(db, setup_id)
            gateway = self._provider.find(db)
            about = holder(row) if row is not None and takes_card(row) else None
        if about is None or gateway is None:
            return _done
        try:
            used = ask_given(gateway, about)
        except (CardNotGiven, CardDeclined, ProviderRefused):
            # The form was abandoned. It stays open in case the user comes back.
            return _done

        def write(db: Session, now: datetime) -> None:
            set_operator(db, operator_id)
            record_used(db, about, used, now)

        return write


def _done(_db: Session, _now: datetime) -> None:
    """Record nothing."""
