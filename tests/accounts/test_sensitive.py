"""Routes that require recent authentication, and businesses that require a second factor from all members."""

from collections.abc import Callable

import pytest

from marqueedesk.accounts.models import Membership
from marqueedesk.kit.db.database import Database
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.authenticator import passkey_of
from tests.support.clock import Clock

pytestmark = pytest.mark.either_database

INVITATION = {"email": "new@example.com", "part": "staff"}


@pytest.fixture
def member(operator: Api, new_caller: Callable[[], Api], database: Database) -> Api:
    """A manager in the operator's team."""
    caller = new_caller().register()
    with database.write() as db:
        row = db.get_one(Membership, caller.id)
        row.operator_id, row.role = operator.id, "manager"
    return caller


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("POST", "/api/team/invitations", INVITATION),
        ("POST", "/api/team/invitations/1/resend", None),
        ("DELETE", "/api/team/invitations/1", None),
        ("PATCH", "/api/team/members/{member}", {"part": "staff"}),
        ("DELETE", "/api/team/members/{member}", None),
        ("PATCH", "/api/team", {"secondFactorRequired": False}),
        ("POST", "/api/embed-settings/renew-key", None),
        ("POST", "/api/calendar-feed", None),
        ("DELETE", "/api/calendar-feed", None),
        ("POST", "/api/stripe-connect/create-account", None),
        ("POST", "/api/stripe-connect/account-link", None),
        ("GET", "/api/stripe-connect/login-link", None),
        ("POST", "/api/second-factor/totp", None),
        ("POST", "/api/second-factor/passkeys/options", None),
    ],
    ids=str,
)
def test_sensitive_route_requires_reauthentication_ten_minutes_after_sign_in(
    method: str, path: str, body: object, operator: Api, member: Api, clock: Clock
):
    def call() -> tuple[int, str]:
        answer = operator.http.request(method, path.format(member=member.id), json=body)
        return answer.status_code, answer.json()["code"] if answer.status_code >= 400 else ""

    clock.pass_by(minutes=10, seconds=1)
    assert call() == (403, "reauthenticate")
    ok_json(operator.post("/api/reauthenticate", json={"password": PASSWORD}))
    assert call()[1] != "reauthenticate"


def test_business_can_require_second_factor_from_its_team(operator: Api, member: Api):
    def require(caller: Api, required: object) -> str:
        answer = caller.patch("/api/team", json={"secondFactorRequired": required})
        return "" if answer.status_code == 204 else answer.json()["code"]

    assert require(operator, required=True) == "no_second_factor", "the owner needs a second factor first"
    assert require(operator, required="yes") == "invalid"
    _, own = passkey_of(operator)
    assert [one["secondFactor"] for one in ok_json(operator.get("/api/team"))["people"]] == [True, False]
    assert require(operator, required=True) == ""
    assert ok_json(operator.get("/api/team"))["secondFactorRequired"] is True

    for answer in (
        member.get("/api/bookings"),
        member.post("/api/inventory", json={"letter": "A", "size": "4ft", "quantity": 1, "pricePerDay": 1}),
        member.get("/api/team"),
        member.get("/api/events"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_required")
    assert ok_json(member.get("/api/user"))["needsSecondFactor"] is True
    kept = operator.delete(f"/api/second-factor/passkeys/{own['id']}")
    assert (kept.status_code, kept.json()["code"]) == (409, "second_factor_stays")
    passkey_of(member)
    assert ok_json(member.get("/api/user"))["needsSecondFactor"] is False
    assert member.get("/api/bookings").status_code == 200
    assert require(operator, required=False) == ""
    ok_json(operator.delete(f"/api/second-factor/passkeys/{own['id']}"))
