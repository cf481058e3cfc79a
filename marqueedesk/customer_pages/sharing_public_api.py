"""Preview image of a shared link. Anyone with the link may load it; it shows only the sign and the business's name."""

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from marqueedesk.accounts.access import database, named_operator
from marqueedesk.customer_pages import sharing
from marqueedesk.documents.typeset import share_picture
from marqueedesk.kit.http.http import Responses, client_address, errors
from marqueedesk.kit.http.rate_limit import LocalLimit, network_of

router = APIRouter(tags=["customer's pages"])

PICTURES = LocalLimit(60, 60)
"""Limit of images per address, process and minute, because each new one takes time to draw."""
_BY_LINK: Final = {
    "quote": sharing.quote,
    "booking": sharing.booking,
    "waiting": sharing.waiting_place,
    "share": sharing.share,
}
_PNG: Responses = {200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}}


@router.get("/api/public/pictures/{shared}/{key}", responses=errors(429) | _PNG)
def picture(
    request: Request,
    shared: Literal["form", "quote", "booking", "waiting", "share"],
    key: Annotated[str, Path(max_length=200)],
) -> Response:
    """Get the preview image of a link: the sign and the business's name."""
    if request.app.state.limits_on:
        PICTURES.spend(network_of(client_address(request)))
    with database(request).read() as db:
        shown = sharing.form(db, named_operator(key)) if shared == "form" else _BY_LINK[shared](db, key)
        texts = sharing.texts_of(db, shown)
    # A quote may be revised, so the image expires after an hour.
    headers = {"Cache-Control": "public, max-age=3600", "Cross-Origin-Resource-Policy": "cross-origin"}
    return Response(share_picture(texts, shown.company), media_type="image/png", headers=headers)
