"""Memory of two servers and the worker over an hour of mixed work.

Calls are made at a steady rate, as on a busy evening: visitors request prices and book, team members use lists,
dashboard, calendar and search, print confirmations, upload logos and export CSV files, and pages stay open.
"""

import asyncio
import contextlib
import io
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median
from typing import Final

import httpx
from PIL import Image

from bench.machine import Product, memory_of
from tests.support.api import Api, booking_body

BUSINESSES: Final = 16
A_SECOND: Final = 40
OPEN_PAGES: Final = 64
_LOOKS: Final = 120
"""Number of memory samples."""
_BUSY: Final = 503
_ATTEMPTS: Final = 5
_PAUSE_SECONDS: Final = 1.0
"""Pause before a retry, unless the response sets one."""


@dataclass(frozen=True, slots=True)
class HourResult:
    """Memory of the long-running processes in MiB: medians over the minutes after half of the time, and over the last
    minutes. ``most`` is the peak including short-lived image and document processes. ``calls`` are all responses,
    ``refused`` those other than 2xx, ``busy`` those with 503 (retried), and ``dropped`` connections closed without a
    response.
    """

    half: float
    end: float
    most: float
    calls: int
    refused: int
    busy: int
    dropped: int


def _logo() -> bytes:
    """Return a picture of 3 megapixels in a small file: the decoded size matters."""
    file = io.BytesIO()
    Image.effect_noise((80, 60), 60).resize((2000, 1500)).convert("RGB").save(file, "JPEG", quality=50)
    return file.getvalue()


def measure(product: Product, minutes: float) -> HourResult:
    """Run the mixed work for ``minutes``."""
    product.add_operators(BUSINESSES)
    return asyncio.run(_measure(product, minutes))


async def _measure(product: Product, minutes: float) -> HourResult:
    work = _Work(product)
    listening = [asyncio.create_task(_listen(product, number, work.statuses)) for number in range(OPEN_PAGES)]
    held: list[tuple[float, float, float]] = []
    began = time.perf_counter()
    ends = began + minutes * 60
    watching = asyncio.create_task(_watch(product, held, minutes * 60 / _LOOKS))
    under_way: set[asyncio.Task[None]] = set()
    number = 0
    while (now := time.perf_counter()) < ends:
        call = asyncio.create_task(work.one())
        under_way.add(call)
        call.add_done_callback(under_way.discard)
        number += 1
        await asyncio.sleep(max(0.0, began + number / A_SECOND - now))
    await asyncio.gather(*under_way)
    for task in (watching, *listening):
        task.cancel()
    await asyncio.gather(watching, *listening, return_exceptions=True)
    await work.close()
    window = minutes * 60 / 12
    half = [mib for at, mib, _ in held if 0 <= at - began - minutes * 30 < window]
    last = [mib for at, mib, _ in held if at > ends - window]
    refused = sum(count for status, count in work.statuses.items() if status >= 300)
    most = max(mib for _, _, mib in held)
    statuses = work.statuses
    return HourResult(median(half), median(last), most, statuses.total(), refused, statuses[_BUSY], work.dropped)


async def _watch(product: Product, held: list[tuple[float, float, float]], every: float) -> None:
    while True:
        lasting = await asyncio.to_thread(memory_of, product.lasting)
        held.append((time.perf_counter(), lasting, await asyncio.to_thread(memory_of, product.processes)))
        await asyncio.sleep(every)


async def _listen(product: Product, number: int, statuses: Counter[int]) -> None:
    """Keep a page's live updates open. Like a browser, reconnect when the stream ends."""
    cookies = _cookies(product.operators[number % BUSINESSES])
    async with httpx.AsyncClient(base_url=product.server.url, cookies=cookies, timeout=None) as http:
        while True:
            with contextlib.suppress(httpx.TransportError):
                async with http.stream("GET", "/api/events") as answer:
                    statuses[answer.status_code] += 1
                    async for _ in answer.aiter_bytes():
                        pass
            await asyncio.sleep(_PAUSE_SECONDS)


def _cookies(business: Api) -> httpx.Cookies:
    return httpx.Cookies(business.http.cookies)


