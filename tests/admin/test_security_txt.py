"""/.well-known/security.txt according to RFC 9116."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from fastapi import FastAPI

from marqueedesk.kit import clock
from tests.support.api import Api, ok_json


def fields(caller: Api) -> dict[str, str]:
    answer = caller.get("/.well-known/security.txt")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    rows = [line.split(": ", 1) for line in answer.text.splitlines()]
    assert len({name for name, _ in rows}) == len(rows)
    return dict(rows)


def test_security_txt_has_installation_contact_and_expires_within_a_year(admin: Api, visitor: Api):
    assert fields(visitor)["Contact"] == "http://localhost:8000", "the site URL, without a contact"
    contact = {"siteName": "Desk", "companyEmail": "desk@example.com"}
    ok_json(admin.patch("/api/admin/settings/general", json=contact))

    found = fields(visitor)

    assert found["Contact"] == "mailto:desk@example.com"
    assert found["Canonical"] == "http://localhost:8000/.well-known/security.txt"
    left = datetime.fromisoformat(found["Expires"]) - clock.now()
    assert timedelta(days=30) < left < timedelta(days=365)


@pytest.mark.parametrize(
    "contact, written",
    [
        ("security@example.com", "mailto:security@example.com"),
        ("https://desk.example/report", "https://desk.example/report"),
    ],
)
def test_security_txt_prefers_configured_security_contact(
    contact: str, written: str, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    assert fields(caller_of(app_with(security_contact=contact)))["Contact"] == written
