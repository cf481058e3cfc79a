"""Limits on tries, counted in transactions of their own so that a failure is counted too."""

from fastapi import Request

from marqueedesk.accounts.access import database
from marqueedesk.kit import clock, rate_limit
from marqueedesk.kit.rate_limit import Limit


class Attempts:
    """The limits on one kind of try. With limits off for the installation it does nothing."""

    def __init__(self, request: Request, limits: list[tuple[Limit, tuple[object, ...]]]) -> None:
        self._database = database(request)
        self._limits = [(limit, limit.key(*parts)) for limit, parts in limits] if request.app.state.limits_on else []

    def refuse_over(self) -> None:
        """Raise TooMany when any of the limits is used up."""
        if self._limits:
            with self._database.read() as db:
                for limit, key in self._limits:
                    rate_limit.refuse_over(db, limit, key, clock.now())

    def count(self) -> None:
        """Count one try on each limit."""
        if self._limits:
            with self._database.write() as db:
                for limit, key in self._limits:
                    rate_limit.count(db, limit, key, clock.now())
