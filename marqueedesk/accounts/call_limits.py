"""Limits on attempts and calls, counted in separate transactions so that failed ones count too."""

from datetime import timedelta
from typing import Final, NamedTuple

from fastapi import Request

from marqueedesk.accounts.access import Caller, database, reading, require
from marqueedesk.accounts.rights import Right
from marqueedesk.kit import clock
from marqueedesk.kit.http import rate_limit
from marqueedesk.kit.http.http import client_address
from marqueedesk.kit.http.rate_limit import Limit, network_of


class Attempts:
    """Limits on one kind of attempt. Does nothing if limits are off for the installation."""

    def __init__(self, request: Request, limits: list[tuple[Limit, tuple[object, ...]]]) -> None:
        self._database = database(request)
        self._limits = [(limit, limit.key(*parts)) for limit, parts in limits] if request.app.state.limits_on else []

    def ensure_below_limit(self) -> None:
        """Raise TooMany if any limit has been reached."""
        if self._limits:
            with self._database.read() as db:
                for limit, key in self._limits:
                    rate_limit.ensure_below_limit(db, limit, key, clock.now())

    def count(self) -> None:
        """Count one attempt on each limit."""
        if self._limits:
            with self._database.write() as db:
                for limit, key in self._limits:
                    rate_limit.count(db, limit, key, clock.now())

    def spend(self) -> None:
        """Count one attempt on each limit before it is made. Raises TooMany if that exceeds a limit. Counting first
        keeps concurrent attempts within the limit.
        """
        if self._limits:
            with self._database.write() as db:
                for limit, key in self._limits:
                    rate_limit.spend(db, limit, key, clock.now())


class Guesses(Attempts):
    """Guesses at a secret, each counted before it is checked, so that concurrent guesses cannot exceed the limit. Does
    nothing if limits are off. ``wider`` is an additional, wider limit with the parts of its key.
    """

    def __init__(
        self,
        request: Request,
        limit: Limit,
        parts: tuple[object, ...],
        *,
        wider: tuple[Limit, tuple[object, ...]] | None = None,
    ) -> None:
        super().__init__(request, [(limit, parts), *([wider] if wider else [])])

    def right(self) -> None:
        """Record a correct guess: reset its counter, and subtract the guess from the wider one."""
        if self._limits:
            (_, own), *wider = self._limits
            with self._database.write() as db:
                rate_limit.forgive(db, own)
                for _, key in wider:
                    rate_limit.give_back(db, key, clock.now())


class CallLimits(NamedTuple):
    """Limits on one kind of costly call, by user, by business and by network. All processes share the counters."""

    person: Limit
    business: Limit
    network: Limit

    def spend(self, request: Request, caller: Caller) -> None:
        """Count one call of a member of a business, before it is made and with no transaction open. Raises TooMany."""
        self.spend_for(request, caller.user.id, caller.operator.id)

    def spend_for(self, request: Request, user_id: int, operator_id: int | None) -> None:
        """Like `spend`, for a user who may have no business."""
        parts = (user_id, operator_id, network_of(client_address(request)))
        limits: list[tuple[Limit, tuple[object, ...]]] = [
            (limit, (part,)) for limit, part in zip(self, parts, strict=True) if part is not None
        ]
        Attempts(request, limits).spend()

    def spend_with(self, request: Request, right: Right) -> None:
        """Like `spend`, but find the caller and check a permission first. Raises the errors of `reading`, and Forbidden
        without the permission.
        """
        if request.app.state.limits_on:
            with reading(request) as (_db, caller):
                require(caller, right)
            self.spend(request, caller)


def call_limits(name: str, window: timedelta, *, person: int, business: int, network: int) -> CallLimits:
    """Create the limits on one kind of call: the numbers allowed within ``window``."""
    return CallLimits(
        Limit(f"{name}-person", person, window),
        Limit(name, business, window),
        Limit(f"{name}-network", network, window),
    )


_MINUTE: Final = timedelta(minutes=1)
_HOUR: Final = timedelta(hours=1)
SIGN_INS: Final = call_limits("sign-ins", _HOUR, person=60, business=300, network=300)
"""Limits on sign-ins with the correct password: each costs computing time, a row and perhaps an email."""
UPLOADS: Final = call_limits("uploads", _HOUR, person=120, business=240, network=480)
"""Limits on photo uploads: each costs computing time."""
EXPORTS: Final = call_limits("exports", timedelta(days=1), person=10, business=10, network=40)
"""Limits on archives of a whole business."""
CSV_FILES: Final = call_limits("csv-files", _MINUTE, person=20, business=40, network=80)
"""Limits on CSV exports: each may read all rows of one kind."""
DOCUMENTS: Final = call_limits("documents", _MINUTE, person=60, business=60, network=120)
"""Limits on PDFs: each costs computing time."""
SEARCHES: Final = call_limits("searches", _MINUTE, person=120, business=240, network=480)
"""Limits on searches, which run while people type."""
