"""Billing fixtures, and a customer with a booking to pay."""

from tests.cards_on_file.conftest import (
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
