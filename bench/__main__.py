"""`make bench`: all figures of docs/performance.md in one table. `python -m bench speed list` runs some parts, `python
-m bench compare OLD NEW` compares two checkouts, and `python -m bench hour` runs for an hour.
"""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from sqlalchemy import Connection

from bench import (
    advice,
    compare,
    customers,
    essential,
    fill,
    fitting,
    form,
    goods,
    hour,
    machine,
    overdue,
    pages,
    shapes,
    sizes,
    streams,
    tenants,
)
from bench.figures import Figure
from bench.load import Load, Result, run
from bench.machine import Product
from marqueedesk.availability.operator_lock import lock_operator
from marqueedesk.bookings.input_schemas import BookingInput
from marqueedesk.bookings.submit import submit_booking
from marqueedesk.kit.db.database import Database
from tests.support import databases, postgres
from tests.support.api import YARD, booking_body
from tests.support.databases import Kind
from tests.support.server import LiveServer

ROUNDS = 5
SECONDS = 3
OPEN_STREAMS = 1000


def loaded(product: Product, kind: str, operators: list[int], *cookies: str) -> tuple[Result, float]:
    """Run a load. Returns its result and the CPU time per request in milliseconds."""
    load = Load(kind, product.port, SECONDS, operators=operators, cookies=list(cookies), processes=product.serving)
    result, seconds = run(load, around=product.cpu)
    return result, seconds / result.count * 1000


def speed() -> list[Figure]:
    """Speed of bookings compared with pgbench, and of estimates compared with a bare response, in alternation."""
    figures: list[Figure] = []
    # A separate worker handles the jobs of a booking (emails, notifications), as in a busy installation: inside the
    # servers, it would continue during the other rounds.
    apart = {"worker": "off"}
    with machine.product("postgresql", workers=2, settings=apart) as product, machine.bare(workers=2) as bare:
        operators = product.add_operators(8)
        for operator in operators:
            fill.fill(product.database_url, operator, 2000, a_day=3)
        rows: list[tuple[float, ...]] = []
        for _ in range(ROUNDS):
            hello, _ = run(Load("bare", bare.port, SECONDS, processes=bare.serving))
            estimates, estimate_cpu = loaded(product, "estimate", operators)
            essential.settle(product.database_url)
            plain = essential.per_second(product.database_url, operators, seconds=SECONDS)
            essential.settle(product.database_url)
            equal = essential.per_second(product.database_url, operators, seconds=SECONDS, all_rows=True)
            essential.settle(product.database_url)
            bookings, booking_cpu = loaded(product, "booking", operators)
            rows.append(
                (
                    bookings.per_second / plain,
                    estimates.per_second / hello.per_second,
                    estimate_cpu,
                    booking_cpu,
                    plain,
                    bookings.per_second,
                    hello.per_second,
                    estimates.per_second,
                    bookings.per_second / equal,
                    equal,
                )
            )
        value = [median(column) for column in zip(*rows, strict=True)]
    figures += [
        Figure(
            "bookings / pgbench's essential transaction",
            value[0],
            0.20,
            0.40,
            most=False,
            note=f"{value[5]:.0f}/s against {value[4]:.0f}/s",
        ),
        Figure(
            "bookings / a transaction that writes the same rows",
            value[8],
            0.25,
            0.45,
            most=False,
            note=f"{value[5]:.0f}/s against {value[9]:.0f}/s",
        ),
        Figure(
            "estimates / bare Starlette GET",
            value[1],
            0.05,
            0.06,
            most=False,
            note=f"{value[7]:.0f}/s against {value[6]:.0f}/s",
        ),
        Figure("CPU per estimate", value[2], 3, 1.2, "ms", note="application and database"),
        Figure("CPU per booking", value[3], 6, 2.5, "ms", note="application and database"),
    ]
    return figures


def list_page() -> list[Figure]:
    """Speed of the operators' list with 50 bookings a page, and memory of the processes with the built-in worker."""
    with machine.product("postgresql", workers=2) as product:
        operators = product.add_operators(1)
        fill.fill(product.database_url, operators[0], 10_000)
        jar = product.operators[0].http.cookies
        cookie = "; ".join(f"{name}={value}" for name, value in jar.items())
        costs = [loaded(product, "list", operators, cookie)[1] for _ in range(ROUNDS)]
        for kind in ("estimate", "booking"):
            loaded(product, kind, operators)
        memory = machine.memory_of(product.processes)
    note = "after the load, all processes"
    return [
        Figure("list page of 50 bookings, CPU", median(costs), 10, 4, "ms", note="application and database"),
        Figure("memory (PSS), 2 server processes", memory, 250, 150, "MiB", note=note),
    ]


