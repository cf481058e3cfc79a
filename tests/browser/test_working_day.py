"""A working day on phones: each step of the owner's and the crew's day, with its taps counted."""

import io
import re
from collections.abc import Callable, Generator
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from pypdf import PdfReader

from tests.browser.taps import TapCounter
from tests.support import databases
from tests.support.api import PASSWORD, Api, ok_json
from tests.support.server import LiveServer

# All of these run on one worker, so that one server is enough.
pytestmark = pytest.mark.xdist_group("working-day")


@pytest.fixture(scope="module")
def server() -> Generator[LiveServer]:
    """A server for these tests. Pages are independent of the database."""
    with LiveServer(databases.new("sqlite")) as server:
        yield server


@pytest.fixture
def owner(server: LiveServer, live_caller: Callable[[LiveServer], Api]) -> Api:
    """The owner of a business in UTC that has two of most letters."""
    owner = live_caller(server).register(companyName="Dana's Letters")
    owner.set_rules(timeZone="UTC")
    owner.add_letters("LOVERCKMARYPHI", quantity=2)
    return owner


@pytest.fixture
def phone(browser: Browser, server: LiveServer, owner: Api) -> Generator[BrowserContext]:
    """The owner's phone, signed in."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, base_url=server.url, has_touch=True)
    login = {"email": owner.user["email"], "password": PASSWORD}
    assert context.request.post("/api/login", data=login).ok
    yield context
    context.close()


def day(offset: int = 0) -> date:
    return datetime.now().astimezone().date() + timedelta(days=offset)


def rented(owner: Api, text: str, first: int, last: int, time: str = "", **more: Any) -> dict[str, Any]:
    """A confirmed booking from one day to another, counted from today."""
    delivery = day(first).isoformat() + (f"T{time}:00" if time else "")
    return owner.book(message=text, asRequest=False, deliveryDate=delivery, pickupDate=day(last).isoformat(), **more)


def send_out(owner: Api, booking: dict[str, Any]) -> None:
    letters = booking["message"].replace(" ", "")
    lines = [{"letter": letter, "size": "4ft", "count": letters.count(letter)} for letter in sorted({*letters})]
    body = {"clientId": f"out-{booking['id']}", "kind": "out", "at": booking["deliveryDate"], "lines": lines}
    ok_json(owner.post(f"/api/bookings/{booking['id']}/handovers", json=body))


def read(owner: Api, booking: dict[str, Any]) -> dict[str, Any]:
    return ok_json(owner.get(f"/api/bookings/{booking['id']}"))


def test_morning_shows_alarms_first_and_the_whole_day_one_tap_away(phone: BrowserContext, owner: Api):
    rented(owner, "LOVE", 0, 1, "15:30")
    rented(owner, "OLIVE", 0, 1, "18:00")
    send_out(owner, rented(owner, "ROCK", -4, -2))
    page = phone.new_page()
    page.goto("/")
    headings = page.get_by_role("main").get_by_role("heading", level=2)
    expect(headings.nth(2)).to_have_text("Today")
    assert headings.all_inner_texts()[:2] == ["Not Back Yet", "At Risk"]
    taps = TapCounter()

    taps.on(page.get_by_role("link", name="View day"))

    expect(page.get_by_role("heading", name="Packing List")).to_be_visible()
    assert taps.count == 1
    main = page.get_by_role("main")
    stops = [re.sub(r"\s+", " ", text) for text in main.locator("h2 a").all_inner_texts()]
    assert [text[:6] for text in stops] == ["“LOVE”", "“OLIVE"]
    for text in ("3:30 PM", "6:00 PM", "Collect $100.00", "Short of 1 × O", "1 short", "overdue since"):
        expect(main.get_by_text(text).first).to_be_visible()
    expect(page.get_by_role("heading", name="Load List")).to_be_visible()


def test_broken_letter_is_recorded_and_its_booking_fixed_in_four_taps(phone: BrowserContext, owner: Api):
    owner.set_prices(finishes=[{"code": "warm", "label": "Warm white"}, {"code": "rgb", "label": "RGB"}])
    spare = {"letter": "P", "size": "4ft", "quantity": 1, "pricePerDay": 25, "finish": "rgb"}
    ok_json(owner.post("/api/inventory", json=spare))
    booking = rented(owner, "HIPPY", 3, 4)
    page = phone.new_page()
    page.goto("/repairs")
    taps = TapCounter()

    taps.on(page.get_by_role("button", name="Record a Repair or Loss"))
    taps.on(page.get_by_role("button", name=re.compile("^P .*Warm white")))
    taps.on(page.get_by_role("button", name="Record Repair", exact=True))
    recorded = page.get_by_role("dialog", name="Recorded")
    expect(recorded.get_by_text("HIPPY (4ft, P in RGB)")).to_be_visible()
    taps.on(recorded.get_by_role("button", name="Use 1 × P (RGB)"))

    expect(page.get_by_text("Nothing is missing anymore")).to_be_visible()
    assert taps.count == 4
    assert ok_json(owner.get(f"/api/bookings/{booking['id']}"))["risk"] is None


def test_caller_gets_a_quote_for_two_sizes_in_nine_taps(phone: BrowserContext, owner: Api):
    owner.add_letters("026", quantity=2, size="2ft")
    page = phone.new_page()
    page.goto("/booking")
    taps = TapCounter()

    taps.on(page.get_by_label("Message", exact=True))
    page.keyboard.type("MARRY ME")
    taps.on(page.get_by_role("button", name="Add Letters"))
    page.keyboard.type("2026")
    for checkbox in page.get_by_role("checkbox", name="LED Lighting").all():
        taps.on(checkbox)
    # The first tap on a date opens the month, the second one the keyboard.
    for _ in range(2):
        taps.on(page.get_by_label("Delivery Date", exact=True))
    page.keyboard.type("next saturday")
    taps.on(page.get_by_label("Customer Name"))
    page.keyboard.type("Mike Caller")
    expect(page.get_by_text("All letters are available on these dates")).to_be_attached()
    # 7 letters at $25, 4 at $15, and lighting twice, for a day.
    expect(page.get_by_role("region", name="Price").get_by_text("$285.00")).to_be_attached()
    taps.on(page.get_by_role("button", name="Send Quote"))
    taps.on(page.get_by_role("dialog").get_by_role("button", name="Create Link"))

    link = page.get_by_label("Link for Your Customer").last.input_value()
    (quote,) = ok_json(owner.get("/api/quotes", params={"status": "sent"}))
    assert quote["link"] == link
    assert taps.count == 9


def test_past_booking_is_found_by_name_and_venue_and_booked_again_in_three_taps(phone: BrowserContext, owner: Api):
    lake = owner.add_venue(name="Lake House")
    past = rented(owner, "LOVE", -200, -199, customerName="Ann Smith", venueId=lake["id"])
    rented(owner, "ROCK", -100, -99, customerName="Bo Smith")
    page = phone.new_page()
    page.goto("/bookings")
    page.get_by_role("button", name="Search").first.tap()
    page.get_by_role("dialog", name="Search").get_by_role("combobox").fill("smith lake")
    found = page.get_by_role("option").filter(has_text="LOVE")
    expect(found).to_be_visible()
    expect(page.get_by_role("option").filter(has_text="ROCK")).to_have_count(0)
    found.tap()
    taps = TapCounter()

    taps.on(page.get_by_role("button", name="Duplicate"))
    form = page.get_by_role("dialog", name=f"Duplicate Booking #{past['number']}")
    whom = form.get_by_label("For", exact=True)
    whom.focus()
    whom.select_option("another")
    taps.count += 1
    page.keyboard.press("Tab")
    page.keyboard.type("Sue Smith")
    page.keyboard.press("Tab")
    page.keyboard.type("sue@example.com")
    form.get_by_label("Delivery Date").fill("next saturday")
    form.get_by_label("Delivery Date").press("Tab")
    expect(form.get_by_label("Pickup Date")).not_to_have_value("")
    taps.on(form.get_by_role("button", name="Create Booking"))

    expect(page.get_by_text("created", exact=False).filter(has_text="Booking #")).to_be_visible()
    assert taps.count == 3
    assert [row["customerName"] for row in ok_json(owner.get("/api/bookings"))].count("Sue Smith") == 1


def test_cancellation_names_the_fee_and_is_undone_in_one_tap(phone: BrowserContext, owner: Api):
    ok_json(owner.patch("/api/payment-policy", json={"cancellation": [{"daysBefore": 0, "keepPercent": 50}]}))
    booking = rented(owner, "LOVE", 4, 5)
    page = phone.new_page()
    page.goto(f"/bookings?id={booking['id']}")
    taps = TapCounter()

    taps.on(page.get_by_role("button", name="Cancel Booking"))
    ask = page.get_by_role("alertdialog", name=f"Cancel booking #{booking['number']}?")
    expect(ask.get_by_text("$50.00 under this booking's terms.")).to_be_visible()
    ask.get_by_role("checkbox", name=re.compile("^Email")).uncheck()
    taps.on(ask.get_by_role("button", name="Cancel Booking"))
    expect(page.get_by_text("Booking canceled")).to_be_visible()
    taps.on(page.get_by_role("button", name="Undo"))

    expect(page.get_by_role("button", name="Cancel Booking")).to_be_visible()
    assert taps.count == 3
    assert ok_json(owner.get(f"/api/bookings/{booking['id']}"))["status"] == "confirmed"


def test_amount_due_is_prefilled_at_the_door_and_closing_the_day_shows_missing_cash(phone: BrowserContext, owner: Api):
    rented(owner, "LOVE", 0, 1, "15:30")
    page = phone.new_page()
    page.goto("/day")
    taps = TapCounter()

    taps.on(page.get_by_role("button", name="Record Payment"))
    form = page.get_by_role("dialog", name="Record a Payment")
    expect(form.get_by_label(re.compile("^Amount"))).to_have_value("100.00")
    taps.on(form.get_by_role("button", name="Record Payment"))
    expect(form).to_be_hidden()
    expect(page.get_by_text(f"Recorded by {owner.user['username']}")).to_be_visible()
    taps.on(page.get_by_role("button", name="Close the Day"))
    ask = page.get_by_role("dialog", name="Close the Day")
    expect(ask.get_by_label(re.compile("^Amount Handed Over"))).to_have_value("100.00")
    ask.get_by_label(re.compile("^Amount Handed Over")).fill("80")
    taps.on(ask.get_by_role("button", name="Close the Day"))

    expect(page.get_by_text("Missing", exact=True)).to_be_visible()
    assert taps.count == 4
    cash = ok_json(owner.get("/api/day/cash", params={"date": day().isoformat()}))
    assert (cash["expected"], cash["recorded"], cash["handedOver"]["difference"]) == (100, 100, -20)


def test_run_sheet_prints_times_amounts_and_the_total_of_the_day(phone: BrowserContext, owner: Api):
    rented(owner, "LOVE", 0, 1, "15:30")
    rented(owner, "ROCK", 0, 1, "18:00", customerName="Bo Rock", customerPhone="512 555 0100")
    page = phone.new_page()
    page.goto("/day")
    expect(page.get_by_role("heading", name="Cash and Checks")).to_be_visible()
    expect(page.get_by_text("extension cord")).to_be_visible()

    sheets = [sheet.extract_text() for sheet in PdfReader(io.BytesIO(page.pdf(format="Letter"))).pages]

    # Both stops are on the first page, with what to collect.
    for text in ("3:30 PM", "“LOVE”", "6:00 PM", "“ROCK”", "Bo Rock", "512 555 0100"):
        assert text in sheets[0], sheets[0]
    assert sheets[0].count("Collect $100.00") == 2
    assert len(sheets) <= 2
    paper = re.sub(r"\s+", " ", " ".join(sheets))
    for text in ("Packing List", "Load List", "To collect $200.00"):
        assert text in paper, paper
    for text in ("Record Payment", "Print Run Sheet", "Close the Day", "Help Center", "The Following Seven Days"):
        assert text not in paper, text
