"""The inventory on a phone: the length of the page, and its tiles."""

from collections.abc import Callable
from itertools import product
from string import ascii_uppercase, digits
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.rest import open_page
from tests.support.server import LiveServer

SCREEN = 740
FINISHES = ["Warm White with Frosted Globe Bulbs", "Cool White", "RGB"]


def own_letters(context: BrowserContext, url: str, sizes: list[str], finishes: list[str]) -> None:
    """Register a business that owns 36 characters in each size and finish, and two more characters."""
    person = {"email": f"{uuid4()}@example.com", "password": "bulbs-by-the-dozen", "companyName": "A to Z"}
    assert context.request.post(f"{url}/api/register", data=person).ok
    codes = ["standard", "cool", "rgb"][: len(finishes)]
    price_list = {
        "sizes": [{"code": size, "label": size, "price": 25, "heightInches": 12 * int(size[0])} for size in sizes],
        "finishes": [{"code": code, "label": label} for code, label in zip(codes, finishes, strict=True)],
    }
    answer = context.request.patch(f"{url}/api/price-list", data=price_list)
    assert answer.ok, answer.text()
    rows = [f"{letter},{size},{code},3" for letter, size, code in product(ascii_uppercase + digits, sizes, codes)]
    rows += [f"{letter},{sizes[0]},{codes[0]},3" for letter in "&#"]
    content = "\n".join(["Letter,Size,Finish,Quantity", *rows])
    answer = context.request.post(f"{url}/api/inventory/import", data={"csv": content, "apply": True})
    assert answer.ok, answer.text()
    assert len(context.request.get(f"{url}/api/inventory").json()) == 110


def height(page: Page) -> int:
    return page.evaluate("document.documentElement.scrollHeight")


@pytest.mark.parametrize(
    "sizes, finishes",
    [(["4ft", "3ft", "2ft"], FINISHES[:1]), (["4ft"], FINISHES)],
    ids=["three sizes", "three finishes"],
)
def test_110_letters_take_at_most_four_phone_screens(
    sizes: list[str], finishes: list[str], demo: LiveServer, profile: Callable[..., BrowserContext]
):
    context = profile(width=360)
    own_letters(context, demo.url, sizes, finishes)
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": SCREEN})
    open_page(page, f"{demo.url}/inventory")
    expect(page.get_by_role("button", name="&, 4ft")).to_have_count(1)

    assert height(page) <= 4 * SCREEN
    tile = page.get_by_role("button", name="A, 4ft").first
    box = tile.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    tile.press("Enter")
    if len(finishes) > 1:
        page.get_by_role("button", name=f"Edit A, {finishes[0]}").press("Enter")
    expect(page.get_by_role("dialog", name="Edit Letter A")).to_be_visible()
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Table").click()
    expect(page.get_by_role("row")).to_have_count(111)
    open_page(page, page.url)
    expect(page.get_by_role("row")).to_have_count(111)
    page.set_viewport_size({"width": 1280, "height": SCREEN})
    expect(tile).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
