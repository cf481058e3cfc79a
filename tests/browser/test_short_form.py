"""The public form on a phone: how far from the word to a price, and how many stops of the Tab key."""

from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from tests.support import databases
from tests.support.api import Api, ok_json
from tests.support.rest import open_page
from tests.support.server import LiveServer, client_of, next_summer

PHONE: ViewportSize = {"width": 360, "height": 740}
MOST_SCREENS = 2
MOST_STOPS = 25


@pytest.fixture(scope="module")
def shop() -> Generator[tuple[str, str]]:
    """A business with two packages, four items and the usual add-ons: the server's address and its public key."""
    with LiveServer(databases.new("sqlite")) as server, client_of(server.url) as http:
        operator = Api(http).register("shop@example.com")
        operator.add_letters("LOVEHAPY&", quantity=20)
        for name in ("Balloon arch", "Neon backdrop", "Dance floor", "Photo booth"):
            ok_json(operator.post("/api/items", json={"name": name, "quantity": 3, "price": 50}))
        for name, text in (("Wedding", "____ & ____"), ("Birthday", "HAPPY")):
            line = {"kind": "letters", "text": text, "size": "4ft"}
            ok_json(operator.post("/api/packages", json={"name": name, "lines": [line], "price": 300}))
        yield server.url, operator.key


@pytest.fixture
def form(shop: tuple[str, str], profile: Callable[..., BrowserContext]) -> Page:
    """The business's form on a phone."""
    url, key = shop
    page = profile(width=PHONE["width"]).new_page()
    page.set_viewport_size(PHONE)
    open_page(page, f"{url}/booking?userId={key}")
    expect(page.get_by_role("button", name="Submit Booking Request")).to_be_visible()
    return page


def fill_to_price(page: Page) -> None:
    """Enter everything that the delivered price depends on."""
    day = next_summer().strftime("%m/%d/%Y")
    page.get_by_label("Message", exact=True).fill("LOVE")
    page.get_by_label("Delivery Date", exact=True).fill(day)
    page.get_by_label("Pickup Date", exact=True).fill(day)
    page.get_by_label("Street Address").fill("12 Oak Street")
    page.get_by_label("City").fill("Springfield")
    page.get_by_label("State").fill("NY")
    page.get_by_label("ZIP Code").fill("10001")
    expect(page.get_by_text("Your letters are available on these dates")).to_be_visible()


def tab_stops(page: Page) -> list[str]:
    """Return the controls that the Tab key reaches from the message on, until it leaves the page."""
    page.get_by_label("Message", exact=True).focus()
    stops: list[str] = []
    while len(stops) < 100:
        stop = page.evaluate(
            "() => { const at = document.activeElement; "
            "return at === document.body ? '' : at.getAttribute('aria-label') || at.id || at.name || at.textContent }"
        )
        if not stop:
            break
        stops.append(stop)
        page.keyboard.press("Tab")
    return stops


def test_price_is_at_most_two_screens_below_the_word(form: Page):
    fill_to_price(form)

    word = form.get_by_label("Message", exact=True).bounding_box()
    price = form.locator(".price .total").bounding_box()
    assert word is not None
    assert price is not None
    assert price["y"] + price["height"] - word["y"] <= MOST_SCREENS * PHONE["height"]


@pytest.mark.parametrize("filled", [False, True], ids=["empty", "filled"])
def test_whole_form_has_at_most_25_tab_stops(filled: bool, form: Page):
    if filled:
        fill_to_price(form)
        expect(form.get_by_role("button", name="Show all 8 extras")).to_be_visible()

    stops = tab_stops(form)

    assert 15 < len(stops) <= MOST_STOPS, stops


def test_arrow_keys_reach_every_extra(form: Page):
    fill_to_price(form)
    form.get_by_label("LED Lighting").focus()

    form.keyboard.press("End")
    expect(form.get_by_role("button", name="Show all 8 extras")).to_be_focused()
    form.keyboard.press("Enter")
    form.get_by_label("LED Lighting").focus()
    for name in ("Floor Stand", "Add Wedding", "Add Birthday", "Add Balloon arch"):
        form.keyboard.press("ArrowRight")
        expect(form.get_by_label(name, exact=True)).to_be_focused()
    form.keyboard.press("Enter")
    expect(form.get_by_label("Number of Balloon arch")).to_have_value("1")


@pytest.mark.parametrize("below", [0, 600, 1200, 10_000])
def test_total_and_button_are_in_sight_wherever_the_form_is_scrolled(below: int, form: Page):
    fill_to_price(form)

    form.evaluate("(below) => scrollTo(0, below)", below)

    expect(form.locator(".bar b")).to_be_in_viewport(ratio=1)
    expect(form.locator(".bar b")).to_have_text("$100.00")
    expect(form.get_by_role("button", name="Submit Booking Request")).to_be_in_viewport(ratio=1)


def test_form_does_not_scroll_sideways_at_four_hundred_percent(
    shop: tuple[str, str], profile: Callable[..., BrowserContext]
):
    url, key = shop
    page = profile(width=320).new_page()
    page.set_viewport_size({"width": 320, "height": 256})
    open_page(page, f"{url}/booking?userId={key}")
    fill_to_price(page)
    page.get_by_role("button", name="Show all 8 extras").click()
    page.get_by_role("button", name="Add Wedding").click()
    expect(page.get_by_role("textbox", name="Word 1 of 2 for Wedding")).to_be_visible()

    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_request_can_be_sent_by_keyboard_alone(form: Page):
    day = next_summer().strftime("%m/%d/%Y")
    typed = {
        "Message": "LOVE",
        "Delivery Date": day,
        "Pickup Date": day,
        "Street Address": "12 Oak Street",
        "City": "Springfield",
        "Your Name": "Ada Lovelace",
        "Email": "ada@example.com",
    }
    form.get_by_label("Message", exact=True).focus()
    for _ in range(2 * MOST_STOPS):
        label = form.evaluate("document.activeElement.labels?.[0]?.textContent ?? ''")
        if label in typed:
            form.keyboard.type(typed.pop(label))
        elif form.evaluate("document.activeElement.type") == "submit":
            break
        form.keyboard.press("Tab")
        if not typed:
            expect(form.get_by_role("button", name="Submit Booking Request")).to_be_enabled()

    assert typed == {}
    form.keyboard.press("Enter")
    expect(form.get_by_role("heading", name="What happens next")).to_be_visible()
