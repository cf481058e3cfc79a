"""The state of the certificate of insurance that a booking's venue requires."""

from datetime import UTC, date, datetime

import pytest

from marqueedesk.insurance.state import CertificateRecord, Policy, certificate_state
from marqueedesk.venues.certificate import CoverageLimits, VenueCertificate

LAST_DAY = date(2027, 6, 3)
EARLIER, LATER = datetime(2027, 5, 1, tzinfo=UTC), datetime(2027, 5, 2, tzinfo=UTC)
MILLION = 1_000_000
REQUIRED = VenueCertificate(required=True, limits=CoverageLimits(each_occurrence=MILLION, aggregate=2 * MILLION))
NO_LIMITS = VenueCertificate(required=True)
OPTIONAL = VenueCertificate(required=False, limits=REQUIRED.limits)


def policy(expires_on: date, each: int = MILLION, aggregate: int = 2 * MILLION) -> Policy:
    return Policy(CoverageLimits(each_occurrence=each, aggregate=aggregate), expires_on)


GOOD = policy(LAST_DAY)
ENDS = policy(date(2027, 6, 2))
SMALL = policy(date(2028, 1, 1), each=MILLION - 1)
SMALL_AGGREGATE = policy(date(2028, 1, 1), aggregate=MILLION)
NOTHING = CertificateRecord()


@pytest.mark.parametrize(
    "terms, policies, record, state",
    [
        (None, [GOOD], NOTHING, "not_needed"),
        (VenueCertificate(), [GOOD], NOTHING, "not_needed"),
        (OPTIONAL, [], CertificateRecord(requested_at=EARLIER), "not_needed"),
        (REQUIRED, [], NOTHING, "missing"),
        (REQUIRED, [GOOD], NOTHING, "missing"),
        (REQUIRED, [SMALL, SMALL_AGGREGATE], NOTHING, "missing"),
        (REQUIRED, [ENDS], NOTHING, "expires"),
        (REQUIRED, [ENDS, SMALL], NOTHING, "expires"),
        (REQUIRED, [ENDS, GOOD], NOTHING, "missing"),
        (NO_LIMITS, [SMALL], NOTHING, "missing"),
        (REQUIRED, [], CertificateRecord(requested_at=EARLIER), "requested"),
        (REQUIRED, [ENDS], CertificateRecord(requested_at=EARLIER), "requested"),
        (REQUIRED, [], CertificateRecord(sent_at=EARLIER, sent=GOOD), "sent"),
        (REQUIRED, [], CertificateRecord(EARLIER, LATER, GOOD), "sent"),
        (REQUIRED, [], CertificateRecord(LATER, EARLIER, GOOD), "sent"),
        (REQUIRED, [GOOD], CertificateRecord(EARLIER, LATER, ENDS), "expires"),
        (REQUIRED, [GOOD], CertificateRecord(LATER, EARLIER, ENDS), "requested"),
        (REQUIRED, [GOOD], CertificateRecord(EARLIER, LATER, SMALL), "missing"),
        (NO_LIMITS, [], CertificateRecord(EARLIER, LATER, SMALL), "sent"),
    ],
)
def test_state_follows_from_venue_policies_and_emails(
    terms: VenueCertificate | None, policies: list[Policy], record: CertificateRecord, state: str
):
    assert certificate_state(terms, policies, LAST_DAY, record) == state
