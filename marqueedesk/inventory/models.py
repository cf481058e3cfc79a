"""Tables of what an operator owns and offers: letters, items, packages, and pictures of these."""

from datetime import date, datetime
from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Date,
    Float,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.inventory.package_lines import PackageLine
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit.db.blobs import Blob
from marqueedesk.kit.db.db import Base, Dated, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id
from marqueedesk.kit.db.tenancy import TenantOwned

LONGEST_LETTER = 32
"""Code points in a letter: one cluster, but a family emoji is written with ten of them (L1)."""

LONGEST_SIZE = 20
"""Characters in a size's or a finish's code, wherever it is stored."""

COUNTED, SERVICE = "counted", "service"
"""An item whose pieces are held like letters, and one that there is always enough of."""

PER_DAY, PER_EVENT = "day", "event"
LONGEST_NAME: Final = 120


class InventoryItem(GoesWithOperator, Base):
    """The pieces of one letter that an operator owns in one size and finish: their number, and the price a day of each.

    The size, weight and power of a piece are None if they were not entered: see `letter_facts`.
    """

    __tablename__ = "letter_inventory"
    __topic__ = "inventory"
    __table_args__ = (
        # The order of the columns serves the stock check, which asks for letters of one size.
        UniqueConstraint("operator_id", "size", "letter", "finish"),
        CheckConstraint("quantity >= 0", name="quantity"),
        CheckConstraint("price_per_day_cents >= 100", name="price"),
    )

    id: Mapped[int] = own_id()
    letter: Mapped[str] = mapped_column(String(LONGEST_LETTER))
    size: Mapped[str] = mapped_column(String(LONGEST_SIZE))
    # Empty for the first finish of the price list (inventory.pieces).
    finish: Mapped[str] = mapped_column(String(LONGEST_SIZE), default="", server_default="")
    quantity: Mapped[int] = mapped_column(Integer, default=0)
    price_per_day_cents: Mapped[int] = mapped_column(BigInteger)
    width_inches: Mapped[float | None] = mapped_column(Float)
    depth_inches: Mapped[float | None] = mapped_column(Float)
    weight_pounds: Mapped[float | None] = mapped_column(Float)
    bulbs: Mapped[int | None] = mapped_column(Integer)
    watts: Mapped[float | None] = mapped_column(Float)
    slot: Mapped[str | None] = mapped_column(String(40))
    cost_cents: Mapped[int | None] = mapped_column(BigInteger)
    replacement_cents: Mapped[int | None] = mapped_column(BigInteger)

    @property
    def piece(self) -> Piece:
        """The kind of piece that its stock counts."""
        return Piece(self.size, self.letter, self.finish)


class Item(GoesWithOperator, Dated, Base):
    """Something rented besides letters: a heart, balloons, a backdrop; or a service such as setup."""

    __tablename__ = "items"
    __topic__ = "inventory"
    __table_args__ = (
        CheckConstraint("kind IN ('counted', 'service')", name="kind"),
        CheckConstraint("per IN ('day', 'event')", name="per"),
        CheckConstraint("quantity >= 0", name="quantity"),
    )

    id: Mapped[int] = own_id()
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    description: Mapped[str | None] = mapped_column(Text)
    category: Mapped[str | None] = mapped_column(String(60))
    kind: Mapped[str] = mapped_column(String(10))
    # Of a service there is always enough; it is kept as 0.
    quantity: Mapped[int] = mapped_column(Integer)
    price_cents: Mapped[int] = mapped_column(BigInteger)
    per: Mapped[str] = mapped_column(String(10))
    is_public: Mapped[bool] = mapped_column(Boolean)
    is_taxable: Mapped[bool] = mapped_column(Boolean)
    replacement_cents: Mapped[int | None] = mapped_column(BigInteger)
    picture: Mapped[str | None] = mapped_column(String(64))

    @property
    def piece(self) -> Piece:
        """The kind of piece that its stock counts."""
        return Piece.of_item(self.id)


