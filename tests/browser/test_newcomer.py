"""A new user from the first page to a first confirmed booking, using only what the screens offer.

No URL is typed. Clicks and filled fields are counted, so that the path does not get longer.
"""

from collections.abc import Callable
from datetime import timedelta

from playwright.sync_api import BrowserContext, Locator, Page, expect

from marqueedesk.kit import clock
from tests.browser.stage import new_email
from tests.support.server import LiveServer

PRESSES = 18
FIELDS = 15


class Newcomer:
    """Counts the user's actions."""

    def __init__(self) -> None:
        self.presses = 0
        self.fields = 0

    def press(self, control: Locator) -> None:
        control.click()
        self.presses += 1

    def fill(self, page: Page, texts: dict[str, str]) -> None:
        for label, text in texts.items():
            page.get_by_label(label, exact=True).fill(text)
            self.fields += 1


def test_new_user_reaches_a_first_confirmed_booking(demo: LiveServer, profile: Callable[..., BrowserContext]):
    somebody = Newcomer()
    context = profile()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()

    # The landing page leads to registration.
    page.goto(demo.url)
    somebody.press(page.get_by_role("link", name="Start Your Free Trial").first)
    account = {"Company Name": "Glow & Co", "Email": new_email("newcomer")}
    somebody.fill(page, account | {"Password": "correct horse", "Confirm Password": "correct horse"})
    somebody.press(page.get_by_role("button", name="Create Account"))

    # The dashboard lists the next steps, and checks off completed ones.
    steps = page.get_by_role("main")
    expect(steps.get_by_text("0 of 5 done")).to_be_visible()
    somebody.press(steps.get_by_role("button", name="That’s Right"))
    somebody.press(steps.get_by_role("button", name="Review Charges"))
    somebody.press(page.get_by_role("dialog").get_by_role("button", name="Save Prices"))
    expect(steps.get_by_text("2 of 5 done")).to_be_visible()
    somebody.press(steps.get_by_role("link", name="Add Letters"))
    somebody.press(steps.get_by_role("button", name="Add a Whole Set").last)
    dialog = page.get_by_role("dialog")
    somebody.press(dialog.get_by_role("button", name="Preview"))
    somebody.press(dialog.get_by_role("button", name="Add 37 Letters"))
    expect(dialog).to_be_hidden()

    somebody.press(page.get_by_role("link", name="Dashboard", exact=True))
    expect(steps.get_by_text("3 of 5 done")).to_be_visible()
    somebody.press(steps.get_by_role("link", name="Add a Venue"))
    place = {"Venue Name": "The Foundry", "Address": "1 Main St", "City": "Albany", "State": "NY", "ZIP Code": "12207"}
    somebody.fill(page, place)
    somebody.press(dialog.get_by_role("button", name="Create Venue"))
    expect(dialog).to_be_hidden()

    somebody.press(page.get_by_role("link", name="Dashboard", exact=True))
    expect(steps.get_by_text("4 of 5 done")).to_be_visible()
    somebody.press(steps.get_by_role("button", name="Copy Link"))
    link = page.evaluate("navigator.clipboard.readText()")

    # A customer opens the link on a phone and requests a sign.
    form = profile(width=360).new_page()
    form.goto(link)
    day = clock.now().date() + timedelta(days=20)
    dates = {"Delivery Date": f"{day:%m/%d/%Y}", "Pickup Date": f"{day + timedelta(days=1):%m/%d/%Y}"}
    somebody.fill(form, {"Message": "Love"} | dates | {"Your Name": "Grace Hopper", "Email": "grace@texts.example"})
    form.get_by_label("Venue", exact=True).select_option(index=1)
    somebody.fields += 1
    somebody.press(form.get_by_role("button", name="Submit Booking Request"))
    expect(form.get_by_role("heading", name="Your booking request has been sent!")).to_be_visible()

    # The operator's open page updates live, and one press confirms the request.
    bell = page.get_by_role("button", name="Notifications, 1 unread")
    expect(bell).to_be_visible(timeout=20_000)
    somebody.press(bell)
    somebody.press(page.get_by_role("dialog", name="Notifications").get_by_role("link", name="Grace Hopper"))
    booking = page.get_by_role("dialog", name="Booking #")
    somebody.press(booking.get_by_role("button", name="Confirm Booking"))
    expect(booking.get_by_text("Confirmed", exact=True).first).to_be_visible()

    assert somebody.presses <= PRESSES
    assert somebody.fields <= FIELDS
