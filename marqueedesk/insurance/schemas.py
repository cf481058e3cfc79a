"""Request and response models of certificates of insurance."""

from datetime import date
from typing import Annotated, ClassVar

from pydantic import Field

from marqueedesk.insurance.files import LONGEST_FILE
from marqueedesk.insurance.models import InsuranceCertificate
from marqueedesk.kit.http.schemas import AtMost, Day, RequestModel, RequiredText, ResponseModel
from marqueedesk.venues.certificate import CoverageLimits


class CertificateInput(RequestModel):
    """POST /api/certificates."""

    paths: ClassVar[frozenset[str]] = frozenset({"limits"})
    sentences: ClassVar[dict[str, dict[str, str]]] = {
        "file": {"*": "Upload a PDF, JPEG, PNG, or WebP file of at most 5 MB"},
        "limits": {"*": "Enter the limits of the policy"},
        "expiresOn": {"*": "Enter the last day of the policy, for example 2027-06-01"},
    }

    file: Annotated[str, Field(max_length=LONGEST_FILE, description="The file as a data URL with Base64")]
    insurer: Annotated[RequiredText, AtMost(200)]
    limits: CoverageLimits
    expires_on: Annotated[Day, Field(description="The last day that the policy covers")]


class CertificateOut(ResponseModel):
    """A certificate of insurance."""

    id: int
    file: Annotated[str, Field(description="URL of the file")]
    file_name: str
    size_bytes: int
    insurer: str
    limits: CoverageLimits
    expires_on: Annotated[date, Field(description="The last day that the policy covers")]


def certificate_answer(row: InsuranceCertificate) -> CertificateOut:
    """Serialize a certificate."""
    return CertificateOut.of_row(row, file=f"/api/certificates/{row.id}/file", limits=row.policy.limits)
