"""The business's contract template: the stored one, or its terms."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.business import queries as business
from marqueedesk.business.terms import DEFAULT_TERMS
from marqueedesk.contracts.models import ContractTemplate, Countersign, SignatureRule, StoredSection
from marqueedesk.kit.db.rows import fresh

REMINDER_DAYS: Final = 3
"""Days between reminders until the business changes them."""
_LONGEST_HEADING: Final = 60
_NO_HEADING: Final = "Terms"


@dataclass(frozen=True, slots=True)
class TemplateRules:
    """A template's values. ``above_cents`` belongs to the rule "above"."""

    version: int
    sections: list[StoredSection]
    signature_rule: SignatureRule
    above_cents: int | None
    countersign: Countersign
    initials: bool | list[int]
    wait_before_confirming: bool
    reminder_days: int | None

    def needs_signature(self, total_cents: int) -> bool:
        """Return true if a booking or quote with this total needs a signature."""
        if self.signature_rule == "above":
            return total_cents > (self.above_cents or 0)
        return self.signature_rule == "always"

    def needs_initials(self, index: int) -> bool:
        """Return true if signers put their initials at the section with this index."""
        return self.initials if isinstance(self.initials, bool) else index in self.initials


def rules_of(db: Session) -> TemplateRules:
    """Return the business's template; without one, its terms as the text and no signature needed."""
    row = fresh(db, ContractTemplate)
    if row is None:
        return TemplateRules(
            1, _from_terms(business.details(db).terms), "never", None, "automatic", False, False, REMINDER_DAYS
        )
    return TemplateRules(
        row.version,
        row.sections,
        row.signature_rule,
        row.above_cents,
        row.countersign,
        row.initials,
        row.wait_before_confirming,
        row.reminder_days,
    )


def store(db: Session, operator: Operator, rules: TemplateRules, now: datetime) -> TemplateRules:
    """Store a changed template with the next version; an unchanged one keeps its version. If contracts need signatures
    before bookings are confirmed, online requests stay pending from now on.
    """
    before = rules_of(db)
    if rules == before:
        return before
    row = fresh(db, ContractTemplate) or ContractTemplate()
    row.version = before.version + 1
    row.sections, row.signature_rule, row.above_cents = rules.sections, rules.signature_rule, rules.above_cents
    row.countersign, row.initials = rules.countersign, rules.initials
    row.wait_before_confirming, row.reminder_days = rules.wait_before_confirming, rules.reminder_days
    row.updated_at = now
    operator.waits_for_signature = rules.wait_before_confirming and rules.signature_rule != "never"
    db.add(row)
    db.flush()
    return rules_of(db)


def _from_terms(terms: str | None) -> list[StoredSection]:
    """Split terms at blank lines into sections. A paragraph that starts with a few words and a period, such as "Place
    and power. …", has them as its title.
    """
    sections: list[StoredSection] = []
    for part in (DEFAULT_TERMS if terms is None else terms).split("\n\n"):
        title, dot, text = part.strip().partition(". ")
        if dot and text and len(title) <= _LONGEST_HEADING and "\n" not in title and "{" not in title:
            sections.append({"title": title, "text": text.strip()})
        elif part.strip():
            sections.append({"title": _NO_HEADING, "text": part.strip()})
    return sections
