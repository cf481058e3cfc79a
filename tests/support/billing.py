"""Deliver the stand-in's events to an application in any order, and run the resulting jobs."""

from collections.abc import Iterable
from typing import Any

import httpx
from fastapi import FastAPI

from marqueedesk.kit.jobs.job_runner import JobRunner
from marqueedesk.subscribers import provider_steps
from tests.support.api import Api, ok_json
from tests.support.standin import StandIn


def drain(app: FastAPI) -> None:
    """Run the due jobs of provider events, like the worker."""
    JobRunner(app.state.database, outer=provider_steps(app.state.database, app.state.provider), most=1).all_due()


class Deliverer:
    """Delivers the provider's events to an application."""

    def __init__(self, app: FastAPI, provider: StandIn, caller: Api) -> None:
        self.app = app
        self._provider = provider
        self._caller = caller

    def taken(self) -> list[dict[str, Any]]:
        """Take the events that wait at the provider."""
        return self._provider.events()

    def post(self, event: dict[str, Any]) -> httpx.Response:
        """Deliver one event."""
        headers = {"Stripe-Signature": event["signature"], "Content-Type": "application/json"}
        return self._caller.post("/api/stripe/webhook", content=event["body"].encode(), headers=headers)

    def __call__(self, events: Iterable[dict[str, Any]] | None = None) -> None:
        """Deliver the waiting events, or the given ones, and handle them."""
        for event in self.taken() if events is None else events:
            answer = self.post(event)
            assert answer.status_code == 200, answer.text
        drain(self.app)


def active_subscription(owner: Api, plan: dict[str, Any], provider: StandIn, deliver: Deliverer) -> dict[str, Any]:
    """A subscription whose first payment has succeeded."""
    begun = ok_json(owner.subscribe(plan))
    provider.pay(begun["clientSecret"])
    deliver()
    return ok_json(owner.get("/api/subscription"))
