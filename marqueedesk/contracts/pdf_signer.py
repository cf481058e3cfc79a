"""Sign one PDF (PAdES) in a subprocess, because the signing library would use a fifth of a small server's memory.

Its input is a line with the key, the certificate and the URL of a time-stamp authority as JSON, then the PDF.
"""

import asyncio
import io
import json
from importlib import import_module
from typing import Any, Final, TypedDict

from marqueedesk.kit.jobs.sandboxed_process import Answer, Bounds, be_the_child

BOUNDS: Final = Bounds(memory=768 << 20, seconds=30)
FIELD: Final = "Contract"


class SigningRequest(TypedDict):
    """Key and certificate as PEM; ``timestamp_url`` is empty if there is no time-stamp authority."""

    key: str
    certificate: str
    timestamp_url: str


def sign(given: bytes) -> Answer:
    """Sign the PDF: level B-LT with a time stamp, or B-B without a time-stamp authority or while it can't be reached.
    Later changes of the file, also appended ones, invalidate the signature.
    """
    head, _, pdf = given.partition(b"\n")
    wanted: SigningRequest = json.loads(head)
    if wanted["timestamp_url"]:
        try:
            return Answer((_signed(pdf, wanted, wanted["timestamp_url"]),))
        except Exception:  # noqa: BLE001, S110 - the authority's errors must not prevent a signature.
            pass
    return Answer((_signed(pdf, wanted, None),))


def _signed(pdf: bytes, wanted: SigningRequest, timestamp_url: str | None) -> bytes:
    # Imported only in this process, and by name, because they lack types.
    keys: Any = import_module("pyhanko.keys")
    signers: Any = import_module("pyhanko.sign.signers")
    fields: Any = import_module("pyhanko.sign.fields")
    writing: Any = import_module("pyhanko.pdf_utils.incremental_writer")
    validation: Any = import_module("pyhanko_certvalidator")
    registry: Any = import_module("pyhanko_certvalidator.registry")

    (certificate,) = keys.load_certs_from_pemder_data(wanted["certificate"].encode())
    signer = signers.SimpleSigner(
        signing_cert=certificate,
        signing_key=keys.load_private_key_from_pemder_data(wanted["key"].encode(), passphrase=None),
        cert_registry=registry.SimpleCertificateStore.from_certs([certificate]),
    )
    stamper: Any = None
    context: Any = None
    if timestamp_url is not None:
        timestamps: Any = import_module("pyhanko.sign.timestamps")
        stamper = timestamps.HTTPTimeStamper(timestamp_url, timeout=10)
        context = validation.ValidationContext(trust_roots=[certificate, *_authority(stamper)], allow_fetching=True)
    metadata = signers.PdfSignatureMetadata(
        field_name=FIELD,
        reason="Signed contract",
        md_algorithm="sha256",
        subfilter=fields.SigSeedSubFilter.PADES,
        certify=True,
        docmdp_permissions=fields.MDPPerm.NO_CHANGES,
        embed_validation_info=context is not None,
        validation_context=context,
    )
    out = io.BytesIO()
    writer = writing.IncrementalPdfFileWriter(io.BytesIO(pdf), strict=False)
    signers.sign_pdf(writer, metadata, signer=signer, timestamper=stamper, output=out)
    return out.getvalue()


def _authority(stamper: Any) -> list[Any]:
    """Return the certificates of the time-stamp authority, which the installation's administrator chose to trust."""
    asyncio.run(stamper.async_dummy_response("sha256"))
    return list(stamper.cert_registry)


if __name__ == "__main__":
    be_the_child(BOUNDS, sign)
