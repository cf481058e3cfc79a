"""States of the administrators' screens."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.stage import ADMIN, PASSWORD, Stage, new_email, walk


def enter(stage: Stage) -> None:
    stage.call("POST", "/login", email=ADMIN[0], password=ADMIN[1])


def mock_response(stage: Stage, path: str, answer: Any) -> None:
    """Mock a call's response as on an empty installation."""
    stage.page.route(re.compile(f"/api{path}([?]|$)"), lambda route: route.fulfill(json=answer))


@walk("admin")
def _admin(stage: Stage):
    page = stage.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/admin" in request.url else None)
    stage.register()
    page.goto(f"{stage.server.url}/admin/users")
    yield "denied"
    page.wait_for_url(f"{stage.server.url}/")
    expect(page.get_by_role("heading", name="Dashboard").or_(page.locator("h1")).first).to_be_visible()
    assert asked == []
    enter(stage)
    with stage.holding("/user"):
        page.goto(f"{stage.server.url}/admin/settings")
        yield "checking"
        assert asked == []
    stage.go("/admin")
    yield "overview"
    stage.button("Log out").click()
    page.wait_for_url("**/auth*")


@walk("admin-users")
def _users(stage: Stage):
    page = stage.page
    enter(stage)
    with stage.refusing("/admin/users"):
        stage.go("/admin/users")
        yield "load error"
    stage.go("/admin/users")
    yield "list"
    page.get_by_role("searchbox").fill("nobody at all")
    yield "none found"
    page.get_by_role("searchbox").fill("")
    stage.button("Add User").click()
    stage.fill(Email="nobody", Password="short")
    stage.button("Create User").click()
    yield "add wrong"
    stage.names["person"] = person = new_email("new.person")
    stage.fill(Email=person, Password=PASSWORD)
    yield from stage.tried_twice("Create User", "/admin/users", refused="refused", done="created")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_label(f"Role of {person}", exact=True).select_option(label="Manager")
    yield "role"
    page.get_by_role("switch", name=f"{person} is active").click()
    yield "status"
    stage.button(f"Delete {person}").click()
    yield "asked"
    stage.button("Delete User").click()
    yield "deleted"


@walk("admin-subscriptions")
def _subscriptions(stage: Stage):
    page = stage.page
    enter(stage)
    with stage.refusing("/admin/subscription-plans"), stage.refusing("/admin/subscriptions"):
        stage.go("/admin/subscriptions")
        yield "plans failed"
        page.get_by_role("tab", name="User Subscriptions").click()
        yield "subscriptions failed"
    none = {"live": 0, "onTrial": 0, "pastDue": 0, "monthlyRevenue": 0, "recurringMonthly": 0}
    mock_response(stage, "/admin/subscription-plans", [])
    mock_response(stage, "/admin/subscriptions", {"items": [], "nextCursor": None, "matching": 0, "figures": none})
    stage.go("/admin/subscriptions")
    yield "no plans"
    page.get_by_role("tab", name="User Subscriptions").click()
    yield "no subscriptions"
    page.unroute_all()
    stage.go("/admin/subscriptions")
    yield "plans"
    stage.button("Create Plan").click()
    stage.fill(Name="ab", **{"Price_($)": "-1"})
    page.get_by_role("dialog").get_by_role("button", name="Create Plan").click()
    yield "plan wrong"
    stage.names["plan"] = "Texts only"
    stage.fill(Name="Texts only", **{"Price_($)": "19.99", "Features_(Optional)": "One, Two"})
    page.get_by_role("dialog").get_by_role("button", name="Create Plan").click()
    yield "plan created"
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.get_by_role("switch", name="Texts only is active").click()
    yield "plan switched"
    stage.button("Edit Texts only").click()
    yield from stage.tried_twice(
        "Save Changes", r"/admin/subscription-plans/\d+", refused="plan refused", done="plan updated"
    )
    expect(page.get_by_role("dialog")).to_be_hidden()
    stage.button("Delete Texts only").click()
    yield "asked"
    stage.button("Delete Plan").click()
    yield "plan deleted"


@walk("admin-settings")
def _settings(stage: Stage):
    page = stage.page
    enter(stage)
    stage.go("/admin/settings")
    yield "general"
    stage.fill(Site_Name="", Company_Email="nobody")
    stage.button("Save General Settings").click()
    yield "general wrong"
    stage.fill(Site_Name="MarqueeDesk", Company_Email="")
    with stage.holding("/admin/settings/general"):
        stage.button("Save General Settings").click()
        yield "saving"
    stage.go("/admin/settings?tab=site")
    yield "site"
    stage.fill(**{"Default_Letter_Price_(per_day)": "-1"})
    stage.button("Save Site Settings").click()
    yield "site wrong"
    stage.go("/admin/settings?tab=email")
    stage.button("Save Email Settings").click()
    yield "email"
    # The braces of a placeholder are not a name of this walk.
    stage.names["nobody"] = "{nobody}"
    stage.button("Edit Quote Generated").click()
    yield "template"
    page.get_by_role("dialog").get_by_label("Body", exact=True).fill("Hi {nobody}")
    yield "template wrong"
    stage.go("/admin/settings?tab=payments")
    yield "payments"
