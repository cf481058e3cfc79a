"""What can be in the way of joining and leaving a business."""

from marqueedesk.kit.errors import Conflict


class AnothersInvitation(Conflict):
    """The invitation was sent to another address than the one that somebody is signed in with."""

    code = "anothers_invitation"

    def __init__(self, invited: str, present: str) -> None:
        super().__init__(
            f"This invitation is for {invited}, and you are signed in as {present}. "
            "Sign out to accept it, or ask for one to your address."
        )


class HasAccount(Conflict):
    """Nobody is signed in, and the invited address has an account."""

    code = "has_account"
    sentence = "There is an account with this address. Please sign in to accept the invitation."


class CannotJoin(Conflict):
    """What somebody has to settle before they can join another business; ``reason`` says it to programs."""

    code = "cannot_join"

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence, reason=reason)


class OwnerStays(Conflict):
    """The owner of a business does not leave it."""

    code = "owner_stays"
    sentence = "You own this business and cannot leave it. You can close it under Account."
