"""Browser marks: cookies that recognize a browser in which a user has signed in before.

Password guesses are counted by account and network, so in an office or behind a shared IP address anyone could lock a
user out. A browser with a mark has its own counter instead. A mark does not grant access: it is signed for one user and
password, and changing the password invalidates it.
"""

import hmac
import re
from datetime import timedelta
from typing import Final

from fastapi import Request
from starlette.responses import Response

from marqueedesk.accounts import cookies
from marqueedesk.accounts.models import User
from marqueedesk.kit.http.links import digest_of, new_nonce, signer

COOKIE: Final = "marqueedesk_browser"
LASTS: Final = timedelta(days=365)
_KIND: Final = "browser"
_MARK: Final = re.compile(r"([0-9a-f]{32})\.([a-z2-7]{39})")


def mark_of(request: Request, user: User) -> str | None:
    """Return the calling browser's mark if it is valid for this user and password."""
    if request.scope["state"].get("foreign"):
        return None
    match = _MARK.fullmatch(request.cookies.get(cookies.name_of(request, COOKIE), ""))
    if match is None:
        return None
    nonce, signed = match.groups()
    return nonce if hmac.compare_digest(signed, _signed(request, user, nonce)) else None


def put_cookie(request: Request, response: Response, user: User) -> None:
    """Set the mark's cookie on a response, keeping an existing valid mark."""
    nonce = mark_of(request, user) or new_nonce()
    cookies.put(request, response, COOKIE, f"{nonce}.{_signed(request, user, nonce)}", LASTS)


def _signed(request: Request, user: User, nonce: str) -> str:
    return signer(request).token(_KIND, 0, user.id, f"{nonce}{digest_of(user.password_hash)}")
