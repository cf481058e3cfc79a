"""Sign-in by email link on a new device while password guessing blocks new devices (A3)."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.accounts import resets
from marqueedesk.accounts.login_throttle import BY_ACCOUNT, HELD
from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.authenticator import passkey_of
from tests.support.inbox import Inbox

pytestmark = pytest.mark.either_database

Mails = Callable[[], list[Any]]
CallerAt = Callable[[str], Api]
LOGIN = "/api/login"


@pytest.fixture
def limited(app_with: Callable[..., FastAPI]) -> FastAPI:
    return app_with(rate_limits="on", smtp_url="smtp://mail.example.com:587")


@pytest.fixture
def caller_at(limited: FastAPI, caller_of: Callable[..., Api]) -> CallerAt:
    return lambda address: caller_of(limited, address=address)


@pytest.fixture
def mails(limited: FastAPI) -> Mails:
    """Run due jobs and return the emails they sent."""
    return Inbox(limited.state.database, limited.state.settings).send_due


@pytest.fixture
def owner(caller_at: CallerAt, mails: Mails) -> Api:
    """A signed-in user whose password strangers have tried to guess from 52 networks."""
    owner = caller_at("192.0.2.1").register()
    for number in range(BY_ACCOUNT.times + 2):
        answer = caller_at(f"2001:db8:0:{number:x}::1").post(LOGIN, json=_body(owner.user["email"], "not this"))
    assert answer.status_code == 429
    mails()
    return owner


@pytest.fixture
def email(owner: Api) -> str:
    return owner.user["email"]


def _body(email: str, password: str = PASSWORD) -> dict[str, str]:
    return {"email": email, "password": password}


def token_in(mail: Any) -> str:
    return re.findall(r"/sign-in\?token=([a-z2-7]{39})", mail.text)[0]


def test_right_password_on_a_new_device_gets_a_link_that_signs_in_once(
    email: str, caller_at: CallerAt, mails: Mails, limited: FastAPI
):
    device = caller_at("203.0.113.5")
    refused = device.post(LOGIN, json=_body(email))
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    (mail,) = mails()
    assert (mail.to, mail.subject) == (email, "Your sign-in link")
    token = token_in(mail)
    database: Database = limited.state.database
    assert token not in repr(rows.rows(database, "outbox") + rows.rows(database, "password_resets"))

    assert ok_json(device.post("/api/login/link", json={"token": token}))["email"] == email
    assert device.get("/api/user").status_code == 200
    again = caller_at("203.0.113.6").post("/api/login/link", json={"token": token})
    assert (again.status_code, again.json()["code"]) == (404, "reset_over")
    device.logout()
    assert device.post(LOGIN, json=_body(email)).status_code == 200, "the device is trusted from now on"


def test_wrong_password_gets_the_same_response_but_no_sign_in_link(email: str, caller_at: CallerAt, mails: Mails):
    device = caller_at("203.0.113.5")
    right = device.post(LOGIN, json=_body(email))
    mails()

    wrong = device.post(LOGIN, json=_body(email, "not this"))

    assert (wrong.status_code, wrong.json()) == (right.status_code, right.json())
    assert mails() == []


def test_sign_in_link_still_requires_the_second_factor(owner: Api, email: str, caller_at: CallerAt, mails: Mails):
    passkey_of(owner)
    mails()
    caller_at("203.0.113.5").post(LOGIN, json=_body(email))
    device = caller_at("203.0.113.5")

    step = device.post("/api/login/link", json={"token": token_in(mails()[0])})

    assert (step.status_code, step.json()["code"], step.json()["methods"]) == (401, "second_factor_needed", ["passkey"])
    assert step.json()["ticket"]
    assert device.get("/api/user").status_code == 401


def test_sign_in_link_expires_after_an_hour_and_cannot_reset_the_password(
    email: str, caller_at: CallerAt, mails: Mails, present: Any
):
    device = caller_at("203.0.113.5")
    device.post(LOGIN, json=_body(email))
    token = token_in(mails()[0])
    wrong_page = {"token": token, "newPassword": "a new horse", "confirmPassword": "a new horse"}
    assert device.post("/api/password/reset", json=wrong_page).status_code == 404, "the link cannot set a password"
    present.shift(timedelta(minutes=61))
    assert device.post("/api/login/link", json={"token": token}).status_code == 404


def test_sign_in_links_and_password_checks_are_limited_per_hour(email: str, caller_at: CallerAt, mails: Mails):
    device = caller_at("203.0.113.5")
    answers = [device.post(LOGIN, json=_body(email)) for _ in range(HELD.times + 1)]
    assert {answer.status_code for answer in answers} == {429}
    assert "email" not in answers[-1].json()["message"], "the password is no longer checked"
    assert len(mails()) == resets.SIGN_IN_LINKS.times


def test_no_sign_in_link_is_offered_without_a_mail_server(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api], operator: Api
):
    caller = caller_of(app_with(rate_limits="on"))
    answers = [caller.post(LOGIN, json=_body(operator.user["email"], "not this")) for _ in range(11)]
    assert answers[-1].status_code == 429
    assert "email" not in answers[-1].json()["message"]
