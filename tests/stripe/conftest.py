"""Fixtures for tests of what the provider answers and announces."""

import pytest

from tests.support import drivers
from tests.support.billing_fixtures import admin_of, deliver, keyless_plan, owner, plan, with_keys
from tests.support.drivers import Driver

__all__ = ["admin_of", "deliver", "driver", "keyless_plan", "owner", "plan", "with_keys"]


@pytest.fixture(params=["stand-in", "test mode"])
def driver(request: pytest.FixtureRequest) -> Driver:
    """Who answers the adapter's calls: the stand-in, and the provider's test mode where there is a key for it."""
    if request.param == "test mode":
        return drivers.of_test_mode()
    return drivers.of_standin(request.getfixturevalue("provider").url)
