"""Request and response models of contracts."""

from typing import Annotated, Any, ClassVar, Literal, cast

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from marqueedesk.bookings.schemas import ChangedInWordsOut
from marqueedesk.business.terms import unknown_fields, unpaired_brace
from marqueedesk.contracts.models import Countersign, How, When
from marqueedesk.contracts.queries import State
from marqueedesk.kit.http.schemas import (
    AtMost,
    CurrencyAmount,
    CurrencyUnits,
    DateOrDateTime,
    OptionalEmail,
    OptionalPhone,
    RequestModel,
    RequiredBlock,
    RequiredText,
    ResponseModel,
    SparseModel,
)

MOST_SECTIONS = 60
MOST_SIGNERS = 10
MOST_REMINDER_DAYS = 30
LONGEST_SECTION = 20_000
_LONGEST_INITIALS = 10
_LONGEST_IMAGE = 11_000_000


def _section_text(text: str) -> str:
    if (unpaired := unpaired_brace(text)) is not None:
        raise PydanticCustomError("brace", "{words}", {"words": unpaired})
    unknown = unknown_fields(text)
    if unknown:
        names = ", ".join(f"{{{name[:40]}}}" for name in unknown[:5])
        raise PydanticCustomError("fields", "{names}", {"names": names})
    return text


class SectionInput(RequestModel):
    """A section of the template."""

    title: Annotated[RequiredText, AtMost(100)]
    text: Annotated[RequiredBlock, AtMost(LONGEST_SECTION), AfterValidator(_section_text)]
    when: When | None = None


class AboveInput(RequestModel):
    """A signature is needed above this total."""

    above: Annotated[CurrencyAmount, Field(ge=0)]


def _rule(value: Any) -> Any:
    if value in {"never", "always"} if isinstance(value, str) else isinstance(value, dict | AboveInput):
        return value
    raise PydanticCustomError("rule", "must be never, always or an amount")


def _initials(value: Any) -> Any:
    if isinstance(value, bool):
        return value
    indexes = cast("list[object]", value) if isinstance(value, list) else [None]
    if all(type(one) is int and 0 <= one < MOST_SECTIONS for one in indexes):
        return sorted(set(cast("list[int]", indexes)))
    raise PydanticCustomError("initials", "must be true, false or the indexes of sections")


