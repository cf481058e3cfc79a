"""Installation settings, changed on their page and checked where they apply (G1-G3)."""

import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import APIRequestContext, BrowserContext, Page, expect

from tests.browser.conftest import sign_in
from tests.browser.stage import ADMIN, PASSWORD, in_words, soon
from tests.support import databases
from tests.support.mail_server import PASSWORD as MAIL_PASSWORD
from tests.support.mail_server import USER as MAIL_USER
from tests.support.mail_server import MailServer
from tests.support.server import LiveServer
from tests.support.standin import StandIn

SECRETS = (MAIL_PASSWORD, "sk_test_hidden", "whsec_hidden")


@pytest.fixture
def mail_server() -> Generator[MailServer]:
    # The browser's own event loop runs in this thread.
    with ThreadPoolExecutor(1) as apart:
        running = apart.submit(MailServer, login=True).result()
    yield running
    running.stop()


@pytest.fixture
def server(provider: StandIn) -> Generator[LiveServer]:
    """A server for this test, without payment keys."""
    running = LiveServer(databases.new_demo(), settings={"stripe_api_base": provider.url})
    yield running.start()
    running.kill()


def save(page: Page, group: str) -> None:
    page.get_by_role("button", name=f"Save {group} Settings", exact=True).click()
    expect(page.get_by_text(f"{group} settings saved.").filter(visible=True).first).to_be_visible()


def fill(page: Page, **texts: str) -> None:
    for label, text in texts.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(text)


def call_api(caller: APIRequestContext, url: str, **body: Any) -> Any:
    answer = caller.post(url, data=body) if body else caller.get(url)
    assert answer.ok, answer.text()
    return answer.json()


