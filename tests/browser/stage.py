"""Where a walk through a screen's states happens, and what walks need to exist."""

import json
import re
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import date, timedelta
from itertools import count
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from marqueedesk.kit import clock
from tests.support.server import LiveServer

PASSWORD = "correct horse"
SENTENCE = "The lamp is out."
ADMIN = ("admin@marqueedesk.example", "demo-admin")
_numbers = count(1)


def new_email(name: str) -> str:
    """An address that nobody has yet, so that a test finds nothing of itself when it runs once more."""
    return f"{name}{next(_numbers)}@texts.example"


class Stage:
    """Where a walk happens: a page, an operator of its own, and the names that stand for what the walk has made."""

    def __init__(self, server: LiveServer, context: BrowserContext) -> None:
        self.server = server
        self.context = context
        self.page: Page = context.new_page()
        self.names: dict[str, Any] = {"sentence": SENTENCE, "year": clock.now().year}

    def go(self, path: str) -> None:
        """Open a page, and go on once it shows."""
        self.page.goto(self.server.url + path)
        expect(self.page.locator("h1").first).to_be_visible()

    def call(self, method: str, path: str, **body: Any) -> Any:
        """Have the operator change something, past the pages."""
        answer = self.context.request.fetch(f"{self.server.url}/api{path}", method=method, data=body or None)
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        return answer.json() if answer.body() else None

    def register(self) -> dict[str, Any]:
        """A business of this walk's own, signed in."""
        number = next(_numbers)
        self.names |= {
            "company": f"Bright Ideas {number}",
            "username": f"ada{number}",
            "email": f"ada{number}@texts.example",
        }
        return self.call(
            "POST", "/register", email=self.names["email"], password=PASSWORD, companyName=self.names["company"]
        )

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True).filter(visible=True).first

    def fill(self, **texts: str) -> None:
        """Fill fields by their labels, underscores for spaces."""
        for label, text in texts.items():
            self.page.get_by_label(label.replace("_", " "), exact=True).fill(text)

    @contextmanager
    def refusing(self, path: str, status: int = 500) -> Generator[None]:
        """Answer a call with a failure."""
        body = json.dumps({"message": SENTENCE, "code": "fault"})

        def refuse(route: Route) -> None:
            route.fulfill(status=status, content_type="application/json", body=body)

        with self._instead(path, refuse):
            yield

    def tried_twice(self, button: str, path: str, *, refused: str, done: str) -> Generator[str]:
        """Press a button whose call is refused, and press it again; yields the names of the two states."""
        with self.refusing(path):
            self.button(button).click()
            yield refused
        self.button(button).click()
        yield done

    @contextmanager
    def holding(self, path: str) -> Generator[None]:
        """Let a call wait for its answer, and have it fail afterwards."""
        held: list[Route] = []
        with self._instead(path, lambda route: held.append(route)):  # noqa: PLW0108 - a built-in cannot be marked.
            yield
            # The page says that it waits before its call has left.
            deadline = time.monotonic() + 10
            while not held and time.monotonic() < deadline:
                self.page.wait_for_timeout(20)
            for route in held:
                route.abort()

    @contextmanager
    def _instead(self, path: str, answer: Callable[[Route], Any]) -> Generator[None]:
        def is_meant(url: str) -> bool:
            return re.search(f"/api{path}([?]|$)", url) is not None

        self.page.route(is_meant, answer)
        yield
        self.page.unroute(is_meant)


Walk = Callable[[Stage], Generator[str]]
WALKS: dict[str, Walk] = {}


def walk(screen: str) -> Callable[[Walk], Walk]:
    """Name the screen whose states a walk brings about."""

    def keep(function: Walk) -> Walk:
        WALKS[screen] = function
        return function

    return keep


# --- What walks need to exist ---


def soon(offset: int) -> date:
    """A day in some weeks."""
    return clock.now().date() + timedelta(days=20 + offset)


def in_words(day: date) -> str:
    """A day as the screens write it."""
    return f"{day:%b} {day.day}, {day.year}"


def typed(day: date) -> str:
    """A day as people type it."""
    return day.strftime("%m/%d/%Y")


def add_venue(stage: Stage) -> dict[str, Any]:
    address = {"address": "1 Main Street", "city": "Albany", "state": "NY", "zipCode": "12207"}
    return stage.call("POST", "/venues", name="The Foundry", isVerified=True, difficulty="easy", **address)


def book(stage: Stage, days: int = 0, **fields: Any) -> dict[str, Any]:
    """A request for LOVE in some weeks, two days: 4 letters at $25 a day, $200."""
    body = {
        "message": "LOVE",
        "size": "4ft",
        "customerName": f"Grace Hopper {days}",
        "customerEmail": f"grace{days}@texts.example",
        "deliveryDate": str(soon(days)),
        "pickupDate": str(soon(days + 2)),
        "preferredInstallTime": "morning",
        "asRequest": True,
        **fields,
    }
    return stage.call("POST", "/bookings", **body)
