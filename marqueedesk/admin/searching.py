"""Query parameters of admin lists: search text, page size and cursor."""

from typing import Annotated

from fastapi import Query

from marqueedesk.kit.db import paging
from marqueedesk.kit.errors import Invalid

Search = Annotated[str | None, Query(max_length=200)]
PageSize = Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)]
Cursor = Annotated[str | None, Query(max_length=600)]


def searched(text: str | None) -> str | None:
    """Return the search text, or None for no filter. Raises Invalid if the database cannot search for the text."""
    if text and "\x00" in text:
        raise Invalid(fields={"q": "Q contains characters that cannot be shown"})
    return (text or "").strip() or None
