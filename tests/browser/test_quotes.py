"""From inquiry to booking: the operator creates a quote, and the customer accepts it through its link."""

import re
from collections.abc import Callable, Generator
from datetime import date, timedelta

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from marqueedesk.kit import clock
from tests.browser.conftest import sign_in
from tests.browser.sound import serious_faults
from tests.support import databases
from tests.support.server import LiveServer

# All of these run on one worker, so that one server is enough.
pytestmark = pytest.mark.xdist_group("quotes")

TIMEOUT = 20_000
GLOW = ("glow@marqueedesk.example", "demo-operator")


@pytest.fixture(scope="module")
def server() -> Generator[LiveServer]:
    """A running demo for this file, whose quotes are created and answered."""
    with LiveServer(databases.new_demo()) as server:
        yield server


@pytest.fixture
def operator(server: LiveServer, profile: Callable[..., BrowserContext]) -> Page:
    """An operator on a desktop."""
    context = profile()
    sign_in(context, server, GLOW)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    return page


@pytest.fixture
def customer(profile: Callable[..., BrowserContext]) -> Page:
    """A customer on a phone, without an account."""
    page = profile(width=360, dark=True).new_page()
    page.set_default_timeout(TIMEOUT)
    return page


def day(offset: int) -> date:
    return clock.now().date() + timedelta(days=200 + offset)


def write_quote(page: Page, server: LiveServer, *, first: int, message: str = "LOVE") -> None:
    """Fill in the builder: word, place, dates, customer, a custom line and a discount."""
    page.goto(f"{server.url}/booking")
    page.get_by_label("Message", exact=True).fill(message)
    page.get_by_label("Location Name (Optional)").fill("The Old Barn")
    page.get_by_label("Delivery Date", exact=True).fill(f"{day(first):%m/%d/%Y}")
    page.get_by_label("Pickup Date", exact=True).fill(f"{day(first + 1):%m/%d/%Y}")
    page.get_by_label("Customer Name").fill("Jane Miller")
    page.get_by_role("button", name="Add a Line").click()
    page.get_by_label("Text of line 1").fill("Generator")
    page.get_by_label("Amount of line 1").fill("80")
    page.get_by_label("Discount", exact=True).fill("10")
    page.get_by_label("Note to the Customer").fill("We bring our own power.")


def send_quote(page: Page) -> str:
    """Send the builder's quote; returns the link shown to the operator."""
    page.get_by_role("button", name="Send Quote").click()
    asking = page.get_by_role("dialog", name=re.compile("^Send "))
    asking.get_by_role("button", name=re.compile("^(Send Quote|Create Link)$")).click()
    done = page.get_by_role("dialog", name=re.compile("is ready$"))
    link = done.get_by_label("Link for Your Customer").input_value()
    assert serious_faults(page) == []
    done.get_by_role("button", name="Done").click()
    return link


def path_of(link: str) -> str:
    return "/q/" + link.rpartition("/q/")[2]


def test_inquiry_becomes_a_quote_and_a_booking(server: LiveServer, operator: Page, customer: Page):
    write_quote(operator, server, first=0)
    expect(operator.get_by_text("Extra lines").last).to_be_visible()
    address = server.url + path_of(send_quote(operator))

    answer = customer.goto(address)
    assert answer is not None
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    expect(customer.get_by_text("The Old Barn", exact=True)).to_be_visible()
    expect(customer.get_by_text("Generator", exact=True)).to_be_visible()
    expect(customer.get_by_text("We bring our own power.")).to_be_visible()
    assert customer.evaluate("document.documentElement.scrollWidth") == 360
    assert serious_faults(customer) == []

    customer.get_by_label("Your name").fill("Jane Q. Miller")
    customer.get_by_label("Your email", exact=True).fill("jane@example.com")
    customer.get_by_role("checkbox").check()
    customer.get_by_role("button", name=re.compile("^Accept for")).dblclick()
    # The second press may come after the response, and then takes the focus from it.
    expect(customer.get_by_role("heading", name="You’re all set. Your sign is booked!")).to_be_visible()
    expect(customer.get_by_text(re.compile(r"Your booking is #\d+\."))).to_be_visible()
    assert serious_faults(customer) == []

    operator.goto(f"{server.url}/quotes?status=accepted")
    operator.get_by_role("link", name="Jane Miller").first.click()
    details = operator.get_by_role("dialog")
    expect(details.get_by_text("accepted by Jane Q. Miller")).to_be_visible()
    assert serious_faults(operator) == []
    details.get_by_role("button", name="Open Booking").click()
    booking = operator.get_by_role("dialog", name=re.compile("^Booking #"))
    expect(booking.get_by_text("Confirmed").first).to_be_visible()
    expect(booking.get_by_text("jane@example.com").first).to_be_visible()


