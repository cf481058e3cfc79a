"""Whether the installation's account at the payment provider is set up, and what sets it up. Safe to repeat.

Neither has a transaction open while it asks the provider.
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
from marqueedesk.kit.text.wording import counted
from marqueedesk.settings import Settings, is_live_key
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import KeysRefused, ProviderNotFound, ProviderProblem
from marqueedesk.stripe.installation import CONNECT_EVENTS, PLATFORM_EVENTS
from marqueedesk.stripe.models import DIRECT, ConnectedAccount, ProviderEvent, ProviderId
from marqueedesk.stripe.provider import Connect
from marqueedesk.stripe.values import Endpoint

WEBHOOK_PATH: Final = "/api/stripe/webhook"
_CLOCK_OFF: Final = timedelta(minutes=2)
"""The provider's signatures are refused when the clocks differ by five minutes."""
_TOO_OLD: Final = timedelta(minutes=15)
_LACKING: Final = {
    "stripe_secret_key": "The secret key is not set, or is a live key in test mode: cards cannot be charged. "
    "Set it in the payment settings or as MARQUEEDESK_STRIPE_SECRET_KEY.",
    "stripe_publishable_key": "The publishable key is not set: pages cannot show a card form. "
    "Set it in the payment settings or as MARQUEEDESK_STRIPE_PUBLISHABLE_KEY.",
    "stripe_webhook_secret": "The webhook secret is not set: payments are not noticed here. "
    "`marqueedesk payments setup` makes it, or set it as MARQUEEDESK_STRIPE_WEBHOOK_SECRET.",
}
"""What is missing without each of the settings."""
_ACCOUNT_IN_KEY: Final = slice(0, 16)
_ENDPOINTS: Final = ((False, PLATFORM_EVENTS, "your account"), (True, CONNECT_EVENTS, "connected accounts"))


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: whether it is right, and a sentence about it. ``name`` is for programs."""

    name: str
    ok: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class EventLog:
    """The events that have come in: when the last one did, and since when the oldest waits to be handled."""

    last: datetime | None
    waiting_since: datetime | None


@dataclass(slots=True)
class SetUp:
    """What was set up: sentences, and the secrets of new endpoints, which the provider says only once."""

    done: list[str] = field(default_factory=list[str])
    secrets: list[str] = field(default_factory=list[str])
    problem: str | None = None
    """The provider's refusal that ended it early."""


def event_log(db: Session) -> EventLog:
    """The state of the events that have come in."""
    sent = ProviderEvent.comparison_id.is_(None)
    last = db.scalar(select(func.max(ProviderEvent.received_at)).where(sent))
    waiting = db.scalar(select(func.min(ProviderEvent.received_at)).where(ProviderEvent.handled_at.is_(None)))
    return EventLog(last, waiting)


def paid_directly(db: Session, platform: Platform, most: int | None = None) -> list[str]:
    """The connected accounts on which payments are made, in the mode of the keys, the newest first; ``most`` of them at
    most. Each needs the wallet domain of its own.
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
) -> list[Finding]:
    """Look at everything that payments need, on the platform's account and for wallets on these connected ``accounts``.
    Questions that a failure has made impossible are left out.
    """
    keys = platform.stripe
    if keys is None:
        return [Finding(name, ok=False, sentence=_LACKING[name]) for name in platform.missing_keys]
    found = [keys_finding(keys)]
    try:
        own = connect(keys).own_account()
    except KeysRefused:
        return [*found, Finding("secret_key", ok=False, sentence="Stripe does not accept the secret key.")]
    except ProviderProblem as problem:
        return [*found, Finding("provider", ok=False, sentence=f"Stripe could not be asked: {problem.message}")]
    mode = "live mode: payments move real money" if is_live_key(keys.secret_key) else "test mode: no real money moves"
    version = connect(keys).api_version()
    found.append(Finding("secret_key", ok=True, sentence=f"The secret key works for {own.id}, in {mode}."))
    found.append(Finding("api_version", ok=True, sentence=f"The API's version is {version}."))
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
    """Make the webhook endpoints and the wallet domain that are missing, and complete those that are there. The domain
    is registered on these connected ``accounts`` too.

    Where the provider refuses, what was made until then is in the answer, and a repetition goes on from there.
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
            # A new key each time: the provider answers one of the last day with what it made then, removed or not.
            key = f"endpoint-{secrets.token_hex(16)}"
            result.secrets.append(connect(keys).create_endpoint(url, events, connect=is_connect, key=key))
            result.done.append(f"Made the webhook endpoint for events of {whose}: {url}")
        elif _lacks(endpoint, events) or not endpoint.enabled:
            wanted = sorted({*endpoint.events, *events})
            connect(keys).update_endpoint(endpoint.id, wanted)
            result.done.append(f"Completed the webhook endpoint for events of {whose}.")
    host = host_of(platform)
    if host not in connect(keys).domains():
        connect(keys).create_domain(host)
        result.done.append(f"Registered {host} for Apple Pay and Google Pay.")


def keep_secrets(db: Session, settings: Settings, secrets: list[str], now: datetime) -> bool:
    """Store new webhook secrets beside those there are, sealed; False where the environment fixes the secrets."""
    if is_fixed(settings, "stripe_webhook_secret"):
        return False
    stripe = effective(db, settings).stripe
    before = (stripe.webhook_secret or "").replace(",", " ").split() if stripe else []
    every = ",".join([*before, *[secret for secret in secrets if secret not in before]])
    change(db, settings, "payments", PaymentSettings(stripe_webhook_secret=every), now)
    return True


