"""Change the allowed sites and the public key of a business's form. Nothing here commits."""

from sqlalchemy import delete
from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator, PublicKey
from marqueedesk.accounts.service import new_public_key
from marqueedesk.business.embedding_schemas import EmbedInput
from marqueedesk.business.sites import normal_sites


def change_embedding(operator: Operator, embedding: EmbedInput) -> Operator:
    """Set the sites that may embed the form (W6), and whether they get the customer's contact details (W3).

    Raises Invalid with a message for each entry that is not a site.
    """
    if "allowed_sites" in embedding.model_fields_set:
        operator.allowed_sites = normal_sites(embedding.allowed_sites)
    if "share_contact" in embedding.model_fields_set:
        operator.share_contact = embedding.share_contact
    return operator


def renew_public_key(db: Session, operator: Operator) -> Operator:
    """Replace the public key; the old one stops working (W5)."""
    operator.public_key = new_public_key()
    # Lock the operator's row first: if two renewals run at the same time, the second waits here and then replaces the
    # first one's key.
    db.flush()
    db.execute(delete(PublicKey).where(PublicKey.operator_id == operator.id))
    db.add(PublicKey(public_key=operator.public_key, operator_id=operator.id))
    return operator
