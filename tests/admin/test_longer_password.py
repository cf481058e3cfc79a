"""A17: a new administrator with a short password must set a longer one before using administrator pages."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from sqlalchemy import update

from marqueedesk.accounts.models import User
from marqueedesk.accounts.weak_passwords import ADMIN_TOO_SHORT
from marqueedesk.kit.db.database import Database
from tests.support.api import Api, ok_json

SHORT = "neon 5"
LONG = "neon signs 55"
CODE = "longer_password_required"


@pytest.fixture
def promoted(admin: Api, new_caller: Callable[[], Api]) -> Api:
    """A new administrator who registered with a short password."""
    caller = new_caller().register("ada@example.com", password=SHORT)
    ok_json(admin.patch(f"/api/admin/users/{caller.id}/role", json={"role": "admin"}))
    return caller


def _change(caller: Api, password: str, *, current: str = SHORT):
    body = {"currentPassword": current, "newPassword": password, "confirmPassword": password}
    return caller.post("/api/change-password", json=body)


def test_promoted_user_must_set_longer_password_before_administering(promoted: Api):
    refused = promoted.get("/api/admin/users")
    assert (refused.status_code, refused.json()["code"]) == (403, CODE)
    assert "12 characters" in refused.json()["message"]
    assert ok_json(promoted.get("/api/user"))["needsLongerPassword"] is True
    assert promoted.get("/api/bookings").status_code == 200, "their own business still works"

    again = _change(promoted, "elevensigns")
    assert (again.status_code, again.json()["fields"]) == (422, {"newPassword": ADMIN_TOO_SHORT})
    assert promoted.get("/api/admin/users").status_code == 403

    assert ok_json(_change(promoted, LONG))["needsLongerPassword"] is False
    assert promoted.get("/api/admin/users").status_code == 200


def test_every_admin_route_rejects_administrators_with_short_passwords(promoted: Api, app: FastAPI):
    routes = [
        (method, route.path)
        for route in app.routes
        if isinstance(route, APIRoute) and route.path.startswith("/api/admin/")
        for method in sorted(route.methods or ())
    ]
    assert len(routes) > 30
    for method, path in routes:
        address = "/".join("1" if part.startswith("{") else part for part in path.split("/"))
        answer = promoted.http.request(method, address, json={})
        assert answer.status_code in (403, 422), (method, path)
        assert answer.status_code == 422 or answer.json()["code"] == CODE, (method, path)


def test_change_to_short_password_is_recorded_before_promotion(admin: Api, new_caller: Callable[[], Api]):
    ada = new_caller().register("ada@example.com", password=LONG)
    ok_json(_change(ada, SHORT, current=LONG))
    ok_json(admin.patch(f"/api/admin/users/{ada.id}/role", json={"role": "admin"}))
    assert ada.get("/api/admin/users").json()["code"] == CODE


@pytest.mark.parametrize("password, status", [(SHORT, 403), (LONG, 200)])
def test_password_length_is_recorded_at_next_sign_in_if_unknown(
    password: str, status: int, admin: Api, new_caller: Callable[[], Api], database: Database
):
    ada = new_caller().register("ada@example.com", password=password)
    with database.write() as db:
        db.execute(update(User).values(password_is_short=None))

    ok_json(admin.patch(f"/api/admin/users/{ada.id}/role", json={"role": "admin"}))

    assert ada.get("/api/admin/users").status_code == 401, "signed out, because the password length is unknown"
    assert ada.login("ada@example.com", password).get("/api/admin/users").status_code == status
