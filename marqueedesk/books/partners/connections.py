"""A business's connection to its bookkeeping software: consent, tokens, and the accounts that journals are posted to.

Access tokens last less than an hour. Each refresh token works once, so that only one process at a time may use it
(`access`).
"""

import hashlib
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.models import Operator
from marqueedesk.books.chart import CHART, CUSTOMER_DEPOSITS, RECEIVABLES, AccountName
from marqueedesk.books.models import LedgerLine
from marqueedesk.books.partners.documents import MONEY
from marqueedesk.books.partners.errors import (
    AccessRefused,
    BooksNotConnected,
    BooksNotMapped,
    ConnectAgain,
    OtherCurrency,
    OtherSystem,
    PartnerAway,
    PartnerProblem,
    StateRefused,
)
from marqueedesk.books.partners.finding import partner
from marqueedesk.books.partners.models import BooksConnection, BooksConsent, MappedAccount
from marqueedesk.books.partners.partner import BooksPartner
from marqueedesk.books.partners.values import (
    NAMES,
    BooksCompany,
    BooksMode,
    BooksSystem,
    BooksTokens,
    PartnerAccount,
)
from marqueedesk.books.queries import in_currency
from marqueedesk.domain_events import BooksRefused, publish
from marqueedesk.instance_settings.secrets import seal, unseal
from marqueedesk.kit import clock
from marqueedesk.kit.db.database import Database
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import Invalid
from marqueedesk.settings import Settings

CALLBACK: Final = "/api/books/callback"
_CONSENT_LASTS: Final = timedelta(minutes=30)
_RENEW_BEFORE: Final = timedelta(minutes=5)
_REFRESH_LASTS: Final = timedelta(seconds=40)
"""How long a process may take to refresh tokens before another one tries."""
_WAIT_SECONDS: Final = 25.0
_PAUSE_SECONDS: Final = 0.2


@dataclass(frozen=True, slots=True)
class Access:
    """Access to a business's company at a partner."""

    partner: BooksPartner
    company_id: str
    token: str


def find(db: Session, operator_id: int, *, lock: bool = False) -> BooksConnection | None:
    """Return the business's connection, read under the operator's lock if ``lock``."""
    if lock:
        accounts.lock_own(db)
    return db.get(BooksConnection, operator_id, populate_existing=lock)


def connected(db: Session, operator_id: int) -> BooksConnection:
    """Return the connection if the partner accepts it. Raises BooksNotConnected and ConnectAgain."""
    row = find(db, operator_id)
    if row is None or row.company_id is None or row.refresh_token is None:
        raise BooksNotConnected
    if row.refused_at is not None:
        raise ConnectAgain.to(row.system)
    return row


# --- Connecting -------------------------------------------------------------------------------------------------------


def choose(db: Session, operator_id: int, system: BooksSystem) -> BooksConnection:
    """Choose the software. Raises OtherSystem while another one is connected."""
    row = find(db, operator_id, lock=True)
    if row is None:
        row = BooksConnection(
            operator_id=operator_id, system=system, mode="daily", company_name="", currency="", accounts={}
        )
        db.add(row)
    elif row.system != system:
        if row.refresh_token is not None:
            raise OtherSystem.format(name=NAMES[row.system])
        row.system, row.company_id, row.company_name, row.accounts = system, None, "", {}
    db.flush()
    return row


def begin(db: Session, caller: Caller, system: BooksSystem, now: datetime) -> str:
    """Remember that the user leaves for the partner, and return the state for the address they return to."""
    state = secrets.token_urlsafe(32)
    db.execute(delete(BooksConsent).where(BooksConsent.expires_at < now))
    db.add(
        BooksConsent(
            operator_id=caller.operator.id,
            state_digest=_digest(state),
            session_digest=caller.sign_in.token_digest,
            system=system,
            expires_at=now + _CONSENT_LASTS,
        )
    )
    return state


