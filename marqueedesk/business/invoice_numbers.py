"""A business's scheme of invoice numbers, such as INV-2027-0001. Nothing here commits."""

from datetime import date
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.business.models import BusinessDetails, StoredNumberScheme
from marqueedesk.business.schemas import InvoiceNumbersChange, InvoiceNumbersOut
from marqueedesk.kit.db.numbering import last_number, take_number
from marqueedesk.kit.errors import Invalid

INVOICE: Final = "invoice"
_EVERY_YEAR: Final = 0
"""Counter of a business whose numbers don't restart each year."""


_DEFAULT: Final[StoredNumberScheme] = {"prefix": "INV-", "yearly": True, "first": 1, "year": _EVERY_YEAR}


def scheme_answer(db: Session, today: date) -> InvoiceNumbersOut:
    """Return the business's scheme and the next number. ``today`` is in the business's time zone."""
    scheme = _scheme(db)
    return InvoiceNumbersOut(prefix=scheme["prefix"], yearly=scheme["yearly"], next=_next(db, scheme, today))


def change_scheme(db: Session, details: BusinessDetails, change: InvoiceNumbersChange, today: date) -> None:
    """Set the given fields of the scheme. Call under the operator's lock.

    Raises Invalid if the next number isn't above those already used.
    """
    stored = _scheme(db)
    prefix = stored["prefix"] if change.prefix is None else change.prefix
    yearly = stored["yearly"] if change.yearly is None else change.yearly
    year = today.year if yearly else _EVERY_YEAR
    scheme: StoredNumberScheme = {"prefix": prefix, "yearly": yearly, "first": 1, "year": year}
    if yearly == stored["yearly"]:
        scheme["first"] = _first(stored, year)
    if change.next is not None:
        used = last_number(db, INVOICE, year)
        if change.next <= used:
            words = f"Number {used} is already used. The next invoice number must be at least {used + 1}"
            raise Invalid(fields={"invoiceNumbers.next": words})
        scheme["first"] = change.next
    details.invoice_numbers = scheme


def take_invoice_number(db: Session, operator_id: int, today: date) -> str:
    """Return the next invoice number, taken in the caller's transaction. Call under the operator's lock."""
    scheme = _scheme(db)
    year = today.year if scheme["yearly"] else _EVERY_YEAR
    number = take_number(db, operator_id, INVOICE, year, at_least=_first(scheme, year))
    return f"{scheme['prefix']}{f'{year}-' if scheme['yearly'] else ''}{number:04}"


def _scheme(db: Session) -> StoredNumberScheme:
    # Select the column, because an object already loaded in this session may be stale.
    return db.scalar(select(BusinessDetails.invoice_numbers)) or _DEFAULT


def _next(db: Session, scheme: StoredNumberScheme, today: date) -> int:
    year = today.year if scheme["yearly"] else _EVERY_YEAR
    return max(last_number(db, INVOICE, year) + 1, _first(scheme, year))


def _first(scheme: StoredNumberScheme, year: int) -> int:
    return scheme["first"] if scheme["year"] == year else 1
