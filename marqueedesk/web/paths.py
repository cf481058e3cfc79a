"""Paths of pages, and those that need special handling."""

import re
from typing import Final

HELP_CHAPTERS = (
    "first-steps",
    "embedding",
    "requests",
    "quotes",
    "prices",
    "letters",
    "venues",
    "goods",
    "customers",
    "team",
    "account",
    "answers",
)
"""Chapters of the Help Center, which are files in frontend/src/features/help."""
PUBLIC_PATHS = frozenset({"/help", "/privacy", "/terms", "/status", *(f"/help/{chapter}" for chapter in HELP_CHAPTERS)})


APP_PATHS = PUBLIC_PATHS | {
    "/",
    "/dashboard",
    "/bookings",
    "/day",
    "/repairs",
    "/inventory",
    "/venues",
    "/customers",
    "/conversations",
    "/gift-cards",
    "/reviews",
    "/quotes",
    "/quotes/edit",
    "/settings",
    "/admin",
    "/admin/businesses",
    "/admin/users",
    "/admin/subscriptions",
    "/admin/audit",
    "/admin/settings",
    "/subscription",
    "/checkout",
    "/payment-success",
}
LINK_PATHS = frozenset({"/reset-password", "/sign-in", "/invitation", "/confirm-email", "/keep-email"})
"""Pages for signing in whose URL contains a token."""
AUTH_PATHS = LINK_PATHS | {"/auth", "/forgot-password"}
"""Pages for signing in, which load without the app."""
PAYMENT_PATHS = frozenset({"/checkout", "/payment-success"})
"""Pages that show the payment provider's card form or query it for a payment's result."""
FRAMED_PATHS = frozenset({"/booking", "/booking-widget", "/embed"})

_OF_ONE: Final = re.compile(r"/(?:customers|admin/businesses)/[1-9][0-9]{0,14}")


def is_page(path: str) -> bool:
    """Return true if the app has a page at this path."""
    return path in APP_PATHS or _OF_ONE.fullmatch(path) is not None
