"""What people send and what they get back."""

from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.accounts.passwords import LONGEST, SHORTEST
from marqueedesk.accounts.rights import Role
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
"""A password as it was typed: nothing is trimmed or cut off."""
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
    """POST /api/register. Role and state are the server's to give (A2)."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "email": _EMAIL,
        "password": {"missing": PASSWORD_TOO_SHORT, "string_too_short": PASSWORD_TOO_SHORT},
    }
    email: Email
    password: Password
    company_name: Annotated[RequiredText, AtMost(200)]
    phone_number: Annotated[OptionalPhone, AtMost(50)] = None
    # The version of the installation's terms that they read and accept, where it has terms (GET /api/site).
    terms_version: Annotated[OptionalText, AtMost(60)] = None
    # The browser's own. One that this server does not know is no reason to keep anybody out.
    time_zone: Annotated[OptionalText, AtMost(200)] = None


class ProfileInput(RequestModel):
    """PATCH /api/user/{id}: what is left out stays."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"email": _EMAIL}
    username: Annotated[RequiredText, AtMost(100)] = ""
    email: Email = ""
    company_name: Annotated[RequiredText, AtMost(200)] = ""
    phone_number: Annotated[OptionalPhone, AtMost(50)] = None
    # For another email, unless the password was given again just before (POST /api/reauthenticate).
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
    """The token of a link."""

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


class TeamOfUser(ResponseModel):
    """The business that a person belongs to: the facts that they need even after it was deactivated."""

    name: str
    part: Role
    is_active: Annotated[bool, Field(description="False if an administrator has deactivated it")]
    closes_at: Annotated[datetime | None, Field(description="When it is removed, while it is being closed")]


class PersonOut(ResponseModel):
    """A person, without their business."""

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
    """The names that a business gives to the sizes and finishes of its letters, by code."""

    sizes: dict[str, str]
    finishes: dict[str, str]
    usual_finish: Annotated[str, Field(description="The finish of letters where nothing else is said")]


class UserOut(PersonOut):
    """The signed-in person."""

    operator_id: int | None
    public_key: str | None
    time_zone: str | None
    date_format: str | None
    time_format: str | None
    measures: Annotated[str | None, Field(description="Those that its pages show; the API has inches and pounds")]
    currency: str | None
    has_states: Annotated[bool, Field(description="Whether addresses in the business's country name a state")]
    usual_volts: Annotated[int, Field(description="The voltage of an outlet in the business's country")]
    piece_names: Annotated[PieceNames | None, Field(description="Names of sizes and finishes, by code")]
    part: Annotated[Role | None, Field(description="The person's role in the business")]
    rights: Annotated[list[str], Field(description="The person's rights in the business")]
    team: TeamOfUser | None
    pending_email: Annotated[str | None, Field(description="Another email, until its link is opened")] = None
    needs_second_factor: Annotated[
        bool, Field(description="Whether the person has to set up a second factor before anything else")
    ] = False
    needs_longer_password: Annotated[
        bool, Field(description="Whether the person has to set a longer password before they act as administrator")
    ] = False


class SignInOut(ResponseModel):
    """A browser in which a person is signed in."""

    id: str
    agent: str | None
    created_at: datetime
    seen_at: datetime
    current: bool
