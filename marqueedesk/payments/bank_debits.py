"""Payments by debit of a bank account: when they arrive, and why a bank returned one."""

from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from marqueedesk.payments.models import CANCELED, OPEN, PAYMENT, PROCESSING, BookingPayment
from marqueedesk.stripe.disputes import DEBIT_RETURNED

_BUSINESS_DAYS: Final = {"us_bank_account": 4, "sepa_debit": 5}
_OTHERS_TAKE: Final = 5
"""Business days for debits in other countries."""
_SATURDAY: Final = 5
_REASONS: Final = {
    "bank_cannot_process": "The bank could not process the debit.",
    "debit_not_authorized": "The bank reports that the account's owner did not authorize the debit.",
    "incorrect_account_details": "The account was closed, or its details were wrong.",
    "insufficient_funds": "The account had insufficient funds.",
}


def expected_day(row: BookingPayment, zone: ZoneInfo) -> date | None:
    """Return the day by which a debit on its way usually arrives, without regard to bank holidays. None for all other
    payments.
    """
    if row.entry != PAYMENT or row.state != PROCESSING or row.card is None or not row.is_bank_debit:
        return None
    day, left = row.created_at.astimezone(zone).date(), _BUSINESS_DAYS.get(row.card["kind"], _OTHERS_TAKE)
    while left:
        day += timedelta(days=1)
        left -= day.weekday() < _SATURDAY
    return day


def has_failed(row: BookingPayment) -> bool:
    """Return true if a bank rejected or returned this debit. The account isn't debited again without the customer."""
    if not row.is_bank_debit or row.entry != PAYMENT:
        return False
    return row.dispute == DEBIT_RETURNED or (row.state in {OPEN, CANCELED} and row.failure is not None)


def reason_of(code: str) -> str:
    """Return why a bank returned a debit, as a sentence, by the provider's code; empty if the bank gave no reason."""
    return _REASONS.get(code, "")
