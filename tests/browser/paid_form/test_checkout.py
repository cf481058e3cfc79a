"""Payment in the public form, with a stand-in for the provider: directly, embedded, and in sandboxed frames."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Frame, Locator, Page, expect

from tests.browser.sound import serious_faults
from tests.support.api import Api, ok_json
from tests.support.server import LiveServer, next_summer
from tests.support.site import Site

# All of these run on one worker, so that one server is enough.
pytestmark = pytest.mark.xdist_group("checkout")

TIMEOUT = 20_000
PAYS, DECLINED, CHALLENGE = "4242424242424242", "4000000000000002", "4000002500003155"
HELD = "Your letters are held. Pay to confirm."
CONFIRMED = "Your booking is confirmed!"
LISTEN = """<script>
  window.events = [];
  for (const name of ['booking-held', 'booking-complete']) {
    addEventListener(name, ({ detail }) => events.push([name, detail.status, detail.bookingId]));
  }
</script>"""


@pytest.fixture
def visit(profile: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Open a page in a new profile."""

    def make(address: str, **options: Any) -> Page:
        page = profile(**options).new_page()
        page.set_default_timeout(TIMEOUT)
        page.goto(address)
        return page

    return make


def form_in(page: Page) -> Frame:
    """Return the form in the page's frame."""
    element = page.locator("iframe")
    element.scroll_into_view_if_needed()
    frame = element.element_handle().content_frame()
    assert frame is not None
    return frame


def send(form: Page | Frame, name: str) -> None:
    """Fill in the form for LOVE on days of next summer, and send it."""
    first = next_summer()
    for label, text in {
        "Message": "LOVE",
        "Delivery Date": first.strftime("%m/%d/%Y"),
        "Pickup Date": first.replace(day=3).strftime("%m/%d/%Y"),
        "Your Name": name,
        "Email": f"{name.replace(' ', '.').lower()}@example.com",
        "Street Address": "1 Main Street",
        "City": "Albany",
    }.items():
        form.get_by_label(label, exact=True).fill(text)
    form.get_by_label("Email", exact=True).press("Tab")
    form.get_by_role("button", name="Submit Booking Request").click()


def type_card(form: Page | Frame, number: str, button: str = "Pay $50.00") -> None:
    """Fill in the card form once it can be used."""
    expect(form.get_by_role("button", name=button, exact=True)).to_be_enabled()
    form.get_by_label("Card number").fill(number)
    form.get_by_label("Expiration").fill("12/30")
    form.get_by_label("Security code").fill("123")


def pay_button(form: Page | Frame) -> Locator:
    return form.get_by_role("button", name="Pay $50.00")


def statuses(business: Api, name: str) -> list[str]:
    """Return the statuses of a customer's bookings."""
    return [row["status"] for row in ok_json(business.get("/api/bookings")) if row["customerName"] == name]


def lapse(server: LiveServer) -> None:
    """End the time to pay of all bookings that are held for it."""
    past = f"{datetime.now(UTC) - timedelta(minutes=1):%Y-%m-%dT%H:%M:%S.%fZ}"
    with closing(sqlite3.connect(server.database_url.removeprefix("sqlite:///"), timeout=30)) as database, database:
        database.execute(
            "UPDATE letter_holds SET expires_at = ? WHERE holder_id IN "
            "(SELECT id FROM bookings WHERE status = 'pending' AND pay_by IS NOT NULL)",
            (past,),
        )
        database.execute(
            "UPDATE bookings SET hold_expires_at = ?, pay_by = ? WHERE status = 'pending' AND pay_by IS NOT NULL",
            (past, past),
        )


def test_card_is_paid_in_the_form_and_a_reload_shows_it(server: LiveServer, business: Api, visit: Callable[..., Page]):
    page = visit(f"{server.url}/booking?userId={business.key}", width=360)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))

    send(page, "Ada Lovelace")

    expect(page.get_by_role("heading", name=HELD)).to_be_visible()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^Held for (30|29) minutes$"))
    type_card(page, PAYS)
    assert any("PayHere" in url for url in requests)
    assert serious_faults(page) == []
    pay_button(page).click()
    expect(page.get_by_role("heading", name=CONFIRMED)).to_be_visible()
    expect(page.get_by_text(HELD)).to_have_count(0)
    assert len(page.context.pages) == 1
    assert statuses(business, "Ada Lovelace") == ["confirmed"]

    page.reload()
    expect(page.get_by_role("heading", name=CONFIRMED)).to_be_visible()
    expect(page.get_by_text("Your payment of $50.00 was received.")).to_be_visible()
    assert serious_faults(page) == []


def test_declined_card_keeps_focus_in_the_card_form_and_pays_by_keyboard(
    server: LiveServer, business: Api, visit: Callable[..., Page]
):
    page = visit(f"{server.url}/booking?userId={business.key}", dark=True)
    send(page, "Grace Hopper")
    type_card(page, DECLINED)

    page.keyboard.press("Enter")

    card = page.get_by_role("region", name="Pay by card")
    expect(card.get_by_role("alert")).to_have_text("Your card was declined.")
    assert page.evaluate("document.querySelector('.pay').contains(document.activeElement)")
    assert serious_faults(page) == []
    expect(page.get_by_role("heading", name=HELD)).to_be_visible()
    type_card(page, CHALLENGE)
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/3ds/"))
    page.get_by_role("button", name="Complete").click()
    page.wait_for_url(re.compile("/booking"))
    expect(page.get_by_role("heading", name=CONFIRMED)).to_be_visible()
    assert "payment_intent" not in page.url
    assert f"userId={business.key}" in page.url


