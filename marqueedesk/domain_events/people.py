"""Events of teams, accounts and their emails."""

from typing import Literal

from marqueedesk.domain_events.base import BusinessEvent, DomainEvent


class MemberInvited(BusinessEvent, kind="team.invited"):
    """An invitation is sent; ``nonce`` distinguishes it from earlier ones."""

    invitation_id: int
    nonce: str


class InvitationDeclined(BusinessEvent, kind="team.declined"):
    """An invitation was declined."""

    email: str


class MemberJoined(BusinessEvent, kind="team.joined"):
    """A user joined a team."""

    user_id: int


class MemberLeft(BusinessEvent, kind="team.left"):
    """A user left a team."""

    name: str
    email: str


class CalendarReaderLeft(BusinessEvent, kind="team.calendar_reader_left"):
    """A user lost access to the business's calendar URL; ``name`` is the user's."""

    name: str


class ConversationEmailWritten(BusinessEvent, kind="conversation.email_written"):
    """A team member wrote an email to a customer in a conversation."""

    entry_id: int


class EmailFailed(BusinessEvent, kind="mail.failed"):
    """An email failed permanently, or may not have been delivered."""

    mail_id: int


class AccountEvent(DomainEvent):
    """Base of events about an account."""

    user_id: int


class AccountCreated(AccountEvent, kind="account.welcome"):
    """A user registered."""


class PasswordResetMade(AccountEvent, kind="account.password_reset"):
    """A password reset link was created."""

    reset_id: int


class SignInLinkMade(AccountEvent, kind="account.sign_in_link"):
    """A sign-in link for a new device was created."""

    reset_id: int


class EmailChangeEvent(AccountEvent):
    """Base of events about an email change. Each sends an email to one of the two addresses."""

    change_id: int
    new_email: str
    to: str


class EmailChangeAsked(EmailChangeEvent, kind="account.email_confirm"):
    """The user has to confirm the new address."""


class AddressUnconfirmed(EmailChangeEvent, kind="account.email_verify"):
    """The user has to confirm the current address."""


class EmailChangeTold(EmailChangeEvent, kind="account.email_undo"):
    """The old address is notified and can undo the change."""


class NewSignIn(AccountEvent, kind="account.new_login"):
    """A user signed in with a new browser or from a new network."""

    browser: str | None = None
    address: str | None = None


SecondFactorChange = Literal["app_added", "app_removed", "passkey_added", "passkey_removed", "codes_renewed", "reset"]
"""Kinds of second-factor changes. Only administrators of the installation reset one."""


class SecondFactorChanged(AccountEvent, kind="account.second_factor_changed"):
    """A user's second factor was added, removed or reset; includes where the change came from if it was made in a
    browser.
    """

    change: SecondFactorChange
    browser: str | None = None
    address: str | None = None


class BusinessApproved(AccountEvent, kind="account.approved"):
    """An administrator approved a new business."""


class BusinessRefused(AccountEvent, kind="account.refused"):
    """An administrator declined a new business."""


class ClosingBegun(AccountEvent, kind="account.closing"):
    """An owner started closing their business."""


class TeamEvent(AccountEvent):
    """Base of events about a user's current or former team."""

    team: str | None = None


class MemberRemoved(TeamEvent, kind="account.team_removed"):
    """A user was removed from a team."""


class TeamClosing(TeamEvent, kind="account.team_closing"):
    """A user's team is about to be closed."""


class TeamReopened(TeamEvent, kind="account.team_reopened"):
    """The closing of a user's team was canceled."""


class TeamGone(TeamEvent, kind="account.team_gone"):
    """A user's team was closed."""


class AnnouncementEmailed(AccountEvent, kind="account.announcement"):
    """An administrator has an announcement emailed to this owner."""

    announcement_id: int


class EmailCeilingReached(AccountEvent, kind="account.email_ceiling"):
    """All new businesses together reached their hourly email limit; an administrator is notified."""


class SignInHeld(DomainEvent, kind="account.sign_in_held"):
    """A sign-in was blocked after too many guesses; ``matches`` is true if its password was correct."""

    user_id: int
    matches: bool


class PasswordForgotten(DomainEvent, kind="account.password_asked"):
    """A password reset was requested. The address may not have an account."""

    email: str
