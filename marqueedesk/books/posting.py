"""Enters bookings in the ledger: the difference between what their rows amount to and what it already holds.

Every function here is called under the operator's lock.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final, TypedDict, TypeVar
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, func, insert, or_, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.models import CANCELED, COMPLETED, CONFIRMED, Booking, BookingCharge
from marqueedesk.books import figures
from marqueedesk.books.booking_entries import (
    CUSTOMER,
    RENTAL,
    BookedRows,
    Lines,
    Side,
    Target,
    difference,
    targets,
)
from marqueedesk.books.chart import (
    BANK,
    CARD_CLEARING,
    CUSTOMER_DEPOSITS,
    PROVIDER_FEES,
    RECEIVABLES,
    AccountName,
)
from marqueedesk.books.figures import UNKNOWN_PLACE, SalePlace, Subject, Sums
from marqueedesk.books.models import BookPeriod, EntryKind, LedgerEntry, LedgerLine, LedgerProgress, StoredFigures
from marqueedesk.kit.db.tenancy import kept_to
from marqueedesk.payments.models import BookingPayment, PaymentDispute
from marqueedesk.venues.models import Venue

RowT = TypeVar("RowT", BookingPayment, BookingCharge)
AT_ONCE: Final = 500
"""Number of bookings entered at once."""


@dataclass(slots=True)
class _Entered:
    """What the ledger holds for one source of a booking, through the last of its days."""

    first_id: int
    text: str
    last_day: date
    lines: dict[Side, int] = field(default_factory=dict[Side, int])
    figures: dict[Subject, Sums] = field(default_factory=dict[Subject, Sums])

    @property
    def is_nothing(self) -> bool:
        """Return true if its entries add up to nothing."""
        return not any(self.lines.values()) and not figures.difference({}, self.figures)


@dataclass(slots=True)
class _Known:
    """What the ledger holds for a booking, by source, with the names that its entries carry."""

    number: int | None = None
    customer: str = ""
    currency: str = ""
    sources: dict[str, _Entered] = field(default_factory=dict[str, _Entered])

    @property
    def owed(self) -> int:
        """Return what the customer owes in cents; negative if they are in credit."""
        return sum(held.lines.get(CUSTOMER, 0) for held in self.sources.values())


class _EntryColumns(TypedDict):
    """The columns of a new entry, except its id."""

    operator_id: int
    booking_id: int | None
    number: int | None
    customer: str
    kind: EntryKind
    source: str
    text: str
    day: date
    of_day: date | None
    recorded_at: datetime
    corrects: int | None
    currency: str
    figures: list[StoredFigures]
    from_history: bool


class _LineColumns(TypedDict):
    """The columns of a new line, except its id."""

    operator_id: int
    entry_id: int
    account: AccountName
    day: date
    cents: int


@dataclass(frozen=True, slots=True)
class _New:
    """An entry to insert, with its lines. ``corrects`` is the source whose first entry it corrects."""

    booking_id: int | None
    source: str
    columns: _EntryColumns
    lines: Mapping[AccountName, int]
    corrects: str | None


@dataclass(frozen=True, slots=True)
class _Setting:
    """A business's bookkeeping settings at the time of posting."""

    operator_id: int
    zone: ZoneInfo
    currency: str
    today: date
    now: datetime
    closed_through: str
    from_history: bool


def period_of(day: date) -> str:
    """Return the month of a day, such as "2027-06"."""
    return f"{day:%Y-%m}"


def closed_through(db: Session) -> str:
    """Return the last closed month, empty if none is. Everything before it is closed too: months are closed in order,
    and one without entries is only left out.
    """
    return db.scalar(select(func.max(BookPeriod.period)).where(BookPeriod.state == "closed")) or ""


def post(db: Session, booking_ids: Iterable[int], now: datetime, *, from_history: bool = False) -> None:
    """Enter what has changed about these bookings; what was entered for deleted ones is taken back."""
    ids = sorted(set(booking_ids))
    for at in range(0, len(ids), AT_ONCE):
        _post_some(db, ids[at : at + AT_ONCE], _setting(db, now, from_history=from_history))


def _post_some(db: Session, ids: Sequence[int], setting: _Setting) -> None:
    known = _known(db, ids)
    rows = _booked_rows(db, ids)
    found: list[_New] = []
    for booking_id in ids:
        found += _due(booking_id, rows.get(booking_id), known.setdefault(booking_id, _Known()), setting)
    _insert(db, found, known, setting)


