"""The fixtures of billing, and a customer who has a booking to pay."""

from collections.abc import Callable

import pytest
from fastapi import FastAPI

from tests.support.api import Api
from tests.support.billing_fixtures import admin_of, deliver, keyless_plan, owner, plan, with_keys
from tests.support.paying import Customer
from tests.support.standin import StandIn

__all__ = ["admin_of", "deliver", "keyless_plan", "owner", "plan", "with_keys"]


@pytest.fixture
def customer(with_keys: FastAPI, owner: Api, provider: StandIn, caller_of: Callable[..., Api]) -> Customer:
    """The customer of a business that takes cards."""
    provider.connect(owner)
    return Customer(owner, caller_of(with_keys), provider)
