"""What a page is told before it shows the provider's card form (S1)."""

from collections.abc import Callable

from fastapi import FastAPI

from tests.support.api import Api, made

KEYS = {"stripe_secret_key": "sk_test_1", "stripe_publishable_key": "pk_test_1"}


def test_without_keys_there_is_none_to_tell(visitor: Api):
    assert made(visitor.get("/api/payment-setup")) == {
        "publishableKey": None,
        "scriptUrl": None,
        "demo": False,
        "currency": "USD",
    }


def test_the_providers_own_script_needs_no_address(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]):
    visitor = caller_of(app_with(**KEYS))
    assert made(visitor.get("/api/payment-setup")) == {
        "publishableKey": "pk_test_1",
        "scriptUrl": None,
        "demo": False,
        "currency": "USD",
    }


def test_a_stand_in_has_a_script_of_its_own_and_says_that_it_is_a_demo(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    visitor = caller_of(app_with(**KEYS, stripe_api_base="http://localhost:12111"))
    setup = made(visitor.get("/api/payment-setup"))
    assert (setup["scriptUrl"], setup["demo"]) == ("http://localhost:12111/stripe.js", True)
    assert "sk_test" not in str(setup)
