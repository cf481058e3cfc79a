"""Store contract templates, contracts, their versions, signers and signatures."""

from marqueedesk.migrations import columns as c
from marqueedesk.migrations import steps

revision = "0142"
down_revision = "0141"


def _of_contract(table: str) -> steps.Constraint:
    name = f"fk_{table}_operator_id_contract_id"
    return steps.owned_reference("contract_id", "contracts", name, ondelete="CASCADE")


upgrade, downgrade = steps.both_ways(
    steps.keyed_table("contract_templates").of(
        c.number("version"),
        c.document("sections"),
        c.text(signature_rule=10),
        c.cents("above_cents", null=True),
        c.text(countersign=10),
        c.document("initials"),
        c.flag("wait_before_confirming"),
        c.moment("updated_at"),
        steps.check("signature_rule IN ('never', 'always', 'above')", "ck_contract_templates_signature_rule"),
        steps.reference("operator_id", "operators", "fk_contract_templates_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.owned_table("contracts").of(
        c.row_id("booking_id", "quote_id", null=True),
        c.moment("expires_at", null=True),
        c.moment("created_at"),
        steps.unique(["operator_id", "booking_id"], "uq_contracts_operator_id_booking_id"),
        steps.unique(["operator_id", "quote_id"], "uq_contracts_operator_id_quote_id"),
        steps.check("booking_id IS NOT NULL OR quote_id IS NOT NULL", "ck_contracts_subject"),
        steps.owned_reference("booking_id", "bookings", "fk_contracts_operator_id_booking_id", ondelete="CASCADE"),
        steps.owned_reference("quote_id", "quotes", "fk_contracts_operator_id_quote_id", ondelete="CASCADE"),
    ),
    steps.owned_table("contract_versions").of(
        c.row_id("contract_id"),
        c.number("number"),
        c.text(state=10, file_code=32),
        c.document("agreed", "content"),
        c.cents("total_cents"),
        c.number("template_version"),
        c.text(countersign=10),
        c.moment("created_at"),
        c.moment("completed_at", null=True),
        c.text(countersigned_by=200, null=True),
        c.moment("declined_at", null=True),
        c.row_id("declined_by_id", null=True),
        c.long_text("decline_reason", null=True),
        c.text(unsigned_sha256=64, sha256=64, null=True),
        c.binary("unsigned_pdf", "pdf", "certificate", null=True),
        steps.check("state IN ('waiting', 'signed', 'declined', 'replaced')", "ck_contract_versions_state"),
        steps.unique(["operator_id", "contract_id", "number"], "uq_contract_versions_operator_id_contract_id_number"),
        _of_contract("contract_versions"),
    ),
    steps.owned_table("contract_signers").of(
        c.row_id("contract_id"),
        c.number("position"),
        c.text(name=200),
        c.text(email=254, phone=50, null=True),
        c.text(role=60, nonce=32),
        c.moment("withdrawn_at", null=True),
        c.number("consent_version", null=True),
        c.moment("consent_at", null=True),
        c.number("seen_version", null=True),
        c.moment("opened_at", "emailed_at", null=True),
        _of_contract("contract_signers"),
    ),
    steps.index("ix_contract_signers_contract_id", "contract_signers", ["operator_id", "contract_id"]),
    steps.owned_table("contract_signatures").of(
        c.row_id("contract_id", "version_id", "signer_id"),
        c.moment("signed_at"),
        c.text(name=200, how=5),
        c.binary("image", null=True),
        c.document("initials"),
        c.text(address=64),
        c.text(agent=400, null=True),
        steps.unique(
            ["operator_id", "version_id", "signer_id"], "uq_contract_signatures_operator_id_version_id_signer_id"
        ),
        _of_contract("contract_signatures"),
    ),
    steps.table("contract_files", c.text(sha256=64), info={"owned": False}).of(
        c.text(file_code=32),
        c.row_id("operator_id"),
        c.moment("signed_at"),
        steps.reference("operator_id", "operators", "fk_contract_files_operator_id_operators", ondelete="CASCADE"),
    ),
    steps.index("ix_contract_files_file_code", "contract_files", ["file_code"]),
    steps.index("ix_contract_files_operator_id", "contract_files", ["operator_id"]),
)
