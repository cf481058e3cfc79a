"""Parts of a running application that a test replaces."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI


@contextmanager
def replaced(app: FastAPI, name: str, value: Any) -> Generator[None]:
    """Replace ``app.state.<name>`` until the block ends."""
    before = getattr(app.state, name)
    setattr(app.state, name, value)
    try:
        yield
    finally:
        setattr(app.state, name, before)
