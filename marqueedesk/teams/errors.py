"""Errors of joining and leaving a business."""

from marqueedesk.kit.errors import Conflict


class AnothersInvitation(Conflict):
    """The invitation was sent to a different email address than the signed-in user's."""

    code = "anothers_invitation"
    message = (
        "This invitation is for {invited}, but you are signed in as {present}. "
        "Sign out to accept it, or ask for an invitation to your email."
    )


class HasAccount(Conflict):
    """The caller is signed out, but the invited email address has an account."""

    code = "has_account"
    message = "This email already has an account. Sign in to accept the invitation."


class CannotJoin(Conflict):
    """The user has to resolve something before joining another business; ``reason`` is its code."""

    code = "cannot_join"

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence, reason=reason)


class OwnerStays(Conflict):
    """The owner of a business cannot leave it."""

    code = "owner_stays"
    message = "You own this business and cannot leave it. You can close it under Settings > Account."
