"""Single documents: the invoices, credit notes, payments, refunds, fees and transfers that a ledger entry amounts to.

Every entry is pushed by itself, and a correction is an entry of its own, so that a posted document is never changed.
The lines of its documents add up to those of the entry. Pure.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from marqueedesk.books.chart import (
    BANK,
    CARD_CLEARING,
    CASH,
    CUSTOMER_DEPOSITS,
    DISPUTE_FEES,
    PROVIDER_FEES,
    RECEIVABLES,
    AccountName,
)
from marqueedesk.books.partners.values import DocumentKind

MONEY: Final[frozenset[AccountName]] = frozenset({CARD_CLEARING, CASH, BANK})
"""Accounts that hold money: payments are paid into them, and refunds paid out of them."""
_FEES: Final[tuple[AccountName, ...]] = (PROVIDER_FEES, DISPUTE_FEES)
_CUSTOMER: Final[frozenset[AccountName]] = frozenset({RECEIVABLES, CUSTOMER_DEPOSITS})
Lines = dict[AccountName, int]


@dataclass(frozen=True, slots=True)
class Part:
    """A document of an entry. ``name`` is unique within the entry; ``lines`` are balanced, in cents."""

    name: str
    kind: DocumentKind
    lines: Lines


def parts_of(lines: Mapping[AccountName, int]) -> list[Part]:
    """Divide the lines of an entry into documents."""
    return [Part(part.name, part.kind, _filled(part.lines)) for part in _parts(lines) if _filled(part.lines)]


def _filled(lines: Mapping[AccountName, int]) -> Lines:
    return {account: cents for account, cents in lines.items() if cents}


def _parts(lines: Mapping[AccountName, int]) -> Iterator[Part]:
    money: list[AccountName] = [account for account in lines if account in MONEY]
    if not money:
        yield _sale(lines)
    elif set(lines) <= MONEY and len(money) == 2:  # noqa: PLR2004 - from one account to the other.
        yield Part("transfer", "transfer", dict(lines))
    elif len(money) == 1 and set(lines) <= {money[0], *_CUSTOMER, *_FEES}:
        yield from _payment(money[0], lines)
    else:
        yield Part("journal", "journal", dict(lines))


def _sale(lines: Mapping[AccountName, int]) -> Part:
    """Return the invoice or credit note of an entry without money. One without a customer only moves income."""
    owed = lines.get(RECEIVABLES, 0) or lines.get(CUSTOMER_DEPOSITS, 0)
    if not owed:
        return Part("journal", "journal", dict(lines))
    return Part("invoice", "invoice", dict(lines)) if owed > 0 else Part("credit", "credit", dict(lines))


def _payment(money: AccountName, lines: Mapping[AccountName, int]) -> Iterator[Part]:
    """Yield the documents of money received or paid back.

    What is paid back although nothing was held in advance goes through deposits: a refund of a deposit, and an invoice
    for what the customer owes again, because neither partner has refunds of paid invoices.
    """
    for account in _FEES:
        yield Part(f"fee_{account}"[:20], "fee", {account: lines.get(account, 0), money: -lines.get(account, 0)})
    held, owed = lines.get(CUSTOMER_DEPOSITS, 0), lines.get(RECEIVABLES, 0)
    yield Part("deposit", "deposit", {money: max(0, -held), CUSTOMER_DEPOSITS: min(0, held)})
    yield Part("payment", "payment", {money: max(0, -owed), RECEIVABLES: min(0, owed)})
    back = max(0, held) + max(0, owed)
    yield Part("refund", "refund", {CUSTOMER_DEPOSITS: back, money: -back})
    yield Part("invoice", "invoice", {RECEIVABLES: max(0, owed), CUSTOMER_DEPOSITS: -max(0, owed)})
