"""Check and set up the installation's account at the payment provider. Safe to repeat.

No transaction is open during calls to the provider.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.instance_settings.schemas import PaymentSettings
from marqueedesk.instance_settings.service import Platform, StripeKeys, change, effective, is_fixed
from marqueedesk.kit.db.tenancy import all_tenants
from marqueedesk.kit.text.formats import counted
from marqueedesk.settings import Settings, is_live_key
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import KeysRefused, ProviderNotFound, ProviderProblem
from marqueedesk.stripe.installation import CONNECT_EVENTS, PLATFORM_EVENTS
from marqueedesk.stripe.models import DIRECT, ConnectedAccount, ProviderEvent, ProviderId
from marqueedesk.stripe.provider import Connect
from marqueedesk.stripe.values import Endpoint

WEBHOOK_PATH: Final = "/api/stripe/webhook"
_CLOCK_OFF: Final = timedelta(minutes=2)
"""Tolerated clock difference. From five minutes on, the provider's signatures are rejected."""
_TOO_OLD: Final = timedelta(minutes=15)
_LACKING: Final = {
    "stripe_secret_key": "The secret key is not set, or is a live key in test mode. Cards can't be charged. "
    "Set it in the payment settings or as MARQUEEDESK_STRIPE_SECRET_KEY.",
    "stripe_publishable_key": "The publishable key is not set. Pages can't show a card form. "
    "Set it in the payment settings or as MARQUEEDESK_STRIPE_PUBLISHABLE_KEY.",
    "stripe_webhook_secret": "The webhook secret is not set. Payments will not be recorded here. "
    "Run `marqueedesk payments setup` to create it, or set it as MARQUEEDESK_STRIPE_WEBHOOK_SECRET.",
}
"""What doesn't work if a setting is missing."""
_ACCOUNT_IN_KEY: Final = slice(0, 16)
_ENDPOINTS: Final = ((False, PLATFORM_EVENTS, "your account"), (True, CONNECT_EVENTS, "connected accounts"))


@dataclass(frozen=True, slots=True)
class SetupFinding:
    """The result of a check, with a message. ``name`` identifies it for programs."""

    name: str
    ok: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class EventLog:
    """State of received events: the time of the last one, and of the oldest unhandled one."""

    last: datetime | None
    waiting_since: datetime | None


@dataclass(slots=True)
class SetUp:
    """Results of the setup: messages, and the secrets of new endpoints, which the provider returns only once."""

    done: list[str] = field(default_factory=list[str])
    secrets: list[str] = field(default_factory=list[str])
    problem: str | None = None
    """The provider's error that ended the setup early."""


def event_log(db: Session) -> EventLog:
    """Return the state of the received events."""
    sent = ProviderEvent.comparison_id.is_(None)
    last = db.scalar(select(func.max(ProviderEvent.received_at)).where(sent))
    waiting = db.scalar(select(func.min(ProviderEvent.received_at)).where(ProviderEvent.handled_at.is_(None)))
    return EventLog(last, waiting)


def paid_directly(db: Session, platform: Platform, most: int | None = None) -> list[str]:
    """Return up to ``most`` connected accounts with direct charges in the keys' mode, newest first. Each needs the
    wallet domain registered.
    """
    if platform.stripe is None:
        return []
    with all_tenants(db, "the wallet domain of every business's account"):
        return list(
            db.scalars(
                select(ConnectedAccount.id)
                .join(ProviderId, ProviderId.id == ConnectedAccount.id)
                .where(
                    ConnectedAccount.charge_model == DIRECT,
                    ConnectedAccount.charges_enabled,
                    ProviderId.live == is_live_key(platform.stripe.secret_key),
                    ProviderId.retired_at.is_(None),
                )
                .order_by(ProviderId.created_at.desc(), ProviderId.id)
                .limit(most)
            )
        )


def check(
    platform: Platform, connect: Connect, events: EventLog, now: datetime, accounts: Sequence[str] = ()
) -> list[SetupFinding]:
    """Check everything needed for payments, on the platform's account and for wallets on the connected ``accounts``.

    Checks that depend on a failed one are skipped.
    """
    keys = platform.stripe
    if keys is None:
        return [SetupFinding(name, ok=False, sentence=_LACKING[name]) for name in platform.missing_keys]
    found = [keys_finding(keys)]
    try:
        own = connect(keys).own_account()
    except KeysRefused:
        return [*found, SetupFinding("secret_key", ok=False, sentence="Stripe rejected the secret key.")]
    except ProviderProblem as problem:
        return [*found, SetupFinding("provider", ok=False, sentence=f"Stripe could not be reached: {problem.message}")]
    mode = "live mode: payments are real" if is_live_key(keys.secret_key) else "test mode: payments are not real"
    version = connect(keys).api_version()
    found.append(SetupFinding("secret_key", ok=True, sentence=f"The secret key works for {own.id}, in {mode}."))
    found.append(SetupFinding("api_version", ok=True, sentence=f"The API version is {version}."))
    found += _asked("connect", lambda: _connect(connect(keys)))
    found += _asked("webhooks", lambda: _endpoints(connect(keys).endpoints(), platform, version))
    found.append(_secrets(keys))
    found += _asked("domain", lambda: [_domain(connect(keys).domains(), platform)])
    if accounts:
        found += _asked("account_domains", lambda: [_account_domains(keys, connect, accounts, host_of(platform))])
    found += event_findings(events, now)
    if own.time is not None:
        found.append(clock_finding(own.time, now))
    return found


