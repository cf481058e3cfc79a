"""Upload a logo in the settings, from any image that the browser can show."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect

from marqueedesk.business.logo import LONGEST_SIDE
from tests.browser.conftest import sign_in
from tests.support.server import LiveServer

SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 300 100'><rect width='300' height='100' fill='red'/></svg>"


def photograph() -> bytes:
    """An image far above the server's limits in bytes and pixels."""
    packed = io.BytesIO()
    Image.effect_noise((2400, 1600), 60).convert("RGB").save(packed, "JPEG", quality=90)
    return packed.getvalue()


@pytest.fixture
def page(demo: LiveServer, profile: Callable[..., BrowserContext]) -> Page:
    context = profile()
    sign_in(context, demo, ("glow@marqueedesk.example", "demo-operator"))
    page = context.new_page()
    page.goto(f"{demo.url}/settings?tab=business")
    return page


def save(page: Page) -> None:
    page.get_by_role("button", name="Save Changes").click()
    expect(page.get_by_text("Business details saved")).to_be_visible()
    expect(page.get_by_text("Unsaved changes")).to_be_hidden()


def test_logo_can_be_made_from_any_image_and_removed(page: Page, tmp_path: Path):
    (tmp_path / "drawing.svg").write_text(SVG)
    (tmp_path / "photograph.jpg").write_bytes(photograph())
    (tmp_path / "letter.txt").write_text("not a picture")
    logo = page.get_by_role("img", name="Your logo")

    # An SVG, which the server would reject.
    page.get_by_label("Logo file").set_input_files(tmp_path / "drawing.svg")
    expect(logo).to_be_visible()
    first = logo.get_attribute("src")

    # A photo that exceeds every limit.
    page.get_by_label("Logo file").set_input_files(tmp_path / "photograph.jpg")
    expect(logo).not_to_have_attribute("src", first or "")
    save(page)
    kept = page.request.get(f"{page.url.split('/settings')[0]}/api/business-details").json()["logo"]
    assert kept["width"] <= LONGEST_SIDE
    assert kept["width"] / kept["height"] == pytest.approx(1.5, rel=0.02)

    # An invalid image changes nothing.
    before = logo.get_attribute("src")
    page.get_by_label("Logo file").set_input_files(tmp_path / "letter.txt")
    expect(page.get_by_role("alert")).to_have_text("Your browser can't open this file as an image.")
    assert logo.get_attribute("src") == before

    page.get_by_role("button", name="Remove Logo").click()
    expect(logo).to_be_hidden()
    save(page)
    assert page.request.get(f"{page.url.split('/settings')[0]}/api/business-details").json()["logo"] is None


def test_logo_image_can_be_dropped_on_the_page(page: Page):
    page.get_by_role("button", name="Choose Logo").wait_for()
    page.evaluate(
        """svg => {
            const files = new DataTransfer();
            files.items.add(new File([svg], 'drawing.svg', { type: 'image/svg+xml' }));
            const place = document.querySelector('input[type=file]').parentElement.parentElement;
            for (const kind of ['dragover', 'drop'])
                place.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: files }));
        }""",
        SVG,
    )

    expect(page.get_by_role("img", name="Your logo")).to_be_visible()
    page.get_by_role("button", name="Remove Logo").click()
    expect(page.get_by_role("img", name="Your logo")).to_be_hidden()