def keys_finding(keys: StripeKeys) -> Finding:
    """Whether the two keys are of one mode and one account."""
    secret, public = keys.secret_key, keys.publishable_key
    if is_live_key(secret) != is_live_key(public):
        return Finding("keys", ok=False, sentence="One of the two keys is for test mode and the other is live.")
    own, other = (key.split("_")[-1] for key in (secret, public))
    # A key names its account after a number that its format has.
    if own.startswith("51") and other.startswith("51") and own[_ACCOUNT_IN_KEY] != other[_ACCOUNT_IN_KEY]:
        return Finding("keys", ok=False, sentence="The two keys belong to different Stripe accounts.")
    return Finding("keys", ok=True, sentence="The two keys belong together.")


def _connect(gateway: Stripe) -> list[Finding]:
    gateway.prove_connect()
    return [Finding("connect", ok=True, sentence="Connect is on: businesses can have accounts.")]


def _endpoints(known: list[Endpoint], platform: Platform, version: str) -> list[Finding]:
    url, found = _webhook_url(platform), list[Finding]()
    for is_connect, events, whose in _ENDPOINTS:
        name = "webhook_connect" if is_connect else "webhook_platform"
        endpoint = _endpoint_of(known, url, connect=is_connect)
        if endpoint is None:
            found.append(Finding(name, ok=False, sentence=f"No webhook endpoint for events of {whose} leads to {url}."))
            continue
        lacking = _lacks(endpoint, events)
        if not endpoint.enabled:
            said = f"The webhook endpoint for events of {whose} is disabled."
        elif lacking:
            said = f"The webhook endpoint for events of {whose} lacks: {', '.join(lacking)}."
        elif endpoint.api_version not in {None, version}:
            said = f"The webhook endpoint for events of {whose} has the version {endpoint.api_version}."
            found.append(Finding(name, ok=True, sentence=said))
            continue
        else:
            found.append(Finding(name, ok=True, sentence=f"Events of {whose} come to {url}."))
            continue
        found.append(Finding(name, ok=False, sentence=said))
    return found


def _secrets(keys: StripeKeys) -> Finding:
    number = len((keys.webhook_secret or "").replace(",", " ").split())
    if number < len(_ENDPOINTS):
        lack = f"There {'is' if number == 1 else 'are'} {counted(number, 'webhook secret')} for two endpoints."
        return Finding("webhook_secrets", ok=False, sentence=lack)
    return Finding("webhook_secrets", ok=True, sentence=f"There are {counted(number, 'webhook secret')}.")


def _register(keys: StripeKeys, connect: Connect, accounts: Sequence[str], host: str) -> int:
    """Register the domain on the accounts that lack it; answer on how many. One that has left the platform is passed
    over: the comparison finds those.
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


def _account_domains(keys: StripeKeys, connect: Connect, accounts: Sequence[str], host: str) -> Finding:
    lacking = 0
    for account_id in accounts:
        try:
            lacking += not connect(keys).on(account_id).domains().get(host)
        except ProviderNotFound:
            continue
    if lacking:
        on = f"{lacking} of {counted(len(accounts), 'connected account')}"
        said = f"{host} is not registered on {on}, so Apple Pay and Google Pay are not offered to their customers."
        return Finding("account_domains", ok=False, sentence=said)
    said = f"{host} is registered for Apple Pay and Google Pay on {counted(len(accounts), 'connected account')}."
    return Finding("account_domains", ok=True, sentence=said)


def _domain(known: dict[str, bool], platform: Platform) -> Finding:
    host = host_of(platform)
    if not known.get(host):
        state = "is disabled" if host in known else "is not registered"
        said = f"{host} {state} for Apple Pay and Google Pay, so these are not offered."
        return Finding("domain", ok=False, sentence=said)
    return Finding("domain", ok=True, sentence=f"{host} is registered for Apple Pay and Google Pay.")


def event_findings(events: EventLog, now: datetime) -> list[Finding]:
    """When the last event came in, and whether one waits for too long."""
    last = "No event has come in yet." if events.last is None else f"The last event came in at {events.last:%c} UTC."
    found = [Finding("last_event", ok=True, sentence=last)]
    since = events.waiting_since
    if since is not None and now - since > _TOO_OLD:
        waits = f"An event from {since:%c} UTC has not been handled. Is a worker running?"
        found.append(Finding("unhandled", ok=False, sentence=waits))
    else:
        found.append(Finding("unhandled", ok=True, sentence="No event waits for long."))
    return found


def clock_finding(theirs: datetime, now: datetime) -> Finding:
    """Whether this server's clock agrees with the provider's."""
    off = abs(now - theirs)
    if off > _CLOCK_OFF:
        said = (
            f"This server's clock is {counted(round(off.total_seconds() / 60), 'minute')} off, so events are refused."
        )
        return Finding("clock", ok=False, sentence=said)
    return Finding("clock", ok=True, sentence="This server's clock is right.")


def _asked(name: str, look: Callable[[], list[Finding]]) -> list[Finding]:
    try:
        return look()
    except ProviderProblem as problem:
        return [Finding(name, ok=False, sentence=f"Stripe refused to answer: {problem.message}")]


def _webhook_url(platform: Platform) -> str:
    return platform.site_url.rstrip("/") + WEBHOOK_PATH


def host_of(platform: Platform) -> str:
    """The domain of the pages that take cards."""
    return urlsplit(platform.site_url).hostname or "localhost"


def _endpoint_of(known: list[Endpoint], url: str, *, connect: bool) -> Endpoint | None:
    fitting = [one for one in known if one.url == url and one.connect == connect]
    return next((one for one in fitting if one.enabled), fitting[0] if fitting else None)


def _lacks(endpoint: Endpoint, events: tuple[str, ...]) -> list[str]:
    return [] if "*" in endpoint.events else [event for event in events if event not in endpoint.events]
