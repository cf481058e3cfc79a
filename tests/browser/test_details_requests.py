"""The requests of a phone that opens the details of a booking from a link."""

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext

from tests.browser.conftest import sign_in
from tests.support.server import LiveServer

MOST_REQUESTS = 25
MOST_CALLS = 5
EVENTS = "/api/events"
OVERVIEW = "/api/conversations/overview"
AFTER_THE_PAGE = (EVENTS, OVERVIEW, "/assets/after-")
"""Beginnings of the paths that are requested once the page has its data."""


def test_details_of_a_booking_open_with_few_requests(demo: LiveServer, profile: Callable[..., BrowserContext]):
    context = profile()
    sign_in(context, demo)
    confirmed = context.request.get(f"{demo.url}/api/bookings?status=confirmed&limit=50").json()["items"]
    booking = next(row for row in confirmed if not row["risk"] and row["customerPhone"] is not None)
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 740})
    requested: list[str] = []
    page.on("request", lambda request: requested.append(urlsplit(request.url).path))

    with page.expect_request(f"**{EVENTS}"), page.expect_request(f"**{OVERVIEW}"):
        page.goto(f"{demo.url}/bookings?id={booking['id']}")

    at_once = [path for path in requested if not path.startswith(AFTER_THE_PAGE)]
    assert len(at_once) <= MOST_REQUESTS, at_once
    calls = [path for path in at_once if path.startswith("/api/")]
    assert len(calls) <= MOST_CALLS, calls
