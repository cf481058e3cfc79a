"""What a page of the app will ask for first, said with the page: browsers fetch it while the script is on its way.

Without that, a page's own files are asked for when the common ones have run, and its data when those have.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.rights import MAKE_PAPERS, SEE_BOOKINGS, SEE_MONEY, SEE_STOCK, Right
from marqueedesk.web.files import APP

USER: Final = "/api/user"
"""Each of these pages asks who is signed in."""


@dataclass(frozen=True, slots=True)
class First:
    """The start of a page, for people who have a right: the module that draws it, and the calls that it makes whatever
    it shows then.
    """

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
    "/quotes": First("src/features/quotes/QuotesPage.tsx", MAKE_PAPERS),
    "/booking": First("src/features/quote-builder/QuoteBuilderPage.tsx", MAKE_PAPERS),
}
"""By the page's address."""


def early(path: str, caller: Caller) -> dict[str, str]:
    """The header with which a page of the app is answered to somebody who is signed in; none for most pages."""
    first = FIRST.get(path)
    if first is None:
        return {}
    business = caller.business
    opens = business is not None and business.closes_at is None and caller.may(first.right)
    return {"Link": _links(first) if opens else _call(USER)}


@lru_cache(maxsize=len(FIRST))
def _links(first: First) -> str:
    files = [f"</{file}>; rel=modulepreload" for file in _files_of(first.module)]
    return ", ".join([*map(_call, (USER, *first.calls)), *files])


def _call(path: str) -> str:
    # As the app's client sends it (frontend/src/api/client.ts): browsers ask twice where the two differ.
    return f"<{path}>; rel=preload; as=fetch; crossorigin=use-credentials"


def _files_of(module: str) -> list[str]:
    """The scripts of a module that the page does not name itself. None before the pages are built."""
    manifest = APP / ".vite" / "manifest.json"
    if not manifest.is_file():
        return []
    built: Mapping[str, Mapping[str, Any]] = json.loads(manifest.read_text(encoding="utf-8"))
    known = set(_closure(built, "index.html"))
    return [built[name]["file"] for name in dict.fromkeys(_closure(built, module)) if name not in known]


def _closure(built: Mapping[str, Mapping[str, Any]], name: str) -> Iterator[str]:
    """A module, and all that it needs to run; some of it several times."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        name = waiting.pop()
        if name not in seen and name in built:
            seen.add(name)
            yield name
            waiting += reversed(built[name].get("imports", ()))
