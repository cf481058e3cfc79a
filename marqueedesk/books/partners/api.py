"""Routes of the connection to bookkeeping software. The partner is only called while no transaction is open."""

from contextlib import suppress
from datetime import date, timedelta
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy.orm import Session
from starlette.responses import RedirectResponse

from marqueedesk.accounts.access import Caller, database, reading, record_action, require, writing
from marqueedesk.accounts.dependencies import Db, Requires, check_rights
from marqueedesk.accounts.rights import CHANGE_SETTINGS, KEEP_BOOKS, SEE_BOOKS
from marqueedesk.availability import service as availability
from marqueedesk.books import posting, queries
from marqueedesk.books.partners import connections, pushes
from marqueedesk.books.partners.connections import CALLBACK
from marqueedesk.books.partners.errors import (
    AccessRefused,
    BooksNotConnected,
    ConnectAgain,
    ConsentDeclined,
    NotSetUp,
    PartnerProblem,
)
from marqueedesk.books.partners.finding import is_set_up, partner
from marqueedesk.books.partners.models import FAILED, PUSHED, BooksConnection, BooksPush
from marqueedesk.books.partners.schemas import (
    BooksAccountOut,
    BooksChartOut,
    BooksConnectInput,
    BooksConsentOut,
    BooksInput,
    BooksOut,
    BooksPushesOut,
    BooksPushOut,
    PushedLineOut,
)
from marqueedesk.books.partners.suggestions import suggest
from marqueedesk.books.partners.values import NAMES, PartnerAccount
from marqueedesk.books.up_to_date import read_span, reading_books
from marqueedesk.instance_settings.service import effective
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.db.rows import existing
from marqueedesk.kit.errors import Invalid, NotFound, Problem
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.money import units
from marqueedesk.settings import Settings

router = APIRouter(tags=["books"], responses=errors(401, 403))
_TAB = "/settings?tab=bookkeeping"
_PARTNER = (409, 502, 503)
_PAGE = 50
_CHANGES = [check_rights(SEE_BOOKS, CHANGE_SETTINGS)]
_Text = Annotated[str | None, Query(max_length=4000)]


def _settings(request: Request) -> Settings:
    return request.app.state.settings


def _books(db: Session, request: Request, operator_id: int) -> BooksOut:
    row, settings = connections.find(db, operator_id), _settings(request)
    mapped = row.accounts if row is not None else {}
    used = connections.used_accounts(db, operator_id)
    return BooksOut(
        system=row.system if row else None,
        connected=row is not None and row.is_connected,
        needs_reconnect=row is not None and row.refused_at is not None,
        company_name=row.company_name if row is not None and row.refresh_token is not None else None,
        currency=row.currency if row is not None and row.refresh_token is not None else None,
        accounts={name: account["id"] for name, account in mapped.items()},
        missing=connections.missing_accounts(db, row) if row is not None else used,
        mode=row.mode if row else "daily",
        available=[system for system in NAMES if is_set_up(settings, system)],
    )


@router.get("/api/books")
def books(request: Request) -> BooksOut:
    """Get the connected bookkeeping software and the accounts that journals are posted to."""
    with reading_books(request) as (db, operator, _zone):
        return _books(db, request, operator.id)


@router.patch("/api/books", responses=errors(*_PARTNER), dependencies=_CHANGES)
def change_books(request: Request, body: BooksInput) -> BooksOut:
    """Choose the bookkeeping software, what is pushed there, or the partner's accounts, which are checked there."""
    chart: list[PartnerAccount] = []
    if body.accounts:
        with reading(request) as (db, caller):
            operator_id = require(caller, CHANGE_SETTINGS).id
            connections.connected(db, operator_id)
        chart = _chart(request, operator_id)
    with writing(request) as (db, caller):
        operator_id = require(caller, CHANGE_SETTINGS).id
        if body.system is not None:
            connections.choose(db, operator_id, body.system)
        row = connections.find(db, operator_id, lock=True)
        if row is None and (body.mode == "documents" or body.accounts):
            raise BooksNotConnected
        if row is not None:
            row.mode = body.mode or row.mode
            connections.map_accounts(row, body.accounts or {}, chart)
        record_action(db, caller, "settings.changed", (None, "bookkeeping software"))
        db.flush()
        return _books(db, request, operator_id)


