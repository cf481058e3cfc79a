"""Tables of the inventory: letters, items, packages, and pictures."""

from datetime import date, datetime
from typing import Final, Literal

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
from marqueedesk.kit.db.db import Base, Dated, Document, Instant
from marqueedesk.kit.db.keys import GoesWithOperator, own_id
from marqueedesk.kit.db.large_values import Blob
from marqueedesk.kit.db.tenancy import TenantOwned

LONGEST_LETTER = 32
"""Limit of code points per letter. A letter is one grapheme cluster, but a family emoji has ten code points (L1)."""

LONGEST_SIZE = 20
"""Limit of characters in the code of a size or finish, wherever it is stored."""

COUNTED, SERVICE = "counted", "service"
"""Kinds of items: counted ones, whose pieces are held like letters, and services, which never run out."""

Per = Literal["day", "event"]
PER_DAY: Final = "day"
PER_EVENT: Final = "event"
LONGEST_NAME: Final = 120


class InventoryItem(GoesWithOperator, Base):
    """The pieces of a letter in one size and finish: quantity, and price per day.

    Measurements, weight and power are None if not entered: see `letter_facts`.
    """

    __tablename__ = "letter_inventory"
    __topic__ = "inventory"
    __table_args__ = (
        # Column order for the stock check, which queries letters of one size.
        UniqueConstraint("operator_id", "size", "letter", "finish"),
        CheckConstraint("quantity >= 0", name="quantity"),
        CheckConstraint("price_per_day_cents >= 100", name="price"),
    )

    id: Mapped[int] = own_id()
    letter: Mapped[str] = mapped_column(String(LONGEST_LETTER))
    size: Mapped[str] = mapped_column(String(LONGEST_SIZE))
    # Empty for the price list's first finish (inventory.pieces).
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
        """Return the piece whose stock the row counts."""
        return Piece(self.size, self.letter, self.finish)


class Item(GoesWithOperator, Dated, Base):
    """Something other than letters to rent: a heart, balloons, a backdrop; or a service such as setup."""

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
    # Always 0 for a service, which never runs out.
    quantity: Mapped[int] = mapped_column(Integer)
    price_cents: Mapped[int] = mapped_column(BigInteger)
    per: Mapped[Per] = mapped_column(String(10))
    is_public: Mapped[bool] = mapped_column(Boolean)
    is_taxable: Mapped[bool] = mapped_column(Boolean)
    replacement_cents: Mapped[int | None] = mapped_column(BigInteger)
    picture: Mapped[str | None] = mapped_column(String(64))

    @property
    def piece(self) -> Piece:
        """Return the piece whose stock the row counts."""
        return Piece.of_item(self.id)


class Package(GoesWithOperator, Dated, Base):
    """Lines rented together, for a package price or, if that is None, the sum of the lines."""

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
    """A picture of an item or package in two sizes (inventory.pictures), by content digest."""

    __tablename__ = "item_pictures"
    __table_args__ = (Index("ix_item_pictures_size", "operator_id", "size_bytes"),)

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    large: Mapped[bytes] = mapped_column(Blob)
    small: Mapped[bytes] = mapped_column(Blob)
    # Bytes of both sizes; the storage quota sums them with an index-only scan (billing.storage).
    size_bytes: Mapped[int] = mapped_column(Integer, default=0, server_default="0")


PIECE_OK, PIECE_DAMAGED, PIECE_MISSING, PIECE_RETIRED = "ok", "damaged", "missing", "retired"
PIECE_PACKED, PIECE_OUT, PIECE_BACK = "packed", "out", "back"


class TaggedPiece(TenantOwned, Dated, Base):
    """A tagged piece, for businesses that track pieces individually.

    Quantity and availability are counted the same way with or without tags. ``place`` is where the piece was last
    recorded with ``booking_id``: packed, out or back.
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
    # The kind of piece (inventory.pieces).
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
        """Return the kind of piece."""
        return Piece(self.size, self.letter, self.finish)


class GoodsPhoto(TenantOwned, Base):
    """A photo of goods, damage or a delivery in two sizes (inventory.pictures), by content digest."""

    __tablename__ = "goods_photos"
    __table_args__ = (
        Index("ix_goods_photos_size", "operator_id", "size_bytes"),
        Index("ix_goods_photos_age", "in_handover", "created_at"),
    )

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    large: Mapped[bytes] = mapped_column(Blob)
    small: Mapped[bytes] = mapped_column(Blob)
    # Time of the last upload: the same photo may be uploaded again before anything refers to it.
    created_at: Mapped[datetime] = mapped_column(Instant)
    # Bytes of both sizes; the storage quota sums them with an index-only scan (billing.storage).
    size_bytes: Mapped[int] = mapped_column(Integer, default=0, server_default="0")
    # True if a handover refers to the photo. False may also mean that it wasn't checked yet (unused_pictures).
    in_handover: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