async def call_until_answered(
    kind: Callable[[], Awaitable[httpx.Response | None]], statuses: Counter[int], pause: float = _PAUSE_SECONDS
) -> int:
    """Make a call and count its status. Responses of 503 are counted and retried, as are connections closed without a
    response: the server may close one just as it is reused. Returns the number of the latter.
    """
    dropped = 0
    for _ in range(_ATTEMPTS):
        try:
            answer = await kind()
        except httpx.TransportError:
            dropped += 1
            continue
        if answer is None:
            break
        statuses[answer.status_code] += 1
        if answer.status_code != _BUSY:
            break
        await asyncio.sleep(float(answer.headers.get("Retry-After", pause)))
    return dropped


class _Work:
    """The mix of calls: makes one call at a time, of a random kind weighted by its frequency."""

    def __init__(self, product: Product) -> None:
        self.statuses = Counter[int]()
        self.dropped = 0
        self._chance = random.Random(7)
        self._visitors = httpx.AsyncClient(base_url=product.server.url, timeout=60)
        self._people = [
            (business, httpx.AsyncClient(base_url=product.server.url, timeout=60, cookies=_cookies(business)))
            for business in product.operators
        ]
        self._bookings: dict[int, int] = {}
        self._logo = _logo()
        self._number = 0
        kinds: dict[Callable[[], Awaitable[httpx.Response | None]], int] = {
            self._estimate: 600,
            self._book: 60,
            self._list: 120,
            self._dashboard: 60,
            self._calendar: 60,
            self._search: 40,
            self._print: 12,
            self._save: 6,
            self._upload: 1,
        }
        self._kinds, self._weights = list(kinds), list(kinds.values())

    async def one(self) -> None:
        """Make one call and count its status."""
        (kind,) = self._chance.choices(self._kinds, self._weights)
        self.dropped += await call_until_answered(kind, self.statuses)

    async def close(self) -> None:
        """Close all connections."""
        for http in (self._visitors, *(http for _, http in self._people)):
            await http.aclose()

    def _form(self) -> tuple[dict[str, object], dict[str, str], int]:
        self._number += 1
        business = self._people[self._number % BUSINESSES][0]
        first = date.today() + timedelta(days=30 + self._number * 37 % 500)  # noqa: DTZ011 - any day ahead will do.
        body = booking_body(
            userId=business.id,
            message=self._chance.choice(("LOVE", "HOPE", "PEEL")),
            deliveryDate=str(first),
            pickupDate=str(first + timedelta(days=1)),
            customerEmail=f"ada{self._number}@example.com",
        )
        return body, self._from_anywhere(), business.id

    def _from_anywhere(self) -> dict[str, str]:
        """Return headers with a different network for each call, because rate limits are on, as in production."""
        return {"X-Forwarded-For": ".".join(str(self._chance.randrange(1, 255)) for _ in range(4))}

    def _person(self) -> tuple[Api, httpx.AsyncClient]:
        return self._chance.choice(self._people)

    async def _estimate(self) -> httpx.Response:
        body, headers, _ = self._form()
        return await self._visitors.post("/api/estimate", json=body, headers=headers)

    async def _book(self) -> httpx.Response:
        body, headers, business = self._form()
        answer = await self._visitors.post("/api/bookings", json=body, headers=headers)
        if answer.is_success:
            self._bookings[business] = answer.json()["id"]
        return answer

    async def _list(self) -> httpx.Response:
        return await self._person()[1].get("/api/bookings?limit=50")

    async def _dashboard(self) -> httpx.Response:
        return await self._person()[1].get("/api/dashboard")

    async def _calendar(self) -> httpx.Response:
        month = date.today() + timedelta(days=self._chance.randrange(30, 500))  # noqa: DTZ011 - any month will do.
        asked = f"month={month:%Y-%m}&size=4ft&message=LOVE"
        return await self._person()[1].get(f"/api/availability/calendar?{asked}", headers=self._from_anywhere())

    async def _search(self) -> httpx.Response:
        return await self._person()[1].get("/api/search?q=ada")

    async def _print(self) -> httpx.Response | None:
        business, http = self._person()
        booking = self._bookings.get(business.id)
        if booking is None:
            return None
        confirmed = await http.patch(f"/api/bookings/{booking}/status", json={"status": "confirmed"})
        if not confirmed.is_success:
            return confirmed
        return await http.get(f"/api/bookings/{booking}/confirmation.pdf")

    async def _save(self) -> httpx.Response:
        return await self._person()[1].get("/api/reports/bookings.csv")

    async def _upload(self) -> httpx.Response:
        kind = {"Content-Type": "image/jpeg"}
        return await self._person()[1].put("/api/business-details/logo", content=self._logo, headers=kind)
