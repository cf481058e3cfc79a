"""Contracts of erased customers: unsigned ones are deleted at once, signed ones together with the invoices."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy import Select, Table, delete, select
from sqlalchemy.orm import Session

from marqueedesk.contracts.models import (
    LINK,
    SIGNED,
    Contract,
    ContractSignature,
    ContractSigner,
    ContractVersion,
)
from marqueedesk.kit.db.tenancy import kept_to
from marqueedesk.kit.http import links

_AT_ONCE = 300


def contract_ids(db: Session, bookings: Sequence[int], quotes: Sequence[int]) -> list[int]:
    """Return the IDs of the contracts of bookings and quotes."""
    found: set[int] = set()
    for column, ids in ((Contract.booking_id, bookings), (Contract.quote_id, quotes)):
        for some in _portions(ids):
            found.update(db.scalars(select(Contract.id).where(column.in_(some))))
    return sorted(found)


def delete_unsigned(db: Session, ids: Sequence[int]) -> None:
    """Delete contracts that were never signed by everyone, unsigned versions, signers who never signed, and all
    links.
    """
    operator_id = kept_to(db)
    for contract_id in ids:
        signers = db.scalars(select(ContractSigner.id).where(ContractSigner.contract_id == contract_id)).all()
        for signer_id in signers:
            links.forget(db, kind=LINK, operator_id=operator_id, target_id=signer_id)
        signed = select(ContractVersion.id).where(
            ContractVersion.contract_id == contract_id, ContractVersion.state == SIGNED
        )
        versions = set(db.scalars(signed))
        if not versions:
            db.execute(delete(Contract).where(Contract.id == contract_id))
            continue
        signatures = select(ContractSignature.signer_id, ContractSignature.version_id).where(
            ContractSignature.contract_id == contract_id
        )
        kept = {signer_id for signer_id, version_id in db.execute(signatures) if version_id in versions}
        for model, column, ids_kept in (
            (ContractSignature, ContractSignature.version_id, versions),
            (ContractVersion, ContractVersion.id, versions),
            (ContractSigner, ContractSigner.id, kept),
        ):
            own = model.contract_id == contract_id
            db.execute(delete(model).where(own, column.not_in(sorted(ids_kept))))


def delete_old(db: Session, operator_id: int, bookings: Select[Any], before: datetime) -> None:
    """Delete the contracts of these bookings whose last version is older than ``before``. Requires a session without an
    operator filter.
    """
    contracts, versions = cast("Table", Contract.__table__), cast("Table", ContractVersion.__table__)
    newer = select(versions.c.contract_id).where(versions.c.operator_id == operator_id, versions.c.created_at >= before)
    own = (contracts.c.operator_id == operator_id, contracts.c.booking_id.in_(bookings))
    db.execute(delete(contracts).where(*own, contracts.c.id.not_in(newer)))


def _portions(values: Sequence[int]) -> Iterable[Sequence[int]]:
    return (values[at : at + _AT_ONCE] for at in range(0, len(values), _AT_ONCE))
