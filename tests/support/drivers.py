"""Backends for `tests/stripe/test_both_worlds.py`: the stand-in and Stripe's test mode."""

import os
import secrets
from typing import Final

import pytest

from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.values import Keys
from tests.support.standin import KEYS

TEST_KEY: Final = "MARQUEEDESK_TEST_STRIPE_KEY"
"""The environment variable with a secret test key of Stripe."""


def test_mode_key() -> str | None:
    """The test key, if there is one. Raises for a live key: tests must not move money."""
    key = os.environ.get(TEST_KEY)
    if key and not key.startswith(("sk_test_", "rk_test_")):
        raise RuntimeError(f"{TEST_KEY} has to be a key of test mode (sk_test_…).")
    return key or None


class Driver:
    """Creates and confirms test objects through the provider's API.

    Keys differ from run to run, because the provider remembers them for a day.
    """

    def __init__(self, keys: Keys, api_base: str = "") -> None:
        self._keys = keys
        self._api_base = api_base
        self._run = secrets.token_hex(8)

    def gateway(self) -> Stripe:
        """A gateway whose calls share a timeout of twenty seconds."""
        return Stripe(self._keys, api_base=self._api_base, timeout=20)

    def key(self, what: str) -> str:
        """A new idempotency key."""
        return f"{what}-{self._run}-{secrets.token_hex(4)}"

    def customer(self) -> str:
        """Create a customer and return its id."""
        return self.gateway().create_customer(
            email="a@example.com", name="Test of MarqueeDesk", metadata={}, key=self.key("customer")
        )

    def price(self, cents: int) -> str:
        """Create a product with a monthly price and return the price's id."""
        gateway = self.gateway()
        product = gateway.create_product(
            name=f"Test of MarqueeDesk, {cents}", description=None, metadata={}, key=self.key("product")
        )
        return gateway.create_price(
            product_id=product, cents=cents, currency="usd", interval="month", interval_count=1, key=self.key("price")
        )

    def confirm(self, client_secret: str, card: str) -> None:
        """Pay with a test card, like the page does. Raises CardDeclined."""
        intent = client_secret.split("_secret_", maxsplit=1)[0]
        back = "https://example.com/"
        self.gateway()._ask(
            lambda client: client.v1.payment_intents.confirm(intent, {"payment_method": card, "return_url": back})
        )

    def confirm_setup(self, setup_id: str, card: str) -> None:
        """Save a test card for later payments, like the page does."""
        back = "https://example.com/"
        self.gateway()._ask(
            lambda client: client.v1.setup_intents.confirm(setup_id, {"payment_method": card, "return_url": back})
        )


def of_standin(url: str) -> Driver:
    """The driver of the stand-in."""
    return Driver(KEYS, url)


def of_test_mode() -> Driver:
    """The driver of Stripe's test mode; skips the test without a key."""
    key = test_mode_key()
    if key is None:
        pytest.skip(f"Set {TEST_KEY} to a secret key of Stripe's test mode to run this against Stripe itself.")
    return Driver(Keys(key, "pk_test_unused"))
