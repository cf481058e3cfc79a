"""A business's connected Stripe account, which receives its customers' payments.

The owner's pages fetch its state from the provider each time; responses and events are stored for the customer's page.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.domain_events import AccountRestricted, PayoutFailed, PayoutPaid, publish, publish_once
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Conflict
from marqueedesk.kit.watch.metrics import log
from marqueedesk.stripe import ids, queries
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderNotFound, ProviderProblem, ProviderUnavailable
from marqueedesk.stripe.metadata import OPERATOR
from marqueedesk.stripe.models import ACCOUNT, DESTINATION, DIRECT, ConnectedAccount
from marqueedesk.stripe.values import AccountState, PayoutState

PAYMENTS_TAB = "/settings?tab=payments"
_REPLAYS = 5
"""How many disconnected accounts a replayed response may lead to before connecting fails."""


class NoAccount(Conflict):
    """The business has no connected account."""

    code = "no_account"
    message = "You don't have a Stripe account yet. Connect one first."


class NotOnboarded(Conflict):
    """The provider has no management page for an account before onboarding is complete."""

    code = "not_onboarded"
    message = "Complete onboarding first."


@dataclass(frozen=True, slots=True)
class Connecting:
    """A business that is connecting an account. ``account_id`` is its current account, ``retired_id`` the most recent
    one no longer in use.
    """

    operator_id: int
    account_id: str | None
    retired_id: str | None
    email: str
    key: str
    replaces: bool = False
    """True if a new account replaces ``account_id``, which stays in use until the new one accepts payments."""


def account_of(db: Session, operator: Operator, gateway: Stripe) -> str | None:
    """Return the id of the business's account in the mode of the gateway's keys, or None."""
    return ids.provider_id(db, operator.id, ACCOUNT, live=gateway.live)


def successor_of(db: Session, operator: Operator, gateway: Stripe) -> str | None:
    """Return the id of the account that will replace the current one, or None."""
    rows = [row for row in ids.rows_of(db, operator.id, ACCOUNT, live=gateway.live) if row.retired_at is None]
    return rows[-1].id if len(rows) > 1 else None


def to_onboard(db: Session, operator: Operator, gateway: Stripe) -> str | None:
    """Return the account that still needs onboarding: the new one, if there is one."""
    return successor_of(db, operator, gateway) or account_of(db, operator, gateway)


def begin(db: Session, operator: Operator, gateway: Stripe, *, replace: bool = False) -> Connecting:
    """Load the data for creating the business's account.

    The idempotency key is the same for every attempt, so simultaneous ones create a single account. With ``replace``,
    the new account replaces an Express account.
    """
    account_id = account_of(db, operator, gateway)
    known = queries.account_by_id(db, account_id) if account_id else None
    key = f"account-{operator.id}-{int(operator.created_at.timestamp())}"
    rows = ids.rows_of(db, operator.id, ACCOUNT, live=gateway.live)
    retired = max((row for row in rows if row.retired_at), key=lambda row: (row.retired_at, row.id), default=None)
    return Connecting(
        operator_id=operator.id,
        account_id=successor_of(db, operator, gateway) or account_id,
        retired_id=retired.id if retired else None,
        email=accounts.owner_of(db, operator.id).email,
        key=key,
        replaces=replace
        and known is not None
        and known.charge_model == DESTINATION
        and successor_of(db, operator, gateway) is None,
    )


def ensure(gateway: Stripe, business: Connecting, country: str) -> AccountState:
    """Return the business's account, creating or replacing it at the provider if needed. No transaction may be open."""
    known = None if business.replaces else state(gateway, business.account_id)
    if known is not None:
        return known
    # For a day, the provider returns the account first created with a key, even if it was disconnected or no longer
    # exists. So the key depends on the previous account and the country.
    before = business.account_id or business.retired_id
    metadata = {OPERATOR: str(business.operator_id)}
    for _ in range(_REPLAYS):
        key = f"{business.key}-after-{before}" if before else business.key
        made = gateway.create_account(
            email=business.email, country=country, metadata=metadata, key=f"{key}-{country}-direct"
        )
        current = state(gateway, made.id)
        if current is not None:
            return current
        # The response was that to an earlier request, and its account was disconnected since.
        before = made.id
    raise ProviderUnavailable


def allow_wallets(gateway: Stripe, made: AccountState, domain: str) -> None:
    """Register the payment pages' domain on a new account, which direct charges need for Apple Pay and Google Pay.

    Errors are ignored: the payment setup registers it later.
    """
    if not made.pays_own_fees:
        return
    try:
        gateway.on(made.id).create_domain(domain)
    except ProviderProblem as problem:
        log.warning("wallet_domain_not_registered", account=made.id, problem=problem.code)


def remember(db: Session, business: Connecting, made: AccountState, now: datetime, *, live: bool) -> None:
    """Record the business's account."""
    if made.id == business.account_id:
        return
    if business.account_id is not None and not business.replaces:
        _disconnect(db, business.account_id, now)
    ids.remember(db, made.id, ACCOUNT, business.operator_id, now, live=live)


def _disconnect(db: Session, account_id: str, now: datetime) -> bool:
    """Stop using an account that is no longer accessible at the provider. Return false if that is already recorded."""
    row = queries.account_by_id(db, account_id)
    if row is not None:
        db.delete(row)
    return ids.retire(db, account_id, now) or row is not None


