"""The frame around every page: navigation, menus, toasts, and redirects to and from the sign-in page."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.browser.conftest import DEMO, sign_in
from tests.support.rest import end_fading
from tests.support.server import LiveServer

LINKS = {
    "Dashboard": "/",
    "Today": "/day",
    "Bookings": "/bookings",
    "Customers": "/customers",
    "Inventory": "/inventory",
    "Venues": "/venues",
    "Build a Quote": "/booking",
    "Quotes": "/quotes",
    "Settings": "/settings",
    "Help": "/help",
}
CURRENT = {
    "/": "Dashboard",
    "/dashboard": "Dashboard",
    "/day?date=2027-06-01": "Today",
    "/bookings?view=revenue": "Bookings",
    "/customers?q=ada": "Customers",
    "/inventory": "Inventory",
    "/venues": "Venues",
    "/booking": "Build a Quote",
    "/quotes?status=sent": "Quotes",
    "/settings?tab=security": "Settings",
    "/help/requests": "Help",
}
PROTECTED = ["/dashboard", "/bookings?status=pending", "/inventory?view=calendar", "/venues", "/settings?tab=security"]


@pytest.fixture
def signed_in(demo: LiveServer, profile: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Open a page as the demo's operator: `signed_in("/bookings", width=360)`. ``live`` enables live updates."""

    def open_page(path: str, width: int = 1280, *, live: bool = True) -> Page:
        context = profile(width=width)
        sign_in(context, demo)
        if not live:
            context.route("**/api/events*", lambda route: route.abort())
        page = context.new_page()
        page.goto(demo.url + path)
        expect(page.locator("h1").first).to_be_visible()
        return page

    return open_page


# --- Opening ---


@pytest.mark.parametrize("path", ["/dashboard", "/bookings"])
def test_early_requests_are_not_repeated(path: str, signed_in: Callable[..., Page]):
    # Signing in sends an email, whose event would reload the email status.
    page = signed_in(path, live=False)
    page.wait_for_load_state("networkidle")
    asked: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname)"
    )

    for address in [address for address in asked if address in {"/api/user", "/api/dashboard", "/api/email-status"}]:
        assert asked.count(address) == 1, address
    # Requested with the page, before its script has run.
    assert asked.index("/api/user") < asked.index(next(name for name in asked if name.endswith(".css")))


# --- Navigation ---


def test_link_of_the_open_page_is_marked_current(demo: LiveServer, signed_in: Callable[..., Page]):
    page = signed_in("/subscription")
    links = page.get_by_role("navigation", name="Main").get_by_role("link")
    assert {link.inner_text(): link.get_attribute("href") for link in links.all()} == LINKS
    current = links.and_(page.locator("[aria-current=page]"))
    expect(current).to_have_count(0)

    for path, name in CURRENT.items():
        page.goto(demo.url + path)
        expect(current).to_have_text([name])
        assert colour(current) != colour(links.and_(page.locator(":not([aria-current])")).first)


def colour(element: Locator) -> str:
    return element.evaluate("element => getComputedStyle(element).color")


@pytest.mark.parametrize("width", [360, 1280])
def test_footer_link_opens_the_notification_list(width: int, signed_in: Callable[..., Page]):
    page = signed_in("/inventory", width=width)
    page.get_by_role("navigation", name="More").get_by_role("link", name="Notifications").click()

    panel = page.get_by_role("dialog", name="Notifications")
    expect(panel).to_be_visible()
    end_fading(page)
    # The page is scrolled to its end; the list opens from the bell, which stays visible.
    expect(panel).to_be_in_viewport(ratio=1)
    expect(panel.get_by_role("link", name="See pending bookings")).to_be_visible()
    expect(page).to_have_url(re.compile("/inventory$"))

    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(page.get_by_role("button", name=re.compile("^Notifications"))).to_be_focused()


def test_phone_menu_slides_in_from_the_left_and_navigates(signed_in: Callable[..., Page]):
    page = signed_in("/bookings", width=360)
    expect(page.get_by_role("navigation", name="Main")).to_be_hidden()

    opener = page.get_by_role("button", name="Open menu")
    opener.click()
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu).to_be_visible()
    end_fading(page)
    box = menu.bounding_box()
    assert box is not None
    assert (box["x"], box["y"]) == (0, 0)
    assert box["width"] < 360
    expect(menu.get_by_role("link", name="Bookings")).to_have_attribute("aria-current", "page")
    expect(menu.get_by_text(DEMO[0])).to_be_visible()
    # The page behind it stays in place, through a style sheet that the policy allows.
    expect(page.locator("body")).to_have_css("overflow", "hidden")
    expect(page.locator("style")).to_have_count(0)

    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(page.locator("body")).to_have_css("overflow", "visible")
    expect(opener).to_be_focused()

    opener.click()
    menu.get_by_role("link", name="Venues").click()
    expect(menu).to_be_hidden()
    expect(page.get_by_role("heading", name="Venues", level=1)).to_be_visible()


def test_avatar_shows_initials_of_business_or_user(demo: LiveServer, signed_in: Callable[..., Page]):
    page = signed_in("/settings?tab=profile")
    user = page.request.get(f"{demo.url}/api/user").json()

    for company, initials in {"Glow": "GL", "Neon & Sons": "NS", "Ünder Öne": "ÜÖ", None: "LO"}.items():
        changed = {**user, "companyName": company, "username": "lovelace"}
        sign_in_as(page, changed)
        page.reload()
        expect(page.get_by_role("button", name="User menu of lovelace")).to_have_text(initials)


