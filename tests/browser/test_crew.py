"""The crew page in a real browser: offline, with a scanner, and with few taps."""

import base64
import io
import re
from collections.abc import Callable, Generator
from datetime import datetime, timedelta
from typing import Any

import pytest
import segno
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.sound import serious_faults
from tests.support import databases
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.server import LiveServer

# All of these run on one worker, so that one server is enough.
pytestmark = pytest.mark.xdist_group("crew")

# A fake camera; `window.show(picture)` shows a code, and no argument clears it.
CAMERA = """
const canvas = document.createElement('canvas');
canvas.width = 480; canvas.height = 360;
const pen = canvas.getContext('2d');
let held = null;
setInterval(() => {
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, 480, 360);
  if (held) pen.drawImage(held, 120, 60, 240, 240);
}, 40);
window.show = async (picture) => {
  if (!picture) { held = null; return; }
  const image = new Image();
  image.src = picture;
  await image.decode();
  held = image;
};
Object.defineProperty(navigator, 'mediaDevices', {
  value: { getUserMedia: async () => canvas.captureStream(25) },
});
"""


@pytest.fixture(scope="module")
def server() -> Generator[LiveServer]:
    """A server for these tests. Pages are independent of the database."""
    with LiveServer(databases.new("sqlite")) as server:
        yield server


@pytest.fixture
def operator(server: LiveServer, live_caller: Callable[[LiveServer], Api]) -> Api:
    """An operator with plenty of letters."""
    operator = live_caller(server).register()
    operator.set_rules(timeZone="UTC")
    operator.add_letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ", quantity=20)
    return operator


