"""Request and response models of gift cards."""

from datetime import date
from typing import Annotated, ClassVar, Literal, cast

from pydantic import Field

from marqueedesk.gift_cards.models import LONGEST_RECIPIENT, GiftCard, GiftCardPurchase
from marqueedesk.gift_cards.queries import is_expired
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyUnits,
    DateOrDateTime,
    OptionalText,
    RequestModel,
    ResponseModel,
)
from marqueedesk.kit.money import units
from marqueedesk.payments.schemas import AMOUNT, PositiveAmount
from marqueedesk.pricing.policy_schemas import LONGEST_METHOD
from marqueedesk.pricing.ways_to_pay import MethodKind


class GiftCardInput(RequestModel):
    """Body of POST /api/gift-cards: the sale of a gift card."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "amount": AMOUNT,
        "expiresOn": {"*": "Enter the last day on which the card can be used, for example 2031-12-31"},
    }

    amount: PositiveAmount
    to: Annotated[OptionalText, AtMost(LONGEST_RECIPIENT), Field(description="Recipient's name")] = None
    kind: Annotated[
        MethodKind | None, Field(description="Payment method, `other` by default; optional with `methodName`")
    ] = None
    method_name: Annotated[
        OptionalText, AtMost(LONGEST_METHOD), Field(description="Name of one of the business's own payment methods")
    ] = None
    expires_on: Annotated[
        DateOrDateTime | None,
        Field(description="Last valid day; by default as set in the booking rules"),
    ] = None


class CreditInput(RequestModel):
    """Body of POST /api/bookings/{id}/credit."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"amount": AMOUNT}

    amount: Annotated[
        PositiveAmount | None,
        Field(description="By default, everything received beyond the cancellation fee and the charges"),
    ] = None


CardState = Literal["open", "used", "expired", "void", "blocked"]


class OnlineSaleOut(ResponseModel):
    """The online purchase of a gift card."""

    buyer: str
    buyer_email: str
    sent_to: Annotated[str, Field(description="The address that gets the code")]
    send_on: Annotated[str | None, Field(description="Null if the code was sent at once")]
    refund: Annotated[CurrencyUnits, Field(description="Amount refunded, also while the refund is pending")]
    dispute: Literal["inquiry", "disputed", "won", "lost"] | None
    problem: Annotated[str | None, Field(description="Why the last refund failed")]


class GiftCardRowOut(ResponseModel):
    """A gift card or credit. An expired one keeps its ``balance``."""

    id: int
    kind: Literal["sold", "credit"]
    ending: Annotated[str, Field(description="Last four characters of the code")]
    amount: Annotated[CurrencyUnits, Field(description="Initial amount")]
    balance: CurrencyUnits
    state: CardState
    to: str
    online: Annotated[OnlineSaleOut | None, Field(description="The online purchase; null if the card was sold by hand")]
    method_name: Annotated[
        str | None, Field(description="Name of the payment method; null if only its kind was recorded")
    ]
    sold_on: str | None
    expires_on: str | None
    booking_id: Annotated[int | None, Field(description="The canceled booking that a credit comes from")]
    by: str
    created_at: str


class NewGiftCardOut(GiftCardRowOut):
    """A new gift card or credit with its code, which is shown only once."""

    code: str


class GiftCardPage(ResponseModel):
    """A page of gift cards and credits."""

    items: list[GiftCardRowOut]
    next_cursor: str | None


class CardsSumOut(ResponseModel):
    """Number of cards and their total balance."""

    count: int
    balance: CurrencyUnits


class LiabilityOut(ResponseModel):
    """Outstanding balances of gift cards and credits. ``total`` includes expired ones, and equals the ledger's
    `gift_cards` account.
    """

    currency: str
    gift_cards: CardsSumOut
    credits: CardsSumOut
    expired: CardsSumOut
    total: CurrencyUnits


def state_of(row: GiftCard, left_cents: int, today: date) -> CardState:
    """Return a card's state for lists."""
    if row.voided_at is not None:
        return "void"
    if row.blocked_at is not None:
        return "blocked"
    if left_cents <= 0:
        return "used"
    return "expired" if is_expired(row, today) else "open"


def _online(row: GiftCardPurchase) -> OnlineSaleOut:
    return OnlineSaleOut(
        buyer=row.buyer,
        buyer_email=row.buyer_email,
        sent_to=row.deliver_to[1],
        send_on=row.send_on.isoformat() if row.send_on else None,
        refund=units(row.refunded_cents),
        dispute=cast("Literal['inquiry', 'disputed', 'won', 'lost'] | None", row.dispute),
        problem=row.failure,
    )


def row_fields(
    row: GiftCard, worth_cents: int, left_cents: int, today: date, purchase: GiftCardPurchase | None = None
) -> dict[str, object]:
    """Return the fields of `GiftCardRowOut`. ``purchase`` is the card's online purchase, if any."""
    return {
        "online": _online(purchase) if purchase is not None else None,
        "id": row.id,
        "kind": "credit" if row.is_credit else "sold",
        "ending": row.ending,
        "amount": units(worth_cents),
        "balance": units(left_cents),
        "state": state_of(row, left_cents, today),
        "to": row.recipient,
        "method_name": row.method_name,
        "sold_on": row.sold_on.isoformat() if row.sold_on else None,
        "expires_on": row.expires_on.isoformat() if row.expires_on else None,
        "booking_id": row.booking_id,
        "by": row.made_by,
        "created_at": row.created_at.isoformat(),
    }
