"""Phones: room for the content beside the bars that stay on screen, and borrowed pieces in a few taps."""

from collections.abc import Callable, Generator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sound import serious_faults
from tests.support import databases
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.server import LiveServer, next_summer

HEIGHT = 740
MOST_FOR_BARS = HEIGHT // 3 - 10
"""A third of the screen, with some room to spare."""
IN_BARS = """
() => {
  let rows = 0;
  for (let y = 0; y < innerHeight; y += 1) {
    for (let node = document.elementFromPoint(innerWidth / 2, y); node; node = node.parentElement) {
      const { position, overflowY } = getComputedStyle(node);
      const scrolls = /auto|scroll/.test(overflowY) && node.scrollHeight > node.clientHeight;
      if (scrolls && node !== document.body) break;
      if (position === 'sticky' || position === 'fixed') {
        rows += 1;
        break;
      }
    }
  }
  return rows;
}
"""
"""Pixels of the screen's height that bars take: rows of elements that stay while the page or dialog scrolls."""


@pytest.fixture(scope="module")
def server() -> Generator[LiveServer]:
    """A server for these tests. Pages are independent of the database."""
    with LiveServer(databases.new("sqlite")) as server:
        yield server


@pytest.fixture
def operator(server: LiveServer, live_caller: Callable[[LiveServer], Api]) -> Api:
    """An operator with letters."""
    operator = live_caller(server).register()
    operator.add_letters("LOVE", quantity=20)
    return operator


@pytest.fixture
def phone(browser: Browser, server: LiveServer, operator: Api) -> Generator[Page]:
    """A page on the operator's phone, signed in."""
    context = browser.new_context(viewport={"width": 360, "height": HEIGHT}, base_url=server.url, has_touch=True)
    login = {"email": operator.user["email"], "password": PASSWORD}
    assert context.request.post("/api/login", data=login).ok
    yield context.new_page()
    context.close()


def confirmed(operator: Api, **more: Any) -> dict[str, Any]:
    day = next_summer().isoformat()
    return operator.book(message="LOVE", asRequest=False, deliveryDate=day, pickupDate=day, **more)


def test_booking_details_leave_two_thirds_of_a_phone_to_their_content(phone: Page, operator: Api):
    booking = confirmed(operator)
    phone.goto(f"/bookings?id={booking['id']}")
    expect(phone.get_by_role("button", name="Change Delivery")).to_be_visible()

    phone.mouse.move(180, HEIGHT / 2)
    phone.mouse.wheel(0, 400)

    assert phone.evaluate(IN_BARS) <= MOST_FOR_BARS


def test_builder_leaves_two_thirds_of_a_phone_to_its_content(phone: Page):
    phone.goto("/booking")
    message = phone.get_by_role("textbox").first
    message.fill("LOVE")
    expect(phone.get_by_role("img", name="LOVE").first).to_be_visible()
    day = next_summer().strftime("%m/%d/%Y")
    for label in ("Delivery Date", "Pickup Date"):
        phone.get_by_label(label, exact=True).fill(day)
    expect(phone.get_by_text("$100.00").first).to_be_attached()

    phone.evaluate("scrollTo(0, 700)")

    expect(message).not_to_be_in_viewport()
    assert phone.evaluate(IN_BARS) <= MOST_FOR_BARS


def test_missing_letter_is_recorded_as_borrowed_on_a_phone(phone: Page, operator: Api):
    booking = confirmed(operator)
    letters = ok_json(operator.get("/api/inventory"))
    broken = next(row for row in letters if row["letter"] == "O")
    day = booking["deliveryDate"][:10]
    outage = {"count": broken["quantity"], "firstDay": day, "lastDay": day}
    ok_json(operator.post(f"/api/inventory/{broken['id']}/outages", json=outage))
    phone.goto(f"/bookings?id={booking['id']}")

    phone.get_by_role("button", name="Record: Borrow").tap()
    form = phone.get_by_role("dialog", name="Record Borrowed Pieces")
    form.get_by_label("Borrowed From").fill("Neon Nights")
    assert serious_faults(phone) == []
    form.get_by_role("button", name="Record").tap()

    expect(phone.get_by_text("Nothing is missing anymore")).to_be_visible()
    expect(phone.get_by_text("1 × O (4ft) from Neon Nights")).to_be_visible()
    phone.goto(f"/day?date={day}")
    expect(phone.get_by_role("heading", name="Give Back")).to_be_visible()
    expect(phone.get_by_text("1 from Neon Nights")).to_be_visible()
    assert serious_faults(phone) == []
