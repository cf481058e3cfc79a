"""The second factor: TOTP codes, recovery codes, and reauthentication for sensitive actions."""

import base64
import hashlib
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from fastapi import FastAPI

from marqueedesk.accounts import passwords, service
from marqueedesk.accounts.models import RecoveryCode
from marqueedesk.accounts.second_factor import RECOVERY_CODES, STEP_SECONDS
from marqueedesk.accounts.second_factor_api import CODES, CODES_ANYWHERE
from marqueedesk.kit import clock as kit_clock
from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.clock import Clock
from tests.support.together import all_together

pytestmark = pytest.mark.either_database


def code_of(secret: str, *, steps: int = 0) -> str:
    """Return the app's current code, or the code of an earlier or later time step."""
    app = TOTP(base64.b32decode(secret), 6, SHA1(), STEP_SECONDS)
    return app.generate(int(kit_clock.now().timestamp()) + steps * STEP_SECONDS).decode()


def set_up(caller: Api) -> tuple[str, list[str]]:
    """Turn on TOTP and return its secret and the recovery codes."""
    secret: str = ok_json(caller.post("/api/second-factor/totp"))["secret"]
    codes = ok_json(caller.post("/api/second-factor/totp/confirm", json={"code": code_of(secret)}))["recoveryCodes"]
    return secret, codes


