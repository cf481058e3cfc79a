"""The table of price lists."""

from sqlalchemy import Boolean, Text, false
from sqlalchemy.orm import Mapped, mapped_column

from marqueedesk.kit.db.db import Base, Document
from marqueedesk.kit.db.keys import GoesWithOperator
from marqueedesk.pricing.payment_terms import StoredTerms
from marqueedesk.pricing.price_list import PriceListDocument
from marqueedesk.pricing.ways_to_pay import StoredMethod


class StoredPriceList(GoesWithOperator, Base):
    """An operator's price list as one document (see PriceList.to_json). Without a row, the default prices apply."""

    __tablename__ = "price_lists"
    __topic__ = "settings"

    data: Mapped[PriceListDocument] = mapped_column(Document)


class StoredPaymentPolicy(GoesWithOperator, Base):
    """An operator's payment policy as one document (see PaymentTerms.to_json).

    Without a row, only the price list's deposit applies.
    """

    __tablename__ = "payment_policies"
    __topic__ = "settings"

    data: Mapped[StoredTerms] = mapped_column(Document)
    # Payment methods other than cards (None for the currency's defaults), payment instructions, and true if the
    # instructions are also shown alongside card payments.
    methods: Mapped[list[StoredMethod] | None] = mapped_column(Document)
    how_to_pay: Mapped[str | None] = mapped_column(Text)
    how_to_pay_beside_cards: Mapped[bool] = mapped_column(Boolean, default=False, server_default=false())
