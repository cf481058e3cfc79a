"""Routes of gift cards and credits, for members of the business."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query
from sqlalchemy.orm import Session

from marqueedesk.accounts.access import Caller
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import HANDLE_BOOKINGS, SEE_BOOKS, SEE_MONEY
from marqueedesk.availability import service as availability
from marqueedesk.gift_cards import queries, service
from marqueedesk.gift_cards.models import GiftCard
from marqueedesk.gift_cards.schemas import (
    CardsSumOut,
    CreditInput,
    GiftCardInput,
    GiftCardPage,
    GiftCardRowOut,
    LiabilityOut,
    NewGiftCardOut,
    row_fields,
)
from marqueedesk.gift_cards.service import Sale
from marqueedesk.kit import clock
from marqueedesk.kit.db import paging
from marqueedesk.kit.http.http import errors
from marqueedesk.kit.http.schemas import PathId
from marqueedesk.kit.money import units
from marqueedesk.payments.service import method_of

router = APIRouter(tags=["gift cards"], responses=errors(401, 403))


@router.get("/api/gift-cards")
def list_gift_cards(
    db: Db,
    caller: Annotated[Caller, Requires(SEE_BOOKS)],
    limit: Annotated[int | None, Query(ge=1, le=paging.LONGEST_PAGE)] = None,
    cursor: Annotated[str | None, Query(max_length=300)] = None,
) -> list[GiftCardRowOut] | GiftCardPage:
    """List gift cards and credits with their balances, newest first. Without ``limit``, only the newest 500."""
    today = _today(caller)
    if limit is None:
        return _rows(db, queries.cards(db), today)
    rows, after = queries.page(db, limit=limit, cursor=cursor)
    return GiftCardPage(items=_rows(db, rows, today), next_cursor=after)


def _rows(db: Session, rows: Sequence[GiftCard], today: date) -> list[GiftCardRowOut]:
    left = queries.balances(db, rows)
    worth, bought = queries.first_worth(db, rows), queries.purchases(db, [row.id for row in rows])
    return [
        GiftCardRowOut.model_validate(row_fields(row, worth[row.id], left[row.id], today, bought.get(row.id)))
        for row in rows
    ]


@router.post("/api/gift-cards", status_code=201)
def sell_gift_card(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS, SEE_MONEY)], body: GiftCardInput
) -> NewGiftCardOut:
    """Record the sale of a gift card. Its code is only in this response."""
    operator, now = caller.operator, clock.now()
    terms = availability.lock(db, operator.id)
    kind = "other" if body.kind is None and body.method_name is None else body.kind
    method = method_of(db, operator.currency, kind, body.method_name)
    last_day = date.fromisoformat(body.expires_on[:10]) if body.expires_on else None
    card, code = service.sell(db, terms, Sale(body.amount, method, body.to or "", last_day), by=caller.user, now=now)
    return _new(db, card, code, terms.today(now))


@router.post("/api/gift-cards/{card_id}/void", responses=errors(404, 409))
def void_gift_card(
    db: Db, caller: Annotated[Caller, Requires(HANDLE_BOOKINGS, SEE_MONEY)], card_id: PathId
) -> GiftCardRowOut:
    """Void a gift card that was sold by mistake, or refund the buyer of one that was bought online. 409
    `gift_card_used` if it was used, `gift_card_blocked` if the purchase is disputed.
    """
    now = clock.now()
    terms = availability.lock(db, caller.operator.id)
    card = service.void(db, card_id, by=caller.user, now=now)
    db.flush()
    return GiftCardRowOut.model_validate(
        row_fields(card, card.sold_cents, 0, terms.today(now), queries.purchase_of(db, card_id))
    )


@router.post("/api/bookings/{booking_id}/credit", status_code=201, responses=errors(404, 409))
def credit_booking(
    db: Db,
    caller: Annotated[Caller, Requires(HANDLE_BOOKINGS, SEE_MONEY)],
    booking_id: PathId,
    body: CreditInput | None = None,
) -> NewGiftCardOut:
    """Turn a canceled booking's overpayment into a credit for a later booking. Its code is only in this response.

    409 `nothing_to_credit` without an overpayment, `too_much_back` if `amount` exceeds it.
    """
    now = clock.now()
    terms = availability.lock(db, caller.operator.id)
    cents = body.amount if body else None
    card, code = service.credit(db, terms, booking_id, cents, by=caller.user, now=now)
    return _new(db, card, code, terms.today(now))


@router.get("/api/reports/liability")
def liability(db: Db, caller: Annotated[Caller, Requires(SEE_BOOKS)]) -> LiabilityOut:
    """Return the outstanding balances of gift cards and credits."""
    rows, today = queries.open_balances(db), _today(caller)
    held = [(row, cents) for row, cents in rows if cents > 0]
    expired = [cents for row, cents in held if queries.is_expired(row, today)]
    usable = [(row, cents) for row, cents in held if not queries.is_expired(row, today)]
    return LiabilityOut(
        currency=caller.operator.currency,
        gift_cards=_sum([cents for row, cents in usable if not row.is_credit]),
        credits=_sum([cents for row, cents in usable if row.is_credit]),
        expired=_sum(expired),
        total=units(sum(cents for _, cents in rows)),
    )


def _sum(amounts: Sequence[int]) -> CardsSumOut:
    return CardsSumOut(count=len(amounts), balance=units(sum(amounts)))


def _new(db: Session, card: GiftCard, code: str, today: date) -> NewGiftCardOut:
    worth = queries.first_worth(db, [card])[card.id]
    return NewGiftCardOut.model_validate(row_fields(card, worth, worth, today) | {"code": code})


def _today(caller: Caller) -> date:
    return clock.local_day(clock.now(), ZoneInfo(caller.operator.time_zone))
