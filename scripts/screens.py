"""Render every screen into docs/screens: desktop in light and dark mode, and phone; the public form at three widths.

The pages are those of the demo, in a temporary folder, on a fixed day: a changed picture means a changed product. `make
screens` builds the pages first. For some screens only: `python scripts/screens.py landing`.
"""

import base64
import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Generator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.support import browser as chromium  # noqa: E402 - the root is on the path only now.
from tests.support.rest import Watched, end_fading  # noqa: E402 - as above.

FOLDER = ROOT / "docs" / "screens"
PRODUCT = ROOT / "frontend" / "public" / "product"
MOMENT = datetime(2026, 11, 21, 15, tzinfo=UTC)
DEMO = ("demo@marqueedesk.example", "demo-operator")
ADMIN = ("admin@marqueedesk.example", "demo-admin")
ACCOUNTANT = ("mary@brightletters.example", DEMO[1])
QUALITY = 50
TALLEST = 1700
SECONDS = 1000

DESK, NIGHT, PHONE = (1280, "light"), (1280, "dark"), (360, "light")
USUAL = (DESK, NIGHT, PHONE)
BOTH = (*USUAL, (360, "dark"))
EVERY = tuple((width, scheme) for width in (1280, 768, 360) for scheme in ("light", "dark"))
SHORTEST = {1280: 800, 768: 900, 360: 740}

PROGRAM = (
    "import time_machine; "
    f"time_machine.travel({MOMENT.isoformat()!r}, tick=True).start(); "
    "from marqueedesk.cli import main; main()"
)


@dataclass(frozen=True)
class Screen:
    """A page to render. ``arrange`` prepares it.

    In the path, ``key`` is replaced by the demo's public key, ``quote`` by the page of a viewed quote, ``booking`` by
    the page of a booking with a change request, ``asked`` by that booking's id, ``invitation`` by the page of a pending
    team invitation, and ``waiting`` by the page of a place on the waiting list.
    """

    name: str
    title: str
    path: str
    signed_in: bool = True
    arrange: Callable[[Page], None] | None = None
    looks: tuple[tuple[int, str], ...] = USUAL
    # A dialog is rendered over the window; a page in its full height.
    whole: bool = True

    @property
    def who(self) -> tuple[str, str] | None:
        """Return the sign-in of its viewer: none, the administrator, or the demo's accountant or operator."""
        if not self.signed_in:
            return None
        if self.path == "/reports":
            return ACCOUNTANT
        return ADMIN if self.path.startswith("/admin") else DEMO


def _button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("button", name=name).filter(visible=True).first


def _register(page: Page) -> None:
    page.get_by_role("tab", name="Register").click()


def _notifications(page: Page) -> None:
    _button(page, re.compile("^Notifications")).click()
    page.get_by_role("dialog", name="Notifications").get_by_role("link").first.wait_for()


def _open_first(page: Page, listed: str, opened: str) -> None:
    """Open the first row of an API list on its page."""
    page.goto(f"{opened}?id={page.request.get(listed).json()['items'][0]['id']}")
    page.get_by_role("dialog").get_by_role("heading", name="History").wait_for()


def _first_booking(page: Page) -> None:
    _open_first(page, "/api/bookings?limit=20&status=confirmed", "/bookings")


def _money(page: Page) -> None:
    _first_booking(page)
    heading = page.get_by_role("dialog").get_by_role("heading", name="Payment", exact=True)
    heading.evaluate("heading => heading.scrollIntoView({ block: 'center' })")


def _sent_quote(page: Page) -> None:
    _open_first(page, "/api/quotes?limit=1&status=sent", "/quotes")


def _edit_booking(page: Page) -> None:
    _first_booking(page)
    page.get_by_role("dialog").get_by_role("button", name="Edit", exact=True).click()
    page.get_by_role("dialog").get_by_label("Message", exact=True).wait_for()


