"""Routes of the contract template, for owners and managers."""

from typing import Annotated, Final

from fastapi import APIRouter, Request
from starlette.responses import Response

from marqueedesk.accounts.access import Caller, reading, record_settings_change, require
from marqueedesk.accounts.call_limits import DOCUMENTS
from marqueedesk.accounts.dependencies import Db, Requires
from marqueedesk.accounts.rights import CHANGE_SETTINGS
from marqueedesk.availability import service as availability
from marqueedesk.business import queries as business
from marqueedesk.contracts import template
from marqueedesk.contracts.evidence import SignedContract
from marqueedesk.contracts.models import StoredSection
from marqueedesk.contracts.paper import example_of
from marqueedesk.contracts.schemas import AboveInput, ContractTemplateOut, ContractTemplatePatch, SectionInput
from marqueedesk.contracts.serializers import template_answer
from marqueedesk.contracts.template import TemplateRules
from marqueedesk.kit import clock
from marqueedesk.kit.http.http import PDF, errors, pdf_answer

_EXAMPLE_CODE: Final = "example"
"""Document code of previews, which `/verify` doesn't know."""
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


@router.post("/api/contract-template/preview", response_class=Response, responses=errors(422, 429) | PDF)
def preview_contract_template(request: Request, body: ContractTemplatePatch) -> Response:
    """Get a contract with an example booking as a PDF, with the fields in the body instead of the saved ones. Nothing
    is saved.
    """
    now = clock.now()
    with reading(request) as (db, caller):
        operator = require(caller, CHANGE_SETTINGS)
        rules = _changed(template.rules_of(db), body)
        logo = business.logo(db)
        example = SignedContract(
            operator_id=operator.id,
            content=example_of(db, operator, rules, now),
            code=_EXAMPLE_CODE,
            version=1,
            template_version=rules.version,
            created_at=now,
            signatures=(),
            company=business.company(db, operator)["name"],
            countersigned_by=None,
            countersigned_at=None,
            time_zone=operator.time_zone,
            date_format=operator.date_format,
            time_format=operator.time_format,
            logo=logo[1] if logo else None,
            unsigned=None,
        )
    DOCUMENTS.spend(request, caller)
    return pdf_answer("Contract preview", example.unsigned_pdf())


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
