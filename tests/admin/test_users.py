"""User administration: list, create, change role, activate, delete (A5, A6; cases 56 to 66)."""

from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from sqlalchemy import select

from marqueedesk.billing.models import Subscription
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.db import Base
from marqueedesk.kit.db.tenancy import OPERATOR, all_tenants
from marqueedesk.kit.watch.audit import AuditEntry
from tests.support.api import PASSWORD, Api, ok_json

pytestmark = pytest.mark.either_database

NEW = {"email": "new@example.com", "password": PASSWORD}


def actions(database: Database) -> list[str]:
    """Return the audited actions except those on accounts, such as sign-ins."""
    with database.read() as db:
        found = db.scalars(select(AuditEntry.action).order_by(AuditEntry.id)).all()
    return [action for action in found if not action.startswith("account.")]


def emails(page: dict[str, Any]) -> list[str]:
    return [user["email"] for user in page["items"]]


# --- The list -------------------------------------------------------------------------------------------------------


def test_list_without_limit_returns_all_users_without_secrets(admin: Api, operator: Api):
    found = ok_json(admin.get("/api/admin/users"))

    assert {user["email"] for user in found} == {"admin@example.com", operator.user["email"]}
    assert not {"password", "passwordHash", "emailKey"} & set(found[0])


@pytest.mark.parametrize("sort", ["newest", "oldest", "lastLogin", "email"])
def test_pages_contain_each_user_once_in_every_sort_order(
    admin: Api, new_caller: Callable[[], Api], present: time_machine.Traveller, sort: str
):
    for number in (3, 1, 2):
        present.shift(60)
        new_caller().register(f"user{number}@example.com")
    ok_json(admin.post("/api/admin/users", json=NEW))

    found = emails({"items": admin.every("/api/admin/users", sort=sort, limit=2)})

    newest = ["new@example.com", "user2@example.com", "user1@example.com", "user3@example.com", "admin@example.com"]
    expected = {
        "newest": newest,
        "oldest": newest[::-1],
        "lastLogin": [*newest[1:], newest[0]],
        "email": sorted(newest),
    }
    assert found == expected[sort]


def test_search_and_tabs_filter_users_without_changing_totals(admin: Api, new_caller: Callable[[], Api]):
    new_caller().register("ada@example.com", companyName="Émilie's 100% Letters")
    ok_json(admin.post("/api/admin/users", json={**NEW, "role": "manager", "isActive": False}))

    def found(**query: str) -> list[str]:
        page = ok_json(admin.get("/api/admin/users", params={"limit": 50, **query}))
        assert page["figures"] == {"total": 3, "active": 2, "inactive": 1, "admins": 1, "managers": 1, "staff": 0}
        assert page["matching"] == len(page["items"])
        return emails(page)

    assert found(q="éMILIE") == found(q="100%") == ["ada@example.com"]
    assert found(q="1%L") == found(q="_") == []
    assert found(filter="inactive") == found(filter="managers") == ["new@example.com"]
    assert found(filter="admins") == ["admin@example.com"]
    assert found(filter="staff") == []


def test_sign_ups_are_counted_by_week(admin: Api, operator: Api):
    weeks = ok_json(admin.get("/api/admin/users", params={"limit": 1}))["signUps"]

    assert [week["count"] for week in weeks] == [0] * 11 + [2]
    assert weeks[-1]["week"] == "2026-11-15"


@pytest.mark.parametrize(
    "query", [{"filter": "pirates"}, {"sort": "shoe"}, {"limit": 0}, {"limit": 5, "cursor": "e30"}, {"q": "a\x00b"}]
)
def test_invalid_user_list_parameters_are_refused(admin: Api, query: dict[str, Any]):
    assert admin.get("/api/admin/users", params=query).status_code == 422


def test_cursor_of_another_sort_order_is_refused(admin: Api):
    page = ok_json(admin.get("/api/admin/users", params={"limit": 1, "sort": "email"}))
    ok_json(admin.post("/api/admin/users", json=NEW))
    cursor = ok_json(admin.get("/api/admin/users", params={"limit": 1, "sort": "email"}))["nextCursor"]

    answer = admin.get("/api/admin/users", params={"limit": 1, "sort": "newest", "cursor": cursor})

    assert page["nextCursor"] is None
    assert answer.status_code == 422


# --- Creating -------------------------------------------------------------------------------------------------------