def _edit_quote(page: Page) -> None:
    quote = page.request.get("/api/quotes?limit=1&status=sent").json()["items"][0]["id"]
    page.goto(f"/quotes/edit?id={quote}")
    page.get_by_label("Message", exact=True).wait_for()


def _first_steps(page: Page) -> None:
    fresh = {"email": f"fresh-{time.time_ns()}@example.com", "password": DEMO[1], "companyName": "Fresh Letters"}
    page.request.post("/api/register", data=fresh | {"timeZone": "America/Chicago"})
    page.goto("/dashboard")
    page.get_by_text("Get set up").wait_for()


def _import(page: Page) -> None:
    _button(page, "Import and export").click()
    page.get_by_role("menuitem", name="Import Letters...").click()
    rows = "Letter,Size,Quantity,Price Per Day\nA,4ft,9,25\nB,4ft,-1,25\nÑ,4ft,2,25\n"
    page.get_by_role("dialog").get_by_label("Or Paste Rows").fill(rows)
    page.get_by_role("dialog").get_by_role("button", name="Preview").click()
    page.get_by_role("dialog").get_by_role("heading", name=re.compile("can’t be imported")).wait_for()


def _edit_letter(page: Page) -> None:
    _button(page, re.compile("^Edit E, 4ft")).click()
    page.get_by_role("dialog").get_by_label("Quantity").wait_for()


def _whole_set(page: Page) -> None:
    _button(page, "Add a Whole Set").click()
    page.get_by_role("dialog").wait_for()


def _buy_next(page: Page) -> None:
    page.get_by_label("Cost per Letter").fill("180")
    page.get_by_role("img", name="Revenue by Budget").wait_for()
    # The phone has no space beside it, so preceding content scrolls out.
    page.get_by_role("heading", name="What to Buy Next").evaluate("heading => heading.scrollIntoView()")


def _site_check(page: Page) -> None:
    _first_booking(page)
    page.get_by_role("dialog").get_by_role("button", name="Check the Site").click()
    heading = page.get_by_role("dialog").get_by_role("heading", name="Site Check")
    page.get_by_role("dialog").get_by_text("Circuit 1").wait_for()
    heading.evaluate("heading => heading.scrollIntoView({ block: 'start' })")


def _edit_venue(page: Page) -> None:
    _button(page, re.compile("^Edit ")).click()
    page.get_by_role("dialog").get_by_label("Venue Name").wait_for()


def _open_subscription(page: Page) -> None:
    _button(page, re.compile("^Manage the subscription of ")).click()
    _button(page, "Cancel Now").wait_for()


def _edit_plan(page: Page) -> None:
    _button(page, "Edit Professional").click()
    page.get_by_role("dialog").get_by_label("Features (Optional)").wait_for()


def _new_user(page: Page) -> None:
    _button(page, "Add User").click()
    page.get_by_role("dialog").get_by_label("Email").wait_for()


def _template(page: Page) -> None:
    _button(page, "Edit Booking Confirmation").click()
    page.get_by_role("dialog").get_by_title("Preview: Booking Confirmation").wait_for()


def _fill_form(page: Page) -> None:
    page.get_by_label("Message", exact=True).fill("Happy 30th")
    page.get_by_label("Venue", exact=True).select_option(index=1)
    page.get_by_label("Delivery Date", exact=True).fill("12/11/2026")
    page.get_by_label("Pickup Date", exact=True).fill("12/13/2026")
    page.get_by_label(re.compile("^(Your|Customer) Name$")).fill("Grace Hopper")
    page.get_by_label("Email", exact=True).fill("grace@example.com")
    page.get_by_label("Email", exact=True).press("Tab")
    page.get_by_text(re.compile("(free|available) on these (dates|days)")).filter(visible=True).first.wait_for()


