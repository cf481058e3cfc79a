"""Export a business to one archive: each table as JSON and CSV, with a table of contents (A14).

The export has all rows of a business unchanged, from every package. It contains no secrets: neither digests nor the
values that links and sign-ins are derived from. Payment IDs of the payment provider are not secret and are included,
because they identify the payments there.
"""

import base64
import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import IO, Any, Final, cast

from sqlalchemy import Table, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.kit.db.db import Base
from marqueedesk.kit.db.tenancy import OPERATOR
from marqueedesk.kit.http.streamed_response import chunks, file_of_bytes, file_of_text
from marqueedesk.kit.text.csv_text import cell
from marqueedesk.teams import members

_NOT_ITS_OWN: Final = frozenset(
    {
        "events",
        "jobs",
        "open_streams",
        "links",
        "booking_links",
        "books_consents",
        "calendar_feeds",
        "provider_ids",
        "memberships",
        "public_keys",
        "document_counters",
        "idempotency_keys",
        "notification_reads",
    }
)
"""Internal tables that are not exported: change notifications, idempotency keys, link targets."""
_SECRET: Final = re.compile(r"nonce|digest|token|secret|password|hash|^key$|_key$")
_AT_ONCE: Final = 500

_README: Final = """{company}
All data stored for this business, as of {now}.

Each table comes as two files: JSON (complete) and CSV (for spreadsheets). Amounts in columns that end in "_cents"
are in cents. Times are in UTC. Passwords, sign-ins and link secrets are not included.

{rows}
"""


def archive(db: Session, operator: Operator, company: str, now: datetime) -> IO[bytes]:
    """Write the archive to a temporary file that is deleted when closed. Reads row by row."""
    out = file_of_bytes()
    contents: list[str] = []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, rows in _tables(db, operator):
            count = _write(bundle, name, rows)
            contents.append(f"{name + '.json, ' + name + '.csv':<60}{count} rows")
        text = _README.format(company=company, now=f"{now:%Y-%m-%d %H:%M} UTC", rows="\n".join(contents))
        bundle.writestr("README.txt", text)
    return out


def _tables(db: Session, operator: Operator) -> Iterator[tuple[str, Iterator[Mapping[str, object]]]]:
    business = cast("Table", Operator.__table__)
    yield "business", _rows(db, business, business.c.id == operator.id)
    yield (
        "people",
        iter(
            [
                {"id": user.id, "name": user.username, "email": user.email, "role": row.role, "since": row.created_at}
                for user, row in members.team(db, operator.id)
            ]
        ),
    )
    for table in Base.metadata.sorted_tables:
        if OPERATOR in table.c and table.name not in _NOT_ITS_OWN:
            yield table.name, _rows(db, table, table.c[OPERATOR] == operator.id)


def _rows(db: Session, table: Table, where: Any) -> Iterator[Mapping[str, object]]:
    columns = [column for column in table.c if not _SECRET.search(column.name) and not column.info.get("derived")]
    found = select(*columns).where(where).order_by(*table.primary_key)
    for row in db.execute(found, execution_options={"yield_per": _AT_ONCE}).mappings():
        yield dict(row)


def _write(bundle: zipfile.ZipFile, name: str, rows: Iterator[Mapping[str, object]]) -> int:
    """Write a table's two files and return the number of rows. Rows are read once, so the CSV is buffered in a file."""
    count = 0
    with file_of_text() as sheet:
        writer = csv.writer(cast("io.TextIOBase", sheet), lineterminator="\r\n")
        with bundle.open(f"{name}.json", "w") as plain:
            plain.write(b"[")
            for count, row in enumerate(rows, start=1):
                if count == 1:
                    writer.writerow(row)
                plain.write((",\n" if count > 1 else "\n").encode() + json.dumps(row, default=_plain).encode())
                writer.writerow([cell(_flat(value)) for value in row.values()])
            plain.write(b"\n]\n")
        with bundle.open(f"{name}.csv", "w") as table:
            table.write("\ufeff".encode())
            for piece in chunks(sheet):
                table.write(piece.encode())
    return count


def _plain(value: Any) -> Any:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return str(value)


def _flat(value: Any) -> Any:
    if isinstance(value, bytes):
        return f"{len(value)} bytes, see the JSON file"
    if isinstance(value, dict | list):
        return json.dumps(value, default=_plain)
    return value.isoformat() if isinstance(value, datetime | date) else value
