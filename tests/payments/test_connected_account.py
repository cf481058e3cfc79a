"""A business's Stripe account: created once, onboarded and managed in Stripe (section 4, S1)."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI

from tests.support.api import Api, ok_json
from tests.support.billing import Deliverer
from tests.support.standin import StandIn

CONNECT = "/api/stripe-connect"


@pytest.fixture
def owner(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], provider: StandIn) -> Api:
    """A signed-in business, with Stripe keys configured."""
    return caller_of(app_with(**provider.settings(), public_url="http://desk.example")).register()


def status(owner: Api) -> dict[str, object]:
    return ok_json(owner.get(f"{CONNECT}/account-status"))


def test_connected_account_is_created_onboarded_and_managed(owner: Api, provider: StandIn):
    nothing = {"hasAccount": False, "detailsSubmitted": False, "accountId": None}
    assert nothing.items() <= status(owner).items()

    first, again = (ok_json(owner.post(f"{CONNECT}/create-account")) for _ in range(2))
    assert first["accountId"] == again["accountId"]
    assert status(owner) == first
    assert (first["hasAccount"], first["detailsSubmitted"], first["needsStripeKey"]) == (True, False, False)
    assert owner.get(f"{CONNECT}/login-link").json()["code"] == "not_onboarded"

    left = provider.press(ok_json(owner.post(f"{CONNECT}/account-link"))["url"], "leave")
    assert left.headers["location"] == "http://desk.example/settings?tab=payments&onboarding=complete"
    assert status(owner)["detailsSubmitted"] is False

    provider.press(ok_json(owner.post(f"{CONNECT}/account-link"))["url"], "finish")
    done = {"detailsSubmitted": True, "chargesEnabled": True, "payoutsEnabled": True}
    assert done.items() <= status(owner).items()
    assert ok_json(owner.get(f"{CONNECT}/login-link"))["url"].startswith(provider.url)


def test_account_links_require_an_account(owner: Api):
    for answer in (owner.post(f"{CONNECT}/account-link"), owner.get(f"{CONNECT}/login-link")):
        assert (answer.status_code, answer.json()["code"]) == (409, "no_account")


def test_account_unknown_to_the_provider_can_be_recreated(owner: Api, provider: StandIn):
    ok_json(owner.post(f"{CONNECT}/create-account"))
    provider.reset()
    assert status(owner)["hasAccount"] is False

    assert ok_json(owner.post(f"{CONNECT}/create-account"))["hasAccount"] is True
    assert status(owner)["hasAccount"] is True


def test_reconnecting_creates_a_new_account(owner: Api, provider: StandIn, deliver: Deliverer):
    """Idempotency keys are valid for a day, so reusing one would return the old, disconnected account."""
    accounts: list[str] = []
    for _ in range(3):
        account = ok_json(owner.post(f"{CONNECT}/create-account"))["accountId"]
        provider.press(ok_json(owner.post(f"{CONNECT}/account-link"))["url"], "finish")
        deliver()
        assert status(owner)["chargesEnabled"] is True
        again = ok_json(owner.post(f"{CONNECT}/create-account"))["accountId"]
        assert again == account, "the same account while it is connected"
        accounts.append(account)
        provider.deauthorize(account)
        deliver()
        assert status(owner)["hasAccount"] is False

    assert len(set(accounts)) == 3


def test_replayed_response_about_a_disconnected_account_is_not_used(
    owner: Api, provider: StandIn, deliver: Deliverer, app_with: Callable[..., FastAPI]
):
    """For a day, the provider answers a request for an account with the one that it created first."""
    first = ok_json(owner.post(f"{CONNECT}/create-account"))["accountId"]
    provider.make_express(first)
    provider.press(ok_json(owner.post(f"{CONNECT}/account-link"))["url"], "finish")
    deliver()
    assert status(owner)["chargeModel"] == "destination"

    successors: list[str] = []
    for _ in range(3):
        made = ok_json(owner.post(f"{CONNECT}/create-account", json={"replace": True}))
        successors.append(made["successor"] or made["accountId"])
        assert ok_json(owner.post(f"{CONNECT}/account-link"))["url"], "the new account can be onboarded at once"
        provider.deauthorize(successors[-1])
        deliver()

    assert len({first, *successors}) == 4


def test_account_status_during_a_provider_outage_is_an_error(owner: Api, provider: StandIn):
    ok_json(owner.post(f"{CONNECT}/create-account"))
    provider.fault("500", times=9)
    assert owner.get(f"{CONNECT}/account-status").status_code in {502, 503}


@pytest.mark.parametrize("method, call", [("POST", "create-account"), ("POST", "account-link"), ("GET", "login-link")])
def test_account_calls_without_keys_return_503(operator: Api, method: str, call: str):
    answer = (operator.get if method == "GET" else operator.post)(f"{CONNECT}/{call}")
    assert answer.status_code == 503
    assert answer.json()["needsStripeKey"] is True
