"""Errors of accounts and sign-in."""

from collections.abc import Sequence
from typing import ClassVar, Self

from marqueedesk.kit.errors import Conflict, Forbidden, Invalid, NotFound, Unauthenticated


class WrongCredentials(Unauthenticated):
    """The email is unknown or the password is wrong; the response is the same for both (A3)."""

    code = "wrong_credentials"
    message = "The email or password is incorrect."


class Deactivated(Forbidden):
    """The account is deactivated. Reported only if the password is correct (A3)."""

    code = "deactivated"
    message = "This account is deactivated. Please contact the administrator."


class AccountInactive(Conflict):
    """A deactivated account cannot get a password reset link."""

    code = "inactive"
    message = "This account is deactivated. Activate it first."


class EmailTaken(Conflict):
    """The email belongs to another account."""

    code = "email_taken"
    message = "An account with this email already exists."


class WrongProof(Invalid):
    """Wrong password, code or passkey."""

    status = 400


class WrongCurrentPassword(WrongProof):
    """The current password, which the change requires, is wrong."""

    code = "wrong_password"
    message = "The current password is incorrect."


class ResetOver(NotFound):
    """The reset or sign-in link is unknown, used, revoked or expired (after one hour)."""

    code = "reset_over"
    message = "This link has expired or was already used. Request a new one."


class SecondFactorNeeded(Unauthenticated):
    """The password is correct, but the account has a second factor. ``ticket`` must be sent with the code or passkey;
    ``methods`` lists the account's factors: ``totp``, ``passkey``.
    """

    code = "second_factor_needed"
    message = "Use your passkey, a code from your authenticator app, or a recovery code."


class TicketOver(Unauthenticated):
    """The sign-in ticket is unknown or expired (after ten minutes)."""

    code = "ticket_over"
    message = "Your sign-in timed out. Please sign in again."


class WrongCode(WrongProof):
    """The second-factor code is wrong or was used before."""

    code = "wrong_code"
    message = "This code is incorrect or was already used. Codes change every 30 seconds."


class SecondFactorOn(Conflict):
    """The account already has an authenticator app."""

    code = "second_factor_on"
    message = "Your authenticator app is already set up. Remove it first to set up another."


class NoSecondFactor(Conflict):
    """The account has no second factor."""

    code = "no_second_factor"
    message = "Set up an authenticator app or a passkey first."


class WrongPasskey(WrongProof):
    """The passkey response does not match: wrong challenge, site or key, or it came too late."""

    code = "wrong_passkey"
    message = "This passkey could not be used. Please try again."


class PasskeyKnown(Conflict):
    """The passkey is already registered."""

    code = "passkey_known"
    message = "This passkey is already set up."


class TooManyPasskeys(Conflict):
    """The account has the maximum number of passkeys."""

    code = "too_many_passkeys"
    message = "You already have 20 passkeys, the maximum. Remove one to add another."


class SecondFactorStaysOn(Conflict):
    """A user who is required to have a second factor cannot remove the last one."""

    code = "second_factor_stays"
    message = "Two-factor authentication is required. Add another passkey or an app before you remove this one."


class Reauthenticate(Forbidden):
    """A sensitive call requires re-authentication: the caller has not entered a password or code in the last ten
    minutes.

    ``methods`` are the caller's second factors. If there is one, the password is not enough.
    """

    code = "reauthenticate"
    message = "Please enter your password again to do this."

    @classmethod
    def needing(cls, methods: Sequence[str] = ()) -> Self:
        """Create the error for a caller who has these second factors."""
        return cls(_PROVE_FACTOR if methods else None, methods=list(methods))


_PROVE_FACTOR = "Please use your passkey, a code from your authenticator app, or a recovery code to do this."


class SecondFactorRequired(Forbidden):
    """The user has no second factor, but needs one: the installation requires it for administrators, or the business
    for its team.
    """

    code = "second_factor_required"
    message = "Two-factor authentication is required. Set up a passkey or an authenticator app in Settings > Security."


class LongerPasswordRequired(Forbidden):
    """The user became an administrator, but the password is shorter than the minimum for administrators."""

    code = "longer_password_required"
    message = "Administrators need a password of at least 12 characters. Choose a longer one in Settings > Security."


class EmailChangeOver(NotFound):
    """The email change link is unknown, used, replaced or expired."""

    code = "email_change_over"
    message = "This link has expired or was already used."


