"""When a page has come to rest: what it shows has arrived, and nothing fades any more.

Nothing here waits for a while: a busy machine takes longer than any while. Whether the network is quiet says nothing
either, since a page of the application keeps one connection open for what changes elsewhere.
"""

import time
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import BrowserContext, Page, Request

T = TypeVar("T")

TIMEOUT_SECONDS = 60
STREAMS = ("/api/events",)

# How often in a row a page must be found at rest: an answer that arrives may lead to the next question.
TIMES = 3

# Two frames: styles are worked out after the callbacks of a frame. Then whatever the page wants to do first.
_FRAMES = """
  const frames = () => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 1000 }))));
"""

_LOADING = f"""async () => {{
  {_FRAMES}
  await frames();
  const signs = '[aria-busy=true], .animate-breathe, .animate-bulb, .animate-spin';
  const busy = [...document.querySelectorAll(signs)].map((element) => element.outerHTML.slice(0, 120));
  return document.querySelector('h1') ? busy : ['no heading yet', ...busy];
}}"""

# Ended, what fades is where it was going, which may have something inside it fade in turn.
_END_FADING = f"""async () => {{
  {_FRAMES}
  await document.fonts.ready;
  for (let round = 0; round < 100; round += 1) {{
    await frames();
    const moving = document.getAnimations().filter((motion) =>
      motion.playState === 'running' && motion.effect?.getComputedTiming().endTime !== Infinity);
    if (moving.length === 0) return;
    for (const motion of moving) motion.finish();
  }}
  throw new Error('the page never comes to rest');
}}"""

# A sheet of the page's own making, which its content security policy allows.
_HOLD_STILL = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""

WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts.push(value);
}).observe({ type: 'layout-shift', buffered: true });
"""
"""A script for the start of a page: it records how much the layout shifts."""
SHIFT = "shifts.reduce((sum, shift) => sum + shift, 0)"
"""The sum of these shifts, which is the layout shift of a visit of a few seconds (web.dev/cls)."""


def layout_shift(page: Page) -> float:
    """The layout shift of a page since it was opened with ``WATCH_SHIFTS``."""
    return page.evaluate(SHIFT)


class Watched:
    """A page whose requests are counted from the beginning, and which can be waited for."""

    def __init__(self, page: Page) -> None:
        """``page`` has nothing open yet."""
        self._page = page
        self._asked: set[Request] = set()
        page.on("request", self._ask)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def rest(self) -> None:
        """Go on once the page shows what it has to show, and nothing moves."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        found_at_rest = 0
        while found_at_rest < TIMES:
            loading = self._page.evaluate(_LOADING) + [request.url for request in self._asked]
            found_at_rest = 0 if loading else found_at_rest + 1
            assert time.monotonic() < deadline, f"{self._page.url} still loads: {loading}"
        end_fading(self._page)

    def _ask(self, request: Request) -> None:
        if request.resource_type != "eventsource" and not request.url.split("?")[0].endswith(STREAMS):
            self._asked.add(request)

    def _end(self, request: Request) -> None:
        self._asked.discard(request)


def open_page(page: Page, url: str) -> None:
    """Open a page for the first time, and go on once it shows what it has to show."""
    watched = Watched(page)
    page.goto(url)
    watched.rest()


def hold_still(context: BrowserContext) -> None:
    """Let nothing fade on the pages of a profile: every change is seen at once, instead of over many frames."""
    context.add_init_script(_HOLD_STILL)


def end_fading(page: Page) -> None:
    """Bring transitions and finite animations to their end, now."""
    page.evaluate(_END_FADING)


def until(page: Page, find: Callable[[], T], what: str) -> T:
    """Ask ``find`` until it answers something true, and answer that; ``what`` is what a failure says was waited for."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not (found := find()):
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        page.wait_for_timeout(50)
    return found
