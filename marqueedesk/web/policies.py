"""The security headers of every answer, and what each kind of page may load (docs/rules.md, W6)."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from marqueedesk.kit.http.inline_styles import style_sources
from marqueedesk.settings import Settings
from marqueedesk.web.files import is_asset
from marqueedesk.web.paths import FRAMED_PATHS

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'"
)


CLOSED = f"{POLICY}; frame-ancestors 'none'"
CREW_POLICY = CLOSED.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""The crew's page reads codes with WebAssembly where the browser has no detector of its own."""
EMAIL_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; "
    "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox"
)
"""The empty page in which the application shows an email as it arrives: styles as emails have them, and no script."""
_API = "default-src 'none'; frame-ancestors 'none'"
_PROVIDER = {
    "script-src": "https://js.stripe.com https://*.js.stripe.com",
    "connect-src": "https://api.stripe.com",
    "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
}


def with_styles_of(html: str, policy: str) -> str:
    """A policy that allows the style elements which a page is written with, each as it is, and no others."""
    return policy.replace("style-src 'self'", f"style-src 'self' {style_sources(html)}")


@lru_cache(maxsize=8)
def _landing_policy(file: Path, _changed: int) -> str:
    return with_styles_of(file.read_text(encoding="utf-8"), CLOSED)


def landing_policy(file: Path) -> str:
    """The policy of the landing page, which is written with its styles inside."""
    return _landing_policy(file, file.stat().st_mtime_ns)


def payment_policy(settings: Settings) -> str:
    """The policy of a page that takes payments: the provider's script, calls and frames beside our own; where a
    stand-in takes the provider's place, its origin instead of the provider's. The provider's script styles what it
    adds in ways of its own, so styles may be inline there.
    """
    stand_in = settings.stripe_api_base
    policy = CLOSED.replace("object-src", "frame-src 'self'; object-src")
    policy = policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    for kind, origins in _PROVIDER.items():
        policy = policy.replace(f"{kind} 'self'", f"{kind} 'self' {stand_in or origins}")
    return policy


def headers_for(settings: Settings) -> Callable[[str], list[tuple[bytes, bytes]]]:
    """The security headers of an answer by its path; a page that sets one itself keeps its own."""
    always = [
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"strict-origin-when-cross-origin"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    ]
    # Pages of other sites neither load what is here nor get hold of its windows; what they may load says so itself.
    apart = [
        (b"cross-origin-opener-policy", b"same-origin-allow-popups"),
        (b"cross-origin-resource-policy", b"same-origin"),
    ]
    if settings.is_https:
        always.append((b"strict-transport-security", b"max-age=31536000"))
    deny = (b"x-frame-options", b"DENY")
    api = [*always, *apart, deny, (b"content-security-policy", _API.encode()), (b"cache-control", b"no-store")]
    closed = [*always, *apart, deny, (b"content-security-policy", CLOSED.encode())]
    framed = always
    # A script, a style sheet or a font is no page: nothing of it is framed, opened or followed.
    asset = [always[0], apart[1]]

    def choose(path: str) -> list[tuple[bytes, bytes]]:
        if path.startswith("/api/"):
            return api
        if is_asset(path):
            return asset
        return framed if path in FRAMED_PATHS else closed

    return choose
