"""Events of teams and accounts, and of the emails that reach them."""

from typing import Literal

from marqueedesk.domain_events.base import BusinessEvent, DomainEvent


class MemberInvited(BusinessEvent, kind="team.invited"):
    """An invitation is sent; ``nonce`` tells it from an earlier one that it replaces."""

    invitation_id: int
    nonce: str


class InvitationDeclined(BusinessEvent, kind="team.declined"):
    """Somebody has declined an invitation."""

    email: str


class MemberJoined(BusinessEvent, kind="team.joined"):
    """Somebody has joined a team."""

    user_id: int


class MemberLeft(BusinessEvent, kind="team.left"):
    """Somebody has left a team."""

    name: str
    email: str


class CalendarReaderLeft(BusinessEvent, kind="team.calendar_reader_left"):
    """Somebody who could see the address of the business's calendar cannot anymore; ``name`` is theirs."""

    name: str


class EmailFailed(BusinessEvent, kind="mail.failed"):
    """An email was given up, or may not have arrived."""

    mail_id: int


class AccountEvent(DomainEvent):
    """Something that happened to a person's account."""

    user_id: int


class AccountCreated(AccountEvent, kind="account.welcome"):
    """Somebody has registered."""


class PasswordResetMade(AccountEvent, kind="account.password_reset"):
    """A link to set another password was made."""

    reset_id: int


class SignInLinkMade(AccountEvent, kind="account.sign_in_link"):
    """A link was made that signs a person in from a new device."""

    reset_id: int


class EmailChangeEvent(AccountEvent):
    """Another email address was requested. The email about it goes to one of the two addresses."""

    change_id: int
    new_email: str
    to: str


class EmailChangeAsked(EmailChangeEvent, kind="account.email_confirm"):
    """The new address is asked to confirm itself."""


class AddressUnconfirmed(EmailChangeEvent, kind="account.email_verify"):
    """The address that a person signs in with is asked to confirm itself."""


class EmailChangeTold(EmailChangeEvent, kind="account.email_undo"):
    """The old address gets an email, with which it can take the change back."""


class NewSignIn(AccountEvent, kind="account.new_login"):
    """Somebody has signed in with a browser or from an address that was not seen before."""

    browser: str | None = None
    address: str | None = None


SecondFactorChange = Literal["app_added", "app_removed", "passkey_added", "passkey_removed", "codes_renewed", "reset"]
"""A change of how a person signs in, beside the password. A reset is done by the people who run the installation."""


class SecondFactorChanged(AccountEvent, kind="account.second_factor_changed"):
    """A second factor of a person's was added, removed or reset; from where, if a browser did it."""

    change: SecondFactorChange
    browser: str | None = None
    address: str | None = None


class BusinessApproved(AccountEvent, kind="account.approved"):
    """An administrator approved a new business."""


class BusinessRefused(AccountEvent, kind="account.refused"):
    """An administrator refused a new business."""


class ClosingBegun(AccountEvent, kind="account.closing"):
    """An owner has begun to close their business."""


class TeamEvent(AccountEvent):
    """Something that happened to the team that a person works in, or worked in."""

    team: str | None = None


class MemberRemoved(TeamEvent, kind="account.team_removed"):
    """A person was removed from a team."""


class TeamClosing(TeamEvent, kind="account.team_closing"):
    """The business that a person works for is about to close."""


class TeamReopened(TeamEvent, kind="account.team_reopened"):
    """The business that a person works for stays open after all."""


class TeamGone(TeamEvent, kind="account.team_gone"):
    """The business that a person worked for was closed."""


class EmailCeilingReached(AccountEvent, kind="account.email_ceiling"):
    """All new businesses together have sent as many emails as they may within an hour; an administrator is told."""


class SignInHeld(DomainEvent, kind="account.sign_in_held"):
    """A sign-in was refused because of too many guesses; ``matches``: its password was right."""

    user_id: int
    matches: bool


class PasswordForgotten(DomainEvent, kind="account.password_asked"):
    """Somebody asks for a link to set another password. Nobody has looked yet whether the address has an account."""

    email: str
