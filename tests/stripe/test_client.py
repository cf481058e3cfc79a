"""The Stripe gateway against the stand-in: requests, results and errors."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import stripe

from marqueedesk.kit.db.database import Database, WhileWriting
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import (
    CardDeclined,
    KeysRefused,
    ProviderNotFound,
    ProviderProblem,
    ProviderRateLimited,
    ProviderRefused,
    ProviderUnavailable,
)
from marqueedesk.stripe.values import Interval, Keys, Refusal, SubscriptionState, Transfer
from tests.support.standin import KEYS, StandIn


def subscribed(provider: StandIn, *, trial_days: int = 0, gateway: Stripe | None = None) -> SubscriptionState:
    gateway = gateway or provider.gateway()
    customer = gateway.create_customer(email="a@example.com", name="A", metadata={}, key="customer")
    product = gateway.create_product(name="Pro", description=None, metadata={}, key="product")
    price = gateway.create_price(
        product_id=product, cents=2900, currency="usd", interval="month", interval_count=1, key="price"
    )
    return gateway.create_subscription(
        customer_id=customer, price_id=price, trial_days=trial_days, metadata={"plan": "1"}, key="subscription"
    )


def test_first_payment_activates_the_subscription(provider: StandIn):
    subscription = subscribed(provider)
    assert subscription.status == "incomplete"
    assert subscription.client_secret is not None

    declined = provider.pay(subscription.client_secret, "4000000000000002")
    paid = provider.pay(subscription.client_secret)

    gateway = provider.gateway()
    assert (declined.status_code, paid.status_code) == (402, 200)
    now = gateway.subscription(subscription.id)
    assert (now.status, now.client_secret, now.metadata) == ("active", None, {"plan": "1"})
    invoice = gateway.invoice(str(now.latest_invoice_id))
    assert (invoice.status, invoice.amount_paid_cents, invoice.subscription_id) == ("paid", 2900, subscription.id)
    card = gateway.intent(str(invoice.intent_id)).paid_with
    assert card is not None
    assert (card.kind, card.brand, card.last4) == ("card", "visa", "4242")


def test_trial_without_a_card_ends_past_due(provider: StandIn):
    subscription = subscribed(provider, trial_days=14)
    assert (subscription.status, subscription.client_secret) == ("trialing", None)

    provider.advance(days=15)

    due = provider.gateway().subscription(subscription.id)
    assert due.status == "past_due"
    assert due.client_secret is not None, "the open invoice can be paid with a card"
    provider.pay(due.client_secret)
    assert provider.gateway().subscription(subscription.id).status == "active"


def test_renewal_charges_the_saved_card(provider: StandIn):
    subscription = subscribed(provider)
    provider.pay(str(subscription.client_secret))

    provider.advance(days=32)

    renewed = provider.gateway().subscription(subscription.id)
    assert renewed.status == "active"
    assert renewed.period_start == subscription.period_end
    assert renewed.period_end is not None
    assert renewed.period_start is not None
    assert timedelta(days=28) <= renewed.period_end - renewed.period_start <= timedelta(days=31)


def test_renewal_invoice_stays_a_draft_for_an_hour(provider: StandIn):
    subscription = subscribed(provider)
    provider.pay(str(subscription.client_secret), "4000000000000341")
    ends = subscription.period_end
    assert ends is not None

    def after(hours: float) -> tuple[str, str, int]:
        moved = (ends - datetime.now(UTC)).total_seconds() + hours * 3600 - provider.app.state.world.offset
        provider.advance(days=moved / 86_400)
        state = provider.gateway().subscription(subscription.id)
        invoice = provider.gateway().invoice(str(state.latest_invoice_id))
        return state.status, invoice.status, invoice.attempts

    assert after(0.1) == ("active", "draft", 0)
    assert after(0.9) == ("active", "draft", 0)
    assert after(1.1) == ("past_due", "open", 1)


def move_to_mid_period(provider: StandIn, subscription: SubscriptionState) -> datetime:
    """Move the provider's clock to the middle of the subscription's period."""
    assert subscription.period_start is not None
    assert subscription.period_end is not None
    length = subscription.period_end - subscription.period_start
    provider.advance(days=length.total_seconds() / 2 / 86_400)
    return subscription.period_start + length / 2


def another_price(provider: StandIn, cents: int, interval: Interval = "month", interval_count: int = 1) -> str:
    gateway = provider.gateway()
    product = gateway.create_product(name="Max", description=None, metadata={}, key="another")
    return gateway.create_price(
        product_id=product, cents=cents, currency="usd", interval=interval, interval_count=interval_count, key="max"
    )


@pytest.mark.parametrize("cents, due, credit", [(5900, 1500, 0), (900, 0, 1000)])
def test_price_change_is_prorated_for_the_rest_of_the_period(cents: int, due: int, credit: int, provider: StandIn):
    subscription = subscribed(provider)
    provider.pay(str(subscription.client_secret))
    at, price, gateway = move_to_mid_period(provider, subscription), another_price(provider, cents), provider.gateway()
    item = str(subscription.item_id)

    shown = gateway.preview_price(subscription.id, item, price, at)
    changed = gateway.change_price(subscription.id, item, price, at, key="change")
    again = gateway.change_price(subscription.id, item, price, at, key="change")

    assert [line.cents for line in shown.lines] == [-1450, cents // 2]
    assert (shown.due_cents, max(0, -shown.total_cents)) == (due, credit)
    assert changed == again
    assert (changed.price_cents, changed.recurs, changed.period_end) == (cents, ("month", 1), subscription.period_end)
    assert gateway.invoice(str(changed.latest_invoice_id)).amount_paid_cents == due
    provider.advance(days=20)
    renewed = gateway.subscription(subscription.id)
    assert gateway.invoice(str(renewed.latest_invoice_id)).amount_paid_cents == max(0, cents - credit)


def test_interval_change_starts_a_new_period(provider: StandIn):
    subscription = subscribed(provider)
    provider.pay(str(subscription.client_secret))
    at, price, gateway = (
        move_to_mid_period(provider, subscription),
        another_price(provider, 29_000, "year"),
        provider.gateway(),
    )

    shown = gateway.preview_price(subscription.id, str(subscription.item_id), price, at)
    changed = gateway.change_price(subscription.id, str(subscription.item_id), price, at, key="change")

    assert (shown.due_cents, [line.cents for line in shown.lines]) == (29_000 - 1450, [-1450, 29_000])
    assert changed.period_start is not None
    assert (changed.period_start - at).total_seconds() < 2
    assert changed.period_end == shown.lines[1].ends
    assert changed.recurs == ("year", 1)


def test_price_change_with_a_declined_payment_changes_nothing(provider: StandIn):
    subscription = subscribed(provider)
    provider.pay(str(subscription.client_secret), "4000000000000341")
    at, price, gateway = move_to_mid_period(provider, subscription), another_price(provider, 5900), provider.gateway()

    with pytest.raises(CardDeclined):
        gateway.change_price(subscription.id, str(subscription.item_id), price, at, key="change")

    now = gateway.subscription(subscription.id)
    assert (now.price_cents, now.status, now.latest_invoice_id) == (2900, "active", subscription.latest_invoice_id)


def test_price_change_keeps_the_trial(provider: StandIn):
    subscription = subscribed(provider, trial_days=14)
    price, gateway = another_price(provider, 5900), provider.gateway()
    assert subscription.trial_start is not None

    shown = gateway.preview_price(subscription.id, str(subscription.item_id), price, subscription.trial_start)
    changed = gateway.change_price(
        subscription.id, str(subscription.item_id), price, subscription.trial_start, key="change"
    )

    assert (shown.due_cents, shown.total_cents) == (0, 0)
    assert (changed.status, changed.trial_end, changed.price_cents) == ("trialing", subscription.trial_end, 5900)


def test_declined_renewal_makes_the_subscription_past_due(provider: StandIn):
    subscription = subscribed(provider)
    provider.pay(str(subscription.client_secret), "4000000000000341")

    provider.advance(days=32)

    assert provider.gateway().subscription(subscription.id).status == "past_due"


def test_subscription_ends_with_its_period_unless_resumed(provider: StandIn):
    subscription = subscribed(provider)
    provider.pay(str(subscription.client_secret))
    gateway = provider.gateway()

    ending = gateway.set_cancel_at_period_end(subscription.id, cancel=True)
    resumed = gateway.set_cancel_at_period_end(subscription.id, cancel=False)
    gateway.set_cancel_at_period_end(subscription.id, cancel=True)
    provider.advance(days=32)

    assert (ending.status, ending.cancel_at_period_end) == ("active", True)
    assert resumed.cancel_at_period_end is False
    assert provider.gateway().subscription(subscription.id).status == "canceled"


def test_connected_account_accepts_payments_after_onboarding(provider: StandIn):
    gateway = provider.gateway()
    account = gateway.create_account(email="a@example.com", country="US", metadata={}, key="account")

    def link() -> str:
        return gateway.account_link(account.id, refresh_url="https://a.example/", return_url="https://b.example/?x=1")

    left = provider.press(link(), "leave")
    early = gateway.account(account.id)
    with pytest.raises(ProviderProblem):
        gateway.login_link(account.id)
    provider.press(link(), "finish")

    assert left.headers["location"] == "https://b.example/?x=1"
    assert (early.details_submitted, early.charges_enabled) == (False, False)
    done = gateway.account(account.id)
    assert (done.details_submitted, done.charges_enabled, done.payouts_enabled) == (True, True, True)
    assert (done.pays_own_fees, done.country) == (True, "US")
    assert gateway.dashboard(account.id) == f"{provider.url}/{account.id}/test/dashboard"


def test_partial_refund_of_a_transferred_payment_returns_the_fee_proportionally(provider: StandIn):
    gateway = provider.gateway()
    account = gateway.create_account(email="a@example.com", country="US", metadata={}, key="account")
    provider.press(gateway.account_link(account.id, refresh_url="https://a/", return_url="https://b/"), "finish")
    intent = gateway.create_intent(
        cents=10_000,
        currency="USD",
        description="Deposit",
        metadata={"booking": "7"},
        key="intent",
        transfer=Transfer(account.id),
        fee_cents=500,
    )
    provider.pay(str(intent.client_secret))

    how: dict[str, Any] = {"transferred": True, "with_fee": True, "metadata": {"reason": "rain"}, "key": "refund"}
    refund = gateway.refund(intent.id, cents=4000, currency="usd", **how)
    gateway.refund(intent.id, cents=4000, currency="usd", **how)

    state = gateway.intent(intent.id)
    assert (state.status, state.received_cents, state.refunded_cents) == ("succeeded", 10_000, 4000)
    assert (refund.status, refund.amount_cents, refund.metadata) == ("succeeded", 4000, {"reason": "rain"})
    # The account received 9,500. Of the refund of 4,000, the platform paid 200, its share of the fee.
    assert (provider.balance(account.id), provider.balance()) == (5700, 300)
    with pytest.raises(ProviderProblem):
        provider.gateway().refund(intent.id, cents=6001, currency="usd", transferred=True, metadata={}, key="too much")


def test_disputed_payment_cannot_be_refunded(provider: StandIn):
    gateway = provider.gateway()
    intent = gateway.create_intent(cents=10_000, currency="USD", description="Deposit", metadata={}, key="intent")
    provider.pay(str(intent.client_secret))
    provider.dispute(str(intent.client_secret))
    for outcome in ("under_review", "lost"):
        provider.dispute(str(intent.client_secret), outcome)
        with pytest.raises(ProviderProblem, match="disputed this payment"):
            gateway.refund(intent.id, cents=100, currency="usd", metadata={}, key=outcome)
    assert provider.balance() == 0


def test_refund_exceeding_the_account_balance_is_refused(provider: StandIn):
    provider.charge_fees()
    gateway = provider.gateway()
    account = gateway.create_account(email="a@example.com", country="US", metadata={}, key="account").id
    provider.press(gateway.account_link(account, refresh_url="https://a/", return_url="https://b/"), "finish")
    there = gateway.on(account)

    def paid(key: str) -> str:
        intent = there.create_intent(cents=5_000, currency="USD", description="Deposit", metadata={}, key=key)
        provider.pay(str(intent.client_secret)).raise_for_status()
        return intent.id

    first, second = paid("first"), paid("second")
    there.refund(first, cents=5_000, currency="usd", metadata={}, key="fees may be owed")
    provider.pay_out(account)
    with pytest.raises(ProviderRefused, match="Your Stripe balance is too low"):
        there.refund(second, cents=5_000, currency="usd", metadata={}, key="paid out")

    paid("third")
    there.refund(second, cents=5_000, currency="usd", metadata={}, key="covered by the third")
    assert provider.balance(account) == 3 * (5_000 - 175) - 2 * 5_000


def test_3d_secure_challenge_can_be_completed_or_failed(provider: StandIn):
    gateway = provider.gateway()
    intent = gateway.create_intent(cents=1999, currency="usd", description="x", metadata={}, key="i")
    asked = provider.pay(str(intent.client_secret), "4000002500003155", return_url="https://shop.example/done").json()
    page = asked["next_action"]["redirect_to_url"]["url"]

    failed = provider.press(page, "fail")

    assert failed.headers["location"].startswith("https://shop.example/done?payment_intent=pi_")
    assert gateway.intent(intent.id).status == "requires_payment_method"
    assert gateway.intent(intent.id).failure is not None
    again = provider.pay(str(intent.client_secret), "4000002500003155", return_url="https://shop.example/").json()
    provider.press(again["next_action"]["redirect_to_url"]["url"], "complete")
    assert gateway.intent(intent.id).status == "succeeded"


def test_idempotency_key_prevents_duplicates_after_a_lost_response(provider: StandIn):
    provider.fault("gone", "POST /v1/subscriptions")

    first = subscribed(provider)
    second = subscribed(provider)

    assert first.id == second.id
    assert len(provider.objects("subscription")) == 1


@pytest.mark.parametrize(
    "kind, expected, status",
    [("500", ProviderUnavailable, 502), ("away", ProviderUnavailable, 502), ("429", ProviderRateLimited, 503)],
)
def test_provider_faults_become_errors_that_invite_a_retry(
    kind: str, expected: type[ProviderProblem], status: int, provider: StandIn
):
    provider.fault(kind, times=10)

    with pytest.raises(expected) as raised:
        provider.gateway(timeout=10).subscription("sub_x")

    assert raised.value.status == status
    assert "try again" in raised.value.message


def test_timeout_is_shared_by_all_calls_of_a_gateway(provider: StandIn):
    provider.fault("slow", times=10, seconds=12)
    gateway = provider.gateway(timeout=5)
    with pytest.raises(ProviderUnavailable):
        gateway.subscription("sub_x")

    began = time.monotonic()
    with pytest.raises(ProviderUnavailable):
        gateway.subscription("sub_x")

    assert time.monotonic() - began < 4.5, "all calls of a gateway share its timeout"


def test_refused_connection_raises_provider_unavailable():
    with pytest.raises(ProviderUnavailable):
        Stripe(KEYS, api_base="http://127.0.0.1:9", timeout=0.5).subscription("sub_x")


def test_unknown_subscription_raises_not_found(provider: StandIn):
    with pytest.raises(ProviderNotFound):
        provider.gateway().subscription("sub_of_somebody_else")


def test_disconnected_account_raises_not_found_rather_than_keys_refused():
    said = {"code": "account_invalid", "message": "No such account", "type": "invalid_request_error"}
    left = stripe.PermissionError("No such account", http_status=403, json_body={"error": said})

    with pytest.raises(ProviderNotFound):
        Stripe(KEYS, api_base="http://127.0.0.1:9")._ask(raises(left))
    with pytest.raises(KeysRefused):
        Stripe(KEYS, api_base="http://127.0.0.1:9")._ask(raises(stripe.PermissionError("Keys", http_status=403)))


def test_common_refusals_have_a_readable_message():
    known = stripe.InvalidRequestError("Charge ch_1 has been refunded", "charge", code="charge_already_refunded")
    other = stripe.InvalidRequestError("Hm", None)

    with pytest.raises(ProviderRefused, match="already refunded in full"):
        Stripe(KEYS, api_base="http://127.0.0.1:9")._ask(raises(known))
    with pytest.raises(ProviderRefused, match="rejected this request"):
        Stripe(KEYS, api_base="http://127.0.0.1:9")._ask(raises(other))


def test_idempotency_key_conflict_does_not_claim_that_nothing_was_charged(provider: StandIn):
    """The earlier request with this key may have charged the customer."""
    gateway = provider.gateway()
    gateway.create_customer(email="a@example.com", name="A", metadata={}, key="one-key")

    with pytest.raises(ProviderRefused, match="already received this request") as refused:
        gateway.create_customer(email="b@example.com", name="B", metadata={}, key="one-key")

    assert "Nothing was charged" not in refused.value.message


def test_refusal_callback_receives_the_providers_reason(provider: StandIn):
    provider.refuse("/v1/customers", "country_unsupported", "Not there.")
    gateway, kept = provider.gateway(), list[Refusal]()
    gateway.on_refusal = kept.append

    with pytest.raises(ProviderRefused):
        gateway.on("acct_x").create_customer(email=None, name="A", metadata={}, key="refused")

    (refusal,) = kept
    assert (refusal.call, refusal.account, refusal.live) == ("POST /v1/customers", "acct_x", False)
    assert (refusal.code, refusal.provider_code, refusal.message) == (
        "provider_refused",
        "country_unsupported",
        "Not there.",
    )


def test_refusal_callback_ignores_declined_cards_and_reports_outages_once():
    gateway, kept = Stripe(KEYS, api_base="http://127.0.0.1:9"), list[Refusal]()
    gateway.on_refusal = kept.append

    with pytest.raises(CardDeclined):
        gateway._ask(raises(stripe.CardError("Declined", "card", "card_declined")))
    with pytest.raises(ProviderUnavailable):
        gateway._ask(raises(stripe.APIConnectionError("Away")))

    assert [refusal.code for refusal in kept] == ["provider_away"], "reported once, after the last retry"


def raises(problem: Exception) -> Callable[[object], None]:
    def call(_client: object) -> None:
        raise problem

    return call


def test_rejected_keys_raise_keys_refused(provider: StandIn):
    with pytest.raises(KeysRefused) as raised:
        Stripe(Keys("sk_live_x", "pk_live_x"), api_base=provider.url).account("acct_x")

    assert raised.value.status == 503


def test_declined_card_error_has_the_providers_message(provider: StandIn):
    subscription = subscribed(provider)
    intent = provider.gateway().invoice(str(subscription.latest_invoice_id)).intent_id
    gateway = provider.gateway()

    with pytest.raises(CardDeclined, match="insufficient funds"):
        gateway._ask(
            lambda client: client.v1.payment_intents.confirm(
                str(intent), {"payment_method": "pm_card_visa_chargeDeclinedInsufficientFunds"}
            )
        )


def test_call_inside_a_write_transaction_is_refused(database: Database):
    gateway = Stripe(KEYS, api_base="http://127.0.0.1:9")
    with database.write(), pytest.raises(WhileWriting):
        gateway.subscription("sub_x")