def fairness() -> list[Figure]:
    """Fairness among eight clients that book concurrently on SQLite."""
    with machine.product("sqlite") as product:
        operators = product.add_operators(8)
        results = [loaded(product, "booking", operators)[0] for _ in range(ROUNDS)]
    value = median(result.quantile(0.99) / result.quantile(0.5) for result in results)
    half, most = (median(result.quantile(share) for result in results) for share in (0.5, 0.99))
    rate = median(result.per_second for result in results)
    note = f"{most:.0f} ms / {half:.0f} ms, {rate:.0f}/s"
    return [Figure("SQLite bookings, 8 clients, p99 / p50", value, 4, 2, note=note)]


def growth() -> list[Figure]:
    """Speed of checking and creating bookings for an operator with 10,000 and one with a million bookings."""
    kinds: list[Kind] = ["postgresql", "sqlite"]
    return [figure for kind in kinds for figure in _growth(kind)]


def _growth(kind: Kind) -> list[Figure]:
    with machine.product(kind) as small, machine.product(kind) as large:
        sides: list[tuple[Database, list[int]]] = []
        for product, count in ((small, 10_000), (large, 1_000_000)):
            (operator,) = product.add_operators(1)
            fill.fill(product.database_url, operator, count)
            sides.append((Database(product.database_url, pool_size=2), [operator]))
        names = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}
        return _in_turns(sides, f"10 thousand -> 1 million, {names[kind]}")


def _in_turns(sides: list[tuple[Database, list[int]]], what: str) -> list[Figure]:
    """Compare the speed of checking and creating bookings in two databases, alternating between their businesses.
    Closes both databases.
    """
    found: list[Figure] = []
    with closing(sides[0][0]), closing(sides[1][0]):
        for name, act in (("check", _check), ("create", _create)):
            times: tuple[list[float], list[float]] = ([], [])
            for number in range(420):
                for (database, operators), kept in zip(sides, times, strict=True):
                    started = time.perf_counter()
                    act(database, operators[number * 47 % len(operators)], number)
                    if number >= 20:
                        kept.append((time.perf_counter() - started) * 1000)
            before, after = median(times[0]), median(times[1])
            note = f"{before:.2f} ms -> {after:.2f} ms"
            found.append(Figure(f"{name}, {what}", after / before, 1.5, 1.1, note=note))
    return found


def _days(number: int) -> dict[str, str]:
    return {
        "deliveryDate": (fill.FIRST_DAY + fill.timedelta(days=number * 37 % 600)).isoformat(),
        "pickupDate": (fill.FIRST_DAY + fill.timedelta(days=number * 37 % 600 + 2)).isoformat(),
    }


def _check(database: Database, operator: int, number: int) -> None:
    first = fill.FIRST_DAY + fill.timedelta(days=number * 37 % 600)
    overdue.check(database, operator, first, first + fill.timedelta(days=2))


def _create(database: Database, operator: int, number: int) -> None:
    request = BookingInput.model_validate(booking_body(address=YARD, **_days(number)))

    def place(connection: Connection) -> None:
        submit_booking(connection, lock_operator(connection, operator, generic=True), request, datetime.now(UTC))

    with database.write_connection() as connection:
        place(connection)


def start() -> list[Figure]:
    """Time from the command to the first response, with an existing database."""
    found: list[Figure] = []
    kinds: list[tuple[Kind, int]] = [("sqlite", 1), ("postgresql", 2)]
    for kind, workers in kinds:
        url = databases.new(kind)
        times: list[float] = []
        for _ in range(ROUNDS):
            server = LiveServer(url, workers=workers)
            started = time.monotonic()
            server.start()
            times.append(time.monotonic() - started)
            server.stop()
        note = f"{workers} server process{'es' if workers > 1 else ''}, until /readyz says so"
        found.append(Figure(f"start to first answer, {kind}", median(times), 3, 1.5, "s", note=note))
    return found


def lighthouse() -> list[Figure]:
    """Lighthouse scores of a phone; scores below the floor fail on any machine."""
    return [
        Figure(f"Lighthouse, {page}, {category}", score, 0.95, 1.0, most=False)
        for page, category, score in pages.scores()
    ]


def crew_visits() -> list[Figure]:
    """Load time of the crew page on a slow phone, on the first visit and from its cache."""
    first, again = form.crew_visits()
    return [
        Figure("crew page, first visit, until a job can be tapped", first, 1, 0.6, "s"),
        Figure("crew page, opened again", again, 0.5, 0.3, "s"),
    ]


