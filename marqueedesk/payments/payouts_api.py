"""Routes of a business's payouts, for its owner only, like all billing (A5)."""

from contextlib import suppress
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import Response

from marqueedesk.accounts.access import reading, require
from marqueedesk.accounts.call_limits import CSV_FILES
from marqueedesk.accounts.rights import MANAGE_SUBSCRIPTION
from marqueedesk.bookings.charges.gift_cards import gift_cards_of
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http.http import CSV, csv_answer, errors
from marqueedesk.kit.http.schemas import CurrencyUnits, ResponseModel
from marqueedesk.kit.money import units
from marqueedesk.kit.text import csv_text
from marqueedesk.payments import payouts
from marqueedesk.payments.payouts import FetchedPayout, Payout, PayoutLine
from marqueedesk.rentals.rental_request import read_day
from marqueedesk.stripe import ids, queries
from marqueedesk.stripe.errors import ProviderNotFound
from marqueedesk.stripe.models import ACCOUNT
from marqueedesk.stripe.provider import provider_of

router = APIRouter(tags=["payments"], responses=errors(401, 402, 403, 502))
_PERIOD = "First and last arrival date; the latest payouts if both are omitted"
Since = Annotated[str | None, Query(alias="from", max_length=10, description=_PERIOD)]
Until = Annotated[str | None, Query(alias="to", max_length=10, description=_PERIOD)]
_COLUMNS = (
    "payout",
    "arrives",
    "status",
    "currency",
    "kind",
    "booking",
    "amount",
    "fee",
    "net",
    "description",
    "gift_card",
)


class PayoutBooking(ResponseModel):
    """The booking of a payout entry."""

    id: int
    number: int


class PayoutGiftCard(ResponseModel):
    """The gift card that was bought with a payment."""

    id: int
    ending: Annotated[str, Field(description="Last four characters of the code")]


class PayoutEntry(ResponseModel):
    """An entry of a payout. ``net`` is the amount less the fee."""

    kind: Annotated[str, Field(description="The provider's type: payment, payment_refund, adjustment and others")]
    amount: CurrencyUnits
    fee: CurrencyUnits
    net: CurrencyUnits
    description: str | None
    created_at: str
    booking: Annotated[PayoutBooking | None, Field(description="Null if unknown")]
    gift_card: Annotated[
        PayoutGiftCard | None, Field(description="The gift card that was bought online; null for all other entries")
    ]


class PayoutSums(ResponseModel):
    """Sums of a payout's entries. Payments, refunds and other entries, less fees, add up to the payout."""

    payments: CurrencyUnits
    refunds: CurrencyUnits
    other: CurrencyUnits
    fees: CurrencyUnits


class PayoutOut(ResponseModel):
    """A payout to the business's bank, with its entries."""

    id: str
    amount: CurrencyUnits
    currency: str
    status: Annotated[str, Field(description="paid, pending, in_transit, canceled or failed")]
    arrival_date: str
    failure: str | None
    payments: list[PayoutEntry]
    refunds: list[PayoutEntry]
    other: list[PayoutEntry]
    sums: PayoutSums
    difference: Annotated[
        CurrencyUnits, Field(description="Part of the payout not explained by its entries; normally 0")
    ]


def _entry(line: PayoutLine) -> PayoutEntry:
    entry = line.entry
    return PayoutEntry.of_cents(
        entry, created_at=entry.created.isoformat(), booking=_booking(line), gift_card=_gift_card(line)
    )


def _booking(line: PayoutLine) -> PayoutBooking | None:
    if line.booking_id is None or line.booking_number is None:
        return None
    return PayoutBooking(id=line.booking_id, number=line.booking_number)


def _gift_card(line: PayoutLine) -> PayoutGiftCard | None:
    card = line.gift_card
    return None if card is None else PayoutGiftCard(id=card.id, ending=card.ending)


