"""Setup checks of the Stripe account, its setup, and the comparison that finds missed events."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select

from marqueedesk.instance_settings.service import Platform, StripeKeys, effective
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.jobs.job_runner import Task
from marqueedesk.payments import comparing
from marqueedesk.settings import Settings
from marqueedesk.stripe import setting_up, webhooks
from marqueedesk.stripe.installation import PLATFORM_EVENTS
from marqueedesk.stripe.kept_refusals import keeper
from marqueedesk.stripe.lists import Listed
from marqueedesk.stripe.models import Comparison, ProviderEvent
from marqueedesk.stripe.provider import connect
from marqueedesk.stripe.reconciling import Reconciler
from marqueedesk.stripe.setting_up import EventLog
from marqueedesk.stripe.values import Refusal
from marqueedesk.subscribers import WEBHOOKS
from tests.support import rows
from tests.support.api import Api, ok_json
from tests.support.billing import drain
from tests.support.paying import Customer
from tests.support.standin import StandIn

NO_EVENTS = EventLog(None, None)


def platform_of(app: FastAPI) -> Platform:
    database: Database = app.state.database
    with database.read() as db:
        return effective(db, app.state.settings)


def failed_checks(app: FastAPI, events: EventLog = NO_EVENTS) -> list[str]:
    found = setting_up.check(platform_of(app), connect, events, clock.now())
    # The stand-in updates its date header once a second, so it may still send the date from before the time travel.
    return [one.name for one in found if not one.ok and one.name != "clock"]


def test_setup_creates_everything_the_check_reports_as_missing(with_keys: FastAPI, provider: StandIn):
    assert failed_checks(with_keys) == ["webhook_platform", "webhook_connect", "webhook_secrets", "domain"]

    first = setting_up.set_up(platform_of(with_keys), connect)

    assert (len(first.secrets), len(first.done), first.problem) == (2, 3, None)
    assert failed_checks(with_keys) == ["webhook_secrets"], "the environment sets the secrets"
    again = setting_up.set_up(platform_of(with_keys), connect)
    assert (again.secrets, again.done) == ([], [])
    endpoint = next(one for one in provider.objects("webhook_endpoint") if one["application"] is None)
    provider.ask("POST", f"/v1/webhook_endpoints/{endpoint['id']}", data={"enabled_events[0]": PLATFORM_EVENTS[0]})
    assert "webhook_platform" in failed_checks(with_keys)
    assert len(setting_up.set_up(platform_of(with_keys), connect).done) == 1
    assert failed_checks(with_keys) == ["webhook_secrets"]


def test_domain_is_registered_for_wallets_on_each_direct_account(with_keys: FastAPI, customer: Customer):
    database: Database = with_keys.state.database
    platform, provider = platform_of(with_keys), customer.provider
    with database.read() as db:
        accounts = setting_up.paid_directly(db, platform)
    assert accounts == [provider.objects("account")[0]["id"]]
    setting_up.set_up(platform, connect)

    def domain_there() -> bool:
        found = setting_up.check(platform, connect, NO_EVENTS, clock.now(), accounts)
        return next(one.ok for one in found if one.name == "account_domains")

    assert domain_there(), "a new account has the domain from the start"
    provider.app.state.world.objects["payment_method_domain"].clear()
    assert not domain_there()
    done = setting_up.set_up(platform, connect, accounts).done
    assert [sentence.endswith("on 1 connected account.") for sentence in done] == [False, True]
    assert domain_there()
    assert setting_up.set_up(platform, connect, accounts).done == []
    provider.deauthorize(accounts[0])
    assert setting_up.set_up(platform, connect, accounts).problem is None


def test_deleted_webhook_endpoints_are_recreated(with_keys: FastAPI, provider: StandIn):
    for _ in range(2):
        assert len(setting_up.set_up(platform_of(with_keys), connect).secrets) == 2
        assert len(provider.objects("webhook_endpoint")) == 2
        provider.app.state.world.objects["webhook_endpoint"].clear()


def test_setup_returns_new_secrets_even_if_a_later_step_fails(with_keys: FastAPI, provider: StandIn):
    provider.fault("429", "POST /v1/payment_method_domains", times=3)

    made_first = setting_up.set_up(platform_of(with_keys), connect)

    assert len(made_first.secrets) == 2
    assert made_first.problem is not None


def test_new_webhook_secrets_are_added_to_the_stored_ones(with_keys: FastAPI, provider: StandIn):
    database: Database = with_keys.state.database
    fixed = with_keys.state.settings
    with database.write() as db:
        assert not setting_up.keep_secrets(db, fixed, ["whsec_new"], clock.now()), "the environment sets the secrets"
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
def test_check_detects_keys_of_different_accounts_or_modes(secret: str, public: str, ok: bool):
    assert setting_up.keys_finding(StripeKeys(secret, public, None, None)).ok is ok


def test_check_detects_delayed_events_and_a_wrong_clock():
    now = datetime(2027, 1, 1, 12, tzinfo=UTC)
    old = setting_up.event_findings(EventLog(now, now - timedelta(hours=1)), now)

    assert [one.ok for one in old] == [True, False]
    assert setting_up.clock_finding(now - timedelta(seconds=30), now).ok
    assert not setting_up.clock_finding(now - timedelta(minutes=9), now).ok


def test_comparison_finds_missed_refunds_and_disconnected_accounts(with_keys: FastAPI, customer: Customer):
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

    account = ok_json(customer.business.get("/api/stripe-connect/account-status"))["accountId"]
    provider.deauthorize(account)
    assert reconciler.run(clock.now() - timedelta(days=1)).accounts == [account]
    drain(with_keys)
    again = reconciler.run(clock.now() - timedelta(days=1))
    assert (again.events, again.accounts) == ([], []), "once"


def test_comparison_repairs_a_refund_whose_event_was_not_recorded(
    with_keys: FastAPI, customer: Customer, admin_of: Callable[[FastAPI], Api]
):
    secret = customer.pay("balance", 250)
    drain(with_keys)
    customer.provider.refund(secret, 10_000)
    database: Database = with_keys.state.database
    account = ok_json(customer.business.get("/api/stripe-connect/account-status"))["accountId"]
    since = clock.now() - timedelta(days=1)
    with database.write() as db:
        gateway = with_keys.state.provider.get(db)
    told, _more = gateway.on(account).events_since(since)
    with database.write() as db:
        for event in told:
            webhooks.store(db, WEBHOOKS, event, clock.now(), live=False)
        for row in db.scalars(select(ProviderEvent).where(ProviderEvent.handled_at.is_(None))):
            row.handled_at, row.outcome = clock.now(), "unknown payment"
    reconciler = Reconciler(database, with_keys.state.provider, WEBHOOKS)
    assert customer.money()["refunded"] == 0

    found = reconciler.run(since)
    drain(with_keys)

    assert (found.events, [one.kind for one in found.objects]) == ([], ["refund.listed"])
    assert (customer.money()["received"], customer.money()["refunded"]) == (150, 100)
    again = reconciler.run(since)
    assert (again.events, again.objects, again.accounts) == ([], [], []), "once"
    admin = admin_of(with_keys)
    empty, first = ok_json(admin.get("/api/admin/payments/comparisons"))
    assert (empty["repairs"], first["isLive"]) == ([], False)
    assert first["listed"] >= 2, "the payment and its refund"
    (repair,) = first["repairs"]
    assert (repair["kind"], repair["account"], repair["outcome"]) == ("refund.listed", account, "recorded")
    assert repair["business"]


def test_comparison_finds_differing_payments_and_disputes_and_ignores_foreign_ones(
    with_keys: FastAPI, customer: Customer
):
    secret = customer.pay("balance", 250)
    drain(with_keys)
    database: Database = with_keys.state.database
    with database.write() as db:
        gateway = with_keys.state.provider.get(db)
    account = ok_json(customer.business.get("/api/stripe-connect/account-status"))["accountId"]
    there, since = gateway.on(account), clock.now() - timedelta(days=1)
    customer.provider.dispute(secret)
    intents, disputes = there.intents_since(since, None)[0], there.disputes_since(since, None)[0]
    with database.read() as db:
        assert comparing.differences(db, intents) == [], "no difference to the recorded payment"
        (dispute,) = comparing.differences(db, disputes)
    assert dispute.object_id == disputes.disputes[0].id
    (intent,) = intents.intents
    other = Listed(account, live=False, intents=[replace(intent, received_cents=24_000)])
    unknown = Listed(account, live=False, intents=[replace(intent, id="pi_other")])
    elsewhere = Listed("acct_other", live=False, disputes=disputes.disputes)
    foreign = Listed(account, live=False, intents=[replace(intent, id="pi_foreign", metadata={})])
    with database.read() as db:
        assert [one.object_id for one in comparing.differences(db, other)] == [intent.id]
        assert [one.object_id for one in comparing.differences(db, unknown)] == ["pi_other"]
        assert comparing.differences(db, elsewhere) == comparing.differences(db, foreign) == []


def test_nightly_comparison_overlaps_with_the_previous_one(with_keys: FastAPI, customer: Customer):
    database: Database = with_keys.state.database
    reconciler = Reconciler(database, with_keys.state.provider, WEBHOOKS)
    now = clock.now()
    task = Task(1, "stripe.reconcile", {}, now, 1)
    reconciler.nightly(task)
    with database.write() as db:
        (first,) = db.scalars(select(Comparison))
        assert now - first.since >= timedelta(days=29), "the first run goes back as far as events are available"
        first.at = now - timedelta(days=10)
    reconciler.nightly(task)
    with database.read() as db:
        since = db.scalars(select(Comparison.since).order_by(Comparison.id.desc())).first()
    assert since is not None
    assert since == now - timedelta(days=14)


def test_only_the_latest_provider_refusals_are_kept(database: Database):
    keep = keeper(database, most=2)
    refusal = Refusal("POST /v1/refunds", None, live=False, code="charge_disputed")
    for number in range(3):
        keep(replace(refusal, message=f"Refused for the {number}. time."))

    assert [row["message"] for row in rows.rows(database, "provider_refusals")] == [
        "Refused for the 1. time.",
        "Refused for the 2. time.",
    ]


def test_administrator_can_read_the_latest_provider_refusals(
    with_keys: FastAPI, customer: Customer, admin_of: Callable[[FastAPI], Api]
):
    customer.pay("balance", 250)
    drain(with_keys)
    for number in range(3):
        customer.provider.refuse("/v1/refunds", "charge_disputed", f"Refused for the {number}. time.")
        customer.refund(10)

    admin = admin_of(with_keys)
    newest, older, _ = ok_json(admin.get("/api/admin/payments/refusals"))

    assert (newest["message"], older["message"]) == ("Refused for the 2. time.", "Refused for the 1. time.")
    assert (newest["call"], newest["providerCode"], newest["isLive"]) == ("POST /v1/refunds", "charge_disputed", False)
    assert newest["account"] == ok_json(customer.business.get("/api/stripe-connect/account-status"))["accountId"]
    assert newest["business"]
    ok_json(admin.post("/api/admin/payments/clear-test-data"))
    assert ok_json(admin.get("/api/admin/payments/refusals")) == []
