"""The platform's fee on card payments to a business: a percentage and a fixed amount, depending on its plan.

Each payment stores its fee and refund rule, so later changes to settings do not affect it. Plans belong to billing, so
the application provides a plan's fee (`app.state.plan_fee`).
"""

from dataclasses import dataclass
from typing import Protocol, cast

from fastapi import Request
from sqlalchemy.orm import Session

from marqueedesk.instance_settings.service import Platform, effective
from marqueedesk.kit.money import share, smallest_step

_BASIS = 10_000


@dataclass(frozen=True, slots=True)
class PlatformFee:
    """A fee in basis points of each payment, plus cents. With ``is_returned``, refunds return the platform's share."""

    basis_points: int
    fixed_cents: int
    is_returned: bool

    def of(self, cents: int, currency: str) -> int:
        """Compute the fee for a payment, to the nearest cent, or unit in a currency without decimals.

        The fee is at most half of the payment: the provider deducts its own fee as well, and rejects a fee that leaves
        nothing.
        """
        step = smallest_step(currency)
        fixed = share(self.fixed_cents, 1, 1, step)
        return min(share(cents, self.basis_points, _BASIS, step) + fixed, cents // (2 * step) * step)


class PlanFee(Protocol):
    """The fee set by the plan of the session's business; implemented by `billing.queries`."""

    def __call__(self, db: Session) -> tuple[int | None, int | None]:
        """Return basis points and cents per payment; None for values that the plan leaves to the installation."""
        ...


def fee_of(request: Request, db: Session) -> PlatformFee:
    """Return the fee on payments to the session's business: its plan's, or otherwise the installation's."""
    plan = cast("PlanFee", request.app.state.plan_fee)(db)
    return fee_with(effective(db, request.app.state.settings), plan)


def fee_with(platform: Platform, plan: tuple[int | None, int | None]) -> PlatformFee:
    """Return the fee by a plan's basis points and cents, or otherwise the installation's."""
    percent, fixed = plan
    return PlatformFee(
        basis_points=platform.fee_basis_points if percent is None else percent,
        fixed_cents=platform.fee_fixed_cents if fixed is None else fixed,
        is_returned=platform.returns_fee,
    )
