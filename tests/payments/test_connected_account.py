"""A business's account at the provider: made once, finished there, and looked after there (section 4, S1)."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI

from tests.support.api import Api, made
from tests.support.billing import Deliverer
from tests.support.standin import StandIn

CONNECT = "/api/stripe-connect"


@pytest.fixture
def owner(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], provider: StandIn) -> Api:
    """A business, signed in, where the provider's keys are set."""
    return caller_of(app_with(**provider.settings(), public_url="http://desk.example")).register()


def status(owner: Api) -> dict[str, object]:
    return made(owner.get(f"{CONNECT}/account-status"))


def test_an_account_is_made_finished_and_managed(owner: Api, provider: StandIn):
    nothing = {"hasAccount": False, "detailsSubmitted": False, "accountId": None}
    assert nothing.items() <= status(owner).items()

    first, again = (made(owner.post(f"{CONNECT}/create-account")) for _ in range(2))
    assert first["accountId"] == again["accountId"]
    assert status(owner) == first
    assert (first["hasAccount"], first["detailsSubmitted"], first["needsStripeKey"]) == (True, False, False)
    assert owner.get(f"{CONNECT}/login-link").json()["code"] == "not_onboarded"

    left = provider.press(made(owner.post(f"{CONNECT}/account-link"))["url"], "leave")
    assert left.headers["location"] == "http://desk.example/settings?tab=payments&onboarding=complete"
    assert status(owner)["detailsSubmitted"] is False

    provider.press(made(owner.post(f"{CONNECT}/account-link"))["url"], "finish")
    done = {"detailsSubmitted": True, "chargesEnabled": True, "payoutsEnabled": True}
    assert done.items() <= status(owner).items()
    assert made(owner.get(f"{CONNECT}/login-link"))["url"].startswith(provider.url)


def test_there_is_no_page_for_an_account_that_is_not_there(owner: Api):
    for answer in (owner.post(f"{CONNECT}/account-link"), owner.get(f"{CONNECT}/login-link")):
        assert (answer.status_code, answer.json()["code"]) == (409, "no_account")


def test_an_account_that_the_provider_forgot_can_be_made_anew(owner: Api, provider: StandIn):
    made(owner.post(f"{CONNECT}/create-account"))
    provider.reset()
    assert status(owner)["hasAccount"] is False

    assert made(owner.post(f"{CONNECT}/create-account"))["hasAccount"] is True
    assert status(owner)["hasAccount"] is True


def test_connecting_again_after_disconnecting_makes_another_account(owner: Api, provider: StandIn, deliver: Deliverer):
    """The provider answers a key of the last day with the account that it made for it, which is gone for us."""
    accounts: list[str] = []
    for _ in range(3):
        account = made(owner.post(f"{CONNECT}/create-account"))["accountId"]
        provider.press(made(owner.post(f"{CONNECT}/account-link"))["url"], "finish")
        deliver()
        assert status(owner)["chargesEnabled"] is True
        again = made(owner.post(f"{CONNECT}/create-account"))["accountId"]
        assert again == account, "the same while it is connected"
        accounts.append(account)
        provider.deauthorize(account)
        deliver()
        assert status(owner)["hasAccount"] is False

    assert len(set(accounts)) == 3


def test_a_provider_that_is_away_is_said_to_be(owner: Api, provider: StandIn):
    made(owner.post(f"{CONNECT}/create-account"))
    provider.fault("500", times=9)
    assert owner.get(f"{CONNECT}/account-status").status_code in {502, 503}


@pytest.mark.parametrize("method, call", [("POST", "create-account"), ("POST", "account-link"), ("GET", "login-link")])
def test_without_keys_every_call_says_what_is_missing(operator: Api, method: str, call: str):
    answer = (operator.get if method == "GET" else operator.post)(f"{CONNECT}/{call}")
    assert answer.status_code == 503
    assert answer.json()["needsStripeKey"] is True
