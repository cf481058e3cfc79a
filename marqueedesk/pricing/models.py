"""The table of price lists."""

from sqlalchemy import Boolean, Text, false
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document
from marqueedesk.kit.db.keys import GoesWithOperator
from marqueedesk.pricing.payment_terms import StoredTerms
from marqueedesk.pricing.price_list import PriceListDocument
from marqueedesk.pricing.ways_to_pay import StoredMethod


class StoredPriceList(GoesWithOperator, Base):
    """An operator's price list as one document (see PriceList.to_json). An operator who never changed it has no row."""

    __tablename__ = "price_lists"
    __topic__ = "settings"

    data: Mapped[PriceListDocument] = mapped_column(Document)


class StoredPaymentPolicy(GoesWithOperator, Base):
    """An operator's payment policy as one document (see PaymentTerms.to_json). An operator who never set one has no
    row; their deposit is the price list's.
    """

    __tablename__ = "payment_policies"
    __topic__ = "settings"

    data: Mapped[StoredTerms] = mapped_column(Document)
    # The ways to pay without a card; None for those usual in its currency. The words on them, and whether they appear
    # beside cards.
    methods: Mapped[list[StoredMethod] | None] = mapped_column(Document)
    how_to_pay: Mapped[str | None] = mapped_column(Text)
    how_to_pay_beside_cards: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
