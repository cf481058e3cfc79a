"""Security headers of every response, and Content-Security-Policies for each kind of page (docs/rules.md, W6)."""

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
"""Policy of the crew page, which scans codes with WebAssembly if the browser has no barcode detector."""
EMAIL_POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; "
    "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox"
)
"""Policy of the empty page in which the app shows an email: inline styles as in emails, and no scripts."""
_API = "default-src 'none'; frame-ancestors 'none'"
_PROVIDER = {
    "script-src": "https://js.stripe.com https://*.js.stripe.com",
    "connect-src": "https://api.stripe.com",
    "frame-src": "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
}


def with_styles_of(html: str, policy: str) -> str:
    """Extend a policy to allow exactly a page's inline style elements."""
    return policy.replace("style-src 'self'", f"style-src 'self' {style_sources(html)}")


@lru_cache(maxsize=8)
def _landing_policy(file: Path, _changed: int) -> str:
    return with_styles_of(file.read_text(encoding="utf-8"), CLOSED)


def landing_policy(file: Path) -> str:
    """Return the policy of the landing page, which has inline styles."""
    return _landing_policy(file, file.stat().st_mtime_ns)


def payment_policy(settings: Settings, policy: str = CLOSED) -> str:
    """Return the Content-Security-Policy of payment pages, based on ``policy``.

    It allows scripts, requests and frames from Stripe (or from a test stand-in's origin) and the inline styles that
    Stripe's script adds.
    """
    stand_in = settings.stripe_api_base
    policy = policy.replace("object-src", "frame-src 'self'; object-src")
    policy = policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    for kind, origins in _PROVIDER.items():
        policy = policy.replace(f"{kind} 'self'", f"{kind} 'self' {stand_in or origins}")
    return policy


def headers_for(settings: Settings) -> Callable[[str], list[tuple[bytes, bytes]]]:
    """Return a function that selects security headers by path; headers set by a page take precedence."""
    always = [
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"strict-origin-when-cross-origin"),
        (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    ]
    # Other sites can neither load these resources nor access their windows. Headers of resources meant for other sites
    # override this.
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
    # Scripts, style sheets and fonts are not documents, so framing and navigation headers do not apply.
    asset = [always[0], apart[1]]

    def choose(path: str) -> list[tuple[bytes, bytes]]:
        if path.startswith("/api/"):
            return api
        if is_asset(path):
            return asset
        return framed if path in FRAMED_PATHS else closed

    return choose