@pytest.fixture
def phone(browser: Browser, server: LiveServer, operator: Api) -> Generator[BrowserContext]:
    """The operator's phone, signed in."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, base_url=server.url, has_touch=True)
    sign_in(context, operator)
    yield context
    context.close()


def sign_in(context: BrowserContext, operator: Api) -> None:
    body = {"email": operator.user["email"], "password": PASSWORD}
    assert context.request.post("/api/login", data=body).ok


def job_today(operator: Api, text: str) -> dict[str, Any]:
    today = datetime.now().astimezone().date()
    lines = [{"kind": "letters", "text": word, "size": "4ft"} for word in text.split()]
    return operator.book(
        message=None,
        size=None,
        lines=lines,
        asRequest=False,
        deliveryDate=today.isoformat(),
        pickupDate=(today + timedelta(days=1)).isoformat(),
    )


def handovers(operator: Api, booking: dict[str, Any]) -> list[dict[str, Any]]:
    return ok_json(operator.get(f"/api/bookings/{booking['id']}/handovers"))


def open_crew(phone: BrowserContext) -> Page:
    page = phone.new_page()
    page.goto("/crew")
    expect(page.get_by_text("Up to date")).to_be_visible()
    # From here on the page opens offline.
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("caches.match('/crew').then(kept => kept !== undefined)")
    return page


def open_delivery(page: Page, text: str) -> None:
    page.get_by_role("link", name=re.compile(f"Delivery.*{text}")).click()


def sign_with_a_finger(page: Page, strokes: int) -> None:
    field = page.get_by_role("img", name="Sign here")
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    assert box is not None
    phone = page.context.new_cdp_session(page)
    for stroke in range(strokes):
        for number in range(10):
            at = {"x": box["x"] + 20 + 60 * stroke + 5 * number, "y": box["y"] + 20 + 4 * number}
            kind = "touchMove" if number else "touchStart"
            phone.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        phone.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert field.bounding_box() == box, "it moved from under the finger"


def test_job_is_recorded_offline(phone: BrowserContext, operator: Api):
    booking = job_today(operator, "LOVE")
    page = open_crew(phone)
    phone.set_offline(True)
    page.reload()
    open_delivery(page, "LOVE")
    for letter in "LOVE":
        page.get_by_role("button", name=f"{letter} 4ft: 0 of 1").click()
    page.get_by_role("button", name="Load 4 Pieces").click()
    expect(page.get_by_text("1 waiting to send")).to_be_visible()
    expect(page.get_by_text("saved")).to_have_count(0)
    # At the venue, one bulb of the E doesn't work.
    page.get_by_role("button", name="Damaged").click()
    page.get_by_role("button", name="E 4ft: 0 of 1").click()
    page.get_by_label("What's wrong").fill("One bulb is dead")
    page.get_by_label("Take a Photo").set_input_files(
        {"name": "bulb.png", "mimeType": "image/png", "buffer": png_of("E")}
    )
    expect(page.get_by_text("Photo taken")).to_be_visible()
    # Taps directly after a record count as a double tap, which only a test is fast enough for.
    page.wait_for_timeout(600)
    page.get_by_role("button", name="Report 1 Piece").click()
    expect(page.get_by_text("2 waiting to send")).to_be_visible()
    # Waiting records survive closing the page.
    page.reload()
    page.get_by_role("button", name="Count All").click()
    page.get_by_label("Received by").fill("Ada")
    sign_with_a_finger(page, strokes=2)
    page.get_by_role("button", name="Deliver 4 Pieces").click()
    expect(page.get_by_text("3 waiting to send")).to_be_visible()
    assert serious_faults(page) == []
    assert handovers(operator, booking) == []
    phone.set_offline(False)
    expect(page.get_by_text("Up to date")).to_be_visible()
    expect(page.get_by_text("waiting to send")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("Up to date")).to_be_visible()
    assert [(row["kind"], len(row["lines"])) for row in handovers(operator, booking)] == [
        ("pack", 4),
        ("out", 1),
        ("out", 4),
    ]
    received = handovers(operator, booking)[-1]
    assert received["signedBy"] == "Ada"
    assert received["signature"].count("M") == 2
    (repair,) = ok_json(operator.get("/api/outages"))
    assert (repair["name"], repair["reason"], repair["bookingId"]) == ("E", "One bulb is dead", booking["id"])
    assert repair["photo"] is not None


def test_records_survive_signing_out_and_a_canceled_booking(phone: BrowserContext, operator: Api):
    kept, canceled = job_today(operator, "BABY"), job_today(operator, "NO")
    page = open_crew(phone)
    phone.set_offline(True)
    for text in ("BABY", "NO"):
        open_delivery(page, text)
        page.get_by_role("button", name="Deliver", exact=True).click()
        page.get_by_role("button", name="Count All").click()
        page.get_by_role("button", name="Deliver ").last.click()
        page.get_by_role("link", name="All jobs").click()
    expect(page.get_by_text("2 waiting to send")).to_be_visible()
    phone.clear_cookies()
    ok_json(operator.set_status(canceled["id"], "canceled"))
    phone.set_offline(False)
    expect(page.get_by_text("You are signed out. Your records are saved on this phone.")).to_be_visible()
    # Customer data disappears from the page after signing out.
    expect(page.get_by_role("link", name=re.compile("BABY"))).to_have_count(0)
    sign_in(phone, operator)
    page.reload()
    expect(page.get_by_text("Up to date")).to_be_visible()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text(f"Booking #{canceled['number']} is canceled")
    assert [len(handovers(operator, one)) for one in (kept, canceled)] == [1, 0]
    alert.get_by_role("button", name="Remove This Record").click()
    expect(alert).to_have_count(0)


def test_condition_buttons_fit_on_one_line(phone: BrowserContext, operator: Api):
    booking = job_today(operator, "EVE")
    today = datetime.now().astimezone().date().isoformat()
    ok_json(operator.patch(f"/api/bookings/{booking['id']}", json={"pickupDate": today}))
    page = open_crew(phone)
    page.get_by_role("link", name=re.compile("Pickup.*EVE")).click()
    page.get_by_role("button", name="Deliver", exact=True).click()
    page.get_by_role("button", name="Count All").click()
    page.get_by_role("button", name="Deliver 3 Pieces").click()
    # The buttons of the previous step are about to disappear.
    expect(page.get_by_role("heading", name="Bring back")).to_be_visible()
    for name in ("OK", "Damaged", "Missing"):
        button = page.get_by_role("button", name=name, exact=True)
        lines = button.evaluate(
            "(one) => { const all = document.createRange(); all.selectNodeContents(one); "
            "return all.getClientRects().length; }"
        )
        assert lines == 1, name


def test_forty_letters_are_checked_out_in_fifteen_taps(phone: BrowserContext, operator: Api):
    words = "CONGRATULATIONS MARTHA AND BENJAMIN XOXO YEAH"
    booking = job_today(operator, words)
    assert booking["letterCount"] == 40
    page = open_crew(phone)
    page.evaluate("window.taps = 0; addEventListener('click', () => { window.taps += 1 }, true)")
    open_delivery(page, "CONGRATULATIONS")
    page.get_by_role("button", name="Deliver", exact=True).click()
    page.get_by_role("button", name="Count All").click()
    page.get_by_label("Lights tested").check()
    page.get_by_role("button", name="Deliver 40 Pieces").click()
    expect(page.get_by_text("Everything is delivered.")).to_be_visible()
    expect(page.get_by_text("waiting to send")).to_have_count(0)
    assert page.evaluate("window.taps") <= 15
    assert sum(line["count"] for line in handovers(operator, booking)[0]["lines"]) == 40


def png_of(text: str) -> bytes:
    picture = io.BytesIO()
    segno.make_qr(text).save(picture, kind="png", scale=8)
    return picture.getvalue()


def code_of(tag: str) -> str:
    return "data:image/png;base64," + base64.b64encode(png_of(tag)).decode()


def test_scanned_code_counts_once_and_names_the_other_booking_it_belongs_to(phone: BrowserContext, operator: Api):
    mine, other = job_today(operator, "SUN"), job_today(operator, "US")
    for tag in ("SUN-1", "SUN-2"):
        ok_json(operator.post("/api/pieces", json={"letter": "S", "size": "4ft", "tag": tag}))
    body = {
        "clientId": "packed",
        "kind": "pack",
        "at": datetime.now().astimezone().isoformat(),
        "lines": [{"tag": "SUN-2"}],
    }
    ok_json(operator.post(f"/api/bookings/{other['id']}/handovers", json=body))
    phone.add_init_script(CAMERA)
    page = open_crew(phone)
    open_delivery(page, "SUN")
    page.get_by_role("button", name="Scan With the Camera").click()
    status = page.get_by_role("status")
    expect(status).to_have_text("Point the camera at a label")
    page.evaluate("show", code_of("SUN-1"))
    expect(status).to_have_text("SUN-1 counted")
    expect(page.get_by_role("button", name="S 4ft: 1 of 1")).to_be_visible()
    page.evaluate("show", code_of("SUN-2"))
    expect(status).to_have_text(f"SUN-2 is packed for booking #{other['number']}.")
    page.wait_for_timeout(2_200)
    page.evaluate("show", code_of("SUN-1"))
    expect(status).to_have_text("SUN-1 is already counted.")
    assert serious_faults(page) == []
    page.get_by_role("button", name="Close the Camera").click()
    with page.expect_response("**/handovers"):
        page.get_by_role("button", name="Load 1 Piece").click()
    (packed,) = handovers(operator, mine)
    assert [(line["tag"], line["count"]) for line in packed["lines"]] == [("SUN-1", 1)]


class Taps:
    """Counts the taps of a page."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def button(self, name: str) -> None:
        self.count += 1
        self.page.get_by_role("button", name=name, exact=True).first.click()


