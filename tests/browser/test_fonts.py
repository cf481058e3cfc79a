"""Font files that a page loads: the basic letters, and further files only if needed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

from tests.support.rest import open_page
from tests.support.server import LiveServer

KB = 1000
BASIC = "inter-basic"
SMALL = 16 * KB
"""A complete Latin font is three times as large."""

NAMES = {
    "Miller Letters": set[str](),
    "Müller Leuchtbuchstaben & Söhne": {"inter-latin-1"},
    "Éclairs à l’été – 50 €": {"inter-latin-1"},
    "Świetlne Litery Łódź": {"inter-latin-1", "inter-latin-extended"},
    "Harfçi Işıkları ₺": {"inter-latin-1", "inter-latin-extended"},
}
"""A business's name, and the files that its letters need besides the basic one."""


def _loaded(page: Page, address: str) -> dict[str, int]:
    """Return the font files loaded by a page, with their sizes."""
    sizes: dict[str, int] = {}

    def note(response: Response) -> None:
        font = re.search(r"/([a-z0-9-]+?)-[\w-]{8}\.woff2$", response.url)
        if font:
            sizes[font[1]] = int(response.headers["content-length"])

    page.on("response", note)
    open_page(page, address)
    page.evaluate("document.fonts.ready.then(() => true)")
    page.wait_for_load_state("networkidle")
    return sizes


@pytest.mark.parametrize("name, others", NAMES.items())
def test_page_loads_only_small_font_files_for_other_letters(
    name: str, others: set[str], demo: LiveServer, profile: Callable[..., BrowserContext]
):
    context = profile()
    person = {"email": f"font-{abs(hash(name))}@example.com", "password": "letters-of-all-kinds", "companyName": name}
    registered = context.request.post(f"{demo.url}/api/register", data=person)
    assert registered.ok, registered.text()
    key = registered.json()["publicKey"]

    for address in (f"/booking-widget?userId={key}", "/dashboard"):
        page = context.new_page()
        sizes = _loaded(page, demo.url + address)

        expect(page.get_by_text(name).first).to_be_visible()
        assert set(sizes) == {BASIC, *others}, address
        assert all(sizes[other] <= SMALL for other in others), sizes


def test_first_visit_to_the_public_form_transfers_at_most_88_kilobytes(
    demo: LiveServer, demo_key: str, profile: Callable[..., BrowserContext]
):
    page = profile(width=390).new_page()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    kinds: dict[str, str] = {}
    weights: dict[str, float] = {}
    devtools.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    devtools.on(
        "Network.loadingFinished", lambda event: weights.update({event["requestId"]: event["encodedDataLength"]})
    )

    open_page(page, f"{demo.url}/booking-widget?userId={demo_key}")
    page.wait_for_load_state("networkidle")

    sent = sum(weight for request, weight in weights.items() if kinds.get(request) != "Image")
    assert 40 * KB < sent <= 88 * KB, {kinds.get(request): weight for request, weight in weights.items()}
