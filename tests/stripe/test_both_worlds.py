"""Stripe calls that run against the stand-in and against Stripe's test mode.

The latter needs a secret test key in `MARQUEEDESK_TEST_STRIPE_KEY`; without it, those tests are skipped. The tests are
the same for both.
"""

from datetime import UTC, datetime, timedelta

import pytest

from marqueedesk.stripe.errors import CardDeclined, ProviderNotFound, ProviderRefused
from marqueedesk.stripe.values import IntentState, SubscriptionState
from tests.support.drivers import Driver


def subscribed(driver: Driver, *, trial_days: int = 0, cents: int = 2900) -> SubscriptionState:
    """A new customer's unpaid subscription."""
    gateway = driver.gateway()
    return gateway.create_subscription(
        customer_id=driver.customer(),
        price_id=driver.price(cents),
        trial_days=trial_days,
        metadata={"plan": "1"},
        key=driver.key("subscription"),
    )


def paid(driver: Driver, card: str = "pm_card_visa") -> SubscriptionState:
    """A subscription at $29 a month whose first payment has succeeded."""
    begun = subscribed(driver)
    driver.confirm(str(begun.client_secret), card)
    return driver.gateway().subscription(begun.id)


def test_first_payment_activates_the_subscription(driver: Driver):
    begun = subscribed(driver)
    with pytest.raises(CardDeclined, match="insufficient funds"):
        driver.confirm(str(begun.client_secret), "pm_card_visa_chargeDeclinedInsufficientFunds")
    driver.confirm(str(begun.client_secret), "pm_card_visa")

    now = driver.gateway().subscription(begun.id)
    invoice = driver.gateway().invoice(str(now.latest_invoice_id))
    card = driver.gateway().intent(str(invoice.intent_id)).paid_with

    assert (begun.status, now.status, now.client_secret, now.metadata) == ("incomplete", "active", None, {"plan": "1"})
    assert (invoice.status, invoice.amount_paid_cents, invoice.subscription_id) == ("paid", 2900, begun.id)
    assert (now.price_cents, now.recurs, now.live) == (2900, ("month", 1), False)
    assert card is not None
    assert (card.kind, card.brand, card.last4) == ("card", "visa", "4242")


def test_trial_requires_no_payment_and_accepts_a_card(driver: Driver):
    trial, gateway = subscribed(driver, trial_days=14), driver.gateway()
    setup = gateway.create_card_setup(customer_id=trial.customer_id, metadata={}, key=driver.key("card"))
    driver.confirm_setup(setup.id, "pm_card_visa")

    given = gateway.card_setup(setup.id)
    used = gateway.use_card(trial.id, str(given.method_id))

    assert (trial.status, trial.client_secret, trial.card) == ("trialing", None, None)
    assert (setup.waits, given.given) == (True, True)
    assert used.card is not None
    assert used.card.last4 == "4242"


def test_subscription_can_be_set_to_cancel_at_period_end_resumed_and_canceled(driver: Driver):
    running, gateway = paid(driver), driver.gateway()

    ending = gateway.set_cancel_at_period_end(running.id, cancel=True)
    resumed = gateway.set_cancel_at_period_end(running.id, cancel=False)
    ended = gateway.cancel_subscription(running.id)

    assert (ending.status, ending.cancel_at_period_end) == ("active", True)
    assert (resumed.cancel_at_period_end, resumed.period_end) == (False, running.period_end)
    assert ended.status == "canceled"


@pytest.mark.parametrize("cents, dearer", [(5900, True), (900, False)])
def test_price_change_charges_or_credits_the_previewed_amount(cents: int, dearer: bool, driver: Driver):
    running, gateway, price = paid(driver), driver.gateway(), driver.price(cents)
    item, at = str(running.item_id), datetime.now(UTC).replace(microsecond=0)
    at = max(at, running.period_start or at)

    shown = gateway.preview_price(running.id, item, price, at)
    changed = gateway.change_price(running.id, item, price, at, key=driver.key("change"))
    invoice = gateway.invoice(str(changed.latest_invoice_id))

    assert sorted(line.cents > 0 for line in shown.lines) == [False, True]
    assert sum(line.cents for line in shown.lines) == shown.total_cents
    assert (shown.due_cents > 0, shown.total_cents > 0) == (dearer, dearer)
    assert (changed.price_cents, changed.period_end) == (cents, running.period_end)
    assert invoice.amount_paid_cents == shown.due_cents


def test_price_change_with_a_declined_payment_changes_nothing(driver: Driver):
    running, gateway = paid(driver), driver.gateway()
    setup = gateway.create_card_setup(customer_id=running.customer_id, metadata={}, key=driver.key("card"))
    driver.confirm_setup(setup.id, "pm_card_chargeCustomerFail")
    gateway.use_card(running.id, str(gateway.card_setup(setup.id).method_id))
    at = datetime.now(UTC).replace(microsecond=0)

    with pytest.raises(CardDeclined):
        gateway.change_price(running.id, str(running.item_id), driver.price(5900), at, key=driver.key("change"))

    now = gateway.subscription(running.id)
    assert (now.status, now.price_cents) == ("active", 2900)


