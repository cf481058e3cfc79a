"""The payment stand-in debits bank accounts as the provider does: days of processing, rejections, late returns."""

from typing import Any

import pytest

from tests.support.standin import StandIn

CHECKING, CLOSED, SHORT = "000123456789", "000111111116", "000444444449"
IBAN, EMPTY_IBAN, REVOKED_IBAN = "DE89370400440532013000", "DE62370400440532013001", "DE35370400440532013002"


def begin(provider: StandIn, account: str, currency: str = "usd", **more: str) -> dict[str, Any]:
    made = provider.ask("POST", "/v1/payment_intents", data={"amount": "20000", "currency": currency, **more}).json()
    provider.pay(made["client_secret"], account).raise_for_status()
    return made


def read(provider: StandIn, made: dict[str, Any]) -> dict[str, Any]:
    return provider.ask("GET", f"/v1/payment_intents/{made['id']}").json()


@pytest.mark.parametrize("account, currency, days", [(CHECKING, "usd", 4), (IBAN, "eur", 5)])
def test_debit_is_processing_until_it_settles(provider: StandIn, account: str, currency: str, days: int):
    made = begin(provider, account, currency)
    provider.advance(days=days - 0.1)
    assert (read(provider, made)["status"], provider.balance()) == ("processing", 0)
    provider.advance(days=0.2)
    assert (read(provider, made)["status"], provider.balance()) == ("succeeded", 20_000)
    kinds = [event["type"] for event in provider.events()]
    assert kinds.index("payment_intent.processing") < kinds.index("payment_intent.succeeded")


@pytest.mark.parametrize(
    "account, currency, code",
    [(CLOSED, "usd", "account_closed"), (EMPTY_IBAN, "eur", "insufficient_funds")],
)
def test_rejected_debit_leaves_the_payment_open_for_another_method(
    provider: StandIn, account: str, currency: str, code: str
):
    made = begin(provider, account, currency)
    provider.advance(days=6)
    failed = read(provider, made)
    assert (failed["status"], failed["last_payment_error"]["code"]) == ("requires_payment_method", code)
    assert provider.balance() == 0
    assert provider.pay(made["client_secret"]).json()["status"] == "succeeded"


@pytest.mark.parametrize(
    "account, currency, reason",
    [(SHORT, "usd", "insufficient_funds"), (REVOKED_IBAN, "eur", "debit_not_authorized")],
)
def test_late_return_is_a_dispute_lost_at_once(provider: StandIn, account: str, currency: str, reason: str):
    made = begin(provider, account, currency)
    provider.advance(days=6)
    assert provider.balance() == 20_000
    provider.advance(days=4)
    (dispute,) = provider.ask("GET", "/v1/disputes", params={"payment_intent": made["id"]}).json()["data"]
    assert (dispute["status"], dispute["reason"], dispute["is_charge_refundable"]) == ("lost", reason, False)
    assert (read(provider, made)["status"], provider.balance()) == ("succeeded", 0)


def test_processing_debit_is_not_canceled_and_debits_are_not_authorized_first(provider: StandIn):
    made = begin(provider, CHECKING)
    refused = provider.ask("POST", f"/v1/payment_intents/{made['id']}/cancel")
    assert refused.json()["error"]["code"] == "payment_intent_unexpected_state"
    data = {"amount": "20000", "currency": "usd", "capture_method": "manual"}
    held = provider.ask("POST", "/v1/payment_intents", data=data).json()
    assert provider.pay(held["client_secret"], CHECKING).status_code == 400