def test_pickup_with_a_missing_letter_is_recorded_offline_in_four_taps(phone: BrowserContext, operator: Api):
    booking = job_today(operator, "EVE")
    today = datetime.now().astimezone()
    ok_json(operator.patch(f"/api/bookings/{booking['id']}", json={"pickupDate": today.date().isoformat()}))
    lines = [{"letter": letter, "size": "4ft", "count": count} for letter, count in (("E", 2), ("V", 1))]
    body = {"clientId": f"night-{booking['id']}", "kind": "out", "at": today.isoformat(), "lines": lines}
    ok_json(operator.post(f"/api/bookings/{booking['id']}/handovers", json=body))
    page = open_crew(phone)
    phone.set_offline(True)
    page.get_by_role("link", name=re.compile("Pickup.*EVE")).click()
    taps = Taps(page)

    taps.button("Missing")
    taps.button("E 4ft: 0 of 2")
    page.get_by_label("What's wrong").fill("Not by the stage")
    taps.button("Count All")
    taps.button("Bring Back 2 Pieces, Report 1 Missing")
    assert taps.count == 4
    expect(page.get_by_text("1 waiting to send")).to_be_visible()
    expect(page.get_by_text("Everything is back")).to_have_count(0)
    phone.set_offline(False)
    expect(page.get_by_text("waiting to send")).to_have_count(0, timeout=30_000)

    (returned,) = [row for row in handovers(operator, booking) if row["kind"] == "in"]
    assert sorted((line["letter"], line["outcome"], line["count"]) for line in returned["lines"]) == [
        ("E", "missing", 1),
        ("E", "ok", 1),
        ("V", "ok", 1),
    ]
    (lost,) = ok_json(operator.get("/api/repairs"))
    assert (lost["kind"], lost["name"], lost["reason"]) == ("missing", "E", "Not by the stage")


