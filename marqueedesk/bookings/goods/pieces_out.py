"""Number of pieces out with a booking. Under the operator's lock."""

from typing import cast

from sqlalchemy import Table, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.bookings.goods.models import PieceOut
from marqueedesk.bookings.models import Booking
from marqueedesk.inventory.pieces import Needs, Piece
from marqueedesk.kit.db.row_writer import Row
from marqueedesk.kit.db.tenancy import assert_tenant_filtered

_pieces_out = cast("Table", PieceOut.__table__)
_THIS_OUT = (
    _pieces_out.c.operator_id == bindparam("of_operator"),
    _pieces_out.c.booking_id == bindparam("of_booking"),
    _pieces_out.c.size == bindparam("of_size"),
    _pieces_out.c.letter == bindparam("of_letter"),
    _pieces_out.c.finish == bindparam("of_finish"),
)
_NEW_OUT = insert(_pieces_out).values(
    operator_id=bindparam("of_operator"),
    booking_id=bindparam("of_booking"),
    size=bindparam("of_size"),
    letter=bindparam("of_letter"),
    finish=bindparam("of_finish"),
    count=bindparam("now_out"),
)
_CHANGED_OUT = assert_tenant_filtered(update(_pieces_out).where(*_THIS_OUT).values(count=bindparam("now_out")))
_GONE_OUT = assert_tenant_filtered(delete(_pieces_out).where(*_THIS_OUT))


def out_of(db: Session, booking: Booking) -> dict[Piece, int]:
    """Return how many of each piece are out with a booking."""
    rows = db.execute(
        select(PieceOut.size, PieceOut.letter, PieceOut.finish, PieceOut.count).where(PieceOut.booking_id == booking.id)
    )
    return {Piece(size, letter, finish): count for size, letter, finish, count in rows}


def change_out(db: Session, terms: Terms, booking: Booking, before: Needs, moved: Needs, sign: int) -> dict[Piece, int]:
    """Add pieces sent out or subtract pieces returned, and return the new counts. Runs one statement per kind of
    change, regardless of the number of pieces.
    """
    away = {piece: before.get(piece, 0) + sign * moved.get(piece, 0) for piece in dict.fromkeys([*before, *moved])}
    new: list[Row] = []
    changed: list[Row] = []
    gone: list[Row] = []
    for piece in moved:
        row = {
            "of_operator": terms.operator_id,
            "of_booking": booking.id,
            **{f"of_{name}": value for name, value in piece._asdict().items()},
            "now_out": away[piece],
        }
        (gone if away[piece] <= 0 else changed if piece in before else new).append(row)
    connection = db.connection()
    if new:
        connection.execute(_NEW_OUT, new)
    if changed:
        connection.execute(_CHANGED_OUT, changed)
    if gone:
        connection.execute(_GONE_OUT, gone)
    return {piece: count for piece, count in away.items() if count > 0}
