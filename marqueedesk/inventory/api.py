"""Read-only routes of the inventory. Changes are in letters_api."""

from typing import Annotated

from fastapi import Query, Request

from marqueedesk.accounts.access import reading, require
from marqueedesk.accounts.rights import SEE_MONEY, SEE_STOCK
from marqueedesk.inventory import queries
from marqueedesk.inventory.schemas import CrewLetterOut, CrewLetterPage, LetterOut, LetterPage, crew_letter, shown
from marqueedesk.kit.db import paging
from marqueedesk.kit.http.http import Json, paged
from marqueedesk.kit.http.routing import Router
from marqueedesk.pricing import queries as pricing

router = Router(tags=["inventory"], refuses=(401, 403))


@router.get("/api/inventory")
def inventory(
    request: Request,
    limit: Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)] = None,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> Json[list[LetterOut] | LetterPage | list[CrewLetterOut] | CrewLetterPage]:
    """List the letters of the caller's business; paginated if `limit` is set."""
    with reading(request) as (db, caller):
        require(caller, SEE_STOCK)
        answer, prices = shown if caller.may(SEE_MONEY) else crew_letter, pricing.price_list(db)
        if limit is None:
            return Json([answer(item, prices) for item in queries.letters(db)])
        after = paging.decode(cursor, (int,))[0] if cursor else 0
        rows = queries.letters(db, after=int(after), limit=limit + 1)
    more = paging.encode([rows[limit - 1].id]) if len(rows) > limit else None
    return paged([answer(item, prices) for item in rows[:limit]], more)