def dashboard_visits() -> list[Figure]:
    """Load time of the dashboard on a slow phone, on the first visit and from its cache, and its layout shift."""
    first, again = form.dashboard_visits()
    figures = [
        Figure("dashboard, first visit, largest contentful paint", first, 2.5, 1.2, "s"),
        Figure("dashboard, opened again", again, 1.2, 0.8, "s"),
    ]
    for width in (390, 1280):
        shifts = form.dashboard_shifts(width)
        note = ", ".join(f"{name} {shift:.3f}" for name, shift in shifts.items())
        figures.append(Figure(f"dashboard, layout shift at {width} px", max(shifts.values()), 0.1, 0.05, note=note))
    return figures


def form_visits() -> list[Figure]:
    """Load time of the public form on a slow phone, on the first visit."""
    paint, blocked = form.first_visits()
    note = "4x CPU throttle, 1.6 Mbit/s"
    return [
        Figure("form, largest contentful paint", paint, 1.2, 0.8, "s", note=note),
        Figure("form, total blocking time", blocked, 100, 30, "ms", note=note),
    ]


def open_pages() -> list[Figure]:
    """Cost of many open live update streams on one process."""
    with machine.product("postgresql") as product:
        cost = streams.measure(product, OPEN_STREAMS)
    note = f"{cost.reading_alone:.2%} of it with one stream"
    heard = f"median {cost.heard:.0f} ms, {cost.lost} lost"
    many = f"{OPEN_STREAMS:,} streams"
    return [
        Figure(f"{many}, idle: server and database", cost.idle * 100, 15, 4, "% of a core", note=note),
        Figure(f"{many}, 10 bookings/s", cost.busy * 100, 80, 30, "% of a core", note="the bookings included"),
        Figure("a stream's memory", cost.memory * 2**20 / 1000, 30, 25, "kB"),
        Figure("from a booking's answer to its last page", cost.heard_last, 2000, 1000, "ms", note=heard),
    ]


def goods_moving() -> list[Figure]:
    """Response times of handovers and the day page."""
    figures: list[Figure] = []
    for kind in databases.KINDS:
        with machine.product(kind, settings={"rate_limits": "off"}) as product:
            waits = goods.measure(product)
        figures += [
            Figure(f"a batch of 60 rows, {kind}", waits.batch, 60, 30, "ms"),
            Figure(f"the day page of 25 stops, {kind}", waits.day, 150, 60, "ms"),
        ]
    return figures


def overdue_rule() -> list[Figure]:
    """Cost of counting overdue goods as taken in an availability check."""
    figures: list[Figure] = []
    for kind in databases.KINDS:
        with machine.product(kind) as product:
            costs = overdue.measure(product)
        for days, cost in zip(("from today", "a month ahead"), costs, strict=True):
            note = f"{cost.plain:.2f} ms -> {cost.ruled:.2f} ms"
            figures.append(Figure(f"the overdue rule, {days}, {kind}", cost.ruled / cost.plain, 1.05, 1.0, note=note))
    return figures


def ways_to_fit() -> list[Figure]:
    """Cost of finding alternatives for a sign that is short of letters."""
    figures: list[Figure] = []
    for kind in databases.KINDS:
        with machine.product(kind, settings={"rate_limits": "off"}) as product:
            figures.append(Figure(f"the offers of a short sign, {kind}", fitting.measure(product), 30, 10, "ms"))
    return figures


FEW, MANY, EACH = 20, 20_000, 50
"""Numbers of businesses in the two databases of `many_businesses`, and bookings per business."""


def many_businesses() -> list[Figure]:
    """Speed of checking and creating bookings with 20 and with 20,000 businesses in one PostgreSQL database, in
    alternation.
    """
    with machine.product("postgresql") as few, machine.product("postgresql") as many:
        sides: list[tuple[Database, list[int]]] = []
        for product, count in ((few, FEW), (many, MANY)):
            (operator,) = product.add_operators(1)
            made = tenants.copies(product.database_url, operator, count, EACH)
            sides.append((Database(product.database_url, pool_size=2), made))
        return _in_turns(sides, f"{FEW} -> {MANY:,} businesses")


def bytes_of_a_booking() -> list[Figure]:
    """Storage of a booking in PostgreSQL, from request to completion."""
    with machine.product("postgresql", settings={"rate_limits": "off"}) as product:
        found = sizes.measure(product)
    note = ", ".join(f"{name} {size / 1024:.1f}" for name, size in found.tables)
    share = f"{found.indexes / found.all:.0%} of it indexes; KiB by table: {note}"
    return [Figure("a booking's whole life in the database", found.all / 1024, 20, 10, "KiB", note=share)]


