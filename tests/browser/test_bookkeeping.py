"""Connecting bookkeeping software in a real browser, against the stand-in."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.bookkeeping import Bookkeeping
from tests.support.server import LiveServer


def test_return_from_the_partner_arrives_once(
    start_server: Callable[..., LiveServer], new_database: Callable[[], str], page: Page
):
    partner = Bookkeeping("xero").start()
    try:
        server = start_server(new_database(), settings=partner.settings())
        body = {"email": "books@example.com", "password": "a long password", "companyName": "Books"}
        assert page.request.post(f"{server.url}/api/register", data=body).ok
        page.goto(f"{server.url}/settings?tab=bookkeeping")
        # The service worker preloads pages; the partner's answer must not be requested a second time.
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        page.get_by_role("button", name="Connect Xero").click()
        page.get_by_role("button", name="Connect Harbour Letters").click()
        expect(page.get_by_text("Bookkeeping software connected")).to_be_visible()
        expect(page.get_by_text("Connected to Xero")).to_be_visible()
        assert server.log.read_text().count('"route":"/api/books/callback"') == 1
    finally:
        partner.stop()
