"""Kill the server after the provider's response and before recording it: no double charge, no double refund, and every
payment is recorded.
"""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import time_machine
from sqlalchemy import select

from marqueedesk.kit.db.database import Database
from marqueedesk.settings import Settings
from marqueedesk.stripe.models import ProviderEvent
from marqueedesk.worker import Worker
from tests.support.api import Api, ok_json
from tests.support.paying import balance
from tests.support.server import LiveServer
from tests.support.standin import StandIn
from tests.support.together import wait_for

LONGEST_ANSWER = 2.0


class Paying:
    """A confirmed booking of $200 with a deposit of $50, its customer and its payments."""

    def __init__(self, business: Api, visitor: Api, provider: StandIn) -> None:
        self._business, self._visitor, self._provider = business, visitor, provider
        self.id: int = visitor.book(userId=business.id)["id"]
        ok_json(business.set_status(self.id, "confirmed"))
        self.token = business.booking_token(self.id)

    def post(self, verb: str, **body: Any) -> httpx.Response:
        return self._visitor.post(f"/api/public/bookings/{self.token}/{verb}", json=body)

    def pay(self) -> None:
        form = ok_json(self.post("pay", part="balance", amount=200))
        self._provider.pay(form["clientSecret"]).raise_for_status()
        ok_json(self.post("pay/look"))

    def open_deposit(self) -> httpx.Response:
        return self.post("pay", part="deposit", amount=50)

    def refund(self) -> httpx.Response:
        path = f"/api/bookings/{self.id}/payments"
        paid = next(row for row in ok_json(self._business.get(path))["entries"] if row["entry"] == "payment")
        return self._business.post(
            f"{path}/{paid['id']}/refund", json={"amount": 80}, headers={"Idempotency-Key": f"back-{self.id}"}
        )

    def money(self) -> tuple[float, list[tuple[str, str, float]]]:
        found = ok_json(self._business.get(f"/api/bookings/{self.id}/payments"))
        return found["received"], [(row["entry"], row["state"], row["amount"]) for row in found["entries"]]


def send_in_background(send: Callable[[], httpx.Response], became: list[str]) -> threading.Thread:
    """Send a request in a thread and record its outcome; the server may be killed meanwhile."""

    def sending() -> None:
        try:
            became.append(f"answered {send().status_code}")
        except httpx.TransportError:
            became.append("no answer")

    thread = threading.Thread(target=sending)
    thread.start()
    return thread


def all_events_handled(database: Database) -> bool:
    """True if all provider events have been handled."""
    with database.read() as db:
        return db.scalars(select(ProviderEvent).where(ProviderEvent.handled_at.is_(None))).first() is None


def test_provider_payments_are_recorded_exactly_once_after_a_kill(
    new_database: Callable[[], str],
    start_server: Callable[..., LiveServer],
    live_caller: Callable[[LiveServer], Api],
    provider: StandIn,
):
    url = new_database()
    server = start_server(url, settings=provider.settings())
    business, visitor = live_caller(server).register(), live_caller(server)
    business.set_prices(depositFlat=50)
    provider.connect(business)
    begun, back, canceled = (Paying(business, visitor, provider) for _ in range(3))
    back.pay()
    canceled.pay()

    # A customer's payment form, a refund by the business and one by the worker: done at the provider, not yet recorded.
    for path, times in (("POST /v1/payment_intents", 1), ("POST /v1/refunds", 2)):
        provider.fault("late", path, times=times, seconds=LONGEST_ANSWER)
    ok_json(canceled.post("cancel", fee=0))
    became: list[str] = []
    waiting = [send_in_background(begun.open_deposit, became), send_in_background(back.refund, became)]
    done = [("payment_intent", 3), ("refund", 2)]
    wait_for(lambda: [(kind, len(provider.objects(kind))) for kind, _ in done] == done, "the provider was not asked")
    server.kill()
    for thread in waiting:
        thread.join()
    assert became == ["no answer"] * 2
    server.start()
    assert begun.money() == (0, [])
    assert back.money() == (200, [("refund", "asked", 80), ("payment", "received", 200)])
    assert canceled.money() == (200, [("refund", "asked", 200), ("payment", "received", 200)])

    # The customer and the business retry. The worker resumes its refund after the dead worker's lease has expired.
    secrets = {ok_json(begun.open_deposit())["clientSecret"] for _ in range(2)}
    provider.pay(secrets.pop()).raise_for_status()
    assert not secrets
    ok_json(begun.post("pay/look"))
    ok_json(back.refund())
    for event in provider.events() * 2:
        signed = {"Stripe-Signature": event["signature"], "Content-Type": "application/json"}
        ok_json(visitor.post("/api/stripe/webhook", content=event["body"].encode(), headers=signed))
    database = Database(url, pool_size=2)
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=6), tick=True):
        Worker(database, Settings(database_url=url, **provider.settings())).all_due()
    wait_for(lambda: all_events_handled(database), "an event was not handled")
    database.close()

    assert begun.money() == (50, [("payment", "received", 50)])
    assert back.money() == (120, [("refund", "returned", 80), ("payment", "received", 200)])
    assert canceled.money() == (0, [("refund", "returned", 200), ("payment", "received", 200)])
    assert [len(provider.objects(kind)) for kind, _ in done] == [3, 2]
    assert balance(provider) == 17_000
