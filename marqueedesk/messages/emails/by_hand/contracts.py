"""Emails to the signers of a contract: the link when it is their turn, and a copy once everyone has signed."""

from dataclasses import dataclass
from typing import Final

from marqueedesk.business.terms import FIELDS
from marqueedesk.documents.letterhead import Letterhead
from marqueedesk.messages import content as parts
from marqueedesk.messages.audiences import to_customer
from marqueedesk.messages.content import CONTRACT, Body, Files, facts
from marqueedesk.messages.message import Block, Field

_DETAILS: Final = Block("details", "The contract's number, total, and signing deadline")
_BUTTON: Final = Block("button", "The button that opens the contract", needed=True)
_FIELDS: Final = (
    *(field for field in FIELDS if field.name in {"company", "customer", "total"}),
    Field("number", "The contract's number", "#53"),
)


@dataclass(frozen=True, slots=True)
class ContractEmailContext:
    """A contract, and the signer who gets the email. ``version_id`` is that of the signed file to attach."""

    head: Letterhead
    signer_id: int
    signer: str
    number: str
    total_cents: int
    until: str | None
    is_change: bool = False
    version_id: int | None = None

    def values(self) -> dict[str, str | None]:
        """Return the values of the fill-in fields."""
        return {
            "company": self.head.name,
            "customer": self.signer,
            "total": self.head.money(self.total_cents),
            "number": self.number,
        }


def _to_sign(context: ContractEmailContext) -> Body:
    rows = [
        ("Contract", context.number),
        ("Total", context.head.money(context.total_cents)),
        ("Sign by", context.until),
    ]
    changed = "The contract has changed since you signed it. The version you signed is valid until you sign again."
    return Body(
        lead="Please read and sign your contract",
        blocks={
            _DETAILS.name: [facts(rows)],
            _BUTTON.name: [parts.button("Read and sign", parts.contract_page(context.signer_id))],
        },
        words={"change": changed if context.is_change else None},
    )


def _signed(context: ContractEmailContext) -> Body:
    files = None
    if context.version_id is not None:
        files = Files((CONTRACT,), document=context.number, contract_version_id=context.version_id)
    rows = [("Contract", context.number), ("Total", context.head.money(context.total_cents))]
    return Body(
        lead="Everyone has signed",
        blocks={
            _DETAILS.name: [facts(rows)],
            _BUTTON.name: [parts.button("Open the contract", parts.contract_page(context.signer_id))],
        },
        files=files,
    )


def _sample(head: Letterhead) -> ContractEmailContext:
    return ContractEmailContext(head, 0, "Ada Lovelace", "#53", 100_000, "Saturday, June 5, 2027")


def _expired(context: ContractEmailContext) -> Body:
    rows = [
        ("Contract", context.number),
        ("Total", context.head.money(context.total_cents)),
        ("Signing deadline", context.until),
    ]
    return Body(
        lead="The deadline to sign your contract has passed",
        blocks={
            _DETAILS.name: [facts(rows)],
            _BUTTON.name: [parts.button("Open the contract", parts.contract_page(context.signer_id))],
        },
    )


_CHANGE: Final = Field(
    "change", "A sentence if the contract has changed since it was signed", "The contract has changed..."
)
TO_SIGN: Final = to_customer(
    "contract-to-sign",
    "Contract to sign",
    "When it's a signer's turn to sign a contract",
    subject="Your contract {number} with {company}",
    heading="Your contract is ready to sign",
    text="Please read your contract and sign it online. It takes a few minutes.\n\n{change}\n\n{details}\n\n{button}",
    fields=_FIELDS,
    own=(_CHANGE,),
    blocks=(_DETAILS, _BUTTON),
    body=_to_sign,
    sample=_sample,
)
REMINDER: Final = to_customer(
    "contract-reminder",
    "Reminder to sign",
    "To the next signer of a contract, on the days in your contract settings and when you send a reminder",
    subject="Reminder: please sign contract {number} with {company}",
    heading="Your contract still needs your signature",
    text="Please read your contract and sign it online. It takes a few minutes.\n\n{change}\n\n{details}\n\n{button}",
    fields=_FIELDS,
    own=(_CHANGE,),
    blocks=(_DETAILS, _BUTTON),
    body=_to_sign,
    sample=_sample,
)
EXPIRED: Final = to_customer(
    "contract-expired",
    "Contract expired",
    "To a signer who did not sign a contract in time",
    subject="The deadline to sign contract {number} with {company} has passed",
    heading="The deadline to sign your contract has passed",
    text="If you’d still like to sign, please contact us, and we’ll send you a new contract.\n\n{details}\n\n{button}",
    fields=_FIELDS,
    blocks=(_DETAILS, _BUTTON),
    body=_expired,
    sample=_sample,
)
SIGNED: Final = to_customer(
    "contract-signed",
    "Signed contract",
    "To every signer, once everyone has signed a contract",
    subject="Signed: contract {number} with {company}",
    heading="Your contract is signed",
    text="Everyone has signed. The signed contract is attached.\n\n{details}\n\n{button}",
    fields=_FIELDS,
    blocks=(_DETAILS, _BUTTON),
    body=_signed,
    sample=_sample,
)
