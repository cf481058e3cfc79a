"""A business whose application is set up for both stand-ins."""

from collections.abc import Callable, Generator

import pytest
from fastapi import FastAPI

from marqueedesk.worker import Worker
from tests.support.api import Api
from tests.support.bookkeeping import Bookkeeping


@pytest.fixture(scope="session")
def running_partners() -> Generator[dict[str, Bookkeeping]]:
    """Both stand-ins of this worker, for the whole run."""
    partners = {"quickbooks": Bookkeeping("quickbooks").start(), "xero": Bookkeeping("xero").start()}
    yield partners
    for one in partners.values():
        one.stop()


@pytest.fixture
def partners(running_partners: dict[str, Bookkeeping]) -> dict[str, Bookkeeping]:
    """Both stand-ins with empty state."""
    for one in running_partners.values():
        one.reset()
    return running_partners


@pytest.fixture(params=["quickbooks", "xero"])
def partner(request: pytest.FixtureRequest, partners: dict[str, Bookkeeping]) -> Bookkeeping:
    """Each stand-in in turn."""
    return partners[request.param]


@pytest.fixture
def connecting(lasting_app_with: Callable[..., FastAPI], partners: dict[str, Bookkeeping]) -> FastAPI:
    """An application that is set up for both."""
    return lasting_app_with(**partners["quickbooks"].settings(), **partners["xero"].settings())


@pytest.fixture
def business(connecting: FastAPI, caller_of: Callable[..., Api]) -> Api:
    """The owner of a business with letters."""
    registered = caller_of(connecting).register()
    registered.add_letters("LOVE")
    registered.set_prices(salesTaxPercent=10)
    return registered


@pytest.fixture
def work(connecting: FastAPI) -> Callable[[], None]:
    """Run the worker until nothing is due."""
    worker = Worker(connecting.state.database, connecting.state.settings)
    return worker.all_due