def test_payment_can_be_made_partially_refunded_and_listed(driver: Driver):
    gateway, began = driver.gateway(), datetime.now(UTC) - timedelta(minutes=5)
    intent = gateway.create_intent(
        cents=10_000,
        currency="USD",
        description="Deposit",
        metadata={"booking": "7"},
        key=driver.key("intent"),
        customer_id=driver.customer(),
        suffix="BKG 7",
    )
    driver.confirm(str(intent.client_secret), "pm_card_visa")
    key = driver.key("refund")

    refund = gateway.refund(intent.id, cents=4000, currency="usd", metadata={"reason": "rain"}, key=key)
    again = gateway.refund(intent.id, cents=4000, currency="usd", metadata={"reason": "rain"}, key=key)
    state = gateway.intent(intent.id)

    assert (intent.status, state.status, state.metadata) == ("requires_payment_method", "succeeded", {"booking": "7"})
    assert (state.received_cents, state.refunded_cents, state.is_disputed) == (10_000, 4000, False)
    assert refund.id == again.id
    assert [one.id for one in gateway.refunds(intent.id)] == [refund.id]
    assert intent.id in [one.id for one in gateway.intents_since(began, None)[0].intents]
    with pytest.raises(ProviderRefused):
        gateway.refund(intent.id, cents=6001, currency="usd", metadata={}, key=driver.key("too much"))


def test_unpaid_payment_intent_can_be_canceled_once(driver: Driver):
    gateway = driver.gateway()
    intent = gateway.create_intent(cents=1999, currency="usd", description="x", metadata={}, key=driver.key("intent"))

    canceled = gateway.cancel_intent(intent.id)

    assert canceled.status == "canceled"
    with pytest.raises(ProviderRefused):
        gateway.cancel_intent(intent.id)


def authorized(driver: Driver) -> IntentState:
    """A payment of $19.99 whose card is authorized."""
    gateway = driver.gateway()
    intent = gateway.create_intent(
        cents=1999, currency="usd", description="x", metadata={}, key=driver.key("intent"), on_approval=True
    )
    driver.confirm(str(intent.client_secret), "pm_card_visa")
    return gateway.intent(intent.id)


def test_authorized_payment_is_captured_once_and_in_part(driver: Driver):
    gateway, intent = driver.gateway(), authorized(driver)
    assert (intent.is_authorized, intent.received_cents, intent.on_approval) == (True, 0, True)
    assert intent.capture_before is not None
    key = driver.key("capture")

    captured = gateway.capture_intent(intent.id, cents=1500, fee_cents=0, currency="usd", key=key)
    again = gateway.capture_intent(intent.id, cents=1500, fee_cents=0, currency="usd", key=key)

    assert (captured.status, captured.received_cents) == (again.status, again.received_cents) == ("succeeded", 1500)
    with pytest.raises(ProviderRefused):
        gateway.capture_intent(intent.id, cents=100, fee_cents=0, currency="usd", key=driver.key("another capture"))
    with pytest.raises(ProviderRefused):
        gateway.cancel_intent(intent.id)


def test_canceled_authorization_cannot_be_captured(driver: Driver):
    gateway, intent = driver.gateway(), authorized(driver)

    canceled = gateway.cancel_intent(intent.id)

    assert (canceled.status, canceled.received_cents) == ("canceled", 0)
    with pytest.raises(ProviderRefused):
        gateway.capture_intent(intent.id, cents=1999, fee_cents=0, currency="usd", key=driver.key("capture"))


def test_idempotency_key_prevents_duplicates(driver: Driver):
    key, gateway = driver.key("customer"), driver.gateway()

    first = gateway.create_customer(email="a@example.com", name="A", metadata={}, key=key)

    assert gateway.create_customer(email="a@example.com", name="A", metadata={}, key=key) == first
    with pytest.raises(ProviderRefused, match="already received this request"):
        gateway.create_customer(email="b@example.com", name="B", metadata={}, key=key)


@pytest.mark.parametrize("currency, least", [("usd", r"\$0\.50"), ("gbp", r"£0\.30")])
def test_minimum_card_amount_is_shown_in_the_charged_currency(currency: str, least: str, driver: Driver):
    with pytest.raises(ProviderRefused, match=least):
        driver.gateway().create_intent(
            cents=20, currency=currency, description="x", metadata={}, key=driver.key("intent")
        )


def test_connected_account_pays_its_own_fees_and_needs_onboarding(driver: Driver):
    gateway = driver.gateway()
    account = gateway.create_account(email="a@example.com", country="US", metadata={}, key=driver.key("account"))

    link = gateway.account_link(account.id, refresh_url="https://example.com/a", return_url="https://example.com/b")

    assert (account.pays_own_fees, account.country, account.details_submitted) == (True, "US", False)
    assert (account.charges_enabled, account.due != ()) == (False, True)
    assert link.startswith("http")
    assert gateway.account(account.id) == account


def test_unknown_provider_ids_raise_not_found(driver: Driver):
    gateway = driver.gateway()

    for look in (
        lambda: gateway.subscription("sub_of_nobody"),
        lambda: gateway.intent("pi_of_nobody"),
        lambda: gateway.invoice("in_of_nobody"),
        lambda: gateway.refund_state("re_of_nobody"),
    ):
        with pytest.raises(ProviderNotFound):
            look()


def test_own_account_id_is_returned(driver: Driver):
    assert driver.gateway().own_account().id.startswith("acct_")
