"""Who answers the adapter's calls in `tests/stripe/test_both_worlds.py`: the stand-in, or the provider's test mode."""

import os
import secrets
from typing import Final

import pytest

from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.values import Keys
from tests.support.standin import KEYS

TEST_KEY: Final = "MARQUEEDESK_TEST_STRIPE_KEY"
"""The variable of the environment with a secret key of the provider's test mode."""


def test_mode_key() -> str | None:
    """The key of test mode, where there is one. Raises for a live one: nothing here may move money."""
    key = os.environ.get(TEST_KEY)
    if key and not key.startswith(("sk_test_", "rk_test_")):
        raise RuntimeError(f"{TEST_KEY} has to be a key of test mode (sk_test_…).")
    return key or None


class Driver:
    """Makes and confirms what a test needs, by the provider's API alone. Keys differ from run to run: the provider
    remembers them for a day.
    """

    def __init__(self, keys: Keys, api_base: str = "") -> None:
        self._keys = keys
        self._api_base = api_base
        self._run = secrets.token_hex(8)

    def gateway(self) -> Stripe:
        """A conversation, whose calls have twenty seconds together."""
        return Stripe(self._keys, api_base=self._api_base, timeout=20)

    def key(self, what: str) -> str:
        """An idempotency key that was never used."""
        return f"{what}-{self._run}-{secrets.token_hex(4)}"

    def customer(self) -> str:
        """A new customer's id."""
        return self.gateway().create_customer(
            email="a@example.com", name="Test of MarqueeDesk", metadata={}, key=self.key("customer")
        )

    def price(self, cents: int) -> str:
        """A monthly price of a product of its own."""
        gateway = self.gateway()
        product = gateway.create_product(
            name=f"Test of MarqueeDesk, {cents}", description=None, metadata={}, key=self.key("product")
        )
        return gateway.create_price(
            product_id=product, cents=cents, currency="usd", interval="month", interval_count=1, key=self.key("price")
        )

    def confirm(self, client_secret: str, card: str) -> None:
        """Pay with a test card, as the page does. Raises CardDeclined."""
        intent = client_secret.split("_secret_", maxsplit=1)[0]
        back = "https://example.com/"
        self.gateway()._ask(
            lambda client: client.v1.payment_intents.confirm(intent, {"payment_method": card, "return_url": back})
        )

    def confirm_setup(self, setup_id: str, card: str) -> None:
        """Give a test card for later payments, as the page does."""
        back = "https://example.com/"
        self.gateway()._ask(
            lambda client: client.v1.setup_intents.confirm(setup_id, {"payment_method": card, "return_url": back})
        )


def of_standin(url: str) -> Driver:
    """The stand-in as the driver."""
    return Driver(KEYS, url)


def of_test_mode() -> Driver:
    """The provider's test mode as the driver; skips the test where there is no key."""
    key = test_mode_key()
    if key is None:
        pytest.skip(f"Set {TEST_KEY} to a secret key of Stripe's test mode to run this against Stripe itself.")
    return Driver(Keys(key, "pk_test_unused"))
