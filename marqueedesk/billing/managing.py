"""Administrators' actions on a business's subscription: cancel, resume, extend its trial.

As in `service`: prepare (transaction), call the provider, record (transaction); none of them commits. The session is
scoped to the subscription's business.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal

from sqlalchemy.orm import Session

from marqueedesk.billing import queries, service, stripe_sync, trials
from marqueedesk.billing.errors import (
    AlreadyEnding,
    NotEnding,
    NothingPaidFor,
    NotOnTrial,
    StillThere,
    SubscriptionEnded,
)
from marqueedesk.billing.models import CANCELED, LIVE, PAST_DUE, TRIAL, Subscription
from marqueedesk.billing.schemas import LONGEST_TRIAL_DAYS
from marqueedesk.billing.service import UNPAID, Ending
from marqueedesk.kit.errors import Invalid
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderNotFound, ProviderRefused
from marqueedesk.stripe.values import SubscriptionState

Action = Literal["cancelNow", "cancelAtPeriodEnd", "resume", "extendTrial", "endHere"]
_AT_ONCE: Final = frozenset[Action]({"cancelNow", "endHere"})
_LONGEST: Final = timedelta(days=LONGEST_TRIAL_DAYS)


@dataclass(frozen=True, slots=True)
class SubscriptionAction:
    """An administrator's action on a subscription; ``day`` (UTC) is the new last day of a trial."""

    subscription_id: int
    action: Action
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """A subscription to end in our records only, after checking that it does not exist at the provider."""

    subscription_id: str


@dataclass(frozen=True, slots=True)
class Extension:
    """A new end of a trial, to request from the provider."""

    subscription_id: str
    until: datetime


def actions(row: Subscription, now: datetime, *, is_unknown: bool = False) -> list[Action]:
    """Return the actions currently possible on an up-to-date subscription; ``is_unknown`` means that it no longer
    exists at the provider.
    """
    if row.status not in LIVE:
        return []
    if is_unknown:
        return ["endHere"]
    found: list[Action] = ["extendTrial"] if is_extendable(row, now) else []
    if row.cancel_at_period_end:
        found.append("resume")
    elif row.status not in UNPAID:
        found.append("cancelAtPeriodEnd")
    return [*found, "cancelNow"]


def is_extendable(row: Subscription, now: datetime) -> bool:
    """Return true if a trial can be extended. A trial that is over can only be extended if it was taken without keys;
    otherwise the provider has already requested payment.
    """
    if row.trial_end is None:
        return False
    if row.status == TRIAL:
        return row.trial_end > now
    return row.status == PAST_DUE and row.stripe_subscription_id is None


def _new_end(row: Subscription, day: date | None, now: datetime) -> datetime:
    """Return the new end of a trial on another day (UTC), at the same time of day. Raises NotOnTrial and Invalid."""
    if row.trial_end is None or day is None:
        raise NotOnTrial
    until = datetime.combine(day, row.trial_end.astimezone(UTC).timetz())
    last = max(row.trial_end, now)
    if until <= last:
        raise Invalid(fields={"trialEnd": f"Choose a day after {last:%Y-%m-%d}"})
    if until > now + _LONGEST:
        raise Invalid(fields={"trialEnd": f"A trial can end at most {LONGEST_TRIAL_DAYS} days from now"})
    return until


def begin(
    db: Session, operator_id: int, wanted: SubscriptionAction, now: datetime
) -> Subscription | Ending | Extension | Unknown:
    """Prepare an action. Returns the changed subscription if the provider is not involved, otherwise the request to
    make.

    Raises NoSubscription, SubscriptionEnded, AlreadyEnding, NothingPaidFor, NotEnding, NotOnTrial, and Invalid for a
    day that does not extend the trial.
    """
    row = service.live(db, operator_id, now)
    if row is None or row.id != wanted.subscription_id:
        queries.subscription(db, wanted.subscription_id)
        raise SubscriptionEnded
    if wanted.action == "endHere" and row.stripe_subscription_id is not None:
        return Unknown(row.stripe_subscription_id)
    if wanted.action not in {*actions(row, now), "endHere"}:
        raise _refusal(row, wanted.action)
    if wanted.action != "extendTrial":
        return service.begin_ending(
            db, row, cancel=wanted.action != "resume", at_once=wanted.action in _AT_ONCE, now=now
        )
    until = _new_end(row, wanted.day, now)
    if row.stripe_subscription_id is not None:
        return Extension(row.stripe_subscription_id, until)
    before = row.status
    row.status, row.trial_end, row.current_period_end, row.updated_at = TRIAL, until, until, now
    db.flush()
    stripe_sync.changed(db, row, before, now)
    trials.watch(db, row, now)
    return row


def _refusal(row: Subscription, action: Action) -> Exception:
    if action == "resume":
        return NotEnding("This subscription is not canceled.")
    if action == "extendTrial":
        return NotOnTrial()
    if row.cancel_at_period_end:
        return AlreadyEnding("This subscription is already canceled. It ends with its period.")
    return NothingPaidFor()


def is_done(row: Subscription, wanted: SubscriptionAction) -> bool:
    """Return true if the subscription is already in the requested state because an earlier attempt of the same request
    succeeded.
    """
    if wanted.action == "extendTrial":
        return row.status == TRIAL and row.trial_end is not None and row.trial_end.astimezone(UTC).date() == wanted.day
    if wanted.action in _AT_ONCE:
        return row.status not in LIVE
    return row.status in LIVE and row.cancel_at_period_end == (wanted.action == "cancelAtPeriodEnd")


def ask(gateway: Stripe, begun: Ending | Extension | Unknown) -> SubscriptionState | None:
    """Make the change at the provider, with no transaction open. Idempotent.

    If the subscription has ended there in the meantime, its state is returned; check it with `is_done`. Returns None if
    it does not exist there, as the administrator assumed. Raises StillThere and ProviderProblem.
    """
    if isinstance(begun, Unknown):
        try:
            state = gateway.subscription(begun.subscription_id)
        except ProviderNotFound:
            return None
        if stripe_sync.STATUS_OF.get(state.status) in LIVE:
            raise StillThere
        return state
    try:
        if isinstance(begun, Extension):
            return gateway.extend_trial(begun.subscription_id, begun.until)
        return service.ask_ending(gateway, begun)
    except (ProviderNotFound, ProviderRefused):
        state = gateway.subscription(begun.subscription_id)
        if stripe_sync.STATUS_OF.get(state.status) in LIVE:
            raise
        return state


def end_here(db: Session, operator_id: int, subscription_id: int, now: datetime) -> Subscription:
    """End a subscription that does not exist at the provider. Its provider ID is removed, so that the business can
    subscribe again and no later event restores the old subscription.
    """
    row = service.live(db, operator_id, now)
    if row is None or row.id != subscription_id:
        return queries.subscription(db, subscription_id)
    before = row.status
    row.status, row.canceled_at, row.cancel_at_period_end, row.updated_at = CANCELED, now, False, now
    row.stripe_subscription_id = None
    db.flush()
    stripe_sync.changed(db, row, before, now)
    return row
