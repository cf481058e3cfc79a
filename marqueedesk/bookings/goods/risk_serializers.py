"""Serialize shortages of bookings at risk and their resolutions."""

from collections.abc import Mapping, Sequence

from marqueedesk.availability.errors import join
from marqueedesk.availability.stock import Shortage
from marqueedesk.bookings.goods.risk_fixes import changed_lines, option_id, texts_in_other_size
from marqueedesk.bookings.goods.risk_options import Option
from marqueedesk.bookings.goods.risk_texts import RiskTexts
from marqueedesk.bookings.models import Booking
from marqueedesk.inventory.outage_schemas import (
    BorrowedPieceOut,
    MissingPieceOut,
    ResolutionOut,
    RiskOptionOut,
    ToBorrowOut,
)
from marqueedesk.inventory.pieces import PieceLabels


def missing_piece(shortage: Shortage, names: PieceLabels) -> MissingPieceOut:
    """Serialize a shortage of a booking."""
    piece, item_id = shortage.piece, shortage.piece.item_id
    is_letter = item_id is None
    return MissingPieceOut(
        letter=piece.letter if is_letter else None,
        size=piece.size if is_letter else None,
        finish=names.finish(piece) if is_letter else None,
        item_id=item_id,
        name=None if item_id is None else names.item(item_id),
        needed=shortage.needed,
        missing=shortage.needed - max(0, shortage.free or 0),
    )


def options_out(
    booking: Booking, options: Sequence[Option], partners: Mapping[int, Booking], names: PieceLabels, texts: RiskTexts
) -> list[RiskOptionOut]:
    """Serialize a booking's resolutions. Substituting another size comes last, after contacting the customer."""
    resolutions = [resolution_of(option, partners.get(option.booking_id), names) for option in options]
    to_borrow = [row for row in resolutions if row.kind == "borrow"]
    order = texts.borrow_order(to_borrow) if to_borrow else None

    def described(option: Option, resolution: ResolutionOut) -> RiskOptionOut:
        text = texts.describe(resolution)
        if option.kind == "size" and option.other is not None:
            size = texts.prices.size_name(option.other.size)
            text = f"Use {size} for all of {join(texts_in_other_size(booking.lines, option.piece))}, "
            text += "another size than ordered."
        borrows = option.kind == "borrow"
        return RiskOptionOut(
            id=option_id(option),
            kind=option.kind,
            text=text,
            result=texts.sign(changed_lines(option, booking.lines)[0]) if option.kind == "finish" else None,
            draft=order if borrows else None,
            borrow=_to_borrow(to_borrow) if borrows else None,
        )

    shown = [described(option, row) for option, row in zip(options, resolutions, strict=True)]
    sentence = texts.describe(contact(booking))
    draft = texts.message_to_customer(booking, to_borrow)
    call = RiskOptionOut(id="call", kind="call", text=sentence, result=None, draft=draft, borrow=None)
    calls = [call] if sentence else []
    return [*(row for row in shown if row.kind != "size"), *calls, *(row for row in shown if row.kind == "size")]


def _to_borrow(rows: Sequence[ResolutionOut]) -> ToBorrowOut:
    return ToBorrowOut(
        pieces=[BorrowedPieceOut.of_row(row, count=row.count or 0) for row in rows],
        first_day=min(row.first_day or "" for row in rows),
        last_day=max(row.last_day or "" for row in rows),
    )


def contact(booking: Booking) -> ResolutionOut:
    """Return the resolution to contact the customer."""
    return _resolution({"kind": "call", "phone": booking.customer_phone, "email": booking.customer_email or None})


def _resolution(fields: Mapping[str, object]) -> ResolutionOut:
    """Build a resolution; missing fields are None."""
    return ResolutionOut.model_validate({**dict.fromkeys(ResolutionOut.model_fields), **fields})


def resolution_of(option: Option, partner: Booking | None, names: PieceLabels) -> ResolutionOut:
    """Serialize a resolution; ``partner`` is the other booking in a swap."""
    piece, other = option.piece, option.other
    item_id = piece.item_id
    fields: dict[str, object] = {
        "kind": option.kind,
        "count": option.count,
        "first_day": option.first.isoformat(),
        "last_day": option.last.isoformat(),
    }
    if item_id is None:
        fields |= {"letter": piece.letter, "size": piece.size, "finish": names.finish(piece)}
    else:
        fields |= {"item_id": item_id, "name": names.item(item_id)}
    if other is not None:
        fields |= {"other_size": other.size, "other_finish": names.finish(other)}
        if option.kind != "swap":
            fields["free"] = option.free
    if partner is not None:
        fields |= {"booking_id": partner.id, "number": partner.number, "customer_name": partner.customer_name}
    return _resolution(fields)
