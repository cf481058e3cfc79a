"""Document numbers: consecutive by operator, kind and year, without gaps or duplicates.

A number is taken in the transaction that uses it: a rollback returns it, and the next document gets it.
"""

from sqlalchemy import Integer, String, case, select
from sqlalchemy.dialects.postgresql import insert as insert_postgresql
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.orm import Mapped, Session, mapped_column

from marqueedesk.kit.db.db import Base
from marqueedesk.kit.db.tenancy import TenantOwned


class DocumentCounter(TenantOwned, Base):
    """Last number used by an operator's documents of a kind in a year."""

    __tablename__ = "document_counters"

    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    year: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    last: Mapped[int] = mapped_column(Integer)


def take_number(db: Session, operator_id: int, kind: str, year: int, *, at_least: int = 1) -> int:
    """Return the next number, ``at_least`` the given one, in the caller's write transaction.

    The counter's row stays locked until the transaction ends. A transaction that takes numbers of two kinds must hold
    the operator's lock, to prevent deadlocks.
    """
    insert = insert_sqlite if db.get_bind().dialect.name == "sqlite" else insert_postgresql
    first = {"operator_id": operator_id, "kind": kind, "year": year, "last": at_least}
    last = DocumentCounter.__table__.c.last
    statement = (
        insert(DocumentCounter.__table__)  # pyright: ignore[reportArgumentType] - a table, despite its declared type.
        .values(first)
        .on_conflict_do_update(
            index_elements=["operator_id", "kind", "year"],
            set_={"last": case((last + 1 < at_least, at_least), else_=last + 1)},
        )
        .returning(last)
    )
    return db.connection().execute(statement).scalar_one()


def last_number(db: Session, kind: str, year: int) -> int:
    """Return the last number taken, or 0. It can only be relied on under the operator's lock."""
    statement = select(DocumentCounter.last).where(DocumentCounter.kind == kind, DocumentCounter.year == year)
    return db.scalar(statement) or 0
