"""Request and response models of a business's team."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from marqueedesk.accounts.rights import Role
from marqueedesk.accounts.schemas import PASSWORD_TOO_SHORT, Password, Typed
from marqueedesk.kit.http.schemas import AtMost, Email, RequestModel, RequiredText, ResponseModel
from marqueedesk.teams.invitations import State

GivenRole = Literal["manager", "staff"]
_PART = {"part": {"*": "Role must be manager or staff"}}


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
    """POST /api/public/invitations/{token}/accept by somebody without an account: the data of their new one."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "username": {"missing": "Name is required"},
        "password": {"missing": PASSWORD_TOO_SHORT, "string_too_short": PASSWORD_TOO_SHORT},
        "confirmPassword": {"missing": "Passwords don't match", "string_too_short": "Passwords don't match"},
    }
    username: Annotated[RequiredText, AtMost(100)]
    password: Password
    confirm_password: Typed


class MemberOut(ResponseModel):
    """Somebody in the team."""

    id: int
    username: str
    email: str
    part: Role
    is_active: bool
    since: datetime
    you: bool
    second_factor: Annotated[
        bool | None,
        Field(description="Whether they have one; null for callers who may not change the team"),
    ]


class InvitationOut(ResponseModel):
    """An invitation that nobody has accepted."""

    id: int
    email: str
    part: GivenRole
    invited_by: str
    sent_at: datetime
    expires_at: datetime
    state: State
    link: Annotated[
        str | None, Field(description="For whoever invites to hand over, if no mail server sends it; otherwise null")
    ]


class TeamInput(RequestModel):
    """PATCH /api/team."""

    second_factor_required: bool


class RightOut(ResponseModel):
    """A row of the table of roles and what they may do."""

    name: str
    does: str
    parts: list[Role]


class TeamOut(ResponseModel):
    """A business's team, its open invitations, and what each role may do (A5)."""

    people: list[MemberOut]
    invitations: Annotated[list[InvitationOut], Field(description="Empty for callers who may not invite")]
    rights: list[RightOut]
    mail_server: Annotated[bool, Field(description="Whether invitations are sent, or must be handed over")]
    second_factor_required: Annotated[bool, Field(description="Whether everybody in the team needs a second factor")]


class PublicInvitationOut(ResponseModel):
    """An invitation for people who have its link."""

    company: str
    email: str
    part: GivenRole
    invited_by: str
    expires_at: datetime
    state: State
    may: Annotated[list[str], Field(description="The actions that the role allows")]
    has_account: bool
    signed_in_as: str | None
    own_business: Annotated[str | None, Field(description="The caller's own business, which would be suspended")]
    obstacle: Annotated[str | None, Field(description="Why the caller cannot join yet")]
