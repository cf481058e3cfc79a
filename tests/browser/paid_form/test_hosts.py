"""Payment in the form on the kinds of pages that embed it: plain, strict, sandboxed, hostile, isolated and dynamic."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, expect

from tests.support.api import Api, ok_json
from tests.support.server import LiveServer, next_summer
from tests.support.site import Site

# All of these run on one worker, so that one server is enough.
pytestmark = pytest.mark.xdist_group("hosts")

TIMEOUT = 20_000
CONFIRMED = "Your booking is confirmed!"
LISTEN = """<script nonce=host>
  window.events = [];
  for (const name of ['booking-held', 'booking-complete']) {
    addEventListener(name, ({ detail }) => events.push([name, detail.status]));
  }
</script>"""
SCRIPT = '<script async src="{url}/embed.js" data-key="{key}"></script>'
BUTTON = '<button data-marqueedesk-open data-key="{key}">Book</button><script async src="{url}/embed.js"></script>'
FRAME = '<iframe sandbox="{sandbox}" src="{url}/embed?userId={key}" title=Book width=340 height=900></iframe>'
HOSTILE = """<style>
  * {{ box-sizing: content-box !important }}
  iframe, dialog, dialog button {{ width: 40px !important; min-width: 2000px !important; max-width: 90px !important;
    height: 9px !important; min-height: 3000px !important; max-height: 20px !important; display: none !important;
    opacity: 0 !important; visibility: hidden !important; padding: 40px !important; margin: -99px !important;
    position: absolute !important; transform: scale(.2) !important; float: right !important;
    pointer-events: none !important; border: 30px solid red !important }}
</style>"""
DYNAMIC = """<main id=app></main><script async src="{url}/embed.js"></script><script>
  const app = document.getElementById('app');
  window.show = () => {{
    app.innerHTML = '<h1>Book</h1><div id=form></div>';
    MarqueeDesk.mount(document.getElementById('form'), {{ key: '{key}' }});
  }};
  window.leave = () => {{ app.innerHTML = '<h1>Home</h1>'; }};
</script>"""
ISOLATED = {"Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Opener-Policy": "same-origin"}


@dataclass(frozen=True)
class Host:
    """A page that embeds the form."""

    name: str
    body: str
    sandbox: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    notifies: bool = True
    """True if the page runs embed.js, which fires events."""


STRICT = (
    "default-src 'none'; script-src 'nonce-host' {url}; frame-src {url}; connect-src 'none'; style-src 'none'; "
    "img-src 'none'; base-uri 'none'; form-action 'none'"
)
HOSTS = [
    Host("plain", SCRIPT),
    Host("strict CSP", SCRIPT, headers={"Content-Security-Policy": STRICT}),
    Host("no popups", FRAME, sandbox="allow-scripts allow-same-origin allow-forms", notifies=False),
    Host("opaque origin", FRAME, sandbox="allow-scripts", notifies=False),
    Host("hostile CSS", HOSTILE + SCRIPT),
    Host("hostile CSS, dialog", HOSTILE + BUTTON),
    Host("single-page app", DYNAMIC),
    Host("cross-origin isolated", SCRIPT, headers=ISOLATED),
]


def open_form(page: Page, host: Host) -> Frame:
    """Open the form as a visitor of the page does, and return its frame."""
    if host.body.endswith(BUTTON):
        page.get_by_role("button", name="Book", exact=True).click(force=True)
    if host.body == DYNAMIC:
        # Leaving the page and coming back mounts the form anew.
        page.wait_for_function("window.MarqueeDesk")
        for turn in ("show()", "leave()", "show()"):
            page.evaluate(turn)
    element = page.locator("iframe")
    expect(element).to_have_count(1)
    element.scroll_into_view_if_needed()
    frame = element.element_handle().content_frame()
    assert frame is not None
    expect(frame.get_by_label("Message", exact=True)).to_be_visible()
    return frame


def send(form: Frame, name: str) -> None:
    """Fill in the form for LOVE on days of next summer, and send it."""
    first = next_summer()
    for label, text in {
        "Message": "LOVE",
        "Delivery Date": first.strftime("%m/%d/%Y"),
        "Pickup Date": (first + timedelta(days=1)).strftime("%m/%d/%Y"),
        "Your Name": name,
        "Email": f"{name.lower().replace(' ', '.').replace(',', '')}@example.com",
        "Street Address": "1 Main Street",
        "City": "Albany",
    }.items():
        form.get_by_label(label, exact=True).fill(text)
    form.get_by_label("Email", exact=True).press("Tab")
    form.get_by_role("button", name="Submit Booking Request").click()


def pay(form: Frame) -> None:
    button = form.get_by_role("button", name="Pay $50.00", exact=True)
    expect(button).to_be_enabled()
    form.get_by_label("Card number").fill("4242424242424242")
    form.get_by_label("Expiration").fill("12/30")
    form.get_by_label("Security code").fill("123")
    button.click()


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.name)
def test_form_is_paid_in_place_on_any_kind_of_page(
    host: Host,
    width: int,
    server: LiveServer,
    business: Api,
    site: Site,
    profile: Callable[..., BrowserContext],
):
    values = {"url": server.url, "key": business.key, "sandbox": host.sandbox}
    headers = {name: text.format_map(values) for name, text in host.headers.items()}
    address = site.put(f"/{HOSTS.index(host)}", LISTEN + host.body.format_map(values), headers)
    page = profile(width=width).new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto(address)
    form = open_form(page, host)
    name = f"Host {host.name} {width}"

    send(form, name)
    pay(form)

    expect(form.get_by_role("heading", name=CONFIRMED)).to_be_visible()
    stored = [row["status"] for row in ok_json(business.get("/api/bookings")) if row["customerName"] == name]
    assert stored == ["confirmed"]
    if host.notifies:
        page.wait_for_function("events.length === 2")
        assert page.evaluate("events") == [["booking-held", "held"], ["booking-complete", "confirmed"]]
    assert page.url == address, "the visitor stays on the page"


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("body", [SCRIPT, BUTTON], ids=["inline", "dialog"])
def test_styles_of_the_page_do_not_change_the_frame(
    body: str,
    width: int,
    server: LiveServer,
    business: Api,
    site: Site,
    profile: Callable[..., BrowserContext],
):
    boxes: list[object] = []
    for styles in ("", HOSTILE):
        code = LISTEN + (styles + body).format(url=server.url, key=business.key)
        page = profile(width=width).new_page()
        page.goto(site.put("/styled", code))
        if body == BUTTON:
            page.get_by_role("button", name="Book", exact=True).click(force=True)
        frame = page.locator("iframe")
        expect(frame).to_be_visible()
        box = frame.bounding_box()
        assert box is not None
        boxes.append((box["x"], box["width"]))
    assert boxes[0] == boxes[1]


def test_sandboxed_form_loads_theme_and_pictures(
    server: LiveServer, business: Api, site: Site, profile: Callable[..., BrowserContext]
):
    """Everything is cross-origin for a frame with an opaque origin."""
    page = profile(width=1280).new_page()
    blocked: list[str] = []
    page.on("requestfailed", lambda request: blocked.append(request.url))
    frame = FRAME.format(url=server.url, key=f"{business.key}&theme=dark", sandbox="allow-scripts")
    page.goto(site.put("/opaque", frame))
    form = page.locator("iframe").element_handle().content_frame()
    assert form is not None
    form.get_by_label("Message", exact=True).fill("LOVE")

    expect(form.get_by_role("img", name="LOVE")).to_be_visible()

    assert form.evaluate("document.documentElement.dataset.theme") == "dark"
    assert blocked == []
