"""Second factors on their screens: a passkey (virtual authenticator), app codes, and a remembered device."""

import base64
import copy
import re
from collections.abc import Callable

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from playwright.sync_api import BrowserContext, Page, expect

from marqueedesk.kit import clock
from tests.browser.sound import RULES, SCHEMES, serious_faults
from tests.browser.stage import PASSWORD, Stage
from tests.support.rest import end_fading
from tests.support.server import LiveServer


def on_localhost(server: LiveServer) -> LiveServer:
    """Return the server by host name, because passkeys do not work with bare IP addresses."""
    named = copy.copy(server)
    named.url = server.url.replace("127.0.0.1", "localhost")
    return named


def add_authenticator(page: Page) -> None:
    """Add a virtual authenticator that stores passkeys and confirms automatically."""
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def is_sound(page: Page) -> None:
    """Check that the page is accessible in both color schemes and not wider than a phone."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        end_fading(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, f"{page.url}, {scheme}"
        assert serious_faults(page, RULES[scheme]) == [], f"{page.url}, {scheme}"
    page.emulate_media(color_scheme="light")


LINES_OF_WORDS = """(shown) => [...shown.textContent.matchAll(/\\S+/g)].map(({ 0: word, index }) => {
  const range = document.createRange();
  range.setStart(shown.firstChild, index);
  range.setEnd(shown.firstChild, index + word.length);
  return range.getClientRects().length;
})"""


def give_password(stage: Stage) -> None:
    stage.context.clear_cookies(name=re.compile("session"))
    stage.go("/auth")
    stage.fill(Email=stage.names["email"], Password=PASSWORD)
    stage.button("Sign In").click()


def test_passkey_and_app_sign_in_and_a_device_is_remembered(demo: LiveServer, profile: Callable[..., BrowserContext]):
    stage = Stage(on_localhost(demo), profile(width=360))
    page = stage.page
    add_authenticator(page)
    stage.register()

    # A passkey, with recovery codes for a lost phone.
    stage.go("/settings?tab=security")
    stage.button("Add a Passkey").click()
    codes = page.get_by_role("dialog", name="Save your recovery codes")
    expect(codes.get_by_role("listitem")).to_have_count(10)
    is_sound(page)
    codes.get_by_role("button", name="I've Saved Them").click()
    stage.button(re.compile("^Actions for the passkey")).click()
    page.get_by_role("menuitem", name="Rename").click()
    stage.fill(Name="My phone")
    stage.button("Save").click()
    expect(page.get_by_text("My phone", exact=True)).to_be_visible()
    is_sound(page)

    # It signs in, and this device is remembered.
    give_password(stage)
    passkey = page.get_by_role("button", name="Use Your Passkey")
    expect(passkey).to_be_focused()
    is_sound(page)
    page.get_by_label("Don't ask again on this device for 30 days").check()
    passkey.click()
    page.wait_for_url("**/dashboard")
    give_password(stage)
    page.wait_for_url("**/dashboard")
    stage.go("/settings?tab=security")
    is_sound(page)
    page.get_by_role("button", name=re.compile("^Forget")).click()
    expect(page.get_by_role("heading", name="Remembered Devices")).to_be_hidden()

    # An app in addition. Its code signs in too.
    stage.button("Set Up an App").click()
    # The remembered device only needed the password, so this asks for the passkey.
    dialog = page.get_by_role("dialog", name="Confirm with two-factor authentication")
    dialog.get_by_role("button", name="Passkey").click()
    shown = page.get_by_role("dialog").locator("p.font-mono")
    assert set(shown.evaluate(LINES_OF_WORDS)) == {1}, "who types the key reads it four by four"
    secret = base64.b32decode(shown.inner_text().replace(" ", ""))
    is_sound(page)

    def code(step: int) -> str:
        return TOTP(secret, 6, SHA1(), 30).generate(int(clock.now().timestamp()) + 30 * step).decode()

    stage.fill(Code=code(0))
    stage.button("Turn On").click()
    expect(stage.button("Remove App")).to_be_visible()
    give_password(stage)
    # A code is single-use, and the current one has enabled the app.
    stage.fill(Code=code(1))
    is_sound(page)
    stage.button("Sign In").click()
    page.wait_for_url("**/dashboard")

    # Without either, the password is enough again.
    stage.go("/settings?tab=security")
    stage.button("Remove App").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    stage.button("Actions for the passkey My phone").click()
    page.get_by_role("menuitem", name="Remove").click()
    page.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_hidden()
    give_password(stage)
    page.wait_for_url("**/dashboard")
