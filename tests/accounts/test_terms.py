"""A20: registration requires acceptance of the installation's terms, and stores their version."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from marqueedesk.accounts import passwords, service
from marqueedesk.kit import clock as kit_clock
from marqueedesk.kit.db.database import Database
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.clock import Clock

TERMS = {"url": "https://letters.example/terms#us", "version": "2026-11"}
BODY = {"email": "ada@example.com", "password": PASSWORD, "companyName": "Bright Nights"}
GENERAL = "/api/admin/settings/general"


@pytest.fixture
def admin(new_caller: Callable[[], Api], database: Database) -> Api:
    with database.write() as db:
        digest = passwords.hash_password(PASSWORD)
        service.add_user(db, email="admin@example.com", password_hash=digest, role="admin", now=kit_clock.now())
    caller = new_caller().login("admin@example.com")
    ok_json(caller.patch(GENERAL, json={"siteName": "Letters", "siteUrl": "https://letters.example"}))
    return caller


def _user(admin: Api) -> dict[str, Any]:
    (found,) = [row for row in ok_json(admin.get("/api/admin/users")) if row["email"] == BODY["email"]]
    return found


def test_registration_requires_and_stores_current_terms_version(
    admin: Api, new_caller: Callable[[], Api], clock: Clock
):
    ok_json(admin.patch(GENERAL, json={"termsUrl": TERMS["url"], "termsVersion": TERMS["version"]}))
    visitor = new_caller()
    assert ok_json(visitor.get("/api/site"))["terms"] == TERMS

    for version, sentence in ((None, "Please accept"), ("2025-01", "have changed")):
        refused = visitor.post("/api/register", json={**BODY, "termsVersion": version})
        assert refused.status_code == 422
        assert sentence in refused.json()["fields"]["termsVersion"]
    ok_json(visitor.post("/api/register", json={**BODY, "termsVersion": TERMS["version"]}))

    ok_json(admin.patch(GENERAL, json={"termsVersion": "2027-01"}))
    user = _user(admin)
    assert user["termsVersion"] == TERMS["version"], "the accepted version is kept"
    assert datetime.fromisoformat(user["termsAcceptedAt"]).astimezone(UTC) == clock.now
    assert visitor.get("/api/bookings").status_code == 200, "a new version does not block existing users"


def test_registration_stores_no_acceptance_without_terms(admin: Api, new_caller: Callable[[], Api]):
    visitor = new_caller()
    assert ok_json(visitor.get("/api/site"))["terms"] is None
    ok_json(visitor.post("/api/register", json={**BODY, "termsVersion": "whatever"}))
    assert (_user(admin)["termsVersion"], _user(admin)["termsAcceptedAt"]) == (None, None)


@pytest.mark.parametrize(
    "terms, field",
    [
        ({"termsUrl": TERMS["url"]}, "termsVersion"),
        ({"termsUrl": "javascript:alert(1)", "termsVersion": "1"}, "termsUrl"),
        ({"termsUrl": "our terms", "termsVersion": "1"}, "termsUrl"),
        ({"termsUrl": TERMS["url"], "termsVersion": "x" * 61}, "termsVersion"),
    ],
)
def test_terms_settings_need_both_url_and_version(terms: dict[str, str], field: str, admin: Api):
    answer = admin.patch(GENERAL, json=terms)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])
