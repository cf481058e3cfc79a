"""Load patterns: few and many clients, one very popular business, a mixed evening, and a business with 100,000
bookings.
"""

import secrets
import socket
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import date, timedelta
from statistics import median
from typing import Final

import httpx

from bench import fill, machine
from bench.figures import Figure
from bench.load import Load, run
from bench.machine import Product
from bench.streams import PAGES_OF_A_BROWSER
from tests.support.api import Api
from tests.support.mail_server import MailServer

CLIENTS: Final = (1, 8, 32, 64)
SECONDS: Final = 4
BUSINESSES: Final = 19
"""Coprime to the length of the mixes, so that each business gets all kinds of calls."""
OPEN_PAGES: Final = 200
LARGE: Final = 100_000
LOOKS: Final = 20
FEW: Final = 20
"""Pieces of each letter of the popular business: most callers are too late."""
_APART: Final = {"worker": "off"}
_TAKEN: Final = ["200", "201", "409", "503"]
"""Accepted statuses for customers of the popular business: booked, unavailable, or try again."""


def clients() -> list[Figure]:
    """Bookings and estimates with one client and with many."""
    figures: list[Figure] = []
    with machine.product("postgresql", workers=2, settings=_APART) as product:
        operators = product.add_operators(8)
        for operator in operators:
            fill.fill(product.database_url, operator, 2000, a_day=3)
        for kind in ("estimate", "booking"):
            found = {
                count: run(
                    Load(kind, product.port, SECONDS, clients=count, operators=operators, processes=product.serving)
                )[0]
                for count in CLIENTS
            }
            rates = ", ".join(f"{count}: {result.per_second:.0f}/s" for count, result in found.items())
            most, usual = found[CLIENTS[-1]], found[8]
            kept = most.per_second / usual.per_second
            figures += [
                Figure(f"{kind}s, 64 clients / 8 clients", kept, 0.7, 0.9, most=False, note=rates),
                Figure(f"{kind}, 1 client, p50", found[1].quantile(0.5), 20, 8, "ms"),
                Figure(f"{kind}, 64 clients, p99 / p50", most.quantile(0.99) / most.quantile(0.5), 5, 2.5),
            ]
    return figures


def besieged() -> list[Figure]:
    """Response times of a business's estimates while 64 clients compete for the letters of another business."""
    with machine.product("postgresql", workers=2, settings=_APART) as product:
        (wanted,) = product.add_operators(1, stock=FEW)
        _, other = product.add_operators(1)
        fill.fill(product.database_url, other, 2000, a_day=3)
        price = Load("estimate", product.port, SECONDS, clients=2, operators=[other], processes=product.serving)
        quiet, _ = run(price)
        siege = Load(
            "last",
            product.port,
            SECONDS + 3,
            clients=64,
            warm_up=0,
            operators=[wanted],
            accepted=_TAKEN,
            processes=product.serving,
        )
        with ThreadPoolExecutor(1) as pool:
            under_siege = pool.submit(run, siege)
            time.sleep(1)
            beside, _ = run(price)
            answers = under_siege.result()[0].statuses
    before, meanwhile = quiet.quantile(0.99), beside.quantile(0.99)
    said = ", ".join(f"{count} × {status}" for status, count in sorted(answers.items()))
    note = f"{before:.1f} ms -> {meanwhile:.1f} ms, {quiet.per_second:.0f}/s -> {beside.per_second:.0f}/s; {said}"
    return [Figure("another business's p99 under siege / quiet", meanwhile / before, 5, 2, note=note)]


def mixed() -> list[Figure]:
    """80% estimates, 15% list pages, 5% bookings; 200 open pages, and all emails go to a local server."""
    with ExitStack() as stack:
        server = MailServer()
        stack.callback(server.stop)
        product = stack.enter_context(machine.product("postgresql", workers=2, settings={"smtp_url": server.url}))
        operators = product.add_operators(BUSINESSES)
        for operator in operators:
            fill.fill(product.database_url, operator, 2000, a_day=3)
        with _open_pages(product):
            cookies = [_cookie(business) for business in product.operators]
            load = Load(
                "mixed",
                product.port,
                3 * SECONDS,
                operators=operators,
                cookies=cookies,
                processes=product.serving,
            )
            result, _ = run(load)
        sent = len(server.emails)
    if not sent:
        raise RuntimeError("no email came")
    note = f"{result.per_second:.0f} calls/s; {sent} emails meanwhile"
    return [
        Figure("mixed work, estimates, p99", result.quantile(0.99, "estimate"), 250, 60, "ms", note=note),
        Figure("mixed work, pages of the list, p99", result.quantile(0.99, "list"), 400, 100, "ms"),
        Figure("mixed work, bookings, p99", result.quantile(0.99, "booking"), 400, 120, "ms"),
    ]


