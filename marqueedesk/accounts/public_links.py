"""Opening a page by its link: whose it is, and what it leads to."""

from sqlalchemy.orm import Session

from marqueedesk.accounts.errors import UnknownOperator
from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.queries import public_operator
from marqueedesk.kit.db.tenancy import set_operator
from marqueedesk.kit.errors import NotFound
from marqueedesk.kit.http import links


def open_link(db: Session, token: str, kind: str, unknown: type[NotFound]) -> tuple[Operator, int]:
    """Keep a session to the operator whose link a token is; answer the operator, and the id that the link leads to.

    Raises ``unknown``: for a malformed, an unknown and a replaced token, and when the operator is deactivated, alike.
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
