"""How often one may try or call, counted in transactions of their own so that a failure is counted too."""

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


class Guesses(Attempts):
    """Guesses at something secret, each counted before it is checked, so that of those that are made at once no more
    than the limit are tried. With limits off it does nothing. ``wider`` is a limit and its parts that counts as well.
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
        """It was right: the count begins anew, and the wider limit gets its guess back."""
        if self._limits:
            (_, own), *wider = self._limits
            with self._database.write() as db:
                rate_limit.forgive(db, own)
                for _, key in wider:
                    rate_limit.give_back(db, key, clock.now())


class CallLimits(NamedTuple):
    """How often the signed-in may make one kind of costly call: each person, each business and each network. All
    processes count together.
    """

    person: Limit
    business: Limit
    network: Limit

    def spend(self, request: Request, caller: Caller) -> None:
        """Count one call of a member of a business, before it is made and with no transaction open. Raises TooMany."""
        self.spend_for(request, caller.user.id, caller.operator.id)

    def spend_for(self, request: Request, user_id: int, operator_id: int | None) -> None:
        """As `spend`, for a person who may belong to no business."""
        parts = (user_id, operator_id, network_of(client_address(request)))
        limits: list[tuple[Limit, tuple[object, ...]]] = [
            (limit, (part,)) for limit, part in zip(self, parts, strict=True) if part is not None
        ]
        Attempts(request, limits).spend()

    def spend_with(self, request: Request, right: Right) -> None:
        """As `spend`, for whoever calls. Raises as `reading`, and Forbidden where they lack the right."""
        if request.app.state.limits_on:
            with reading(request) as (_db, caller):
                require(caller, right)
            self.spend(request, caller)


def call_limits(name: str, window: timedelta, *, person: int, business: int, network: int) -> CallLimits:
    """The limits of one kind of call, each so often within ``window``."""
    return CallLimits(
        Limit(f"{name}-person", person, window),
        Limit(name, business, window),
        Limit(f"{name}-network", network, window),
    )


_MINUTE: Final = timedelta(minutes=1)
_HOUR: Final = timedelta(hours=1)
SIGN_INS: Final = call_limits("sign-ins", _HOUR, person=60, business=300, network=300)
"""With the right password: each costs a moment of computing, a row and perhaps an email."""
UPLOADS: Final = call_limits("uploads", _HOUR, person=120, business=240, network=480)
"""Pictures: each takes a moment of computing."""
EXPORTS: Final = call_limits("exports", timedelta(days=1), person=10, business=10, network=40)
"""Archives of a whole business."""
CSV_FILES: Final = call_limits("csv-files", _MINUTE, person=20, business=40, network=80)
"""CSV files: each may read everything that a business has stored of its kind."""
DOCUMENTS: Final = call_limits("documents", _MINUTE, person=60, business=60, network=120)
"""PDFs: each takes a moment of computing."""
SEARCHES: Final = call_limits("searches", _MINUTE, person=120, business=240, network=480)
"""As fast as people type."""
