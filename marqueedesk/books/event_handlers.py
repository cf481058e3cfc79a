"""Event subscribers of the ledger: payouts, which belong to no booking."""

from datetime import date
from typing import Final

from marqueedesk.accounts import queries as accounts
from marqueedesk.books import posting
from marqueedesk.domain_events import EventDelivery, PayoutFailed, PayoutPaid, Subscriber, on
from marqueedesk.kit.db.tenancy import set_operator


def _paid(delivery: EventDelivery[PayoutPaid]) -> None:
    payout = delivery.event
    set_operator(delivery.db, payout.operator_id)
    accounts.lock_own(delivery.db)
    posting.post_payout(
        delivery.db,
        payout.payout,
        payout.amount_cents,
        payout.currency,
        day=date.fromisoformat(payout.day),
        now=delivery.now,
    )


def _failed(delivery: EventDelivery[PayoutFailed]) -> None:
    """Take back the entry of a payout that the bank has rejected after all."""
    payout = delivery.event
    set_operator(delivery.db, payout.operator_id)
    accounts.lock_own(delivery.db)
    posting.post_payout(delivery.db, payout.payout, 0, payout.currency, day=delivery.now.date(), now=delivery.now)


SUBSCRIBER: Final = Subscriber("books", dict([on(PayoutPaid, _paid), on(PayoutFailed, _failed)]))
