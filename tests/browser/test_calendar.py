"""The bookings calendar: dragging a booking to another day asks for confirmation."""

import re
from collections.abc import Callable, Generator
from datetime import date, timedelta
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Ear, sign_in
from tests.browser.sound import serious_faults
from tests.support.server import LiveServer, next_summer

SATURDAY = 6
FIRST = next_summer() + timedelta(days=40)


def format_day(day: date) -> str:
    """Format a day as in the dialog: "Tue, Jun 1, 2027"."""
    return f"{day:%a, %b} {day.day}, {day.year}"


@pytest.fixture
def page(demo: LiveServer, profile: Callable[..., BrowserContext], ear: Ear) -> Page:
    context = profile(width=1280)
    sign_in(context, demo)
    return ear.listen(context.new_page())


@pytest.fixture
def rental(demo: LiveServer, page: Page) -> Generator[dict[str, Any]]:
    """A rental of two days far from any other."""
    answer = page.context.request.post(
        f"{demo.url}/api/bookings",
        data={
            "message": "ZZZZ",
            "size": "4ft",
            "customerName": "Zoe Ito",
            "customerEmail": "zoe@example.com",
            "deliveryDate": f"{FIRST}T09:30",
            "pickupDate": str(FIRST + timedelta(days=2)),
            "overbookReason": "Lent by a colleague",
        },
    )
    assert answer.ok, answer.text()
    yield answer.json()
    page.context.request.patch(f"{demo.url}/api/bookings/{answer.json()['id']}/status", data={"status": "canceled"})


def stored(page: Page, demo: LiveServer, rental: dict[str, Any]) -> tuple[str, str]:
    found = page.context.request.get(f"{demo.url}/api/bookings/{rental['id']}").json()
    return found["deliveryDate"][:16], found["pickupDate"][:10]


@pytest.mark.parametrize("span", ["month", "week"])
def test_delivery_can_be_dragged_to_another_day(demo: LiveServer, page: Page, rental: dict[str, Any], span: str):
    # Another day of the same week, which ends on Saturday.
    there = FIRST + timedelta(days=-1 if FIRST.isoweekday() == SATURDAY else 1)
    view = f"span=week&day={FIRST}" if span == "week" else f"month={FIRST:%Y-%m}"
    page.goto(f"{demo.url}/bookings?view=calendar&{view}")
    chip = page.get_by_role("link", name="Delivery,").filter(has_text="ZZZZ")
    cell = page.locator(f"{'td' if span == 'month' else 'ol > li'}[data-day='{there}']")

    chip.drag_to(cell)
    dialog = page.get_by_role("dialog", name=f"Move Booking #{rental['number']}")
    expect(dialog.get_by_role("row", name="Delivery")).to_contain_text(format_day(there))
    expect(dialog.get_by_text("Not enough letters")).to_be_visible()
    assert serious_faults(page) == []
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()
    assert stored(page, demo, rental) == (f"{FIRST}T09:30", str(FIRST + timedelta(days=2)))

    chip.drag_to(cell)
    dialog.get_by_role("button", name="Move Booking").click()
    expect(page.get_by_text("Booking moved").first).to_be_visible()
    assert stored(page, demo, rental) == (f"{there}T09:30", str(there + timedelta(days=2)))
    expect(cell.get_by_text("ZZZZ")).to_be_visible()


def test_pickup_can_be_moved_by_keyboard(demo: LiveServer, page: Page, rental: dict[str, Any]):
    page.goto(f"{demo.url}/bookings?view=calendar&month={FIRST:%Y-%m}")
    pickup = page.get_by_role("link", name="Pickup,").filter(has_text="ZZZZ")
    pickup.focus()
    page.keyboard.press("m")
    field = page.get_by_label("New Pickup Date")
    expect(field).to_be_focused()
    field.fill(f"{FIRST + timedelta(days=3):%m/%d/%Y}")
    expect(page.get_by_role("row", name="Pickup")).to_contain_text(format_day(FIRST + timedelta(days=3)))
    # Price and availability of the new days load first while those of the old days are shown; then Enter confirms.
    expect(page.get_by_role("button", name="Move Booking")).to_be_visible()
    expect(page.get_by_text("Not enough letters")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Booking moved").first).to_be_visible()
    assert stored(page, demo, rental) == (f"{FIRST}T09:30", str(FIRST + timedelta(days=3)))


def test_accidental_click_outside_does_not_close_the_dialog(demo: LiveServer, page: Page):
    """Selecting text by mouse may end beside the dialog, which must not close it. Leaving asks for confirmation."""
    page.goto(f"{demo.url}/venues")
    page.get_by_role("button", name="Add Venue").first.click()
    name = page.get_by_label("Venue Name")
    name.fill("The Old Mill")
    box = name.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 60, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(5, 5, steps=3)
    page.mouse.up()
    expect(name).to_have_value("The Old Mill")
    expect(page.get_by_role("alertdialog")).to_have_count(0)

    page.mouse.click(5, 5)
    page.get_by_role("button", name="Keep Editing").click()
    expect(name).to_have_value("The Old Mill")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Discard").click()
    expect(name).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True])
def test_booking_prints_on_one_page(demo: LiveServer, profile: Callable[..., BrowserContext], dark: bool):
    context = profile(dark=dark)
    sign_in(context, demo)
    page = context.new_page()
    found = context.request.get(f"{demo.url}/api/bookings?limit=1").json()["items"][0]
    page.goto(f"{demo.url}/bookings?id={found['id']}")
    expect(page.get_by_role("button", name="Print")).to_be_visible()

    paper = page.pdf(format="Letter")

    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    page.emulate_media(media="print")
    sheet = page.locator(".job-sheet")
    expect(sheet).to_contain_text(f"Job Sheet #{found['number']}")
    expect(sheet).to_contain_text("Packing List")
    expect(page.locator("#root")).to_be_hidden()
    expect(page.locator("[role=dialog]")).to_be_hidden()
    assert sheet.evaluate("sheet => getComputedStyle(sheet).color") == "rgb(0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
