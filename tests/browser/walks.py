"""States of the operators' and public screens."""

import json
import re
from calendar import monthrange
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from playwright.sync_api import expect

from marqueedesk.kit import clock
from tests.browser.stage import (
    ADMIN,
    PASSWORD,
    Stage,
    add_venue,
    book,
    in_words,
    new_email,
    soon,
    typed,
    walk,
)


@walk("landing")
def _landing(stage: Stage):
    page = stage.page
    stage.go("/")
    yield "visitor"
    for section, cards in {"#why": 3, "#features": 4, "#customers": 3}.items():
        expect(page.locator(f"{section} li")).to_have_count(cards)
    for avatar in page.locator("#customers figcaption > span:first-child").all():
        assert re.fullmatch("[A-Z]{2}", avatar.inner_text())
    expect(page.get_by_role("img", name="MarqueeDesk")).to_have_count(2)


@walk("auth")
def _auth(stage: Stage):
    page = stage.page
    stage.go("/auth")
    expect(page.get_by_role("tab", name="Login")).to_have_attribute("aria-selected", "true")
    yield "login"
    page.set_viewport_size({"width": 768, "height": 900})
    expect(page.get_by_text("Manage letter inventory")).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 900})
    stage.button("Sign In").click()
    yield "login empty"
    stage.fill(Email="nobody@texts.example", Password="not it at all")
    with stage.holding("/login"):
        stage.button("Sign In").click()
        yield "login pending"
    with stage.refusing("/login"):
        stage.button("Sign In").click()
        yield "login refused"

    page.get_by_role("tab", name="Register").click()
    yield "register"
    stage.fill(Password="short", Confirm_Password="other")
    stage.button("Create Account").click()
    yield "register empty"
    stage.names |= {"company": "Neon & Sons", "email": (email := new_email("neon"))}
    stage.fill(Company_Name="Neon & Sons", Email=email, Password=PASSWORD, Confirm_Password=PASSWORD)
    with stage.holding("/register"):
        stage.button("Create Account").click()
        yield "register pending"
    with stage.refusing("/register"):
        stage.button("Create Account").click()
        yield "register refused"
    with page.expect_request("**/api/register") as sent:
        stage.button("Create Account").click()
    assert set(sent.value.post_data_json or {}) == {"companyName", "email", "phoneNumber", "password", "timeZone"}
    yield "register done"
    page.wait_for_url("**/dashboard")

    stage.context.clear_cookies()
    stage.go("/auth")
    stage.fill(Email=email, Password=PASSWORD)
    stage.button("Sign In").click()
    yield "login done"
    stage.context.clear_cookies()
    stage.go("/auth")
    stage.names["email"] = ADMIN[0]
    stage.fill(Email=ADMIN[0], Password=ADMIN[1])
    stage.button("Sign In").click()
    yield "login without company"


@walk("navigation")
def _navigation(stage: Stage):
    page = stage.page
    stage.register()
    stage.go("/settings?tab=profile")
    yield "wide"
    stage.button(f"User menu of {stage.names['username']}").click()
    yield "user menu"
    with stage.refusing("/logout"):
        page.get_by_role("menuitem", name="Logout").click()
        yield "logout refused"
    page.set_viewport_size({"width": 390, "height": 800})
    stage.button("Open menu").click()
    yield "mobile menu"
    stage.button("Logout").click()
    yield "logged out"


@walk("dashboard")
def _dashboard(stage: Stage):
    stage.register()
    with stage.holding("/dashboard"):
        stage.page.goto(f"{stage.server.url}/dashboard")
        yield "loading"
    today = clock.local_day(clock.now(), ZoneInfo("America/New_York"))
    last = today.replace(day=monthrange(today.year, today.month)[1])
    stage.names |= {"first": today.replace(day=1), "last": last}
    stage.go("/")
    yield "empty"
    venue = add_venue(stage)
    pending = book(stage, venueId=venue["id"])
    confirmed = book(stage, days=9)
    stage.call("PATCH", f"/bookings/{confirmed['id']}/status", status="confirmed")
    stage.names |= {
        "id": pending["id"],
        "customer": pending["customerName"],
        "venue": venue["name"],
        "day": in_words(soon(0)),
    }
    stage.go("/")
    yield "upcoming"


