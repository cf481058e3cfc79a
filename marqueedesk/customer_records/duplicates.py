"""Suggestions of customers that may be the same: another name at an email address, phone number or postal address."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from itertools import combinations
from typing import Final, Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.customer_records.queries import LISTED
from marqueedesk.customers.models import Customer, CustomerKey
from marqueedesk.kit.text.text_forms import name_key

Reason = Literal["phone", "email", "name"]
MOST_SUGGESTED: Final = 200
_MOST_AT_ONE_DETAIL: Final = 6
"""Details that more customers share, such as an office's number, suggest nothing."""
_NEAR: Final = 0.75
"""Minimum similarity of two names at the same address."""


def duplicates(db: Session) -> list[tuple[tuple[int, int], list[Reason]]]:
    """Return pairs of customer IDs with the reasons, those with most reasons first."""
    found: dict[tuple[int, int], set[Reason]] = defaultdict(set)
    for key, ids in _shared_details(db):
        reason: Reason = "email" if "@" in key else "phone"
        for pair in combinations(ids, 2):
            found[pair].add(reason)
    for pair in _near_names(db):
        found[pair].add("name")
    order: tuple[Reason, ...] = ("phone", "email", "name")
    listed: list[tuple[tuple[int, int], list[Reason]]] = [
        (pair, [reason for reason in order if reason in reasons]) for pair, reasons in found.items()
    ]
    return sorted(listed, key=lambda row: (-len(row[1]), row[0]))[:MOST_SUGGESTED]


def _shared_details(db: Session) -> Iterable[tuple[str, Sequence[int]]]:
    shared = (
        select(CustomerKey.match_key)
        .group_by(CustomerKey.match_key)
        .having(func.count(CustomerKey.customer_id.distinct()).between(2, _MOST_AT_ONE_DETAIL))
        .order_by(CustomerKey.match_key)
        .limit(MOST_SUGGESTED)
    )
    rows = select(CustomerKey.match_key, CustomerKey.customer_id).where(CustomerKey.match_key.in_(shared)).distinct()
    owners: dict[str, list[int]] = defaultdict(list)
    for key, customer_id in db.execute(rows.order_by(CustomerKey.match_key, CustomerKey.customer_id)):
        owners[key].append(customer_id)
    return owners.items()


def _near_names(db: Session) -> Iterable[tuple[int, int]]:
    rows = db.execute(
        select(Customer.id, Customer.name, Customer.address).where(*LISTED, Customer.address.is_not(None))
    )
    homes: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for customer_id, name, address in rows:
        homes[name_key(address or "")].append((customer_id, name_key(name)))
    for people in homes.values():
        if len(people) <= _MOST_AT_ONE_DETAIL:
            for (first, one), (second, two) in combinations(sorted(people), 2):
                if one and two and SequenceMatcher(None, one, two).ratio() >= _NEAR:
                    yield first, second
