"""Request and response models of accounts."""

from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.accounts.passwords import LONGEST, SHORTEST
from marqueedesk.accounts.rights import FormerRightName, RightName, Role
from marqueedesk.announcements.schemas import ShownAnnouncement
from marqueedesk.kit.http.schemas import (
    AtMost,
    Email,
    OptionalPhone,
    OptionalText,
    RequestModel,
    RequiredText,
    ResponseModel,
)

PASSWORD_TOO_SHORT = f"Password must be at least {SHORTEST} characters"


def _no_nul(password: str) -> str:
    if "\x00" in password:
        raise PydanticCustomError("control", "contains characters that cannot be shown")
    return password


Typed = Annotated[str, Field(min_length=1, max_length=LONGEST), AfterValidator(_no_nul)]
"""A password exactly as typed: neither trimmed nor truncated."""
Password = Annotated[str, Field(min_length=SHORTEST, max_length=LONGEST), AfterValidator(_no_nul)]
_EMAIL = {"email": "Invalid email address", "missing": "Invalid email address"}


class LoginInput(RequestModel):
    """POST /api/login."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "email": _EMAIL,
        "password": {"missing": "Password is required", "string_too_short": "Password is required"},
    }
    email: Email
    password: Typed


class RegisterInput(RequestModel):
    """POST /api/register. Role and status are set by the server (A2)."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "email": _EMAIL,
        "password": {"missing": PASSWORD_TOO_SHORT, "string_too_short": PASSWORD_TOO_SHORT},
    }
    email: Email
    password: Password
    company_name: Annotated[RequiredText, AtMost(200)]
    phone_number: Annotated[OptionalPhone, AtMost(50)] = None
    username: Annotated[
        OptionalText, AtMost(100), Field(description="The user's name. Defaults to the part of the email before the @")
    ] = None
    # The version of the installation's terms that the user accepted, if there are any (GET /api/site).
    terms_version: Annotated[OptionalText, AtMost(60)] = None
    # The browser's time zone. An unknown one is ignored.
    time_zone: Annotated[OptionalText, AtMost(200)] = None


class ProfileInput(RequestModel):
    """PATCH /api/user/{id}: omitted fields stay the same."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"email": _EMAIL}
    username: Annotated[RequiredText, AtMost(100)] = ""
    email: Email = ""
    company_name: Annotated[RequiredText, AtMost(200)] = ""
    phone_number: Annotated[OptionalPhone, AtMost(50)] = None
    # Required for a new email, unless the caller re-authenticated just before (POST /api/reauthenticate).
    current_password: Annotated[str, Field(max_length=LONGEST)] = ""


class PasswordInput(RequestModel):
    """POST /api/change-password."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "currentPassword": {"*": "Current password is required"},
        "newPassword": {"missing": PASSWORD_TOO_SHORT, "string_too_short": PASSWORD_TOO_SHORT},
        "confirmPassword": {"missing": "Passwords don't match", "string_too_short": "Passwords don't match"},
    }
    current_password: Typed
    new_password: Password
    confirm_password: Typed


class LinkInput(RequestModel):
    """Token of a link."""

    token: Annotated[str, Field(max_length=200)]


class ForgotInput(RequestModel):
    """POST /api/password/forgot."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"email": _EMAIL}
    email: Email


class ResetInput(RequestModel):
    """POST /api/password/reset."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "newPassword": {"missing": PASSWORD_TOO_SHORT, "string_too_short": PASSWORD_TOO_SHORT},
        "confirmPassword": {"missing": "Passwords don't match", "string_too_short": "Passwords don't match"},
    }
    token: Annotated[str, Field(max_length=200)]
    new_password: Password
    confirm_password: Typed


class SuspensionOut(ResponseModel):
    """Suspension of a business by an administrator."""

    since: datetime
    reason: str | None


class TeamOfUser(ResponseModel):
    """The user's business, with the fields that are returned even if it is deactivated."""

    name: str
    part: Role
    is_active: Annotated[bool, Field(description="False if deactivated by an administrator")]
    closes_at: Annotated[datetime | None, Field(description="Removal date while the business is being closed")]
    suspended: Annotated[SuspensionOut | None, Field(description="Suspension by an administrator, if any")]


class PersonOut(ResponseModel):
    """A user, without the fields about their business."""

    id: int
    email: str
    username: str
    company_name: str | None
    phone_number: str | None
    role: str
    is_active: bool
    created_at: datetime
    last_login: datetime | None


class PieceNames(ResponseModel):
    """A business's names of sizes and finishes, by code."""

    sizes: dict[str, str]
    finishes: dict[str, str]
    usual_finish: Annotated[str, Field(description="Default finish of letters")]


class UserOut(PersonOut):
    """The signed-in user."""

    operator_id: int | None
    public_key: str | None
    time_zone: str | None
    date_format: str | None
    time_format: str | None
    measures: Annotated[str | None, Field(description="Unit system of the pages; the API uses inches and pounds")]
    currency: str | None
    country: Annotated[str | None, Field(description="Country of the business's time zone, such as US")]
    has_states: Annotated[bool, Field(description="Whether addresses in the business's country include a state")]
    usual_volts: Annotated[int, Field(description="Outlet voltage in the business's country")]
    piece_names: Annotated[PieceNames | None, Field(description="Names of sizes and finishes, by code")]
    part: Annotated[Role | None, Field(description="The person's role in the business")]
    rights: Annotated[
        list[RightName | FormerRightName],
        Field(
            description="The person's rights in the business. `note`, `makePapers` and `pay` are the former names of"
            " `addNotes`, `manageDocuments` and `manageSubscription`, until the next release"
        ),
    ]
    team: TeamOfUser | None
    pending_email: Annotated[str | None, Field(description="New email that awaits confirmation")] = None
    needs_second_factor: Annotated[bool, Field(description="Whether the user must set up a second factor first")] = (
        False
    )
    needs_longer_password: Annotated[
        bool, Field(description="Whether the user must set a longer password before administering")
    ] = False
    announcements: Annotated[
        list[ShownAnnouncement], Field(default_factory=list, description="Current announcements of the site")
    ]


class SignInOut(ResponseModel):
    """A browser session of the user."""

    id: str
    agent: str | None
    created_at: datetime
    seen_at: datetime
    current: bool
