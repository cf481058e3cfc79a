"""Visitors' pages: the standalone landing page, and the pages it links to."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Ear, sign_in
from tests.support.rest import open_page
from tests.support.server import LiveServer

HERO = "main svg[aria-label]"


def test_landing_page_is_readable_without_scripts(demo: LiveServer, browser: Browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()

    page.goto(demo.url)

    expect(page.get_by_role("heading", level=1)).to_have_text("Booked solid. Never double-booked.")
    for name in ("Log In", "Start Your Free Trial", "See How It Works"):
        for link in page.get_by_role("link", name=name).all():
            assert link.get_attribute("href") == "/auth"
    context.close()


def test_landing_page_requests_only_files(demo: LiveServer, profile: Callable[..., BrowserContext]):
    page = profile().new_page()
    asked: list[str] = []
    lines: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(demo.url)))
    page.on("console", lambda line: lines.append(line.text))

    open_page(page, demo.url)

    expect(page.locator(HERO).first).to_be_visible()
    assert [url for url in asked if not re.match(r"/($|landing/assets/|assets/|product/|logo|favicon)", url)] == []
    assert lines == []


def test_hero_rotates_messages_without_layout_shift(demo: LiveServer, browser: Browser):
    context = browser.new_context(viewport={"width": 360, "height": 800}, reduced_motion="no-preference")
    page = context.new_page()
    page.clock.install()
    page.goto(demo.url)
    expect(page.locator(HERO).first).to_be_visible()
    below = page.get_by_role("heading", level=1)
    first, place = page.locator(HERO).first.get_attribute("aria-label"), below.bounding_box()

    expect(page.locator(HERO).first).not_to_have_attribute("aria-label", first or "", timeout=60_000)

    assert below.bounding_box() == place
    page.get_by_role("button", name="Pause the sign").click()
    still = page.locator(HERO).first.get_attribute("aria-label")
    page.clock.run_for(20_000)
    assert page.locator(HERO).first.get_attribute("aria-label") == still
    context.close()


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_theme_chosen_on_the_landing_page_persists(
    demo: LiveServer, profile: Callable[..., BrowserContext], ear: Ear, way: str
):
    page = ear.listen(profile().new_page())
    page.goto(demo.url)
    button = page.get_by_role("button", name="Theme")

    dark = page.get_by_role("menuitemradio", name="Dark")

    if way == "mouse":
        button.click()
        dark.click()
    else:
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator("[role=menu]:focus, [role=menu] :focus")).to_have_count(1)
        page.keyboard.press("End")
        expect(dark).to_be_focused()
        page.keyboard.press("Enter")

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("menu")).to_be_hidden()
    page.goto(f"{demo.url}/privacy")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_every_link_of_the_landing_page_works(demo: LiveServer, profile: Callable[..., BrowserContext]):
    page = profile().new_page()
    page.goto(demo.url)
    links = {link.get_attribute("href") or "" for link in page.get_by_role("link").all()}

    assert {"/help", "/privacy", "/terms", "/status", "/auth"} <= links
    for link in links:
        if link.startswith("#"):
            assert page.locator(link).count() == 1, link
        else:
            assert page.request.get(demo.url + link).status == 200, link


def test_going_back_after_signing_in_shows_the_dashboard(demo: LiveServer, profile: Callable[..., BrowserContext]):
    context = profile()
    page = context.new_page()
    page.goto(demo.url)
    page.get_by_role("link", name="Log In").first.click()
    expect(page.get_by_role("heading", name="Sign in to your account")).to_be_visible()
    sign_in(context, demo)

    page.go_back()

    expect(page.get_by_role("navigation", name="Main")).to_be_visible()
    expect(page.get_by_role("heading", name=re.compile("^Welcome, "))).to_be_visible()


def jump_to(page: Page, section: str) -> None:
    heading = page.get_by_role("heading", name=re.compile(f"^{section}")).first
    expect(heading).to_be_in_viewport()
    box = heading.bounding_box()
    assert box is not None
    assert box["y"] < 300


def test_help_center_section_has_its_own_url(demo: LiveServer, profile: Callable[..., BrowserContext], ear: Ear):
    page = ear.listen(profile().new_page())

    page.goto(f"{demo.url}/help/letters#repairs")

    jump_to(page, "Letters in repair")
    page.get_by_role("searchbox", name="Search help").fill("deposit advance")
    page.get_by_role("link", name=re.compile("Deposits")).click()
    jump_to(page, "Deposits")
    assert page.url == f"{demo.url}/help/prices#deposit"


def test_status_page_reports_an_unavailable_server(demo: LiveServer, profile: Callable[..., BrowserContext]):
    page = profile(width=360).new_page()
    page.goto(f"{demo.url}/status")
    expect(page.get_by_text("All systems operational")).to_be_visible()

    page.context.set_offline(offline=True)
    page.get_by_role("button", name="Check Again").click()

    expect(page.get_by_text("Can’t reach the service")).to_be_visible()
    page.context.set_offline(offline=False)
    page.get_by_role("button", name="Check Again").click()
    expect(page.get_by_text("All systems operational")).to_be_visible()
