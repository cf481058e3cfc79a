"""Wait until a page is at rest: its content has loaded, and no animation is running.

Nothing here waits for a fixed time, because a busy machine may take longer. Network activity is no criterion either,
because each page keeps a connection open for change events.
"""

import time
from collections.abc import Callable
from typing import TypeVar

from playwright.sync_api import BrowserContext, Page, Request

T = TypeVar("T")

TIMEOUT_SECONDS = 60
STREAMS = ("/api/events",)

# The page must be at rest this many times in a row, because a response may trigger another request.
TIMES = 3

# Two frames, because styles are computed after a frame's callbacks. Then wait for the page's idle callbacks.
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

# The end of one animation may start another one inside the element.
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

# A constructed stylesheet, which the content security policy allows.
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
"""An init script that records layout shifts."""
SHIFT = "shifts.reduce((sum, shift) => sum + shift, 0)"
"""The sum of the recorded shifts: the layout shift of a visit of a few seconds (web.dev/cls)."""


def layout_shift(page: Page) -> float:
    """The layout shift of a page since it was opened with ``WATCH_SHIFTS``."""
    return page.evaluate(SHIFT)


class Watched:
    """A page that counts its pending requests and can wait for them."""

    def __init__(self, page: Page) -> None:
        """``page`` must not have navigated yet."""
        self._page = page
        self._asked: set[Request] = set()
        page.on("request", self._ask)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def rest(self) -> None:
        """Wait until the page has loaded its content and nothing moves."""
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
    """Open a page for the first time and wait until it is at rest."""
    watched = Watched(page)
    page.goto(url)
    watched.rest()


def disable_animations(context: BrowserContext) -> None:
    """Turn off transitions on all pages of a browser context, so that changes appear immediately."""
    context.add_init_script(_HOLD_STILL)


def end_fading(page: Page) -> None:
    """Finish all transitions and finite animations immediately."""
    page.evaluate(_END_FADING)


def until(page: Page, find: Callable[[], T], what: str) -> T:
    """Call ``find`` until it returns a true value, and return it; ``what`` describes it in the failure message."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not (found := find()):
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        page.wait_for_timeout(50)
    return found
