"""A clock controlled by the test. It replaces the one place where the product reads the time."""

from datetime import UTC, datetime, timedelta

import pytest

from marqueedesk.kit import clock


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, start: datetime) -> None:
        self.now = start
        monkeypatch.setattr(clock, "now", lambda: self.now)

    def set(self, text: str) -> None:
        """Move to an instant in ISO 8601 format; without an offset it is UTC."""
        found = datetime.fromisoformat(text)
        self.now = found if found.tzinfo else found.replace(tzinfo=UTC)

    def pass_by(self, **span: float) -> None:
        """Move forward: `pass_by(days=8)`."""
        self.now += timedelta(**span)