def test_created_user_can_sign_in_and_has_a_business(admin: Api, visitor: Api, database: Database):
    user = ok_json(admin.post("/api/admin/users", json={**NEW, "companyName": " ", "role": "staff"}))

    assert (user["role"], user["isActive"], user["companyName"], user["lastLogin"]) == ("staff", True, None, None)
    visitor.login("NEW@example.com").add_letter("A")
    assert actions(database) == ["user.created"]


def test_created_administrator_has_no_business(admin: Api, visitor: Api):
    ok_json(admin.post("/api/admin/users", json={**NEW, "role": "admin"}))

    visitor.login("new@example.com")

    assert visitor.user["operatorId"] is None
    assert visitor.get("/api/admin/users").status_code == 200


def test_user_created_inactive_cannot_sign_in_until_activated(admin: Api, visitor: Api):
    user = ok_json(admin.post("/api/admin/users", json={**NEW, "isActive": False}))
    assert visitor.post("/api/login", json=NEW).status_code == 403

    ok_json(admin.patch(f"/api/admin/users/{user['id']}/status", json={"isActive": True}))

    visitor.login("new@example.com")


@pytest.mark.parametrize(
    "fields, name, sentence",
    [
        ({"email": "x"}, "email", "Please enter a valid email address"),
        ({"email": None}, "email", "Please enter a valid email address"),
        ({"email": "a@b.example,c@d.example"}, "email", "Please enter a valid email address"),
        ({"password": "12345"}, "password", "Password must be at least 6 characters"),
        ({"password": ""}, "password", "Password must be at least 6 characters"),
        ({"role": "superuser"}, "role", "Role must be one of: admin, manager, staff or user"),
        ({"role": None}, "role", None),
        ({"role": ["admin"]}, "role", None),
        ({"isActive": "yes"}, "isActive", "Is active must be true or false"),
        ({"isActive": 1}, "isActive", None),
        ({"companyName": "x" * 201}, "companyName", None),
        ({"companyName": "a\u202eb"}, "companyName", None),
    ],
)
def test_invalid_input_names_its_field_and_creates_no_user(
    admin: Api, fields: dict[str, Any], name: str, sentence: str | None
):
    answer = admin.post("/api/admin/users", json={**NEW, **fields})

    assert answer.status_code == 422
    assert set(answer.json()["fields"]) == {name}
    if sentence:
        assert answer.json()["fields"][name] == sentence
    assert len(ok_json(admin.get("/api/admin/users"))) == 1


def test_taken_email_is_refused_regardless_of_case(admin: Api, operator: Api):
    answer = admin.post("/api/admin/users", json={**NEW, "email": operator.user["email"].upper()})

    assert (answer.status_code, answer.json()["code"]) == (409, "email_taken")


def test_unknown_fields_are_ignored_when_creating_user(admin: Api, operator: Api):
    sent = {**NEW, "id": operator.id, "stripeConnectEnabled": True, "operatorId": operator.id}

    user = ok_json(admin.post("/api/admin/users", json=sent))

    assert user["id"] not in {operator.id, admin.id}
    assert user["bookings"] == 0


# --- Role and state -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["superuser", None, ["admin"], "", "ADMIN", 1])
def test_invalid_role_is_refused(admin: Api, operator: Api, role: Any):
    """Case 66."""
    assert admin.patch(f"/api/admin/users/{operator.id}/role", json={"role": role}).status_code == 422


def test_promotion_and_demotion_take_effect_immediately(admin: Api, operator: Api, database: Database):
    assert operator.get("/api/admin/users").status_code == 403
    ok_json(admin.patch(f"/api/admin/users/{operator.id}/role", json={"role": "admin"}))
    assert operator.get("/api/admin/users").status_code == 200

    ok_json(admin.patch(f"/api/admin/users/{operator.id}/role", json={"role": "user"}))

    assert operator.get("/api/admin/users").status_code == 403
    assert actions(database) == ["user.role", "user.role"]


def test_demoted_administrator_gets_a_business(admin: Api, new_admin: Callable[[str], Api]):
    other = new_admin("second@example.com")

    ok_json(admin.patch(f"/api/admin/users/{other.id}/role", json={"role": "user"}))

    other.add_letter("A")


def test_setting_same_role_or_status_again_is_not_audited(admin: Api, operator: Api, database: Database):
    ok_json(admin.patch(f"/api/admin/users/{operator.id}/role", json={"role": "user"}))
    ok_json(admin.patch(f"/api/admin/users/{operator.id}/status", json={"isActive": True}))
    ok_json(admin.patch(f"/api/admin/users/{admin.id}/role", json={"role": "admin"}))

    assert actions(database) == []