def customers_of_bookings() -> list[Figure]:
    """Creating the customers of 100,000 bookings, as after the migration, and pages of 50,000 customers."""
    figures: list[Figure] = []
    for kind in databases.KINDS:
        with machine.product(kind, settings={"worker": "off", "rate_limits": "off"}) as product:
            cost = customers.measure(product)
        note = ", ".join(f"{sort} {wait:.1f}" for sort, wait in cost.pages.items())
        figures += [
            Figure(f"100,000 bookings: linking their customers, {kind}", cost.linking, 60, 30, "s"),
            Figure(f"a page of 50,000 customers, {kind}", max(cost.pages.values()), 30, 15, "ms", note=note),
        ]
    return figures


def hour_of_work(minutes: float) -> list[Figure]:
    """Memory of two servers and the worker during an hour (or ``minutes``) of mixed work."""
    with machine.product("postgresql", workers=2) as product:
        held = hour.measure(product, minutes)
    refused = f"{held.refused} refused, {held.busy} of these with 503; {held.dropped} connections dropped"
    note = f"{held.calls} calls, {refused}; most at any moment {held.most:.0f} MiB"
    return [
        Figure(f"memory (PSS) after {minutes:g} minutes of mixed work", held.end, 250, 150, "MiB", note=note),
        Figure("its growth in the second half", held.end - held.half, 10, 2, "MiB"),
    ]


PARTS: dict[str, Callable[[], list[Figure]]] = {
    "speed": speed,
    "list": list_page,
    "fairness": fairness,
    "growth": growth,
    "businesses": many_businesses,
    "start": start,
    "lighthouse": lighthouse,
    "form": form_visits,
    "crew": crew_visits,
    "dashboard": dashboard_visits,
    "streams": open_pages,
    "goods": goods_moving,
    "overdue": overdue_rule,
    "fitting": ways_to_fit,
    "sizes": bytes_of_a_booking,
    "customers": customers_of_bookings,
    "clients": shapes.clients,
    "siege": shapes.besieged,
    "mixed": shapes.mixed,
    "large": shapes.large,
    "reports": shapes.reports,
}


def _machine() -> str:
    described = Path("/proc/cpuinfo").read_text().splitlines()
    names = [line.partition(":")[2].strip() for line in described if line.startswith("model name")]
    cpu = names[0] if names else platform.machine()
    version = subprocess.run(
        [postgres.binary("postgres"), "--version"], check=True, capture_output=True, text=True
    ).stdout.split()[2]
    busy = os.getloadavg()[0]
    return (
        f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC · {os.cpu_count()} cores, {cpu} · "
        f"Python {platform.python_version()} · PostgreSQL {version} · load before the run {busy:.1f}"
    )


def main() -> None:
    """Run the named parts, or all, and print the table."""
    if sys.argv[1:] == ["advice"]:
        # Starts no server, and prints different figures.
        print("\n".join(advice.report()))
        return
    if sys.argv[1:2] == ["compare"]:
        old, new, *parts = sys.argv[2:] if len(sys.argv) > 3 else sys.exit("python -m bench compare OLD NEW [PART ...]")
        for line in compare.report(Path(old).resolve(), Path(new).resolve(), parts):
            print(line, flush=True)
        return
    parts = dict(PARTS)
    if sys.argv[1:2] == ["hour"]:
        # Not part of the default run, because it takes an hour by default; the other parts take minutes.
        minutes = float(sys.argv.pop(2)) if len(sys.argv) > 2 else 60
        parts = {"hour": lambda: hour_of_work(minutes)}
    chosen = sys.argv[1:] or list(PARTS)
    unknown = set(chosen) - set(parts)
    if unknown:
        sys.exit(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join([*PARTS, 'hour'])}")
    print(_machine())
    print(f"{'':46} {'value':>10} {'floor':>8} {'aim':>8}  reached")
    failed: list[str] = []
    with machine.workplace() as place:
        print(f"databases in {place} ({machine.disk_of(place)}), PostgreSQL at {postgres.shared_url()}", flush=True)
        for part in chosen:
            for figure in parts[part]():
                if figure.verdict == "BELOW":
                    failed.append(figure.name)
                shown = f"{figure.value:.3g} {figure.unit}".strip()
                bounds = f"{figure.floor:>8g} {figure.aim:>8g}"
                print(f"{figure.name:46} {shown:>10} {bounds}  {figure.verdict:7} {figure.note}", flush=True)
    if failed:
        sys.exit(f"below the floor: {', '.join(failed)}")


if __name__ == "__main__":
    main()
