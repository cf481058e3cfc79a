"""The main journey in a browser: a word becomes a booking, and a second customer for its letters is refused.

Once by mouse on a wide screen and once by keyboard on a phone.
"""

import re
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from marqueedesk.kit import clock
from tests.support.api import PASSWORD
from tests.support.server import LiveServer

SECONDS = 1000
Use = Callable[[Locator], None]


def by_mouse(control: Locator) -> None:
    control.click()


def by_keyboard(control: Locator) -> None:
    """Focus the control and press Enter, as after reaching it with Tab."""
    control.focus()
    expect(control).to_be_focused()
    control.press("Enter")


def day(offset: int) -> date:
    return clock.now().date() + timedelta(days=30 + offset)


def as_typed(value: date) -> str:
    return value.strftime("%m/%d/%Y")


class Person:
    """A user with a separate browser profile. Policy violations and page errors are recorded."""

    def __init__(self, browser: Browser, server: LiveServer, width: int, use: Use) -> None:
        self.context: BrowserContext = browser.new_context(
            base_url=server.url, viewport={"width": width, "height": 850}, reduced_motion="reduce"
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(20 * SECONDS)
        self.use = use
        self.faults: list[str] = []
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("console", lambda line: self.faults.append(line.text) if self._is_fault(line.text) else None)

    @staticmethod
    def _is_fault(line: str) -> bool:
        return "Content Security Policy" in line or "Uncaught" in line

    def button(self, name: str, within: Locator | None = None) -> None:
        self.use((within or self.page).get_by_role("button", name=name, exact=True).first)

    def fits_the_screen(self) -> None:
        wider = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wider <= 0, f"{self.page.url} is {wider} px wider than the screen"


WAYS: dict[str, tuple[int, Use]] = {"sqlite": (1280, by_mouse), "postgresql": (360, by_keyboard)}


@pytest.fixture
def people(database_kind: str, browser: Browser, live_server: LiveServer):
    """Create users: the operator and two visitors. Pages are independent of the database."""
    width, use = WAYS[database_kind]
    made: list[Person] = []

    def make() -> Person:
        made.append(Person(browser, live_server, width, use))
        return made[-1]

    yield make
    faults = [fault for person in made for fault in person.faults]
    for person in made:
        person.context.close()
    assert not faults


def register(operator: Person) -> None:
    page = operator.page
    page.goto("/auth")
    expect(page.get_by_role("heading", name="Sign in to your account")).to_be_visible()
    operator.use(page.get_by_role("tab", name="Register"))
    expect(page.get_by_role("heading", name="Create a new account")).to_be_visible()
    page.get_by_label("Company Name", exact=True).fill("Bright Ideas")
    page.get_by_label("Email", exact=True).fill("ada@example.com")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Confirm Password", exact=True).fill(PASSWORD)
    operator.button("Create Account")
    page.wait_for_url("**/dashboard")
    operator.fits_the_screen()


def enter_letters(operator: Person, letters: dict[str, int], size: str) -> None:
    page = operator.page
    page.goto("/inventory")
    for letter, quantity in letters.items():
        operator.button("Add New Letter")
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Letter", exact=True).fill(letter)
        dialog.get_by_label("Size", exact=True).select_option(size)
        dialog.get_by_label("Quantity", exact=True).fill(str(quantity))
        dialog.get_by_label("Price Per Day", exact=True).fill("25")
        dialog.get_by_label("Price Per Day", exact=True).press("Enter")
        expect(dialog).to_be_hidden()
    operator.fits_the_screen()


def enter_venue(operator: Person) -> None:
    page = operator.page
    page.goto("/venues")
    operator.use(page.get_by_role("button", name=re.compile("^Add (Venue|Your First Venue)")).first)
    dialog = page.get_by_role("dialog")
    for label, text in {
        "Venue Name": "The Foundry",
        "Address": "1 Main Street",
        "City": "Albany",
        "State": "NY",
        "ZIP Code": "12207",
    }.items():
        dialog.get_by_label(label, exact=True).fill(text)
    dialog.get_by_label("ZIP Code", exact=True).press("Enter")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("heading", name="The Foundry")).to_be_visible()
    operator.fits_the_screen()


def fill_form(visitor: Person, address: str, message: str, name: str) -> None:
    page = visitor.page
    page.goto(address)
    expect(page.get_by_role("heading", name="Book Your Marquee Letters")).to_be_visible()
    page.get_by_label("Message", exact=True).fill(message)
    page.get_by_label("Venue", exact=True).select_option(index=1)
    page.get_by_label("Delivery Date", exact=True).fill(as_typed(day(0)))
    page.get_by_label("Pickup Date", exact=True).fill(as_typed(day(2)))
    page.get_by_label("Your Name", exact=True).fill(name)
    page.get_by_label("Email", exact=True).fill(f"{name.partition(' ')[0].lower()}@example.com")
    page.get_by_label("Email", exact=True).press("Tab")


def test_word_becomes_a_booking_and_no_letter_is_promised_twice(people: Callable[[], Person]):
    operator = people()
    register(operator)
    enter_letters(operator, {"L": 1, "O": 1, "V": 1, "E": 1}, "4ft")
    enter_letters(operator, {"L": 1, "O": 1, "V": 1, "E": 1}, "2ft")
    enter_venue(operator)
    key = operator.page.request.get("/api/user").json()["publicKey"]
    address = f"/booking?userId={key}"

    # A visitor sees the letters light up, the price and availability, and books.
    visitor = people()
    fill_form(visitor, address, "Love", "Grace Hopper")
    form = visitor.page
    expect(form.get_by_role("img", name="LOVE").first).to_be_visible()
    expect(form.get_by_text("Your letters are available on these dates")).to_be_visible()
    expect(form.get_by_text("$200.00").filter(visible=True).first).to_be_visible()
    visitor.fits_the_screen()
    visitor.button("Submit Booking Request")
    expect(form.get_by_role("heading", name="Your booking request has been sent!")).to_be_visible()
    visitor.fits_the_screen()

    # The operator opens the request and confirms it.
    page = operator.page
    page.goto("/bookings?status=pending")
    expect(page.get_by_text("Grace Hopper").first).to_be_visible()
    operator.fits_the_screen()
    booking = operator.page.request.get("/api/bookings").json()[0]
    page.goto(f"/bookings?id={booking['id']}")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(f"Booking #{booking['number']}").first).to_be_visible()
    expect(dialog.get_by_role("img", name="LOVE").first).to_be_visible()
    operator.button("Confirm Booking", dialog)
    expect(dialog.get_by_text("Confirmed", exact=True).first).to_be_visible()
    expect(dialog.get_by_role("button", name="Mark as Completed")).to_be_visible()
    operator.fits_the_screen()

    # A second visitor needs the same letters: they are listed, and the alternative works.
    second = people()
    fill_form(second, address, "LOVE", "Alan Turing")
    form = second.page
    short = form.get_by_text(re.compile("L, O, V and E")).first
    expect(short).to_be_visible()
    second.fits_the_screen()
    second.use(form.get_by_role("button", name=re.compile("2ft")).first)
    expect(form.get_by_text("Your letters are available on these dates")).to_be_visible()
    expect(form.get_by_label("Your Name", exact=True)).to_have_value("Alan Turing")
    second.button("Submit Booking Request")
    expect(form.get_by_role("heading", name="Your booking request has been sent!")).to_be_visible()

    sizes = [(row["customerName"], row["size"]) for row in operator.page.request.get("/api/bookings").json()]
    assert sorted(sizes) == [("Alan Turing", "2ft"), ("Grace Hopper", "4ft")]
