"""Cookies that identify browsers: HttpOnly, SameSite and, over HTTPS, not settable by subdomains."""

from datetime import timedelta

from fastapi import Request
from starlette.responses import Response


def name_of(request: Request, cookie: str) -> str:
    """Return a cookie's name; over HTTPS with the prefix that keeps other hosts from setting it."""
    return f"__Host-{cookie}" if request.app.state.settings.is_https else cookie


def put(request: Request, response: Response, cookie: str, value: str, lasts: timedelta) -> None:
    """Set a cookie on a response."""
    response.set_cookie(
        name_of(request, cookie),
        value,
        max_age=int(lasts.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=request.app.state.settings.is_https or request.url.scheme == "https",
    )
