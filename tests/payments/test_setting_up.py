"""What the account at the provider lacks, what sets it up, and what finds events that never came in."""

from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI

from marqueedesk.kit import clock
from marqueedesk.kit.database import Database
from marqueedesk.platform.service import Platform, StripeKeys, effective
from marqueedesk.settings import Settings
from marqueedesk.stripe import setting_up
from marqueedesk.stripe.installation import PLATFORM_EVENTS
from marqueedesk.stripe.provider import connect
from marqueedesk.stripe.reconciling import Reconciler
from marqueedesk.stripe.setting_up import EventLog
from marqueedesk.subscribers import WEBHOOKS
from tests.support.api import made
from tests.support.billing import drain
from tests.support.paying import Customer
from tests.support.standin import StandIn

NO_EVENTS = EventLog(None, None)


def platform_of(app: FastAPI) -> Platform:
    database: Database = app.state.database
    with database.read() as db:
        return effective(db, app.state.settings)


def lacking(app: FastAPI, events: EventLog = NO_EVENTS) -> list[str]:
    found = setting_up.check(platform_of(app), connect, events, clock.now())
    # The stand-in's server writes its date once a second, and so may still write that of before the journey in time.
    return [one.name for one in found if not one.ok and one.name != "clock"]


def test_names_what_is_missing_and_makes_it_once(with_keys: FastAPI, provider: StandIn):
    assert lacking(with_keys) == ["webhook_platform", "webhook_connect", "webhook_secrets", "domain"]

    first = setting_up.set_up(platform_of(with_keys), connect)

    assert (len(first.secrets), len(first.done), first.problem) == (2, 3, None)
    assert lacking(with_keys) == ["webhook_secrets"], "the environment fixes them"
    again = setting_up.set_up(platform_of(with_keys), connect)
    assert (again.secrets, again.done) == ([], [])
    endpoint = next(one for one in provider.objects("webhook_endpoint") if one["application"] is None)
    provider.ask("POST", f"/v1/webhook_endpoints/{endpoint['id']}", data={"enabled_events[0]": PLATFORM_EVENTS[0]})
    assert "webhook_platform" in lacking(with_keys)
    assert len(setting_up.set_up(platform_of(with_keys), connect).done) == 1
    assert lacking(with_keys) == ["webhook_secrets"]


def test_keeps_the_secret_of_what_was_made_before_the_provider_failed(with_keys: FastAPI, provider: StandIn):
    provider.fault("429", "POST /v1/payment_method_domains", times=3)

    made_first = setting_up.set_up(platform_of(with_keys), connect)

    assert len(made_first.secrets) == 2
    assert made_first.problem is not None


def test_stores_new_secrets_beside_the_old_ones(with_keys: FastAPI, provider: StandIn):
    database: Database = with_keys.state.database
    fixed = with_keys.state.settings
    with database.write() as db:
        assert not setting_up.keep_secrets(db, fixed, ["whsec_new"], clock.now()), "the environment fixes them"
    free = Settings(**{**fixed.model_dump(exclude_unset=True), "stripe_webhook_secret": ""})
    with database.write() as db:
        assert setting_up.keep_secrets(db, free, ["whsec_one"], clock.now())
        assert setting_up.keep_secrets(db, free, ["whsec_one", "whsec_two"], clock.now())
        stripe = effective(db, free).stripe
    assert stripe is not None
    assert stripe.webhook_secret == "whsec_one,whsec_two"


@pytest.mark.parametrize(
    "secret, public, ok",
    [
        ("sk_test_51Abcdefghijklmnop1", "pk_test_51Abcdefghijklmnop2", True),
        ("sk_test_51Abcdefghijklmnop1", "pk_test_51Xbcdefghijklmnop2", False),
        ("sk_live_51Abcdefghijklmnop1", "pk_test_51Abcdefghijklmnop2", False),
        ("sk_test_standin", "pk_test_standin", True),
    ],
)
def test_says_whether_the_keys_belong_together(secret: str, public: str, ok: bool):
    assert setting_up.keys_finding(StripeKeys(secret, public, None, None)).ok is ok


def test_says_that_events_wait_and_that_the_clock_is_off():
    now = datetime(2027, 1, 1, 12, tzinfo=UTC)
    old = setting_up.event_findings(EventLog(now, now - timedelta(hours=1)), now)

    assert [one.ok for one in old] == [True, False]
    assert setting_up.clock_finding(now - timedelta(seconds=30), now).ok
    assert not setting_up.clock_finding(now - timedelta(minutes=9), now).ok


def test_a_refund_and_a_lost_account_that_no_event_told_of_are_found(with_keys: FastAPI, customer: Customer):
    secret = customer.pay("balance", 250)
    drain(with_keys)
    provider = customer.provider
    provider.refund(secret, 10_000)
    reconciler = Reconciler(with_keys.state.database, with_keys.state.provider, WEBHOOKS)

    found = reconciler.run(clock.now() - timedelta(days=1))
    drain(with_keys)

    assert "charge.refunded" in [event.kind for event in found.events]
    money = customer.money()
    assert (money["received"], money["refunded"], money["balanceDue"]) == (150, 100, 0), "goodwill: nothing is due"
    assert reconciler.run(clock.now() - timedelta(days=1)).events == [], "once"

    account = made(customer.business.get("/api/stripe-connect/account-status"))["accountId"]
    provider.deauthorize(account)
    assert reconciler.run(clock.now() - timedelta(days=1)).accounts == [account]
    drain(with_keys)
    again = reconciler.run(clock.now() - timedelta(days=1))
    assert (again.events, again.accounts) == ([], []), "once"
