"""Shares: a booking's balance split among several people who each pay with their own link (S26).

Functions that write take the operator's lock first; none commits.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.availability import service as availability
from marqueedesk.bookings import queries as bookings
from marqueedesk.bookings.models import COMPLETED, CONFIRMED
from marqueedesk.kit.errors import Invalid
from marqueedesk.kit.http import links
from marqueedesk.kit.http.links import LinkMaker
from marqueedesk.kit.money import smallest_step
from marqueedesk.kit.text.formats import money
from marqueedesk.payments import ledger, queries
from marqueedesk.payments.errors import NoShare, NotPayable, ShareIsPaid, TooManyShares
from marqueedesk.payments.ledger import Figures
from marqueedesk.payments.models import BookingPayment, PaymentShare
from marqueedesk.stripe.minimums import smallest_cents

LINK: Final = "share"
MOST_SHARES: Final = 20
"""Maximum number of shares per booking, excluding withdrawn ones."""


class ShareLinks(LinkMaker):
    """Builds the URLs of share pages."""

    def token(self, share: PaymentShare) -> str:
        """Return the secret part of a share's link."""
        return self.signer.token(LINK, share.operator_id, share.id, share.nonce)

    def address(self, share: PaymentShare) -> str:
        """Return a share's URL."""
        return f"{self.public_url}/s/{self.token(share)}"


def of_booking(db: Session, booking_id: int) -> list[PaymentShare]:
    """Return a booking's shares, oldest first, excluding withdrawn ones."""
    return list(
        db.scalars(
            select(PaymentShare)
            .where(PaymentShare.booking_id == booking_id, PaymentShare.withdrawn_at.is_(None))
            .order_by(PaymentShare.id)
        )
    )


def number_of(db: Session, booking_id: int) -> int:
    """Count a booking's shares, excluding withdrawn ones."""
    mine = (PaymentShare.booking_id == booking_id, PaymentShare.withdrawn_at.is_(None))
    return db.scalar(select(func.count()).select_from(PaymentShare).where(*mine)) or 0


def share(db: Session, share_id: int, booking_id: int | None = None) -> PaymentShare:
    """Return a share, if given only of that booking. Raises NoShare, also if the share was withdrawn."""
    found = db.scalars(select(PaymentShare).where(PaymentShare.id == share_id)).one_or_none()
    if found is None or found.withdrawn_at is not None or booking_id not in {None, found.booking_id}:
        raise NoShare
    return found


def left_to_share(figures: Figures, shares: Iterable[PaymentShare], rows: list[BookingPayment]) -> int:
    """Return the part of the balance not covered by shares, in cents."""
    return max(0, figures.due - sum(one.amount_cents for one in shares if ledger.share_state(one, rows) == "open"))


def add(
    db: Session, operator: Operator, booking_id: int, *, name: str, cents: int, links_of: ShareLinks, now: datetime
) -> PaymentShare:
    """Create a share and its link.

    Raises NotFound, NotPayable, TooManyShares, and Invalid for an amount below the card minimum or above the rest of
    the balance.
    """
    availability.lock(db, operator.id)
    booking, rows = bookings.booking(db, booking_id), queries.of_booking(db, booking_id)
    if booking.status not in {CONFIRMED, COMPLETED}:
        raise NotPayable
    known = of_booking(db, booking_id)
    if len(known) >= MOST_SHARES:
        raise TooManyShares
    left = left_to_share(ledger.figures_of(booking, rows), known, rows)
    least = smallest_cents(operator.currency)
    if cents < least:
        minimum = money(least, operator.currency)
        raise Invalid(fields={"amount": f"The minimum card payment is {minimum}. Please enter more"})
    if cents % smallest_step(operator.currency):
        raise Invalid(fields={"amount": f"Enter a whole amount: {operator.currency} has no decimals"})
    if cents > left:
        rest = f"Only {money(left, operator.currency)} is left to split" if left else "Nothing left to split"
        raise Invalid(fields={"amount": rest})
    made = PaymentShare(booking_id=booking_id, name=name, amount_cents=cents, nonce=links.new_nonce(), created_at=now)
    db.add(made)
    db.flush()
    links.make(db, links_of.token(made), kind=LINK, operator_id=operator.id, target_id=made.id, now=now)
    return made


def withdraw(db: Session, operator_id: int, booking_id: int, share_id: int, now: datetime) -> bool:
    """Withdraw a share, which invalidates its link. Return whether a card form may still be open for it.

    Idempotent. Raises NoShare and ShareIsPaid.
    """
    availability.lock(db, operator_id)
    found = db.scalars(
        select(PaymentShare).where(PaymentShare.id == share_id, PaymentShare.booking_id == booking_id)
    ).one_or_none()
    if found is None:
        raise NoShare
    if found.withdrawn_at is not None:
        return False
    rows = queries.of_booking(db, booking_id)
    if ledger.share_state(found, rows) != "open":
        raise ShareIsPaid
    found.withdrawn_at = now
    links.forget(db, kind=LINK, operator_id=operator_id, target_id=share_id)
    return any(row.share_id == share_id for row in ledger.under_way(rows))


def payments_to_cancel(
    known: list[BookingPayment], share_id: int | None, cents: int, due: int, same: BookingPayment | None
) -> list[BookingPayment]:
    """Return the payments in progress that have to be canceled before ``cents`` can be paid.

    These are payments by the same payer, except ``same``, and other payments that together with the new one would
    exceed ``due``.
    """
    room, found = due - cents, list[BookingPayment]()
    for row in known:
        if same is not None and row.id == same.id:
            continue
        if row.share_id != share_id and row.amount_cents <= room:
            room -= row.amount_cents
        else:
            found.append(row)
    return found