def first_step(caller: Api, email: str) -> str:
    answer = caller.post("/api/login", json={"email": email, "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (401, "second_factor_needed")
    assert "set-cookie" not in answer.headers
    return answer.json()["ticket"]


def second_step(caller: Api, ticket: str, code: str) -> Any:
    return caller.post("/api/login/second-factor", json={"ticket": ticket, "code": code})


def test_totp_code_completes_sign_in_and_is_valid_once(operator: Api, visitor: Api, database: Database):
    email = operator.user["email"]
    nothing = {"totp": False, "since": None, "recoveryCodesLeft": 0, "passkeys": [], "devices": [], "needed": False}
    assert ok_json(operator.get("/api/second-factor")) == nothing
    begun = ok_json(operator.post("/api/second-factor/totp"))
    assert begun["uri"].startswith("otpauth://totp/MarqueeDesk%3A")
    assert f"secret={begun['secret']}" in begun["uri"]
    assert visitor.login(email).id == operator.id, "TOTP is inactive until a code confirms it"
    secret, codes = set_up(operator)
    assert ok_json(operator.get("/api/second-factor"))["recoveryCodesLeft"] == len(set(codes)) == RECOVERY_CODES
    stored = repr(rows.rows(database, "second_factors") + rows.rows(database, "recovery_codes"))
    assert secret not in stored
    assert codes[0].replace("-", "") not in stored
    visitor.logout()

    ticket = first_step(visitor, email)
    for wrong in ("000000", code_of(secret, steps=-3), code_of(secret, steps=3), "abcd-efgh-ijkl", "٠٠٠٠٠٠"):
        answer = second_step(visitor, ticket, wrong)
        assert (answer.status_code, answer.json()["code"], list(answer.json()["fields"])) == (
            400,
            "wrong_code",
            ["code"],
        )
    enrolled = second_step(visitor, ticket, code_of(secret))
    assert (enrolled.status_code, enrolled.json()["code"]) == (400, "wrong_code"), (
        "the code was already used to turn TOTP on"
    )
    code = code_of(secret, steps=1)
    assert ok_json(second_step(visitor, ticket, f" {code[:3]} {code[3:]} "))["id"] == operator.id
    assert ok_json(visitor.get("/api/user"))["email"] == email
    again = second_step(visitor, first_step(visitor, email), code)
    assert (again.status_code, again.json()["code"]) == (400, "wrong_code")


def test_totp_code_submitted_concurrently_signs_in_once(operator: Api, new_caller: Callable[[], Api]):
    secret, _ = set_up(operator)
    callers = [new_caller() for _ in range(6)]
    tickets = [first_step(caller, operator.user["email"]) for caller in callers]
    code = code_of(secret, steps=1)

    answers = all_together(
        [
            lambda caller=caller, ticket=ticket: second_step(caller, ticket, code).status_code
            for caller, ticket in zip(callers, tickets, strict=True)
        ]
    )

    assert sorted(answers) == [200, *[400] * 5]


def test_recovery_code_works_once_and_is_invalidated_by_new_codes(operator: Api, visitor: Api):
    _, codes = set_up(operator)
    email = operator.user["email"]

    assert second_step(visitor, first_step(visitor, email), codes[0].upper()).status_code == 200
    assert second_step(visitor, first_step(visitor, email), codes[0]).status_code == 400
    assert ok_json(operator.get("/api/second-factor"))["recoveryCodesLeft"] == RECOVERY_CODES - 1
    renewed = ok_json(operator.post("/api/second-factor/recovery-codes"))["recoveryCodes"]
    assert second_step(visitor, first_step(visitor, email), codes[1]).status_code == 400
    assert second_step(visitor, first_step(visitor, email), renewed[1].replace("-", " ")).status_code == 200


def test_recovery_codes_have_112_bits_and_older_short_codes_still_work(operator: Api, visitor: Api, database: Database):
    _, codes = set_up(operator)
    assert all(len(code.replace("-", "")) * 5 >= 112 for code in codes)
    with database.write() as db:
        digest = hashlib.sha256(b"abcdefgh2345").hexdigest()
        db.add(RecoveryCode(user_id=operator.id, digest=digest))

    before = second_step(visitor, first_step(visitor, operator.user["email"]), "abcd-efgh-2345")

    assert before.status_code == 200


@pytest.mark.parametrize(
    "ticket", ["", "x", "1.2.3", "1.99999999999.x", "1.9999999999." + "a" * 39, "-1.2.x", "²." * 2]
)
def test_invalid_ticket_is_refused(ticket: str, operator: Api, visitor: Api):
    set_up(operator)
    answer = second_step(visitor, ticket, "123456")
    assert (answer.status_code, answer.json()["code"]) == (401, "ticket_over")


def test_ticket_expires_after_ten_minutes_or_password_change(operator: Api, visitor: Api, clock: Clock):
    secret, _ = set_up(operator)
    email = operator.user["email"]
    late = first_step(visitor, email)
    clock.pass_by(minutes=11)
    assert second_step(visitor, late, code_of(secret)).status_code == 401
    replaced = first_step(visitor, email)
    body = {"currentPassword": PASSWORD, "newPassword": "another horse", "confirmPassword": "another horse"}
    ok_json(operator.post("/api/change-password", json=body))
    assert second_step(visitor, replaced, code_of(secret)).status_code == 401


def test_concurrent_code_guesses_do_not_exceed_limit(
    operator: Api, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    secret, _ = set_up(operator)
    app = app_with(rate_limits="on")
    callers = [caller_of(app) for _ in range(16)]
    ticket = first_step(callers[0], operator.user["email"])

    answers = all_together([lambda c=c: second_step(c, ticket, "000000").status_code for c in callers])

    assert answers.count(400) == CODES.times
    refused = second_step(callers[0], ticket, code_of(secret))
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")


def test_code_guesses_across_networks_are_limited_except_from_known_browser(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_with(rate_limits="on")
    owner = caller_of(app, address="198.51.100.7").register()
    secret, _ = set_up(owner)
    ticket = first_step(caller_of(app, address="2001:db8::1"), owner.user["email"])

    guesses = [
        second_step(caller_of(app, address=f"2001:db8:0:{number:x}::1"), ticket, "000000").status_code
        for number in range(CODES_ANYWHERE.times + 2)
    ]

    assert guesses == [400] * CODES_ANYWHERE.times + [429, 429]
    assert second_step(caller_of(app, address="203.0.113.9"), ticket, code_of(secret)).status_code == 429
    assert second_step(owner, ticket, code_of(secret, steps=1)).status_code == 200


def test_sensitive_action_requires_reauthentication_after_ten_minutes(operator: Api, clock: Clock):
    secret, _ = set_up(operator)
    clock.pass_by(minutes=11)
    refused = operator.delete("/api/second-factor/totp")
    assert (refused.status_code, refused.json()["code"]) == (403, "reauthenticate")
    wrong = operator.post("/api/reauthenticate", json={"password": "not this"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "wrong_password")
    assert operator.post("/api/reauthenticate", json={}).status_code == 422
    assert operator.post("/api/reauthenticate", json={"code": "000000"}).status_code == 400

    ok_json(operator.post("/api/reauthenticate", json={"code": code_of(secret)}))
    assert operator.delete("/api/second-factor/totp").status_code == 204
    clock.pass_by(minutes=11)
    assert operator.post("/api/second-factor/totp").status_code == 403
    ok_json(operator.post("/api/reauthenticate", json={"password": PASSWORD}))
    assert operator.post("/api/second-factor/totp").status_code == 200


SENSITIVE = [
    ("DELETE", "/api/second-factor/totp", None),
    ("POST", "/api/second-factor/recovery-codes", None),
    ("POST", "/api/second-factor/passkeys/options", None),
    ("PATCH", "/api/user/{id}", {"email": "moved@example.com", "currentPassword": PASSWORD}),
    ("POST", "/api/stripe-connect/create-account", None),
    ("POST", "/api/stripe-connect/account-link", None),
    ("GET", "/api/stripe-connect/login-link", None),
    ("PATCH", "/api/team", {"secondFactorRequired": False}),
    ("POST", "/api/calendar-feed", None),
    ("POST", "/api/account/export", {"password": PASSWORD}),
    ("POST", "/api/account/close", {"password": PASSWORD}),
]


@pytest.mark.parametrize("method, path, body", SENSITIVE, ids=lambda value: str(value)[:40])
def test_user_with_second_factor_cannot_reauthenticate_by_password_alone(
    method: str, path: str, body: object, operator: Api, clock: Clock
):
    def code() -> str | None:
        answer = operator.http.request(method, path.format(id=operator.id), json=body)
        return answer.json()["code"] if answer.status_code >= 400 else None

    secret, _ = set_up(operator)
    clock.pass_by(minutes=11)
    ok_json(operator.post("/api/reauthenticate", json={"password": PASSWORD}))
    refused = operator.http.request(method, path.format(id=operator.id), json=body)
    assert (refused.status_code, refused.json()["code"], refused.json()["methods"]) == (403, "reauthenticate", ["totp"])
    ok_json(operator.post("/api/reauthenticate", json={"code": code_of(secret)}))
    assert code() != "reauthenticate"


def test_remembered_browser_still_needs_second_factor_for_sensitive_action(operator: Api, visitor: Api, clock: Clock):
    secret, _ = set_up(operator)
    step = {"ticket": first_step(visitor, operator.user["email"]), "code": code_of(secret, steps=1), "remember": True}
    ok_json(visitor.post("/api/login/second-factor", json=step))
    clock.pass_by(days=1)
    ok_json(visitor.post("/api/logout"))
    visitor.login(operator.user["email"])
    refused = visitor.delete("/api/second-factor/totp")
    assert (refused.status_code, refused.json()["code"]) == (403, "reauthenticate")
    assert ok_json(visitor.get("/api/second-factor"))["totp"] is True


def test_user_without_second_factor_reauthenticates_by_password(operator: Api, clock: Clock):
    clock.pass_by(minutes=11)
    refused = operator.post("/api/second-factor/totp")
    assert (refused.status_code, refused.json()["methods"]) == (403, [])
    ok_json(operator.post("/api/reauthenticate", json={"password": PASSWORD}))
    assert operator.post("/api/second-factor/totp").status_code == 200


def test_invalid_second_factor_setup_is_rejected(operator: Api):
    def code(path: str, **body: str) -> str:
        return operator.post(f"/api/second-factor/{path}", json=body).json()["code"]

    assert code("totp/confirm", code="123456") == "no_second_factor"
    assert code("recovery-codes") == "no_second_factor"
    assert operator.delete("/api/second-factor/totp").json()["code"] == "no_second_factor"
    ok_json(operator.post("/api/second-factor/totp"))
    assert code("totp/confirm", code="12345x") == "wrong_code"
    assert code("totp/confirm") == "invalid"
    set_up(operator)
    assert code("totp") == code("totp/confirm", code="123456") == "second_factor_on"


def test_administrators_need_second_factor_if_installation_requires_it(
    database: Database, visitor: Api, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    with database.write() as db:
        digest = passwords.hash_password(PASSWORD)
        service.add_user(db, email="a@b.example", password_hash=digest, role="admin", now=kit_clock.now())
    strict = caller_of(app_with(admin_second_factor="required")).login("a@b.example")
    admin = visitor.login("a@b.example")
    for answer in (
        strict.get("/api/admin/users"),
        strict.post("/api/admin/users", json={"email": "a@example.com", "password": PASSWORD}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_required")
    assert admin.get("/api/admin/users").status_code == 200
    set_up(strict)
    assert strict.get("/api/admin/users").status_code == 200