def post_payout(
    db: Session, payout: str, cents: int, currency: str, *, day: date, now: datetime, text: str = "Payout"
) -> None:
    """Enter that ``cents`` of card payments reached the bank with a payout; 0 takes its entry back, in the currency
    that it was entered in.
    """
    lines: dict[AccountName, int] = {BANK: cents, CARD_CLEARING: -cents}
    post_alone(db, Alone(f"payout:{payout}"[:60], "payout", text, lines, currency, day), now, undone="failed")


@dataclass(frozen=True, slots=True)
class Alone:
    """Desired ledger lines of a source that belongs to no booking. Lines of 0 reverse its entry."""

    source: str
    kind: EntryKind
    text: str
    lines: Mapping[AccountName, int]
    currency: str
    day: date


def post_alone(db: Session, new: Alone, now: datetime, *, undone: str) -> None:
    """Post the changes of a source that belongs to no booking. ``undone`` describes why an entry is reversed."""
    present = db.execute(
        select(LedgerEntry.id, LedgerEntry.currency, LedgerEntry.text, LedgerLine.account, LedgerLine.cents)
        .join(LedgerLine, LedgerLine.entry_id == LedgerEntry.id)
        .where(LedgerEntry.booking_id.is_(None), LedgerEntry.source == new.source)
        .order_by(LedgerEntry.id)
    ).all()
    first_id = present[0].id if present else None
    lines: dict[AccountName, int] = dict(new.lines)
    for row in present:
        lines[row.account] = lines.get(row.account, 0) - row.cents
    lines = {account: cents for account, cents in lines.items() if cents}
    if not lines:
        return
    setting = _setting(db, now, from_history=False)
    columns = _columns(
        setting,
        _Known(currency=present[0].currency if present else new.currency),
        None,
        new.source,
        kind=new.kind if first_id is None else "corrected",
        text=f"{present[0].text}, {undone}" if present else new.text,
        day=min(new.day, setting.today) if first_id is None else setting.today,
        corrects=first_id,
    )
    _insert(db, [_New(None, new.source, columns, lines, None)], {}, setting)


def _columns(
    setting: _Setting,
    known: _Known,
    booking_id: int | None,
    source: str,
    *,
    kind: EntryKind,
    text: str,
    day: date,
    corrects: int | None = None,
    changes: Mapping[Subject, Sums] | None = None,
) -> _EntryColumns:
    """Return the columns of an entry of this ``day``, which counts today if its month is closed."""
    is_closed = period_of(day) <= setting.closed_through
    return {
        "operator_id": setting.operator_id,
        "booking_id": booking_id,
        "number": known.number,
        "customer": known.customer,
        "kind": kind,
        "source": source,
        "text": text[:200],
        "day": setting.today if is_closed else day,
        "of_day": day if is_closed else None,
        "recorded_at": setting.now,
        "corrects": corrects,
        "currency": known.currency,
        "figures": figures.stored(changes or {}),
        "from_history": setting.from_history,
    }


def _setting(db: Session, now: datetime, *, from_history: bool) -> _Setting:
    operator = db.execute(
        select(Operator.id, Operator.time_zone, Operator.currency).where(Operator.id == kept_to(db))
    ).one()
    zone = ZoneInfo(operator.time_zone)
    today = now.astimezone(zone).date()
    return _Setting(operator.id, zone, operator.currency, today, now, closed_through(db), from_history)


def _known(db: Session, ids: Sequence[int]) -> dict[int, _Known]:
    """Read what the ledger holds for these bookings."""
    found: dict[int, _Known] = {}
    by_entry: dict[int, _Entered] = {}
    for entry in db.execute(
        select(
            LedgerEntry.id,
            LedgerEntry.booking_id,
            LedgerEntry.number,
            LedgerEntry.customer,
            LedgerEntry.currency,
            LedgerEntry.source,
            LedgerEntry.text,
            LedgerEntry.day,
            LedgerEntry.figures,
        )
        .where(LedgerEntry.booking_id.in_(ids))
        .order_by(LedgerEntry.id)
    ):
        known = found.setdefault(entry.booking_id, _Known(entry.number, entry.customer, entry.currency))
        held = by_entry[entry.id] = known.sources.setdefault(entry.source, _Entered(entry.id, entry.text, entry.day))
        held.last_day = max(held.last_day, entry.day)
        held.figures = figures.added([*held.figures.items(), *figures.read(entry.figures).items()])
    lines = (
        select(LedgerLine.entry_id, LedgerLine.account, LedgerLine.cents)
        .join(LedgerEntry, LedgerEntry.id == LedgerLine.entry_id)
        .where(LedgerEntry.booking_id.in_(ids))
    )
    for entry_id, account, cents in db.execute(lines) if by_entry else ():
        side: Side = CUSTOMER if account in {RECEIVABLES, CUSTOMER_DEPOSITS} else account
        sums = by_entry[entry_id].lines
        sums[side] = sums.get(side, 0) + cents
    return found


