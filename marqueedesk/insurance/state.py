"""The state of the certificate of insurance that a booking's venue requires."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Literal

from marqueedesk.venues.certificate import CoverageLimits, VenueCertificate

CertificateState = Literal["not_needed", "missing", "requested", "sent", "expires"]
NOT_NEEDED: Final = "not_needed"
MISSING: Final = "missing"
REQUESTED: Final = "requested"
SENT: Final = "sent"
EXPIRES: Final = "expires"


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy's limits and the last day it covers."""

    limits: CoverageLimits
    expires_on: date


@dataclass(frozen=True, slots=True)
class CertificateRecord:
    """When a booking's certificate was last requested from the insurer and sent to the venue, and the policy sent."""

    requested_at: datetime | None = None
    sent_at: datetime | None = None
    sent: Policy | None = None

    @property
    def is_requested(self) -> bool:
        """Return true if the insurer was asked for a certificate after the last one was sent."""
        return self.requested_at is not None and (self.sent_at is None or self.requested_at > self.sent_at)


def certificate_state(
    terms: VenueCertificate | None, policies: Iterable[Policy], last_day: date, record: CertificateRecord
) -> CertificateState:
    """Return the state of a booking's certificate (I1).

    ``terms`` are the venue's, None for another location. ``last_day`` is the last day of the rental, which the policy
    has to cover. A certificate below the venue's limits doesn't count.
    """
    if terms is None or not terms.required:
        return NOT_NEEDED
    sent = record.sent if record.sent is not None and record.sent.limits.covers(terms.limits) else None
    if sent is not None and sent.expires_on >= last_day:
        return SENT
    if record.is_requested:
        return REQUESTED
    own = [sent] if sent is not None else [policy for policy in policies if policy.limits.covers(terms.limits)]
    return EXPIRES if own and all(policy.expires_on < last_day for policy in own) else MISSING
