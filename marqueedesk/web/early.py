"""Preload headers for the app's pages: browsers fetch a page's first data and code while the main script loads.

Without them, a page's own files are only requested after the common ones have run, and its data after those.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NotRequired, TypedDict

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.rights import MANAGE_DOCUMENTS, SEE_BOOKINGS, SEE_MONEY, SEE_STOCK, Right
from marqueedesk.web.files import APP

USER: Final = "/api/user"
"""All of these pages request the current user."""


class BuiltModule(TypedDict):
    """A module in the manifest of the built pages."""

    file: str
    imports: NotRequired[list[str]]


@dataclass(frozen=True, slots=True)
class First:
    """What a page requests first, for users with a permission: its module, and the calls it always makes."""

    module: str
    right: Right
    calls: tuple[str, ...] = ()


_DASHBOARD: Final = First(
    "src/features/dashboard/DashboardPage.tsx",
    SEE_MONEY,
    (
        "/api/dashboard",
        "/api/email-status",
        "/api/bookings?goods=overdue&sort=pickupDate&limit=50",
        "/api/at-risk",
        "/api/reports/due",
    ),
)
FIRST: Final[Mapping[str, First]] = {
    "/": _DASHBOARD,
    "/dashboard": _DASHBOARD,
    "/bookings": First("src/features/bookings/BookingsPage.tsx", SEE_BOOKINGS),
    "/day": First("src/features/day/DayPage.tsx", SEE_BOOKINGS),
    "/inventory": First("src/features/inventory/InventoryPage.tsx", SEE_STOCK),
    "/venues": First("src/features/venues/VenuesPage.tsx", SEE_STOCK),
    "/quotes": First("src/features/quotes/QuotesPage.tsx", MANAGE_DOCUMENTS),
    "/booking": First("src/features/quote-builder/QuoteBuilderPage.tsx", MANAGE_DOCUMENTS),
}
"""First requests by the page's path."""
DETAILS: Final = First("src/features/bookings/BookingDialog.tsx", SEE_BOOKINGS)
"""First requests of the bookings page if it opens with the details of a booking, which the dialog's files include."""


def early(path: str, caller: Caller, *, booking: int | None = None) -> dict[str, str]:
    """Return the preload header of an app page for a signed-in user; empty for most pages.

    ``booking`` is the booking whose details the bookings page opens.
    """
    first = FIRST.get(path)
    if first is None:
        return {}
    business = caller.business
    if business is None or business.closes_at is not None or not caller.may(first.right):
        return {"Link": _call(USER)}
    if path != "/bookings" or booking is None:
        return {"Link": _links(first)}
    return {"Link": f"{_call(f'/api/bookings/{booking}')}, {_links(DETAILS)}"}


@lru_cache(maxsize=len(FIRST) + 1)
def _links(first: First) -> str:
    files = [f"</{file}>; rel=modulepreload" for file in _files_of(first.module)]
    return ", ".join([*map(_call, (USER, *first.calls)), *files])


def _call(path: str) -> str:
    # Exactly as the app's client sends it (frontend/src/api/client.ts); otherwise browsers request it twice.
    return f"<{path}>; rel=preload; as=fetch; crossorigin=use-credentials"


def _files_of(module: str) -> list[str]:
    """Return a module's scripts that the page does not include itself. Empty if the pages haven't been built."""
    manifest = APP / ".vite" / "manifest.json"
    if not manifest.is_file():
        return []
    built: dict[str, BuiltModule] = json.loads(manifest.read_text(encoding="utf-8"))
    included = set(_closure(built, "index.html"))
    return [built[name]["file"] for name in dict.fromkeys(_closure(built, module)) if name not in included]


def _closure(built: Mapping[str, BuiltModule], name: str) -> Iterator[str]:
    """Yield a module and all its dependencies, possibly repeated."""
    visited: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name not in visited and name in built:
            visited.add(name)
            yield name
            waiting += reversed(built[name].get("imports", ()))
