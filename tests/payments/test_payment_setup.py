"""Settings that a page needs to show the card form (S1)."""

from collections.abc import Callable

from fastapi import FastAPI

from tests.support.api import Api, ok_json

KEYS = {"stripe_secret_key": "sk_test_1", "stripe_publishable_key": "pk_test_1"}


def test_payment_setup_without_keys_has_no_publishable_key(visitor: Api):
    assert ok_json(visitor.get("/api/payment-setup")) == {
        "publishableKey": None,
        "scriptUrl": None,
        "demo": False,
        "currency": "USD",
    }


def test_payment_setup_with_real_keys_has_no_script_url(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    visitor = caller_of(app_with(**KEYS))
    assert ok_json(visitor.get("/api/payment-setup")) == {
        "publishableKey": "pk_test_1",
        "scriptUrl": None,
        "demo": False,
        "currency": "USD",
    }


def test_payment_setup_of_the_stand_in_has_a_script_url_and_a_demo_flag(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    visitor = caller_of(app_with(**KEYS, stripe_api_base="http://localhost:12111"))
    setup = ok_json(visitor.get("/api/payment-setup"))
    assert (setup["scriptUrl"], setup["demo"]) == ("http://localhost:12111/stripe.js", True)
    assert "sk_test" not in str(setup)
