"""Convert contracts to responses."""

from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import JsonValue
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.bookings.schemas import ChangedInWordsOut
from marqueedesk.bookings.serializers import changes_in_words
from marqueedesk.business import queries as business
from marqueedesk.contracts import consent, contract_links
from marqueedesk.contracts.models import (
    DECLINED,
    WAITING,
    ContractSignature,
    ContractSigner,
    ContractVersion,
    StoredContract,
)
from marqueedesk.contracts.paper import content_of
from marqueedesk.contracts.queries import COMPARED, ContractView
from marqueedesk.contracts.schemas import (
    AboveOut,
    ConsentTextOut,
    ContractDocumentOut,
    ContractFactOut,
    ContractOut,
    ContractPriceOut,
    ContractSectionOut,
    ContractSumOut,
    ContractTemplateOut,
    OtherSignerOut,
    PublicContractOut,
    SectionOut,
    SignerOut,
    VersionTotalOut,
)
from marqueedesk.contracts.template import TemplateRules
from marqueedesk.kit.http.links import LinkMaker
from marqueedesk.kit.money import units
from marqueedesk.rentals.changed_fields import ChangeFormats

SignerState = Literal["waiting", "signed", "declined"]


def template_answer(rules: TemplateRules) -> ContractTemplateOut:
    """Serialize the contract template."""
    signature = "never" if rules.signature_rule == "never" else "always"
    return ContractTemplateOut(
        version=rules.version,
        sections=[SectionOut(**section) for section in rules.sections],
        signature=AboveOut(above=units(rules.above_cents or 0)) if rules.signature_rule == "above" else signature,
        countersign=rules.countersign,
        initials=rules.initials,
        wait_before_confirming=rules.wait_before_confirming,
        reminder_days=rules.reminder_days,
    )


def for_staff(view: ContractView) -> ContractOut:
    """Serialize only whether a contract is signed."""
    is_signed = view.state == "signed"
    state = view.state if view.state in {"not_needed", "signed"} else "waiting"
    return ContractOut(state=state, signed=is_signed)


def for_office(view: ContractView, operator: Operator, links: LinkMaker) -> ContractOut:
    """Serialize a contract with the links of its signers."""
    zone, version = ZoneInfo(operator.time_zone), view.current
    declined_by = next((row for row in view.signers if version and row.id == version.declined_by_id), None)
    return ContractOut(
        state=view.state,
        signed=view.state == "signed",
        version=view.number if view.contract is not None else None,
        template_version=version.template_version if version is not None else None,
        binding=version_total(view.binding),
        waiting=waiting_version(view),
        sha256=view.binding.sha256 if view.binding is not None else None,
        signers=[_signer(view, row, zone, links) for row in view.signers],
        differences=differences(view, operator),
        expires_at=_local(view.expires_at, zone),
        sent_at=_local(version.created_at, zone) if version is not None else None,
        completed_at=_local(version.completed_at, zone) if version is not None else None,
        awaits_countersignature=view.awaits_countersignature,
        declined_by=declined_by.name if declined_by is not None else None,
        decline_reason=version.decline_reason if version is not None else None,
    )


def waiting_version(view: ContractView) -> VersionTotalOut | None:
    """Return the version that waits for signatures, or None."""
    if view.contract is None or view.state != WAITING:
        return None
    return VersionTotalOut(version=view.number, total=units(view.total_cents))


def version_total(version: ContractVersion | None) -> VersionTotalOut | None:
    """Return a version with its total, or None without a version."""
    if version is None:
        return None
    return VersionTotalOut(version=version.number, total=units(version.total_cents))


def differences(view: ContractView, operator: Operator) -> list[ChangedInWordsOut]:
    """Return what changed since the binding version was signed."""
    if view.binding is None:
        return []
    before, after = view.binding.agreed, view.agreed
    changes: dict[str, list[JsonValue]] = {}
    for name in COMPARED:
        if before.get(name) == after.get(name):
            continue
        shown = name
        if name == "lines":
            shown = "linesText" if before.get("linesText") != after.get("linesText") else "linesDetails"
        changes[name] = [before.get(shown), after.get(shown)]
    return changes_in_words(changes, ChangeFormats(operator.date_format, operator.time_format, operator.currency))


