"""Reasons a business can't be closed."""

from marqueedesk.kit.errors import Conflict


class CannotClose(Conflict):
    """The business has upcoming confirmed bookings or an active subscription (A6)."""

    code = "cannot_close"

    def __init__(self, coming: int, *, subscription: bool) -> None:
        reasons: list[str] = []
        if coming:
            reasons.append("an upcoming confirmed booking" if coming == 1 else f"{coming} upcoming confirmed bookings")
        if subscription:
            reasons.append("a subscription")
        super().__init__(
            f"Your business has {' and '.join(reasons)}. Complete or cancel them first.",
            coming=coming,
            subscription=subscription,
        )
