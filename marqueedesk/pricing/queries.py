"""Read-only queries about price lists and payment policies, scoped to the session's operator."""

import typing
from functools import lru_cache

import orjson
from sqlalchemy import Table, Text, bindparam, cast, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.queries import lock_own
from marqueedesk.instance_settings import service as instance_settings
from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.kit.db.prepared import Prepared
from marqueedesk.kit.db.rows import fresh
from marqueedesk.kit.db.tenancy import all_tenants, assert_tenant_filtered, kept_to
from marqueedesk.pricing.models import StoredPaymentPolicy, StoredPriceList
from marqueedesk.pricing.payment_terms import DEFAULT_TERMS, PaymentTerms
from marqueedesk.pricing.price_list import PriceList, default_price_list
from marqueedesk.pricing.ways_to_pay import WaysToPay, read_methods, usual_methods
from marqueedesk.stripe.queries import takes_cards

_price_lists = typing.cast("Table", StoredPriceList.__table__)
# Used by nearly every authenticated request.
_PRICE_LIST = Prepared(
    assert_tenant_filtered(
        select(cast(_price_lists.c.data, Text).label("data")).where(_price_lists.c.operator_id == bindparam("operator"))
    )
)


def price_list(db: Session) -> PriceList:
    """Return the operator's price list, or the default one."""
    # Flush first, so that changes made in this session are read instead of cached prices.
    db.flush()
    stored = _PRICE_LIST.one_or_none(db.connection(), {"operator": kept_to(db)})
    return _read(stored.data) if stored else _default(db, kept_to(db))


@lru_cache(maxsize=64)
def _read(text: str) -> PriceList:
    return PriceList.from_json(orjson.loads(text))


def _default(db: Session, operator_id: int) -> PriceList:
    # Sessions of people who signed in have already loaded their business.
    return default_price_list(db.get_one(Operator, operator_id).currency)


def price_list_of(db: Session, operator_id: int) -> PriceList:
    """Return the price list of the given operator. Works on any session."""
    with all_tenants(db, "a person who signs in has no operator on their session yet"):
        stored = db.scalars(select(StoredPriceList).where(StoredPriceList.operator_id == operator_id)).one_or_none()
    return PriceList.from_json(stored.data) if stored else _default(db, operator_id)


def default_list(db: Session) -> PriceList:
    """Return the default price list in the currency of the session's operator."""
    return _default(db, kept_to(db))


def has_own_prices(db: Session) -> bool:
    """Return true if the operator has ever saved a price list."""
    return db.scalars(select(StoredPriceList.operator_id)).one_or_none() is not None


def stored_for_change(db: Session) -> StoredPriceList | None:
    """Return the operator's stored price list under their lock, or None."""
    lock_own(db)
    return fresh(db, StoredPriceList)


def payment_terms(db: Session) -> PaymentTerms | None:
    """Return the terms of the operator's payment policy, or None if there is none."""
    stored = _stored_policy(db)
    return PaymentTerms.from_json(stored.data) if stored else None


def collects_at_booking(db: Session, operator_id: int, keys: StripeKeys | None) -> bool:
    """Return true if the operator's visitors pay by card as part of booking. ``keys`` are the installation's Stripe
    keys.
    """
    return (payment_terms(db) or DEFAULT_TERMS).collect != "nothing" and takes_cards(db, operator_id, keys)


def ways_to_pay(db: Session, currency: str) -> WaysToPay:
    """Return the operator's payment methods other than cards, or the defaults for their ``currency``."""
    stored = _stored_policy(db)
    if stored is None:
        return WaysToPay(usual_methods(currency))
    return WaysToPay(read_methods(stored.methods, currency), stored.how_to_pay, stored.how_to_pay_beside_cards)


def how_to_pay(db: Session, operator_id: int, keys: StripeKeys | None) -> str | None:
    """Return the operator's payment instructions for a customer with a balance due.

    Returns None if there are none, or if customers pay by card and don't need them. ``keys`` are the installation's
    Stripe keys.
    """
    stored = _stored_policy(db)
    if stored is None or stored.how_to_pay is None:
        return None
    enough = not stored.how_to_pay_beside_cards and takes_cards(db, operator_id, keys)
    return None if enough else stored.how_to_pay


def _stored_policy(db: Session) -> StoredPaymentPolicy | None:
    return db.scalars(select(StoredPaymentPolicy)).one_or_none()


def stored_policy_for_change(db: Session) -> StoredPaymentPolicy | None:
    """Return the operator's stored payment policy under their lock, or None."""
    lock_own(db)
    return fresh(db, StoredPaymentPolicy)


def free_cancellation_hours(db: Session, operator: Operator) -> int:
    """Return the hours before the delivery when free cancellation ends without cancellation tiers: the business's
    setting, or the installation's.
    """
    own = operator.free_cancellation_hours
    return instance_settings.free_cancellation_hours(db) if own is None else own
