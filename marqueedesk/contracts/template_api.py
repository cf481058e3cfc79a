"""Routes of the contract template, for owners and managers."""

from typing import Annotated

from fastapi import APIRouter

from marqueedesk.accounts.access import Caller, record_settings_change
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.availability import service as availability
from marqueedesk.contracts import template
from marqueedesk.contracts.models import StoredSection
from marqueedesk.contracts.schemas import AboveInput, ContractTemplateOut, ContractTemplatePatch, SectionInput
from marqueedesk.contracts.serializers import template_answer
from marqueedesk.contracts.template import TemplateRules
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import errors

router = APIRouter(tags=["contracts"], responses=errors(401, 403))


@router.get("/api/contract-template")
def contract_template(db: Db, _: Annotated[Caller, Requires(CHANGE_SETTINGS)]) -> ContractTemplateOut:
    """Get the contract template. It starts from the business's terms."""
    return template_answer(template.rules_of(db))


@router.patch("/api/contract-template")
def change_contract_template(
    db: Db, caller: Annotated[Caller, Requires(CHANGE_SETTINGS)], body: ContractTemplatePatch
) -> ContractTemplateOut:
    """Update the fields in the body; the others stay the same. Contracts that were sent keep their text."""
    availability.lock(db, caller.operator.id)
    before = template.rules_of(db)
    after = template.store(db, caller.operator, _changed(before, body), clock.now())
    if after != before:
        record_settings_change(db, caller, "contract template", body)
    return template_answer(after)


def _changed(before: TemplateRules, body: ContractTemplatePatch) -> TemplateRules:
    given = body.model_fields_set
    rule, above = before.signature_rule, before.above_cents
    if "signature" in given:
        if isinstance(body.signature, AboveInput):
            rule, above = "above", body.signature.above
        else:
            rule, above = body.signature, None
    return TemplateRules(
        before.version,
        [_stored(section) for section in body.sections] if "sections" in given else before.sections,
        rule,
        above,
        body.countersign if "countersign" in given else before.countersign,
        body.initials if "initials" in given else before.initials,
        body.wait_before_confirming if "wait_before_confirming" in given else before.wait_before_confirming,
        body.reminder_days if "reminder_days" in given else before.reminder_days,
    )


def _stored(section: SectionInput) -> StoredSection:
    stored: StoredSection = {"title": section.title, "text": section.text}
    if section.when is not None:
        stored["when"] = section.when
    return stored
