"""Validate the digital signature of a signed contract, as PDF readers do."""

import io
from datetime import UTC, datetime
from typing import Any

from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext


def signature_status(pdf: bytes, trusted: Any = None) -> Any:
    """Validate the only signature of a PDF. ``trusted`` is the trusted certificate; by default, the signer's own."""
    (signature,) = PdfFileReader(io.BytesIO(pdf)).embedded_signatures
    roots = [trusted if trusted is not None else signature.signer_cert]
    return validate_pdf_signature(
        signature, ValidationContext(trust_roots=roots, moment=datetime(2027, 1, 1, tzinfo=UTC))
    )


def ensure_valid(pdf: bytes) -> None:
    """Fail if the PDF has changed since it was signed, or a part of it isn't covered by the signature."""
    status = signature_status(pdf)
    assert status.bottom_line, status.pretty_print_details()
    assert status.coverage.name == "ENTIRE_FILE"