SCREENS = [
    Screen("landing", "Landing page", "/", signed_in=False),
    Screen("sign-in", "Sign in", "/auth", signed_in=False),
    Screen("register", "Register", "/auth", signed_in=False, arrange=_register),
    Screen("forgot-password", "Forgotten password", "/forgot-password", signed_in=False),
    Screen("reset-password", "New password from an email link", "/reset-password?token=used", signed_in=False),
    Screen("sign-in-link", "Sign-in from an email link", "/sign-in?token=used", signed_in=False),
    Screen("confirm-email", "Confirming a new email address", "/confirm-email?token=used", signed_in=False),
    Screen("keep-email", "Keeping the old email address", "/keep-email?token=used", signed_in=False),
    Screen(
        "form-embedded",
        "The form embedded in another page",
        "/embed?userId={key}",
        signed_in=False,
        looks=(DESK, PHONE),
    ),
    Screen("form", "Public booking form", "/booking?userId={key}", signed_in=False, looks=EVERY),
    Screen(
        "form-filled",
        "Public booking form, filled in",
        "/booking?userId={key}",
        signed_in=False,
        arrange=_fill_form,
        looks=EVERY,
    ),
    Screen("dashboard", "Dashboard", "/dashboard"),
    Screen("notifications", "Notifications", "/dashboard", arrange=_notifications, whole=False),
    Screen("bookings", "Bookings", "/bookings"),
    Screen("calendar", "Bookings by day", "/bookings?view=calendar"),
    Screen("week", "A week of bookings", "/bookings?view=calendar&span=week"),
    Screen("revenue", "Revenue", "/bookings?view=revenue"),
    Screen("reports", "Reports, as an accountant sees them", "/reports", looks=(DESK, PHONE)),
    Screen("booking", "A booking", "/bookings", arrange=_first_booking, whole=False),
    Screen("booking-edit", "Editing a booking", "/bookings", arrange=_edit_booking, whole=False),
    Screen("booking-money", "Payments of a booking", "/bookings", arrange=_money, whole=False),
    Screen("site-check", "Site check of a sign", "/bookings", arrange=_site_check, looks=BOTH, whole=False),
    Screen("booking-asked", "A customer's change request", "/bookings?id={asked}", whole=False),
    Screen("booking-customer", "A booking's page for its customer", "{booking}", signed_in=False),
    Screen("inventory", "Inventory", "/inventory"),
    Screen("items", "Items and packages", "/inventory?view=items"),
    Screen("letter-calendar", "Letter calendar", "/inventory?view=calendar"),
    Screen("missed-letters", "Letters you missed", "/inventory?view=missed"),
    Screen("buy-next", "Letters to buy next", "/inventory?view=missed", arrange=_buy_next, looks=BOTH, whole=False),
    Screen("tags", "Tags and labels", "/inventory?view=tags"),
    Screen("letter", "A letter", "/inventory", arrange=_edit_letter, whole=False),
    Screen("import", "Letters from a file", "/inventory", arrange=_import, whole=False),
    Screen("whole-set", "A whole set at once", "/inventory", arrange=_whole_set, whole=False),
    Screen("day", "The day", "/day"),
    Screen("crew", "The crew's page", "/crew"),
    Screen("repairs", "Repairs and losses", "/repairs"),
    Screen("stocktakes", "Stocktakes", "/stocktakes"),
    Screen("venues", "Venues", "/venues"),
    Screen("customers", "Customers", "/customers"),
    Screen("inbox", "Inbox", "/conversations"),
    Screen("gift-cards", "Gift Cards", "/gift-cards"),
    Screen("reviews", "Reviews", "/reviews"),
    Screen("venue", "A venue", "/venues", arrange=_edit_venue, whole=False),
    Screen("quote", "Build a quote", "/booking", arrange=_fill_form),
    Screen("quotes", "Quotes", "/quotes"),
    Screen("quote-edit", "Editing a quote", "/quotes", arrange=_edit_quote),
    Screen("quote-details", "A quote", "/quotes", arrange=_sent_quote, whole=False),
    Screen("waiting-customer", "A waiting customer's page", "{waiting}", signed_in=False),
    Screen("quote-customer", "A quote's page for its customer", "{quote}", signed_in=False),
    Screen("profile", "Settings: Profile", "/settings"),
    Screen("security", "Settings: Security", "/settings?tab=security"),
    Screen("business", "Settings: Business", "/settings?tab=business"),
    Screen("pricing", "Settings: Pricing", "/settings?tab=pricing"),
    Screen("zones", "Settings: Delivery Zones", "/settings?tab=zones"),
    Screen("tax", "Settings: Sales Tax", "/settings?tab=tax"),
    Screen("exemptions", "Settings: Tax Exemptions", "/settings?tab=exemptions"),
    Screen("rules", "Settings: Booking Rules", "/settings?tab=rules"),
    Screen("certificates", "Settings: Insurance", "/settings?tab=certificates"),
    Screen("import", "Settings: Import", "/settings?tab=import"),
    Screen("policy", "Settings: Payment Policy", "/settings?tab=policy"),
    Screen("contract-template", "Settings: Contract", "/settings?tab=contract", looks=BOTH),
    Screen("messages", "Settings: Messages", "/settings?tab=messages"),
    Screen("texts", "Settings: Texts", "/settings?tab=texts"),
    Screen("payments", "Settings: Payments", "/settings?tab=payments"),
    Screen("bookkeeping", "Settings: Bookkeeping", "/settings?tab=bookkeeping"),
    Screen("embed", "Settings: Embed Widget", "/settings?tab=embed"),
    Screen("team", "Settings: Team", "/settings?tab=team"),
    Screen("activity", "Settings: Activity", "/settings?tab=activity"),
    Screen("account", "Settings: Account", "/settings?tab=account"),
    Screen("invitation", "A team invitation", "{invitation}", signed_in=False),
    Screen("subscription", "Subscription", "/subscription"),
    Screen("checkout", "A card payment", "/checkout"),
    Screen("payment-success", "After a card payment", "/payment-success"),
    Screen("admin", "Admin: Dashboard", "/admin"),
    Screen("admin-businesses", "Admin: Businesses", "/admin/businesses"),
    Screen("admin-users", "Admin: Users", "/admin/users"),
    Screen("admin-new-user", "Admin: A new user", "/admin/users", arrange=_new_user, whole=False),
    Screen("admin-subscriptions", "Admin: Subscriptions", "/admin/subscriptions"),
    Screen("admin-plan", "Admin: A plan", "/admin/subscriptions", arrange=_edit_plan, whole=False),
    Screen("admin-subscribers", "Admin: Subscribers", "/admin/subscriptions?tab=subscriptions"),
    Screen(
        "admin-subscription",
        "Admin: A subscription",
        "/admin/subscriptions?tab=subscriptions",
        arrange=_open_subscription,
        whole=False,
    ),
    Screen("admin-audit", "Admin: Audit", "/admin/audit"),
    Screen("admin-settings", "Admin: General settings", "/admin/settings"),
    Screen("admin-site", "Admin: Site settings", "/admin/settings?tab=site"),
    Screen("admin-email", "Admin: Email settings", "/admin/settings?tab=email"),
    Screen("admin-template", "Admin: An email template", "/admin/settings?tab=email", arrange=_template, whole=False),
    Screen("admin-payments", "Admin: Payment settings", "/admin/settings?tab=payments"),
    Screen("help", "Help Center", "/help", signed_in=False),
    Screen("help-chapter", "A chapter of the Help Center", "/help/first-steps", signed_in=False),
    Screen("privacy", "Privacy", "/privacy", signed_in=False, looks=(DESK, PHONE)),
    Screen("terms", "Terms", "/terms", signed_in=False, looks=(DESK, PHONE)),
    Screen("status", "Status", "/status", signed_in=False),
    Screen("not-found", "Not found", "/nothing-here", signed_in=False),
    # The last of the signed-out screens, because it signs in.
    Screen("first-steps", "A new business's first steps", "/auth", signed_in=False, arrange=_first_steps),
]


