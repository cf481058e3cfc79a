"""Errors about the certificate of insurance of a booking."""

from marqueedesk.kit.errors import Conflict


class CertificateNotNeeded(Conflict):
    """The booking's location isn't a listed venue that requires a certificate."""

    code = "certificate_not_needed"
    message = "This booking's venue doesn't require a certificate. Change the venue first if it does."
