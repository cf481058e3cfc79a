"""A customer changes a booking on its page: with the keyboard, on a phone, enlarged, and in both color schemes."""

from collections.abc import Callable, Generator
from datetime import timedelta

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.sound import HALVES, RULES, serious_faults
from tests.support import databases
from tests.support.api import Api, ok_json
from tests.support.server import LiveServer, client_of, next_summer

# All of these run on one worker, so that one server is enough.
pytestmark = pytest.mark.xdist_group("customer-changes")

TIMEOUT = 20_000
OPEN = "Change Days, Place or Letters"


@pytest.fixture(scope="module")
def server() -> Generator[LiveServer]:
    """The product with one business."""
    with LiveServer(databases.new("sqlite")) as server:
        yield server


@pytest.fixture(scope="module")
def business(server: LiveServer) -> Generator[Api]:
    """A business whose customers change bookings at once, with two sizes, an item, a package and a venue."""
    with client_of(server.url) as http:
        business = Api(http).register("changes@example.com")
        for size in ("2ft", "4ft"):
            business.add_letters("LOVE2026", quantity=20, size=size)
        arch = {"name": "Balloon arch", "kind": "counted", "quantity": 3, "price": 50, "per": "event", "public": True}
        ok_json(business.post("/api/items", json=arch))
        lines = [{"kind": "letters", "text": "____", "size": "4ft"}]
        ok_json(business.post("/api/packages", json={"name": "Birthday", "price": 90, "public": True, "lines": lines}))
        business.add_venue(name="Old Mill", city="Troy")
        business.set_rules(customerChanges="at_once")
        yield business


@pytest.fixture
def booking(business: Api) -> dict[str, str]:
    """A confirmed booking of LOVE and the path of its customer's page."""
    days = {"deliveryDate": next_summer().isoformat(), "pickupDate": (next_summer() + timedelta(1)).isoformat()}
    booked = business.book(asRequest=False, **days)
    return {"id": str(booked["id"]), "path": f"/b/{business.booking_token(booked['id'])}"}


def visit(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto(url)
    return page


def tab_to(page: Page, name: str, *, role: str = "button") -> None:
    """Press Tab until the control with this accessible name has the focus."""
    target = page.get_by_role(role, name=name, exact=True).first  # pyright: ignore[reportArgumentType]
    for _ in range(60):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no way to {name} by keyboard")


def test_booking_is_changed_with_the_keyboard_alone(
    server: LiveServer, business: Api, booking: dict[str, str], profile: Callable[..., BrowserContext]
):
    page = visit(profile(width=360), server.url + booking["path"])
    page.get_by_role("button", name=OPEN).wait_for()

    tab_to(page, OPEN)
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Days, place and letters")).to_be_focused()
    expect(page.get_by_role("button", name="Check Price")).to_be_disabled()
    tab_to(page, "Letters", role="textbox")
    page.keyboard.press("End")
    page.keyboard.type(" LOVE")
    tab_to(page, "Add an item or package", role="combobox")
    page.keyboard.type("Balloon")
    tab_to(page, "Add")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Quantity")).to_be_focused()
    tab_to(page, "Check Price")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Available. New total:")).to_be_visible()
    tab_to(page, "Change My Booking")
    page.keyboard.press("Enter")

    expect(page.get_by_text("Your booking is changed.")).to_be_visible()
    expect(page.get_by_role("button", name=OPEN)).to_be_focused()
    changed = ok_json(business.get(f"/api/bookings/{booking['id']}"))
    assert [line["kind"] for line in changed["lines"]] == ["letters", "item"]
    assert changed["lines"][0]["text"] == "LOVE LOVE"


@pytest.mark.parametrize("half", HALVES)
def test_form_is_accessible_and_fits(
    half: tuple[tuple[int, str], ...],
    server: LiveServer,
    booking: dict[str, str],
    profile: Callable[..., BrowserContext],
):
    for width, scheme in half:
        page = visit(profile(width=width, dark=scheme == "dark"), server.url + booking["path"])
        page.get_by_role("button", name=OPEN).click()
        page.get_by_label("Size").select_option("2ft")
        page.get_by_role("button", name="Add Letters").click()
        page.get_by_text("Something else?").click()
        expect(page.get_by_label("What would you like to change?")).to_be_visible()
        assert serious_faults(page, RULES[scheme]) == []
        page.get_by_role("button", name="Check Price").click()
        expect(page.get_by_text("Please check the marked fields.")).to_be_visible()
        expect(page.get_by_label("Letters of line 2")).to_be_focused()
        page.get_by_label("Letters of line 2").fill("2026")
        page.get_by_role("button", name="Check Price").click()
        expect(page.get_by_role("button", name="Change My Booking")).to_be_visible()
        assert serious_faults(page, RULES[scheme]) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_form_needs_no_sideways_scrolling_at_400_percent(
    server: LiveServer, booking: dict[str, str], profile: Callable[..., BrowserContext]
):
    page = visit(profile(width=320), server.url + booking["path"])
    page.get_by_role("button", name=OPEN).click()
    page.get_by_label("Size").select_option("2ft")
    page.get_by_role("button", name="Check Price").click()
    expect(page.get_by_role("button", name="Change My Booking")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("width, dark", [(360, False), (1280, True)])
def test_canceled_booking_is_booked_again(
    width: int,
    dark: bool,
    server: LiveServer,
    business: Api,
    profile: Callable[..., BrowserContext],
):
    days = {"deliveryDate": next_summer().isoformat(), "pickupDate": (next_summer() + timedelta(1)).isoformat()}
    booked = business.book(
        asRequest=False,
        lines=[{"kind": "letters", "text": "LOVE 2026", "size": "2ft", "addOns": {"lighting": True}}],
        customerName="Grace Hopper",
        customerEmail=f"grace{width}@example.com",
        customerPhone="914 555 0100",
        address={"street": "2 Elm St", "city": "Troy", "zipCode": "12180"},
        venueName="Elm House",
        **days,
    )
    ok_json(business.set_status(booked["id"], "canceled"))
    page = visit(profile(width=width, dark=dark), f"{server.url}/b/{business.booking_token(booked['id'])}")
    page.get_by_role("button", name="Book Again").wait_for()
    assert serious_faults(page, RULES["dark" if dark else "light"]) == []

    page.get_by_role("button", name="Book Again").click()
    page.wait_for_url("**/booking?key=mk_*")

    expect(page.get_by_label("Message", exact=True)).to_have_value("LOVE 2026")
    expect(page.get_by_label("Your Name", exact=True)).to_have_value("Grace Hopper")
    expect(page.get_by_label("Street Address", exact=True)).to_have_value("2 Elm St")
    assert "grace" not in page.url
    page.get_by_label("Delivery Date", exact=True).fill(f"{next_summer() + timedelta(30):%m/%d/%Y}")
    page.get_by_label("Pickup Date", exact=True).fill(f"{next_summer() + timedelta(31):%m/%d/%Y}")
    page.get_by_role("button", name="Submit Booking Request").click()
    expect(page.get_by_text("Booking submitted").first).to_be_visible()
    rows = ok_json(business.get("/api/bookings"))
    again = [row for row in rows if row["customerEmail"] == f"grace{width}@example.com" and row["id"] != booked["id"]]
    assert len(again) == 1
