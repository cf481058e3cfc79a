"""Store which partner's link a visitor's booking came from, in the transaction that creates the booking."""

from datetime import datetime
from typing import cast

from sqlalchemy import Connection, Table, bindparam, insert, select

from marqueedesk.kit.db.tenancy import assert_tenant_filtered
from marqueedesk.kit.text.text_forms import code_key
from marqueedesk.partners.models import Partner, PartnerReferral

_partners = cast("Table", Partner.__table__)
_referrals = cast("Table", PartnerReferral.__table__)
_BY_CODE = assert_tenant_filtered(
    select(_partners.c.id).where(
        _partners.c.operator_id == bindparam("operator"), _partners.c.key == bindparam("key"), _partners.c.active
    )
)


def keep(connection: Connection, operator_id: int, booking_id: int, code: str, now: datetime) -> None:
    """Store the partner with a code as the one who brought a new booking.

    An unknown code is ignored: a visitor with an outdated link can still book.
    """
    partner_id = connection.scalar(_BY_CODE, {"operator": operator_id, "key": code_key(code)})
    if partner_id is not None:
        row = {"operator_id": operator_id, "booking_id": booking_id, "partner_id": partner_id, "at": now}
        connection.execute(insert(_referrals), row)
