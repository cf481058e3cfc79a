"""The logo of a business, for the pages and emails that its customers see."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Path, Request
from starlette.responses import Response

from marqueedesk.accounts.access import database, named_operator
from marqueedesk.accounts.queries import public_operator
from marqueedesk.business import queries
from marqueedesk.business.errors import NoLogo
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.http.http import Responses
from marqueedesk.kit.http.routing import Router

router = Router(tags=["business"])
LOGO: Responses = {200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}}
"""What a route that answers a logo says of it: ``responses=LOGO``."""


def logo_response(png: bytes, headers: Mapping[str, str]) -> Response:
    """A logo that a browser can only show: whatever it might be taken for, it runs nothing and loads nothing."""
    return Response(
        png, media_type="image/png", headers={"Content-Security-Policy": "default-src 'none'; sandbox", **headers}
    )


@router.get("/api/public/logos/{public_key}", responses=LOGO | {304: {"description": "The browser has it already"}})
def public_logo(request: Request, public_key: Annotated[str, Path(max_length=50)]) -> Response:
    """A business's logo, which any page may show. The answer's ETag changes with it (D3)."""
    with database(request).read() as db:
        operator = public_operator(db, named_operator(public_key))
        set_operator(db, operator.id)
        tag = queries.logo_tag(db)
        if tag is None:
            raise NoLogo
        headers = {
            "ETag": f'"{tag}"',
            "Cache-Control": "public, max-age=300",
            # Mails and the form in a foreign frame show it too.
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
