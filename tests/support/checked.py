"""Fixtures for folders whose tests watch the clock and hold every answer to the OpenAPI document."""

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
    """It is a Wednesday morning in New York, early in 2027."""
    return Clock(monkeypatch, datetime(2027, 3, 3, 15, 0, tzinfo=UTC))


@pytest.fixture
def new_caller(app: FastAPI, caller_of: Callable[..., Api]) -> Callable[[], Api]:
    """Make a caller whose every answer has to be a documented one."""
    contract = _contract(app)

    def make() -> Api:
        caller = caller_of(app)
        caller.http.event_hooks = {"response": [contract.check]}
        return caller

    return make
