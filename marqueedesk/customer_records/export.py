"""Export everything that is stored about a customer to one archive: each table's rows as JSON, and the photos (R10)."""

import base64
import json
import zipfile
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import IO, Any, Final

from sqlalchemy import Table, select
from sqlalchemy.orm import Session

from marqueedesk.bookings.goods.models import Handover
from marqueedesk.customer_records.erasing import CustomerTrail, conditions, tables
from marqueedesk.customer_records.exemptions import exemption_of, exemptions_of
from marqueedesk.customer_records.personal_data import PersonalRows
from marqueedesk.customers.models import Customer
from marqueedesk.inventory.models import GoodsPhoto
from marqueedesk.kit.db.tenancy import kept_to
from marqueedesk.kit.http.streamed_response import file_of_bytes
from marqueedesk.reviews.models import Review

_NOT_EXPORTED: Final = frozenset({"customer_keys", "customer_merges", "booking_links", "booking_list_links"})
"""Internal tables, and secrets of links."""
_SECRET: Final = ("nonce", "digest", "token", "fingerprint", "search_text", "sign_text", "sender_network")
_README: Final = """Everything that {company} has stored about {name} in MarqueeDesk, as of {now} UTC.

Each file has the rows of one table as JSON. Amounts whose name ends in "_cents" are in cents. Photos are in the folder
"photos"; signatures are in handovers.json.
"""


def archive(db: Session, customer: Customer, name: str, company: str, now: datetime) -> IO[bytes]:
    """Write the archive to a temporary file that is deleted when closed."""
    subject, operator_id = CustomerTrail.of(db, customer), kept_to(db)
    out = file_of_bytes()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("README.txt", _README.format(company=company, name=name, now=f"{now:%Y-%m-%d %H:%M}"))
        for table, rows in tables():
            if table.name not in _NOT_EXPORTED:
                found = list(_rows(db, table, rows, subject, operator_id))
                if found:
                    bundle.writestr(f"{table.name}.json", json.dumps(found, default=_plain, indent=1))
        exemption = exemption_of(subject.emails, exemptions_of(db))
        if exemption is not None:
            bundle.writestr("tax_exemption.json", json.dumps(exemption.to_json(), indent=1))
        for digest, picture in _photos(db, subject):
            bundle.writestr(f"photos/{digest}.webp", picture)
    return out


def _rows(
    db: Session, table: Table, rows: PersonalRows, subject: CustomerTrail, operator_id: int
) -> Iterator[Mapping[str, object]]:
    columns = [column for column in table.c if not any(word in column.name for word in _SECRET)]
    seen: set[tuple[Any, ...]] = set()
    for where in conditions(table, rows, subject, operator_id):
        statement = select(*columns, *[column.label(f"key_{column.name}") for column in table.primary_key])
        for row in db.connection().execute(statement.where(*where)):
            key = tuple(row[len(columns) :])
            if key not in seen:
                seen.add(key)
                yield {column.name: value for column, value in zip(columns, row, strict=False)}


def _photos(db: Session, subject: CustomerTrail) -> Iterator[tuple[str, bytes]]:
    handovers = select(Handover.lines).where(Handover.booking_id.in_(subject.bookings))
    digests = {photo for lines in db.scalars(handovers) for line in lines if (photo := line.get("photo"))}
    reviews = select(Review.photo).where(Review.booking_id.in_(subject.bookings), Review.photo.is_not(None))
    digests |= {photo for photo in db.scalars(reviews) if photo}
    for digest in sorted(digests):
        picture = db.scalar(select(GoodsPhoto.large).where(GoodsPhoto.digest == digest))
        if picture is not None:
            yield digest, picture


def _plain(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return str(value)
