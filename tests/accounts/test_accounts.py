"""A1-A3, A5: registration, sign-in, the profile, booking rules, and session lifetime."""

from collections.abc import Callable
from typing import Any

import pytest
from argon2 import Type, extract_parameters
from fastapi import FastAPI
from sqlalchemy import select, update

from marqueedesk.accounts import access, passwords
from marqueedesk.accounts.models import Operator, SignIn, User
from marqueedesk.accounts.resets_api import BY_NETWORK_AND_ACCOUNT
from marqueedesk.kit.db.database import Database
from tests.support import rows
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.clock import Clock
from tests.support.together import all_together

pytestmark = pytest.mark.either_database

USER = {
    "id",
    "email",
    "username",
    "companyName",
    "phoneNumber",
    "role",
    "isActive",
    "dateFormat",
    "timeFormat",
    "measures",
    "createdAt",
    "lastLogin",
    "publicKey",
    "operatorId",
    "needsSecondFactor",
    "needsLongerPassword",
    "announcements",
    "timeZone",
    "currency",
    "country",
    "hasStates",
    "usualVolts",
    "pieceNames",
    "part",
    "rights",
    "team",
    "pendingEmail",
}


def test_current_user_response_has_exactly_the_documented_fields(new_caller: Callable[[], Api]):
    caller = new_caller().register("Ada.Lovelace@Example.COM", companyName="  Engines & Co  ", phoneNumber=" ")

    assert set(caller.user) == USER
    assert caller.user["email"] == "Ada.Lovelace@example.com"
    assert caller.user["username"] == "Ada.Lovelace"
    assert caller.user["companyName"] == "Engines & Co"
    assert caller.user["phoneNumber"] is None
    assert caller.user["timeZone"] == "America/New_York"
    assert caller.user["currency"] == "USD"
    assert caller.user["createdAt"] == caller.user["lastLogin"] == "2027-03-03T15:00:00Z"


@pytest.mark.parametrize(
    "field, value, sentence",
    [
        ("email", "", "Invalid email address"),
        ("email", None, "Invalid email address"),
        ("email", "nobody", "Invalid email address"),
        ("email", "a@b.example\n", None),
        ("companyName", "", "Company name is required"),
        ("companyName", None, "Company name is required"),
        ("companyName", 5, "Company name must be text"),
        ("companyName", "x" * 201, "Company name can have at most 200 characters"),
        ("phoneNumber", 5, "Phone number must be text"),
        ("phoneNumber", "5" * 51, "Phone number can have at most 50 characters"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_invalid_registration_field_is_rejected_with_its_message(
    field: str, value: Any, sentence: str | None, visitor: Api, database: Database
):
    body = {"email": "a@example.com", "password": PASSWORD, "companyName": "A", field: value}

    answer = visitor.post("/api/register", json=body)

    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])
    if sentence:
        assert answer.json()["fields"][field] == sentence
    assert rows.number(database, "users") == 0


@pytest.mark.parametrize(
    "told, kept",
    [
        ("Asia/Kolkata", "Asia/Kolkata"),
        ("Europe/Kyiv", "Europe/Kyiv"),
        ("Mars/Olympus Mons", "America/New_York"),
        ("../../etc/passwd", "America/New_York"),
        ("", "America/New_York"),
        (None, "America/New_York"),
    ],
)
def test_new_business_uses_browser_time_zone_if_valid(told: str | None, kept: str, new_caller: Callable[[], Api]):
    assert new_caller().register(timeZone=told).user["timeZone"] == kept


@pytest.mark.parametrize(
    "typed, name",
    [(" Kathrin Weber ", "Kathrin Weber"), ("", "kathrin"), (None, "kathrin")],
)
def test_new_user_has_the_entered_name_or_part_of_the_email(typed: str | None, name: str, visitor: Api):
    body = {"email": "kathrin@example.com", "password": PASSWORD, "companyName": "Kölner Lichter", "username": typed}
    assert visitor.post("/api/register", json=body).json()["username"] == name


def test_password_equal_to_the_entered_name_is_rejected(visitor: Api):
    body = {"email": "k@example.com", "companyName": "Lichter", "username": "Kathrin Weber", "password": "kathrinweber"}
    answer = visitor.post("/api/register", json=body)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["password"])


@pytest.mark.parametrize("missing", ["email", "password", "companyName"])
def test_registration_requires_email_password_and_company_name(missing: str, visitor: Api):
    body = {"email": "a@example.com", "password": PASSWORD, "companyName": "A"}
    del body[missing]
    answer = visitor.post("/api/register", json=body)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [missing])


@pytest.mark.parametrize(
    "body, fields",
    [
        ({}, {"email": "Invalid email address", "password": "Password is required"}),
        ({"email": "x", "password": ""}, {"email": "Invalid email address", "password": "Password is required"}),
        ({"email": "a@example.com", "password": None}, {"password": "Password is required"}),
    ],
    ids=str,
)
def test_invalid_sign_in_fields_are_rejected_with_their_messages(
    body: dict[str, Any], fields: dict[str, str], visitor: Api
):
    answer = visitor.post("/api/login", json=body)
    assert (answer.status_code, answer.json()["fields"]) == (422, fields)