def test_second_tab_that_comes_late_shows_that_it_was_already_paid(
    server: LiveServer, business: Api, visit: Callable[..., Page]
):
    page = visit(f"{server.url}/booking?userId={business.key}")
    send(page, "Alan Turing")
    type_card(page, PAYS)
    link = page.get_by_role("link", name="Open your booking page").get_attribute("href")
    assert link
    late = page.context.new_page()
    late.set_default_timeout(TIMEOUT)
    late.goto(link)
    payment = late.get_by_role("region", name="Payment")
    payment.get_by_role("button", name="Pay Deposit of $50.00").click()
    type_card(late, PAYS)
    pay_button(page).click()
    expect(page.get_by_role("heading", name=CONFIRMED)).to_be_visible()

    pay_button(late).click()

    expect(late.get_by_text("Already paid, thank you.")).to_be_visible()
    expect(late.get_by_role("heading", name="Your sign is booked")).to_be_visible()


def test_lapsed_hold_is_renewed_in_the_form_and_paid(server: LiveServer, business: Api, visit: Callable[..., Page]):
    page = visit(f"{server.url}/booking?userId={business.key}", width=360)
    send(page, "Late Payer")
    expect(pay_button(page)).to_be_enabled()
    lapse(server)

    page.reload()

    expect(page.get_by_role("heading", name="Your time to pay has expired.")).to_be_visible()
    expect(pay_button(page)).to_have_count(0)
    assert serious_faults(page) == []
    page.get_by_role("button", name="Hold my letters again").click()
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"^Held for (30|29) minutes$"))
    type_card(page, PAYS)
    pay_button(page).click()
    expect(page.get_by_role("heading", name=CONFIRMED)).to_be_visible()
    assert statuses(business, "Late Payer") == ["confirmed"]


def test_card_is_authorized_in_the_form_if_the_business_approves_requests(
    server: LiveServer, business: Api, visit: Callable[..., Page]
):
    ok_json(business.patch("/api/booking-rules", json={"approvalRequired": True}))
    try:
        page = visit(f"{server.url}/booking?userId={business.key}", width=360)
        send(page, "Patient Customer")
        title = "Your letters are held. Enter your card to send your request."
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    finally:
        ok_json(business.patch("/api/booking-rules", json={"approvalRequired": False}))
    type_card(page, PAYS, "Authorize $50.00")

    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Your booking request has been sent!")).to_be_visible()
    expect(page.get_by_text("Your card is authorized for $50.00.")).to_be_visible()
    assert serious_faults(page) == []
    assert statuses(business, "Patient Customer") == ["pending"]


def test_embedded_form_is_paid_in_place_and_notifies_the_page_once_each(
    server: LiveServer, business: Api, site: Site, visit: Callable[..., Page]
):
    script = f'<script async src="{server.url}/embed.js" data-key="{business.key}"></script>'
    page = visit(site.put("/plain", f"{LISTEN}<h1>Book</h1>{script}"))
    form = form_in(page)
    send(form, "Plain Host")
    type_card(form, PAYS)
    page.wait_for_function("events.length === 1")

    pay_button(form).click()

    expect(form.get_by_role("heading", name=CONFIRMED)).to_be_visible()
    page.wait_for_function("events.length === 2")
    held, complete = page.evaluate("events")
    assert held[:2] == ["booking-held", "held"]
    assert complete == ["booking-complete", "confirmed", held[2]]
    page.reload()
    expect(form_in(page).get_by_role("heading", name=CONFIRMED)).to_be_visible()
    assert page.evaluate("events") == []


@pytest.mark.parametrize("sandbox", ["allow-scripts allow-same-origin", "allow-scripts"])
def test_sandboxed_form_without_popups_is_paid_in_place(
    sandbox: str, server: LiveServer, business: Api, site: Site, visit: Callable[..., Page]
):
    frame = f'<iframe sandbox="{sandbox}" src="{server.url}/embed?userId={business.key}" width=400 height=900></iframe>'
    page = visit(site.put("/sandbox", frame))
    form = form_in(page)
    send(form, f"Sandbox {len(sandbox)}")
    type_card(form, PAYS)

    pay_button(form).click()

    expect(form.get_by_role("heading", name=CONFIRMED)).to_be_visible()


def test_form_that_cannot_load_the_card_form_links_to_the_booking_page(
    server: LiveServer, business: Api, site: Site, visit: Callable[..., Page]
):
    """The sandbox allows neither new tabs nor navigation of the page around."""
    frame = f'<iframe sandbox="allow-scripts" src="{server.url}/embed?userId={business.key}" width=400 height=900>'
    page = visit(site.put("/closed", f"{frame}</iframe>"))
    page.route(re.compile(r"/stripe\.js|js\.stripe\.com"), lambda route: route.abort())
    form = form_in(page)
    send(form, "Blocked Host")

    form.get_by_role("link", name="Pay $50.00 on your booking page").click()

    blocked = form.get_by_text("Nothing opened? This site blocks it.")
    expect(blocked).to_be_visible()
    expect(blocked).to_contain_text(f"{server.url}/b/")
    expect(blocked).to_contain_text("We also emailed it to blocked.host@example.com.")
    assert page.url.endswith("/closed")
