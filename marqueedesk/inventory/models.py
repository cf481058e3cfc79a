"""The table of letters owned."""

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db import Base
from marqueedesk.kit.keys import own_id, owner_id
from marqueedesk.kit.tenancy import Owned

LONGEST_LETTER = 32
"""Code points in a letter: one cluster, but a family emoji is written with ten of them (L1)."""

LONGEST_SIZE = 20
"""Characters in a size's code, wherever it is stored."""


class InventoryItem(Owned, Base):
    """How many pieces of one letter an operator owns in one size, and what one costs a day."""

    __tablename__ = "letter_inventory"
    __topic__ = "inventory"
    __table_args__ = (
        # The order of the columns serves the stock check, which asks for letters of one size.
        UniqueConstraint("operator_id", "size", "letter"),
        CheckConstraint("quantity >= 0", name="quantity"),
        CheckConstraint("price_per_day_cents >= 100", name="price"),
    )

    id: Mapped[int] = own_id()
    operator_id: Mapped[int] = owner_id(ForeignKey("operators.id", ondelete="CASCADE"))
    letter: Mapped[str] = mapped_column(String(LONGEST_LETTER))
    size: Mapped[str] = mapped_column(String(LONGEST_SIZE))
    quantity: Mapped[int] = mapped_column(Integer, default=0)
    price_per_day_cents: Mapped[int] = mapped_column(BigInteger)
