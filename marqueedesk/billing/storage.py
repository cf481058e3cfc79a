"""Picture storage of a business: its usage and its plan's quota.

Sizes are read from indexes and row headers, without reading the pictures.
"""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from marqueedesk.accounts.picture_storage import StorageUse
from marqueedesk.billing import queries
from marqueedesk.billing.models import ACTIVE, PAST_DUE, TRIAL
from marqueedesk.billing.schemas import USUAL_MEGABYTES
from marqueedesk.billing.service import status_at
from marqueedesk.business.models import BusinessDetails
from marqueedesk.documents.models import KeptLogo
from marqueedesk.insurance.models import InsuranceCertificate
from marqueedesk.inventory.models import GoodsPhoto, Picture

MEGABYTE: Final = 1_000_000
STORED: Final[tuple[tuple[Any, ColumnElement[int]], ...]] = (
    (Picture.operator_id, Picture.size_bytes.expression),
    (GoodsPhoto.operator_id, GoodsPhoto.size_bytes.expression),
    (BusinessDetails.operator_id, func.length(BusinessDetails.logo)),
    (KeptLogo.operator_id, func.length(KeptLogo.png)),
    (InsuranceCertificate.operator_id, InsuranceCertificate.size_bytes.expression),
)
"""All tables with files: pictures of items and packages, photos of goods, logos, logos on invoices, and certificates
of insurance. The column of the business, and the size in bytes.
"""


def storage_use(db: Session, now: datetime) -> StorageUse:
    """Return the storage usage of the session's business."""
    used = sum(db.scalar(select(func.sum(size))) or 0 for _, size in STORED)
    return StorageUse(int(used), allowed_megabytes(db, now) * MEGABYTE)


def allowed_megabytes(db: Session, now: datetime) -> int:
    """Return the quota of the session's business: its plan's, or the default."""
    subscription = queries.shown(db)
    if subscription is None or status_at(subscription, now) not in {ACTIVE, TRIAL, PAST_DUE}:
        return USUAL_MEGABYTES
    return subscription.plan.storage_megabytes or USUAL_MEGABYTES
