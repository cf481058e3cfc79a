"""Passkeys: setup, sign-in, copied keys, other sites, and remembered browsers."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from marqueedesk.accounts.models import Passkey
from marqueedesk.accounts.passkeys import MOST
from marqueedesk.accounts.second_factor import RECOVERY_CODES
from marqueedesk.kit import clock as kit_clock
from marqueedesk.kit.db.database import Database
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.authenticator import Authenticator, passkey_of
from tests.support.clock import Clock

pytestmark = pytest.mark.either_database

BASE = "/api/second-factor/passkeys"


def first_step(caller: Api, email: str) -> tuple[str, dict[str, Any]]:
    """Sign in by password and return the ticket and the passkey request options."""
    answer = caller.post("/api/login", json={"email": email, "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (401, "second_factor_needed")
    assert answer.json()["methods"] == ["passkey"]
    ticket = answer.json()["ticket"]
    return ticket, ok_json(caller.post("/api/login/passkey-options", json={"ticket": ticket}))["publicKey"]


def second_step(caller: Api, ticket: str, credential: Any, **fields: Any) -> httpx.Response:
    return caller.post("/api/login/second-factor", json={"ticket": ticket, "credential": credential, **fields})


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_passkey_can_be_added_renamed_used_and_removed(operator: Api, visitor: Api):
    options = ok_json(operator.post(f"{BASE}/options"))["publicKey"]
    assert (options["rp"]["id"], options["user"]["name"]) == ("localhost", operator.user["email"])
    device, added = passkey_of(operator)
    assert len(set(added["recoveryCodes"])) == RECOVERY_CODES
    assert passkey_of(operator, name=" Work laptop ")[1]["recoveryCodes"] == [], (
        "only the first passkey creates recovery codes"
    )
    listed = ok_json(operator.get(BASE))
    assert [row["name"] for row in listed] == [added["name"], "Work laptop"]
    renamed = ok_json(operator.patch(f"{BASE}/{added['id']}", json={"name": "My phone"}))
    assert (renamed["name"], renamed["usedAt"]) == ("My phone", None)
    assert operator.patch(f"{BASE}/{added['id']}", json={"name": " "}).json()["fields"] == {"name": "Name is required"}

    ticket, asked = first_step(visitor, operator.user["email"])
    assert len(asked["allowCredentials"]) == 2
    assert ok_json(second_step(visitor, ticket, device.show(asked)))["id"] == operator.id
    assert ok_json(operator.get(BASE))[0]["usedAt"] is not None

    for row in listed:
        ok_json(operator.delete(f"{BASE}/{row['id']}"))
    left = ok_json(operator.get("/api/second-factor"))
    assert (left["passkeys"], left["recoveryCodesLeft"]) == ([], 0), "removing the last factor removes the codes"
    assert visitor.login(operator.user["email"]).id == operator.id


def test_recovery_code_replaces_lost_passkey_at_sign_in(operator: Api, visitor: Api):
    _, added = passkey_of(operator)
    ticket, _ = first_step(visitor, operator.user["email"])
    given = {"ticket": ticket, "code": added["recoveryCodes"][0]}
    assert ok_json(visitor.post("/api/login/second-factor", json=given))["id"] == operator.id


def test_passkey_signature_is_valid_once_and_only_for_its_purpose(operator: Api, visitor: Api, clock: Clock):
    device, _ = passkey_of(operator)
    email = operator.user["email"]
    ticket, asked = first_step(visitor, email)
    shown = device.show(asked)
    ok_json(second_step(visitor, ticket, shown))
    assert code_of(second_step(visitor, ticket, shown)) == (400, "wrong_passkey")
    again = ok_json(operator.post("/api/reauthenticate/passkey-options"))["publicKey"]
    ok_json(operator.post("/api/reauthenticate", json={"credential": device.show(again)}))
    options = ok_json(operator.post(f"{BASE}/options"))["publicKey"]
    assert code_of(second_step(visitor, ticket, device.show(options))) == (400, "wrong_passkey"), (
        "the challenge was for adding a passkey"
    )
    late = ok_json(operator.post("/api/reauthenticate/passkey-options"))["publicKey"]
    clock.pass_by(minutes=11)
    assert code_of(operator.post("/api/reauthenticate", json={"credential": device.show(late)})) == (
        400,
        "wrong_passkey",
    )


def test_passkey_is_valid_only_for_its_site_and_user(operator: Api, visitor: Api, new_caller: Callable[[], Api]):
    device, _ = passkey_of(operator)
    other = new_caller().register()
    strangers, _ = passkey_of(other)
    email = operator.user["email"]

    def refused(by: Authenticator) -> None:
        ticket, asked = first_step(visitor, email)
        assert code_of(second_step(visitor, ticket, by.show(asked))) == (400, "wrong_passkey")

    refused(Authenticator(origin="https://marqueedesk.evil.example", key=device.key, id=device.id))
    refused(Authenticator(host="evil.example", key=device.key, id=device.id))
    refused(Authenticator(id=device.id))
    refused(strangers)
    ticket, asked = first_step(visitor, email)
    ok_json(second_step(visitor, ticket, device.show(asked, uses=7)))
    ticket, asked = first_step(visitor, email)
    assert code_of(second_step(visitor, ticket, device.show(asked, uses=7))) == (400, "wrong_passkey"), (
        "a repeated signature counter suggests a copied key"
    )
    taken = ok_json(other.post(f"{BASE}/options"))["publicKey"]
    assert code_of(other.post(BASE, json={"credential": device.add(taken)})) == (409, "passkey_known")


@pytest.mark.parametrize(
    "response",
    [
        {"clientDataJSON": "", "attestationObject": ""},
        {"clientDataJSON": "e30", "attestationObject": "oA"},
        {"clientDataJSON": "W10", "attestationObject": "_____"},
        {"clientDataJSON": "eyJjaGFsbGVuZ2UiOjd9", "attestationObject": "eA"},
    ],
    ids=str,
)
def test_malformed_passkey_response_is_refused(response: dict[str, str], operator: Api):
    ok_json(operator.post(f"{BASE}/options"))
    broken = {"id": "eA", "rawId": "eA", "type": "public-key", "response": response}
    assert code_of(operator.post(BASE, json={"credential": broken})) == (400, "wrong_passkey")


def test_malformed_attestation_with_valid_challenge_is_refused(operator: Api):
    for broken in ("", "oA", "o2NmbXRkbm9uZQ", "_" * 40):
        options = ok_json(operator.post(f"{BASE}/options"))["publicKey"]
        credential = Authenticator().add(options)
        credential["response"]["attestationObject"] = broken
        assert code_of(operator.post(BASE, json={"credential": credential})) == (400, "wrong_passkey")


def test_number_of_passkeys_per_user_is_limited(operator: Api, database: Database):
    passkey_of(operator)
    with database.write() as db:
        for number in range(MOST - 1):
            row = {"credential_id": f"x{number}", "public_key": "", "sign_count": 0, "transports": [], "name": "x"}
            db.add(Passkey(user_id=operator.id, created_at=kit_clock.now(), **row))
    assert code_of(operator.post(f"{BASE}/options")) == (409, "too_many_passkeys")


def test_adding_or_removing_passkey_requires_recent_authentication(operator: Api, clock: Clock):
    _, added = passkey_of(operator)
    clock.pass_by(minutes=11)
    assert code_of(operator.post(f"{BASE}/options")) == (403, "reauthenticate")
    assert code_of(operator.delete(f"{BASE}/{added['id']}")) == (403, "reauthenticate")


class TestRememberedDevices:
    @pytest.fixture
    def device(self, operator: Api) -> Authenticator:
        return passkey_of(operator)[0]

    def remember(self, browser: Api, device: Authenticator, email: str) -> None:
        ticket, asked = first_step(browser, email)
        ok_json(second_step(browser, ticket, device.show(asked), remember=True))

    def test_remembered_device_skips_second_factor_for_thirty_days(
        self, operator: Api, visitor: Api, device: Authenticator, clock: Clock
    ):
        email = operator.user["email"]
        self.remember(visitor, device, email)
        visitor.logout()
        clock.pass_by(days=29)
        assert visitor.login(email).id == operator.id
        wrong = visitor.post("/api/login", json={"email": email, "password": "not this one"})
        assert code_of(wrong) == (401, "wrong_credentials")
        clock.pass_by(days=2)
        first_step(visitor, email)

    def test_device_is_remembered_for_one_user_only(
        self, operator: Api, visitor: Api, device: Authenticator, new_caller: Callable[[], Api]
    ):
        self.remember(visitor, device, operator.user["email"])
        other = new_caller().register()
        passkey_of(other)
        first_step(visitor, other.user["email"])

    def test_remembered_devices_can_be_listed_and_removed(self, operator: Api, visitor: Api, device: Authenticator):
        email = operator.user["email"]
        self.remember(visitor, device, email)
        [mine] = ok_json(visitor.get("/api/second-factor"))["devices"]
        assert mine["current"]
        [same] = ok_json(operator.get("/api/second-factor"))["devices"]
        assert (same["id"], same["current"]) == (mine["id"], False)
        ok_json(operator.delete(f"/api/second-factor/devices/{mine['id']}"))
        assert operator.delete(f"/api/second-factor/devices/{mine['id']}").status_code == 404
        first_step(visitor, email)

    @pytest.mark.parametrize("way", ["password", "others"])
    def test_remembered_devices_are_forgotten_after_password_change_or_ending_other_sessions(
        self, way: str, operator: Api, visitor: Api, device: Authenticator
    ):
        self.remember(visitor, device, operator.user["email"])
        if way == "others":
            ok_json(operator.post("/api/sign-ins/end-others"))
        else:
            fresh = {"currentPassword": PASSWORD, "newPassword": "another horse", "confirmPassword": "another horse"}
            ok_json(operator.post("/api/change-password", json=fresh))
        assert ok_json(operator.get("/api/second-factor"))["devices"] == []
