"""Routes of the ledger: its entries, balances, account numbers and closed months; `exports_api` has the files."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from marqueedesk.accounts.access import Caller, record_action, require, writing
from marqueedesk.accounts.dependencies import Db, Requires, check_rights
from marqueedesk.accounts.rights import CHANGE_SETTINGS, KEEP_BOOKS, SEE_BOOKS
from marqueedesk.availability import service as availability
from marqueedesk.books import periods, posting, queries
from marqueedesk.books.chart import CHART, AccountName
from marqueedesk.books.models import AccountNumber
from marqueedesk.books.periods import Period
from marqueedesk.books.posting import period_of
from marqueedesk.books.queries import EntryWithLines
from marqueedesk.books.schemas import (
    BalanceOut,
    LedgerAccountOut,
    LedgerAccountsInput,
    LedgerAccountsOut,
    LedgerEntryOut,
    LedgerLineOut,
    LedgerOut,
    OtherBalancesOut,
    PeriodOut,
    ReopenInput,
    TrialBalanceOut,
)
from marqueedesk.books.up_to_date import read_span, reading_books
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units
from marqueedesk.rentals.rental_request import read_day

router = APIRouter(tags=["books"], responses=errors(401, 403))
Since = Annotated[str | None, Query(alias="from", max_length=10)]
Until = Annotated[str | None, Query(alias="to", max_length=10)]
PeriodName = Annotated[str, Path(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])$")]
_PAGE = 100


@router.get("/api/ledger")
def list_entries(
    request: Request,
    since: Since = None,
    until: Until = None,
    account: AccountName | None = None,
    booking_id: Annotated[int | None, Query(alias="bookingId", ge=1, le=paging.BIGGEST)] = None,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
) -> LedgerOut:
    """List the entries of the ledger that count between two days, both included, by day; 100 at a time."""
    with reading_books(request) as (db, _operator, _zone):
        first, last = read_span(since, until)
        after = _position(cursor) if cursor else None
        found = list(
            queries.entries(db, first, last, account=account, booking_id=booking_id, after=after, most=_PAGE + 1)
        )
        page = found[:_PAGE]
        end = page[-1].entry if len(found) > _PAGE else None
        return LedgerOut(
            entries=[_entry(row) for row in page],
            cursor=paging.encode([end.day.isoformat(), end.id]) if end else None,
        )


def _position(cursor: str) -> tuple[date, int]:
    day, entry_id = paging.decode(cursor, (str, int))
    try:
        return date.fromisoformat(str(day)), int(entry_id)
    except ValueError:
        raise Invalid(fields={"cursor": paging.NOT_OURS}) from None


def _entry(row: EntryWithLines) -> LedgerEntryOut:
    entry = row.entry
    return LedgerEntryOut(
        id=entry.id,
        day=entry.day.isoformat(),
        of_day=entry.of_day.isoformat() if entry.of_day else None,
        recorded_at=entry.recorded_at.isoformat(),
        booking_id=entry.booking_id,
        number=entry.number,
        customer=entry.customer,
        kind=entry.kind,
        text=entry.text,
        corrects=entry.corrects,
        period=period_of(entry.day),
        from_history=entry.from_history,
        lines=[
            LedgerLineOut(
                account=account,
                debit=units(max(0, cents)),
                credit=units(max(0, -cents)),
                currency=entry.currency,
            )
            for account, cents in row.lines
        ],
    )


@router.get("/api/trial-balance")
def trial_balance(request: Request, on: Annotated[str | None, Query(max_length=10)] = None) -> TrialBalanceOut:
    """Get the balance of every account at the end of a day (default: today), in the business's currency."""
    with reading_books(request) as (db, operator, zone):
        last = read_day(on, "on") if on else clock.local_day(clock.now(), zone)
        found, numbers = queries.balances(db, last, operator.currency), queries.numbers_by_day(db)

        def balance(name: AccountName, cents: int) -> BalanceOut:
            return BalanceOut(
                account=name,
                label=CHART[name].label,
                number=numbers.of(name, last),
                debit=units(max(0, cents)),
                credit=units(max(0, -cents)),
            )

        return TrialBalanceOut(
            on=last.isoformat(),
            currency=operator.currency,
            accounts=[balance(name, found.get(name, 0)) for name in CHART],
            other_currencies=[
                OtherBalancesOut(
                    currency=other, accounts=[balance(name, moved[name]) for name in CHART if name in moved]
                )
                for other, moved in queries.balances_in_others(db, last, operator.currency).items()
            ],
        )


