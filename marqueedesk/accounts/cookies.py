"""The cookies by which browsers are known: no script reads them, no other site's form sends them, and on https no
subdomain can set them.
"""

from datetime import timedelta

from fastapi import Request

from marqueedesk.kit.http.http import ResponseT


def name_of(request: Request, cookie: str) -> str:
    """A cookie's name: on https, one that no other site, and no subdomain, can set."""
    return f"__Host-{cookie}" if request.app.state.settings.is_https else cookie


def put(request: Request, response: ResponseT, cookie: str, value: str, lasts: timedelta) -> ResponseT:
    """The answer with a cookie."""
    response.set_cookie(
        name_of(request, cookie),
        value,
        max_age=int(lasts.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=request.app.state.settings.is_https or request.url.scheme == "https",
    )
    return response
