"""Request and response models of a business's team."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.accounts.rights import RightName, Role
from marqueedesk.accounts.schemas import PASSWORD_TOO_SHORT, Password, Typed
from marqueedesk.kit.http.schemas import AtMost, Email, RequestModel, RequiredText, ResponseModel
from marqueedesk.teams.invitations import State

GivenRole = Literal["manager", "staff", "accountant"]
_PART = {"part": {"*": "Role must be manager, staff or accountant"}}


class InvitationInput(RequestModel):
    """POST /api/team/invitations."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "email": {"email": "Invalid email address", "missing": "Invalid email address"},
        **_PART,
    }
    email: Email
    part: GivenRole


class PartInput(RequestModel):
    """PATCH /api/team/members/{id}."""

    sentences: ClassVar[dict[str, dict[str, str]]] = _PART
    part: GivenRole


class JoinInput(RequestModel):
    """POST /api/public/invitations/{token}/accept without an account: the data for a new account."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "username": {"missing": "Name is required"},
        "password": {"missing": PASSWORD_TOO_SHORT, "string_too_short": PASSWORD_TOO_SHORT},
        "confirmPassword": {"missing": "Passwords don't match", "string_too_short": "Passwords don't match"},
    }
    username: Annotated[RequiredText, AtMost(100)]
    password: Password
    confirm_password: Typed


class MemberOut(ResponseModel):
    """A team member."""

    id: int
    username: str
    email: str
    part: Role
    is_active: bool
    since: datetime
    you: bool
    second_factor: Annotated[
        bool | None,
        Field(description="Whether the member has a second factor; null unless the caller can manage the team"),
    ]


class InvitationOut(ResponseModel):
    """An open invitation."""

    id: int
    email: str
    part: GivenRole
    invited_by: str
    sent_at: datetime
    expires_at: datetime
    state: State
    link: Annotated[str | None, Field(description="Link to pass on if no mail server is configured; otherwise null")]


class TeamInput(RequestModel):
    """PATCH /api/team."""

    second_factor_required: bool


class RightOut(ResponseModel):
    """A permission with the roles that have it."""

    name: RightName
    does: str
    parts: list[Role]


class TeamOut(ResponseModel):
    """Members, open invitations and permissions of each role (A5)."""

    people: list[MemberOut]
    invitations: Annotated[list[InvitationOut], Field(description="Empty unless the caller can invite")]
    rights: list[RightOut]
    mail_server: Annotated[
        bool, Field(description="Whether invitations are emailed; otherwise links must be passed on")
    ]
    second_factor_required: Annotated[bool, Field(description="Whether all members need a second factor")]


class PublicInvitationOut(ResponseModel):
    """An invitation, as anyone with its link sees it."""

    company: str
    email: str
    part: GivenRole
    invited_by: str
    expires_at: datetime
    state: State
    may: Annotated[list[str], Field(description="Actions that the role allows")]
    has_account: bool
    signed_in_as: str | None
    own_business: Annotated[str | None, Field(description="Caller's own business, which would be suspended")]
    obstacle: Annotated[str | None, Field(description="Reason why the caller cannot join yet")]