def set_up(platform: Platform, connect: Connect, accounts: Sequence[str] = ()) -> SetUp:
    """Create missing webhook endpoints and the wallet domain, and complete existing ones.

    This includes the wallet domain on the connected ``accounts``. If the provider returns an error, the result lists
    what was done up to then, and another run continues from there.
    """
    result = SetUp()
    if platform.stripe is None:
        result.problem = "No keys are set. Set the secret and the publishable key first."
        return result
    try:
        _set_up(platform, platform.stripe, connect, result)
        registered = _register(platform.stripe, connect, accounts, host_of(platform))
        if registered:
            on = counted(registered, "connected account")
            result.done.append(f"Registered {host_of(platform)} for Apple Pay and Google Pay on {on}.")
    except ProviderProblem as problem:
        result.problem = problem.message
    return result


def _set_up(platform: Platform, keys: StripeKeys, connect: Connect, result: SetUp) -> None:
    url = _webhook_url(platform)
    known = connect(keys).endpoints()
    for is_connect, events, whose in _ENDPOINTS:
        endpoint = _endpoint_of(known, url, connect=is_connect)
        if endpoint is None:
            # Use a new key each time, because for a day the provider returns the same object for the same key, even if
            # it was deleted.
            key = f"endpoint-{secrets.token_hex(16)}"
            result.secrets.append(connect(keys).create_endpoint(url, events, connect=is_connect, key=key))
            result.done.append(f"Created the webhook endpoint for events of {whose}: {url}")
        elif _lacks(endpoint, events) or not endpoint.enabled:
            wanted = sorted({*endpoint.events, *events})
            connect(keys).update_endpoint(endpoint.id, wanted)
            result.done.append(f"Completed the webhook endpoint for events of {whose}.")
    host = host_of(platform)
    if host not in connect(keys).domains():
        connect(keys).create_domain(host)
        result.done.append(f"Registered {host} for Apple Pay and Google Pay.")


def keep_secrets(db: Session, settings: Settings, secrets: list[str], now: datetime) -> bool:
    """Store new webhook secrets next to existing ones, encrypted. Return false if the environment sets the secrets."""
    if is_fixed(settings, "stripe_webhook_secret"):
        return False
    stripe = effective(db, settings).stripe
    before = (stripe.webhook_secret or "").replace(",", " ").split() if stripe else []
    every = ",".join([*before, *[secret for secret in secrets if secret not in before]])
    change(db, settings, "payments", PaymentSettings(stripe_webhook_secret=every), now)
    return True


def keys_finding(keys: StripeKeys) -> SetupFinding:
    """Check that the two keys have the same mode and belong to the same account."""
    secret, public = keys.secret_key, keys.publishable_key
    if is_live_key(secret) != is_live_key(public):
        return SetupFinding("keys", ok=False, sentence="One of the keys is for test mode, the other for live mode.")
    own, other = (key.split("_")[-1] for key in (secret, public))
    # After the format prefix, a key contains its account's ID.
    if own.startswith("51") and other.startswith("51") and own[_ACCOUNT_IN_KEY] != other[_ACCOUNT_IN_KEY]:
        return SetupFinding("keys", ok=False, sentence="The two keys belong to different Stripe accounts.")
    return SetupFinding("keys", ok=True, sentence="The two keys belong together.")


def _connect(gateway: Stripe) -> list[SetupFinding]:
    gateway.prove_connect()
    return [SetupFinding("connect", ok=True, sentence="Connect is enabled: businesses can connect accounts.")]


def _endpoints(known: list[Endpoint], platform: Platform, version: str) -> list[SetupFinding]:
    url, found = _webhook_url(platform), list[SetupFinding]()
    for is_connect, events, whose in _ENDPOINTS:
        name = "webhook_connect" if is_connect else "webhook_platform"
        endpoint = _endpoint_of(known, url, connect=is_connect)
        if endpoint is None:
            found.append(
                SetupFinding(name, ok=False, sentence=f"No webhook endpoint for events of {whose} points to {url}.")
            )
            continue
        lacking = _lacks(endpoint, events)
        if not endpoint.enabled:
            said = f"The webhook endpoint for events of {whose} is disabled."
        elif lacking:
            said = f"The webhook endpoint for events of {whose} lacks: {', '.join(lacking)}."
        elif endpoint.api_version not in {None, version}:
            said = f"The webhook endpoint for events of {whose} uses API version {endpoint.api_version}."
            found.append(SetupFinding(name, ok=True, sentence=said))
            continue
        else:
            found.append(SetupFinding(name, ok=True, sentence=f"Events of {whose} are sent to {url}."))
            continue
        found.append(SetupFinding(name, ok=False, sentence=said))
    return found


