"""Limits on letters held by strangers before the business replies (W11): pure arithmetic and its queries.

Together, all unconfirmed requests can hold a share of a piece's quantity per day, and the last available piece only on
some days of a month. Those from one network can hold a piece on the same number of days, and on two weekends of a
month. Confirmed requests from one network or mail domain can hold it on three times as many, and all of them together
its last available piece on three times as many. Requests with an authorized card count as confirmed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Date,
    and_,
    bindparam,
    exists,
    false,
    func,
    not_,
    or_,
    select,
    true,
)
from sqlalchemy.sql.selectable import ScalarSelect

from marqueedesk.availability.models import NOBODY, Holder, Sender
from marqueedesk.availability.operator_lock import Terms
from marqueedesk.availability.stock import Stock, Taken, use_by_day
from marqueedesk.availability.stock_queries import holds, scan_from
from marqueedesk.delivery.rules import DeliveryRules
from marqueedesk.inventory.pieces import Needs, Piece
from marqueedesk.kit.db.db import Instant, json_rows, one_of
from marqueedesk.kit.db.prepared import Prepared
from marqueedesk.kit.db.row_writer import Columns
from marqueedesk.kit.db.tenancy import assert_tenant_filtered

WEEKENDS: Final = 2
"""Number of weekends per month on which one network's unconfirmed requests may hold a piece."""
CONFIRMED_TIMES: Final = 3
"""Factor by which a network's limits increase once its senders' addresses are confirmed."""
_SATURDAY: Final = 5
_FOUR_WEEKENDS_APART: Final = 8
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class StrangerHold:
    """Pieces held by a stranger on some days."""

    taken: Taken
    sender: Sender


@dataclass(frozen=True, slots=True)
class StrangerLimits:
    """The limits that apply to strangers. Network limits require a mail server: without one, different people on the
    same network couldn't confirm their addresses.
    """

    by_network: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """Pieces requested by a stranger on some days, inclusive."""

    needs: Needs
    first: date
    last: date

    @property
    def around(self) -> tuple[date, date]:
        """Return the first and last day of the months that the claim's days are in."""
        return months_around(self.first, self.last)


def months_around(first: date, last: date) -> tuple[date, date]:
    """Return the first and last day of the months from ``first`` to ``last``."""
    next_month = (last.replace(day=1) + timedelta(days=31)).replace(day=1)
    return first.replace(day=1), next_month - _DAY


