"""Import of customers: each row becomes a customer that the global search finds, also without a booking."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Annotated

from sqlalchemy import delete
from sqlalchemy.orm import Session

from marqueedesk.availability.operator_lock import Terms
from marqueedesk.customers.contacts import CustomerContact
from marqueedesk.customers.matching import find_or_create
from marqueedesk.imports.booking_rows import read_texts, with_whole_name
from marqueedesk.imports.cells import UnreadableCell
from marqueedesk.imports.models import CUSTOMERS, ImportedCustomer
from marqueedesk.imports.verdicts import Verdict, chunks, mark_known
from marqueedesk.kit.http.schemas import (
    AtMost,
    OptionalBlock,
    OptionalEmail,
    OptionalPhone,
    OptionalPlace,
    OptionalText,
    RequestModel,
    RequiredText,
)
from marqueedesk.kit.text.csv_reading import CsvTable
from marqueedesk.kit.text.text_forms import name_key
from marqueedesk.venues.address import Address


class CustomerTexts(RequestModel):
    """The texts of a customer's row."""

    name: Annotated[RequiredText, AtMost(200)]
    email: OptionalEmail = None
    phone: Annotated[OptionalPhone, AtMost(50)] = None
    street: Annotated[OptionalText, AtMost(200)] = None
    city: Annotated[OptionalPlace, AtMost(100)] = None
    state: Annotated[OptionalPlace, AtMost(60)] = None
    zip_code: Annotated[OptionalText, AtMost(20)] = None
    country: Annotated[OptionalText, AtMost(60)] = None
    notes: Annotated[OptionalBlock, AtMost(5000)] = None

    @property
    def fingerprint(self) -> str:
        """Return a digest of what identifies the customer: the email address, or else name and phone number."""
        digits = re.sub(r"\D", "", self.phone or "")
        identity = self.email.lower() if self.email else f"{name_key(self.name)}\n{digits}"
        return sha256(identity.encode()).hexdigest()

    @property
    def address_line(self) -> str | None:
        """Return the address on one line; None without one."""
        address = Address(self.street or "", self.city or "", self.state, self.zip_code, self.country)
        return address.line[:500] or None


@dataclass(frozen=True, slots=True)
class JudgedCustomer:
    """A row that can be imported."""

    texts: CustomerTexts


def judge(db: Session, table: CsvTable) -> list[Verdict[JudgedCustomer]]:
    """Determine what each row of a file does. Binding under the operator's lock; changes nothing."""
    verdicts: list[Verdict[JudgedCustomer]] = []
    texts: dict[int, CustomerTexts] = {}
    for record in table.rows:
        verdict = Verdict[JudgedCustomer](record.line - table.header_line + 1, record.written, reason=record.fault)
        verdicts.append(verdict)
        if verdict.reason is None:
            try:
                texts[verdict.line] = row = read_texts(CustomerTexts, with_whole_name(record.cells, "name"))
                verdict.fingerprint = row.fingerprint
            except UnreadableCell as problem:
                verdict.reason = str(problem)
    mark_known(db, CUSTOMERS, verdicts)
    for verdict in verdicts:
        if verdict.is_open:
            verdict.judged = JudgedCustomer(texts[verdict.line])
    return verdicts


def apply(db: Session, terms: Terms, verdicts: Iterable[Verdict[JudgedCustomer]], now: datetime) -> dict[str, int]:
    """Insert the customers of new rows. Returns their IDs by the rows' fingerprints. Nobody is notified."""
    made: dict[str, ImportedCustomer] = {}
    for verdict in verdicts:
        if verdict.judged is not None:
            texts = verdict.judged.texts
            made[verdict.fingerprint] = ImportedCustomer(
                name=texts.name,
                email=texts.email or "",
                phone=texts.phone,
                address=texts.address_line,
                notes=texts.notes,
                created_at=now,
            )
    contacts = [CustomerContact(row.name, row.email, row.phone, None, row.address, row.notes) for row in made.values()]
    customer_ids = find_or_create(db.connection(), terms.operator_id, terms.region, contacts, now)
    for row, customer_id in zip(made.values(), customer_ids, strict=True):
        row.customer_id = customer_id
    db.add_all(made.values())
    db.flush()
    return {fingerprint: row.id for fingerprint, row in made.items()}


def delete_all(db: Session, ids: Iterable[int]) -> None:
    """Delete imported rows. Their customers are deleted by `new_customers.delete_unused`."""
    for some in chunks(sorted(ids)):
        db.execute(delete(ImportedCustomer).where(ImportedCustomer.id.in_(some)))