def test_deactivation_immediately_blocks_user_and_public_form(admin: Api, operator: Api, visitor: Api):
    user = ok_json(admin.patch(f"/api/admin/users/{operator.id}/status", json={"isActive": False}))

    assert user["isActive"] is False
    assert operator.get("/api/bookings").status_code == 401
    assert visitor.get("/api/booking-form", params={"userId": operator.id}).status_code == 404
    assert visitor.post("/api/login", json={"email": user["email"], "password": PASSWORD}).status_code == 403


def test_administrator_cannot_demote_deactivate_or_delete_self(
    admin: Api, new_admin: Callable[[str], Api], database: Database
):
    """Case 65."""
    new_admin("second@example.com")
    path = f"/api/admin/users/{admin.id}"

    answers = [
        admin.patch(f"{path}/role", json={"role": "user"}),
        admin.patch(f"{path}/status", json={"isActive": False}),
        admin.delete(path),
    ]

    assert [answer.status_code for answer in answers] == [409, 409, 409]
    assert {answer.json()["code"] for answer in answers} == {"own_account"}
    assert actions(database) == []


@pytest.mark.parametrize("part", ["/role", "/status", ""])
def test_unknown_user_returns_not_found(admin: Api, part: str):
    method = "PATCH" if part else "DELETE"

    answer = admin.http.request(
        method, f"/api/admin/users/987654321{part}", json={"role": "user", "isActive": True} if part else None
    )

    assert (answer.status_code, answer.json()["code"]) == (404, "no_user")


# --- Deleting -------------------------------------------------------------------------------------------------------


def test_deleting_user_removes_everything_but_audit_entries(
    admin: Api, operator: Api, other_operator: Api, visitor: Api, database: Database
):
    operator.add_letters("LOVE", quantity=2)
    operator.add_venue()
    operator.book()
    operator.sent_quote(deliveryDate="2027-08-01", pickupDate="2027-08-02")
    other_operator.add_letter("A")

    assert admin.delete(f"/api/admin/users/{operator.id}").status_code == 204

    with database.read() as db, all_tenants(db, "the test looks at every business"):
        left = {
            table.name
            for table in Base.metadata.sorted_tables
            if OPERATOR in table.c and db.execute(select(table).where(table.c[OPERATOR] == operator.id)).first()
        }
        entry = db.scalars(select(AuditEntry).where(AuditEntry.action == "user.deleted")).one()
    assert left == {"audit_entries"}
    assert (entry.actor, entry.subject) == ("admin@example.com", operator.user["email"])
    assert operator.get("/api/user").status_code == 401
    assert len(ok_json(other_operator.get("/api/inventory"))) == 1
    visitor.register(operator.user["email"])


def test_user_with_upcoming_bookings_cannot_be_deleted(admin: Api, operator: Api):
    operator.add_letters("LOVE")
    ok_json(operator.set_status(operator.book()["id"], "confirmed"))

    answer = admin.delete(f"/api/admin/users/{operator.id}")

    assert (answer.status_code, answer.json()["code"], answer.json()["bookings"]) == (409, "has_bookings", 1)
    assert "Deactivate the account instead" in answer.json()["message"]
    assert len(ok_json(operator.get("/api/bookings"))) == 1


def test_user_with_active_subscription_cannot_be_deleted(admin: Api, operator: Api, database: Database):
    plan = ok_json(admin.post("/api/admin/subscription-plans", json={"name": "Free", "price": 0}))
    ok_json(operator.post("/api/subscription", json={"planId": plan["id"]}))

    answer = admin.delete(f"/api/admin/users/{operator.id}")

    assert (answer.status_code, answer.json()["code"]) == (409, "has_subscription")
    with database.write() as db, all_tenants(db, "the test lets time pass"):
        for row in db.scalars(select(Subscription)):
            row.status = "canceled"
        db.flush()
    assert admin.delete(f"/api/admin/users/{operator.id}").status_code == 204


def test_user_with_only_past_bookings_can_be_deleted(admin: Api, operator: Api, present: time_machine.Traveller):
    operator.add_letters("LOVE")
    ok_json(operator.set_status(operator.book()["id"], "confirmed"))
    present.move_to("2027-06-05T12:00:00Z")
    admin.login("admin@example.com")

    assert admin.delete(f"/api/admin/users/{operator.id}").status_code == 204


def test_deactivated_user_can_be_deleted(admin: Api, operator: Api):
    ok_json(admin.patch(f"/api/admin/users/{operator.id}/status", json={"isActive": False}))

    answers = [admin.delete(f"/api/admin/users/{operator.id}").status_code for _ in range(2)]

    assert answers == [204, 404]
