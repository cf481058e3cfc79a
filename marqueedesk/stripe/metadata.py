"""Metadata stored on objects at the provider, from which our own records are found."""

from collections.abc import Mapping

from marqueedesk.kit.http.schemas import BIGGEST_ID

OPERATOR = "marqueedesk_operator"
"""Key for the business that an object belongs to."""
PURPOSE = "marqueedesk_purpose"
"""Key for the purpose of a payment or card form; each package has its own value."""

DASHBOARD = "https://dashboard.stripe.com"


def dashboard_page(base: str, account_id: str | None, page: str, *, live: bool) -> str:
    """Return the URL of a page in the provider's full dashboard, for a connected account or the platform's own."""
    return "/".join([base, *[part for part in (account_id, None if live else "test", page) if part]])


def operator_in(metadata: Mapping[str, str]) -> int | None:
    """Return the operator id in an object's metadata, or None."""
    name = metadata.get(OPERATOR, "")
    return int(name) if name.isascii() and name.isdigit() and int(name) <= BIGGEST_ID else None
