"""Billing fixtures, and a customer with a booking to pay."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI

from tests.support.api import Api
from tests.support.billing_fixtures import (
    admin_of,
    arrange_with_keys,
    deliver,
    keyless_plan,
    owner,
    plan,
    with_keys,
)
from tests.support.paying import Customer
from tests.support.standin import StandIn

__all__ = ["admin_of", "arrange_with_keys", "deliver", "keyless_plan", "owner", "plan", "with_keys"]


@pytest.fixture
def business(operator: Api) -> Api:
    """An operator with enough letters for nine concurrent rentals."""
    operator.add_letters("LOVE", quantity=9)
    return operator


@pytest.fixture
def customer(arrange_with_keys: Callable[..., Any], provider: StandIn) -> Customer:
    """The customer of a business that accepts cards."""

    def build(_app: FastAPI, new_caller: Callable[[], Api]) -> Customer:
        business = new_caller().register()
        provider.connect(business)
        return Customer(business, new_caller(), provider)

    return copy.copy(arrange_with_keys("customer", build))
