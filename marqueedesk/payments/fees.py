"""The platform's fee for card payments to a business: a percentage and a fixed amount, by its plan.

A payment stores its fee and the rule for refunds: settings that change later do not change what was agreed. Plans are
billing's: the application gives what a plan says (`app.state.plan_fee`).
"""

from dataclasses import dataclass
from typing import Protocol, cast

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.instance_settings.service import effective

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


class PlanFee(Protocol):
    """What the plan of the session's business says of the fee; `billing.queries` implements it."""

    def __call__(self, db: Session) -> tuple[int | None, int | None]:
        """Basis points of each payment, and cents on top; None for what the plan leaves to the installation."""
        ...


def fee_of(request: Request, db: Session) -> PlatformFee:
    """The fee for payments to the session's business: what its plan says, else the installation's."""
    percent, fixed = cast("PlanFee", request.app.state.plan_fee)(db)
    platform = effective(db, request.app.state.settings)
    return PlatformFee(
        basis_points=platform.fee_basis_points if percent is None else percent,
        fixed_cents=platform.fee_fixed_cents if fixed is None else fixed,
        is_returned=platform.returns_fee,
    )
