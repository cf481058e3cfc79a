"""The form embedded in other sites: on pages of another origin as operators write them, and on hostile pages."""

import re
from collections.abc import Callable, Generator
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, Request, expect

from tests.support import databases
from tests.support.api import Api, ok_json
from tests.support.rest import until
from tests.support.server import LiveServer, client_of, next_summer
from tests.support.site import Site

# All of these run on one worker, so that one server is enough.
pytestmark = pytest.mark.xdist_group("embed")

LISTEN = """<script>
  window.told = [];
  addEventListener('booking-complete', (event) => told.push({ at: event.target.id, booking: event.detail }));
  window.messages = [];
  addEventListener('message', (event) => messages.push({ origin: event.origin, data: event.data }));
</script>"""
_marks = count(1)


@pytest.fixture(scope="module")
def desk() -> Generator[LiveServer]:
    """The product."""
    with LiveServer(databases.new("sqlite")) as server:
        yield server


@pytest.fixture(scope="module")
def letters(desk: LiveServer) -> Generator[Api]:
    """An operator with enough letters for all tests."""
    with client_of(desk.url) as http:
        operator = Api(http).register("letters@example.com")
        operator.add_letters("LOVE", quantity=60)
        yield operator


@pytest.fixture(scope="module")
def site() -> Generator[Site]:
    """The operator's site, or a hostile one."""
    site = Site()
    yield site
    site.close()


@pytest.fixture
def visit(browser: Browser) -> Generator[Callable[..., Page]]:
    """Open a page in a new profile; at the end it must have no errors."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def make(address: str, *, width: int = 1280, height: int = 800, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce", **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.goto(address)
        return page

    yield make
    for context in contexts:
        context.close()
    assert faults == []


def form_in(page: Page, number: int = 0) -> Frame:
    """Return the form in the page's frame once it can be filled in."""
    element = page.locator("iframe").nth(number)
    element.scroll_into_view_if_needed()
    frame = element.element_handle().content_frame()
    assert frame is not None
    expect(frame.get_by_label("Message", exact=True)).to_be_visible()
    return frame


def fill(form: Frame, name: str = "Ada Lovelace") -> None:
    first = next_summer()
    form.get_by_label("Message", exact=True).fill("LOVE")
    form.get_by_label("Delivery Date", exact=True).fill(first.strftime("%m/%d/%Y"))
    form.get_by_label("Pickup Date", exact=True).fill((first + timedelta(days=1)).strftime("%m/%d/%Y"))
    form.get_by_label("Street Address", exact=True).fill("12 Oak Street")
    form.get_by_label("City", exact=True).fill("Springfield")
    form.get_by_label("Your Name", exact=True).fill(name)
    form.get_by_label("Email", exact=True).fill("ada@example.com")
    form.get_by_label("Email", exact=True).press("Tab")


def book(form: Frame, name: str = "Ada Lovelace") -> None:
    fill(form, name)
    form.get_by_role("button", name="Submit Booking Request").click()
    expect(form.get_by_text("Booking submitted")).to_be_visible()


def is_shown(page: Page, frame: Frame) -> bool:
    """Return whether a frame shows the form, or was blocked."""

    def shown_or_blocked() -> list[bool]:
        if frame.url.startswith("chrome-error:"):
            return [False]
        return [True] if frame.get_by_label("Message", exact=True).is_visible() else []

    return until(page, shown_or_blocked, f"a frame with the form, or none: {frame.url}")[0]


def bookings_of(operator: Api, name: str) -> list[dict[str, Any]]:
    return [row for row in ok_json(operator.get("/api/bookings")) if row["customerName"] == name]