@router.get("/api/ledger/accounts")
def list_accounts(db: Db, _: Annotated[Caller, Requires(SEE_BOOKS)]) -> LedgerAccountsOut:
    """List the accounts of the ledger, with the business's own numbers."""
    numbers = queries.numbers(db)
    return LedgerAccountsOut(
        accounts=[
            LedgerAccountOut(
                account=name, label=account.label, type=account.type, code=account.code, number=numbers.get(name)
            )
            for name, account in CHART.items()
        ]
    )


@router.put("/api/ledger/accounts")
def number_accounts(
    db: Db, caller: Annotated[Caller, Requires(SEE_BOOKS, CHANGE_SETTINGS)], body: LedgerAccountsInput
) -> LedgerAccountsOut:
    """Set the business's own account numbers. Entries that were already exported are not exported again, and files of
    closed months keep the numbers that stood when they were closed.
    """
    present = {row.account: row for row in db.scalars(queries.account_numbers())}
    for wanted in body.accounts:
        row = present.get(wanted.account)
        if wanted.number is None:
            if row is not None:
                db.delete(present.pop(wanted.account))
        elif row is not None:
            row.number = wanted.number
        else:
            present[wanted.account] = AccountNumber(account=wanted.account, number=wanted.number)
            db.add(present[wanted.account])
    record_action(db, caller, "settings.changed", (None, "account numbers"))
    db.flush()
    return list_accounts(db, caller)


@router.get("/api/periods")
def list_periods(request: Request) -> list[PeriodOut]:
    """List the months of the books, from the first entry to the current month."""
    with reading_books(request) as (db, _operator, zone):
        return [_period(found) for found in periods.all_periods(db, clock.local_day(clock.now(), zone))]


def _period(found: Period) -> PeriodOut:
    return PeriodOut(
        period=found.period,
        state=found.state,
        closed_at=found.at.isoformat() if found.at and found.state == "closed" else None,
        by=found.by,
        reason=found.reason,
    )


@router.post("/api/periods/{period}/close", responses=errors(404, 409), dependencies=[check_rights(KEEP_BOOKS)])
def close_period(request: Request, period: PeriodName) -> PeriodOut:
    """Close a month. What happens later for one of its days counts in the month in which it happens."""
    with reading_books(request) as (_db, operator, zone):
        today = clock.local_day(clock.now(), zone)
    with writing(request) as (db, caller):
        operator, now = require(caller, KEEP_BOOKS), clock.now()
        availability.lock(db, operator.id)
        posting.catch_up(db, operator.id, now)
        found = periods.close(db, period, today=today, by=caller.user.username, now=now)
        record_action(db, caller, "period.closed", (None, period))
        return _period(found)


@router.post(
    "/api/periods/{period}/reopen", responses=errors(409), dependencies=[check_rights(SEE_BOOKS, CHANGE_SETTINGS)]
)
def reopen_period(request: Request, period: PeriodName, body: ReopenInput) -> PeriodOut:
    """Reopen the last closed month."""
    with writing(request) as (db, caller):
        operator, now = require(caller, CHANGE_SETTINGS), clock.now()
        terms = availability.lock(db, operator.id)
        by = caller.user.username
        found = periods.reopen(db, period, reason=body.reason, by=by, now=now, today=terms.today(now))
        record_action(db, caller, "period.reopened", (None, period), reason=body.reason)
        return _period(found)
