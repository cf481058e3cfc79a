"""Live update streams: the cost of many on one process, idle and while bookings come in, and their latency."""

import asyncio
import time
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median

import httpx

from bench.machine import Product, memory_of
from tests.support.api import booking_body

PAGES_OF_A_BROWSER = 12
IDLE_SECONDS = 20.0
BOOKINGS = 100
BOOKINGS_A_SECOND = 10


@dataclass(frozen=True)
class Streams:
    """CPU as a share of one core, memory in MiB per stream, times in milliseconds after a booking's response."""

    count: int
    memory: float
    idle: float
    reading_alone: float
    busy: float
    heard: float
    heard_last: float
    lost: int


def measure(product: Product, count: int) -> Streams:
    """Open streams for as many operators as needed, wait, then book and measure the latency."""
    product.add_operators(-(-count // PAGES_OF_A_BROWSER))
    return asyncio.run(_measure(product, count))


async def _measure(product: Product, count: int) -> Streams:
    heard: dict[int, list[float]] = {}
    first = await _open(product, 0, heard)
    await asyncio.sleep(7)
    reading_alone = await _cpu(product, IDLE_SECONDS)
    # One-time costs of the first stream, such as threads, are not counted.
    half = count // 2
    tasks = [first, *[await _open(product, number, heard) for number in range(1, half)]]
    before = memory_of(product.processes)
    tasks += [await _open(product, number, heard) for number in range(half, count)]
    await asyncio.sleep(7)
    memory = (memory_of(product.processes) - before) / (count - half)
    idle = await _cpu(product, IDLE_SECONDS)
    heard.clear()
    started, at = product.cpu(), time.perf_counter()
    delays: list[float] = []
    owed = 0
    async with httpx.AsyncClient(base_url=product.server.url) as visitor:
        for number in range(BOOKINGS):
            operator = product.operators[number % len(product.operators)]
            expected = len(
                [one for one in range(count) if one // PAGES_OF_A_BROWSER == number % len(product.operators)]
            )
            owed += expected
            day = date.today() + timedelta(days=30 + number)  # noqa: DTZ011 - any day ahead will do.
            body = booking_body(userId=operator.id, deliveryDate=str(day), pickupDate=str(day))
            (await visitor.post("/api/bookings", json=body)).raise_for_status()
            booked = time.perf_counter()
            await asyncio.sleep(max(0.0, at + (number + 1) / BOOKINGS_A_SECOND - booked))
            asyncio.get_running_loop().call_later(3, _collect, heard, operator.id, booked, expected, delays)
    busy = (product.cpu() - started) / (time.perf_counter() - at)
    await asyncio.sleep(3.5)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return Streams(count, memory, idle, reading_alone, busy, median(delays), max(delays), owed - len(delays))


async def _cpu(product: Product, seconds: float) -> float:
    before = product.cpu()
    await asyncio.sleep(seconds)
    return (product.cpu() - before) / seconds


def _collect(heard: dict[int, list[float]], operator: int, booked: float, expected: int, delays: list[float]) -> None:
    """Collect the time from a booking's response to the first event on each page. The event may arrive just before the
    response.
    """
    after = sorted(moment for moment in heard.get(operator, []) if moment >= booked - 0.05)[:expected]
    delays += [(moment - booked) * 1000 for moment in after]


async def _open(product: Product, number: int, heard: dict[int, list[float]]) -> "asyncio.Task[None]":
    operator = product.operators[number // PAGES_OF_A_BROWSER]
    reader, writer = await asyncio.open_connection("127.0.0.1", product.port)
    cookies = "; ".join(f"{name}={value}" for name, value in operator.http.cookies.items())
    # Each browser uses a different network, because rate limits are on.
    browser, _ = divmod(number, PAGES_OF_A_BROWSER)
    network = f"X-Forwarded-For: 10.0.{browser // 250}.{browser % 250 + 1}"
    asked = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\n{network}\r\n\r\n"
    writer.write(asked.encode())
    await writer.drain()
    status = await reader.readline()
    if b" 200 " not in status:
        raise RuntimeError(f"stream {number}: {status.decode().strip()}")

    async def listen() -> None:
        try:
            async for line in reader:
                if line.startswith(b"data:") and b"bookings" in line:
                    heard.setdefault(operator.id, []).append(time.perf_counter())
        finally:
            writer.close()

    return asyncio.create_task(listen())
