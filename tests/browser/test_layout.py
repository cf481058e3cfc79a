"""Layout with realistic input: long names on a phone, a tablet and a desktop."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import APIRequestContext, BrowserContext, Page, expect

from tests.browser.conftest import DEMO, sign_in
from tests.browser.stage import ADMIN
from tests.support.rest import WATCH_SHIFTS, end_fading, layout_shift, open_page, until
from tests.support.server import LiveServer

COMPANY = "Leuchtbuchstabenverleihgesellschaft Nord-Sued mbH und Co. KG"
WORD = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft"
NOTE = ("Deliver by the ramp at the back, the front door is a protected monument. " * 5)[:300]
PAGES = ("/dashboard", "/bookings?id={booking}", "/venues", "/settings?tab=business", "/settings?tab=account")
WIDTHS = (360, 768, 1280)

# Finds content outside of the window or of its card, dialog or cell, unless that scrolls or clips it.
OUTSIDE = """() => {
  const text = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes = 'section, [role=dialog], td, dd, fieldset';
  const found = [];
  for (let node; (node = text.nextNode()); ) {
    const within = node.parentElement;
    if (!node.data.trim() || within.closest('.sr-only, script, style, svg, option, [class*=overflow-x]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const right = Math.max(...[...range.getClientRects()].map((box) => box.right));
    let limit = innerWidth;
    for (let box = within; box !== document.body; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if (overflowX !== 'visible') { limit = Infinity; break; }
      if (box.matches(boxes)) limit = Math.min(limit, box.getBoundingClientRect().right);
    }
    if (right > limit + 1) found.push(node.data.trim().slice(0, 60));
  }
  return found;
}"""


def create(call: APIRequestContext, url: str, body: dict[str, Any]) -> int:
    answer = call.post(url, data=body)
    assert answer.ok, answer.text()
    return answer.json()["id"]


def long_booking(call: APIRequestContext, url: str, email: str = "long@example.com") -> int:
    """Sign in a business with venue and customer names of 60 characters and more; returns its booking's id."""
    person = {"email": email, "password": "long-names-only", "companyName": COMPANY}
    assert call.post(f"{url}/api/register", data=person).ok
    venue = {"name": WORD, "address": f"1 {WORD}", "city": "Hamburg", "state": "Hamburg", "zipCode": "21107"}
    contact = {"contactName": WORD, "contactEmail": f"{WORD[:60]}@example.com", "notes": NOTE}
    contact["contactPhone"] = "+49 40 5550100"
    place = create(call, f"{url}/api/venues", {**venue, **contact, "loadInInstructions": NOTE})
    soon = datetime.now(UTC).date() + timedelta(days=3)
    rental = {"message": "LOVE", "size": "4ft", "deliveryDate": soon.isoformat(), "pickupDate": soon.isoformat()}
    customer = {"customerName": WORD, "customerEmail": f"{WORD[:60]}@example.com", "notes": NOTE}
    return create(call, f"{url}/api/bookings", {**rental, **customer, "venueId": place})


def test_long_names_do_not_overflow_their_boxes(demo: LiveServer, profile: Callable[..., BrowserContext]):
    context = profile()
    booking = long_booking(context.request, demo.url)
    outside: dict[str, list[str]] = {}
    for path in PAGES:
        page: Page = context.new_page()
        open_page(page, demo.url + path.format(booking=booking))
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            end_fading(page)
            outside[f"{path} at {width}"] = page.evaluate(OUTSIDE)
        page.close()

    assert {where: texts for where, texts in outside.items() if texts} == {}


# Checks if each time field would clip the longest time or its placeholder.
CUT_TIMES = """() => Object.fromEntries([...document.querySelectorAll('input[placeholder$="AM/PM"]')].map((field) => {
  const typed = field.value;
  const cut = ['10:00 PM', field.placeholder].some((text) => {
    field.value = text;
    return field.scrollWidth > field.clientWidth;
  });
  field.value = typed;
  return [field.getAttribute('aria-label') ?? field.name, cut];
}))"""


def test_times_are_not_clipped_on_a_phone(demo: LiveServer, profile: Callable[..., BrowserContext]):
    context = profile(width=360)
    sign_in(context, demo)
    page = context.new_page()
    open_page(page, f"{demo.url}/settings?tab=rules")
    page.get_by_label("Start of install window 1").wait_for()
    cut = page.evaluate(CUT_TIMES)
    assert {"Start of install window 1", "End of install window 1", "earliestPickup", "latestPickup"} <= set(cut)
    assert [field for field, is_cut in cut.items() if is_cut] == []


def test_search_result_shows_the_matching_venue(demo: LiveServer, profile: Callable[..., BrowserContext]):
    context = profile(width=360)
    long_booking(context.request, demo.url, "found@example.com")
    page = context.new_page()
    open_page(page, f"{demo.url}/dashboard")
    page.get_by_role("button", name="Search").first.click()
    page.get_by_role("dialog").get_by_role("combobox").fill(WORD[:12])
    detail = page.get_by_role("option").get_by_text("LOVE").first
    detail.wait_for()
    assert detail.evaluate("line => line.scrollWidth <= line.clientWidth")


def test_printout_has_phone_numbers_and_no_text_button(demo: LiveServer, profile: Callable[..., BrowserContext]):
    context = profile()
    booking = long_booking(context.request, demo.url, "paper@example.com")
    day = context.request.get(f"{demo.url}/api/bookings/{booking}").json()["deliveryDate"][:10]
    page = context.new_page()
    open_page(page, f"{demo.url}/day?date={day}")
    text = page.get_by_role("link", name=re.compile("^Text ")).first
    text.wait_for()
    page.emulate_media(media="print")
    expect(text).to_be_hidden()
    expect(page.locator("a[href^='tel:']").first).to_be_visible()


def test_revenue_months_do_not_wrap_on_a_phone(demo: LiveServer, profile: Callable[..., BrowserContext]):
    context = profile(width=360)
    sign_in(context, demo)
    page = context.new_page()
    page.goto(f"{demo.url}/bookings?view=revenue&period=year")
    months = page.get_by_role("table").first.locator("th[scope=row] span span:first-child")
    expect(months.first).to_have_text(re.compile(r"^[A-Z][a-z]+ \d{4}$"))

    lines = "name => { const all = document.createRange(); all.selectNodeContents(name); return all.getClientRects(); }"
    broken = f"names => names.filter(name => ({lines})(name).length > 1).map(name => name.textContent)"
    # The percentage beside a name may have three digits.
    page.get_by_text(re.compile(r"^\d+%$")).first.wait_for()
    shares = page.locator("th[scope=row] .tabular")
    shares.evaluate_all("all => all.forEach(share => { share.textContent = '100%'; })")
    assert months.evaluate_all(broken) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


OPERATORS = (
    "/day",
    "/bookings",
    "/bookings?view=calendar",
    "/bookings?view=revenue",
    "/reports",
    "/quotes",
    "/inventory",
    "/repairs",
    "/reviews",
    "/stocktakes",
    "/venues",
    *(
        f"/settings?tab={tab}"
        for tab in (
            "business",
            "pricing",
            "zones",
            "tax",
            "exemptions",
            "rules",
            "payments",
            "bookkeeping",
            "messages",
            "import",
            "certificates",
            "team",
            "account",
        )
    ),
)
ADMINISTRATORS = ("/admin", "/admin/users", "/admin/subscriptions", "/admin/audit", "/admin/settings")


@pytest.mark.parametrize("who, paths", [(DEMO, OPERATORS), (ADMIN, ADMINISTRATORS)], ids=["operator", "admin"])
@pytest.mark.parametrize("width", [390, 1280])
def test_parts_of_a_page_appear_without_layout_shift(
    who: tuple[str, str],
    paths: tuple[str, ...],
    width: int,
    demo: LiveServer,
    profile: Callable[..., BrowserContext],
):
    context = profile(width=width)
    sign_in(context, demo, who)
    context.add_init_script(WATCH_SHIFTS)
    shifts: dict[str, float] = {}
    for path in paths:
        page = context.new_page()
        open_page(page, demo.url + path)
        shifts[path] = layout_shift(page)
        page.close()

    assert {path: shift for path, shift in shifts.items() if shift > 0.05} == {}


NEW = ("shift@example.com", "nothing-moves-here")


@pytest.mark.parametrize("who", [DEMO, NEW], ids=["demo", "new business"])
@pytest.mark.parametrize("width", [390, 1280])
def test_dashboard_appears_without_layout_shift(
    who: tuple[str, str], width: int, demo: LiveServer, profile: Callable[..., BrowserContext]
):
    context = profile(width=width)
    if who == NEW:
        person = {"email": f"{uuid4()}-{who[0]}", "password": who[1], "companyName": "New Lights"}
        assert context.request.post(f"{demo.url}/api/register", data=person).ok
    else:
        sign_in(context, demo, who)
    page = context.new_page()
    page.add_init_script(WATCH_SHIFTS)

    open_page(page, f"{demo.url}/dashboard")

    expect(page.get_by_role("contentinfo")).to_have_count(1)
    assert layout_shift(page) <= 0.05
    # Late content would be measured as a shift.
    page.evaluate("document.querySelector('main').style.paddingTop = '300px'")
    until(page, lambda: layout_shift(page) > 0.05, "the shift of what comes late")
