"""The operators' application offline in a real browser: it opens, shows that it is offline, and stores no data."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import sign_in
from tests.support.server import LiveServer

KEPT = "caches.open('app-1').then(cache => cache.keys()).then(keys => keys.map(({ url }) => new URL(url).pathname))"
SCOPES = "navigator.serviceWorker.getRegistrations().then(all => all.map(({ scope }) => new URL(scope).pathname))"


def open_day(context: BrowserContext, demo: LiveServer) -> Page:
    sign_in(context, demo)
    page = context.new_page()
    page.goto(f"{demo.url}/day")
    expect(page.get_by_role("heading", name="Today", level=1)).to_be_visible()
    wait_for(page, f"({KEPT}).then(paths => paths.some(path => path.includes('DayPage')))")
    return page


def wait_for(page: Page, promised: str) -> None:
    """Wait until a promise resolves to true, creating it anew each time. Playwright's own wait treats any promise as
    true.
    """
    page.evaluate(
        f"""async () => {{
          for (let round = 0; !(await ({promised})); round += 1) {{
            if (round === 200) throw new Error('It did not come true.');
            await new Promise((again) => setTimeout(again, 100));
          }}
        }}"""
    )


def test_reloading_offline_shows_the_page(profile: Callable[..., BrowserContext], demo: LiveServer):
    context = profile(width=360)
    page = open_day(context, demo)
    context.set_offline(True)
    page.reload()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("You’re offline")
    expect(alert.get_by_role("link", name="Open the Crew Page")).to_have_attribute("href", "/crew")
    # Data loaded before may be outdated, so none is shown.
    expect(page.get_by_role("heading", name="Today", level=1)).to_have_count(0)
    context.set_offline(False)
    expect(page.get_by_role("heading", name="Today", level=1)).to_be_visible()
    kept = page.evaluate(KEPT)
    assert "/day" in kept
    assert [path for path in kept if path != "/day" and not path.startswith("/assets/")] == []
    # A customer's page is not part of the application.
    context.set_offline(True)
    answered = page.evaluate("fetch('/booking-widget').then(() => 'answered', () => 'no network')")
    assert answered == "no network"


def test_signing_out_leaves_no_data_on_the_device(profile: Callable[..., BrowserContext], demo: LiveServer):
    page = open_day(profile(), demo)
    assert page.evaluate(SCOPES) == ["/"]
    page.get_by_role("button", name="User menu of").click()
    page.get_by_role("menuitem", name="Logout").click()
    page.wait_for_url("**/auth")
    wait_for(page, "caches.keys().then(names => names.length === 0)")
    wait_for(page, f"({SCOPES}).then(scopes => scopes.length === 0)")
