"""Resolve links with tokens to their operator and target."""

from sqlalchemy.orm import Session

from marqueedesk.accounts.errors import BusinessUnavailable, UnknownOperator
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.queries import public_operator
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.http import links
from marqueedesk.kit.watch import timing


def open_link(db: Session, token: str, kind: str, unknown: type[NotFound]) -> tuple[Operator, int]:
    """Scope a session to the operator that a link's token belongs to; return the operator and the ID of the link's
    target.

    Raises ``unknown`` for a malformed, unknown or replaced token and for a deactivated operator.
    """
    link = links.find(db, token, kind)
    if link is None:
        raise unknown
    try:
        operator = public_operator(db, link.operator_id)
    except UnknownOperator:
        raise unknown from None
    set_operator(db, operator.id)
    return operator, link.target_id


def refuse_change_while_suspended(operator: Operator) -> None:
    """Raise BusinessUnavailable (403) during a request that may change data, if the business is suspended. Customers
    can still read their pages.
    """
    if operator.stopped_at is not None and timing.may_change():
        raise BusinessUnavailable