def returned(db: Session, caller: Caller, state: str, now: datetime) -> BooksSystem:
    """Consume an OAuth state and return its partner. Raises StateRefused."""
    accounts.lock_own(db)
    row = db.get(BooksConsent, (caller.operator.id, _digest(state)))
    if row is None or row.expires_at <= now or row.session_digest != caller.sign_in.token_digest:
        raise StateRefused
    db.delete(row)
    return row.system


def _digest(state: str) -> str:
    return hashlib.sha256(state.encode()).hexdigest()


def record(
    db: Session, settings: Settings, operator_id: int, system: BooksSystem, company: BooksCompany, tokens: BooksTokens
) -> BooksConnection:
    """Store a new connection. The accounts of another company are no longer mapped."""
    row = choose(db, operator_id, system)
    if row.company_id != company.id:
        row.accounts = {}
    row.company_id, row.company_name, row.currency = company.id[:60], company.name[:200], company.currency[:3]
    row.connected_at = clock.now()
    _store(row, settings, tokens)
    return row


def _store(row: BooksConnection, settings: Settings, tokens: BooksTokens) -> None:
    row.access_token, row.refresh_token = seal(settings, tokens.access), seal(settings, tokens.refresh)
    row.access_expires_at = tokens.expires_at
    row.refreshing_until = row.refused_at = None


def disconnect(db: Session, settings: Settings, operator_id: int) -> tuple[BooksSystem, str] | None:
    """Forget the tokens, and return the partner and the refresh token to revoke; None if nothing was connected.

    The company and its accounts stay, so that its journals are not pushed again after connecting it again.
    """
    row = find(db, operator_id, lock=True)
    if row is None or row.refresh_token is None:
        return None
    token = unseal(settings, row.refresh_token)
    row.access_token = row.refresh_token = row.access_expires_at = row.refreshing_until = row.refused_at = None
    row.connected_at = None
    return (row.system, token) if token is not None else None


# --- Access -----------------------------------------------------------------------------------------------------------


def access(database: Database, settings: Settings, operator_id: int, *, refused: str | None = None) -> Access:
    """Return a valid access token, refreshing it shortly before it expires. No transaction may be open.

    ``refused`` is a token that the partner no longer accepts although it hasn't expired. Raises BooksNotConnected,
    ConnectAgain and PartnerProblem.
    """
    ends = time.monotonic() + _WAIT_SECONDS
    while True:
        with database.read() as db:
            set_operator(db, operator_id)
            current = _current(connected(db, operator_id), settings, refused)
        if current is not None:
            return current
        with database.write() as db:
            set_operator(db, operator_id)
            found = find(db, operator_id, lock=True)
            row = connected(db, operator_id)
            current = _current(row, settings, refused)
            now = clock.now()
            is_ours = current is None and (row.refreshing_until is None or row.refreshing_until <= now)
            sealed = row.refresh_token or ""
            system, company_id = row.system, row.company_id or ""
            if found is not None and is_ours:
                row.refreshing_until = now + _REFRESH_LASTS
        if current is not None:
            return current
        if is_ours:
            return _refreshed(database, settings, operator_id, partner(settings, system), company_id, sealed)
        if time.monotonic() > ends:
            raise PartnerAway
        time.sleep(_PAUSE_SECONDS)


def _current(row: BooksConnection, settings: Settings, refused: str | None) -> Access | None:
    """Return the stored token if it is still usable."""
    if row.access_token is None or row.access_expires_at is None or row.company_id is None:
        return None
    token = unseal(settings, row.access_token)
    if token is None or token == refused or row.access_expires_at - _RENEW_BEFORE <= clock.now():
        return None
    return Access(partner(settings, row.system), row.company_id, token)


def _refreshed(
    database: Database, settings: Settings, operator_id: int, found: BooksPartner, company_id: str, sealed: str
) -> Access:
    token = unseal(settings, sealed)
    if token is None:
        # It was encrypted with another installation secret.
        refuse(database, operator_id, sealed)
        raise ConnectAgain.to(found.system)
    try:
        tokens = found.refresh(token)
    except AccessRefused:
        refuse(database, operator_id, sealed)
        raise ConnectAgain.to(found.system) from None
    except PartnerProblem:
        with database.write() as db:
            set_operator(db, operator_id)
            row = find(db, operator_id, lock=True)
            if row is not None:
                row.refreshing_until = None
        raise
    with database.write() as db:
        set_operator(db, operator_id)
        row = find(db, operator_id, lock=True)
        if row is None or row.refresh_token != sealed:
            raise BooksNotConnected
        _store(row, settings, tokens)
    return Access(found, company_id, tokens.access)


