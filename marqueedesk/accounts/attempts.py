"""Limits on tries, counted in transactions of their own so that a failure is counted too."""

from datetime import timedelta
from typing import Final

from fastapi import Request

from marqueedesk.accounts.access import database
from marqueedesk.kit import clock, rate_limit
from marqueedesk.kit.rate_limit import Limit

UPLOADS: Final = Limit("uploads", 120, timedelta(hours=1))
"""Pictures of one business: each takes a moment of computing."""


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
        """Count one try that was made on each limit."""
        if self._limits:
            with self._database.write() as db:
                for limit, key in self._limits:
                    rate_limit.count(db, limit, key, clock.now())

    def spend(self) -> None:
        """Count one try on each limit, before it is made. Raises TooMany when it is one too many: of tries that are
        made at once no more than the limit come through.
        """
        if self._limits:
            with self._database.write() as db:
                for limit, key in self._limits:
                    rate_limit.spend(db, limit, key, clock.now())


class Guesses:
    """Guesses at something secret, each counted before it is checked, so that of those that are made at once no more
    than the limit are tried. With limits off it does nothing.
    """

    def __init__(self, request: Request, limit: Limit, parts: tuple[object, ...]) -> None:
        self._database = database(request)
        self._limit = limit if request.app.state.limits_on else None
        self._key = limit.key(*parts)

    def spend(self) -> None:
        """Count one guess. Raises TooMany when it is one too many."""
        if self._limit is not None:
            with self._database.write() as db:
                rate_limit.spend(db, self._limit, self._key, clock.now())

    def right(self) -> None:
        """It was right: the count begins anew."""
        if self._limit is not None:
            with self._database.write() as db:
                rate_limit.forgive(db, self._key)