class Package(GoesWithOperator, Dated, Base):
    """Lines that are rented together, for a price of their own or for the sum of theirs (None)."""

    __tablename__ = "packages"
    __topic__ = "inventory"

    id: Mapped[int] = own_id()
    name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    description: Mapped[str | None] = mapped_column(Text)
    lines: Mapped[list[PackageLine]] = mapped_column(Document)
    price_cents: Mapped[int | None] = mapped_column(BigInteger)
    is_public: Mapped[bool] = mapped_column(Boolean)
    picture: Mapped[str | None] = mapped_column(String(64))


class Picture(TenantOwned, Base):
    """A picture of an item or a package at two sizes (inventory.pictures), by the digest of its content."""

    __tablename__ = "item_pictures"
    __table_args__ = (Index("ix_item_pictures_size", "operator_id", "size_bytes"),)

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    large: Mapped[bytes] = mapped_column(Blob)
    small: Mapped[bytes] = mapped_column(Blob)
    # Bytes of both sizes, which the storage quota adds up by index alone (billing.storage).
    size_bytes: Mapped[int] = mapped_column(Integer, default=0, server_default="0")


PIECE_OK, PIECE_DAMAGED, PIECE_MISSING, PIECE_RETIRED = "ok", "damaged", "missing", "retired"
PIECE_PACKED, PIECE_OUT, PIECE_BACK = "packed", "out", "back"


class TaggedPiece(TenantOwned, Dated, Base):
    """A single piece that has a tag, for letters and items of which a business wants to tell one from another.

    How many are owned, and what is free, is counted as for all others: a tag says which one it is. ``place`` is what
    was recorded last with ``booking_id``: packed, out or back.
    """

    __tablename__ = "tagged_pieces"
    __topic__ = "inventory"
    __table_args__ = (
        UniqueConstraint("operator_id", "tag"),
        Index("ix_tagged_pieces_booking", "operator_id", "booking_id"),
        CheckConstraint("state IN ('ok', 'damaged', 'missing', 'retired')", name="state"),
    )

    id: Mapped[int] = own_id()
    tag: Mapped[str] = mapped_column(String(40))
    # The kind of piece that it is one of (inventory.pieces).
    size: Mapped[str] = mapped_column(String(LONGEST_SIZE))
    letter: Mapped[str] = mapped_column(String(LONGEST_LETTER))
    finish: Mapped[str] = mapped_column(String(LONGEST_SIZE))
    state: Mapped[str] = mapped_column(String(10))
    note: Mapped[str | None] = mapped_column(String(300))
    bought_on: Mapped[date | None] = mapped_column(Date)
    cost_cents: Mapped[int | None] = mapped_column(BigInteger)
    booking_id: Mapped[int | None] = mapped_column(BigInteger)
    place: Mapped[str | None] = mapped_column(String(10))

    @property
    def piece(self) -> Piece:
        """The kind of piece that it is one of."""
        return Piece(self.size, self.letter, self.finish)


class GoodsPhoto(TenantOwned, Base):
    """A photo of goods, of damage or of a delivery, at two sizes (inventory.pictures), by the digest of its content."""

    __tablename__ = "goods_photos"
    __table_args__ = (
        Index("ix_goods_photos_size", "operator_id", "size_bytes"),
        Index("ix_goods_photos_age", "in_handover", "created_at"),
    )

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    large: Mapped[bytes] = mapped_column(Blob)
    small: Mapped[bytes] = mapped_column(Blob)
    # The last upload: the same photo may be uploaded again before anything refers to it.
    created_at: Mapped[datetime] = mapped_column(Instant)
    # Bytes of both sizes, which the storage quota adds up by index alone (billing.storage).
    size_bytes: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    # Whether a handover refers to it. False may also mean that it was not looked up yet (unused_pictures).
    in_handover: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
