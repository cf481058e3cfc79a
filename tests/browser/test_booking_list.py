"""The page with all bookings of a customer, opened from the link in an email."""

import re
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from queue import SimpleQueue

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.sound import HALVES, RULES, serious_faults
from tests.support import databases
from tests.support.api import Api
from tests.support.mail_server import MailServer
from tests.support.server import LiveServer, client_of, next_summer

# All of these run on one worker, so that one server is enough.
pytestmark = pytest.mark.xdist_group("booking-list")

PLANNER = "planner@example.com"
_LINK = re.compile(r"https?://\S+/my/[a-z2-7]{39}")


@pytest.fixture(scope="module")
def mails() -> Generator[MailServer]:
    """A mail server that receives the links."""
    # Started in a thread of its own, because Playwright's event loop runs in this one.
    with ThreadPoolExecutor(1) as thread, thread.submit(MailServer).result() as running:
        yield running


@pytest.fixture(scope="module")
def server(mails: MailServer) -> Generator[LiveServer]:
    """The product with one business."""
    with LiveServer(databases.new("sqlite"), settings={"smtp_url": mails.url}) as server:
        yield server


@pytest.fixture(scope="module")
def token(server: LiveServer) -> Generator[str]:
    """The token of a planner's page with a coming and a canceled booking."""
    with client_of(server.url) as http:
        business = Api(http).register("lists@example.com")
        business.add_letters("LOVE", quantity=20)
        day = next_summer().isoformat()
        booked = [
            business.book(asRequest=False, customerEmail=PLANNER, customerName="Pat", deliveryDate=day, pickupDate=day)
            for _ in range(2)
        ]
        business.set_status(booked[1]["id"], "canceled")
        yield business.booking_token(booked[0]["id"])


def new_link(server: LiveServer, mails: MailServer, token: str) -> str:
    """Request the link to the list, and return it from the email."""
    arrived: SimpleQueue[EmailMessage] = SimpleQueue()
    mails.on_mail = lambda: arrived.put(mails.emails[-1])
    with client_of(server.url) as http:
        asked = http.post(f"/api/public/bookings/{token}/all-bookings", json={"email": PLANNER})
    assert asked.status_code == 204, asked.text
    while True:
        # Emails about the bookings may arrive as well.
        body = arrived.get(timeout=60).get_body(("plain",))
        link = _LINK.search(body.get_content()) if body is not None else None
        if link is not None:
            return link[0]


@pytest.mark.parametrize("half", HALVES)
def test_list_of_bookings_is_accessible_and_fits(
    half: tuple[tuple[int, str], ...],
    server: LiveServer,
    mails: MailServer,
    token: str,
    profile: Callable[..., BrowserContext],
):
    for width, scheme in half:
        page = profile(width=width, dark=scheme == "dark").new_page()
        page.goto(new_link(server, mails, token))

        expect(page.get_by_role("heading", name="Your bookings")).to_be_visible()
        expect(page.get_by_role("link", name="Pay $100.00 for “LOVE”")).to_be_visible()
        expect(page.get_by_role("heading", name="Past and canceled")).to_be_visible()
        # A rental of a single day has no period.
        expect(page.get_by_text(re.compile(r", \d{4} to "))).to_have_count(0)
        assert serious_faults(page, RULES[scheme]) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
