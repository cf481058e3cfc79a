"""Tests of what runs in a loop are coroutines, marked `anyio`."""

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The servers' own."""
    return "asyncio"
