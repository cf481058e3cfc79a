"""Read-only routes of the inventory. Routes that change it are in `letters_api`."""

from typing import Annotated

from fastapi import APIRouter, Query

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import SEE_MONEY, SEE_STOCK
from marqueedesk.inventory import queries
from marqueedesk.inventory.schemas import CrewLetterOut, CrewLetterPage, LetterOut, LetterPage, crew_letter, shown
from marqueedesk.kit.db import paging
from marqueedesk.kit.http.http import errors
from marqueedesk.pricing import queries as pricing

router = APIRouter(tags=["inventory"], responses=errors(401, 403))


@router.get("/api/inventory")
def inventory(
    db: Db,
    caller: Annotated[Caller, Requires(SEE_STOCK)],
    limit: Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)] = None,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> list[LetterOut] | LetterPage | list[CrewLetterOut] | CrewLetterPage:
    """List the letters of the caller's business; paginated if `limit` is set."""
    sees_money, prices = caller.may(SEE_MONEY), pricing.price_list(db)
    if limit is None:
        letters = queries.letters(db)
        return [shown(row, prices) for row in letters] if sees_money else [crew_letter(row, prices) for row in letters]
    after = paging.decode(cursor, (int,))[0] if cursor else 0
    rows = queries.letters(db, after=int(after), limit=limit + 1)
    more = paging.encode([rows[limit - 1].id]) if len(rows) > limit else None
    if sees_money:
        return LetterPage(items=[shown(row, prices) for row in rows[:limit]], next_cursor=more)
    return CrewLetterPage(items=[crew_letter(row, prices) for row in rows[:limit]], next_cursor=more)
