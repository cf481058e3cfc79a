"""Billing fixtures, and the customer of a booking with a security hold."""

import pytest
import time_machine
from fastapi import FastAPI

from tests.payments.conftest import (
    admin_of,
    arrange_with_keys,
    business,
    customer,
    deliver,
    keyless_plan,
    owner,
    plan,
    with_keys,
)
from tests.security_holds.support import Days
from tests.support.paying import Customer, policy

__all__ = [
    "admin_of",
    "arrange_with_keys",
    "business",
    "customer",
    "deliver",
    "keyless_plan",
    "owner",
    "plan",
    "with_keys",
]


@pytest.fixture
def held(customer: Customer) -> Customer:
    """The customer of a booking of $250 from June 1 to 3, with a hold of $200 placed a day before."""
    policy(customer.business, hold={"amount": 200, "daysBefore": 1, "releaseAfterDays": 2})
    return customer.another()


@pytest.fixture
def days(with_keys: FastAPI, present: time_machine.Traveller, held: Customer) -> Days:
    return Days(with_keys, present, held)
