"""Which part of what a customer owes a refund or a lost dispute reduces: the price, the cancellation fee or a charge.

Income and sales tax of that part fall with it.
"""

from collections.abc import Iterable

from sqlalchemy.orm import Session

from marqueedesk.bookings.charges.charges import charged
from marqueedesk.kit.errors import Invalid
from marqueedesk.payments import ledger
from marqueedesk.payments.models import BookingPayment


def reduced_charge(
    db: Session, booking_id: int, rows: Iterable[BookingPayment], cents: int, *, chosen: int | None = None
) -> int | None:
    """Return the charge that a reduction by ``cents`` is for: the ``chosen`` one, otherwise the latest one of which
    exactly this amount is left. Returns None if it is for the price or the fee.

    Raises Invalid on ``chargeId`` if the booking has no such charge, or less of it is left.
    """
    left = {charge.id: (charge.cents or 0) + charge.tax_cents for charge in charged(db, booking_id)}
    for row in rows:
        if row.reduces_charge_id in left and ledger.is_reducing(row):
            left[row.reduces_charge_id] -= row.reduces_cents
    if chosen is not None:
        if left.get(chosen, 0) < cents or chosen not in left:
            raise Invalid(fields={"chargeId": "Choose a charge of this booking of which this much is left"})
        return chosen
    return next((charge_id for charge_id, cents_left in reversed(left.items()) if cents_left == cents > 0), None)
