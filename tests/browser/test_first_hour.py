"""The first hour of a new business in Cologne: from registration to its first confirmed request, counted in taps.

A tap is a press, a choice or a field to enter. Nothing is charged that the owner did not see and choose.
"""

from collections.abc import Callable
from datetime import timedelta

from playwright.sync_api import BrowserContext, Locator, Page, expect

from marqueedesk.kit import clock
from tests.browser.stage import new_email
from tests.support.server import LiveServer

TAPS = 35


class Taps:
    """Counts the taps of a person."""

    def __init__(self) -> None:
        self.count = 0

    def press(self, control: Locator) -> None:
        control.click()
        self.count += 1

    def fill(self, page: Page | Locator, texts: dict[str, str]) -> None:
        for label, text in texts.items():
            page.get_by_label(label, exact=True).fill(text)
            self.count += 1


def test_business_in_cologne_confirms_its_first_request_within_35_taps(
    demo: LiveServer, profile: Callable[..., BrowserContext]
):
    taps = Taps()
    context = profile(time_zone="Europe/Berlin")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{demo.url}/auth")
    taps.press(page.get_by_role("tab", name="Register"))
    account = {"Company Name": "Kölner Lichter", "Your Name (Optional)": "Kathrin Weber", "Email": new_email("koeln")}
    taps.fill(page, account | {"Password": "correct horse", "Confirm Password": "correct horse"})
    taps.press(page.get_by_role("button", name="Create Account"))

    # The country is guessed and shown; nothing is saved before.
    steps, dialog = page.get_by_role("main"), page.get_by_role("dialog")
    expect(steps.get_by_text("Germany: EUR, centimeters, dates such as 31.12.2027, and 24-hour time.")).to_be_visible()
    user = page.request.get(f"{demo.url}/api/user").json()
    assert (user["username"], user["currency"]) == ("Kathrin Weber", "USD")
    taps.press(steps.get_by_role("button", name="That’s Right"))
    expect(steps.get_by_text("1 of 5 done")).to_be_visible()

    # Prices: letters and lighting, and nothing else.
    taps.press(steps.get_by_role("button", name="Review Charges"))
    taps.press(dialog.get_by_role("button", name="Charge Only for Letters"))
    taps.press(dialog.get_by_role("switch", name="LED Lighting"))
    taps.fill(dialog, {"4ft Letter": "30"})
    expect(dialog.get_by_text("€145.00")).to_be_visible()
    taps.press(dialog.get_by_role("button", name="Save Prices"))
    expect(steps.get_by_text("2 of 5 done")).to_be_visible()

    # Letters, with two Ö.
    taps.press(steps.get_by_role("link", name="Add Letters"))
    taps.press(steps.get_by_role("button", name="Add a Whole Set").last)
    taps.fill(dialog, {"Ö": "2"})
    taps.press(dialog.get_by_role("button", name="Preview"))
    taps.press(dialog.get_by_role("button", name="Add 38 Letters"))
    expect(dialog).to_be_hidden()

    # The link of the form goes on the business's site.
    taps.press(page.get_by_role("link", name="Dashboard", exact=True))
    taps.press(steps.get_by_role("button", name="Copy Link"))
    link = page.evaluate("navigator.clipboard.readText()")

    # A customer asks for a sign at an address of their own.
    form = profile(width=360, time_zone="Europe/Berlin").new_page()
    form.goto(link)
    day = clock.now().date() + timedelta(days=20)
    customer = Taps()
    customer.fill(
        form,
        {
            "Message": "Schön",
            "Delivery Date": f"{day:%d.%m.%Y}",
            "Pickup Date": f"{day + timedelta(days=1):%d.%m.%Y}",
            "Street Address": "Domkloster 4",
            "City": "Köln",
            "Postal Code": "50667",
            "Your Name": "Jonas Klein",
            "Email": "jonas@texts.example",
        },
    )
    customer.press(form.get_by_role("button", name="Submit Booking Request"))
    expect(form.get_by_role("heading", name="Your booking request has been sent!")).to_be_visible()

    bell = page.get_by_role("button", name="Notifications, 1 unread")
    expect(bell).to_be_visible(timeout=20_000)
    taps.press(bell)
    taps.press(page.get_by_role("dialog", name="Notifications").get_by_role("link", name="Jonas Klein"))
    booking = page.get_by_role("dialog", name="Booking #")
    taps.press(booking.get_by_role("button", name="Confirm Booking"))
    expect(booking.get_by_text("Confirmed", exact=True).first).to_be_visible()

    # Five letters at €30 and nothing else.
    found = page.request.get(f"{demo.url}/api/bookings").json()[0]
    assert (found["totalPrice"], found["deposit"], found["status"]) == (150, 0, "confirmed")
    assert taps.count <= TAPS, f"{taps.count} taps"
