"""Every screen, light and dark, on phone and desktop: no errors, no overflow, accessible."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Ear, sign_in
from tests.browser.sound import HALVES, RULES, SCHEMES, WIDTHS, serious_faults
from tests.browser.stage import ADMIN
from tests.support import day
from tests.support.rest import open_page
from tests.support.server import LiveServer

FOR_VISITORS = [
    "/",
    "/auth",
    "/booking-widget?userId={key}",
    "/booking-widget?userId=999999999",
    "/q/{token}",
    "/q/unknown",
    "/b/{booking_token}",
    "/b/unknown",
    "/forgot-password",
    "/reset-password?token=unknown",
    "/no-such-page",
    "/help",
    "/help/first-steps",
    "/privacy",
    "/terms",
    "/status",
]
FOR_OPERATORS = [
    "/dashboard",
    "/day",
    "/bookings",
    "/bookings?view=calendar",
    "/bookings?view=calendar&span=week",
    "/bookings?view=revenue",
    "/reports",
    "/bookings?id={booking}",
    "/quotes",
    "/quotes?id={quote}",
    "/quotes/edit?id={quote}",
    "/inventory",
    "/repairs",
    "/reviews",
    "/stocktakes",
    "/venues",
    "/booking",
    "/settings",
    "/settings?tab=profile",
    "/settings?tab=security",
    "/settings?tab=business",
    "/settings?tab=pricing",
    "/settings?tab=zones",
    "/settings?tab=tax",
    "/settings?tab=exemptions",
    "/settings?tab=rules",
    "/settings?tab=certificates",
    "/settings?tab=messages",
    "/settings?tab=payments",
    "/settings?tab=bookkeeping",
    "/settings?tab=embed",
    "/subscription",
    "/checkout",
    "/payment-success",
    "/help",
    "/help/requests",
    "/status",
]

FOR_ADMINISTRATORS = [
    "/admin",
    "/admin/users",
    "/admin/subscriptions",
    "/admin/subscriptions?tab=subscriptions",
    # The demo has one subscription.
    "/admin/subscriptions?tab=subscriptions&subscription=1",
    "/admin/audit",
]


def look_at(page: Page, url: str) -> None:
    """Check a page at both widths in both color schemes; it is loaded once and then resized.

    Accessibility takes most of the time: `make test` checks it in two of the four views, the next day in the others.
    """
    open_page(page, url)
    checked = [view for half in day.todays(urlsplit(url).path, HALVES) for view in half]
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            expect(page.locator("h1").first).to_be_visible()
            where = f"{width} px, {scheme}"
            overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert overflow <= 0, f"{where}: the page is {overflow} px wider than the screen"
            if (width, scheme) in checked:
                assert serious_faults(page, RULES[scheme]) == [], where


@pytest.mark.parametrize("path", FOR_VISITORS)
def test_visitor_screen_has_no_errors_overflow_or_accessibility_problems(
    demo: LiveServer,
    demo_key: str,
    demo_quote: tuple[int, str],
    demo_booking: tuple[int, str],
    profile: Callable[..., BrowserContext],
    ear: Ear,
    path: str,
):
    page = ear.listen(profile().new_page())

    look_at(page, demo.url + path.format(key=demo_key, token=demo_quote[1], booking_token=demo_booking[1]))


@pytest.fixture(scope="module")
def desk(demo: LiveServer, new_profile: Callable[..., BrowserContext]) -> BrowserContext:
    """The demo's operator, signed in: one profile for all screens, which caches common files."""
    context = new_profile()
    sign_in(context, demo)
    return context


@pytest.mark.parametrize("path", FOR_OPERATORS)
def test_operator_screen_has_no_errors_overflow_or_accessibility_problems(
    demo: LiveServer,
    demo_quote: tuple[int, str],
    demo_booking: tuple[int, str],
    desk: BrowserContext,
    ear: Ear,
    path: str,
):
    with desk.new_page() as page:
        look_at(ear.listen(page), demo.url + path.format(quote=demo_quote[0], booking=demo_booking[0]))


@pytest.fixture(scope="module")
def administration(demo: LiveServer, new_profile: Callable[..., BrowserContext]) -> BrowserContext:
    """The demo's administrator, signed in."""
    context = new_profile()
    sign_in(context, demo, ADMIN)
    return context


@pytest.mark.parametrize("path", FOR_ADMINISTRATORS)
def test_administrator_screen_has_no_errors_overflow_or_accessibility_problems(
    demo: LiveServer, administration: BrowserContext, ear: Ear, path: str
):
    with administration.new_page() as page:
        look_at(ear.listen(page), demo.url + path)
