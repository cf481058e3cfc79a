"""Teams and closing a business on their screens (A5): invited, promoted, removed; closed, reopened."""

import json
import zipfile
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Ear
from tests.browser.sound import RULES, SCHEMES, serious_faults
from tests.browser.stage import PASSWORD, Stage, book, new_email, soon
from tests.support.rest import end_fading
from tests.support.server import LiveServer


@pytest.fixture
def owner(demo: LiveServer, profile: Callable[..., BrowserContext]) -> Stage:
    """An owner with letters, on a desktop."""
    stage = Stage(demo, profile())
    stage.register()
    for letter in "LOVE":
        stage.call("POST", "/inventory", letter=letter, size="4ft", quantity=3, pricePerDay=25)
    return stage


def is_sound(page: Page) -> None:
    """Check that the page is accessible in both color schemes and not wider than the screen."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        end_fading(page)
        overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overflow <= 0, f"{page.url}, {scheme}: {overflow} px too wide"
        assert serious_faults(page, RULES[scheme]) == [], f"{page.url}, {scheme}"
    page.emulate_media(color_scheme="light")


def open_tab(stage: Stage, tab: str) -> Page:
    stage.go(f"/settings?tab={tab}")
    return stage.page


def tabs(page: Page) -> list[str]:
    return page.get_by_role("navigation", name="Settings").get_by_role("tab").all_inner_texts()


def test_member_is_invited_promoted_and_removed(
    demo: LiveServer, owner: Stage, profile: Callable[..., BrowserContext], ear: Ear
):
    # Picked up yesterday: staff cannot complete it before the pickup day.
    booking = book(owner, deliveryDate=str(soon(-22)), pickupDate=str(soon(-21)))
    owner.call("PATCH", f"/bookings/{booking['id']}/status", status="confirmed")
    page = open_tab(owner, "team")
    phone = Stage(demo, profile(width=360))
    for each in (page, phone.page):
        ear.listen(each)

    # Invited; there is no mail server, so the link is handed over.
    expect(page.get_by_text("You're the only member so far.")).to_be_visible()
    kit = new_email("kit")
    owner.fill(Email=kit)
    owner.button("Invite").click()
    expect(page.get_by_text(f"Copy the link and send it to {kit}.").filter(visible=True).first).to_be_visible()
    owner.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=f"Copy the link for {kit}").click()
    expect(page.get_by_text("Link copied").filter(visible=True).first).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")
    is_sound(page)

    # Accepted with a new account, on a phone.
    crew = phone.page
    phone.go(link.removeprefix(demo.url))
    expect(crew.get_by_role("heading", name=f"Join {owner.names['company']}")).to_be_visible()
    expect(crew.get_by_text("See letters and venues")).to_be_visible()
    is_sound(crew)
    phone.button("Create Account and Join").click()
    expect(crew.get_by_text("Name is required")).to_be_visible()
    phone.fill(Your_Name="Kit Carson", Password=PASSWORD, Confirm_Password=PASSWORD)
    phone.button("Create Account and Join").click()
    expect(crew.get_by_text(f"Welcome to {owner.names['company']}").filter(visible=True).first).to_be_visible()
    expect(crew.get_by_role("heading", name="Today", level=1)).to_be_visible()

    # Staff see no money and no pages of other roles.
    crew.get_by_role("button", name="Open menu").click()
    menu = crew.get_by_role("dialog")
    places = menu.get_by_role("navigation").first.get_by_role("link")
    names = ["Today", "Bookings", "Customers", "Inventory", "Repairs", "Venues", "Settings", "Help"]
    expect(places).to_have_text(names)
    menu.get_by_role("link", name="Inventory").click()
    expect(crew.get_by_role("heading", name="Inventory", level=1)).to_be_visible()
    expect(crew.get_by_text("4ft").filter(visible=True).first).to_be_visible()
    assert "$" not in crew.locator("main").inner_text()
    phone.go(f"/bookings?id={booking['id']}")
    expect(crew.get_by_role("dialog").get_by_text("Grace Hopper 0").first).to_be_visible()
    assert "$" not in crew.locator("body").inner_text()
    phone.go("/settings?tab=pricing")
    expect(crew.get_by_text("Your role doesn't include Pricing")).to_be_visible()
    crew.get_by_role("link", name="All Settings").click()
    expect(crew.get_by_role("navigation", name="Settings")).to_be_visible()
    assert tabs(crew) == ["Profile", "Security", "Team"]
    is_sound(crew)

    # Staff actions are visible to the owner.
    phone.go(f"/bookings?id={booking['id']}")
    phone.button("Mark as Completed").click()
    activity = open_tab(owner, "activity").get_by_role("region", name="Activity")
    expect(activity.get_by_role("row").filter(has_text=kit).filter(has_text="confirmed → completed")).to_be_visible()
    is_sound(page)

    # A role change applies immediately.
    page = open_tab(owner, "team")
    page.get_by_label("Role of Kit Carson").select_option("manager")
    expect(page.get_by_text("Kit Carson is now a manager").filter(visible=True).first).to_be_visible()
    phone.go("/settings?tab=pricing")
    expect(crew.get_by_label("Surcharge Percentage", exact=True)).to_be_visible()
    phone.go("/settings")
    expect(crew.get_by_role("tab", name="Activity")).to_be_visible()
    assert "Account" not in tabs(crew)

    # Removed members are signed out immediately on any page except pricing, whose example would be requested again
    # without a session.
    phone.go("/venues")
    expect(crew.get_by_role("heading", name="Venues", level=1)).to_be_visible()
    page.get_by_role("button", name="Remove Kit Carson").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove", exact=True).click()
    expect(page.get_by_text("Kit Carson was removed").filter(visible=True).first).to_be_visible()
    crew.goto(f"{demo.url}/bookings")
    expect(crew.get_by_role("button", name="Sign In", exact=True)).to_be_visible()
    phone.go(link.removeprefix(demo.url))
    expect(crew.get_by_role("heading", name="Invitation already accepted")).to_be_visible()


def test_business_is_exported_closed_and_reopened(
    demo: LiveServer, owner: Stage, profile: Callable[..., BrowserContext]
):
    visitor = Stage(demo, profile(width=360))
    key = owner.call("GET", "/user")["publicKey"]
    form = f"/booking-widget?userId={key}"
    page = open_tab(owner, "account")
    is_sound(page)

    # Export of everything in one archive.
    owner.button("Export Everything").click()
    owner.fill(Your_Password="wrong")
    owner.button("Export").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    owner.fill(Your_Password=PASSWORD)
    with page.expect_download() as download:
        owner.button("Export").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        assert archive.testzip() is None
        letters = json.loads(archive.read("letter_inventory.json"))
        assert sorted(row["letter"] for row in letters) == sorted("LOVE")
    expect(page.get_by_role("dialog")).to_be_hidden()

    # Closed.
    owner.button(f"Close {owner.names['company']}").click()
    owner.fill(Your_Password=PASSWORD)
    owner.button("Close Account").click()
    expect(page.get_by_text("Your Business Is Closed")).to_be_visible()
    is_sound(page)
    owner.go("/bookings")
    expect(page.get_by_role("heading", name=f"{owner.names['company']} is closed")).to_be_visible()
    is_sound(page)
    owner.go("/settings?tab=pricing")
    expect(page.get_by_text(f"Pricing is unavailable while {owner.names['company']} is closed")).to_be_visible()
    visitor.go(form)
    expect(visitor.page.get_by_label("Your Message")).to_be_hidden()

    # Reopened unchanged.
    page = open_tab(owner, "account")
    owner.button("Reopen").click()
    expect(owner.button(f"Close {owner.names['company']}")).to_be_visible()
    owner.go("/inventory")
    expect(page.get_by_text("4ft").filter(visible=True).first).to_be_visible()
    visitor.go(form)
    book(owner)
