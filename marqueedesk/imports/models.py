"""Tables of imports from CSV files: each import, the rows it took, and customers without a booking."""

from datetime import datetime
from typing import Final, Literal

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Index, Integer, String, Text, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id, within
from marqueedesk.kit.db.tenancy import TenantOwned

ImportKind = Literal["bookings", "customers", "items"]
BOOKINGS: Final = "bookings"
CUSTOMERS: Final = "customers"
ITEMS: Final = "items"


class DataImport(GoesWithOperator, Base):
    """A file that a business imported, and how many of its rows were taken."""

    __tablename__ = "imports"
    __topic__ = "bookings"
    __table_args__ = (
        CheckConstraint("kind IN ('bookings', 'customers', 'items')", name="kind"),
        Index("ix_imports_created_at", "operator_id", "created_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    kind: Mapped[ImportKind] = mapped_column(String(10))
    count: Mapped[int] = mapped_column(Integer)
    who: Mapped[str] = mapped_column(String(120))
    # True if customers of its coming bookings get reminders of deliveries and payments.
    reminds: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
    created_at: Mapped[datetime] = mapped_column(Instant)
    undone_at: Mapped[datetime | None] = mapped_column(Instant)


class ImportedRow(TenantOwned, Base):
    """A row that an import took, with the digest of its values: the same row in a later file is skipped.

    ``line`` is its line in the file, ``row_id`` the booking, customer or item created from it.
    """

    __tablename__ = "import_rows"
    __table_args__ = (
        UniqueConstraint("operator_id", "kind", "fingerprint"),
        Index("ix_import_rows_import", "operator_id", "import_id"),
        within("import_id", "imports", ondelete="CASCADE"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    import_id: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[ImportKind] = mapped_column(String(10))
    fingerprint: Mapped[str] = mapped_column(String(64))
    line: Mapped[int] = mapped_column(Integer)
    row_id: Mapped[int] = mapped_column(BigInteger)


class ImportedCustomer(GoesWithOperator, Base):
    """A customer from a file. Customers with bookings need no row: they are found by their bookings."""

    __tablename__ = "imported_customers"
    __topic__ = "bookings"
    __table_args__ = (
        Index("ix_imported_customers_name", "operator_id", "name"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = own_id()
    name: Mapped[str] = mapped_column(String(200))
    # Empty for customers with only a phone number.
    email: Mapped[str] = mapped_column(String(254))
    phone: Mapped[str | None] = mapped_column(String(50))
    address: Mapped[str | None] = mapped_column(String(500))
    notes: Mapped[str | None] = mapped_column(Text)
    # The customer (customers.models) that was found or created for the row.
    customer_id: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(Instant)
