"""The logo of a business on its customers' pages and emails."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from marqueedesk.accounts.access import database, named_operator
from marqueedesk.accounts.queries import public_operator
from marqueedesk.business import queries
from marqueedesk.business.errors import NoLogo
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.http.http import Responses

router = APIRouter(tags=["business"])
LOGO: Responses = {200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}}
"""OpenAPI responses of routes that return a logo: ``responses=LOGO``."""


def logo_response(png: bytes, headers: Mapping[str, str]) -> Response:
    """Return a logo with headers that let browsers only display it: whatever its type, it can't run scripts or load
    anything.
    """
    return Response(
        png, media_type="image/png", headers={"Content-Security-Policy": "default-src 'none'; sandbox", **headers}
    )


@router.get("/api/public/logos/{public_key}", responses=LOGO | {304: {"description": "Not modified"}})
def public_logo(request: Request, public_key: Annotated[str, Path(max_length=50)]) -> Response:
    """Get a business's logo, which may be embedded on any page. The ETag changes with it (D3)."""
    with database(request).read() as db:
        operator = public_operator(db, named_operator(public_key))
        set_operator(db, operator.id)
        tag = queries.logo_tag(db)
        if tag is None:
            raise NoLogo
        headers = {
            "ETag": f'"{tag}"',
            "Cache-Control": "public, max-age=300",
            # Emails and embedded forms show the logo too.
            "Cross-Origin-Resource-Policy": "cross-origin",
        }
        if _has_it(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=headers)
        found = queries.logo(db)
    if found is None:
        raise NoLogo
    return logo_response(found[1], headers | {"ETag": f'"{found[0]}"'})


def _has_it(named: str, tag: str) -> bool:
    return any(part.strip().removeprefix("W/") in {f'"{tag}"', "*"} for part in named.split(","))