def test_broken_letter_is_recorded_in_three_taps_and_its_photo_follows(phone: BrowserContext, operator: Api):
    operator.add_letter("O", size="2ft")
    page = phone.new_page()
    page.goto("/day")
    taps = Taps(page)
    taps.button("Record a Repair")
    taps.button("O (2ft)")
    taps.button("Record Repair")
    expect(page.get_by_role("dialog", name="Recorded")).to_be_visible()
    assert taps.count == 3
    (repair,) = ok_json(operator.get("/api/repairs"))
    assert (repair["letter"], repair["size"], repair["count"], repair["photos"]) == ("O", "2ft", 1, [])
    # The photo is stored on the phone and survives leaving the page.
    phone.set_offline(True)
    page.locator("input[type=file]").set_input_files(
        {"name": "bulb.png", "mimeType": "image/png", "buffer": png_of("O")}
    )
    expect(page.get_by_text(re.compile("wait", re.IGNORECASE)).first).to_be_visible()
    phone.set_offline(False)
    page.goto("/repairs")
    expect(page.get_by_role("img", name=re.compile("^Damage to 1 × O"))).to_be_visible(timeout=30_000)
    assert len(ok_json(operator.get("/api/repairs"))[0]["photos"]) == 1


def test_cash_is_recorded_offline_in_three_taps(phone: BrowserContext, operator: Api):
    booking = job_today(operator, "LOVE")
    page = open_crew(phone)
    phone.set_offline(True)
    taps = Taps(page)
    taps.count += 1
    open_delivery(page, "LOVE")
    due = ok_json(operator.get(f"/api/bookings/{booking['id']}"))["balanceDue"]
    taps.button("Cash")
    taps.button(f"Record ${due:.2f} in Cash")
    assert taps.count == 3
    expect(page.get_by_text("1 waiting to send")).to_be_visible()
    expect(page.get_by_text("Nothing left to collect")).to_be_visible()
    phone.set_offline(False)
    expect(page.get_by_text("1 waiting to send")).to_have_count(0, timeout=30_000)
    (entry,) = ok_json(operator.get(f"/api/bookings/{booking['id']}/payments"))["entries"]
    assert (entry["kind"], entry["amount"]) == ("cash", due)


def test_shelf_is_counted_offline_with_one_tap_per_letter(phone: BrowserContext, operator: Api):
    stocktake = ok_json(operator.post("/api/stocktakes", json={}))["id"]
    page = open_crew(phone)
    phone.set_offline(True)
    page.get_by_role("link", name=re.compile("Count the Shelves")).click()
    page.get_by_role("button", name="20 There").first.click()
    expect(page.get_by_text("20 of 20")).to_be_visible()
    page.get_by_role("button", name="Other", exact=True).nth(1).click()
    page.get_by_label("How many are there?").fill("18")
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.get_by_text("18 of 20")).to_be_visible()
    phone.set_offline(False)
    expect(page.get_by_text("2 waiting to send")).to_have_count(0, timeout=30_000)
    rows = ok_json(operator.get(f"/api/stocktakes/{stocktake}"))["rows"]
    assert [(row["letter"], row["difference"]) for row in rows if row["counted"] is not None] == [("A", 0), ("B", -2)]
