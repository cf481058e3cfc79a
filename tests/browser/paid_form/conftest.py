"""Fixtures: a business that collects a deposit in its form, the provider's stand-in, and the business's own site."""

from collections.abc import Generator

import pytest

from tests.support import databases
from tests.support.api import Api, ok_json
from tests.support.server import LiveServer, client_of
from tests.support.site import Site
from tests.support.standin import StandIn


@pytest.fixture(scope="module")
def standin() -> Generator[StandIn]:
    """The provider's stand-in, which sends webhooks to the server."""
    standin = StandIn().start()
    yield standin
    standin.stop()


@pytest.fixture(scope="module")
def server(standin: StandIn) -> Generator[LiveServer]:
    """The product, with the stand-in's keys."""
    with LiveServer(databases.new("sqlite"), settings=standin.settings()) as server:
        standin.send_to(f"{server.url}/api/stripe/webhook")
        yield server


@pytest.fixture(scope="module")
def business(server: LiveServer, standin: StandIn) -> Generator[Api]:
    """A business that collects a deposit of 50 at booking, with enough letters for all tests."""
    with client_of(server.url) as http:
        business = Api(http).register("deposit@example.com")
        business.add_letters("LOVE", quantity=60)
        standin.connect(business)
        ok_json(business.patch("/api/price-list", json={"depositFlat": 50}))
        ok_json(business.patch("/api/payment-policy", json={"collectAtBooking": "deposit"}))
        ok_json(business.patch("/api/booking-rules", json={"approvalRequired": False}))
        yield business


@pytest.fixture(scope="module")
def site() -> Generator[Site]:
    """The business's own site."""
    site = Site()
    yield site
    site.close()