def clearly_within(
    rules: DeliveryRules, claim: Claim, stock: Stock, taken: Sequence[Sequence[Any]], limits: StrangerLimits
) -> bool | None:
    """Check an unconfirmed request against the limits for strangers, using only the holds on its own days. Returns True
    if it is within the limits, False if it exceeds the limit for all strangers together, and None if that takes the
    whole month's holds to decide (`exceeds_unconfirmed`).

    ``taken`` has the rows of `stock_queries.taken_rows` for its days, with strangers' holds. The caller ensures that
    the network holds nothing else.
    """
    pieces = stock.counted(claim.needs)
    everything = use_by_day(stock.taken, pieces, claim.first, claim.last)
    of_strangers = use_by_day(
        [
            Taken(Piece(row[0], row[1], row[2]), int(row[6]), date.fromisoformat(row[3]), date.fromisoformat(row[4]))
            for row in taken
            if row[6]
        ],
        pieces,
        claim.first,
        claim.last,
    )
    has_last_piece = False
    for piece, count in pieces.items():
        owned = max(0, stock.owned.get(piece, 0))
        share = -(-owned * rules.strangers_share_percent // 100)
        if max(of_strangers.get(piece) or [0]) + count > share:
            return False
        has_last_piece = has_last_piece or max(everything.get(piece) or [0]) + count >= owned
    # Eight consecutive days touch at most two weekends.
    is_short = (claim.last - claim.first).days < min(_FOUR_WEEKENDS_APART, rules.strangers_letter_days)
    return None if has_last_piece or (limits.by_network and not is_short) else True


def exceeds_unconfirmed(
    rules: DeliveryRules,
    claim: Claim,
    stock: Stock,
    strangers: Sequence[StrangerHold],
    sender: Sender,
    limits: StrangerLimits,
) -> bool:
    """Return true if an unconfirmed request of ``sender`` would exceed the limits for strangers. ``stock`` and
    ``strangers`` cover the months around its days.
    """
    pieces, around = stock.counted(claim.needs), claim.around
    waiting = [hold for hold in strangers if not hold.sender.confirmed]
    everything = use_by_day(stock.taken, pieces, *around)
    of_strangers = _use(waiting, pieces, around)
    of_network = _use([hold for hold in waiting if hold.sender.network == sender.network], pieces, around)
    days, most = _Days(claim), (rules.strangers_letter_days, WEEKENDS)
    alone_exceeds = limits.by_network and days.exceed(days.none, *most)
    for piece, count in pieces.items():
        owned = max(0, stock.owned.get(piece, 0))
        share = -(-owned * rules.strangers_share_percent // 100)
        held = of_strangers.get(piece) or days.none
        if any(held[at] + count > share for at in days.asked):
            return True
        taken = everything.get(piece) or days.none
        if days.exceed_last_piece(held, taken, count, owned, rules.strangers_letter_days):
            return True
        same = of_network.get(piece)
        if limits.by_network and (days.exceed(same, *most) if same else alone_exceeds):
            return True
    return False


def exceeds_confirmed(
    rules: DeliveryRules, claim: Claim, stock: Stock, strangers: Sequence[StrangerHold], sender: Sender
) -> bool:
    """Return true if a confirmed request would exceed the limits of its sender's network or mail domain, or that of all
    confirmed requests together. ``stock`` and ``strangers`` cover the months around its days.
    """
    pieces, around, days = stock.counted(claim.needs), claim.around, _Days(claim)
    most_days, most_weekends = CONFIRMED_TIMES * rules.strangers_letter_days, CONFIRMED_TIMES * WEEKENDS
    confirmed = [hold for hold in strangers if hold.sender.confirmed]
    everything, of_all = use_by_day(stock.taken, pieces, *around), _use(confirmed, pieces, around)
    for piece, count in pieces.items():
        owned, held = max(0, stock.owned.get(piece, 0)), of_all.get(piece) or days.none
        if days.exceed_last_piece(held, everything.get(piece) or days.none, count, owned, most_days):
            return True
    for group in (
        [hold for hold in confirmed if hold.sender.network == sender.network],
        [hold for hold in confirmed if sender.domain is not None and hold.sender.domain == sender.domain],
    ):
        used = _use(group, pieces, around)
        if any(days.exceed(used.get(piece) or days.none, most_days, most_weekends) for piece in pieces):
            return True
    return False


def _use(group: Iterable[StrangerHold], pieces: Needs, around: tuple[date, date]) -> dict[Piece, list[int]]:
    return use_by_day([hold.taken for hold in group], pieces, *around)


class _Days:
    """The days of the months around a claim, by index."""

    def __init__(self, claim: Claim) -> None:
        self._start, end = claim.around
        self.none = [0] * ((end - self._start).days + 1)
        self.asked = range((claim.first - self._start).days, (claim.last - self._start).days + 1)

    def most_in_a_month(self, positions: Iterable[int]) -> int:
        """Return the largest number of the given days that fall in one month."""
        return max(Counter(day.replace(day=1) for day in self._dates(positions)).values(), default=0)

    def exceed_last_piece(
        self, held: Sequence[int], taken: Sequence[int], count: int, owned: int, most_days: int
    ) -> bool:
        """Return true if the claim takes the last available piece, and strangers, who hold ``held``, would then have it
        on more days of a month than allowed. ``taken`` is held by anyone, ``count`` is claimed.
        """
        days = [
            at
            for at in range(len(self.none))
            if (at in self.asked and taken[at] + count >= owned) or (held[at] and taken[at] >= owned)
        ]
        return any(at in self.asked for at in days) and self.most_in_a_month(days) > most_days

    def exceed(self, held: Sequence[int], most_days: int, most_weekends: int) -> bool:
        """Return true if the held and requested days together exceed a month's limits."""
        used = [at for at, count in enumerate(held) if count or at in self.asked]
        if self.most_in_a_month(used) > most_days:
            return True
        weekends = {
            (day.replace(day=1), day - timedelta(days=day.weekday()))
            for day in self._dates(used)
            if day.weekday() >= _SATURDAY
        }
        return max(Counter(month for month, _ in weekends).values(), default=0) > most_weekends

    def _dates(self, positions: Iterable[int]) -> Iterator[date]:
        return (self._start + timedelta(days=at) for at in positions)


# --- Reading ----------------------------------------------------------------------------------------------------------


def _within(*conditions: ColumnElement[bool]) -> list[ColumnElement[bool]]:
    """Return the conditions for strangers' holds within some days.

    Parameters: those of `availability.stock_queries.taken_rows`, for the months around the request.
    """
    return [
        holds.c.operator_id == bindparam("operator"),
        holds.c.sender_network.is_not(None),
        one_of(holds.c.size, "sizes"),
        holds.c.first_day.between(bindparam("scan_from", type_=Date), bindparam("taken_until", type_=Date)),
        holds.c.last_day >= bindparam("taken_from", type_=Date),
        one_of(holds.c.letter, "letters"),
        or_(holds.c.expires_at.is_(None), holds.c.expires_at > bindparam("now", type_=Instant)),
        not_(and_(holds.c.kind == bindparam("own_kind"), holds.c.holder_id == bindparam("own"))),
        *conditions,
    ]


_WHAT: Final = (holds.c.size, holds.c.letter, holds.c.finish, holds.c.first_day, holds.c.last_day)


def _unconfirmed() -> ScalarSelect[Any]:
    """Select JSON rows [size, letter, finish, first day, last day, network, count] of unconfirmed holds, grouped by
    days and network.
    """
    what = (*_WHAT, holds.c.sender_network)
    rows = (
        select(*what, func.sum(holds.c.count).label("count"))
        .where(*_within(holds.c.sender_confirmed.is_(false())))
        .group_by(*what)
        .subquery()
    )
    return select(json_rows(*rows.c)).scalar_subquery()


def network_holds_any() -> ColumnElement[bool]:
    """Return the condition that a network's unconfirmed requests hold anything. Parameters: operator, now and
    ``for_network``.
    """
    return exists(
        select(holds.c.count).where(
            holds.c.operator_id == bindparam("operator"),
            holds.c.sender_network == bindparam("for_network"),
            holds.c.sender_confirmed.is_(false()),
            or_(holds.c.expires_at.is_(None), holds.c.expires_at > bindparam("now", type_=Instant)),
        )
    )


_UNCONFIRMED = Prepared(assert_tenant_filtered(select(_unconfirmed().label("strangers"))))
_CONFIRMED = Prepared(
    assert_tenant_filtered(
        select(*_WHAT, holds.c.sender_network, holds.c.count, holds.c.sender_domain).where(
            *_within(holds.c.sender_confirmed.is_(true()))
        )
    )
)
"""Confirmed holds. The stock bounds how many there can be."""


def read_unconfirmed(
    connection: Connection,
    terms: Terms,
    pieces: Iterable[Piece],
    around: tuple[date, date],
    now: datetime,
    *,
    own: Holder = NOBODY,
) -> list[StrangerHold]:
    """Return the pieces held by unconfirmed strangers in the months ``around``, with their networks.

    For a binding check, call after `lock_operator` in the same transaction.
    """
    found = _UNCONFIRMED.one(connection, _parameters(terms, pieces, around, now, own))
    return [
        StrangerHold(
            Taken(Piece(row[0], row[1], row[2]), int(row[6]), date.fromisoformat(row[3]), date.fromisoformat(row[4])),
            Sender(row[5]),
        )
        for row in found.strangers
    ]


def read_confirmed(
    connection: Connection,
    terms: Terms,
    pieces: Iterable[Piece],
    around: tuple[date, date],
    now: datetime,
    *,
    own: Holder = NOBODY,
) -> list[StrangerHold]:
    """Return the pieces held by confirmed strangers in the months ``around``, with their networks and mail domains. For
    a binding check, see `read_unconfirmed`.
    """
    return [
        StrangerHold(Taken(Piece(row[0], row[1], row[2]), row[6], row[3], row[4]), Sender(row[5], row[7], True))
        for row in _CONFIRMED.all(connection, _parameters(terms, pieces, around, now, own))
    ]


def _parameters(
    terms: Terms, pieces: Iterable[Piece], around: tuple[date, date], now: datetime, own: Holder
) -> Columns:
    listed = list(pieces)
    return {
        "operator": terms.operator_id,
        "sizes": list(dict.fromkeys(piece.size for piece in listed)),
        "letters": list(dict.fromkeys(piece.letter for piece in listed)),
        "scan_from": scan_from(around[0]),
        "taken_from": around[0],
        "taken_until": around[1],
        "now": now,
        "own": own.id,
        "own_kind": own.kind,
    }
