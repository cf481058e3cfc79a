"""Events of teams and accounts, and of the emails that reach them."""

from dataclasses import dataclass
from typing import Literal

from marqueedesk.domain_events.base import BusinessEvent, DomainEvent


@dataclass(frozen=True, kw_only=True)
class MemberInvited(BusinessEvent):
    """An invitation is sent; ``nonce`` tells it from an earlier one that it replaces."""

    kind = "team.invited"
    invitation_id: int
    nonce: str


@dataclass(frozen=True, kw_only=True)
class InvitationDeclined(BusinessEvent):
    """Somebody has declined an invitation."""

    kind = "team.declined"
    email: str


@dataclass(frozen=True, kw_only=True)
class MemberJoined(BusinessEvent):
    """Somebody has joined a team."""

    kind = "team.joined"
    user_id: int


@dataclass(frozen=True, kw_only=True)
class MemberLeft(BusinessEvent):
    """Somebody has left a team."""

    kind = "team.left"
    name: str
    email: str


@dataclass(frozen=True, kw_only=True)
class CalendarReaderLeft(BusinessEvent):
    """Somebody who could see the address of the business's calendar cannot anymore; ``name`` is theirs."""

    kind = "team.calendar_reader_left"
    name: str


@dataclass(frozen=True, kw_only=True)
class EmailFailed(BusinessEvent):
    """An email was given up, or may not have arrived."""

    kind = "mail.failed"
    mail_id: int


@dataclass(frozen=True, kw_only=True)
class AccountEvent(DomainEvent):
    """Something that happened to a person's account."""

    user_id: int


@dataclass(frozen=True, kw_only=True)
class AccountCreated(AccountEvent):
    """Somebody has registered."""

    kind = "account.welcome"


@dataclass(frozen=True, kw_only=True)
class PasswordResetMade(AccountEvent):
    """A link to set another password was made."""

    kind = "account.password_reset"
    reset_id: int


@dataclass(frozen=True, kw_only=True)
class EmailChangeEvent(AccountEvent):
    """Another email address was requested. The email about it goes to one of the two addresses."""

    change_id: int
    new_email: str
    to: str


@dataclass(frozen=True, kw_only=True)
class EmailChangeAsked(EmailChangeEvent):
    """The new address is asked to confirm itself."""

    kind = "account.email_confirm"


@dataclass(frozen=True, kw_only=True)
class AddressUnconfirmed(EmailChangeEvent):
    """The address that a person signs in with is asked to confirm itself."""

    kind = "account.email_verify"


@dataclass(frozen=True, kw_only=True)
class EmailChangeTold(EmailChangeEvent):
    """The old address gets an email, with which it can take the change back."""

    kind = "account.email_undo"


@dataclass(frozen=True, kw_only=True)
class NewSignIn(AccountEvent):
    """Somebody has signed in with a browser or from an address that was not seen before."""

    kind = "account.new_login"
    browser: str | None = None
    address: str | None = None


SecondFactorChange = Literal["app_added", "app_removed", "passkey_added", "passkey_removed", "codes_renewed", "reset"]
"""A change of how a person signs in, beside the password. A reset is done by the people who run the installation."""


@dataclass(frozen=True, kw_only=True)
class SecondFactorChanged(AccountEvent):
    """A second factor of a person's was added, removed or reset; from where, if a browser did it."""

    kind = "account.second_factor_changed"
    change: SecondFactorChange
    browser: str | None = None
    address: str | None = None


@dataclass(frozen=True, kw_only=True)
class BusinessApproved(AccountEvent):
    """An administrator approved a new business."""

    kind = "account.approved"


@dataclass(frozen=True, kw_only=True)
class BusinessRefused(AccountEvent):
    """An administrator refused a new business."""

    kind = "account.refused"


@dataclass(frozen=True, kw_only=True)
class ClosingBegun(AccountEvent):
    """An owner has begun to close their business."""

    kind = "account.closing"


@dataclass(frozen=True, kw_only=True)
class TeamEvent(AccountEvent):
    """Something that happened to the team that a person works in, or worked in."""

    team: str | None = None


@dataclass(frozen=True, kw_only=True)
class MemberRemoved(TeamEvent):
    """A person was removed from a team."""

    kind = "account.team_removed"


@dataclass(frozen=True, kw_only=True)
class TeamClosing(TeamEvent):
    """The business that a person works for is about to close."""

    kind = "account.team_closing"


@dataclass(frozen=True, kw_only=True)
class TeamReopened(TeamEvent):
    """The business that a person works for stays open after all."""

    kind = "account.team_reopened"


@dataclass(frozen=True, kw_only=True)
class TeamGone(TeamEvent):
    """The business that a person worked for was closed."""

    kind = "account.team_gone"


@dataclass(frozen=True, kw_only=True)
class PasswordForgotten(DomainEvent):
    """Somebody asks for a link to set another password. Nobody has looked yet whether the address has an account."""

    kind = "account.password_asked"
    email: str