def _booked_rows(db: Session, ids: Sequence[int]) -> dict[int, BookedRows]:
    """Read these bookings with their rows; those that were deleted are missing."""
    bookings = db.scalars(select(Booking).where(Booking.id.in_(ids))).all()
    payments = _by_booking(
        db.scalars(select(BookingPayment).where(BookingPayment.booking_id.in_(ids)).order_by(BookingPayment.id))
    )
    charges = _by_booking(
        db.scalars(select(BookingCharge).where(BookingCharge.booking_id.in_(ids)).order_by(BookingCharge.id))
    )
    contested = [row.id for some in payments.values() for row in some if row.dispute is not None]
    disputes = (
        db.scalars(
            select(PaymentDispute).where(PaymentDispute.payment_id.in_(contested)).order_by(PaymentDispute.id)
        ).all()
        if contested
        else ()
    )
    venue_ids = {booking.venue_id for booking in bookings if booking.venue_id is not None}
    venues = {
        venue.id: SalePlace(venue.state, venue.city, venue.zip_code)
        for venue in db.execute(
            select(Venue.id, Venue.state, Venue.city, Venue.zip_code).where(Venue.id.in_(venue_ids))
        )
    }
    return {
        booking.id: BookedRows(
            booking,
            payments.get(booking.id, ()),
            disputes,
            charges.get(booking.id, ()),
            venues.get(booking.venue_id or 0, UNKNOWN_PLACE),
        )
        for booking in bookings
    }


def _by_booking(rows: Iterable[RowT]) -> dict[int, list[RowT]]:
    found: dict[int, list[RowT]] = {}
    for row in rows:
        found.setdefault(row.booking_id, []).append(row)
    return found


def _due(booking_id: int, rows: BookedRows | None, known: _Known, setting: _Setting) -> Iterator[_New]:
    """Yield the entries that bring the ledger up to a booking's rows."""
    wanted = targets(rows, today=setting.today, zone=setting.zone) if rows else []
    if rows:
        known.number, known.customer = rows.booking.number, rows.booking.customer_name
        known.currency = known.currency or setting.currency
    is_canceled = rows is not None and rows.booking.status == CANCELED
    owed = known.owed
    gone = [source for source in known.sources if source not in {target.source for target in wanted}]
    for change in [*(_removal(known, source, is_canceled=is_canceled) for source in gone), *wanted]:
        held = known.sources.get(change.source)
        lines = difference(change.lines, held.lines if held else {})
        more = figures.difference(change.figures, held.figures if held else {})
        if held is not None and not lines and not more:
            continue
        kind, text, corrects = change.kind, change.text, change.corrects
        # A postponed rental is posted as new on its later day.
        is_new = held is None or (held.is_nothing and change.day > held.last_day)
        # Figures missing from older payment entries are posted on the payment's own day.
        is_late = held is not None and not lines and not held.figures
        if held is not None and not is_new:
            kind, corrects = _kind_of_correction(change, lines), change.source
            text = f"Booking #{known.number} {kind}" if change.source == RENTAL else f"{held.text}, corrected"
        # Even if completed early, a rental counts on its delivery day.
        own = change.day if change.source == RENTAL else min(change.day, setting.today)
        day = own if is_new or is_late else setting.today
        by_account = _on_accounts(lines, owed)
        owed += lines.get(CUSTOMER, 0)
        columns = _columns(setting, known, booking_id, change.source, kind=kind, text=text, day=day, changes=more)
        yield _New(booking_id, change.source, columns, by_account, corrects)


def _removal(known: _Known, source: str, *, is_canceled: bool) -> Target:
    """Return the target of a source that no longer counts: nothing."""
    kind: EntryKind = "canceled" if source == RENTAL and is_canceled else "edited" if source == RENTAL else "corrected"
    return Target(source, kind, date.min, known.sources[source].text, {})


def _kind_of_correction(change: Target, lines: Lines) -> EntryKind:
    if change.source == RENTAL:
        return "edited" if change.lines else change.kind
    return "fee" if PROVIDER_FEES in lines and CUSTOMER not in lines else "corrected"


