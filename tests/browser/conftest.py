"""What the browser tests share: a running demo, signed-in profiles, and an ear for everything that goes wrong."""

from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support import databases
from tests.support.rest import hold_still
from tests.support.server import LiveServer

# A busy machine draws late; what does not come at all still fails.
expect.set_options(timeout=20_000)

DEMO = ("demo@marqueedesk.example", "demo-operator")


@pytest.fixture(scope="session")
def demo() -> Generator[LiveServer]:
    """A server with the demo's business, for pages that only look. Pages do not know the database, so one will do."""
    with LiveServer(databases.new_demo()) as server:
        yield server


@pytest.fixture(scope="session")
def demo_key(demo: LiveServer, browser: Browser) -> str:
    """The public key of the demo's first business."""
    context = browser.new_context()
    sign_in(context, demo)
    key = context.request.get(f"{demo.url}/api/user").json()["publicKey"]
    context.close()
    return key


@pytest.fixture(scope="session")
def demo_quote(demo: LiveServer, browser: Browser) -> tuple[int, str]:
    """A quote of the demo that its customer could accept: its id, and the token of its link."""
    context = browser.new_context()
    sign_in(context, demo)
    quotes = context.request.get(f"{demo.url}/api/quotes?status=sent,seen").json()
    context.close()
    return quotes[0]["id"], quotes[0]["link"].rpartition("/")[2]


@pytest.fixture(scope="session")
def demo_booking(demo: LiveServer, browser: Browser) -> tuple[int, str]:
    """A booking of the demo that its customer could still cancel: its id, and the token of its page."""
    context = browser.new_context()
    sign_in(context, demo)
    pending = context.request.get(f"{demo.url}/api/bookings?status=pending&limit=1").json()["items"][0]["id"]
    made = context.request.post(f"{demo.url}/api/bookings/{pending}/customer-link", data={})
    link: str = made.json()["link"]
    context.close()
    return pending, link.rpartition("/")[2]


def sign_in(context: BrowserContext, server: LiveServer, who: tuple[str, str] = DEMO) -> None:
    """Give a profile the session cookie of a person."""
    answer = context.request.post(f"{server.url}/api/login", data={"email": who[0], "password": who[1]})
    assert answer.ok, answer.text()


class Ear:
    """Hears errors in the console, exceptions, refused content and requests to other hosts."""

    def __init__(self, own: str) -> None:
        self._own = own
        self.heard: list[str] = []

    def listen(self, page: Page) -> Page:
        page.on("console", lambda message: self._console(message.type, message.text, message.location["url"]))
        page.on("pageerror", lambda error: self.heard.append(f"exception: {error}"))
        page.on("request", lambda request: self._request(request.url))
        return page

    def _console(self, kind: str, text: str, where: str) -> None:
        # A status that a page expects is no fault: nobody is signed in, a name is taken, a page is not there.
        expected = "Failed to load resource" in text and any(code in text for code in ("401", "404", "409"))
        if kind == "error" and not expected:
            self.heard.append(f"console: {text} ({where})")

    def _request(self, url: str) -> None:
        if not url.startswith((self._own, "data:", "blob:", "about:")):
            self.heard.append(f"request: {url}")


@pytest.fixture
def ear(demo: LiveServer) -> Generator[Ear]:
    """An ear for this test's pages; at the end it must have heard nothing."""
    ear = Ear(demo.url)
    yield ear
    assert ear.heard == []


def _profiles(browser: Browser) -> Generator[Callable[..., BrowserContext]]:
    made: list[BrowserContext] = []

    def make(*, width: int = 1280, dark: bool = False) -> BrowserContext:
        scheme = "dark" if dark else "light"
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce", locale="en-US"
        )
        hold_still(context)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


@pytest.fixture
def profile(browser: Browser) -> Generator[Callable[..., BrowserContext]]:
    """Make a fresh profile: `profile(width=360, dark=True)`."""
    yield from _profiles(browser)


@pytest.fixture(scope="module")
def new_profile(browser: Browser) -> Generator[Callable[..., BrowserContext]]:
    """Make a profile that a file's tests share, as `profile` does for one."""
    yield from _profiles(browser)