@walk("bookings")
def _bookings(stage: Stage):
    page = stage.page
    stage.register()
    stage.go("/bookings")
    yield "empty"
    stage.names["day"] = in_words(clock.local_day(clock.now(), ZoneInfo("America/New_York")))
    stage.button("Pick a date").click()
    page.locator("[aria-current=date]").first.click()
    yield "date picked"
    stage.button("Clear date").click()
    expect(stage.button("Pick a date")).to_be_focused()
    venue = add_venue(stage)
    stage.names["notes"] = "Mind the step."
    # Times are shown because they were set.
    pending = book(
        stage,
        venueId=venue["id"],
        customerPhone="518-555-0123",
        notes=stage.names["notes"],
        deliveryDate=f"{soon(0)}T08:00",
        pickupDate=f"{soon(2)}T10:00",
    )
    ids = {"pending": pending["id"]}
    numbers = {"pending": pending["number"]}
    for offset, statuses in enumerate((["confirmed"], ["confirmed", "completed"], ["canceled"]), start=1):
        booking = book(stage, days=offset)
        for status in statuses:
            stage.call("PATCH", f"/bookings/{booking['id']}/status", status=status, early=True)
        ids[statuses[-1]] = booking["id"]
        numbers[statuses[-1]] = booking["number"]
    stage.names |= {
        "customer": pending["customerName"],
        "email": pending["customerEmail"],
        "venue": venue["name"],
        "day": in_words(soon(0)),
        "delivery": f"{in_words(soon(0))} 8:00 AM",
        "pickup": f"{in_words(soon(2))} 10:00 AM",
        "created": in_words(date.fromisoformat(pending["createdAt"][:10])),
    }
    # The list opens with open tasks; this shows everything.
    stage.go("/bookings?days=all")
    yield "list"
    for status, actions in {"pending": 3, "confirmed": 3, "completed": 2, "canceled": 2}.items():
        stage.button(re.compile(f"^Actions for booking #{numbers[status]} of")).click()
        yield f"menu of a {status} booking"
        expect(page.get_by_role("menuitem")).to_have_count(actions)
        page.keyboard.press("Escape")
    for status, booking_id in ids.items():
        stage.names["number"] = numbers[status]
        stage.go(f"/bookings?id={booking_id}")
        yield f"details of a {status} booking"


@walk("inventory")
def _inventory(stage: Stage):
    page = stage.page
    stage.register()
    stage.go("/inventory")
    yield "empty"
    stage.button("Add New Letter").click()
    dialog = page.get_by_role("dialog")
    stage.fill(Letter="A", Quantity="-1", Price_Per_Day="0")
    stage.button("Add Letter").click()
    yield "letter negative"
    stage.fill(Quantity="1", Price_Per_Day="25")
    yield from stage.tried_twice("Add Letter", "/inventory", refused="letter refused", done="letter added")
    expect(dialog).to_be_hidden()

    four_feet = {"B": 4, "C": 5, "D": 10}
    for letter, quantity in four_feet.items():
        stage.call("POST", "/inventory", letter=letter, size="4ft", quantity=quantity, pricePerDay=25)
    stage.call("POST", "/inventory", letter="A", size="2ft", quantity=6, pricePerDay=15)
    # Low stock counts only for letters needed by an upcoming booking.
    book(stage, message="AB", overbookReason="We lend one.")
    stage.names |= {"availability": "100%", "units": "20 units total, all available today"}
    stage.go("/inventory")
    yield "stock"
    stage.button(re.compile("^Edit B, 4ft")).click()
    expect(dialog.get_by_label("Letter", exact=True)).to_be_disabled()
    expect(dialog.get_by_label("Size", exact=True)).to_be_disabled()
    page.keyboard.press("Escape")
    stage.button("Edit A (4ft)").click()
    yield from stage.tried_twice("Save Changes", r"/inventory/\d+", refused="letter not updated", done="letter updated")


