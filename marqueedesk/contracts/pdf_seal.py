"""Sign PDFs with the installation's key, in a subprocess (contracts.pdf_signer)."""

from typing import Final

import orjson
from fastapi import Request

from marqueedesk.accounts.access import database
from marqueedesk.contracts import pdf_signer
from marqueedesk.contracts.signing_key import SigningKey, signing_key
from marqueedesk.documents.errors import NotTypeset
from marqueedesk.documents.turns import DocumentQueue
from marqueedesk.kit.jobs import sandboxed_process

TIMEOUT: Final = 15.0
"""Maximum number of seconds that a PDF waits for its turn."""
# One at a time per server process: each takes 90 MB in its subprocess.
_turns = DocumentQueue(1)


class PdfSeal:
    """Signs PDFs with the installation's key."""

    def __init__(self, key: SigningKey) -> None:
        self._key = key

    @classmethod
    def of(cls, request: Request) -> "PdfSeal":
        """Return the seal of this installation. Don't call it in a transaction."""
        return cls(signing_key(database(request), request.app.state.settings))

    def put_on(self, pdf: bytes, whose: int) -> bytes:
        """Return the PDF with a digital signature. Raises TooBusy and NotTypeset (503)."""
        key = self._key
        head = orjson.dumps({"key": key.key, "certificate": key.certificate, "timestamp_url": key.timestamp_url})
        with _turns.take(whose, TIMEOUT):
            try:
                answer = sandboxed_process.ask(
                    pdf_signer.__name__, payload=b"%b\n%b" % (head, pdf), seconds=pdf_signer.BOUNDS.seconds
                )
            except sandboxed_process.Ended as ended:
                raise NotTypeset(retry_after=5) from ended
        return answer.parts[0]
