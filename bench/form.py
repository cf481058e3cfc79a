"""What a visitor waits for: the public form in a browser at a quarter of the speed, over 1.6 Mbit/s."""

from statistics import median
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from tests.support import browser as chromium
from tests.support import databases
from tests.support.server import LiveServer

VISITS = 5
SLOWER = 4
BYTES_A_SECOND = 200_000
LATENCY_MS = 40
QUIET_MS = 5000

# Blocking time is what a task takes beyond 50 ms, from the first paint on (web.dev/tbt).
_WATCH = """
window.seen = { lcp: 0, fcp: 0, tasks: [] };
const watch = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
watch('largest-contentful-paint', (entry) => { seen.lcp = entry.startTime; });
watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime; });
watch('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]));
"""


def visit(browser: Browser, url: str) -> tuple[float, float]:
    """One first visit: largest contentful paint and total blocking time, in milliseconds."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    network: dict[str, Any] = {"offline": False, "latency": LATENCY_MS}
    network |= {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    devtools.send("Network.emulateNetworkConditions", network)
    page.add_init_script(_WATCH)
    page.goto(url)
    # Nothing is asked of the page meanwhile: looking for a field keeps it busier than drawing it does.
    page.wait_for_timeout(QUIET_MS)
    seen: dict[str, Any] = page.evaluate("seen")
    expect(page.get_by_label("Message", exact=True)).to_be_visible()
    context.close()
    blocked = sum(max(0.0, duration - 50) for start, duration in seen["tasks"] if start >= seen["fcp"])
    return seen["lcp"], blocked


def first_visits() -> tuple[float, float]:
    """The medians of some first visits to the demo's form: paint in seconds, blocking in milliseconds."""
    server = LiveServer(databases.new("sqlite"))
    server.run("seed-demo")
    server.start()
    try:
        with sync_playwright() as playwright:
            path = chromium.executable(as_people_have=True)
            browser = playwright.chromium.launch(executable_path=path, args=chromium.ARGUMENTS)
            found = [visit(browser, f"{server.url}/booking-widget?userId=1") for _ in range(VISITS)]
            browser.close()
    finally:
        server.kill()
    return median(paint for paint, _ in found) / 1000, median(blocked for _, blocked in found)
