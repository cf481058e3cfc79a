"""What administrators do with a business's subscription: cancel, resume, extend its trial.

As in `service`: prepare (transaction), ask the provider, record (transaction); none of them commits. The session is
kept to the subscription's business.
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
    SubscriptionEnded,
)
from marqueedesk.billing.models import LIVE, PAST_DUE, TRIAL, Subscription
from marqueedesk.billing.schemas import LONGEST_TRIAL_DAYS
from marqueedesk.billing.service import UNPAID, Ending
from marqueedesk.kit.errors import Invalid
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderNotFound, ProviderRefused
from marqueedesk.stripe.values import SubscriptionState

Action = Literal["cancelNow", "cancelAtPeriodEnd", "resume", "extendTrial"]
_LONGEST: Final = timedelta(days=LONGEST_TRIAL_DAYS)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an administrator wants with a subscription; ``day`` (UTC) is the new last day of a trial to be extended."""

    subscription_id: int
    action: Action
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Extension:
    """A later end of a trial, to be requested from the provider."""

    subscription_id: str
    until: datetime


def actions(row: Subscription, now: datetime) -> list[Action]:
    """What can be done with a subscription that is up to date for ``now``."""
    if row.status not in LIVE:
        return []
    found: list[Action] = ["extendTrial"] if is_extendable(row, now) else []
    if row.cancel_at_period_end:
        found.append("resume")
    elif row.status not in UNPAID:
        found.append("cancelAtPeriodEnd")
    return [*found, "cancelNow"]


def is_extendable(row: Subscription, now: datetime) -> bool:
    """Whether a trial can end later. Without keys also one that is over; the provider has asked for money by then."""
    if row.trial_end is None:
        return False
    if row.status == TRIAL:
        return row.trial_end > now
    return row.status == PAST_DUE and row.stripe_subscription_id is None


def _new_end(row: Subscription, day: date | None, now: datetime) -> datetime:
    """The end of a trial on another day (UTC), at the time of day that it has. Raises NotOnTrial and Invalid."""
    if row.trial_end is None or day is None:
        raise NotOnTrial
    until = datetime.combine(day, row.trial_end.astimezone(UTC).timetz())
    last = max(row.trial_end, now)
    if until <= last:
        raise Invalid(fields={"trialEnd": f"Choose a day after {last:%Y-%m-%d}"})
    if until > now + _LONGEST:
        raise Invalid(fields={"trialEnd": f"A trial can end {LONGEST_TRIAL_DAYS} days from now at the latest"})
    return until


def begin(db: Session, operator_id: int, wanted: Wanted, now: datetime) -> Subscription | Ending | Extension:
    """Prepare a change: the changed subscription where the provider has no part in it, or what to ask it for.

    Raises NoSubscription, SubscriptionEnded, AlreadyEnding, NothingPaidFor, NotEnding, NotOnTrial, and Invalid for a
    day that is no extension.
    """
    row = service.live(db, operator_id, now)
    if row is None or row.id != wanted.subscription_id:
        queries.subscription(db, wanted.subscription_id)
        raise SubscriptionEnded
    if wanted.action not in actions(row, now):
        raise _refusal(row, wanted.action)
    if wanted.action != "extendTrial":
        return service.begin_ending(
            db, row, cancel=wanted.action != "resume", at_once=wanted.action == "cancelNow", now=now
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
        return AlreadyEnding("This subscription is canceled already. It ends with its period.")
    return NothingPaidFor()


def is_done(row: Subscription, wanted: Wanted) -> bool:
    """Whether a subscription is already as somebody wants it, because of an earlier try of the same request."""
    if wanted.action == "extendTrial":
        return row.status == TRIAL and row.trial_end is not None and row.trial_end.astimezone(UTC).date() == wanted.day
    if wanted.action == "cancelNow":
        return row.status not in LIVE
    return row.status in LIVE and row.cancel_at_period_end == (wanted.action == "cancelAtPeriodEnd")


def ask(gateway: Stripe, begun: Ending | Extension) -> SubscriptionState:
    """Make the change at the provider, with no transaction open; asked again, it changes nothing more.

    A subscription that has ended there meanwhile is answered as it is: `is_done` tells. Raises a ProviderProblem.
    """
    try:
        if isinstance(begun, Extension):
            return gateway.extend_trial(begun.subscription_id, begun.until)
        return service.ask_ending(gateway, begun)
    except (ProviderNotFound, ProviderRefused):
        state = gateway.subscription(begun.subscription_id)
        if stripe_sync.STATUS_OF.get(state.status) in LIVE:
            raise
        return state
