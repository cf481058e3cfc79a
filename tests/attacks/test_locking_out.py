"""Attempts to lock a user out by guessing their password, from the same network or from many networks."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI

from marqueedesk.accounts import browser_marks
from marqueedesk.accounts.login_throttle import BY_ACCOUNT, BY_ACCOUNT_AND_NETWORK, BY_NETWORK
from tests.support.api import PASSWORD, Api

pytestmark = pytest.mark.either_database

OFFICE = "198.51.100.7"
CallerAt = Callable[[str], Api]


@pytest.fixture
def caller_at(app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]) -> CallerAt:
    app = app_with(rate_limits="on")
    return lambda address: caller_of(app, address=address)


def sign_in(caller: Api, email: str, password: str = PASSWORD) -> int:
    return caller.post("/api/login", json={"email": email, "password": password}).status_code


def test_guesses_from_same_network_do_not_lock_out_known_browser(caller_at: CallerAt):
    owner, thief, new = caller_at(OFFICE), caller_at(OFFICE), caller_at(OFFICE)
    email = owner.register().user["email"]
    owner.logout()

    guesses = [sign_in(thief, email, "not the password") for _ in range(12)]

    assert guesses == [401] * BY_ACCOUNT_AND_NETWORK.times + [429, 429]
    assert sign_in(new, email) == 429
    assert sign_in(owner, email) == 200


def test_exhausted_network_limit_does_not_lock_out_known_browser(caller_at: CallerAt):
    owner, thief = caller_at(OFFICE), caller_at(OFFICE)
    email = owner.register().user["email"]
    owner.logout()

    guesses = [sign_in(thief, f"somebody{number}@example.com") for number in range(BY_NETWORK.times + 1)]

    assert guesses[-2:] == [401, 429]
    assert sign_in(owner, email) == 200


def test_guesses_from_many_networks_do_not_lock_out_known_browser(caller_at: CallerAt):
    owner, thief, traveler = caller_at(OFFICE), caller_at("192.0.2.1"), caller_at("203.0.113.5")
    email = owner.register().user["email"]
    owner.logout()
    traveler.http.cookies = owner.http.cookies

    for number in range(BY_ACCOUNT.times):
        thief.http.headers["user-agent"] = "Thief"
        assert sign_in(caller_at(f"192.0.2.{number + 2}"), email, "not the password") == 401

    assert sign_in(thief, email) == 429
    assert sign_in(traveler, email) == 200


def test_known_browser_has_its_own_limit_of_ten_guesses(caller_at: CallerAt):
    owner = caller_at(OFFICE)
    email = owner.register().user["email"]
    owner.logout()

    guesses = [sign_in(owner, email, "not the password") for _ in range(12)]

    assert guesses == [401] * BY_ACCOUNT_AND_NETWORK.times + [429, 429]


@pytest.mark.parametrize("how", ["another's", "invented", "from before another password"])
def test_invalid_browser_mark_gives_no_extra_guesses(how: str, caller_at: CallerAt):
    owner, thief = caller_at(OFFICE), caller_at(OFFICE)
    email = owner.register().user["email"]
    mark = owner.http.cookies[browser_marks.COOKIE]
    if how == "another's":
        thief.register().logout()
    elif how == "invented":
        thief.http.cookies.set(browser_marks.COOKIE, f"{'0' * 32}{mark[32:]}")
    else:
        thief.http.cookies.set(browser_marks.COOKIE, mark)
        body = {"currentPassword": PASSWORD, "newPassword": "another-password", "confirmPassword": "another-password"}
        assert owner.post("/api/change-password", json=body).status_code == 200
    for _ in range(BY_ACCOUNT_AND_NETWORK.times):
        sign_in(caller_at(OFFICE), email, "not the password")

    assert sign_in(thief, email, "not the password") == 429