def test_changed_installation_settings_apply_across_the_product(
    server: LiveServer, profile: Callable[..., BrowserContext], mail_server: MailServer
):
    admins, newcomers, visitors = profile(), profile(), profile()
    sign_in(admins, server, ADMIN)
    page, visitor = admins.new_page(), visitors.new_page()
    settings = f"{server.url}/admin/settings"

    # Name: shown on the next page load.
    page.goto(settings)
    fill(page, Site_Name="Glow Desk")
    save(page, "General")
    visitor.goto(server.url)
    expect(visitor).to_have_title("Glow Desk · Marquee letter rental management")

    # Defaults of new businesses.
    page.goto(f"{settings}?tab=site")
    for label, value in {"Default Currency": "EUR", "Date Format": "DD/MM/YYYY", "Time Zone": "Europe/Berlin"}.items():
        page.get_by_label(label, exact=True).select_option(value)
    page.get_by_label("Default Letter Price (per day)").fill("62.5")
    page.get_by_label("Default Surcharge Percent").fill("20")
    page.get_by_role("switch", name="Booking Approval Required").click()
    save(page, "Site")

    # The mail server and the payment keys are tested before saving.
    page.goto(f"{settings}?tab=email")
    fill(page, SMTP_Host="127.0.0.1", SMTP_Port=str(mail_server.port), SMTP_Username=MAIL_USER, SMTP_Password="no")
    fill(page, From_Email="desk@example.com")
    page.get_by_label("Encryption", exact=True).select_option("none")
    page.get_by_role("button", name="Check Connection").click()
    expect(page.get_by_text("The mail server rejected the login.")).to_be_visible()
    fill(page, SMTP_Password=MAIL_PASSWORD)
    page.get_by_role("button", name="Check Connection").click()
    expect(page.get_by_text("The mail server responds and accepts the login.")).to_be_visible()
    save(page, "Email")
    page.get_by_role("button", name="Edit Booking Confirmation").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Subject", exact=True).fill("Lit on {delivery}")
    expect(dialog.get_by_text("Lit on Saturday, June 5, 2027")).to_be_visible()
    # Shown in a frame with the email's styles, which the page itself may not have.
    shown = dialog.frame_locator("iframe")
    expect(shown.get_by_role("heading", name="Your sign is booked")).to_have_css("font-size", "23px")
    expect(shown.locator("body")).to_have_css("background-color", "rgb(251, 248, 242)")
    dialog.get_by_label("Send Test Email To").fill("me@example.com")
    dialog.get_by_role("button", name="Send Test").click()
    expect(dialog.get_by_text("The mail server accepted the email to me@example.com.")).to_be_visible()
    dialog.get_by_role("button", name="Save Template").click()
    expect(dialog).to_be_hidden()
    assert [mail["Subject"] for mail in mail_server.emails] == ["Test: Lit on Saturday, June 5, 2027"]
    page.goto(f"{settings}?tab=payments")
    page.get_by_label("Stripe Publishable Key").fill("pk_test_shown")
    page.get_by_label("Stripe Secret Key").fill("sk_test_hidden")
    page.get_by_label("Stripe Webhook Secret (Optional)").fill("whsec_hidden")
    page.get_by_role("button", name="Check Keys").click()
    expect(page.get_by_text("The keys work, in test mode: no real money moves.")).to_be_visible()
    save(page, "Payment")
    for tab in ("email", "payments"):
        page.goto(f"{settings}?tab={tab}")
        expect(page.get_by_text("Stored. Leave empty to keep it.").first).to_be_visible()
        assert not [secret for secret in SECRETS if secret in page.content()]
    assert call_api(visitors.request, f"{server.url}/api/payment-setup")["publishableKey"] == "pk_test_shown"

    # A new business.
    who = {"email": "new@settings.example", "password": PASSWORD, "companyName": "Newcomers"}
    user = call_api(newcomers.request, f"{server.url}/api/register", **who)
    assert (user["currency"], user["timeZone"], user["dateFormat"]) == ("EUR", "Europe/Berlin", "DD/MM/YYYY")
    own = newcomers.new_page()
    own.goto(f"{server.url}/inventory")
    own.get_by_role("button", name="Add New Letter").first.click()
    # A size has a default price for its letters from the start.
    expect(own.get_by_label("Price Per Day", exact=True)).to_have_value("25")
    own.goto(f"{server.url}/settings?tab=pricing")
    own.get_by_role("button", name="Use 20%").click()
    expect(own.get_by_label("Surcharge Percentage", exact=True)).to_have_value("20")

    # Its customer is confirmed automatically, and sees days in its order.
    days = {"deliveryDate": str(soon(0)), "pickupDate": str(soon(1))}
    place = {"street": "1 Main Street", "city": "Austin"}
    whose = {"userId": user["operatorId"], "message": "LOVE", "size": "4ft", "address": place}
    customer = {"customerName": "Ada Lovelace", "customerEmail": "ada@example.com"}
    booking = call_api(visitors.request, f"{server.url}/api/bookings", **whose, **customer, **days)
    assert booking["status"] == "confirmed"
    own.goto(f"{server.url}/bookings")
    in_order = f"{soon(0).day} {soon(0):%b} {soon(0).year}"
    expect(own.get_by_text(in_order).filter(visible=True).first).to_be_visible()
    assert in_order != in_words(soon(0))
    expected = f"Lit on {soon(0):%A}, {soon(0).day} {soon(0):%B} {soon(0).year}"
    until = time.monotonic() + 60
    while expected not in {mail["Subject"] for mail in mail_server.emails} and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert expected in {mail["Subject"] for mail in mail_server.emails}

    # Maintenance mode for all but administrators.
    page.goto(settings)
    page.get_by_role("switch", name="Maintenance Mode").click()
    save(page, "General")
    answer = visitor.goto(server.url)
    assert answer is not None
    assert (answer.status, answer.headers["retry-after"]) == (503, "300")
    expect(visitor.get_by_role("heading", name="We’ll be back soon")).to_be_visible()
    page.reload()
    page.get_by_role("switch", name="Maintenance Mode").click()
    save(page, "General")
    visitor.goto(server.url)
    expect(visitor).to_have_title("Glow Desk · Marquee letter rental management")
