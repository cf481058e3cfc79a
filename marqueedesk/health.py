"""Is it alive, is it ready, what does it measure."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from marqueedesk import __version__
from marqueedesk.accounts.access import database
from marqueedesk.kit.errors import Unavailable
from marqueedesk.kit.http import answers, json_answer
from marqueedesk.kit.observe import metrics_page
from marqueedesk.migrations import revision

router = APIRouter(tags=["health"])


@router.get("/healthz")
def alive() -> dict[str, str]:
    """The process answers, and says which version it is."""
    return {"status": "ok", "version": __version__}


@router.get("/readyz", responses=answers(503))
def ready(request: Request) -> Response:
    """The database answers and its tables are those of this version."""
    with database(request).loose_connection() as connection:
        found = revision.current(connection)
    if found != revision.newest():
        raise Unavailable("The database has not been migrated to this version.", code="not_migrated")
    return json_answer({"status": "ok", "migration": found})


@router.get("/metrics", response_class=Response)
def metrics() -> Response:
    """Counters and times in Prometheus's text format."""
    body, media_type = metrics_page()
    return Response(body, media_type=media_type)
