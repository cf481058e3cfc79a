"""Editing a booking on a phone: few taps, and sections that keep what was typed."""

from collections.abc import Callable, Generator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sound import serious_faults
from tests.browser.taps import TapCounter
from tests.support import databases
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.server import LiveServer, next_summer

# All of these run on one worker, so that one server is enough.
pytestmark = pytest.mark.xdist_group("edit-on-phone")


@pytest.fixture(scope="module")
def server() -> Generator[LiveServer]:
    """A server for these tests. Pages are independent of the database."""
    with LiveServer(databases.new("sqlite")) as server:
        yield server


@pytest.fixture
def operator(server: LiveServer, live_caller: Callable[[LiveServer], Api]) -> Api:
    """An operator with letters, who writes times with AM and PM."""
    operator = live_caller(server).register()
    operator.add_letters("LOVE", quantity=20)
    return operator


@pytest.fixture
def phone(browser: Browser, server: LiveServer, operator: Api) -> Generator[Page]:
    """A page on the operator's phone, signed in."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, base_url=server.url, has_touch=True)
    login = {"email": operator.user["email"], "password": PASSWORD}
    assert context.request.post("/api/login", data=login).ok
    yield context.new_page()
    context.close()


def confirmed_at_half_past_three(operator: Api) -> dict[str, Any]:
    day = next_summer().isoformat()
    return operator.book(message="LOVE", asRequest=False, deliveryDate=f"{day}T15:30:00", pickupDate=day)


def read(operator: Api, booking: dict[str, Any]) -> dict[str, Any]:
    return ok_json(operator.get(f"/api/bookings/{booking['id']}"))


def test_another_time_takes_two_taps(phone: Page, operator: Api):
    booking = confirmed_at_half_past_three(operator)
    phone.goto(f"/bookings?id={booking['id']}")
    taps = TapCounter()

    taps.on(phone.get_by_role("button", name="Change Delivery"))
    expect(phone.get_by_label("Delivery Time")).to_be_focused()
    phone.keyboard.type("4:30")
    changes = phone.get_by_role("region", name="What changes")
    expect(changes).to_contain_text("3:30 PM →")
    expect(changes).to_contain_text("4:30 PM")
    assert serious_faults(phone) == []
    taps.on(phone.get_by_role("button", name="Save Changes"))

    expect(phone.get_by_text("Booking updated")).to_be_visible()
    assert taps.count == 2
    assert read(operator, booking)["deliveryDate"][11:16] == "16:30"


def test_missing_letter_is_replaced_from_the_alarm_in_one_tap(phone: Page, operator: Api):
    operator.set_prices(finishes=[{"code": "warm", "label": "Warm white"}, {"code": "rgb", "label": "RGB"}])
    booking = confirmed_at_half_past_three(operator)
    spare = {"letter": "O", "size": "4ft", "quantity": 1, "pricePerDay": 25, "finish": "rgb"}
    ok_json(operator.post("/api/inventory", json=spare))
    day = booking["deliveryDate"][:10]
    letters = ok_json(operator.get("/api/inventory"))
    broken = next(row for row in letters if (row["letter"], row["finish"]) == ("O", "warm"))
    outage = {"count": broken["quantity"], "firstDay": day, "lastDay": day}
    ok_json(operator.post(f"/api/inventory/{broken['id']}/outages", json=outage))
    phone.goto(f"/bookings?id={booking['id']}")
    alarm = phone.get_by_role("region", name="Short of 1 × O")
    taps = TapCounter()

    expect(alarm).to_contain_text("LOVE (4ft, O in RGB). The price stays the same")
    taps.on(alarm.get_by_role("button", name="RGB"))

    expect(phone.get_by_text("Nothing is missing anymore")).to_be_visible()
    assert taps.count == 1
    assert read(operator, booking)["risk"] is None
    phone.get_by_role("button", name="Undo").tap()
    expect(alarm).to_be_visible()
    assert read(operator, booking)["risk"] is not None


def test_sections_fold_without_losing_input_and_open_at_an_error(phone: Page, operator: Api):
    booking = confirmed_at_half_past_three(operator)
    phone.goto(f"/bookings?id={booking['id']}")
    phone.get_by_role("button", name="Edit", exact=True).tap()
    form = phone.get_by_role("dialog", name=f"Edit Booking #{booking['number']}")
    sections = form.locator("summary")
    expect(sections.first).to_contain_text("3:30 PM, pickup")
    assert [section.inner_text().split("\n")[0] for section in sections.all()] == [
        "When",
        "Sign",
        "Where",
        "Customer",
        "Extras",
        "Price",
        "Notes",
    ]
    assert form.locator("details[open]").count() == 0

    notes = sections.filter(has_text="Notes")
    notes.focus()
    phone.keyboard.press("Enter")
    expect(form.get_by_label("Notes (Optional)", exact=True)).to_be_focused()
    phone.keyboard.type("Ramp at the back")
    notes.tap()
    expect(form.get_by_label("Notes (Optional)", exact=True)).to_be_hidden()
    expect(notes).to_contain_text("Ramp at the back")

    customer = sections.filter(has_text="Customer")
    customer.tap()
    expect(form.get_by_label("Customer Name")).to_be_focused()
    form.get_by_label("Customer Name").fill("")
    customer.tap()
    expect(form.get_by_label("Customer Name")).to_be_hidden()
    phone.get_by_role("button", name="Save Changes").tap()
    expect(form.get_by_label("Customer Name")).to_be_focused()
    expect(form.get_by_text("Enter the customer's name")).to_be_visible()

    form.get_by_label("Customer Name").fill("Grace")
    phone.get_by_role("button", name="Save Changes").tap()
    expect(phone.get_by_text("Booking updated")).to_be_visible()
    saved = read(operator, booking)
    assert (saved["customerName"], saved["notes"]) == ("Grace", "Ramp at the back")


def test_change_request_opens_its_section_and_is_done_once_saved(phone: Page, operator: Api):
    booking = confirmed_at_half_past_three(operator)
    token = operator.booking_token(booking["id"])
    ok_json(operator.post(f"/api/public/bookings/{token}/change-request", json={"text": "Could you come at 4:30?"}))
    phone.goto(f"/bookings?id={booking['id']}")
    taps = TapCounter()

    taps.on(phone.get_by_role("button", name="Edit Booking"))
    expect(phone.get_by_label("Delivery Time")).to_be_focused()
    phone.keyboard.type("4:30")
    taps.on(phone.get_by_role("button", name="Save Changes"))

    expect(phone.get_by_text("Change marked as done")).to_be_visible()
    assert taps.count == 2
    (request,) = ok_json(operator.get(f"/api/bookings/{booking['id']}/customer"))["changeRequests"]
    assert request["outcome"] == "made"
    assert read(operator, booking)["deliveryDate"][11:16] == "16:30"
