"""Live-update stream for signed-in pages."""

from typing import Annotated, get_args

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from marqueedesk.accounts.access import reading
from marqueedesk.kit.http.http import Responses, client_address, errors
from marqueedesk.kit.http.rate_limit import network_of
from marqueedesk.kit.http.schemas import BIGGEST_ID
from marqueedesk.kit.live.changes import Topic
from marqueedesk.kit.live.open_streams import Page
from marqueedesk.kit.live.sse import EVERYTHING, LONGEST, Live

router = APIRouter(tags=["live updates"], responses=errors(401, 403))
_TOPICS = {"type": "string", "enum": [*get_args(Topic), EVERYTHING]}
_STREAM: Responses = {
    # The payload of each `changed` event.
    200: {"content": {"text/event-stream": {"schema": {"type": "array", "items": _TOPICS}}}},
}


@router.get("/api/events", responses=errors(429) | _STREAM)
async def events(
    request: Request,
    after: Annotated[
        int | None, Query(ge=0, le=BIGGEST_ID, description="Same as Last-Event-ID, which takes precedence")
    ] = None,
    seconds: Annotated[int, Query(ge=0, le=LONGEST, description="Maximum duration of the stream in seconds")] = LONGEST,
) -> Response:
    """Stream server-sent events: each `changed` event has a JSON array of the topics that changed, but no data. `*`
    stands for all topics.

    With `Last-Event-ID`, the stream resumes from that event. It closes when the session ends.
    """
    page = await run_in_threadpool(_page, request)
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdigit() and int(last) <= BIGGEST_ID:
        after = int(last)
    live: Live = request.app.state.live
    return await live.open(page, after=after, seconds=seconds)


def _page(request: Request) -> Page:
    network = network_of(client_address(request)) if request.app.state.limits_on else None
    with reading(request) as (_db, caller):
        return Page(caller.operator.id, caller.user.id, caller.sign_in.token_digest, network)