def state(gateway: Stripe, account_id: str | None) -> AccountState | None:
    """Fetch the state of an account; None if there is none, or it no longer exists at the provider."""
    if account_id is None:
        return None
    try:
        return gateway.account(account_id)
    except ProviderNotFound:
        return None


def keep(db: Session, operator_id: int, found: AccountState, asked_at: datetime) -> bool:
    """Store an account's state for the session's operator. Return false if nothing changed, or if a newer state is
    stored.

    Once a new account accepts payments, it replaces the previous one.
    """
    row = queries.account_by_id(db, found.id)
    if row is None:
        row = ConnectedAccount(id=found.id, operator_id=operator_id, live=found.live, asked_at=asked_at)
        db.add(row)
    elif asked_at < row.asked_at or _stored(row) == _told(found):
        return False
    row.details_submitted, row.charges_enabled = found.details_submitted, found.charges_enabled
    row.payouts_enabled = found.payouts_enabled
    row.charge_model = DIRECT if found.pays_own_fees else DESTINATION
    row.country, row.due, row.due_by = found.country, list(found.due), found.due_by
    row.disabled_reason = found.disabled_reason[:100] if found.disabled_reason else None
    row.asked_at = asked_at
    db.flush()
    if found.charges_enabled:
        ids.retire_others(db, found.id, asked_at)
    return True


def _told(found: AccountState) -> tuple[object, ...]:
    """Return the fields of a fetched account that are stored."""
    may = (found.details_submitted, found.charges_enabled, found.payouts_enabled)
    model = DIRECT if found.pays_own_fees else DESTINATION
    reason = found.disabled_reason[:100] if found.disabled_reason else None
    return (*may, model, found.country, list(found.due), found.due_by, reason)


def _stored(row: ConnectedAccount) -> tuple[object, ...]:
    """Return the same fields of the stored row."""
    may = (row.details_submitted, row.charges_enabled, row.payouts_enabled)
    return (*may, row.charge_model, row.country, list(row.due or []), row.due_by, row.disabled_reason)


def is_known(db: Session, found: AccountState | None) -> bool:
    """Return true if the stored account matches the response, so that nothing needs to be written."""
    row = queries.account_by_id(db, found.id) if found else None
    return found is None or (row is not None and _stored(row) == _told(found))


def record_account(db: Session, account_id: str, found: AccountState | None, asked_at: datetime, *, live: bool) -> str:
    """Record an account's state after an event, and return the outcome. The session is not scoped to an operator yet.

    An account that is no longer accessible (None) was disconnected, which leaves the business without an account.
    """
    operator_id = ids.operator_behind(db, account_id, ACCOUNT, live=live)
    if operator_id is None:
        return "unknown account"
    set_operator(db, operator_id)
    availability.lock(db, operator_id)
    if found is not None:
        before = queries.account_by_id(db, account_id)
        could = before is not None and before.charges_enabled
        if not keep(db, operator_id, found, asked_at):
            return "known already"
        in_use = ids.provider_id(db, operator_id, ACCOUNT, live=live) == account_id
        if could and in_use and not found.charges_enabled:
            publish(db, AccountRestricted(operator_id=operator_id, due=", ".join(found.due)), asked_at)
        return "recorded"
    return "recorded" if _disconnect(db, account_id, asked_at) else "known already"


def record_payout(
    db: Session,
    account_id: str,
    found: PayoutState,
    original: tuple[int, str] | None,
    now: datetime,
    *,
    live: bool,
) -> str:
    """Publish that a payout reached the business's bank or failed, and return the outcome. The session is not scoped to
    an operator yet. ``original`` is the amount in cents in the currency of its payments, if known.

    Payouts are not stored; they are listed from the provider.
    """
    operator_id = ids.operator_behind(db, account_id, ACCOUNT, live=live)
    if operator_id is None:
        return "unknown account"
    currency = found.currency.upper()
    news: PayoutPaid | PayoutFailed
    if found.status == "paid":
        news = PayoutPaid(
            operator_id=operator_id,
            payout=found.id,
            amount_cents=found.amount_cents,
            currency=currency,
            day=found.arrives.date().isoformat(),
            original_cents=original[0] if original else None,
            original_currency=original[1] if original else None,
        )
    elif found.status == "failed":
        news = PayoutFailed(
            operator_id=operator_id,
            payout=found.id,
            amount_cents=found.amount_cents,
            currency=currency,
            reason=found.failure,
        )
    else:
        return "known already"
    set_operator(db, operator_id)
    is_new = publish_once(db, news, now, dedupe_key=f"payout.{found.status}:{found.id}")
    return "recorded" if is_new else "known already"


def onboarding_link(gateway: Stripe, account_id: str | None, site: str) -> str:
    """Create a link to the provider's onboarding page, which returns to the Payments tab of ``site`` even if the owner
    leaves early. Raises NoAccount.
    """
    if account_id is None:
        raise NoAccount
    return gateway.account_link(
        account_id,
        refresh_url=f"{site}{PAYMENTS_TAB}&onboarding=refresh",
        return_url=f"{site}{PAYMENTS_TAB}&onboarding=complete",
    )


def login_link(gateway: Stripe, account_id: str | None) -> str:
    """Return a URL where the owner manages the account: the provider's dashboard, or a one-time link for an Express
    account.

    Raises NoAccount and NotOnboarded.
    """
    if account_id is None:
        raise NoAccount
    found = gateway.account(account_id)
    if not found.details_submitted:
        raise NotOnboarded
    return gateway.dashboard(account_id) if found.pays_own_fees else gateway.login_link(account_id)
