"""Fixtures for tests of Stripe responses and events."""

import pytest

from tests.support import drivers
from tests.support.billing_fixtures import admin_of, deliver, keyless_plan, owner, plan, with_keys
from tests.support.drivers import Driver

__all__ = ["admin_of", "deliver", "driver", "keyless_plan", "owner", "plan", "with_keys"]


@pytest.fixture(params=["stand-in", "test mode"])
def driver(request: pytest.FixtureRequest) -> Driver:
    """The backend of the gateway calls: the stand-in, and Stripe's test mode if there is a key."""
    if request.param == "test mode":
        return drivers.of_test_mode()
    return drivers.of_standin(request.getfixturevalue("provider").url)
