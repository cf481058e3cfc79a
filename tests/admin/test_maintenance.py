"""Maintenance mode and the site name for visitors, operators and administrators (G1)."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI

from marqueedesk.admin.maintenance import stays_open
from tests.support.api import PASSWORD, Api, ok_json

pytestmark = pytest.mark.either_database

General = Callable[..., None]


@pytest.fixture
def site(app_with: Callable[..., FastAPI]) -> FastAPI:
    """An application with its own settings cache."""
    return app_with()


@pytest.fixture
def chief(admin: Api, site: FastAPI, caller_of: Callable[..., Api]) -> Api:
    """The administrator, signed in to that application."""
    return caller_of(site).login(admin.user["email"])


@pytest.fixture
def change(chief: Api) -> General:
    """Save general settings."""

    def save(**fields: object) -> None:
        ok_json(chief.patch("/api/admin/settings/general", json={"siteName": "Big & Bright", **fields}))

    return save


def test_visitors_and_operators_get_maintenance_page_until_it_ends(
    change: General, chief: Api, site: FastAPI, caller_of: Callable[..., Api]
):
    visitor, operator = caller_of(site), caller_of(site).register()

    change(maintenanceMode=True, companyEmail="help@site.example")

    for caller in (visitor, operator):
        page = caller.get("/dashboard", headers={"Accept": "text/html"})
        assert (page.status_code, page.headers["retry-after"]) == (503, "300")
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert "Big &amp; Bright is down for maintenance" in page.text
        assert "mailto:help@site.example" in page.text
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
        assert "unsafe-inline" not in page.headers["content-security-policy"]
        call = caller.get("/api/inventory")
        assert (call.status_code, call.json()["code"], call.headers["retry-after"]) == (503, "maintenance", "300")
    assert chief.get("/api/admin/users").status_code == 200
    assert chief.get("/admin").headers["content-type"] == "text/html; charset=utf-8"
    change(maintenanceMode=False)
    assert operator.get("/api/inventory").status_code == 200


def test_embedded_form_shows_maintenance_and_refuses_bookings(
    change: General, site: FastAPI, caller_of: Callable[..., Api]
):
    visitor, operator = caller_of(site), caller_of(site).register()
    operator.add_letters("LOVE")
    change(maintenanceMode=True)

    framed = visitor.get("/booking-widget")
    estimate = visitor.post("/api/estimate", json={"userId": operator.id}, headers={"Origin": "https://else.example"})

    assert framed.status_code == 503
    assert "frame-ancestors" not in framed.headers["content-security-policy"]
    assert "x-frame-options" not in framed.headers
    assert (estimate.status_code, estimate.headers["access-control-allow-origin"]) == (503, "*")
    assert visitor.try_to_book(userId=operator.id).status_code == 503


def test_sign_in_health_checks_and_static_files_work_during_maintenance(
    change: General, chief: Api, site: FastAPI, caller_of: Callable[..., Api]
):
    change(maintenanceMode=True)
    somebody = caller_of(site)

    assert somebody.get("/healthz").status_code == 200
    assert somebody.get("/readyz").status_code == 200
    assert "down for maintenance" not in somebody.get("/auth").text
    assert "down for maintenance" not in somebody.get("/favicon.svg").text
    assert somebody.get("/api/user").status_code == 401
    somebody.login(chief.user["email"], PASSWORD)
    assert somebody.get("/api/admin/overview").json()["attention"][0] == "maintenance_on"
    assert somebody.post("/api/logout").status_code == 204
    assert somebody.get("/api/admin/overview").status_code == 503


@pytest.mark.parametrize(
    "path, stays",
    [
        ("/assets/index-abc.js", True),
        ("/embed.js", True),
        ("/api/stripe/webhook", True),
        ("/api/site", True),
        ("/forgot-password", True),
        ("/api/login/passkey-options", True),
        ("/api/password/forgot", True),
        ("/api/password/reset", True),
        ("/reset-password", True),
        ("/api/passwords", False),
        ("/api/inventory.csv", False),
        ("/api/bookings", False),
        ("/", False),
        ("/q/abcdef", False),
        ("/authors", False),
        ("/api/users", False),
    ],
)
def test_only_listed_paths_are_available_during_maintenance(path: str, stays: bool):
    assert stays_open(path) is stays


def test_other_processes_pick_up_maintenance_mode(
    change: General, app_with: Callable[..., FastAPI], caller_of: Callable[..., Api]
):
    other = app_with()
    visitor = caller_of(other)
    assert visitor.get("/api/site").json()["name"] == "MarqueeDesk"
    change(maintenanceMode=True)

    # Simulate the expiry of its two-second settings cache.
    other.state.cached_settings.forget()

    assert visitor.get("/api/venues", params={"userId": 1}).status_code == 503


def test_site_name_is_escaped_on_pages_and_logo(change: General, site: FastAPI, caller_of: Callable[..., Api]):
    visitor = caller_of(site)
    usual = visitor.get("/").headers["content-security-policy"]
    change(siteName='<script>"Big" & Bright</script>', companyPhone="555 0100")

    pages = [visitor.get(path) for path in ("/", "/auth", "/booking-widget", "/logo.svg", "/logo-night.svg")]

    for page in pages:
        assert page.status_code == 200
        assert "<script>&quot;Big" not in page.text
        assert '<script>"Big"' not in page.text
        assert "MarqueeDesk" not in page.text
        assert "&lt;script&gt;" in page.text
    assert pages[0].headers["content-security-policy"] == usual, "the policy does not change"
    assert pages[3].headers["content-type"] == "image/svg+xml"
    answer = ok_json(visitor.get("/api/site"))
    assert (answer["name"], answer["phone"]) == ('<script>"Big" & Bright</script>', "555 0100")


def test_default_letter_price_is_suggested_only_after_it_is_set(chief: Api):
    assert ok_json(chief.get("/api/site"))["letterPrice"] is None

    ok_json(
        chief.patch("/api/admin/settings/system", json={"defaultLetterPricing": 62.5, "defaultSurchargePercent": 12})
    )

    site = ok_json(chief.get("/api/site"))
    assert (site["letterPrice"], site["surchargePercent"]) == (62.5, 12)
