"""Days around a rental with a security hold, and the actions of its customer and business."""

from datetime import UTC, datetime
from typing import Any

import httpx
import time_machine
from fastapi import FastAPI

from marqueedesk.worker import Worker
from tests.support.api import PASSWORD
from tests.support.paying import Customer


class Days:
    """Moves to 10:30 in the business's zone on a day, signs the business in again, and runs the worker."""

    def __init__(self, app: FastAPI, present: time_machine.Traveller, customer: Customer) -> None:
        self.app, self.present, self.customer = app, present, customer

    def go(self, day: str) -> None:
        self.present.move_to(datetime.fromisoformat(f"{day}T14:30:00").replace(tzinfo=UTC))
        self.work()
        self.customer.business.login(self.customer.business.user["email"], PASSWORD)

    def work(self) -> None:
        Worker(self.app.state.database, self.app.state.settings, provider=self.app.state.provider).all_due()


def hold(customer: Customer) -> dict[str, Any] | None:
    return customer.page()["hold"]


def capture(customer: Customer, amount: float, reason: str = "Broken bulbs", **more: Any) -> httpx.Response:
    body = {"amount": amount, "reason": reason, **more}
    return customer.business.post(f"/api/bookings/{customer.id}/hold/capture", json=body)