@contextlib.contextmanager
def demo() -> Generator[str]:
    """Run a server with the demo's data at `MOMENT`; yields its address."""
    with socket.socket() as probe, tempfile.TemporaryDirectory(prefix="marqueedesk-screens-") as folder:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        address = f"http://127.0.0.1:{port}"
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("MARQUEEDESK_")},
            "MARQUEEDESK_DATA_DIR": folder,
            "MARQUEEDESK_PUBLIC_URL": address,
            "MARQUEEDESK_RATE_LIMITS": "off",
            "MARQUEEDESK_LOG_LEVEL": "error",
        }
        run = [sys.executable, "-c", PROGRAM]
        subprocess.run([*run, "seed-demo"], env=environment, check=True, stdout=subprocess.DEVNULL)
        server = subprocess.Popen([*run, "serve", "--port", str(port)], env=environment, stderr=subprocess.DEVNULL)
        try:
            _wait_for(f"{address}/readyz", server)
            yield address
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=20)


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(address, timeout=2).close()  # noqa: S310 - our own server.
            return
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError("the server did not start")


def _profile(browser: Browser, address: str, look: tuple[int, str], who: tuple[str, str] | None) -> BrowserContext:
    width, scheme = look
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": SHORTEST[width]},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="en-US",
        timezone_id="America/New_York",
    )
    context.set_default_timeout(20 * SECONDS)
    context.clock.set_fixed_time(MOMENT)
    if who is not None:
        answer = context.request.post("/api/login", data={"email": who[0], "password": who[1]})
        if not answer.ok:
            raise RuntimeError(answer.text())
    return context