def test_profile_update_changes_only_the_given_fields(operator: Api):
    path = f"/api/user/{operator.id}"
    change = {"username": "ada", "companyName": "New", "phoneNumber": "+1 555"}
    # The company name is also the name of the team.
    renamed = {**operator.user, **change, "team": operator.user["team"] | {"name": "New"}}
    assert ok_json(operator.patch(path, json=change)) == renamed
    assert ok_json(operator.patch(path, json={"phoneNumber": ""}))["phoneNumber"] is None
    assert ok_json(operator.patch(path, json={})) == {**renamed, "phoneNumber": None}
    # The response can be sent back unchanged.
    record = operator.get("/api/user").json()
    assert ok_json(operator.patch(path, json=record)) == record


@pytest.mark.parametrize(
    "change, sentence",
    [
        ({"username": ""}, "Username is required"),
        ({"email": "x"}, "Invalid email address"),
        ({"companyName": " "}, "Company name is required"),
        ({"username": None}, "Username is required"),
        ({"username": "x" * 101}, "Username can have at most 100 characters"),
    ],
    ids=str,
)
def test_invalid_profile_field_is_refused_and_changes_nothing(change: dict[str, Any], sentence: str, operator: Api):
    answer = operator.patch(f"/api/user/{operator.id}", json={"phoneNumber": "7", **change})
    assert (answer.status_code, answer.json()["fields"]) == (422, {next(iter(change)): sentence})
    assert operator.get("/api/user").json() == operator.user


def test_booking_rules_have_defaults_and_can_be_updated_individually(operator: Api, other_operator: Api):
    before = operator.get("/api/booking-rules").json()
    assert before == {
        "timeZone": "America/New_York",
        "turnaroundDays": 0,
        "sameDayTurnaround": False,
        "holdDays": 7,
        "maxRentalDays": 90,
        "approvalRequired": True,
        "requestsHold": "until_answered",
        "customerChanges": "asked",
        "answerWithinHours": None,
        "strangersSharePercent": 50,
        "strangersLetterDays": 10,
        "freeCancellationHours": None,
        "defaultFreeCancellationHours": 48,
        "dateFormat": "MM/DD/YYYY",
        "timeFormat": "12h",
        "measures": "us",
        "minimumNoticeHours": 24,
        "closedDays": [],
        "closedWeekdays": [],
        "maxDeliveriesPerDay": None,
        "maxPickupsPerDay": None,
        "pickupGraceHours": 6,
        "overdueGraceHours": 0,
        "anyAddress": True,
        "listedVenues": True,
        "eventTypes": [
            "birthday",
            "wedding",
            "quinceañera",
            "corporate",
            "graduation",
            "anniversary",
            "other",
        ],
        "requiredFields": [],
        "contactOnForm": False,
        "termsOnForm": False,
        "emailPrices": False,
        "emailYearly": False,
        "quoteFollowUpDays": None,
        "askForReviews": False,
        "reviewUrl": None,
        "closeMonthAfterDays": None,
        "giftCardMonths": None,
        "giftCardShop": {"isOpen": False, "amounts": [50, 100, 150], "ownAmount": True, "least": 25, "most": 500},
        "keepInvoiceYears": 10,
        "crewCollects": False,
        "setupHidden": False,
        "waitingOfferHours": 24,
        "turnedLetters": [],
        "shorterWordings": [],
        "earliestPickup": None,
        "latestPickup": None,
        "installWindows": [
            {"code": "morning", "label": "Morning", "from": "08:00", "to": "12:00"},
            {"code": "afternoon", "label": "Afternoon", "from": "12:00", "to": "16:00"},
            {"code": "evening", "label": "Evening", "from": "16:00", "to": "20:00"},
        ],
    }
    for change in (
        {"timeZone": "Europe/London"},
        {"turnaroundDays": 14},
        {"turnaroundDays": 0, "sameDayTurnaround": True},
        {"sameDayTurnaround": False},
        {"holdDays": 90, "maxRentalDays": 1, "approvalRequired": False},
    ):
        before = {**before, **change}
        assert operator.set_rules(**change) == before == operator.get("/api/booking-rules").json()
    assert operator.set_rules(**before) == before
    assert other_operator.get("/api/booking-rules").json()["timeZone"] == "America/New_York"


def test_session_expires_after_ninety_days_even_if_active(operator: Api, clock: Clock):
    for _ in range(4):
        ok_json(operator.get("/api/user"))
        clock.pass_by(days=22)
    ok_json(operator.get("/api/user"))
    clock.pass_by(days=2, seconds=1)

    assert operator.get("/api/user").status_code == 401


def test_session_expires_thirty_days_after_last_use(operator: Api, clock: Clock):
    for _ in range(3):
        clock.pass_by(days=29)
        assert operator.get("/api/user").status_code == 200
    clock.pass_by(days=30, seconds=1)
    assert operator.get("/api/user").status_code == 401


