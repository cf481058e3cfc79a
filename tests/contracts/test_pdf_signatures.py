"""Digital signatures of signed contracts, as any PDF reader validates them."""

import io
from datetime import UTC, datetime
from typing import Any

from fastapi import FastAPI
from pyhanko.keys import load_certs_from_pemder_data
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

from marqueedesk.contracts.pdf_seal import PdfSeal
from marqueedesk.contracts.signing_key import SigningKey, signing_key
from tests.contracts.conftest import BRIDE, Signing
from tests.contracts.pdf_signatures import signature_status
from tests.contracts.timestamping import authority


def status_of(pdf: bytes, app: FastAPI) -> Any:
    """Validate the only signature of a PDF, trusting the installation's certificate."""
    certificate = signing_key(app.state.database, app.state.settings).certificate
    (trusted,) = load_certs_from_pemder_data(certificate.encode())
    return signature_status(pdf, trusted)


def test_signed_contract_validates(signing: Signing, app: FastAPI):
    signing.send()
    signing.sign_all()
    status = status_of(signing.pdf(), app)

    assert status.bottom_line
    assert status.coverage.name == "ENTIRE_FILE"
    assert b"ETSI.CAdES.detached" in signing.pdf()


def test_appended_update_is_reported_as_changed(signing: Signing, app: FastAPI):
    signing.send(BRIDE)
    signing.sign_all()
    writer = IncrementalPdfFileWriter(io.BytesIO(signing.pdf()), strict=False)
    writer.root["/Lang"] = writer.root["/Type"]
    writer.update_root()
    out = io.BytesIO()
    writer.write(out)

    assert not status_of(out.getvalue(), app).bottom_line
    assert signing.verify(out.getvalue()) == {"known": True, "unchanged": False, "signedAt": None}


def test_all_contracts_are_signed_with_one_key(signing: Signing, app: FastAPI):
    first = signing_key(app.state.database, app.state.settings)

    assert signing_key(app.state.database, app.state.settings) == first


def test_time_stamp_authority_is_used_but_not_required(signing: Signing, app: FastAPI):
    signing.send()
    pdf = signing.pdf()
    key = signing_key(app.state.database, app.state.settings)
    with authority() as (url, certificate):
        stamped = PdfSeal(SigningKey(key.key, key.certificate, url)).put_on(pdf, 1)
    unreachable = PdfSeal(SigningKey(key.key, key.certificate, url)).put_on(pdf, 1)

    (own,) = load_certs_from_pemder_data(key.certificate.encode())
    (signature,) = PdfFileReader(io.BytesIO(stamped)).embedded_signatures
    trusted = ValidationContext(trust_roots=[own, certificate], moment=datetime.now(UTC))
    status: Any = validate_pdf_signature(signature, trusted)
    assert status.bottom_line
    assert status.timestamp_validity.valid
    assert b"/DSS" in stamped
    assert b"/DSS" not in unreachable
    assert status_of(unreachable, app).bottom_line
