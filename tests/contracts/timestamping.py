"""A stand-in for a time-stamp authority (RFC 3161), with a certificate of its own."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from pyhanko.keys import load_certs_from_pemder_data, load_private_key_from_pemder_data
from pyhanko.sign.timestamps import DummyTimeStamper


@contextmanager
def authority() -> Generator[tuple[str, Any]]:
    """Serve time stamps; yield the URL and the authority's certificate."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Time stamps")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(5)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=100))
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
        .sign(key, hashes.SHA256())
    )
    (certificate,) = load_certs_from_pemder_data(made.public_bytes(serialization.Encoding.PEM))
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    stamper = DummyTimeStamper(certificate, load_private_key_from_pemder_data(pem, None))
    server = HTTPServer(("127.0.0.1", 0), _handler(stamper))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", certificate
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _handler(stamper: Any) -> type[BaseHTTPRequestHandler]:
    from asn1crypto import tsp  # noqa: PLC0415

    requests: Any = tsp.TimeStampReq

    class TimeStampHandler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = requests.load(self.rfile.read(int(self.headers["Content-Length"])))
            stamp = stamper.request_tsa_response(asked).dump()
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", str(len(stamp)))
            self.end_headers()
            self.wfile.write(stamp)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name.
            """Log nothing."""

    return TimeStampHandler
