"""The mark of a browser that somebody has signed in with: a cookie which distinguishes it from others in its network.

Guesses at a password are counted by account and network. In an office or behind a provider that lends one address to
many, that would let anybody there keep a person out. A browser with a mark has a count of its own instead. The mark
lets nobody in: it is signed for one person with one password, and another password makes it worthless.
"""

import hmac
import re
from datetime import timedelta
from typing import Final

from fastapi import Request

from marqueedesk.accounts import cookies
from marqueedesk.accounts.models import User
from marqueedesk.kit.http.http import ResponseT
from marqueedesk.kit.http.links import digest_of, new_nonce, signer

COOKIE: Final = "marqueedesk_browser"
LASTS: Final = timedelta(days=365)
_KIND: Final = "browser"
_MARK: Final = re.compile(r"([0-9a-f]{32})\.([a-z2-7]{39})")


def mark_of(request: Request, user: User) -> str | None:
    """The mark of the calling browser, if this person has signed in with it and this password."""
    if request.scope["state"].get("foreign"):
        return None
    found = _MARK.fullmatch(request.cookies.get(cookies.name_of(request, COOKIE), ""))
    if found is None:
        return None
    nonce, signed = found.groups()
    return nonce if hmac.compare_digest(signed, _signed(request, user, nonce)) else None


def put_cookie(request: Request, response: ResponseT, user: User) -> ResponseT:
    """The answer with the mark of its browser, which keeps the one that it has."""
    nonce = mark_of(request, user) or new_nonce()
    return cookies.put(request, response, COOKIE, f"{nonce}.{_signed(request, user, nonce)}", LASTS)


def _signed(request: Request, user: User, nonce: str) -> str:
    return signer(request).token(_KIND, 0, user.id, f"{nonce}{digest_of(user.password_hash)}")
