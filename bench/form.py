"""Load times in a browser with 4x CPU throttling over 1.6 Mbit/s: the public form, the crew page and the dashboard."""

import secrets
from collections.abc import Generator
from contextlib import contextmanager
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from bench.pages import DEMO
from tests.support import browser as chromium
from tests.support import databases
from tests.support.mail_server import MailServer
from tests.support.rest import SHIFT, WATCH_SHIFTS
from tests.support.server import LiveServer

VISITS = 5
SLOWER = 4
BYTES_A_SECOND = 200_000
LATENCY_MS = 40
QUIET_MS = 5000
_PHONE: ViewportSize = {"width": 390, "height": 844}

# Blocking time is the part of each task beyond 50 ms, from the first paint on (web.dev/tbt).
_WATCH = """
window.seen = { lcp: 0, fcp: 0, tasks: [] };
const watch = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
watch('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime; });
watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime; });
watch('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]));
"""


# Time when the first job can be tapped.
_WATCH_JOBS = """
window.listed = null;
new MutationObserver((_, watch) => {
  if (document.querySelector('a[href^="#delivery-"], a[href^="#pickup-"]')) {
    window.listed = performance.now();
    watch.disconnect();
  }
}).observe(document, { subtree: true, childList: true });
"""


def slow_page(context: BrowserContext, script: str) -> Page:
    """Open a browser page that simulates a slow phone on a slow network. It runs ``script`` before anything else."""
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    network: dict[str, Any] = {"offline": False, "latency": LATENCY_MS}
    network |= {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    devtools.send("Network.emulateNetworkConditions", network)
    page.add_init_script(script)
    return page


def visit(browser: Browser, url: str) -> tuple[float, float]:
    """Return largest contentful paint and total blocking time of a first visit, in milliseconds."""
    context = browser.new_context(viewport=_PHONE)
    page = slow_page(context, _WATCH)
    page.goto(url)
    # Don't query the page meanwhile: locating a field takes longer than rendering it.
    page.wait_for_timeout(QUIET_MS)
    seen: dict[str, Any] = page.evaluate("seen")
    expect(page.get_by_label("Message", exact=True)).to_be_visible()
    context.close()
    blocked = sum(max(0.0, duration - 50) for start, duration in seen["tasks"] if start >= seen["fcp"])
    return seen["lcp"], blocked


def _signed_in(browser: Browser, url: str) -> BrowserContext:
    context = browser.new_context(viewport=_PHONE)
    signed_in = context.request.post(f"{url}/api/login", data=DEMO, headers={"Origin": url})
    if not signed_in.ok:
        raise RuntimeError(f"the demo's owner cannot sign in: {signed_in.text()}")
    return context


def _seen(context: BrowserContext, address: str, script: str, name: str) -> float:
    """Load a page, and return the figure that ``script`` recorded on it as ``name``."""
    page = slow_page(context, script)
    page.goto(address)
    page.wait_for_timeout(QUIET_MS)
    seen: float = page.evaluate(name)
    page.close()
    return seen


@contextmanager
def _demo() -> Generator[tuple[Browser, str]]:
    mail = MailServer()
    server = LiveServer(databases.new("sqlite"), settings={"smtp_url": mail.url})
    server.run("seed-demo")
    server.start()
    try:
        with sync_playwright() as playwright:
            path = chromium.executable(as_people_have=True)
            browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
            yield browser, server.url
            browser.close()
    finally:
        server.kill()
        mail.stop()


def first_visits() -> tuple[float, float]:
    """Return the medians of first visits to the demo's form: paint in seconds, blocking in milliseconds."""
    with _demo() as (browser, url):
        found = [visit(browser, f"{url}/booking-widget?userId=1") for _ in range(VISITS)]
    return median(paint for paint, _ in found) / 1000, median(blocked for _, blocked in found)


def crew_visits() -> tuple[float, float]:
    """Return the medians of first and repeated visits to the crew page until a job can be tapped, in seconds."""
    return _signed_in_visits("/crew", _WATCH_JOBS, "listed")


def dashboard_visits() -> tuple[float, float]:
    """Return the medians of first and repeated visits to the dashboard until its largest paint, in seconds."""
    return _signed_in_visits("/dashboard", _WATCH, "seen.lcp")


def dashboard_shifts(width: int) -> dict[str, float]:
    """Return the layout shift of the dashboard at a width, for the demo (with amounts due and bookings at risk) and for
    a newly registered business. The largest of several first visits each.
    """
    visits: dict[str, list[float]] = {"demo": [], "new business": []}
    with _demo() as (browser, url):
        for number in range(VISITS):
            new = {"email": f"{number}@example.com", "password": secrets.token_hex(), "companyName": "New Lights"}
            for name, path, person in (("demo", "login", DEMO), ("new business", "register", new)):
                context = browser.new_context(viewport={"width": width, "height": _PHONE["height"]})
                answer = context.request.post(f"{url}/api/{path}", data=person, headers={"Origin": url})
                if not answer.ok:
                    raise RuntimeError(f"the owner of the {name} cannot sign in: {answer.text()}")
                visits[name].append(_seen(context, f"{url}/dashboard", WATCH_SHIFTS, SHIFT))
                context.close()
    return {name: max(shifts) for name, shifts in visits.items()}


def _signed_in_visits(path: str, script: str, name: str) -> tuple[float, float]:
    """Return the medians of the figure ``name`` recorded by ``script``, for first and repeated visits of the demo's
    owner.
    """
    first: list[float] = []
    again: list[float] = []
    with _demo() as (browser, url):
        for _ in range(VISITS):
            context = _signed_in(browser, url)
            first.append(_seen(context, f"{url}{path}", script, name))
            again.append(_seen(context, f"{url}{path}", script, name))
            context.close()
    return median(first) / 1000, median(again) / 1000
