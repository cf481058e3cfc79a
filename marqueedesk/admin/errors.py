"""What an administrator cannot do, and what to do instead (A6)."""

from marqueedesk.kit.errors import Conflict, NotFound


class NoSuchUser(NotFound):
    """There is no user with this id, or no longer."""

    code = "no_user"
    sentence = "This user does not exist."


class OwnAccount(Conflict):
    """Administrators do not take away their own rights: that way the last one cannot be lost."""

    code = "own_account"
    sentence = "You cannot change your own role, deactivate or delete yourself. Ask another administrator."


class HasSubscription(Conflict):
    """A user's business has a live subscription."""

    code = "has_subscription"
    sentence = "This user has a subscription and cannot be deleted. Cancel it first, or deactivate the account instead."


class HasBookings(Conflict):
    """A user's business has confirmed bookings that are still to happen."""

    code = "has_bookings"

    def __init__(self, count: int) -> None:
        bookings = "a confirmed booking" if count == 1 else f"{count} confirmed bookings"
        super().__init__(
            f"This user has {bookings} still to come and cannot be deleted. Deactivate the account instead.",
            bookings=count,
        )


class WasSent(Conflict):
    """An email that reached its reader: what it says, links among it, is theirs alone."""

    code = "was_sent"
    sentence = "This email was sent. Only emails that were not sent can be read here."