def refuse(database: Database, operator_id: int, sealed: str | None = None) -> None:
    """Record that the partner ended the connection, and notify the business. With ``sealed``, only if that is still
    the stored refresh token.
    """
    with database.write() as db:
        set_operator(db, operator_id)
        row = find(db, operator_id, lock=True)
        if row is None or not row.is_connected or (sealed is not None and row.refresh_token != sealed):
            return
        now = clock.now()
        row.refused_at, row.refreshing_until = now, None
        publish(db, BooksRefused(operator_id=operator_id, system=row.system), now)


# --- Accounts ---------------------------------------------------------------------------------------------------------


def used_accounts(db: Session, operator_id: int) -> list[AccountName]:
    """Return the accounts that the ledger uses in the business's currency, in the order of the chart."""
    currency = db.get_one(Operator, operator_id).currency
    used = set(db.scalars(select(LedgerLine.account).where(in_currency(currency)).distinct()))
    return [name for name in CHART if name in used]


def missing_accounts(db: Session, row: BooksConnection) -> list[AccountName]:
    """Return the accounts that still have to be mapped for what is pushed, in the order of the chart.

    The customer's balance of single documents is on the partner's own account. What they pay in advance isn't.
    """
    used = set(used_accounts(db, row.operator_id))
    if row.mode == "documents" and RECEIVABLES in used:
        used = used - {RECEIVABLES} | {CUSTOMER_DEPOSITS}
    return [name for name in CHART if name in used and not _is_mapped(row, name)]


def _is_mapped(row: BooksConnection, name: AccountName) -> bool:
    account = row.accounts.get(name)
    if account is None:
        return False
    if row.mode == "documents" and name in MONEY:
        return account.get("money", False)
    return account.get("journals", True)


def fits(name: AccountName, account: PartnerAccount, mode: BooksMode) -> bool:
    """Return true if an account of the ledger can be mapped to this one of the partner."""
    return account.takes_money if mode == "documents" and name in MONEY else account.takes_journals


def map_accounts(row: BooksConnection, wanted: Mapping[AccountName, str | None], chart: list[PartnerAccount]) -> None:
    """Set the partner's accounts; those left out stay. Raises Invalid for an id that isn't in the chart, or of an
    account that the partner doesn't allow there.
    """
    by_id = {account.id: account for account in chart}
    unknown = [
        name
        for name, ident in wanted.items()
        if ident is not None and (ident not in by_id or not fits(name, by_id[ident], row.mode))
    ]
    if unknown:
        use = {name: "payments" if row.mode == "documents" and name in MONEY else "journals" for name in unknown}
        raise Invalid(
            fields={
                f"accounts.{name}": f"Choose an account that {NAMES[row.system]} lists for {use[name]}"
                for name in unknown
            }
        )
    mapped = dict(row.accounts)
    for name, ident in wanted.items():
        if ident is None:
            mapped.pop(name, None)
        else:
            account = by_id[ident]
            mapped[name] = MappedAccount(
                id=account.id,
                code=account.code,
                name=account.name,
                journals=account.takes_journals,
                money=account.takes_money,
            )
    row.accounts = mapped


def ready_to_push(db: Session, operator_id: int, currency: str) -> BooksConnection:
    """Return the connection if the books can be pushed. Raises BooksNotConnected, BooksNotMapped and OtherCurrency."""
    row = connected(db, operator_id)
    missing = missing_accounts(db, row)
    if missing:
        raise BooksNotMapped(accounts=missing)
    if row.currency != currency:
        raise OtherCurrency.format(company=row.company_name, theirs=row.currency, ours=currency)
    return row
