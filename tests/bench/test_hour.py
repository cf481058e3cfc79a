"""Handling of unsuccessful responses in the hour benchmark."""

from collections import Counter
from collections.abc import Awaitable, Callable

import httpx
import pytest

from bench.hour import call_until_answered

pytestmark = pytest.mark.anyio


def calls(*outcomes: int | None) -> Callable[[], Awaitable[httpx.Response]]:
    """Build requests that end, in this order, with a status, or with a dropped connection (None)."""
    left = iter(outcomes)

    async def call() -> httpx.Response:
        status = next(left)
        if status is None:
            raise httpx.RemoteProtocolError("closed")
        return httpx.Response(status, headers={"Retry-After": "0"} if status == 503 else {})

    return call


@pytest.mark.parametrize(
    "outcomes, statuses, dropped",
    [
        ((200, 200), {200: 1}, 0),
        ((503, 503, 201, 201), {503: 2, 201: 1}, 0),
        ((None, 503, 200), {503: 1, 200: 1}, 1),
        ((409, 200), {409: 1}, 0),
        ((503,) * 9, {503: 5}, 0),
        ((None,) * 9, {}, 5),
    ],
)
async def test_load_generator_counts_and_retries_503_a_few_times(
    outcomes: tuple[int | None, ...], statuses: dict[int, int], dropped: int
):
    counted = Counter[int]()

    assert await call_until_answered(calls(*outcomes), counted, pause=0) == dropped
    assert counted == statuses
