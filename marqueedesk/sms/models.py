"""Tables of the numbers that businesses text from, and of those that don't want texts."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Instant
from marqueedesk.kit.db.keys import GoesWithOperator


class TextSender(Base):
    """A number or messaging service that texts of one business come from. Businesses without a row use the
    installation's. Not operator-owned, because a sender is unique across businesses and determines the session's
    operator.
    """

    __tablename__ = "text_senders"
    __table_args__ = (Index("ix_text_senders_operator_id", "operator_id"), {"info": {"owned": False}})

    # The sender in lowercase, so that no two businesses use the same one in different spellings.
    key: Mapped[str] = mapped_column(String(120), primary_key=True)
    sender: Mapped[str] = mapped_column(String(120))
    operator_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("operators.id", ondelete="CASCADE"))
    since: Mapped[datetime] = mapped_column(Instant)


class TextOptOut(GoesWithOperator, Base):
    """A number that does not want texts from a business."""

    __tablename__ = "text_opt_outs"
    __topic__ = "conversations"

    phone: Mapped[str] = mapped_column(String(20), primary_key=True)
    at: Mapped[datetime] = mapped_column(Instant)


class SharedTextOptOut(Base):
    """A number that does not want texts from the installation's number, which several businesses share."""

    __tablename__ = "shared_text_opt_outs"

    phone: Mapped[str] = mapped_column(String(20), primary_key=True)
    at: Mapped[datetime] = mapped_column(Instant)