def large() -> list[Figure]:
    """A business with 100,000 bookings, and the effect of its exports on another one."""
    with machine.product("postgresql", workers=2, settings=_APART) as product:
        big, other = product.add_operators(2)
        fill.fill(product.database_url, big, LARGE)
        fill.fill(product.database_url, other, 2000, a_day=3)
        owner = product.operators[0]
        waits = {
            path: _wait(owner, path)
            for path in ("/api/dashboard", "/api/bookings?limit=50", "/api/search?q=ada%2077777")
        }
        before = machine.memory_of(product.processes)
        _read_whole(owner, "/api/bookings")
        _read_whole(owner, "/api/reports/bookings.csv")
        grown = machine.memory_of(product.processes) - before
        price = Load("estimate", product.port, SECONDS, clients=2, operators=[other], processes=product.serving)
        quiet, _ = run(price)
        with ThreadPoolExecutor(2) as pool:
            files = [pool.submit(_read_whole, owner, "/api/reports/bookings.csv") for _ in range(2)]
            beside, _ = run(price)
            for file in files:
                file.result()
    dashboard, page, search = waits.values()
    note = f"{quiet.quantile(0.99):.1f} ms without files"
    return [
        Figure("100,000 bookings: the dashboard", dashboard, 60, 40, "ms"),
        Figure("100,000 bookings: a page of the list", page, 30, 10, "ms"),
        Figure("100,000 bookings: a search", search, 100, 40, "ms"),
        Figure("100,000 bookings: memory for list and file", grown, 60, 20, "MiB"),
        Figure("another business's p99 beside two files", beside.quantile(0.99), 30, 10, "ms", note=note),
    ]


def reports() -> list[Figure]:
    """Last month's exports of a business with 100,000 paid bookings, and the payments due for upcoming ones."""
    today = date.today()  # noqa: DTZ011 - the bookings are made by the machine's clock, too.
    last = today.replace(day=1) - timedelta(days=1)
    month = f"from={last.replace(day=1)}&to={last}"
    # Exports have an hourly limit.
    unlimited = {**_APART, "rate_limits": "off"}
    with machine.product("postgresql", workers=2, settings=unlimited) as product:
        (big,) = product.add_operators(1)
        fill.fill(product.database_url, big, LARGE)
        fill.settle_past(product.database_url, big, today)
        owner = product.operators[0]
        due = _wait(owner, "/api/reports/due")
        figures = [Figure("100,000 bookings: payments due, 7,300 to come", due, 60, 20, "ms")]
        for name in ("journal", "payments"):
            path = f"/api/{name}.csv?{month}"
            before = machine.memory_of(product.processes)
            wait = _wait(owner, path)
            grown = machine.memory_of(product.processes) - before
            rows = owner.http.get(path).text.count("\n")
            figures += [
                Figure(f"100,000 bookings: last month's {name}", wait / 1000, 0.5, 0.2, "s", note=f"{rows} lines"),
                Figure("memory that it adds", grown, 20, 10, "MiB"),
            ]
    return figures


def _cookie(business: Api) -> str:
    return "; ".join(f"{name}={value}" for name, value in business.http.cookies.items())


def _wait(caller: Api, path: str) -> float:
    """Return the median milliseconds of a call."""
    times: list[float] = []
    for _ in range(LOOKS):
        started = time.perf_counter()
        caller.http.get(path).raise_for_status()
        times.append((time.perf_counter() - started) * 1000)
    return median(times)


def _read_whole(caller: Api, path: str) -> None:
    """Download a response in chunks, without storing it."""
    headers = dict(caller.http.headers)
    with (
        httpx.Client(base_url=caller.http.base_url, cookies=caller.http.cookies, headers=headers, timeout=120) as http,
        http.stream("GET", path) as answer,
    ):
        answer.raise_for_status()
        for _ in answer.iter_bytes():
            pass


@contextmanager
def _open_pages(product: Product) -> Generator[None]:
    """Context manager that keeps pages open, each with its live updates."""
    pages = [socket.create_connection(("127.0.0.1", product.port)) for _ in range(OPEN_PAGES)]
    try:
        for number, page in enumerate(pages):
            business = product.operators[number // PAGES_OF_A_BROWSER % len(product.operators)]
            head = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {_cookie(business)}\r\n"
            page.sendall(f"{head}X-Forwarded-For: 10.{secrets.randbelow(250)}.{number}.1\r\n\r\n".encode())
            answer = page.recv(4096)
            if b" 200 " not in answer.split(b"\r\n", 1)[0]:
                raise RuntimeError(f"open page {number}: {answer[:80]!r}")
        yield
    finally:
        for page in pages:
            page.close()