def sign_in_as(page: Page, user: dict[str, Any]) -> None:
    """Make the page assume this signed-in user."""
    page.route(re.compile("/api/user$"), lambda route: route.fulfill(json=user))


def test_signed_out_visitor_sees_no_navigation(demo: LiveServer, page: Page):
    for path in ("/", "/auth", "/no-such-page"):
        page.goto(demo.url + path)
        expect(page.locator("h1").first).to_be_visible()

        expect(page.get_by_role("navigation", name="Main")).to_have_count(0)
        expect(page.get_by_role("button", name=re.compile("User menu"))).to_have_count(0)


# --- Redirects ---


def test_sign_in_returns_to_the_requested_page(demo: LiveServer, page: Page):
    for path in PROTECTED:
        page.goto(demo.url + path)
        page.wait_for_url("**/auth**")
    page.get_by_label("Email", exact=True).fill(DEMO[0])
    page.get_by_label("Password", exact=True).fill(DEMO[1])
    page.get_by_role("button", name="Sign In").click()

    page.wait_for_url(demo.url + PROTECTED[-1])
    expect(page.get_by_role("navigation", name="Main")).to_be_visible()


def test_signed_in_user_is_redirected_from_sign_in_to_dashboard(signed_in: Callable[..., Page]):
    page = signed_in("/venues")

    page.goto(page.url.replace("/venues", "/auth"))

    page.wait_for_url("**/dashboard")
    expect(page.get_by_role("heading", name="Upcoming Bookings")).to_be_visible()


def test_spinner_is_shown_while_the_user_is_loading(demo: LiveServer, page: Page):
    waiting: list[Route] = []
    page.route(re.compile("/api/user$"), lambda route: waiting.append(route))  # noqa: PLW0108 - a built-in cannot be marked.

    with page.expect_request(re.compile("/api/user$")):
        page.goto(f"{demo.url}/bookings")

    expect(page.get_by_role("status").locator("svg")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text("Loading")
    assert page.url == f"{demo.url}/bookings"
    waiting[0].fulfill(status=401, json={"message": "Please sign in.", "code": "unauthenticated"})
    page.wait_for_url("**/auth**")


# --- Toasts ---


def toasts(page: Page) -> Locator:
    """Return the toasts on the screen, in the application and the public form."""
    return page.get_by_role("region", name="Notifications (F8)").locator("> div")


def provoke(page: Page) -> None:
    """Trigger the toast of saved settings."""
    page.get_by_role("button", name="Save Changes").click()
    expect(toasts(page)).to_have_count(1)


def provoke_in_the_form(page: Page) -> None:
    """Trigger the form's toast about missing fields."""
    page.get_by_label("Message", exact=True).press("Enter")
    expect(toasts(page)).to_have_count(1)


Speaker = tuple[Page, Callable[[Page], None]]


@pytest.fixture(params=["application", "public form"])
def speaker(
    request: pytest.FixtureRequest,
    demo: LiveServer,
    demo_key: str,
    signed_in: Callable[..., Page],
    profile: Callable[..., BrowserContext],
) -> Callable[[], Speaker]:
    """Open a page and return it with a function that triggers a toast."""

    def open_page() -> Speaker:
        if request.param == "application":
            return signed_in("/settings?tab=profile"), provoke
        page = profile().new_page()
        page.goto(f"{demo.url}/booking?userId={demo_key}")
        expect(page.get_by_label("Message", exact=True)).to_be_visible()
        return page, provoke_in_the_form

    return open_page


def test_single_toast_disappears_after_five_seconds(speaker: Callable[[], Speaker]):
    page, speak = speaker()
    page.clock.install()
    page.clock.resume()
    speak(page)
    page.mouse.move(5, 5)
    speak(page)

    page.clock.run_for(4_500)
    expect(toasts(page)).to_have_count(1)
    page.clock.run_for(600)
    expect(toasts(page)).to_have_count(0)


def test_toast_is_swiped_to_the_right(speaker: Callable[[], Speaker]):
    page, speak = speaker()
    speak(page)
    box = toasts(page).bounding_box()
    assert box is not None
    x, y = box["x"] + 160, box["y"] + 8

    for distance, left in {-120: 1, 40: 1, 60: 0}.items():
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + distance, y, steps=4)
        page.mouse.up()

        expect(toasts(page)).to_have_count(left)


def test_f8_focuses_toasts_and_escape_dismisses(speaker: Callable[[], Speaker]):
    page, speak = speaker()
    speak(page)

    page.keyboard.press("F8")
    region = page.get_by_role("region", name="Notifications (F8)")
    expect(region).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")

    expect(toasts(page)).to_have_count(0)
    expect(region).to_be_focused()


def test_toasts_are_not_wider_than_420_pixels(speaker: Callable[[], Speaker]):
    page, speak = speaker()
    speak(page)
    region = page.get_by_role("region", name="Notifications (F8)")

    for width, widest in {1280: 420, 768: 420, 360: 360}.items():
        page.set_viewport_size({"width": width, "height": 800})
        box = region.bounding_box()
        assert box is not None
        assert 300 < box["width"] <= widest
