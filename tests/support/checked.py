"""Fixtures for tests that set the clock and check every response against the OpenAPI document."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from fastapi import FastAPI

from tests.support.api import Api
from tests.support.clock import Clock
from tests.support.contract import Contract

_contracts: list[Contract] = []


def _contract(app: FastAPI) -> Contract:
    if not _contracts:
        _contracts.append(Contract(app))
    return _contracts[0]


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock set to a Wednesday morning in New York, early in 2027."""
    return Clock(monkeypatch, datetime(2027, 3, 3, 15, 0, tzinfo=UTC))


@pytest.fixture
def new_caller(app: FastAPI, caller_of: Callable[..., Api]) -> Callable[[], Api]:
    """Create an API client that checks every response against the OpenAPI document."""
    contract = _contract(app)

    def make() -> Api:
        caller = caller_of(app)
        caller.http.event_hooks = {"response": [contract.check]}
        return caller

    return make
