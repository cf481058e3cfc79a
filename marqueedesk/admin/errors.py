"""Errors of administrator actions (A6)."""

from marqueedesk.kit.errors import Conflict, Forbidden, NotFound


class NoSuchUser(NotFound):
    """No user has this id."""

    code = "no_user"
    message = "This user does not exist."


class NoSuchBusiness(NotFound):
    """No business has this id."""

    message = "This business does not exist."


class NoSupportAccess(Forbidden):
    """The business's owner has not allowed support access, or it has ended."""

    code = "no_support_access"
    message = (
        "The owner of this business has not allowed support access, or it has ended. They can allow it for an hour "
        "under Settings > Security."
    )


class NoSuchAnnouncement(NotFound):
    """No announcement has this id."""

    message = "This announcement does not exist."


class OwnAccount(Conflict):
    """Administrators cannot revoke their own rights, so that one always remains."""

    code = "own_account"
    message = "You cannot change your own role or deactivate or delete your own account. Ask another administrator."


class HasSubscription(Conflict):
    """The user's business has an active subscription."""

    code = "has_subscription"
    message = "This user has a subscription and cannot be deleted. Cancel it first, or deactivate the account instead."


class HasBookings(Conflict):
    """The user's business has upcoming confirmed bookings."""

    code = "has_bookings"

    def __init__(self, count: int) -> None:
        bookings = "1 upcoming confirmed booking" if count == 1 else f"{count} upcoming confirmed bookings"
        super().__init__(
            f"This user has {bookings} and cannot be deleted. Deactivate the account instead.",
            bookings=count,
        )


class AnnouncementOver(Conflict):
    """The announcement has ended, so it can't be emailed anymore."""

    code = "announcement_over"
    message = "This announcement is over. Create a new one to email it."


class NoMailServer(Conflict):
    """The installation doesn't send email."""

    code = "no_mail_server"
    message = "No mail server is configured. Set it up in Settings > Email first."


class WasSent(Conflict):
    """The email was sent, so only its recipient may see its content and links."""

    code = "was_sent"
    message = "This email was sent. You can only read emails that were not sent."


class NumberOfBusiness(Conflict):
    """A business texts from the number or messaging service that is to be shared by all."""

    code = "number_taken"

    def __init__(self, name: str) -> None:
        super().__init__(fields={"smsFrom": f"{name} texts from this sender. Free it first, or enter a different one."})


class NoOwnNumber(NotFound):
    """The business has no number or messaging service of its own."""

    message = "This business doesn't have a number of its own."
