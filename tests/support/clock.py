"""A clock that a test sets. The product asks the time in one place, and that place is replaced."""

from datetime import UTC, datetime, timedelta

import pytest

from marqueedesk.kit import clock


class Clock:
    """Stands still until it is told to move."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, start: datetime) -> None:
        self.now = start
        monkeypatch.setattr(clock, "now", lambda: self.now)

    def set(self, text: str) -> None:
        """Go to an instant, ISO 8601; without an offset it is UTC."""
        found = datetime.fromisoformat(text)
        self.now = found if found.tzinfo else found.replace(tzinfo=UTC)

    def pass_by(self, **span: float) -> None:
        """Let time pass: `pass_by(days=8)`."""
        self.now += timedelta(**span)
