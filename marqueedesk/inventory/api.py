"""Routes of the inventory that need no holds. Adding and changing letters is routed in bookings."""

from typing import Annotated

from fastapi import Query, Request
from starlette.responses import Response

from marqueedesk.accounts.access import reading, require
from marqueedesk.accounts.rights import SEE_MONEY, SEE_STOCK
from marqueedesk.inventory import queries
from marqueedesk.inventory.schemas import CrewLetterOut, CrewLetterPage, LetterOut, LetterPage, shown
from marqueedesk.kit import paging
from marqueedesk.kit.http import error_responses, json_answer
from marqueedesk.kit.routing import Router
from marqueedesk.pricing import queries as pricing

router = Router(tags=["inventory"])


@router.get(
    "/api/inventory",
    response_model=list[LetterOut] | LetterPage | list[CrewLetterOut] | CrewLetterPage,
    responses=error_responses(401, 403, 422),
)
def inventory(
    request: Request,
    limit: Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)] = None,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> Response:
    """The letters that the caller's business owns; with `limit` page by page."""
    with reading(request) as (db, caller):
        require(caller, SEE_STOCK)
        money, prices = caller.may(SEE_MONEY), pricing.price_list(db)
        if limit is None:
            return json_answer([shown(item, prices, money=money) for item in queries.letters(db)])
        after = paging.decode(cursor, (int,))[0] if cursor else 0
        rows = queries.letters(db, after=int(after), limit=limit + 1)
    more = paging.encode([rows[limit - 1].id]) if len(rows) > limit else None
    return json_answer({"items": [shown(item, prices, money=money) for item in rows[:limit]], "nextCursor": more})