def _picture(page: Page, screen: Screen) -> bytes:
    """Return the page as WebP: in its full height up to a limit, or as shown in the window."""
    if screen.whole:
        page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    height = page.evaluate("document.documentElement.scrollHeight") if screen.whole else 0
    size = page.viewport_size
    assert size is not None  # noqa: S101 - every profile has one.
    width = size["width"]
    if height > size["height"]:
        # Resize the window instead of taking a full-page screenshot, so that sticky elements stay at their edge.
        page.set_viewport_size({"width": width, "height": min(height, TALLEST)})
        end_fading(page)
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    page.set_viewport_size(size)
    return base64.b64decode(shot["data"])


def _draw_for_landing() -> None:
    """Render the landing page's product picture: the form down to its button."""
    PRODUCT.mkdir(parents=True, exist_ok=True)
    for width, height, name in ((1280, 1240, "form"), (768, 1120, "form-phone")):
        shot = Image.open(FOLDER / f"form-filled-{width}-dark.webp").convert("RGB")
        shot.crop((0, 0, width, height)).save(PRODUCT / f"{name}.webp", quality=QUALITY, method=6)


def _asked(context: BrowserContext) -> tuple[int, str]:
    """Add the customer's notes and request to the next booking; returns its id and page link."""
    booking = context.request.get("/api/bookings?limit=1&status=confirmed&from=2026-11-24").json()["items"][0]["id"]
    link: str = context.request.post(f"/api/bookings/{booking}/customer-link", data={}).json()["link"]
    page = f"/api/public/bookings/{link.rpartition('/')[2]}"
    crew = {"power": "Left of the stage", "access": "Ramp at the back door", "contactName": "Grace Hopper"}
    context.request.post(f"{page}/crew-notes", data=crew)
    context.request.post(f"{page}/change-request", data={"text": "Could you come at noon?"})
    return booking, link


