"""What each row of a file does: it is new, the same as a row imported before, or wrong for a reason."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.imports.models import ImportedRow, ImportKind
from marqueedesk.kit.text import csv_text

JudgedT = TypeVar("JudgedT")
AT_ONCE: Final = 500
"""Number of values in one statement."""


@dataclass(slots=True)
class Verdict(Generic[JudgedT]):
    """A row's line and cells, and what it does: ``judged`` if it is new, ``reason`` if it is wrong."""

    line: int
    written: tuple[str, ...]
    fingerprint: str = ""
    is_same: bool = False
    reason: str | None = None
    judged: JudgedT | None = None

    @property
    def is_open(self) -> bool:
        """Return true while a readable row that wasn't imported before awaits its other checks."""
        return self.reason is None and not self.is_same and self.judged is None


def mark_known(db: Session, kind: ImportKind, verdicts: Iterable[Verdict[JudgedT]]) -> None:
    """Mark rows that an earlier import took, and repeated rows of the file."""
    rows = [verdict for verdict in verdicts if verdict.fingerprint]
    known: set[str] = set()
    for some in chunks([verdict.fingerprint for verdict in rows]):
        found = select(ImportedRow.fingerprint).where(ImportedRow.kind == kind, ImportedRow.fingerprint.in_(some))
        known.update(db.scalars(found))
    for verdict in rows:
        verdict.is_same = verdict.fingerprint in known
        known.add(verdict.fingerprint)


ValueT = TypeVar("ValueT")


def chunks(values: Sequence[ValueT]) -> Iterable[Sequence[ValueT]]:
    """Split values into parts of `AT_ONCE`."""
    return (values[at : at + AT_ONCE] for at in range(0, len(values), AT_ONCE))


def wrong_rows(header: Sequence[str], verdicts: Iterable[Verdict[JudgedT]]) -> str | None:
    """Return the wrong rows with their reasons as a CSV file to correct and import again; None if there are none."""
    wrong = [
        [*verdict.written[: len(header)], *[""] * (len(header) - len(verdict.written)), verdict.reason]
        for verdict in verdicts
        if verdict.reason is not None
    ]
    return csv_text.document([*header, "Problem"], wrong) if wrong else None