def test_session_last_use_is_stored_at_most_once_a_minute(operator: Api, clock: Clock, database: Database):
    def seen() -> Any:
        return rows.rows(database, "sign_ins")[0]["seen_at"]

    start = seen()
    clock.pass_by(seconds=59)
    operator.get("/api/user")
    assert seen() == start
    clock.pass_by(seconds=2)
    operator.get("/api/user")
    assert seen() == clock.now


def test_session_cookie_and_password_are_stored_only_as_hashes(operator: Api, database: Database):
    text = repr(rows.content(database))
    assert operator.http.cookies[access.COOKIE] not in text
    assert PASSWORD not in text
    with database.read() as db:
        stored = db.scalars(select(User.password_hash)).one()
    assert stored.startswith("$argon2id$")
    assert passwords.matches(stored, PASSWORD)
    assert not passwords.matches(stored, PASSWORD + " ")
    assert not passwords.matches(None, PASSWORD)
    assert not passwords.matches("damaged", PASSWORD)


def test_password_hash_uses_recommended_argon2_cost():
    # Tests hash passwords at minimal cost (tests.support.passwords); this hash was created at import, at the real cost.
    cost = extract_parameters(passwords._nobody)

    assert cost.type is Type.ID
    assert (cost.memory_cost, cost.time_cost, cost.parallelism) == (19 * 1024, 2, 1)


def test_team_member_acts_for_the_joined_business(operator: Api, other_operator: Api, database: Database):
    booking = operator.book()["id"]
    rows.join_team(database, other_operator.id, operator.id, "manager")
    assert other_operator.get("/api/user").json()["operatorId"] == operator.id
    assert other_operator.get(f"/api/bookings/{booking}").status_code == 200
    confirmed = ok_json(other_operator.set_status(booking, "confirmed"))
    assert confirmed["history"][-1]["who"] == other_operator.user["username"]


def test_team_members_lose_access_to_deactivated_business(operator: Api, other_operator: Api, database: Database):
    rows.join_team(database, other_operator.id, operator.id, "staff")
    with database.write() as db:
        db.execute(update(Operator).where(Operator.id == operator.id).values(is_active=False))
    assert operator.get("/api/bookings").status_code == 401
    # The team member no longer has access to the business, and can leave for their own.
    assert other_operator.get("/api/bookings").status_code == 403
    assert ok_json(other_operator.get("/api/user"))["team"]["isActive"] is False
    assert ok_json(other_operator.post("/api/team/leave"))["operatorId"] == other_operator.id
    assert ok_json(other_operator.get("/api/bookings")) == []


@pytest.mark.parametrize("cookie", ["", "x", "\x7f", "a" * 4000, "%00", "Ω".encode().decode("latin-1")])
def test_invalid_session_cookie_counts_as_signed_out(cookie: str, visitor: Api, operator: Api):
    answer = visitor.get("/api/user", headers={b"Cookie": f"{access.COOKIE}={cookie}".encode("latin-1")})
    assert answer.status_code == 401
    assert (
        visitor.get("/booking", headers={b"Cookie": f"{access.COOKIE}={cookie}".encode("latin-1")}).status_code == 200
    )


def test_only_one_of_two_users_can_change_to_same_email(operator: Api, other_operator: Api, database: Database):
    answers = [
        caller.patch(f"/api/user/{caller.id}", json={"email": "same@example.com", "currentPassword": PASSWORD})
        for caller in (operator, other_operator)
    ]
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    with database.read() as db:
        assert len(db.scalars(select(SignIn)).all()) == 2


def test_concurrent_password_reset_requests_do_not_exceed_limit(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_with(rate_limits="on")
    callers = [caller_of(app) for _ in range(12)]

    answers = all_together(
        [
            lambda caller=caller: caller.post("/api/password/forgot", json={"email": "a@example.com"}).status_code
            for caller in callers
        ]
    )

    assert answers == [204] * 12, "the response does not reveal the limit"
    asked = [row for row in rows.rows(app.state.database, "jobs") if row["kind"] == "account.password_asked"]
    assert len(asked) == BY_NETWORK_AND_ACCOUNT.times


@pytest.mark.parametrize("name", ["Factory", "localtime", "posixrules", "Nowhere/City"])
def test_time_zone_names_without_a_place_are_refused(name: str, operator: Api, new_caller: Callable[[], Api]):
    refused = operator.patch("/api/booking-rules", json={"timeZone": name})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["timeZone"])
    assert new_caller().register(timeZone=name).user["timeZone"] != name


def test_mail_domain_is_limited_to_ten_registrations_a_day_except_common_providers(
    app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    app = app_with(rate_limits="on")

    def register(number: int, domain: str) -> int:
        body = {"email": f"a{number}@{domain}", "password": PASSWORD, "companyName": "Lights"}
        return caller_of(app, address=f"203.0.113.{number}").post("/api/register", json=body).status_code

    catch_all = [register(number, f"x{number}.catch-all.example") for number in range(12)]
    assert catch_all == [201] * 10 + [429] * 2, "subdomains count with their domain"
    assert [register(number, "gmail.com") for number in range(12, 24)] == [201] * 12