def _on_accounts(lines: Lines, owed: int) -> dict[AccountName, int]:
    """Put the customer's side on accounts: what they owe on receivables, their credit on deposits. ``owed`` is what
    they owed before, negative for a credit.
    """
    found: dict[AccountName, int] = {}
    for side, cents in lines.items():
        if side == CUSTOMER:
            after = owed + cents
            found[CUSTOMER_DEPOSITS] = min(after, 0) - min(owed, 0)
            found[RECEIVABLES] = max(after, 0) - max(owed, 0)
        else:
            found[side] = cents
    return {account: cents for account, cents in found.items() if cents}


def _insert(db: Session, found: Sequence[_New], known: Mapping[int, _Known], setting: _Setting) -> None:
    """Insert entries with their lines: those that correct an entry of this batch after it."""
    first_ids: dict[tuple[int | None, str], int] = {
        (booking_id, source): held.first_id for booking_id, of in known.items() for source, held in of.sources.items()
    }
    waiting = list(found)
    while waiting:
        batch = [new for new in waiting if new.corrects is None or (new.booking_id, new.corrects) in first_ids]
        # What it reduces isn't in the ledger, so it names no entry.
        batch = batch or waiting
        for new in batch:
            if new.corrects is not None:
                new.columns["corrects"] = first_ids.get((new.booking_id, new.corrects))
        rows = [new.columns for new in batch]
        ids = db.scalars(insert(LedgerEntry).returning(LedgerEntry.id, sort_by_parameter_order=True), rows).all()
        lines: list[_LineColumns] = []
        for entry_id, new in zip(ids, batch, strict=True):
            first_ids.setdefault((new.booking_id, new.source), entry_id)
            lines += [
                _LineColumns(
                    operator_id=setting.operator_id,
                    entry_id=entry_id,
                    account=account,
                    day=new.columns["day"],
                    cents=cents,
                )
                for account, cents in new.lines.items()
            ]
        if lines:
            db.execute(insert(LedgerLine), lines)
        entered = {id(new) for new in batch}
        waiting = [new for new in waiting if id(new) not in entered]


def _counts(today: date) -> ColumnElement[bool]:
    """Return the condition of bookings that may count by themselves, without a later change."""
    return or_(Booking.status == COMPLETED, (Booking.status == CONFIRMED) & (Booking.delivery_day <= today))


def is_behind(db: Session, operator_id: int, today: date) -> bool:
    """Return true if deliveries have become due, or rows were written without being entered."""
    progress = db.get(LedgerProgress, operator_id)
    if progress is None or progress.history_to > progress.booking_id:
        return True
    if progress.through < today and db.scalar(select(Booking.id).where(_due_since(progress, today)).limit(1)):
        return True
    return bool(
        db.scalar(select(Booking.id).where(Booking.id > progress.booking_id, _counts(today)).limit(1))
        or db.scalar(select(BookingPayment.id).where(BookingPayment.id > progress.payment_id).limit(1))
    )


def _due_since(progress: LedgerProgress, today: date) -> ColumnElement[bool]:
    return Booking.delivery_day.between(progress.through, today) & (Booking.status == CONFIRMED)


def catch_up(db: Session, operator_id: int, now: datetime) -> bool:
    """Enter the bookings that are due, at most `AT_ONCE` of the history at a time. Return false if some are left.

    Deliveries become due with their day. Rows written by an older version of the server are entered here too.
    """
    zone = ZoneInfo(db.execute(select(Operator.time_zone).where(Operator.id == operator_id)).scalar_one())
    today = now.astimezone(zone).date()
    progress = db.get(LedgerProgress, operator_id)
    if progress is None:
        progress = LedgerProgress(operator_id=operator_id, through=today, booking_id=0, payment_id=0, history_to=0)
        db.add(progress)
    if progress.booking_id < progress.history_to:
        ids = db.scalars(
            select(Booking.id)
            .where(Booking.id > progress.booking_id, Booking.id <= progress.history_to)
            .order_by(Booking.id)
            .limit(AT_ONCE)
        ).all()
        post(db, ids, now, from_history=True)
        progress.booking_id = ids[-1] if len(ids) == AT_ONCE else progress.history_to
        db.flush()
        return False
    last_booking = db.scalar(select(func.max(Booking.id))) or 0
    last_payment = db.scalar(select(func.max(BookingPayment.id))) or 0
    due = db.scalars(
        select(Booking.id).where(or_(_due_since(progress, today), (Booking.id > progress.booking_id) & _counts(today)))
    ).all()
    paid = db.scalars(select(BookingPayment.booking_id).where(BookingPayment.id > progress.payment_id)).all()
    post(db, {*due, *paid}, now)
    progress.through, progress.booking_id, progress.payment_id = today, last_booking, last_payment
    db.flush()
    return True
