"""Parameters of the administrators' lists: the text to search for, the page size, and the cursor."""

from typing import Annotated

from fastapi import Query

from marqueedesk.kit.db import paging
from marqueedesk.kit.errors import Invalid

Search = Annotated[str | None, Query(max_length=200)]
PageSize = Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)]
Cursor = Annotated[str | None, Query(max_length=600)]


def searched(text: str | None) -> str | None:
    """The text to search for, or None for everything. Raises Invalid for text that no database can search for."""
    if text and "\x00" in text:
        raise Invalid(fields={"q": "Q contains characters that cannot be shown"})
    return (text or "").strip() or None
