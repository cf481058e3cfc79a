"""The certificate of insurance that a venue requires from businesses that deliver to it."""

from typing import Annotated, Final

from pydantic import Field

from marqueedesk.kit.http.schemas import AtMost, OptionalBlock, RequestModel

LONGEST_WORDING: Final = 1000
CoverageAmount = Annotated[int, Field(ge=0, le=10**11)]
"""Limit of an insurance policy in whole units of the business's currency."""


class CoverageLimits(RequestModel):
    """Limits of a liability policy in whole units of the business's currency."""

    each_occurrence: CoverageAmount
    aggregate: CoverageAmount

    def covers(self, minimum: "CoverageLimits | None") -> bool:
        """Return true if both limits are at least the minimum."""
        return minimum is None or (
            self.each_occurrence >= minimum.each_occurrence and self.aggregate >= minimum.aggregate
        )


class VenueCertificate(RequestModel):
    """Whether a venue requires a certificate of insurance, its minimum limits, and the exact wording of the certificate
    holder and of the additional insured.
    """

    required: bool = False
    limits: CoverageLimits | None = None
    holder: Annotated[OptionalBlock, AtMost(LONGEST_WORDING)] = None
    additional_insured: Annotated[OptionalBlock, AtMost(LONGEST_WORDING)] = None
