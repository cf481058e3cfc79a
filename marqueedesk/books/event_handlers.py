"""Event subscribers of the ledger: payouts, which belong to no booking."""

from datetime import date
from typing import Final

from marqueedesk.accounts import queries as accounts
from marqueedesk.accounts.models import Operator
from marqueedesk.books import posting
from marqueedesk.domain_events import EventDelivery, PayoutFailed, PayoutPaid, Subscriber, on
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.text import formats


def _paid(delivery: EventDelivery[PayoutPaid]) -> None:
    """Enter a payout. One in another currency is entered in the business's currency if its payments were in that, and
    otherwise in its own.
    """
    payout = delivery.event
    set_operator(delivery.db, payout.operator_id)
    accounts.lock_own(delivery.db)
    cents, currency, text = payout.amount_cents, payout.currency, "Payout"
    is_converted = delivery.db.get_one(Operator, payout.operator_id).currency == payout.original_currency != currency
    if is_converted and payout.original_cents is not None and payout.original_currency is not None:
        text = f"Payout of {formats.money(cents, currency)}"
        cents, currency = payout.original_cents, payout.original_currency
    day = date.fromisoformat(payout.day)
    posting.post_payout(delivery.db, payout.payout, cents, currency, day=day, now=delivery.now, text=text)


def _failed(delivery: EventDelivery[PayoutFailed]) -> None:
    """Take back the entry of a payout that the bank has rejected after all."""
    payout = delivery.event
    set_operator(delivery.db, payout.operator_id)
    accounts.lock_own(delivery.db)
    posting.post_payout(delivery.db, payout.payout, 0, payout.currency, day=delivery.now.date(), now=delivery.now)


SUBSCRIBER: Final = Subscriber("books", dict([on(PayoutPaid, _paid), on(PayoutFailed, _failed)]))
