"""Environment for the walks through screen states, and their test data."""

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
    """Return a unique email address, so that repeated runs do not collide."""
    return f"{name}{next(_numbers)}@texts.example"


class Stage:
    """Environment of a walk: a page, its own operator, and names for created records."""

    def __init__(self, server: LiveServer, context: BrowserContext) -> None:
        self.server = server
        self.context = context
        self.page: Page = context.new_page()
        self.names: dict[str, Any] = {"sentence": SENTENCE, "year": clock.now().year}

    def go(self, path: str) -> None:
        """Open a page and wait until it is shown."""
        self.page.goto(self.server.url + path)
        expect(self.page.locator("h1").first).to_be_visible()

    def call(self, method: str, path: str, **body: Any) -> Any:
        """Change data as the operator through the API."""
        answer = self.context.request.fetch(f"{self.server.url}/api{path}", method=method, data=body or None)
        assert answer.ok, f"{path}: {answer.status} {answer.text()}"
        return answer.json() if answer.body() else None

    def register(self) -> dict[str, Any]:
        """Register and sign in a business for this walk."""
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
        """Fill fields by label; underscores stand for spaces."""
        for label, text in texts.items():
            self.page.get_by_label(label.replace("_", " "), exact=True).fill(text)

    @contextmanager
    def refusing(self, path: str, status: int = 500) -> Generator[None]:
        """Respond to a call with an error."""
        body = json.dumps({"message": SENTENCE, "code": "fault"})

        def refuse(route: Route) -> None:
            route.fulfill(status=status, content_type="application/json", body=body)

        with self._instead(path, refuse):
            yield

    def tried_twice(self, button: str, path: str, *, refused: str, done: str) -> Generator[str]:
        """Press a button whose call fails, and press it again; yields the names of the two states."""
        with self.refusing(path):
            self.button(button).click()
            yield refused
        self.button(button).click()
        yield done

    @contextmanager
    def holding(self, path: str) -> Generator[None]:
        """Keep a call pending, and fail it afterwards."""
        held: list[Route] = []
        with self._instead(path, lambda route: held.append(route)):  # noqa: PLW0108 - a built-in cannot be marked.
            yield
            # The page shows its pending state before the request is sent.
            deadline = time.monotonic() + 60
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
    """Register the walk of a screen."""

    def keep(function: Walk) -> Walk:
        WALKS[screen] = function
        return function

    return keep


# --- Data that walks need ---


def soon(offset: int) -> date:
    """Return a day some weeks ahead."""
    return clock.now().date() + timedelta(days=20 + offset)


def in_words(day: date) -> str:
    """Format a day as on the screens."""
    return f"{day:%b} {day.day}, {day.year}"


def typed(day: date) -> str:
    """Format a day as typed."""
    return day.strftime("%m/%d/%Y")


def add_venue(stage: Stage) -> dict[str, Any]:
    address = {"address": "1 Main Street", "city": "Albany", "state": "NY", "zipCode": "12207"}
    return stage.call("POST", "/venues", name="The Foundry", isVerified=True, difficulty="easy", **address)


def book(stage: Stage, days: int = 0, **fields: Any) -> dict[str, Any]:
    """Create a request for LOVE some weeks ahead for two days: 4 letters at $25 a day, $200."""
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