def _chart(request: Request, operator_id: int) -> list[PartnerAccount]:
    """Read the partner's chart of accounts, refreshing the tokens once if they were refused."""
    base, settings = database(request), _settings(request)
    access = connections.access(base, settings, operator_id)
    try:
        return access.partner.accounts(access.token, access.company_id)
    except AccessRefused:
        access = connections.access(base, settings, operator_id, refused=access.token)
    try:
        return access.partner.accounts(access.token, access.company_id)
    except AccessRefused:
        connections.refuse(base, operator_id)
        raise ConnectAgain.to(access.partner.system) from None


@router.get("/api/books/accounts", responses=errors(*_PARTNER), dependencies=_CHANGES)
def list_partner_accounts(request: Request) -> BooksChartOut:
    """Read the partner's chart of accounts, with a suggestion for each ledger account that has none."""
    with reading_books(request) as (db, operator, _zone):
        operator_id = operator.id
        row = connections.connected(db, operator_id)
        wanted, mode = connections.missing_accounts(db, row), row.mode
        numbers = queries.numbers(db)
    chart = _chart(request, operator_id)
    return BooksChartOut(
        accounts=[
            BooksAccountOut(
                id=one.id,
                code=one.code,
                name=one.name,
                type=one.type,
                takes_journals=one.takes_journals,
                takes_money=one.takes_money,
            )
            for one in chart
            if one.takes_journals or mode == "documents"
        ],
        suggested=suggest(wanted, chart, numbers, lambda name, account: connections.fits(name, account, mode)),
    )


# --- Connecting -------------------------------------------------------------------------------------------------------


@router.post("/api/books/connect", responses=errors(409), dependencies=_CHANGES)
def connect_books(request: Request, body: BooksConnectInput) -> BooksConsentOut:
    """Begin connecting: the user allows access on the partner's page, and returns to the callback."""
    found = partner(_settings(request), body.system)
    with writing(request) as (db, caller):
        connections.choose(db, require(caller, CHANGE_SETTINGS).id, body.system)
        state = connections.begin(db, caller, body.system, clock.now())
        site = effective(db, _settings(request)).site_url
    return BooksConsentOut(url=found.consent_url(f"{site}{CALLBACK}", state))


@router.get(CALLBACK, include_in_schema=False, dependencies=_CHANGES)
def return_from_partner(
    request: Request,
    state: _Text = None,
    code: _Text = None,
    realm_id: Annotated[str | None, Query(alias="realmId", max_length=60)] = None,
    error: _Text = None,
) -> RedirectResponse:
    """Finish connecting. The state works once, in the session that began. Browsers return to the settings page."""
    try:
        _connect(request, state or "", code, realm_id, declined=error is not None)
    except Problem as problem:
        if request.headers.get("sec-fetch-mode") != "navigate":
            raise
        return RedirectResponse(f"{_TAB}&{urlencode({'books': problem.answer_code})}", 303)
    return RedirectResponse(f"{_TAB}&books=connected", 303)


def _connect(request: Request, state: str, code: str | None, realm_id: str | None, *, declined: bool) -> None:
    settings = _settings(request)
    with writing(request) as (db, caller):
        require(caller, CHANGE_SETTINGS)
        system = connections.returned(db, caller, state, clock.now())
        site = effective(db, settings).site_url
    if declined or not code:
        raise ConsentDeclined
    found = partner(settings, system)
    tokens = found.exchange(f"{site}{CALLBACK}", code)
    company = found.company(tokens.access, realm_id)
    with writing(request) as (db, caller):
        operator_id = require(caller, CHANGE_SETTINGS).id
        connections.record(db, settings, operator_id, system, company, tokens)
        record_action(db, caller, "books.connected", (None, f"{NAMES[system]}: {company.name}"[:200]))


@router.post("/api/books/disconnect", responses=errors(409), dependencies=_CHANGES)
def disconnect_books(request: Request) -> BooksOut:
    """Disconnect the software, here and at the partner. The mapped accounts and past pushes stay."""
    settings = _settings(request)
    with writing(request) as (db, caller):
        operator_id = require(caller, CHANGE_SETTINGS).id
        gone = connections.disconnect(db, settings, operator_id)
        if gone is not None:
            record_action(db, caller, "books.disconnected", (None, NAMES[gone[0]]))
        db.flush()
        answer = _books(db, request, operator_id)
    if gone is not None:
        # If that fails, the partner ends the unused tokens by itself.
        with suppress(PartnerProblem, NotSetUp):
            partner(settings, gone[0]).revoke(gone[1])
    return answer


