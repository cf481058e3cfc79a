"""Reasons why somebody cannot join or leave a business."""

from marqueedesk.kit.errors import Conflict


class AnothersInvitation(Conflict):
    """The invitation was sent to a different address than the one that the person is signed in with."""

    code = "anothers_invitation"
    sentence = (
        "This invitation is for {invited}, and you are signed in as {present}. "
        "Sign out to accept it, or ask for one to your address."
    )


class HasAccount(Conflict):
    """Nobody is signed in, and the invited address has an account."""

    code = "has_account"
    sentence = "There is an account with this address. Please sign in to accept the invitation."


class CannotJoin(Conflict):
    """Something must be settled before a person can join another business; ``reason`` names it for programs."""

    code = "cannot_join"

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence, reason=reason)


class OwnerStays(Conflict):
    """The owner of a business cannot leave it."""

    code = "owner_stays"
    sentence = "You own this business and cannot leave it. You can close it under Account."
