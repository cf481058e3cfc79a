"""Cases 56 to 64: accounts. (Cases 65 and 66 are about administrators.)"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from marqueedesk.accounts import access, service
from marqueedesk.accounts.models import User
from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import PASSWORD, Api, booking_body
from tests.support.together import all_together

pytestmark = pytest.mark.either_database


def registration(**fields: Any) -> dict[str, Any]:
    return {"email": "foo@example.com", "password": PASSWORD, "companyName": "Foo", **fields}


def test_case_56_invalid_registration_is_rejected(visitor: Api, operator: Api):
    answer = visitor.post(
        "/api/register",
        json=registration(
            role="admin",
            isActive=False,
            id=operator.id,
            stripeConnectEnabled=True,
            operatorId=operator.id,
            username="x",
        ),
    )

    assert answer.status_code == 201
    user = answer.json()
    assert (user["role"], user["isActive"], user["username"]) == ("user", True, "x")
    assert user["id"] != operator.id
    assert user["operatorId"] == user["id"]
    assert visitor.get("/api/user").json() == user
    assert visitor.get("/api/admin/users").status_code in {403, 404}


def test_case_57_concurrent_registrations_create_one_account(new_caller: Callable[[], Api], database: Database):
    callers = [new_caller() for _ in range(20)]

    answers = all_together([lambda c=caller: c.post("/api/register", json=registration()) for caller in callers])

    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 19
    for table in ("users", "operators", "memberships", "sign_ins"):
        assert rows.number(database, table) == 1
    refused = next(answer for answer in answers if answer.status_code == 409).json()
    assert (refused["code"], list(refused["fields"])) == ("email_taken", ["email"])


@pytest.mark.parametrize("second", ["foo@x.example", "FOO@X.EXAMPLE", " foo@x.example "])
def test_case_58_email_addresses_are_case_insensitive(second: str, new_caller: Callable[[], Api]):
    user = new_caller().register("Foo@X.example").user

    assert new_caller().post("/api/register", json=registration(email=second)).status_code == 409
    assert new_caller().login(second).user["id"] == user["id"]
    assert new_caller().login("Foo@X.example").user["id"] == user["id"]


@pytest.mark.parametrize(
    "password, status",
    [
        ("12345", 422),
        ("", 422),
        (None, 422),
        (123456, 422),
        ("123456", 422),
        ("neon 5", 201),
        ("x" * 73, 201),
        ("x" * 128, 201),
        ("x" * 1024, 201),
        ("x" * 1025, 422),
        ("x" * 10_000, 422),
        ("pässwörd🎉", 201),
        ("      ", 422),
        ("pass\x00word", 422),
        ("pass\ud800word", 422),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_case_59_passwords_are_accepted_exactly_as_typed(password: Any, status: int, new_caller: Callable[[], Api]):
    body = registration(password=password)

    answer = post_json(new_caller(), "/api/register", body)

    assert answer.status_code == status
    if status == 422:
        assert list(answer.json()["fields"]) == ["password"]
        return
    assert new_caller().login(body["email"], password).id == answer.json()["id"]
    # Passwords aren't truncated: one that differs only at the very end is different.
    for other in (password[:-1], password + "x"):
        assert new_caller().post("/api/login", json={"email": body["email"], "password": other}).status_code in {
            401,
            422,
        }


def test_case_59_short_password_error_names_minimum_length(visitor: Api):
    answer = visitor.post("/api/register", json=registration(password="12345"))

    assert answer.json()["message"] == "Password must be at least 6 characters"


def post_json(caller: Api, path: str, body: Any) -> Any:
    """Post JSON that httpx refuses to send: NaN, lone surrogates."""
    return caller.post(path, content=json.dumps(body).encode(), headers={"Content-Type": "application/json"})


def test_case_60_profile_of_another_user_cannot_be_changed(operator: Api, other_operator: Api, database: Database):
    before = rows.content(database)

    for body in ({"username": "evil"}, {"email": 5}, {}):
        assert operator.patch(f"/api/user/{other_operator.id}", json=body).status_code == 404
        assert (
            operator.patch("/api/user/999999999", json=body).json()
            == operator.patch(f"/api/user/{other_operator.id}", json=body).json()
        )
    assert rows.content(database) == before


def test_case_60_invalid_profile_is_rejected(operator: Api, other_operator: Api, new_caller: Callable[[], Api]):
    lies = {"role": "admin", "isActive": False, "password": "another one", "id": other_operator.id, "publicKey": "mk_x"}

    answer = operator.patch(f"/api/user/{operator.id}", json={"username": "Ada", **lies})

    assert answer.json() == {**operator.user, "username": "Ada"}
    assert new_caller().login(operator.user["email"]).id == operator.id


def test_case_60_email_address_of_another_account_is_rejected(operator: Api, other_operator: Api):
    for email in (other_operator.user["email"], other_operator.user["email"].upper()):
        answer = operator.patch(f"/api/user/{operator.id}", json={"email": email, "username": "changed"})
        assert (answer.status_code, answer.json()["code"]) == (409, "email_taken")
        assert list(answer.json()["fields"]) == ["email"]
    assert operator.get("/api/user").json() == operator.user
    own = operator.user["email"].upper().replace("EXAMPLE.COM", "example.com")
    assert operator.patch(f"/api/user/{operator.id}", json={"email": own}).json()["email"] == own


def change(caller: Api, current: str, new: str, confirm: str | None = None) -> Any:
    body = {"currentPassword": current, "newPassword": new, "confirmPassword": new if confirm is None else confirm}
    return caller.post("/api/change-password", json=body)


def test_case_61_changing_the_password_requires_the_current_one(operator: Api, new_caller: Callable[[], Api]):
    elsewhere = new_caller().login(operator.user["email"])

    answer = change(operator, "not the password", "a new password")
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["currentPassword"])
    assert change(operator, PASSWORD, "a new password", "another").json()["fields"] == {
        "confirmPassword": "Passwords don't match"
    }
    assert change(operator, PASSWORD, "short").json()["message"] == "Password must be at least 6 characters"
    assert change(operator, "", "a new password").json()["message"] == "Current password is required"
    assert elsewhere.get("/api/user").status_code == 200

    assert change(operator, PASSWORD, "a new password").status_code == 200
    assert elsewhere.get("/api/user").status_code == 401
    assert operator.get("/api/user").status_code == 200
    assert new_caller().login(operator.user["email"], "a new password").id == operator.id
    assert (
        new_caller().post("/api/login", json={"email": operator.user["email"], "password": PASSWORD}).status_code == 401
    )


def test_case_62_sign_in_replaces_an_existing_cookie(new_caller: Callable[[], Api]):
    user = new_caller().register().user
    caller = new_caller()
    caller.http.cookies.set(access.COOKIE, "chosen-by-somebody-else")

    answer = caller.post("/api/login", json={"email": user["email"], "password": PASSWORD})

    given = answer.cookies[access.COOKIE]
    assert given != "chosen-by-somebody-else"
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "samesite=lax" in answer.headers["set-cookie"].lower()
    thief = new_caller()
    thief.http.cookies.set(access.COOKIE, "chosen-by-somebody-else")
    assert thief.get("/api/user").status_code == 401


def test_case_62_signing_in_again_ends_the_previous_session(new_caller: Callable[[], Api]):
    caller = new_caller().register()
    before = caller.http.cookies[access.COOKIE]

    answer = caller.post("/api/login", json={"email": caller.user["email"], "password": PASSWORD})

    assert answer.cookies[access.COOKIE] != before
    thief = new_caller()
    thief.http.cookies.set(access.COOKIE, before)
    assert thief.get("/api/user").status_code == 401


def test_case_63_cookie_is_invalid_after_signing_out(operator: Api, new_caller: Callable[[], Api]):
    cookie = operator.http.cookies[access.COOKIE]
    thief = new_caller()
    thief.http.cookies.set(access.COOKIE, cookie)
    assert thief.get("/api/user").status_code == 200

    operator.logout()

    assert thief.get("/api/user").status_code == 401
    assert access.COOKIE not in operator.http.cookies
    assert operator.post("/api/logout").status_code == 204


def test_case_64_deactivating_a_signed_in_user_ends_the_session(operator: Api, visitor: Api, database: Database):
    with database.write() as db:
        user = db.get(User, operator.id)
        assert user
        service.set_active(db, user, active=False)

    assert operator.get("/api/user").status_code == 401
    assert operator.get("/api/bookings").status_code == 401
    assert visitor.get("/api/booking-form", params={"userId": operator.id}).status_code == 404
    # The session has ended, so a booking without a userId has no operator.
    assert operator.post("/api/bookings", json=booking_body()).status_code == 422
    assert operator.post("/api/login", json={"email": operator.user["email"], "password": PASSWORD}).status_code == 403
    wrong = operator.post("/api/login", json={"email": operator.user["email"], "password": "wrong one"})
    unknown = operator.post("/api/login", json={"email": "nobody@example.com", "password": "wrong one"})
    assert (wrong.status_code, wrong.json()) == (unknown.status_code, unknown.json()) == (401, wrong.json())
