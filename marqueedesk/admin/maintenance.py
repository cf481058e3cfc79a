"""Maintenance mode: visitors and operators get a maintenance page with 503; administrators keep access (G1).

Sign-in, password reset, webhooks, health checks and static files stay available. The setting is cached
(instance_settings.cached_settings), so callers are only looked up in the database while it is on.
"""

from datetime import datetime
from html import escape
from math import ceil
from zoneinfo import ZoneInfo

from fastapi import Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import Scope

from marqueedesk.accounts.access import current_user, has_cookie
from marqueedesk.admin.access import ADMIN
from marqueedesk.instance_settings.cached_settings import CachedSettings
from marqueedesk.instance_settings.service import Platform
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.http.http import problem_answer
from marqueedesk.kit.http.inline_styles import style_sources
from marqueedesk.kit.text.formats import local_moment

RETRY_SECONDS = 300
LONGEST_RETRY_SECONDS = 3600
"""Clients look again at least once an hour, because maintenance may end early."""
FRAMED = frozenset({"/booking", "/booking-widget", "/embed"})
_OPEN_PATHS = frozenset(
    {
        "/auth",
        "/forgot-password",
        "/healthz",
        "/readyz",
        "/metrics",
        "/sign-in",
        "/status",
        "/api/login",
        "/api/login/link",
        "/api/login/passkey-options",
        "/api/login/second-factor",
        "/api/logout",
        "/api/user",
        "/api/site",
    }
)
_OPEN_BELOW = ("/api/stripe/", "/api/password/", "/reset-password")


class Gate:
    """Request filter: returns None to let a request pass, otherwise the response."""

    def __init__(self, database: Database, cached_settings: CachedSettings) -> None:
        self._database = database
        self._cached_settings = cached_settings

    async def __call__(self, scope: Scope) -> Response | None:
        """Return the maintenance page or problem, or None. Outside of maintenance mode this only reads the clock."""
        if not self._cached_settings.is_fresh:
            await run_in_threadpool(self._cached_settings.read)
        platform = self._cached_settings.known
        if platform is None or not platform.maintenance_mode or stays_open(scope["path"]):
            return None
        if await run_in_threadpool(self._is_administrator, scope):
            return None
        return _closed(scope["path"], platform)

    def _is_administrator(self, scope: Scope) -> bool:
        request = Request(scope)
        if not has_cookie(request):
            return False
        try:
            with self._database.read() as db:
                caller = current_user(db, request)
        except (SQLAlchemyError, Unavailable):
            return False
        return caller is not None and caller.user.role == ADMIN


def stays_open(path: str) -> bool:
    """Return true if a path stays available: sign-in, webhooks, health checks and files."""
    if path in _OPEN_PATHS or path.startswith(_OPEN_BELOW):
        return True
    return not path.startswith("/api/") and "." in path.rpartition("/")[2]


def retry_seconds(platform: Platform, now: datetime) -> int:
    """Return when to try again: at the expected end of the maintenance, if it is still to come."""
    until = platform.maintenance_until
    if until is None or until <= now:
        return RETRY_SECONDS
    return min(LONGEST_RETRY_SECONDS, ceil((until - now).total_seconds()))


def back_at(platform: Platform, now: datetime) -> str:
    """Return when the site will be back: "at 10:30 PM EST", with the day if it is another one."""
    until = platform.maintenance_until
    if until is None or until <= now:
        return "in a few minutes"
    return f"at {local_moment(until, ZoneInfo(platform.time_zone), now)}"


def _closed(path: str, platform: Platform) -> Response:
    now = clock.now()
    seconds = retry_seconds(platform, now)
    if path.startswith("/api/"):
        when = back_at(platform, now)
        sentence = f"{platform.site_name} is down for maintenance and will be back {when}. Your entries are kept."
        until = platform.maintenance_until.isoformat() if platform.maintenance_until is not None else None
        return problem_answer(Unavailable(sentence, code="maintenance", retry_after=seconds, until=until))
    # Forms must stay frameable: even "*" would exclude pages with an opaque origin.
    ancestors = "" if path in FRAMED else "; frame-ancestors 'none'"
    html = page(platform, now)
    return Response(
        html,
        503,
        {
            "Retry-After": str(seconds),
            "Cache-Control": "no-store",
            "Content-Security-Policy": f"default-src 'none'; style-src {style_sources(html)}; img-src 'self'; "
            f"base-uri 'none'; form-action 'none'{ancestors}",
        },
        media_type="text/html; charset=utf-8",
    )


def page(platform: Platform, now: datetime) -> str:
    """Render the maintenance page. It needs no file except the logo, and reloads every minute."""
    ways = [f'<a href="mailto:{escape(mail)}">{escape(mail)}</a>' for mail in [platform.company_email] if mail]
    ways += [escape(phone) for phone in [platform.company_phone] if phone]
    contact = f"<p>Need help now? {' · '.join(ways)}</p>" if ways else ""
    return _PAGE.format(name=escape(platform.site_name), contact=contact, when=escape(back_at(platform, now)))


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="60">
<title>Back soon · {name}</title>
<style>
:root {{ color-scheme: dark; }}
body {{
  margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 1rem; padding: 1.5rem;
  box-sizing: border-box; background: radial-gradient(circle at 50% 20%, #2a2340, #15121f 60%); color: #fbf8f2;
  font: 1rem/1.6 system-ui, sans-serif; text-align: center;
}}
.bulbs {{ display: flex; justify-content: center; gap: .6rem; padding: 0; margin: 0 0 1rem; }}
.bulbs i {{ width: .8rem; height: .8rem; border-radius: 50%; background: #ffb648; box-shadow: 0 0 14px 2px #ffb64899; }}
.bulbs i:nth-child(even) {{ background: #4a4036; box-shadow: none; }}
@media (prefers-reduced-motion: no-preference) {{
  .bulbs i {{ animation: on 1.6s infinite steps(1); }}
  .bulbs i:nth-child(even) {{ animation-delay: -.8s; }}
  @keyframes on {{
    0% {{ background: #ffb648; box-shadow: 0 0 14px 2px #ffb64899; }}
    50% {{ background: #4a4036; box-shadow: none; }}
  }}
}}
.name {{ display: block; width: auto; height: 1.75rem; margin: 0 auto 2.5rem; }}
h1 {{ margin: 0 0 .75rem; font-size: 1.9rem; line-height: 1.2; letter-spacing: -.02em; text-wrap: balance; }}
p {{ margin: 0 0 .75rem; max-width: 30rem; color: #c9c2d6; text-wrap: pretty; }}
a {{ color: #ffd79a; }}
small {{ margin-top: 1.5rem; color: #948ca3; }}
</style>
</head>
<body>
<main>
<img class="name" src="/logo-night.svg" alt="{name}" width="147" height="28">
<div class="bulbs" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i><i></i><i></i></div>
<h1>We’ll be back soon</h1>
<p>{name} is down for maintenance and will be back {when}. Your data is safe.
This page reloads automatically.</p>
{contact}
</main>
<small><a href="/auth">Sign in</a> as an administrator</small>
</body>
</html>
"""
