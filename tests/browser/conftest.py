"""Fixtures of the browser tests: a running demo, signed-in profiles, and a listener for page errors."""

from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support import databases
from tests.support.rest import disable_animations
from tests.support.server import LiveServer

# Slow rendering on a busy machine is tolerated; missing elements still fail.
expect.set_options(timeout=20_000)

DEMO = ("demo@marqueedesk.example", "demo-operator")


@pytest.fixture(scope="session")
def demo() -> Generator[LiveServer]:
    """A server with the demo, for pages that are only read. Pages don't depend on the kind of database, so one server
    is enough.
    """
    with LiveServer(databases.new_demo()) as server:
        yield server


@pytest.fixture(scope="session")
def demo_key(demo: LiveServer, browser: Browser) -> str:
    """Return the public key of the demo's first business."""
    context = browser.new_context()
    sign_in(context, demo)
    key = context.request.get(f"{demo.url}/api/user").json()["publicKey"]
    context.close()
    return key


@pytest.fixture(scope="session")
def demo_quote(demo: LiveServer, browser: Browser) -> tuple[int, str]:
    """A demo quote that can be accepted: its id, and the token of its link."""
    context = browser.new_context()
    sign_in(context, demo)
    quotes = context.request.get(f"{demo.url}/api/quotes?status=sent,seen").json()
    context.close()
    return quotes[0]["id"], quotes[0]["link"].rpartition("/")[2]


@pytest.fixture(scope="session")
def demo_booking(demo: LiveServer, browser: Browser) -> tuple[int, str]:
    """A demo booking that can be canceled: its id, and the token of its page."""
    context = browser.new_context()
    sign_in(context, demo)
    pending = context.request.get(f"{demo.url}/api/bookings?status=pending&limit=1").json()["items"][0]["id"]
    made = context.request.post(f"{demo.url}/api/bookings/{pending}/customer-link", data={})
    link: str = made.json()["link"]
    context.close()
    return pending, link.rpartition("/")[2]


def sign_in(context: BrowserContext, server: LiveServer, who: tuple[str, str] = DEMO) -> None:
    """Give a browser profile the session cookie of a user."""
    answer = context.request.post(f"{server.url}/api/login", data={"email": who[0], "password": who[1]})
    assert answer.ok, answer.text()


class Ear:
    """Records console errors, exceptions, blocked content and requests to other hosts."""

    def __init__(self, own: str) -> None:
        self._own = own
        self.heard: list[str] = []

    def listen(self, page: Page) -> Page:
        page.on("console", lambda message: self._console(message.type, message.text, message.location["url"]))
        page.on("pageerror", lambda error: self.heard.append(f"exception: {error}"))
        page.on("request", lambda request: self._request(request.url))
        return page

    def _console(self, kind: str, text: str, where: str) -> None:
        # Ignore expected statuses: signed out, name taken, page not found.
        expected = "Failed to load resource" in text and any(code in text for code in ("401", "404", "409"))
        if kind == "error" and not expected:
            self.heard.append(f"console: {text} ({where})")

    def _request(self, url: str) -> None:
        if not url.startswith((self._own, "data:", "blob:", "about:")):
            self.heard.append(f"request: {url}")


@pytest.fixture
def ear(demo: LiveServer) -> Generator[Ear]:
    """A listener for this test's pages, which must have recorded nothing at the end."""
    ear = Ear(demo.url)
    yield ear
    assert ear.heard == []


def _profiles(browser: Browser) -> Generator[Callable[..., BrowserContext]]:
    made: list[BrowserContext] = []

    def make(*, width: int = 1280, dark: bool = False, time_zone: str | None = None) -> BrowserContext:
        scheme = "dark" if dark else "light"
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            reduced_motion="reduce",
            locale="en-US",
            timezone_id=time_zone,
        )
        disable_animations(context)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


@pytest.fixture
def profile(browser: Browser) -> Generator[Callable[..., BrowserContext]]:
    """Create a new profile: `profile(width=360, dark=True)`."""
    yield from _profiles(browser)


@pytest.fixture(scope="module")
def new_profile(browser: Browser) -> Generator[Callable[..., BrowserContext]]:
    """Create a profile shared by the tests of a file; see `profile`."""
    yield from _profiles(browser)
