"""SELECTs of businesses' accounts at the provider, each limited to the session's operator."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.settings import is_live_key
from marqueedesk.stripe import ids
from marqueedesk.stripe.models import ACCOUNT, ConnectedAccount


def connected(db: Session, operator_id: int, *, live: bool) -> ConnectedAccount | None:
    """Return the business's account with its last reported capabilities; None if it has none, or nothing was reported
    yet.
    """
    account_id = ids.provider_id(db, operator_id, ACCOUNT, live=live)
    return account_by_id(db, account_id) if account_id else None


def account_by_id(db: Session, account_id: str) -> ConnectedAccount | None:
    """Return the stored state of an account of the session's operator."""
    return db.scalars(select(ConnectedAccount).where(ConnectedAccount.id == account_id)).one_or_none()


def takes_cards(db: Session, operator_id: int, keys: StripeKeys | None) -> bool:
    """Return whether the business's customers can pay by card. ``keys`` are the installation's, or None."""
    account = connected(db, operator_id, live=is_live_key(keys.secret_key)) if keys else None
    return account is not None and account.charges_enabled
