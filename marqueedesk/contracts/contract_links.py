"""Links of signers: the page where each of them reads and signs the contract."""

from datetime import datetime

from sqlalchemy.orm import Session

from marqueedesk.accounts.models import Operator
from marqueedesk.accounts.public_links import open_link, refuse_change_while_suspended
from marqueedesk.contracts import queries
from marqueedesk.contracts.errors import NoContract
from marqueedesk.contracts.models import LINK, ContractSigner
from marqueedesk.kit.http import links
from marqueedesk.kit.http.links import Signer


def token_of(signer: Signer, row: ContractSigner) -> str:
    """Return the token of a signer's link."""
    return signer.token(LINK, row.operator_id, row.id, row.nonce)


def address_of(signer: Signer, public_url: str, row: ContractSigner) -> str:
    """Return the URL of the page where a person signs."""
    return f"{public_url}/contract/{token_of(signer, row)}"


def make(db: Session, signer: Signer, row: ContractSigner, now: datetime) -> None:
    """Store the link of a signer."""
    links.make(db, token_of(signer, row), kind=LINK, operator_id=row.operator_id, target_id=row.id, now=now)


def open_signer(db: Session, token: str) -> tuple[Operator, ContractSigner]:
    """Scope the session to the operator of a signer's link; return the operator and the signer. Raises NoContract."""
    operator, signer_id = open_link(db, token, LINK, NoContract)
    refuse_change_while_suspended(operator)
    row = queries.find_signer(db, signer_id)
    if row is None or row.withdrawn_at is not None:
        raise NoContract
    return operator, row
