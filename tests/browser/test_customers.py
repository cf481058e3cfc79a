"""The call of an unknown number on a phone: from the number to a quote, and to the customer the next time."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import sign_in
from tests.support.server import LiveServer

NUMBER = "+1 (914) 555-0177"
OTHER_NOTATION = "914.555.0177"


@pytest.fixture
def page(demo: LiveServer, profile: Callable[..., BrowserContext]) -> Page:
    context = profile(width=360)
    sign_in(context, demo, ("glow@marqueedesk.example", "demo-operator"))
    page = context.new_page()
    page.goto(f"{demo.url}/customers")
    return page


def find(page: Page, number: str) -> None:
    page.get_by_role("searchbox").fill(number)
    page.wait_for_url("**/customers?q=*")


def test_unknown_number_becomes_a_quote_and_is_found_in_any_notation(page: Page, demo: LiveServer):
    find(page, NUMBER)
    expect(page.get_by_text(f"No customer found for “{NUMBER}”")).to_be_visible()
    page.get_by_role("link", name="New Quote").click()

    expect(page.get_by_role("textbox", name="Phone")).to_have_value(NUMBER)
    page.get_by_role("textbox", name="Message").fill("HI")
    page.get_by_label("Customer Name").fill("Wanda Caller")
    page.get_by_role("button", name="Save as Quote").click()
    expect(page.get_by_text("Quote saved")).to_be_visible()

    page.goto(f"{demo.url}/customers")
    find(page, OTHER_NOTATION)
    expect(page.get_by_text("1 customer", exact=True)).to_be_visible()
    page.get_by_role("link", name="Wanda Caller").click()
    expect(page.get_by_role("heading", name="Wanda Caller")).to_be_visible()
    page.get_by_role("link", name="New Quote").click()
    expect(page.get_by_label("Customer Name")).to_have_value("Wanda Caller")

    page.goto(f"{demo.url}/booking")
    page.get_by_label("Customer Name").fill(OTHER_NOTATION)
    page.get_by_role("option", name="Wanda Caller").click()
    expect(page.get_by_label("Customer Name")).to_have_value("Wanda Caller")
    expect(page.get_by_role("textbox", name="Phone")).to_have_value(NUMBER)
