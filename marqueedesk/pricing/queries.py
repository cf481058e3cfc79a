"""Every SELECT about price lists and payment policies, each kept to the session's operator."""

import typing
from functools import lru_cache

import orjson
from sqlalchemy import Table, Text, bindparam, cast, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.queries import lock_own
from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.kit.db.prepared import Prepared
from marqueedesk.kit.db.rows import fresh
from marqueedesk.kit.db.tenancy import all_tenants, assert_tenant_filtered, kept_to
from marqueedesk.pricing.models import StoredPaymentPolicy, StoredPriceList
from marqueedesk.pricing.payment_terms import PaymentTerms
from marqueedesk.pricing.price_list import DEFAULT_PRICE_LIST, PriceList
from marqueedesk.pricing.ways_to_pay import WaysToPay, read_methods, usual_methods
from marqueedesk.stripe.queries import takes_cards

_price_lists = typing.cast("Table", StoredPriceList.__table__)
# Nearly every signed-in call reads it.
_PRICE_LIST = Prepared(
    assert_tenant_filtered(
        select(cast(_price_lists.c.data, Text).label("data")).where(_price_lists.c.operator_id == bindparam("operator"))
    )
)


def price_list(db: Session) -> PriceList:
    """The operator's price list; the default one while they have not changed theirs."""
    # What the session has not written yet is not seen past it.
    db.flush()
    stored = _PRICE_LIST.one_or_none(db.connection(), {"operator": kept_to(db)})
    return _read(stored.data) if stored else DEFAULT_PRICE_LIST


@lru_cache(maxsize=64)
def _read(text: str) -> PriceList:
    return PriceList.from_json(orjson.loads(text))


def price_list_of(db: Session, operator_id: int) -> PriceList:
    """The price list of a named operator, on any session."""
    with all_tenants(db, "a person who signs in has no operator on their session yet"):
        stored = db.scalars(select(StoredPriceList).where(StoredPriceList.operator_id == operator_id)).one_or_none()
    return PriceList.from_json(stored.data) if stored else DEFAULT_PRICE_LIST


def has_own_prices(db: Session) -> bool:
    """Whether the operator has ever saved a price list."""
    return db.scalars(select(StoredPriceList.operator_id)).one_or_none() is not None


def stored_for_change(db: Session) -> StoredPriceList | None:
    """The operator's stored price list, under their lock, or None while there is none."""
    lock_own(db)
    return fresh(db, StoredPriceList)


def payment_terms(db: Session) -> PaymentTerms | None:
    """The terms of the operator's payment policy; None while they have not set one."""
    stored = _stored_policy(db)
    return PaymentTerms.from_json(stored.data) if stored else None


def ways_to_pay(db: Session, currency: str) -> WaysToPay:
    """How the operator's customers pay without a card; the usual ways in their ``currency`` while they have not chosen
    their own.
    """
    stored = _stored_policy(db)
    if stored is None:
        return WaysToPay(usual_methods(currency))
    return WaysToPay(read_methods(stored.methods, currency), stored.how_to_pay, stored.how_to_pay_beside_cards)


def how_to_pay(db: Session, operator_id: int, keys: StripeKeys | None) -> str | None:
    """The operator's words on how to pay, for a customer who owes something; None where there are none, or where cards
    are enough. ``keys`` are those of the installation's payment provider.
    """
    stored = _stored_policy(db)
    if stored is None or stored.how_to_pay is None:
        return None
    enough = not stored.how_to_pay_beside_cards and takes_cards(db, operator_id, keys)
    return None if enough else stored.how_to_pay


def _stored_policy(db: Session) -> StoredPaymentPolicy | None:
    return db.scalars(select(StoredPaymentPolicy)).one_or_none()


def stored_policy_for_change(db: Session) -> StoredPaymentPolicy | None:
    """The operator's stored payment policy, under their lock, or None while there is none."""
    lock_own(db)
    return fresh(db, StoredPaymentPolicy)
