"""Calls to the provider about card forms, made with no transaction open."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.cards_on_file import queries, service
from marqueedesk.cards_on_file.models import WAITING, KeptCard
from marqueedesk.cards_on_file.service import FetchedSetup
from marqueedesk.kit import clock
from marqueedesk.kit.db.detached_copy import snapshot_of
from marqueedesk.payments.errors import PaymentUnderWay
from marqueedesk.payments.intents import Within
from marqueedesk.stripe.client import Stripe
from marqueedesk.stripe.errors import ProviderRefused
from marqueedesk.stripe.values import CardSetup

_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class CardSnapshot:
    """Plain values of a row, for use between transactions."""

    id: int
    operator_id: int
    booking_id: int
    key: str
    account_id: str
    customer_id: str | None
    setup_id: str | None
    method_id: str | None
    metadata: dict[str, str]


def snapshot(row: KeptCard) -> CardSnapshot:
    """Copy a row's values while its session is open."""
    return snapshot_of(CardSnapshot, row, metadata=service.metadata(row))


@dataclass(frozen=True, slots=True)
class KeptCardHolder:
    """The customer who keeps a card."""

    name: str
    email: str | None


def open_form(
    gateway: Stripe, operator: Operator, booking_id: int, holder: KeptCardHolder, within: Within
) -> tuple[CardSetup, str]:
    """Open a card form at the provider, created if missing, and return it with its connected account. A repeated call
    returns the same form.

    No transaction may be open. Raises the errors of `begin_card`, PaymentUnderWay, and ProviderProblem.
    """

    def prepare(db: Session) -> CardSnapshot:
        return snapshot(service.begin_card(db, operator, booking_id, gateway, clock.now()))

    for _ in range(_ROUNDS):
        row = within(prepare)
        found = _form(gateway, row, holder)

        def record(db: Session, row: CardSnapshot = row, found: FetchedSetup = found) -> bool:
            service.record_setup(db, found, clock.now())
            stored = queries.by_id(db, row.id)
            return stored is not None and stored.state in WAITING

        if within(record) and found.setup.waits:
            return found.setup, row.account_id
    raise PaymentUnderWay(retry_after=5)


def _form(gateway: Stripe, row: CardSnapshot, holder: KeptCardHolder) -> FetchedSetup:
    talk, asked_at = gateway.on(row.account_id), clock.now()
    if row.setup_id is not None:
        return FetchedSetup(talk.card_setup(row.setup_id), asked_at, row.account_id)
    customer_id = row.customer_id or talk.create_customer(
        email=holder.email, name=holder.name, metadata=row.metadata, key=f"customer-{row.key}"
    )
    made = talk.create_card_setup(customer_id=customer_id, metadata=row.metadata, key=row.key)
    return FetchedSetup(made, asked_at, row.account_id)


def fetch(gateway: Stripe, row: CardSnapshot) -> FetchedSetup | None:
    """Return the current state of a form; None if it was never created."""
    if row.setup_id is None:
        return None
    asked_at = clock.now()
    return FetchedSetup(gateway.on(row.account_id).card_setup(row.setup_id), asked_at, row.account_id)


def cancel(gateway: Stripe, row: CardSnapshot) -> FetchedSetup | None:
    """Cancel a form so that it can't be completed anymore, and return its final state; None if it was never created."""
    if row.setup_id is None:
        return None
    asked_at = clock.now()
    try:
        return FetchedSetup(gateway.on(row.account_id).cancel_card_setup(row.setup_id), asked_at, row.account_id)
    except ProviderRefused:
        # The customer was faster, or it was canceled before.
        return fetch(gateway, row)
