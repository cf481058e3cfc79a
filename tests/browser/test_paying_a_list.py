"""A planner pays several bookings of the list with one card."""

from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.sound import RULES, serious_faults
from tests.browser.test_booking_list import PLANNER, mails, new_link
from tests.support import databases
from tests.support.api import Api, ok_json
from tests.support.mail_server import MailServer
from tests.support.server import LiveServer, client_of, next_summer
from tests.support.standin import StandIn

__all__ = ["mails"]

# All of these run on one worker, so that one server is enough.
pytestmark = pytest.mark.xdist_group("paying-a-list")

TIMEOUT = 30_000


@pytest.fixture(scope="module")
def standin() -> Generator[StandIn]:
    """The provider's stand-in."""
    standin = StandIn().start()
    yield standin
    standin.stop()


@pytest.fixture(scope="module")
def server(standin: StandIn, mails: MailServer) -> Generator[LiveServer]:
    """The product with the stand-in's keys."""
    with LiveServer(databases.new("sqlite"), settings={**standin.settings(), "smtp_url": mails.url}) as server:
        yield server


@pytest.fixture(scope="module")
def business(server: LiveServer, standin: StandIn) -> Generator[Api]:
    """A business that accepts cards, with three bookings of a planner, each with a deposit."""
    with client_of(server.url) as http:
        business = Api(http).register("several@example.com")
        standin.connect(business)
        business.add_letters("LOVE", quantity=20)
        business.set_prices(depositFlat=25)
        day = next_summer().isoformat()
        for _ in range(3):
            business.book(asRequest=False, customerEmail=PLANNER, deliveryDate=day, pickupDate=day)
        yield business


def pay(page: Page, amount: str) -> None:
    button = page.get_by_role("region", name="Pay by card").get_by_role("button", name=f"Pay {amount}")
    expect(button).to_be_enabled(timeout=TIMEOUT)
    page.get_by_label("Card number").fill("4242424242424242")
    page.get_by_label("Expiration").fill("12/30")
    page.get_by_label("Security code").fill("123")
    button.click()


def test_planner_pays_two_bookings_and_a_deposit_with_one_card(
    server: LiveServer,
    mails: MailServer,
    business: Api,
    standin: StandIn,
    profile: Callable[..., BrowserContext],
):
    rows = sorted(ok_json(business.get("/api/bookings")), key=lambda row: row["number"])
    page = profile(width=360, dark=True).new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto(new_link(server, mails, business.booking_token(rows[0]["id"])))
    expect(page.get_by_role("checkbox")).to_have_count(3)
    page.get_by_label("Amount for #2").select_option(label="Deposit of $25.00")
    assert serious_faults(page, RULES["dark"]) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360

    page.get_by_role("button", name="Pay $225.00").click()
    pay(page, "$225.00")

    expect(page.get_by_text("Thank you! $225.00 has been paid.")).to_be_visible()
    received = [ok_json(business.get(f"/api/bookings/{row['id']}/payments"))["received"] for row in rows]
    assert received == [100, 25, 100]
    assert sum(standin.balance(account["id"]) for account in standin.objects("account")) == 22_500
    # The last booking is paid on its own page.
    expect(page.get_by_role("link", name="Pay $75.00 for “LOVE”")).to_be_visible()