def test_question_new_version_and_declined_quote(server: LiveServer, operator: Page, customer: Page):
    write_quote(operator, server, first=10)
    address = server.url + path_of(send_quote(operator))
    customer.goto(address)
    customer.get_by_role("button", name="Ask a question").click()
    customer.get_by_label("Your question").fill("Does it fit through a door?")
    customer.get_by_role("button", name="Send Question").click()
    expect(customer.get_by_text(re.compile("^Question sent"))).to_be_focused()

    operator.reload()
    details = operator.get_by_role("dialog")
    expect(details.get_by_text("Does it fit through a door?")).to_be_visible()
    details.get_by_role("button", name=re.compile("^Actions for")).click()
    operator.get_by_role("menuitem", name="Edit", exact=True).click()
    expect(operator.get_by_text(re.compile("still sees version 1"))).to_be_visible()
    operator.get_by_label("Amount of line 1").fill("40")
    send_quote(operator)

    # The open page still shows the previous version.
    customer.get_by_label("Your name").fill("Jane")
    customer.get_by_label("Your email", exact=True).fill("jane@example.com")
    customer.get_by_role("checkbox").check()
    customer.get_by_role("button", name=re.compile("^Accept for")).click()
    expect(customer.get_by_role("alert")).to_contain_text("has changed since you opened it")
    expect(customer.get_by_label("Your name")).to_have_value("Jane")
    expect(customer.get_by_role("checkbox")).not_to_be_checked()

    customer.get_by_role("button", name="Decline", exact=True).click()
    customer.get_by_label("Why not? (Optional)").fill("Too dear")
    customer.get_by_role("button", name="Decline Quote").click()
    expect(customer.get_by_role("heading", name="You declined this quote")).to_be_focused()
    operator.goto(f"{server.url}/quotes?status=declined&q=Jane+Miller")
    operator.get_by_role("link", name="Jane Miller").first.click()
    expect(operator.get_by_role("dialog").get_by_text("Too dear")).to_be_visible()


def test_withdrawn_quote_and_unknown_link_show_an_explanation(server: LiveServer, operator: Page, customer: Page):
    write_quote(operator, server, first=20)
    address = server.url + path_of(send_quote(operator))
    operator.get_by_role("dialog").get_by_role("button", name=re.compile("^Actions for")).click()
    operator.get_by_role("menuitem", name="Withdraw").click()
    operator.get_by_role("alertdialog").get_by_role("button", name="Withdraw Quote").click()
    expect(operator.get_by_text("Quote withdrawn")).to_be_visible()

    customer.goto(address)
    expect(customer.get_by_role("heading", name="This quote is being revised")).to_be_visible()
    expect(customer.get_by_role("button", name=re.compile("^Accept"))).to_have_count(0)
    assert serious_faults(customer) == []

    customer.goto(f"{server.url}/q/nobody-knows-this")
    expect(customer.get_by_role("heading", name="This quote is not available")).to_be_visible()
    assert serious_faults(customer) == []


def test_customer_entries_appear_live_for_the_operator(server: LiveServer, operator: Page, customer: Page):
    booked = operator.request.post(
        f"{server.url}/api/bookings",
        data={
            "message": "GLOW",
            "size": "4ft",
            "customerName": "Jane Miller",
            "customerEmail": "jane@example.com",
            "deliveryDate": day(60).isoformat(),
            "pickupDate": day(61).isoformat(),
            "overbookReason": "Lent by a friend",
        },
    ).json()
    number, booked = booked["number"], booked["id"]
    operator.request.patch(f"{server.url}/api/bookings/{booked}/status", data={"status": "confirmed"})
    made = operator.request.post(f"{server.url}/api/bookings/{booked}/customer-link", data={}).json()
    operator.goto(f"{server.url}/bookings?id={booked}")
    details = operator.get_by_role("dialog", name=f"Booking #{number}")
    expect(details.get_by_label("Link for Your Customer")).to_have_value(made["link"])

    customer.goto(f"{server.url}/b/" + made["link"].rpartition("/")[2])
    expect(customer.get_by_role("heading", name="Your sign is booked")).to_be_visible()
    assert customer.evaluate("document.documentElement.scrollWidth") == 360
    customer.get_by_label("Where are the power outlets?").fill("Left of the stage")
    customer.get_by_role("button", name="Save Details").click()
    expect(customer.get_by_text("Saved. The crew will see your details.")).to_be_visible()
    customer.get_by_text("Something else?").click()
    customer.get_by_label("What would you like to change?").fill("Could you come at noon?")
    customer.get_by_role("button", name="Request a Change").click()

    # Without a reload.
    expect(details.get_by_role("region", name="For the Crew").get_by_text("Left of the stage")).to_be_visible()
    asked = details.get_by_role("region", name="Change requested")
    expect(asked.get_by_text("Could you come at noon?")).to_be_visible()
    asked.get_by_role("button", name="Decline").click()
    answer = operator.get_by_role("dialog", name="Decline the Change")
    answer.get_by_label("Message to Your Customer (Optional)").fill("We are on the road at noon.")
    assert serious_faults(operator) == []
    answer.get_by_role("button", name="Decline Change").click()
    expect(details.get_by_text("“We are on the road at noon.”")).to_be_visible()

    customer.reload()
    expect(customer.get_by_text("We are on the road at noon.")).to_be_visible()
    customer.get_by_role("button", name="Cancel This Booking").click()
    customer.get_by_label("Why? (Optional)").fill("It rains")
    assert serious_faults(customer) == []
    customer.get_by_role("button", name="Cancel Booking").click()
    expect(customer.get_by_role("heading", name="This booking is canceled")).to_be_visible()
    canceled = details.get_by_role("region", name="Canceled by the customer")
    expect(canceled.get_by_text("It rains")).to_be_visible()
    details.get_by_role("button", name="Close").first.click()
    operator.get_by_role("button", name=re.compile(r"^Notifications, \d+ unread$")).click()
    bell = operator.get_by_role("dialog", name="Notifications")
    for told in ("Jane Miller has canceled", "Jane Miller requested a change"):
        expect(bell.get_by_role("link", name=re.compile(told))).to_be_visible()