def expect_no_scrollbar(page: Page, number: int = 0) -> None:
    """Expect the frame to become as high as its content, and to stay so."""
    frame = form_in(page, number)
    higher = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
      done(document.documentElement.scrollHeight - document.documentElement.clientHeight))))"""
    until(page, lambda: all(frame.evaluate(higher) <= 0 for _ in range(5)), "a frame without a scrollbar")
    assert frame.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def wait_for_messages(page: Page, sender: Page | Frame) -> None:
    """Wait until the page, which runs `LISTEN`, has received all messages of ``sender``."""
    mark = next(_marks)
    sender.evaluate("(mark) => { (self === parent ? self : parent).postMessage({ mark }, '*') }", mark)
    page.wait_for_function("(mark) => messages.some(({ data }) => data.mark === mark)", arg=mark)


def script_of(desk: LiveServer, attributes: str = "", how: str = "async") -> str:
    return f'<script {how} src="{desk.url}/embed.js" {attributes}></script>'


# --- Pages as operators write them ---


@pytest.mark.parametrize("how", ["async", "defer", ""])
def test_script_embed_books_and_notifies_the_page_once(
    how: str, desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]
):
    code = script_of(desk, f'data-key="{letters.key}" data-height="320px" data-theme="light" data-color="#0f766e"', how)
    page = visit(site.put("/script", f"{LISTEN}<h1>Book</h1><div id=before></div>{code}<p>After</p>"))
    frame = page.locator("#before ~ div > iframe")
    expect(frame).to_have_attribute("loading", "lazy")
    assert frame.get_attribute("title")
    form = form_in(page)
    name = f"Script {how or 'plain'}"

    expect_no_scrollbar(page)
    assert page.evaluate("document.querySelector('iframe').offsetHeight") > 600, "it has grown from 320"
    book(form, name)
    page.wait_for_function("told.length > 0")
    wait_for_messages(page, form)

    (told,) = page.evaluate("told")
    (stored,) = bookings_of(letters, name)
    assert told["booking"]["bookingId"] == stored["id"]
    assert told["booking"]["totalPrice"] == stored["totalPrice"]
    assert page.evaluate("messages.every(({ data }) => data.widgetId || data.mark)")


def test_plain_iframe_works_without_any_script(desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]):
    frame = f'<iframe src="{desk.url}/embed?userId={letters.key}" width="100%" height="600" title="Book"></iframe>'
    page = visit(site.put("/plain", frame, {"Content-Security-Policy": "script-src 'none'"}))

    book(form_in(page), "Plain Frame")

    assert len(bookings_of(letters, "Plain Frame")) == 1


def test_toast_in_a_tall_frame_appears_on_the_screen(
    desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]
):
    frame = f'<iframe src="{desk.url}/embed?userId={letters.key}" width="100%" height="2400" title="Book"></iframe>'
    page = visit(site.put("/tall", f"{frame}<p>After</p>"))
    form = form_in(page)
    form.get_by_label("Your Name").fill("Ada")

    form.get_by_label("Your Name").press("Enter")

    toast = form.get_by_role("alert").filter(has_text="Please fill out all required fields")
    expect(toast).to_be_in_viewport(ratio=1)
    page.mouse.wheel(0, 400)
    expect(toast).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [360, 1280])
def test_price_and_button_stay_in_sight_in_a_tall_frame(
    width: int, desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]
):
    page = visit(site.put("/sight", f"<h1>Book</h1>{script_of(desk, f'data-key={letters.key}')}<p>After"), width=width)
    form = form_in(page)
    form.get_by_label("Message", exact=True).fill("LOVE")
    bar, submit = form.locator(".bar"), form.get_by_role("button", name="Submit Booking Request")
    expect(bar).to_contain_text("Total $100.00")
    for below in (0, 300, 900, 0):
        page.evaluate("(below) => scrollTo(0, below)", below)
        expect(bar).to_be_in_viewport(ratio=1)
    # Not `click`, which would scroll first, and the bar follows. A disabled button fires no events.
    bar.dispatch_event("click")
    missing = form.get_by_label("Delivery Date", exact=True)
    expect(missing).to_be_focused()
    expect(missing).to_be_in_viewport(ratio=1)
    fill(form)
    form.get_by_label("Message", exact=True).focus()
    expect(submit).to_be_enabled()
    expect(submit).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(submit).to_be_in_viewport(ratio=1)
    # At the end, the bar covers no part of the form.
    note, top = form.get_by_text("will review your request").bounding_box(), bar.bounding_box()
    assert note is not None
    assert top is not None
    assert note["y"] + note["height"] <= top["y"]


@pytest.mark.parametrize("sandbox", ["allow-scripts", "allow-scripts allow-forms"])
def test_sandboxed_frame_books_without_origin_and_storage(
    sandbox: str, desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]
):
    frame = f'<iframe sandbox="{sandbox}" src="{desk.url}/embed?userId={letters.key}" width=900 height=700></iframe>'
    page = visit(site.put("/sandboxed", LISTEN + frame))
    form = form_in(page)
    assert form.evaluate("self.origin") == "null"

    book(form, sandbox)

    assert len(bookings_of(letters, sandbox)) == 1
    booked = page.wait_for_function("messages.find(({ data }) => data.type === 'marqueedesk:booking-complete')")
    assert booked.json_value()["origin"] == "null"
    assert booked.json_value()["data"]["booking"]["message"] == "LOVE", "the page around is known"


def test_embedding_page_without_referrer_is_identified(
    desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]
):
    body = LISTEN + script_of(desk, f'data-key="{letters.key}"')
    page = visit(site.put("/silent", body, {"Referrer-Policy": "no-referrer"}))

    book(form_in(page), "No Referrer")

    page.wait_for_function("told.length > 0")
    assert "customerName" not in page.evaluate("told[0].booking")


def test_two_forms_on_a_page_are_distinguished(desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]):
    two = "".join(
        f'<div id={name} data-marqueedesk data-key="{letters.key}" data-size={size} data-width="{width}"></div>'
        for name, size, width in (("first", "2ft", "100%"), ("second", "4ft", "400px"))
    )
    page = visit(site.put("/two", LISTEN + two + script_of(desk) * 2))
    expect(page.locator("iframe")).to_have_count(2)
    first, second = form_in(page, 0), form_in(page, 1)

    expect(first.get_by_label("Size", exact=True)).to_have_value("2ft")
    expect(second.get_by_label("Size", exact=True)).to_have_value("4ft")
    expect_no_scrollbar(page, 0)
    expect_no_scrollbar(page, 1)
    heights = [page.locator("iframe").nth(number).evaluate("(frame) => frame.offsetHeight") for number in (0, 1)]
    assert heights[1] > heights[0] + 100, "the narrow one is longer"
    assert page.locator("#second iframe").evaluate("(frame) => frame.offsetWidth") == 400
    book(second, "Second Of Two")

    page.wait_for_function("told.length > 0")
    wait_for_messages(page, second)
    assert [told["at"] for told in page.evaluate("told")] == ["second"]


def test_form_can_be_inserted_later(desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]):
    """A client-rendered page: the script loads late, elements later, and both again."""
    page = visit(site.put("/late", f"{LISTEN}<div id=late></div>"))
    load = """(src) => new Promise((done) => {
      const script = document.createElement('script');
      script.src = src;
      script.onload = done;
      document.head.append(script);
    })"""
    for _ in range(2):
        page.evaluate(load, f"{desk.url}/embed.js")
    for _ in range(2):
        page.evaluate("(key) => { MarqueeDesk.mount(late, { key, height: 400, hideHeader: true }); }", letters.key)

    expect(page.locator("#late > iframe")).to_have_count(1)
    form = form_in(page)
    expect(form.get_by_role("heading", name="Book Your Marquee Letters")).to_have_count(0)
    expect_no_scrollbar(page)
    page.evaluate("document.body.append(late)")
    expect_no_scrollbar(page)
    assert page.locator("iframe").evaluate("(frame) => frame.offsetHeight") != 400
    page.evaluate("late.replaceChildren()")
    page.evaluate("(key) => { MarqueeDesk.mount(late, { key }); }", letters.key)
    expect_no_scrollbar(page)


def test_embed_without_key_shows_nothing_and_logs_an_error(desk: LiveServer, site: Site, visit: Callable[..., Page]):
    said: list[str] = []
    page = visit(site.put("/keyless", f"<div data-marqueedesk data-key='\"><script>'></div>{script_of(desk)}"))
    page.on("console", lambda line: said.append(line.text))
    page.reload()
    page.wait_for_function("window.MarqueeDesk")

    expect(page.locator("iframe")).to_have_count(0)
    assert any("data-key" in line for line in said)


@pytest.mark.parametrize("width", [360, 1280])
def test_button_opens_the_form_in_a_dialog(
    width: int, desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]
):
    link = f'href="{desk.url}/booking?userId={letters.key}"'
    body = f"<a id=open {link} data-marqueedesk-open data-key={letters.key}>Book now</a><p style='height:3000px'>"
    page = visit(site.put("/dialog", LISTEN + script_of(desk) + body), width=width)
    page.wait_for_function("window.MarqueeDesk")
    opener, dialog = page.locator("#open"), page.get_by_role("dialog")

    opener.click()
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name="Close")).to_be_focused()
    assert page.evaluate("getComputedStyle(document.documentElement).overflow") == "hidden"
    box = dialog.bounding_box()
    assert box is not None
    assert (box["width"], box["height"]) == ((360, 800) if width == 360 else (980, 800))
    form = form_in(page)
    assert form.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0

    form.get_by_label("Message", exact=True).focus()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()
    # The browser fires the close event asynchronously.
    page.wait_for_function("getComputedStyle(document.documentElement).overflow === 'visible'")

    opener.press("Enter")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    opener.click()
    book(form_in(page), f"Dialog {width}")
    page.wait_for_function("told.length > 0")
    assert [told["at"] for told in page.evaluate("told")] == ["open"]
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()


# --- Hostile pages ---


def test_messages_from_other_senders_are_ignored(
    desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]
):
    forge = """<script>for (const height of [321, 4321]) {
      parent.postMessage({ type: 'marqueedesk:resize', height }, '*');
      parent.postMessage({ type: 'marqueedesk:booking-complete', booking: { id: height } }, '*');
    }</script>"""
    inner = site.put("/forger", forge)
    body = LISTEN + script_of(desk, f'data-key="{letters.key}"') + f'<iframe src="{inner}"></iframe>'
    page = visit(site.put("/forged", body))
    form_in(page)
    page.wait_for_function("messages.some(({ data }) => data.height === 4321)")
    page.evaluate("postMessage({ type: 'marqueedesk:booking-complete', booking: { id: 1 } }, '*')")
    wait_for_messages(page, page)

    assert page.evaluate("told") == []
    assert page.locator("iframe").first.evaluate("(frame) => frame.offsetHeight") not in {321, 4321}


def test_excessive_heights_are_ignored(desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]):
    page = visit(site.put("/heights", LISTEN + script_of(desk, f'data-key="{letters.key}"')))
    form = form_in(page)
    expect_no_scrollbar(page)
    height = "document.querySelector('iframe').style.height"
    natural = page.evaluate(height)

    def post_height(height_sent: str) -> None:
        form.evaluate(f"parent.postMessage({{ type: 'marqueedesk:resize', height: {height_sent} }}, '*')")

    for junk in ("NaN", "'900'", "'1px;color:red'", "Infinity", "null", "{}", "undefined", "-Infinity"):
        post_height(junk)
    wait_for_messages(page, form)
    assert page.evaluate(height) == natural
    # Observed while it changes, because the form corrects it before a slow machine has rendered the page.
    page.evaluate(
        "(frame) => { window.heights = []; const note = () => heights.push(frame.style.height); "
        "new MutationObserver(note).observe(frame, { attributes: true }); }",
        page.locator("iframe").element_handle(),
    )
    for height_sent, followed in (("1e9", "50000px"), ("-3", "200px")):
        post_height(height_sent)
        page.wait_for_function(f"heights.includes('{followed}')")
    # The form corrects it.
    page.wait_for_function(f"{height} === '{natural}'")


def test_hostile_page_cannot_access_operator_data(
    desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]
):
    """The operator is signed in in the same browser while visiting a hostile page, cross-site and same-site."""
    body = f"""{LISTEN}
      <iframe id=form src="{desk.url}/embed?userId={letters.key}"></iframe>
      <iframe id=board src="{desk.url}/dashboard"></iframe>
      <iframe id=settings src="{desk.url}/settings"></iframe>
      <iframe id=quote src="{desk.url}/booking?userId={letters.key}"></iframe>"""
    site.put("/hostile", body)
    for base, next_door in ((site.url, False), (site.neighbour, True)):
        page = visit("about:blank")
        login = {"email": "letters@example.com", "password": "correct horse"}
        assert page.context.request.post(f"{desk.url}/api/login", data=login).ok
        sent: list[Request] = []
        page.on("request", lambda request, heard=sent: heard.append(request))
        page.goto(f"{base}/hostile")
        form_in(page)

        frames = {frame.frame_element().get_attribute("id"): frame for frame in page.frames[1:]}
        assert [name for name, frame in frames.items() if not is_shown(page, frame)] == ["board", "settings"]
        expect(frames["quote"].get_by_role("heading", name="Book Your Marquee Letters")).to_be_visible()
        for frame in ("form", "quote"):
            assert page.evaluate(f"{frame}.contentDocument") is None
            reach = f"{frame}.contentWindow.localStorage.length"
            assert (
                page.evaluate(f"() => {{ try {{ return {reach} }} catch (e) {{ return e.name }} }}") == "SecurityError"
            )
        calls = [request for request in sent if "/api/" in request.url]
        assert calls
        for request in calls:
            assert "cookie" not in request.all_headers(), request.url
        if not next_door:
            for request in sent:
                if request.url.startswith(desk.url):
                    assert "cookie" not in request.all_headers(), request.url
        read = page.evaluate(
            "(url) => fetch(url, { credentials: 'include' }).then((answer) => answer.text(), () => 'blocked')",
            f"{desk.url}/api/bookings",
        )
        assert read == "blocked"
        write = page.evaluate(
            """(url) => fetch(url, { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' })
              .then((answer) => answer.type, () => 'blocked')""",
            f"{desk.url}/api/embed-settings/renew-key",
        )
        assert write == "blocked", "not even the answer's status is for other sites"
        assert ok_json(letters.get("/api/embed-settings"))["publicKey"] == letters.key


def test_only_listed_sites_may_embed_the_form(desk: LiveServer, letters: Api, site: Site, visit: Callable[..., Page]):
    code = script_of(desk, f'data-key="{letters.key}"')
    plain = f'<iframe src="{desk.url}/embed?userId={letters.id}"></iframe>'
    address = site.put("/listed", code + plain)

    def shown() -> list[bool]:
        page = visit(address)
        page.wait_for_function("document.querySelectorAll('iframe').length === 2")
        return [is_shown(page, frame) for frame in page.frames[1:]]

    try:
        ok_json(letters.patch("/api/embed-settings", json={"allowedSites": ["https://www.example.com"]}))
        assert shown() == [False, False]
        ok_json(
            letters.patch("/api/embed-settings", json={"allowedSites": ["www.example.com", f"{site.url}/any/page"]})
        )
        assert shown() == [True, True]
    finally:
        ok_json(letters.patch("/api/embed-settings", json={"allowedSites": []}))
    assert shown() == [True, True]


# --- Preview for the operator ---


def test_form_preview_for_the_operator_sends_nothing(desk: LiveServer, letters: Api, visit: Callable[..., Page]):
    page = visit(f"{desk.url}/embed?userId={letters.key}&preview=true")
    posts: list[Request] = []
    page.on("request", lambda request: posts.append(request) if request.method == "POST" else None)
    form = page.main_frame
    fill(form, "Nobody")
    button = form.get_by_role("button", name="Submit Booking Request")
    expect(button).to_be_enabled()
    button.click()

    expect(page.get_by_text("This is a preview")).to_be_visible()
    assert bookings_of(letters, "Nobody") == []
    assert all(re.search("/api/estimate$", request.url) for request in posts)
    assert all("idempotency-key" not in request.all_headers() for request in posts)
