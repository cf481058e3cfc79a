"""Tables of stocktakes."""

from datetime import datetime
from typing import Final, Literal, TypedDict

from sqlalchemy import BigInteger, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document, Instant
from marqueedesk.kit.db.keys import own_id, within
from marqueedesk.kit.db.tenancy import TenantOwned

Differences = Literal["loss", "repair", "adjust"]
"""What becomes of missing pieces: a loss, a repair, or a smaller quantity."""
LOSS: Final = "loss"
IN_REPAIR: Final = "repair"
ADJUST: Final = "adjust"


class StoredCountRow(TypedDict):
    """A row of a finished stocktake as JSON."""

    letter: str
    size: str
    finish: str
    slot: str | None
    expected: int
    counted: int | None
    value_cents: int | None
    who: str | None


class Stocktake(TenantOwned, Base):
    """A count of the letters on the shelves, of all sizes or some. ``report`` is stored when it is finished."""

    __tablename__ = "stocktakes"
    __topic__ = "inventory"

    id: Mapped[int] = own_id()
    # None for all sizes.
    sizes: Mapped[list[str] | None] = mapped_column(Document)
    started_at: Mapped[datetime] = mapped_column(Instant)
    started_by: Mapped[str] = mapped_column(String(120))
    finished_at: Mapped[datetime | None] = mapped_column(Instant)
    finished_by: Mapped[str | None] = mapped_column(String(120))
    differences: Mapped[Differences | None] = mapped_column(String(10))
    report: Mapped[list[StoredCountRow] | None] = mapped_column(Document)


class StocktakeCount(TenantOwned, Base):
    """A count of a letter on its shelf; stored once per client id. The latest by ``at`` is valid.

    ``expected`` is the number that should have been there when the count was recorded, so that pieces sent out later
    make no difference.
    """

    __tablename__ = "stocktake_counts"
    __topic__ = "inventory"
    __table_args__ = (
        UniqueConstraint("operator_id", "stocktake_id", "client_id"),
        within("stocktake_id", "stocktakes", ondelete="CASCADE"),
    )

    id: Mapped[int] = own_id()
    stocktake_id: Mapped[int] = mapped_column(BigInteger)
    client_id: Mapped[str] = mapped_column(String(80))
    size: Mapped[str] = mapped_column(String(20))
    letter: Mapped[str] = mapped_column(String(32))
    finish: Mapped[str] = mapped_column(String(20))
    counted: Mapped[int] = mapped_column(Integer)
    expected: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime] = mapped_column(Instant)
    recorded_at: Mapped[datetime] = mapped_column(Instant)
    who: Mapped[str] = mapped_column(String(120))