class NoBusiness(Forbidden):
    """The account has no business; for example, because it is an administrator's."""

    code = "no_business"
    message = "This account has no business."


class NoSuchMember(NotFound):
    """The business has no current member with this ID."""

    code = "no_member"
    message = "This person is not on your team."


class OwnersPart(Conflict):
    """A business's owner cannot be removed or given another role."""

    code = "owners_part"
    message = "The owner of a business cannot be removed or given another role."


class CannotChangeOwnRole(Conflict):
    """You cannot change your own role or remove yourself; leave the team instead."""

    code = "own_part"
    message = "You cannot change your own role or remove yourself. You can leave the team instead."


class AlreadyMember(Conflict):
    """A team member already has this email address."""

    code = "already_member"
    message = "Someone with this email is already on your team."


class AlreadyInvited(Conflict):
    """There is an open invitation to this address."""

    code = "already_invited"
    message = "This email already has an open invitation. Resend or revoke it."


class TooManyInvitations(Conflict):
    """The business has the maximum number of open invitations."""

    code = "too_many_invitations"
    message = "Your team has 50 open invitations, the maximum. Revoke one before you invite someone else."


class NoInvitation(NotFound):
    """The invitation link is malformed, unknown or replaced by a newer email, or its business was removed."""

    code = "no_invitation"
    message = "This invitation does not exist or was replaced by a newer one. Use the link in the latest email."


class InvitationClosed(Conflict):
    """The invitation was accepted, declined or revoked, or has expired; ``state`` has the reason."""

    code = "invitation_closed"
    _sentences: ClassVar[dict[str, str]] = {
        "accepted": "This invitation was already accepted.",
        "declined": "This invitation was declined. Ask for a new one.",
        "revoked": "This invitation was withdrawn. Ask for a new one.",
        "expired": "This invitation has expired. Ask for a new one.",
    }

    def __init__(self, state: str) -> None:
        super().__init__(self._sentences[state], state=state)


class BusinessClosing(Forbidden):
    """The caller's business is being closed, and can't be changed unless its owner reopens it."""

    code = "business_closing"
    message = "This business is being closed. The owner can reopen it in Settings."


class BusinessSuspended(Forbidden):
    """An administrator has suspended the caller's business. The response has the reason that they gave."""

    code = "business_suspended"

    def __init__(self, reason: str | None) -> None:
        why = f" Reason: {reason.rstrip('.')}." if reason else ""
        super().__init__(
            f"The administrator of this site has suspended your business.{why} Your data is safe. Please contact the "
            "administrator.",
            reason=reason,
        )


class BusinessUnavailable(Forbidden):
    """A customer tried to make a change while the business is suspended."""

    code = "business_unavailable"
    message = (
        "This business is not available online at the moment, so nothing was changed. Your booking and your payments "
        "are unchanged. Please contact the business."
    )


class UnknownOperator(NotFound):
    """The operator is unknown or deactivated. Public calls get the same response for both."""

    code = "no_operator"
    message = "This booking form is not available"


class AwaitingApproval(UnknownOperator):
    """The business awaits an administrator's approval."""

    code = "not_open_yet"
    message = "This booking form is not open yet. Please contact the business."


class FormSuspended(UnknownOperator):
    """An administrator has suspended the business."""

    code = "form_suspended"
    message = "This business is not taking bookings online at the moment. Please contact the business."


class StorageFull(Conflict):
    """An upload would exceed the business's photo storage; both amounts are in bytes."""

    code = "storage_full"

    def __init__(self, used: int, allowed: int) -> None:
        super().__init__(
            f"Your photo storage is full: {_megabytes(used)} of {_megabytes(allowed)} MB used. Remove photos you "
            "no longer need, or choose a plan with more storage.",
            usedBytes=used,
            allowedBytes=allowed,
        )


def _megabytes(size: int) -> str:
    """Format a size in megabytes with at most one decimal, such as 12 or 199.8."""
    return f"{round(size / 1_000_000, 1):,}".removesuffix(".0")


class OwnerUnconfirmed(Forbidden):
    """The business's owner has to confirm their email address before pictures can be uploaded."""

    code = "email_unconfirmed"
    message = (
        "Photo uploads require a confirmed email address. The owner of the business can open the confirmation "
        "link we emailed, or request a new one under Settings > Account."
    )
