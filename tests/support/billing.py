"""Brings the stand-in's events to an application, in whatever order a test wants, and does the jobs they cause."""

from collections.abc import Iterable
from typing import Any

import httpx
from fastapi import FastAPI

from marqueedesk.kit import clock, jobs
from marqueedesk.kit.db import Database
from marqueedesk.payments.events import EVENT, Events
from tests.support.api import Api
from tests.support.standin import StandIn


def drain(app: FastAPI) -> int:
    """Handle every stored event that is due, as the worker does; answers how many."""
    database: Database = app.state.database
    events = Events(database, app.state.provider)
    done = 0
    while True:
        with database.write() as db:
            claimed = [(job.id, job.payload) for job in jobs.claim(db, "test", clock.now(), kinds=[EVENT], most=50)]
        if not claimed:
            return done
        for job_id, payload in claimed:
            write = events.event(payload)
            with database.write() as db:
                write(db, clock.now())
                jobs.finish(db, job_id, "test")
            done += 1


class Deliverer:
    """The way of events from the provider to an application."""

    def __init__(self, app: FastAPI, provider: StandIn, caller: Api) -> None:
        self.app = app
        self._provider = provider
        self._caller = caller

    def taken(self) -> list[dict[str, Any]]:
        """The events that wait at the provider."""
        return self._provider.events()

    def post(self, event: dict[str, Any]) -> httpx.Response:
        """Deliver one event."""
        headers = {"Stripe-Signature": event["signature"], "Content-Type": "application/json"}
        return self._caller.post("/api/stripe/webhook", content=event["body"].encode(), headers=headers)

    def __call__(self, events: Iterable[dict[str, Any]] | None = None) -> None:
        """Deliver what waits, or these, and handle it."""
        for event in self.taken() if events is None else events:
            answer = self.post(event)
            assert answer.status_code == 200, answer.text
        drain(self.app)
