"""The public form on slow or failing networks: typed values are never lost, and bookings are never duplicated."""

from collections.abc import Callable, Generator
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from marqueedesk.booking_form.public_api import QUICKEST
from tests.browser.sound import RULES, SCHEMES, WIDTHS, serious_faults
from tests.support import databases
from tests.support.api import Api
from tests.support.server import LiveServer, next_summer

# All of these run on one worker, so that one server is enough.
pytestmark = pytest.mark.xdist_group("form")

SECONDS = 1000
SENT = "Your booking request has been sent!"
TYPED = {
    "Message": "HELLO",
    "Your Name": "Ada Lovelace",
    "Email": "ada@example.com",
    "Delivery Date": next_summer().strftime("%m/%d/%Y"),
    "Pickup Date": (next_summer() + timedelta(days=2)).strftime("%m/%d/%Y"),
    "Notes (Optional)": "Ring twice",
}


@pytest.fixture(scope="module")
def server() -> Generator[LiveServer]:
    """A server with rate limits. Pages are independent of the database."""
    with LiveServer(databases.new("sqlite"), settings={"rate_limits": "on"}) as server:
        yield server


@pytest.fixture
def operator(server: LiveServer, live_caller: Callable[[LiveServer], Api]) -> Api:
    """An operator with letters and a venue."""
    operator = live_caller(server).register()
    operator.add_letters("HELO")
    operator.add_venue(name="Grand Hall")
    return operator


def open_form(page: Page, operator: Api, more: str = "") -> None:
    page.set_default_timeout(30 * SECONDS)
    page.goto(str(operator.http.base_url.join(f"/booking-widget?userId={operator.key}{more}")))
    expect(page.get_by_label("Message", exact=True)).to_be_visible()


def fill(page: Page) -> None:
    for label, text in TYPED.items():
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_label("Venue", exact=True).select_option(label="Grand Hall · Springfield, NY")


def is_filled(page: Page) -> None:
    for label, text in TYPED.items():
        expect(page.get_by_label(label, exact=True)).to_have_value(text)


def send(page: Page) -> None:
    button = page.get_by_role("button", name="Submit Booking Request")
    expect(button).to_be_enabled()
    button.click()


def booked(operator: Api) -> list[Any]:
    return operator.get("/api/bookings").json()


def test_booking_works_on_a_slow_phone_and_connection(page: Page, operator: Api):
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    devtools.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000},
    )
    open_form(page, operator)
    fill(page)
    send(page)

    expect(page.get_by_role("heading", name=SENT)).to_be_visible()
    assert [row["message"] for row in booked(operator)] == ["HELLO"]


def test_retries_after_failed_requests_create_one_booking(page: Page, operator: Api):
    def lost_on_the_way_back(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    ways = [
        lambda route: route.abort("internetdisconnected"),
        lambda route: route.fulfill(status=503, headers={"Retry-After": "1"}, body="<html>Busy</html>"),
        lost_on_the_way_back,
        lambda route: route.fulfill(status=502, body="<html>Bad Gateway</html>"),
    ]
    open_form(page, operator)
    fill(page)
    page.route("**/api/bookings", lambda route: ways.pop(0)(route) if ways else route.continue_())
    # Wait until the form counts as filled in by a person (W9): the server uses real time.
    page.wait_for_timeout(QUICKEST.total_seconds() * SECONDS)
    # If the server is busy, the form retries automatically.
    for calls in (1, 2, 1):
        left = len(ways)
        send(page)
        expect(page.locator(".notice")).to_contain_text("won't be booked twice")
        assert len(ways) == left - calls
        is_filled(page)
    assert len(booked(operator)) == 1

    # Even after a reload it is the same request.
    page.reload()
    is_filled(page)
    send(page)
    expect(page.get_by_role("heading", name=SENT)).to_be_visible()
    assert len(booked(operator)) == 1

    page.get_by_role("button", name="Send another request").click()
    expect(page.get_by_label("Message", exact=True)).to_have_value("")
    fill(page)
    send(page)
    expect(page.get_by_role("heading", name=SENT)).to_be_visible()
    assert len(booked(operator)) == 2


def test_nothing_is_sent_without_a_price_and_the_price_is_retried(page: Page, operator: Api):
    open_form(page, operator)
    down = True
    page.route("**/api/estimate", lambda route: route.fulfill(status=503, body="") if down else route.continue_())
    fill(page)
    expect(page.locator(".stock.offline")).to_be_visible()
    send(page)
    expect(page.locator(".notice")).to_be_visible()
    assert booked(operator) == []

    down = False
    expect(page.get_by_text("Your letters are available on these dates")).to_be_visible(timeout=15 * SECONDS)
    is_filled(page)
    send(page)
    expect(page.get_by_role("heading", name=SENT)).to_be_visible()


def test_form_recovers_with_the_server_and_works_without_images(page: Page, operator: Api):
    answers = [503, 429]
    page.route(
        "**/api/booking-form?*",
        lambda route: (
            route.fulfill(status=answers.pop(), headers={"Retry-After": "1"}, body="") if answers else route.continue_()
        ),
    )
    page.route("**/assets/lazy-parts-*.js", lambda route: route.abort())
    open_form(page, operator)
    fill(page)
    page.get_by_role("button", name="Choose the delivery day").click()
    expect(page.get_by_role("alert").get_by_text("Reload the page. Your entries are kept.")).to_be_visible()
    page.keyboard.press("Escape")
    send(page)
    expect(page.get_by_role("heading", name=SENT)).to_be_visible()
    assert len(booked(operator)) == 1


def test_calendar_file_of_a_confirmed_booking_is_saved(page: Page, operator: Api):
    operator.set_rules(approvalRequired=False)
    open_form(page, operator)
    fill(page)
    send(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Add to your calendar").click()
    text = download.value.path().read_bytes().decode()
    assert download.value.suggested_filename.endswith(".ics")
    assert text.startswith("BEGIN:VCALENDAR\r\n")
    assert "SUMMARY:Delivery: “HELLO”" in text


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_form_state_is_accessible_in_every_color_scheme(
    profile: Callable[..., BrowserContext], operator: Api, scheme: str
):
    page = profile().new_page()
    faults: dict[str, list[str]] = {}

    def check_layout(state: str) -> None:
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            where = f"{state}, {width} px"
            overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert overflow <= 0, f"{where}: {overflow} px wider than the screen"
            faults[where] = serious_faults(page, RULES[scheme])

    open_form(page, operator, f"&theme={scheme}&primaryColor=%23FFEE00")
    check_layout("empty")
    fill(page)
    expect(page.get_by_text("Your letters are available on these dates")).to_be_visible()
    check_layout("filled")
    page.get_by_role("button", name="Choose the pickup day").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check_layout("calendar")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_label("Pickup Date", exact=True).fill("2/30/2027")
    page.get_by_label("Message", exact=True).fill("HELLO Q")
    page.get_by_label("Email", exact=True).fill("ada@")
    page.get_by_label("Your Name", exact=True).focus()
    # Ignore the live region, which briefly repeats the text.
    expect(page.locator("#field-pickupDate-error")).to_contain_text("This date doesn't exist")
    check_layout("faults")
    fill(page)
    send(page)
    expect(page.get_by_role("heading", name=SENT)).to_be_visible()
    check_layout("success")
    assert {state: found for state, found in faults.items() if found} == {}