@walk("venues")
def _venues(stage: Stage):
    page = stage.page
    asked: list[str] = []
    stage.names["asked"] = asked

    def dismiss_first(dialog: Any) -> None:
        asked.append(dialog.message)
        dialog.dismiss() if len(asked) == 1 else dialog.accept()

    page.on("dialog", dismiss_first)
    stage.register()
    stage.go("/venues")
    yield "empty"
    stage.button("Add Venue").click()
    yield "add"
    stage.names["name"] = "The Foundry"
    stage.fill(Venue_Name="The Foundry", Address="1 Main Street", City="Albany", State="NY", ZIP_Code="12207")
    stage.page.get_by_label("Surcharge Amount ($)", exact=True).fill("-1")
    stage.fill(Contact_Name="Jo Miller", Contact_Email="jo", Contact_Phone="518-555-0100")
    stage.button("Create Venue").click()
    yield "add wrong"
    stage.page.get_by_label("Surcharge Amount ($)", exact=True).fill("12.50")
    stage.fill(Contact_Email="jo@foundry.example", Notes="Bring boards")
    stage.fill(**{"Load-In_Instructions": "Back gate", "Parking_Instructions": "On the meadow"})
    stage.page.get_by_label("Difficulty", exact=True).select_option(label="Very Difficult")
    page.get_by_role("switch", name="Quick Book").click()
    yield from stage.tried_twice("Create Venue", "/venues", refused="not added", done="added")
    assert stage.call("GET", "/venues")[0]["surchargeAmount"] == 1250
    expect(page.get_by_role("dialog")).to_be_hidden()
    yield "card"
    stage.button("Edit The Foundry").click()
    yield from stage.tried_twice("Save Changes", r"/venues/\d+", refused="not changed", done="changed")
    expect(page.get_by_role("dialog")).to_be_hidden()
    stage.button("Delete The Foundry").click()
    yield "asked"
    yield from stage.tried_twice("Delete The Foundry", r"/venues/\d+", refused="not deleted", done="deleted")
    with stage.refusing("/venues"):
        stage.go("/venues")
        yield "load error"


@walk("settings")
def _settings(stage: Stage):
    user = stage.register()
    stage.go("/settings?tab=profile")
    yield "profile"
    stage.fill(Username="", Email="nobody", Company_Name="")
    stage.button("Save Changes").click()
    yield "profile wrong"
    stage.fill(Username="ada", Email=user["email"], Company_Name="Bright Ideas")
    yield from stage.tried_twice("Save Changes", r"/user/\d+", refused="profile refused", done="profile updated")

    stage.go("/settings?tab=security")
    stage.button("Change Password").click()
    yield "password empty"
    stage.fill(Current_Password=PASSWORD, New_Password="another horse", Confirm_Password="another")
    stage.button("Change Password").click()
    yield "password unlike"
    stage.fill(Confirm_Password="another horse")
    yield from stage.tried_twice(
        "Change Password", "/change-password", refused="password refused", done="password changed"
    )

    with stage.holding("/stripe-connect/account-status"):
        stage.go("/settings?tab=payments")
        yield "payments loading"
    yield "payments failed"
    stage.button("Try Again").click()
    yield "payments unavailable"

    page = stage.page
    stage.context.grant_permissions(["clipboard-read", "clipboard-write"])
    stage.go("/settings?tab=embed")
    yield "embed"
    assert f'src="{stage.server.url}/embed.js"' in page.get_by_label("Embed Code", exact=True).input_value()
    stage.button("Copy Embed Code").click()
    yield "embed copied"
    assert page.evaluate("navigator.clipboard.readText()") == page.get_by_label("Embed Code", exact=True).input_value()
    expect(stage.button("Copy Embed Code")).to_be_visible()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()) }")
    stage.button("Copy Embed Code").click()
    yield "embed not copied"


@walk("not-found")
def _not_found(stage: Stage):
    stage.go("/no-such-page")
    yield "any"


@walk("form")
def _form(stage: Stage):
    page = stage.page
    key = stage.register()["publicKey"]
    add_venue(stage)
    stage.context.clear_cookies()
    stage.go(f"/booking?userId={key}")
    yield "open"
    stage.fill(Message="Love")
    page.get_by_label("Your Name", exact=True).press("Enter")
    yield "incomplete"
    page.get_by_label("Venue", exact=True).select_option(index=1)
    stage.fill(Delivery_Date=typed(soon(0)), Pickup_Date=typed(soon(1)))
    stage.fill(Your_Name="Grace Hopper", Email="grace@texts.example")
    page.get_by_label("Email", exact=True).press("Tab")
    expect(stage.button("Submit Booking Request")).to_be_enabled()
    yield "complete"
    with stage.holding("/bookings"):
        stage.button("Submit Booking Request").click()
        expect(page.get_by_role("button", name="Sending")).to_be_disabled()
    yield "failed"
    stage.button("Submit Booking Request").click()
    yield "sent"

    # A malformed offer, which no server sends, must not leave the form empty.
    page.route(
        re.compile("/api/booking-form"),
        lambda route: route.fulfill(content_type="application/json", body=json.dumps({"sizes": None})),
    )
    stage.go(f"/booking?userId={key}")
    yield "broken"
