"""Reconciliation of security holds whose events were lost."""

from datetime import timedelta

import pytest
from fastapi import FastAPI

from marqueedesk.kit import clock
from marqueedesk.security_holds import comparing
from marqueedesk.stripe.lists import LISTS
from marqueedesk.stripe.reconciling import Reconciler
from marqueedesk.subscribers import WEBHOOKS
from tests.cards_on_file.support import keep
from tests.security_holds.support import Days, capture, hold
from tests.support.api import ok_json
from tests.support.billing import drain
from tests.support.paying import Customer, balance
from tests.support.standin import StandIn


def differing(app: FastAPI, provider: StandIn) -> list[str]:
    """Compare the provider's lists with the recorded holds, and return the states that differ."""
    (account,) = provider.objects("account")
    there, since = provider.gateway().on(account["id"]), clock.now() - timedelta(days=1)
    pages = [ask(there, since, None)[0] for ask in LISTS]
    with app.state.database.read() as db:
        return [one.state for page in pages for one in comparing.differences(db, page)]


def reconcile(app: FastAPI) -> None:
    Reconciler(app.state.database, app.state.provider, WEBHOOKS).run(clock.now() - timedelta(days=1))
    drain(app)


@pytest.mark.parametrize("verb, shown, received", [("capture", ("captured", 200), 200), ("cancel", ("released", 0), 0)])
def test_hold_that_ended_at_the_provider_is_found(
    held: Customer, days: Days, provider: StandIn, with_keys: FastAPI, verb: str, shown: tuple[str, int], received: int
):
    keep(held)
    days.go("2027-05-31")
    (intent,) = provider.objects("payment_intent")
    (account,) = provider.objects("account")
    there = provider.gateway().on(account["id"])
    if verb == "capture":
        there.capture_intent(intent["id"], cents=20_000, fee_cents=0, currency="USD", key="from the dashboard")
    else:
        there.cancel_intent(intent["id"])
    assert (hold(held) or {})["state"] == "held"
    assert len(differing(with_keys, provider)) == 1

    reconcile(with_keys)

    after = hold(held) or {}
    assert (after["state"], after["captured"]) == shown
    assert (held.page()["received"], balance(provider)) == (received, received * 100)
    assert differing(with_keys, provider) == []


def test_recorded_holds_do_not_differ(held: Customer, days: Days, provider: StandIn, with_keys: FastAPI):
    keep(held)
    days.go("2027-05-31")
    assert differing(with_keys, provider) == []
    ok_json(capture(held, 60))
    assert differing(with_keys, provider) == []