def _answer(payout: Payout) -> PayoutOut:
    def sum_of(lines: list[PayoutLine]) -> float | int:
        return units(sum(line.entry.amount_cents for line in lines))

    state = payout.state
    return PayoutOut.of_cents(
        state,
        currency=state.currency.upper(),
        arrival_date=state.arrives.date().isoformat(),
        payments=[_entry(line) for line in payout.payments],
        refunds=[_entry(line) for line in payout.refunds],
        other=[_entry(line) for line in payout.other],
        sums=PayoutSums(
            payments=sum_of(payout.payments),
            refunds=sum_of(payout.refunds),
            other=sum_of(payout.other),
            fees=units(payout.fees_cents),
        ),
        difference=units(payout.difference_cents if state.automatic else 0),
    )


@router.get("/api/payouts")
def list_payouts(request: Request, since: Since = None, until: Until = None) -> list[PayoutOut]:
    """List the payouts to the business's bank from the provider, newest first, with payments, refunds and fees.

    Returns the latest payouts, or those of a period of up to three months. Empty without an account.
    """
    return [_answer(payout) for payout in _payouts(request, _days(since, until))]


@router.get("/api/payouts.csv", responses=errors(429) | CSV)
def payouts_csv(request: Request, since: Since = None, until: Until = None) -> Response:
    """Export all entries of the same payouts as CSV. The `net` values of a payout's rows add up to the payout.

    Any part not explained by the entries is a separate row.
    """
    CSV_FILES.spend_with(request, MANAGE_SUBSCRIPTION)
    rows: list[list[Any]] = []
    for payout in _payouts(request, _days(since, until)):
        state = payout.state
        shared = [state.id, state.arrives.date().isoformat(), state.status, state.currency.upper()]
        for line in (*payout.payments, *payout.refunds, *payout.other):
            entry = line.entry
            figures = [units(entry.amount_cents), units(entry.fee_cents), units(entry.net_cents)]
            rows.append(
                [
                    *shared,
                    entry.kind,
                    line.booking_number,
                    *figures,
                    entry.description,
                    line.gift_card and line.gift_card.ending,
                ]
            )
        if state.automatic and payout.difference_cents:
            more = units(payout.difference_cents)
            rows.append([*shared, "difference", None, more, 0, more, "Not explained by the entries", None])
    return csv_answer(csv_text.document(_COLUMNS, rows), "payouts.csv")


def _days(since: str | None, until: str | None) -> tuple[date, date] | None:
    """Parse the period; None if none was sent. Raises Invalid."""
    if not since and not until:
        return None
    if not since or not until:
        raise Invalid(fields={"to" if since else "from": "Enter the first and the last day"})
    first, last = read_day(since, "from"), read_day(until, "to")
    if last < first:
        raise Invalid(fields={"to": "The last day must be on or after the first"})
    if last - first >= payouts.LONGEST:
        raise Invalid(fields={"to": "Payouts are listed for at most three months at once"})
    return first, last


def _payouts(request: Request, days: tuple[date, date] | None) -> list[Payout]:
    """Load the payouts of the caller's business, newest first."""
    with reading(request) as (db, caller):
        operator = require(caller, MANAGE_SUBSCRIPTION)
        gateway = provider_of(request).find(db)
        known = ids.rows_of(db, operator.id, ACCOUNT, live=gateway.live) if gateway else []
        # A disconnected account is no longer accessible.
        accounts = [row.id for row in known if row.retired_at is None or queries.account_by_id(db, row.id)]
    if gateway is None:
        return []
    fetched: list[FetchedPayout] = []
    for account_id in accounts:
        with suppress(ProviderNotFound):
            fetched += payouts.fetch_payouts(gateway, account_id, days)
    fetched.sort(key=lambda one: one.payout.arrives, reverse=True)
    with reading(request) as (db, _caller):
        return payouts.matched(db, fetched, gift_cards_of(request))
