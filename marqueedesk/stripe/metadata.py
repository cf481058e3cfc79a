"""The metadata that the product writes on the objects it makes at the provider, to find its own records again."""

from collections.abc import Mapping

from marqueedesk.kit.http.schemas import BIGGEST_ID

OPERATOR = "marqueedesk_operator"
"""The business that an object was made for."""
PURPOSE = "marqueedesk_purpose"
"""The purpose of a payment or a card form; each package that makes some has a value of its own."""

DASHBOARD = "https://dashboard.stripe.com"


def dashboard_page(base: str, account_id: str | None, page: str, *, live: bool) -> str:
    """The address of a page of the provider's full dashboard: of a connected account, or of the platform's own."""
    return "/".join([base, *[part for part in (account_id, None if live else "test", page) if part]])


def operator_in(metadata: Mapping[str, str]) -> int | None:
    """The business that an object's metadata names; None if it names none that could be ours."""
    name = metadata.get(OPERATOR, "")
    return int(name) if name.isascii() and name.isdigit() and int(name) <= BIGGEST_ID else None
