"""Every change of a second factor is emailed to the account's address."""

import base64

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

from marqueedesk.accounts.second_factor import STEP_SECONDS
from marqueedesk.domain_events import SecondFactorChanged, publish
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from tests.messages.conftest import Letterbox
from tests.support.api import Api, ok_json
from tests.support.authenticator import passkey_of

pytestmark = pytest.mark.either_database

SUBJECT = "Two-factor authentication of your account has changed"


def test_adding_or_removing_an_authenticator_app_sends_an_email(operator: Api, letterbox: Letterbox):
    letterbox.send_due()
    secret = ok_json(operator.post("/api/second-factor/totp"))["secret"]
    assert letterbox.send_due() == [], "nothing has changed before a code confirms it"
    code = TOTP(base64.b32decode(secret), 6, SHA1(), STEP_SECONDS).generate(int(clock.now().timestamp())).decode()
    ok_json(operator.post("/api/second-factor/totp/confirm", json={"code": code}))

    added = letterbox.one(SUBJECT)
    assert (added.to, "An authenticator app was set up" in added.text) == (operator.user["email"], True)
    assert "/settings?tab=security" in added.text
    assert secret not in added.text

    ok_json(operator.post("/api/second-factor/recovery-codes"))
    assert "New recovery codes were created" in letterbox.one(SUBJECT).text
    assert operator.delete("/api/second-factor/totp").status_code == 204
    assert "was removed from your account" in letterbox.one(SUBJECT).text


def test_adding_or_removing_a_passkey_sends_an_email(operator: Api, letterbox: Letterbox):
    letterbox.send_due()
    _, added = passkey_of(operator)
    assert "A passkey was added" in letterbox.one(SUBJECT).text
    ok_json(operator.delete(f"/api/second-factor/passkeys/{added['id']}"))
    assert "A passkey was removed" in letterbox.one(SUBJECT).text


def test_second_factor_reset_by_an_administrator_sends_an_email(
    operator: Api, letterbox: Letterbox, database: Database
):
    letterbox.send_due()
    with database.write() as db:
        publish(db, SecondFactorChanged(user_id=operator.id, change="reset"), clock.now())

    assert "An administrator turned off two-factor authentication" in letterbox.one(SUBJECT).text
