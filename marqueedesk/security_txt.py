"""/.well-known/security.txt: contact for security reports (RFC 9116)."""

from datetime import UTC, datetime, time, timedelta
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from marqueedesk.accounts.access import database
from marqueedesk.instance_settings.service import Platform, effective
from marqueedesk.kit import clock
from marqueedesk.settings import Settings

router = APIRouter(include_in_schema=False)

PATH: Final = "/.well-known/security.txt"
GOOD_FOR: Final = timedelta(days=180)
"""How long the file is valid; the RFC recommends less than a year."""


@router.get(PATH)
def security_txt(request: Request) -> Response:
    """Return the contact for security reports and its expiry."""
    settings: Settings = request.app.state.settings
    with database(request).read() as db:
        platform = effective(db, settings)
    # Use midnight, so that the response stays the same all day and caches can revalidate it.
    expires = datetime.combine(clock.now().astimezone(UTC).date(), time(), UTC) + GOOD_FOR
    site = platform.site_url.rstrip("/")
    lines = {
        "Contact": _contact(settings, platform),
        "Expires": f"{expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages": "en",
        "Canonical": f"{site}{PATH}",
    }
    text = "".join(f"{name}: {value}\n" for name, value in lines.items())
    return PlainTextResponse(text, headers={"Cache-Control": "public, max-age=3600"})


def _contact(settings: Settings, platform: Platform) -> str:
    """Return the configured contact, or else the installation's public email address or its site, as a URI."""
    contact = settings.security_contact or platform.company_email or platform.site_url
    return contact if contact.startswith(("https://", "http://")) else f"mailto:{contact}"