def _secrets(keys: StripeKeys) -> SetupFinding:
    number = len((keys.webhook_secret or "").replace(",", " ").split())
    if number < len(_ENDPOINTS):
        lack = f"There {'is' if number == 1 else 'are'} {counted(number, 'webhook secret')} for two endpoints."
        return SetupFinding("webhook_secrets", ok=False, sentence=lack)
    return SetupFinding("webhook_secrets", ok=True, sentence=f"There are {counted(number, 'webhook secret')}.")


def _register(keys: StripeKeys, connect: Connect, accounts: Sequence[str], host: str) -> int:
    """Register the domain on accounts that lack it, and return how many there were. Disconnected accounts are skipped;
    the reconciliation finds those.
    """
    registered = 0
    for account_id in accounts:
        there = connect(keys).on(account_id)
        try:
            if host not in there.domains():
                there.create_domain(host)
                registered += 1
        except ProviderNotFound:
            continue
    return registered


def _account_domains(keys: StripeKeys, connect: Connect, accounts: Sequence[str], host: str) -> SetupFinding:
    lacking = 0
    for account_id in accounts:
        try:
            lacking += not connect(keys).on(account_id).domains().get(host)
        except ProviderNotFound:
            continue
    if lacking:
        on = f"{lacking} of {counted(len(accounts), 'connected account')}"
        said = f"{host} is not registered on {on}, so their customers can't use Apple Pay and Google Pay."
        return SetupFinding("account_domains", ok=False, sentence=said)
    said = f"{host} is registered for Apple Pay and Google Pay on {counted(len(accounts), 'connected account')}."
    return SetupFinding("account_domains", ok=True, sentence=said)


def _domain(known: dict[str, bool], platform: Platform) -> SetupFinding:
    host = host_of(platform)
    if not known.get(host):
        state = "is disabled" if host in known else "is not registered"
        said = f"{host} {state} for Apple Pay and Google Pay, so customers can't use them."
        return SetupFinding("domain", ok=False, sentence=said)
    return SetupFinding("domain", ok=True, sentence=f"{host} is registered for Apple Pay and Google Pay.")


def event_findings(events: EventLog, now: datetime) -> list[SetupFinding]:
    """Report on the last event, and on any event that has been waiting too long."""
    last = (
        "No event has been received yet."
        if events.last is None
        else f"The last event was received at {events.last:%c} UTC."
    )
    found = [SetupFinding("last_event", ok=True, sentence=last)]
    since = events.waiting_since
    if since is not None and now - since > _TOO_OLD:
        waits = f"An event from {since:%c} UTC has not been handled. Check that a worker is running."
        found.append(SetupFinding("unhandled", ok=False, sentence=waits))
    else:
        found.append(SetupFinding("unhandled", ok=True, sentence="No event has been waiting for long."))
    return found


def clock_finding(theirs: datetime, now: datetime) -> SetupFinding:
    """Check that this server's clock agrees with the provider's."""
    off = abs(now - theirs)
    if off > _CLOCK_OFF:
        said = (
            f"This server's clock is {counted(round(off.total_seconds() / 60), 'minute')} off, so events are rejected."
        )
        return SetupFinding("clock", ok=False, sentence=said)
    return SetupFinding("clock", ok=True, sentence="This server's clock is accurate.")


def _asked(name: str, look: Callable[[], list[SetupFinding]]) -> list[SetupFinding]:
    try:
        return look()
    except ProviderProblem as problem:
        return [SetupFinding(name, ok=False, sentence=f"Stripe returned an error: {problem.message}")]


def _webhook_url(platform: Platform) -> str:
    return platform.site_url.rstrip("/") + WEBHOOK_PATH


def host_of(platform: Platform) -> str:
    """Return the domain of the pages with card forms."""
    return urlsplit(platform.site_url).hostname or "localhost"


def _endpoint_of(known: list[Endpoint], url: str, *, connect: bool) -> Endpoint | None:
    fitting = [one for one in known if one.url == url and one.connect == connect]
    return next((one for one in fitting if one.enabled), fitting[0] if fitting else None)


def _lacks(endpoint: Endpoint, events: tuple[str, ...]) -> list[str]:
    return [] if "*" in endpoint.events else [event for event in events if event not in endpoint.events]
