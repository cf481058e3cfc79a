"""Public pictures of items and packages."""

import re
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import database, named_operator
from marqueedesk.inventory import items as verbs
from marqueedesk.inventory.errors import NoPicture
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.http.http import Responses

router = APIRouter(tags=["public form"])
_WEBP: Responses = {200: {"content": {"image/webp": {"schema": {"type": "string", "format": "binary"}}}}}
_TAG = re.compile("[0-9a-f]{32}")
_SHOWN_ANYWHERE = {
    "Cache-Control": "public, max-age=31536000, immutable",
    # In a sandboxed iframe the form has an opaque origin, so its pictures are cross-origin.
    "Cross-Origin-Resource-Policy": "cross-origin",
}


@router.get("/api/public/item-pictures/{key}/{tag}", responses=_WEBP)
def picture(request: Request, key: str, tag: str, size: Annotated[str | None, Query(max_length=10)] = None) -> Response:
    """Return a picture of an item or package as WebP; with ``size=small`` at most 400 pixels per side."""
    if not _TAG.fullmatch(tag):
        raise NoPicture
    with database(request).read() as db:
        operator = accounts.public_operator(db, named_operator(key))
        set_operator(db, operator.id)
        stored = verbs.picture(db, tag)
        content = stored.small if size == "small" else stored.large
    return Response(content, media_type="image/webp", headers=_SHOWN_ANYWHERE)
