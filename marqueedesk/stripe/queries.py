"""Read-only queries about businesses' accounts at the provider, scoped to the session's operator."""

from typing import cast

from sqlalchemy import Connection, Table, and_, bindparam, select
from sqlalchemy.orm import Session

from marqueedesk.instance_settings.service import StripeKeys
from marqueedesk.kit.db.tenancy import assert_tenant_filtered
from marqueedesk.settings import is_live_key
from marqueedesk.stripe import ids
from marqueedesk.stripe.models import ACCOUNT, ConnectedAccount, ProviderId

_accounts = cast("Table", ConnectedAccount.__table__)
_ids = cast("Table", ProviderId.__table__)


def connected(db: Session, operator_id: int, *, live: bool) -> ConnectedAccount | None:
    """Return the business's account with its last reported capabilities; None if it has none, or nothing was reported
    yet.
    """
    account_id = ids.provider_id(db, operator_id, ACCOUNT, live=live)
    return account_by_id(db, account_id) if account_id else None


def account_by_id(db: Session, account_id: str) -> ConnectedAccount | None:
    """Return the stored state of an account of the session's operator."""
    return db.scalars(select(ConnectedAccount).where(ConnectedAccount.id == account_id)).one_or_none()


_CHARGES_ENABLED = assert_tenant_filtered(
    select(_accounts.c.charges_enabled)
    .select_from(
        _ids.outerjoin(_accounts, and_(_accounts.c.id == _ids.c.id, _accounts.c.operator_id == bindparam("operator")))
    )
    .where(
        _ids.c.operator_id == bindparam("operator"),
        _ids.c.kind == ACCOUNT,
        _ids.c.live == bindparam("live"),
        _ids.c.retired_at.is_(None),
    )
    .order_by(_ids.c.created_at, _ids.c.id)
    .limit(1)
)


def takes_cards(db: Session | Connection, operator_id: int, keys: StripeKeys | None) -> bool:
    """Return true if the business's customers can pay by card. ``keys`` are the installation's, or None."""
    if keys is None:
        return False
    connection = db.connection() if isinstance(db, Session) else db
    live = is_live_key(keys.secret_key)
    return bool(connection.scalar(_CHARGES_ENABLED, {"operator": operator_id, "live": live}))
