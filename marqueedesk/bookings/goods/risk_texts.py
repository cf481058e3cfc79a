"""Texts about a booking at risk: its resolutions in words, and drafts of the messages to send about them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from marqueedesk.accounts.models import User
from marqueedesk.availability.errors import join
from marqueedesk.bookings.models import Booking
from marqueedesk.inventory.outage_schemas import DraftOut, ResolutionOut
from marqueedesk.kit.text import formats
from marqueedesk.pricing.price_list import Finish, PriceList, Size
from marqueedesk.rentals.lines import Lines, said_of


@dataclass(frozen=True, slots=True)
class RiskTexts:
    """Describes resolutions with the labels of the price list and the date format of the business."""

    prices: PriceList
    date_format: str
    owner: User

    def describe(self, row: ResolutionOut) -> str:
        """Describe a resolution in a sentence; empty for contacting a customer without contact details."""
        size, finish = _label(self.prices.sizes, row.other_size), _label(self.prices.finishes, row.other_finish)
        if row.kind in {"size", "finish"}:
            return f"Use {row.count} × {row.letter} ({size if row.kind == 'size' else finish}): {row.free} available."
        if row.kind == "swap":
            partner = f"booking #{row.number} ({row.customer_name})"
            if row.other_size is None:
                return f"Pick up earlier: {partner} needs {self._pieces(row)} on the same day."
            other = ", ".join(part for part in (size, finish) if part)
            return (
                f"Swap with {partner}. That booking takes {row.count} × {row.letter} ({other}), "
                f"and this one gets {self._pieces(row)}."
            )
        if row.kind == "borrow":
            return f"Borrow {self._pieces(row)}, {self._days(row)}."
        reached = " or ".join(text for text in (row.phone, row.email) if text)
        return f"Contact the customer: {reached}." if reached else ""

    def sign(self, lines: Lines) -> str:
        """Describe the rented sign, as in the booking's history."""
        return said_of(lines, self.prices.size_name, self.prices.finish_name)

    def borrow_order(self, rows: Sequence[ResolutionOut]) -> DraftOut:
        """Return an order to another business for all pieces that a booking lacks."""
        pieces = [self._pieces(row, with_finish=len(self.prices.finishes) > 1) for row in rows]
        listed = "\n".join(f"{what}: {self._days(row)}" for what, row in zip(pieces, rows, strict=True))
        return DraftOut(
            subject=f"Borrowing {join(pieces)}",
            text=f"Hello,\n\nCould we borrow these pieces from you?\n\n{listed}\n\n"
            "We pick them up before the first day and return them after the last. Please let us know if you have them "
            f"and what you charge.\n\n{self._signature()}",
            phone=None,
            email=None,
        )

    def message_to_customer(self, booking: Booking, short: Sequence[ResolutionOut]) -> DraftOut:
        """Return a message to a booking's customer about the pieces that it lacks."""
        day = formats.weekday(booking.delivery_day, self.date_format)
        return DraftOut(
            subject=f"Your sign “{booking.message}” on {day}",
            text=f"Hello {booking.customer_name},\n\n"
            f"We're preparing your sign “{booking.message}” for {day}, and we're short of "
            f"{join([self._pieces(row) for row in short])}. We'd like to find a good solution with you. "
            f"When can we reach you?\n\n{self._signature()}",
            phone=booking.customer_phone,
            email=booking.customer_email or None,
        )

    def _pieces(self, row: ResolutionOut, *, with_finish: bool = False) -> str:
        if row.name is not None:
            return f"{row.count} × {row.name}"
        details = [_label(self.prices.sizes, row.size)]
        if with_finish:
            details.append(_label(self.prices.finishes, row.finish))
        return f"{row.count} × {row.letter} ({', '.join(filter(None, details))})"

    def _days(self, row: ResolutionOut) -> str:
        days = [formats.day(date.fromisoformat(day), self.date_format) for day in (row.first_day, row.last_day) if day]
        return " to ".join(dict.fromkeys(days))

    def _signature(self) -> str:
        return "\n".join(filter(None, [self.owner.company_name or self.owner.username, self.owner.phone_number]))


def _label(rows: Sequence[Size | Finish], code: str | None) -> str:
    return next((row.label for row in rows if row.code == code), code or "")