def _people(browser: Browser, address: str, context: BrowserContext) -> str:
    """Add team members and invite another person; returns the invitation's address."""
    links: list[str] = []
    invited = (("kit@brightletters.example", "manager"), (ACCOUNTANT[0], "accountant"))
    for email, part in (*invited, ("grace@brightletters.example", "staff")):
        invitation = context.request.post("/api/team/invitations", data={"email": email, "part": part})
        links.append("/invitation?" + invitation.json()["link"].partition("?")[2])
    for link, name in zip(links, ("Kit Carson", "Mary Jackson"), strict=False):
        new = {"username": name, "password": DEMO[1], "confirmPassword": DEMO[1]}
        stranger = browser.new_context(base_url=address)
        stranger.request.post(f"/api/public/invitations/{link.partition('token=')[2]}/accept", data=new)
        stranger.close()
    return links[-1]


def _waiting(context: BrowserContext, key: str) -> str:
    """Add a waiting list entry for more letters than available; returns its page address."""
    entry = {"userId": key, "message": "HAPPY NEW YEAR", "size": "4ft", "consent": True}
    days = {"deliveryDate": "2026-12-31", "pickupDate": "2027-01-01"}
    person = {"customerName": "Grace Hopper", "customerEmail": "grace@example.com"}
    made = context.request.post("/api/public/waiting-list", data=entry | days | person)
    return "/w/" + made.json()["token"]


def _draw(browser: Browser, address: str, places: dict[str, str], screens: list[Screen]) -> None:
    for look in EVERY:
        for who in (None, DEMO, ADMIN, ACCOUNTANT):
            wanted = [s for s in screens if look in s.looks and s.who == who]
            if not wanted:
                continue
            context = _profile(browser, address, look, who)
            for screen in wanted:
                page = context.new_page()
                watched = Watched(page)
                page.goto(screen.path.format(**places))
                watched.rest()
                if screen.arrange is not None:
                    screen.arrange(page)
                    watched.rest()
                (FOLDER / _file(screen, look)).write_bytes(_picture(page, screen))
                # Stored state of one page must not show on the next.
                page.evaluate("sessionStorage.clear()")
                page.close()
            context.close()


def _file(screen: Screen, look: tuple[int, str]) -> str:
    return f"{screen.name}-{look[0]}-{look[1]}.webp"


def _index() -> str:
    """Return the index page: each screen's title, with links to all its renderings."""
    lines = ["# Screens", "", "Screenshots of the demo, taken by `make screens` on a fixed date.", ""]
    for screen in SCREENS:
        others = " · ".join(
            f"[{width} px, {scheme}]({_file(screen, (width, scheme))})" for width, scheme in screen.looks[1:]
        )
        lines += [f"## {screen.title}", "", f"![{screen.title}]({_file(screen, screen.looks[0])})", "", others, ""]
    return "\n".join(lines)


def main() -> None:
    """Render the named screens, or all and their index."""
    named = sys.argv[1:]
    unknown = set(named) - {screen.name for screen in SCREENS}
    if unknown:
        raise SystemExit(f"no such screen: {', '.join(sorted(unknown))}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not named:
        for old in FOLDER.glob("*.webp"):
            old.unlink()
    with demo() as address, sync_playwright() as playwright:
        path = chromium.executable(as_people_have=True)
        browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
        context = _profile(browser, address, DESK, DEMO)
        quotes = context.request.get("/api/quotes?limit=1&status=seen").json()["items"]
        asked, link = _asked(context)
        invitation = _people(browser, address, context)
        key = context.request.get("/api/user").json()["publicKey"]
        places = {
            "key": key,
            "waiting": _waiting(context, key),
            "quote": quotes[0]["link"],
            "asked": str(asked),
            "booking": link,
            "invitation": invitation,
        }
        context.close()
        _draw(browser, address, places, [screen for screen in SCREENS if not named or screen.name in named])
        browser.close()
    (FOLDER / "README.md").write_text(_index())
    _draw_for_landing()
    total = sum(path.stat().st_size for path in FOLDER.iterdir())
    print(f"{len(list(FOLDER.glob('*.webp')))} pictures in docs/screens, {total / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