class ContractTemplatePatch(RequestModel):
    """PATCH /api/contract-template: omitted fields stay the same."""

    paths = frozenset({"sections"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "sections.text": {
            "fields": "The text has fields that cannot be filled in: {names}",
            "brace": "The text has a field with only one brace: {words}. Write it with both, such as {{company}}",
        },
        "signature": {"*": "Signature must be never, always, or an amount above which it is needed"},
        "initials": {"*": "Initials must be true, false, or a list of section indexes"},
        "reminderDays": {"*": f"Reminder days must be from 1 to {MOST_REMINDER_DAYS}, or null for no reminders"},
    }

    sections: Annotated[list[SectionInput], Field(max_length=MOST_SECTIONS, default_factory=list)]
    signature: Annotated[Literal["never", "always"] | AboveInput, BeforeValidator(_rule)] = "never"
    countersign: Countersign = "automatic"
    initials: Annotated[bool | list[int], BeforeValidator(_initials)] = False
    wait_before_confirming: bool = False
    reminder_days: Annotated[
        int | None, Field(ge=1, le=MOST_REMINDER_DAYS, description="Days between reminders to signers; null for none")
    ] = None


class SectionOut(SparseModel):
    """A section of the template."""

    title: str
    text: str
    when: When | None = None


class AboveOut(ResponseModel):
    """A signature is needed above this total."""

    above: CurrencyUnits


class ContractTemplateOut(ResponseModel):
    """The business's contract template. ``version`` increases with every change."""

    version: int
    sections: list[SectionOut]
    signature: Literal["never", "always"] | AboveOut
    countersign: Countersign
    initials: Annotated[bool | list[int], Field(description="True for all sections, or their indexes")]
    wait_before_confirming: bool
    reminder_days: Annotated[int | None, Field(description="Days between reminders to signers; null for none")]


class SignerInput(RequestModel):
    """A person who signs."""

    name: Annotated[RequiredText, AtMost(200)]
    email: OptionalEmail = None
    phone: Annotated[OptionalPhone, AtMost(50)] = None
    role: Annotated[RequiredText, AtMost(60)] = "customer"


class ContractInput(RequestModel):
    """POST /api/bookings/{booking_id}/contract and /api/quotes/{quote_id}/contract: signers in order."""

    paths = frozenset({"signers"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "signers": {"missing": "Add at least one signer", "too_short": "Add at least one signer"}
    }

    signers: Annotated[list[SignerInput], Field(min_length=1, max_length=MOST_SIGNERS)]
    expires_at: Annotated[
        DateOrDateTime | None, Field(description="Time to sign; the end of the delivery day by default")
    ] = None


class VersionTotalOut(ResponseModel):
    """A version of a contract with its total."""

    version: int
    total: CurrencyUnits


class SignerOut(SparseModel):
    """A signer. ``link`` opens the page where they sign."""

    name: str
    role: str
    state: Literal["waiting", "signed", "declined"]
    signed_at: str | None
    how: How | None
    email: str | None
    phone: str | None
    is_next: Annotated[bool, Field(description="True if it is this signer's turn")]
    opened_at: str | None
    consent_at: str | None
    emailed_at: Annotated[str | None, Field(description="When the link was last emailed")]
    texted_at: Annotated[str | None, Field(description="When the link was last texted")]
    email_failed: Annotated[bool, Field(description="True if the last email with the link was not delivered")]
    link: str


class ContractOut(SparseModel):
    """A contract. Staff only see `state` and `signed`."""

    state: State
    signed: Annotated[bool, Field(description="True if everyone has signed the current agreement")]
    version: int | None = None
    template_version: int | None = None
    binding: Annotated[VersionTotalOut | None, Field(description="The version that everyone signed last")] = None
    waiting: Annotated[VersionTotalOut | None, Field(description="The version that waits for signatures")] = None
    sha256: Annotated[str | None, Field(description="SHA-256 of the signed PDF")] = None
    signers: list[SignerOut] | None = None
    differences: Annotated[list[ChangedInWordsOut] | None, Field(description="Changes since the binding version")] = (
        None
    )
    expires_at: str | None = None
    sent_at: str | None = None
    completed_at: str | None = None
    awaits_countersignature: bool | None = None
    declined_by: str | None = None
    decline_reason: str | None = None


# --- The signer's page ---


class ContractConsentInput(RequestModel):
    """POST /api/public/contracts/{token}/consent: the version of the text that the signer agreed to."""

    version: Annotated[int, Field(ge=1, le=1_000_000)]


ShownVersion = Annotated[
    int | None,
    Field(
        ge=1,
        le=1_000_000,
        description="The version on the signer's screen, which must be the current one. Defaults to the version last "
        "opened with the link.",
    ),
]


class SignInput(RequestModel):
    """POST /api/public/contracts/{token}/sign: a name, and the drawn signature or none."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "name": {"missing": "Enter your full name"},
        "readToEnd": {"*": "Read the contract to its end before you sign"},
        "initials": {"*": "Initials must be short texts by the section's index"},
    }

    name: Annotated[RequiredText, AtMost(200)]
    image: Annotated[
        str | None, Field(max_length=_LONGEST_IMAGE, description="PNG as a `data:` URL in base64, at most 300 KB")
    ] = None
    initials: Annotated[
        dict[str, Annotated[RequiredText, AtMost(_LONGEST_INITIALS)]] | None,
        Field(max_length=MOST_SECTIONS, description="Initials by the section's index"),
    ] = None
    read_to_end: Literal[True]
    version: ShownVersion = None


class ContractDeclineInput(RequestModel):
    """POST /api/public/contracts/{token}/decline."""

    sentences: ClassVar[dict[str, dict[str, str]]] = {"reason": {"missing": "Enter a reason"}}

    reason: Annotated[RequiredBlock, AtMost(1000)]
    version: ShownVersion = None


class ConsentTextOut(ResponseModel):
    """The consent to electronic records, and when the signer gave it."""

    version: int
    text: str
    given_at: str | None


class ContractFactOut(ResponseModel):
    """A labeled fact of the contract."""

    label: str
    value: str
    detail: str | None


class ContractPriceOut(ResponseModel):
    """A line of the price, its amount formatted."""

    text: str
    detail: str | None
    amount: str


class ContractSumOut(ResponseModel):
    """A subtotal or total below the price lines."""

    text: str
    amount: str
    strong: bool


class ContractSectionOut(ResponseModel):
    """A section of the contract; ``initials`` is true if the signer puts their initials there."""

    index: int
    title: str
    text: str
    initials: bool


class ContractDocumentOut(ResponseModel):
    """The contract's text."""

    title: str
    number: str
    dated: str
    customer: str | None
    facts: list[ContractFactOut]
    prices: list[ContractPriceOut]
    sums: list[ContractSumOut]
    policy: list[str]
    sections: list[ContractSectionOut]


class OtherSignerOut(ResponseModel):
    """A signer as other signers see them."""

    name: str
    role: str
    state: Literal["waiting", "signed", "declined"]
    signed_at: str | None


class PublicContractOut(ResponseModel):
    """A contract on the page of a signer."""

    company_name: str
    state: State
    version: int
    name: str
    role: str
    signed: Annotated[bool, Field(description="Whether this person has signed this version")]
    your_turn: bool
    consent: ConsentTextOut
    document: ContractDocumentOut
    differences: list[ChangedInWordsOut]
    binding: VersionTotalOut | None
    waiting: VersionTotalOut | None
    signers: list[OtherSignerOut]
    expires_at: str | None
    decline_reason: str | None
    sha256: str | None


class VerifyInput(RequestModel):
    """POST /api/public/verify with JSON: the SHA-256 of a file."""

    sha256: Annotated[str, Field(pattern="^[0-9a-fA-F]{64}$")]


class VerifiedOut(ResponseModel):
    """Whether a file is a signed contract of this installation. A changed one is known if its document ID is in it."""

    known: bool
    unchanged: bool
    signed_at: str | None