def _signer(view: ContractView, row: ContractSigner, zone: ZoneInfo, links: LinkMaker) -> SignerOut:
    signature = _signature_of(view, row)
    return SignerOut(
        name=row.name,
        role=row.role,
        state=_state_of(view, row, signature),
        signed_at=_local(signature.signed_at, zone) if signature is not None else None,
        how=signature.how if signature is not None else None,
        email=row.email,
        phone=row.phone,
        is_next=is_next(view, row),
        opened_at=_local(row.opened_at, zone),
        consent_at=_local(row.consent_at, zone),
        emailed_at=_local(row.emailed_at, zone),
        texted_at=_local(row.texted_at, zone),
        email_failed=row.email_failed_at is not None,
        link=contract_links.address_of(links.signer, links.public_url, row),
    )


def _signature_of(view: ContractView, row: ContractSigner) -> ContractSignature | None:
    return next((one for one in view.signatures if one.signer_id == row.id), None)


def _state_of(view: ContractView, row: ContractSigner, signature: ContractSignature | None) -> SignerState:
    if view.current is not None and view.current.state == DECLINED and view.current.declined_by_id == row.id:
        return "declined"
    return "signed" if signature is not None else "waiting"


def is_next(view: ContractView, row: ContractSigner) -> bool:
    """Return true if it is this signer's turn."""
    return view.next_signer is not None and view.next_signer.id == row.id


def _local(at: datetime | None, zone: ZoneInfo) -> str | None:
    return at.astimezone(zone).isoformat() if at is not None else None


def for_signer(db: Session, view: ContractView, operator: Operator, row: ContractSigner) -> PublicContractOut:
    """Serialize a contract for one of its signers."""
    company, zone = business.company(db, operator), ZoneInfo(operator.time_zone)
    version = view.current
    content = version.content if version is not None else _next_content(db, view, operator)
    return PublicContractOut(
        company_name=company["name"],
        state=view.state,
        version=view.number,
        name=row.name,
        role=row.role,
        signed=_signature_of(view, row) is not None,
        your_turn=is_next(view, row),
        consent=ConsentTextOut(
            version=consent.VERSION,
            text=consent.consent_text(company["name"], company["email"], company["phone"]),
            given_at=_local(row.consent_at, zone) if row.consent_version == consent.VERSION else None,
        ),
        document=_document(content),
        differences=differences(view, operator),
        binding=version_total(view.binding),
        waiting=waiting_version(view),
        signers=[
            OtherSignerOut(
                name=one.name,
                role=one.role,
                state=_state_of(view, one, signature := _signature_of(view, one)),
                signed_at=_local(signature.signed_at, zone) if signature is not None else None,
            )
            for one in view.signers
        ],
        expires_at=_local(view.expires_at, zone),
        decline_reason=version.decline_reason if version is not None else None,
        sha256=version.sha256 if version is not None else None,
    )


def _next_content(db: Session, view: ContractView, operator: Operator) -> StoredContract:
    """Return the content of a changed contract whose booking has ended, without adding a version."""
    if view.binding is not None:
        return view.binding.content
    return content_of(db, operator, view.subject, view.rules, view.number, view.now)


def _document(content: StoredContract) -> ContractDocumentOut:
    paper = content["paper"]
    customer = paper["customer"]
    return ContractDocumentOut(
        title=paper["title"],
        number=paper["number"],
        dated=paper["dated"],
        customer=customer["name"] if customer is not None else None,
        facts=[ContractFactOut(**fact) for fact in paper["facts"]],
        prices=[ContractPriceOut(**price) for price in paper["prices"]],
        sums=[ContractSumOut(**row) for row in paper["sums"]],
        policy=content["policy"],
        sections=[
            ContractSectionOut(index=index, title=part["title"], text=part["text"], initials=part["initials"])
            for index, part in enumerate(content["sections"])
        ],
    )
