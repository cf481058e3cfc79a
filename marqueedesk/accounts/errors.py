"""What can go wrong with people and their sign-ins."""

from collections.abc import Sequence
from typing import ClassVar, Self

from marqueedesk.kit.errors import Conflict, Forbidden, Invalid, NotFound, Unauthenticated


class WrongCredentials(Unauthenticated):
    """The email is unknown or the password is wrong: the answer is the same (A3)."""

    code = "wrong_credentials"
    sentence = "The email or password is not right."


class Deactivated(Forbidden):
    """The account is deactivated. Only a person who knows its password learns this (A3)."""

    code = "deactivated"
    sentence = "This account is deactivated. Please contact the administrator."


class AccountInactive(Conflict):
    """A deactivated account cannot be given a way in."""

    code = "inactive"
    sentence = "This account is deactivated. Activate it first."


class EmailTaken(Conflict):
    """Another account has this email."""

    code = "email_taken"
    sentence = "An account with this email already exists."


class WrongProof(Invalid):
    """A password, code or passkey that proves nothing."""

    status = 400


class WrongCurrentPassword(WrongProof):
    """The current password given for a change is wrong."""

    code = "wrong_password"
    sentence = "The current password is not right."


class ResetOver(NotFound):
    """A link for another password or to sign in that leads nowhere: unknown, used, ended, or over an hour old."""

    code = "reset_over"
    sentence = "This link has been used already or is too old. Please ask for a new one."


class SecondFactorNeeded(Unauthenticated):
    """The password was right, and the account has a second factor. ``ticket`` is sent along with the code or passkey;
    ``methods`` names what the account has: ``totp``, ``passkey``.
    """

    code = "second_factor_needed"
    sentence = "Use your passkey, the code of your authenticator app, or a recovery code."


class TicketOver(Unauthenticated):
    """A ticket of a sign-in that is unknown or over ten minutes old."""

    code = "ticket_over"
    sentence = "That took too long. Please sign in again."


class WrongCode(WrongProof):
    """A code of a second factor that is wrong, or was used before."""

    code = "wrong_code"
    sentence = "This code is not right, or was used already. Codes change every 30 seconds."


class SecondFactorOn(Conflict):
    """The account has a second factor already."""

    code = "second_factor_on"
    sentence = "Your authenticator app is set up already. Remove it first to set up another."


class NoSecondFactor(Conflict):
    """There is no second factor to confirm."""

    code = "no_second_factor"
    sentence = "Set up an authenticator app or a passkey first."


class WrongPasskey(WrongProof):
    """A passkey's answer that does not fit: to another question, of another site, by another key, or too late."""

    code = "wrong_passkey"
    sentence = "This passkey could not be used. Please try again."


class PasskeyKnown(Conflict):
    """The passkey is registered already."""

    code = "passkey_known"
    sentence = "This passkey is set up already."


class TooManyPasskeys(Conflict):
    """An account has as many passkeys as it can have."""

    code = "too_many_passkeys"
    sentence = "You have 20 passkeys. Remove one to add another."


class SecondFactorStaysOn(Conflict):
    """The last second factor of somebody who needs one."""

    code = "second_factor_stays"
    sentence = "You need a second factor here. Set up another one before you remove this one."


class Reauthenticate(Forbidden):
    """A sensitive call, and the caller has not given their password or a code in the last ten minutes.

    ``methods`` are the second factors that the caller has. If there is one, the password is not enough.
    """

    code = "reauthenticate"
    sentence = "Please enter your password again to do this."

    @classmethod
    def needing(cls, methods: Sequence[str] = ()) -> Self:
        """The refusal for a caller with these second factors."""
        return cls(_PROVE_FACTOR if methods else None, methods=list(methods))


_PROVE_FACTOR = "Please use your passkey, a code of your authenticator app, or a recovery code to do this."


class SecondFactorRequired(Forbidden):
    """Somebody without a second factor, which the installation wants of administrators, or a business of its team."""

    code = "second_factor_required"
    sentence = "You need a second factor here. Set up a passkey or an authenticator app in Settings, Security."


