"""Plain values exchanged with bookkeeping software."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final, Literal

from marqueedesk.books.chart import AccountType

BooksSystem = Literal["quickbooks", "xero"]
"""Bookkeeping software that the books can be pushed to."""
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
    """An account in the partner's chart of accounts. ``group`` is its type in our chart; None for equity."""

    id: str
    code: str | None
    name: str
    type: str
    group: AccountType | None


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A line of a journal in cents, positive for a debit, on one of the partner's accounts."""

    account_id: str
    account_code: str | None
    cents: int
    text: str


@dataclass(frozen=True, slots=True)
class Journal:
    """A journal to post. ``reference`` identifies it at the partner; ``key`` makes repeated requests post it once."""

    reference: str
    key: str
    day: date
    text: str
    lines: Sequence[JournalLine]