# --- Pushing ----------------------------------------------------------------------------------------------------------


@router.post("/api/books/push", responses=errors(409), dependencies=[check_rights(KEEP_BOOKS)])
def push_books(
    request: Request,
    since: Annotated[str, Query(alias="from", max_length=10)],
    until: Annotated[str, Query(alias="to", max_length=10)],
) -> BooksPushesOut:
    """Push the days between two days, both included: a journal per day, and corrections of days pushed before, or a
    document per ledger entry. What was pushed before is compared with what the partner has now.

    Returns the journals and documents that are now being sent. Days without new entries are left out.
    """
    first, last = read_span(since, until)
    if first is None or last is None:
        raise Invalid(fields={"from" if first is None else "to": "Choose a day"})
    if last - first >= timedelta(days=pushes.MOST_DAYS):
        raise Invalid(fields={"to": "Choose at most a year"})
    with reading_books(request) as (db, operator, _zone):
        connections.ready_to_push(db, operator.id, operator.currency)
    return _planned(request, first, last)


def _planned(request: Request, first: date, last: date) -> BooksPushesOut:
    with writing(request) as (db, caller):
        operator = require(caller, KEEP_BOOKS)
        now = clock.now()
        availability.lock(db, operator.id)
        posting.catch_up(db, operator.id, now)
        row = connections.ready_to_push(db, operator.id, operator.currency)
        planned = pushes.plan(db, row, first, last, now)
        return BooksPushesOut(items=[_push(one) for one in planned], next_cursor=None)


@router.get("/api/books/pushes")
def list_pushes(
    db: Db,
    _: Annotated[Caller, Requires(SEE_BOOKS)],
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=_PAGE)] = _PAGE,
) -> BooksPushesOut:
    """List the pushed journals and documents, latest day first; at most 50 at a time."""
    found = pushes.page(db, before=_position(cursor) if cursor else None, most=limit + 1)
    last = found[limit - 1] if len(found) > limit else None
    return BooksPushesOut(
        items=[_push(row) for row in found[:limit]],
        next_cursor=paging.encode([last.day.isoformat(), last.id]) if last else None,
    )


def _position(cursor: str) -> tuple[date, int]:
    day, push_id = paging.decode(cursor, (str, int))
    try:
        return date.fromisoformat(str(day)), int(push_id)
    except ValueError:
        raise Invalid(fields={"cursor": paging.NOT_OURS}) from None


@router.post("/api/books/pushes/{push_id}/retry", responses=errors(404, 409), dependencies=[check_rights(KEEP_BOOKS)])
def retry_push(request: Request, push_id: Annotated[int, Path(ge=1, le=paging.BIGGEST)]) -> BooksPushesOut:
    """Try a push again. A rejected one is made anew from the ledger; an unanswered one is looked up first."""
    with writing(request) as (db, caller):
        operator = require(caller, KEEP_BOOKS)
        row = existing(pushes.by_id(db, operator.id, push_id), NotFound)
        current: BooksConnection = connections.ready_to_push(db, operator.id, operator.currency)
        if (row.system, row.company_id) != (current.system, current.company_id):
            raise BooksNotConnected(f"Connect the {NAMES[row.system]} company that this is for.")
        if row.state == PUSHED:
            return BooksPushesOut(items=[_push(row)], next_cursor=None)
        if row.state != FAILED:
            row.reason = None
            pushes.schedule(db, row, clock.now())
            return BooksPushesOut(items=[_push(row)], next_cursor=None)
        day = row.day
    return _planned(request, day, day)


def _push(row: BooksPush) -> BooksPushOut:
    return BooksPushOut(
        id=row.id,
        system=row.system,
        day=row.day.isoformat(),
        correction=row.correction,
        reference=row.reference,
        kind=row.kind or "journal",
        text=row.text,
        customer=row.contact["name"] if row.contact else None,
        booking_id=row.booking_id,
        state=row.state,
        reason=row.reason,
        changed_at_partner=row.changed_at is not None,
        partner_id=row.partner_id,
        pushed_at=row.pushed_at.isoformat() if row.pushed_at else None,
        total=units(sum(max(0, line["cents"]) for line in row.lines)),
        lines=[
            PushedLineOut(
                account=line["account"],
                partner_account=line["partner"]["name"],
                debit=units(max(0, line["cents"])),
                credit=units(max(0, -line["cents"])),
            )
            for line in row.lines
        ],
    )
