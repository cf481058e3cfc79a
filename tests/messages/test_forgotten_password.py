"""Password reset by a one-time link that expires after an hour, and notices of new sign-ins (A8)."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from fastapi import FastAPI

from marqueedesk.accounts import resets_api
from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.inbox import Inbox
from tests.support.together import all_together

pytestmark = pytest.mark.either_database


@pytest.fixture
def mails(app: FastAPI, database: Database) -> Callable[[], list[Any]]:
    """Run due jobs and return the emails they sent."""
    return Inbox(database, app.state.settings).send_due


def request_reset(caller: Api, mails: Callable[[], list[Any]], email: str) -> str:
    mails()
    ok_json(caller.post("/api/password/forgot", json={"email": email}))
    (mail,) = mails()
    return re.findall(r"reset-password\?token=([a-z2-7]{39})", mail.text)[0]


def reset(caller: Api, token: str, password: str = "a new horse") -> int:
    body = {"token": token, "newPassword": password, "confirmPassword": password}
    return caller.post("/api/password/reset", json=body).status_code


def test_reset_link_works_once_and_signs_out_all_devices(
    operator: Api, visitor: Api, mails: Callable[[], list[Any]], database: Database
):
    token = request_reset(visitor, mails, operator.user["email"].upper())
    assert token not in repr(rows.rows(database, "outbox") + rows.rows(database, "password_resets"))

    assert reset(visitor, token) == 204
    assert operator.get("/api/user").status_code == 401
    assert reset(visitor, token, "yet another") == 404
    visitor.login(operator.user["email"], "a new horse")


def test_forgot_password_response_does_not_reveal_whether_the_account_exists(
    operator: Api, visitor: Api, mails: Callable[[], list[Any]], database: Database
):
    mails()
    answers = [
        visitor.post("/api/password/forgot", json={"email": email})
        for email in (operator.user["email"], "no@one.example")
    ]
    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b"")] * 2
    # Neither address has been looked up yet, so the response time reveals nothing.
    assert rows.number(database, "password_resets") == 0
    assert [mail.to for mail in mails()] == [operator.user["email"]]


def test_reset_link_expires_after_an_hour_or_another_password_change(
    operator: Api, visitor: Api, mails: Callable[[], list[Any]], present: Any
):
    email = operator.user["email"]
    first = request_reset(visitor, mails, email)
    second = request_reset(visitor, mails, email)
    assert reset(visitor, second) == 204
    assert reset(visitor, first) == 404
    third = request_reset(visitor, mails, email)
    operator.login(email, "a new horse")
    change = {"currentPassword": "a new horse", "newPassword": PASSWORD, "confirmPassword": PASSWORD}
    ok_json(operator.post("/api/change-password", json=change))
    assert reset(visitor, third) == 404
    fourth = request_reset(visitor, mails, email)
    present.shift(timedelta(minutes=61))
    assert reset(visitor, fourth) == 404
    assert reset(visitor, "a" * 39) == reset(visitor, "no token") == 404


def test_reset_requests_by_strangers_do_not_lock_out_the_owner(
    operator: Api, mails: Callable[[], list[Any]], app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_with(rate_limits="on")
    email = operator.user["email"]
    mails()

    def forgot(address: str) -> int:
        return caller_of(app, address=address).post("/api/password/forgot", json={"email": email}).status_code

    assert forgot("198.51.100.7") == 204
    (first,) = mails()
    asked = [forgot(f"203.0.113.{number % 30}") for number in range(60)]
    assert asked == [204] * 60
    assert len(mails()) == resets_api.BY_ACCOUNT.times - 1, "the inbox is not flooded"

    token = re.findall(r"reset-password\?token=([a-z2-7]{39})", first.text)[0]
    assert reset(caller_of(app), token) == 204, "the first link still works"


def test_owner_gets_a_reset_email_even_if_another_network_reached_its_limit(
    operator: Api, mails: Callable[[], list[Any]], app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_with(rate_limits="on")
    stranger, owner = caller_of(app, address="203.0.113.9"), caller_of(app, address="198.51.100.7")
    body = {"email": operator.user["email"]}
    mails()
    for _ in range(12):
        assert stranger.post("/api/password/forgot", json=body).status_code == 204
    assert len(mails()) == resets_api.BY_NETWORK_AND_ACCOUNT.times
    assert owner.post("/api/password/forgot", json=body).status_code == 204
    assert [mail.to for mail in mails()] == [operator.user["email"]]


def test_concurrent_resets_with_different_links_change_the_password_once(
    operator: Api, new_caller: Callable[[], Api], mails: Callable[[], list[Any]]
):
    email = operator.user["email"]
    tokens = [request_reset(new_caller(), mails, email) for _ in range(3)]
    callers = [(new_caller(), token) for token in tokens]

    found = all_together([lambda c=caller, t=token: reset(c, t, f"password {t}") for caller, token in callers])

    assert sorted(found) == [204, 404, 404]


def test_concurrent_resets_with_one_link_change_the_password_once(
    operator: Api, new_caller: Callable[[], Api], mails: Callable[[], list[Any]]
):
    token = request_reset(new_caller(), mails, operator.user["email"])
    callers = [(new_caller(), f"password {number}") for number in range(3)]

    found = all_together(
        [lambda caller=caller, password=password: reset(caller, token, password) for caller, password in callers]
    )

    assert sorted(found) == [204, 404, 404]


def test_password_reset_lifts_a_sign_in_block(
    operator: Api, mails: Callable[[], list[Any]], app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    limited = app_with(rate_limits="on")
    caller = caller_of(limited)
    body = {"email": operator.user["email"], "password": "wrong one"}
    assert [caller.post("/api/login", json=body).status_code for _ in range(11)] == [401] * 10 + [429]

    assert reset(caller, request_reset(caller, mails, operator.user["email"])) == 204

    assert caller.post("/api/login", json=body | {"password": "a new horse"}).status_code == 200


@pytest.mark.parametrize(
    "body, field",
    [
        ({"email": "nobody"}, "email"),
        ({"email": "a@b.example\r\nBcc: c@d.example"}, "email"),
        ({"email": 7}, "email"),
    ],
)
def test_invalid_email_address_is_reported_by_field(visitor: Api, body: dict[str, Any], field: str):
    answer = visitor.post("/api/password/forgot", json=body)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])


def test_only_a_sign_in_from_a_new_device_sends_a_notice(
    operator: Api, app: FastAPI, caller_of: Callable[..., Api], mails: Callable[[], list[Any]]
):
    email = operator.user["email"]
    mails()
    caller_of(app).login(email)
    assert mails() == []

    stranger = caller_of(app, address="198.51.100.7")
    stranger.http.headers["User-Agent"] = "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0"
    stranger.login(email)
    (notice,) = mails()
    assert (notice.to, notice.subject) == (email, "New sign-in to your account")
    assert "Browser: Firefox on Windows" in notice.text
    assert "Address: 198.51.100.7" in notice.text

    stranger.login(email)
    assert mails() == []
