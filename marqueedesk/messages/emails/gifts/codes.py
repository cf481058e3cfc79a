"""Fill in gift card codes while an email is sent, so that stored emails don't contain them."""

from sqlalchemy.orm import Session

from marqueedesk.gift_cards import queries
from marqueedesk.messages.content import Content, Part
from marqueedesk.messages.mail_settings import Site


def with_gift_card_codes(db: Session, site: Site, content: Content) -> Content:
    """Return the email with its codes. A code that can't be read anymore stays hidden."""
    if not any(part["kind"] == "facts" and "purchaseId" in part for part in content["parts"]):
        return content
    return {**content, "parts": [_with_code(db, site, part) for part in content["parts"]]}


def _with_code(db: Session, site: Site, part: Part) -> Part:
    if part["kind"] != "facts" or "purchaseId" not in part:
        return part
    row = queries.purchase(db, part["purchaseId"])
    code = site.read_secret(row.sealed_code) if row is not None and row.sealed_code else None
    (label, hidden), *others = part["rows"]
    return {**part, "rows": [(label, code or hidden), *others]}
