"""Plain values exchanged with bookkeeping software."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final, Literal

from marqueedesk.books.chart import AccountType

BooksSystem = Literal["quickbooks", "xero"]
"""Bookkeeping software that the books can be pushed to."""
BooksMode = Literal["daily", "documents"]
"""What is pushed: a journal for each day, or a document for each ledger entry."""
NAMES: Final[Mapping[BooksSystem, str]] = {"quickbooks": "QuickBooks", "xero": "Xero"}
"""Names for users."""


@dataclass(frozen=True, slots=True)
class BooksClient:
    """The installation's client at a partner. ``api_base`` is a stand-in's or the partner's sandbox; usually empty."""

    id: str
    secret: str = field(repr=False)
    api_base: str


@dataclass(frozen=True, slots=True)
class BooksTokens:
    """An access token with its expiry, and the refresh token for the next one."""

    access: str = field(repr=False)
    refresh: str = field(repr=False)
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class BooksCompany:
    """The company whose books were connected, with its home currency."""

    id: str
    name: str
    currency: str


@dataclass(frozen=True, slots=True)
class PartnerAccount:
    """An account in the partner's chart of accounts. ``group`` is its type in our chart; None for equity.

    ``takes_journals`` if journals can use it, ``takes_money`` if single payments can be paid into it.
    """

    id: str
    code: str | None
    name: str
    type: str
    group: AccountType | None
    takes_journals: bool = True
    takes_money: bool = False


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A line of a journal in cents, positive for a debit, on one of the partner's accounts."""

    account_id: str
    account_code: str | None
    cents: int
    text: str


DocumentKind = Literal["journal", "invoice", "credit", "payment", "deposit", "refund", "fee", "transfer"]
"""What the partner stores: a journal, an invoice, a credit note, a payment of an invoice, money received in advance or
paid back, a fee, or money moved between two accounts.
"""


@dataclass(frozen=True, slots=True)
class BooksContact:
    """A customer at the partner. ``name`` is unique there."""

    name: str
    email: str | None = None
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class BooksDocument:
    """A document to post. ``reference`` identifies it at the partner; ``key`` makes repeated requests post it once.

    ``lines`` are those besides the customer's balance and the account that the money is on. ``cents`` is the total, and
    ``pays`` the partner's id of the invoice that a payment is for.
    """

    reference: str
    key: str
    day: date
    text: str
    lines: Sequence[JournalLine]
    kind: DocumentKind = "journal"
    contact: BooksContact | None = None
    money: JournalLine | None = None
    cents: int = 0
    pays: str | None = None


@dataclass(frozen=True, slots=True)
class Posted:
    """A document at the partner. ``content`` changes if somebody edits its day, accounts or amounts there."""

    id: str
    content: str
