"""The platform's fee for card payments to a business: a percentage and a fixed amount, by its plan.

A payment stores its fee and the rule for refunds: settings that change later do not change what was agreed.
"""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from marqueedesk.billing import queries as billing
from marqueedesk.platform.service import Platform

_BASIS = 10_000


@dataclass(frozen=True, slots=True)
class PlatformFee:
    """A share of each payment in basis points, and cents on top. ``is_returned``: refunds give the platform's share
    back; otherwise the platform keeps it.
    """

    basis_points: int
    fixed_cents: int
    is_returned: bool

    def of(self, cents: int) -> int:
        """The fee for a payment, to the nearest cent. It is never more than half: the provider takes a part as well,
        and refuses a fee that leaves nothing.
        """
        return min((cents * self.basis_points + _BASIS // 2) // _BASIS + self.fixed_cents, cents // 2)


def fee_of(db: Session, platform: Platform) -> PlatformFee:
    """The fee for payments to the session's business: what its plan says, else the installation's."""
    subscription = billing.shown(db)
    plan = subscription.plan if subscription is not None else None
    percent = plan.fee_basis_points if plan is not None else None
    fixed = plan.fee_fixed_cents if plan is not None else None
    return PlatformFee(
        basis_points=platform.fee_basis_points if percent is None else percent,
        fixed_cents=platform.fee_fixed_cents if fixed is None else fixed,
        is_returned=platform.returns_fee,
    )