class LongerPasswordRequired(Forbidden):
    """An administrator whose password was set when they were none and could be shorter."""

    code = "longer_password_required"
    sentence = "Administrators need a password of at least 12 characters. Choose a longer one in Settings, Security."


class EmailChangeOver(NotFound):
    """A link about another email address that leads nowhere: unknown, used, replaced or too old."""

    code = "email_change_over"
    sentence = "This link has been used already or is too old."


class NoBusiness(Forbidden):
    """The account runs no business of its own (an administrator's, for instance)."""

    code = "no_business"
    sentence = "This account does not run a business."


class NoSuchMember(NotFound):
    """Nobody of this id belongs to the business, or not any more."""

    code = "no_member"
    sentence = "This person is not in your team."


class OwnersPart(Conflict):
    """The owner of a business is always its owner."""

    code = "owners_part"
    sentence = "The owner of a business cannot be removed or become something else."


class OwnPart(Conflict):
    """Nobody changes what they are themselves: they can leave."""

    code = "own_part"
    sentence = "You cannot change or remove yourself. You can leave the team instead."


class AlreadyMember(Conflict):
    """Somebody with this address is in the team."""

    code = "already_member"
    sentence = "Somebody with this address is in your team already."


class AlreadyInvited(Conflict):
    """Somebody with this address has an invitation that is still good."""

    code = "already_invited"
    sentence = "This address has an open invitation. Send it again, or revoke it."


class TooManyInvitations(Conflict):
    """A business has as many open invitations as it can have."""

    code = "too_many_invitations"
    sentence = "Your team has 50 open invitations. Revoke some before you invite others."


class NoInvitation(NotFound):
    """A link that leads to no invitation: malformed, unknown, replaced by a newer mail, or its business is gone."""

    code = "no_invitation"
    sentence = "This invitation does not exist, or a newer mail has replaced it. Please use the link of the latest one."


class InvitationClosed(Conflict):
    """An invitation that was accepted, declined or revoked, or that is too old. ``state`` says which."""

    code = "invitation_closed"
    _sentences: ClassVar[dict[str, str]] = {
        "accepted": "This invitation has been accepted already.",
        "declined": "This invitation has been declined. Please ask for a new one.",
        "revoked": "This invitation has been taken back. Please ask for a new one.",
        "expired": "This invitation is older than a week. Please ask for a new one.",
    }

    def __init__(self, state: str) -> None:
        super().__init__(self._sentences[state], state=state)


class BusinessClosing(Forbidden):
    """The caller's business is being closed: nothing changes in it any more, unless its owner takes that back."""

    code = "business_closing"
    sentence = "This business is being closed. Its owner can take that back in the settings."


class UnknownOperator(NotFound):
    """No such operator for the public, or one that is deactivated: the two are answered alike."""

    code = "no_operator"
    sentence = "This booking form is not available"


class NotOpenYet(UnknownOperator):
    """A business that an administrator has yet to approve."""

    code = "not_open_yet"
    sentence = "This booking form is not open yet. Please contact the business."


class StorageFull(Conflict):
    """An upload would go over the storage that the business has for pictures; both figures are in bytes."""

    code = "storage_full"

    def __init__(self, used: int, allowed: int) -> None:
        super().__init__(
            f"Your picture storage is full: {_megabytes(used)} of {_megabytes(allowed)} MB used. Remove pictures you "
            "no longer need, or choose a plan with more storage.",
            usedBytes=used,
            allowedBytes=allowed,
        )


def _megabytes(size: int) -> str:
    """A size in megabytes, with one decimal where there is one: 12, 199.8."""
    return f"{round(size / 1_000_000, 1):,}".removesuffix(".0")


class OwnerUnconfirmed(Forbidden):
    """Pictures can be uploaded once the business's owner has confirmed their email address."""

    code = "email_unconfirmed"
    sentence = (
        "Confirm your email address first: pictures can be uploaded once the owner of the business has opened the "
        "link we emailed. A new link can be sent from Settings, Account."
    )
