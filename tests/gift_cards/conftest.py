"""A business with letters, and billing fixtures."""

import copy
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from fastapi import FastAPI

from marqueedesk.worker import Worker
from tests.gift_cards.support import Shop
from tests.support.api import Api
from tests.support.billing_fixtures import admin_of, arrange_with_keys, deliver, keyless_plan, owner, plan, with_keys
from tests.support.standin import StandIn

__all__ = ["admin_of", "arrange_with_keys", "deliver", "keyless_plan", "owner", "plan", "with_keys"]


@pytest.fixture
def business(operator: Api) -> Api:
    """An operator with letters for nine rentals at a time, whose bookings from the form are confirmed at once."""
    operator.add_letters("LOVE", quantity=9)
    operator.set_rules(approvalRequired=False)
    return operator


@pytest.fixture
def work(app: FastAPI, present: time_machine.Traveller) -> Callable[[], None]:
    """Run the worker's due jobs, including those after the undo period of a cancellation."""

    def run() -> None:
        worker = Worker(app.state.database, app.state.settings)
        worker.all_due()
        present.shift(timedelta(minutes=5))
        worker.all_due()

    return run


@pytest.fixture
def shop(arrange_with_keys: Callable[..., Any], provider: StandIn) -> Shop:
    def build(_app: FastAPI, new_caller: Callable[[], Api]) -> Shop:
        business = new_caller().register()
        business.add_letters("LOVE", quantity=9)
        provider.connect(business)
        return Shop(business, new_caller(), provider)

    return copy.copy(arrange_with_keys("gift_card_shop", build))
