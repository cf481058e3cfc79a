"""A submitted handover: the pieces moved, and the recipient's signature. Pure."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

import orjson

from marqueedesk.bookings.goods.models import StoredSignOff
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit.http.idempotency import fingerprint

Kind = Literal["pack", "out", "in"]


def moves(kind: str, outcome: str) -> bool:
    """Return true if a line moves pieces. Pieces found damaged or missing before they go out don't move; they are only
    reported.
    """
    return kind == "in" or outcome == "ok"


@dataclass(frozen=True, slots=True)
class Moved:
    """A quantity of a piece in a handover; with a ``tag``, a single piece. ``photo`` is a photo's digest.

    ``is_lent`` is true for pieces of a lender, false for the business's own, and None if that wasn't stated.
    """

    piece: Piece
    count: int
    outcome: str = "ok"
    note: str | None = None
    tag: str | None = None
    photo: str | None = None
    is_lent: bool | None = None


@dataclass(frozen=True, slots=True)
class SignOff:
    """Result of the light test, and the recipient's name and signature as an SVG path."""

    lights_tested: bool = False
    signed_by: str | None = None
    signature: str | None = None

    def to_json(self) -> StoredSignOff | None:
        """Return the stored form; None if empty."""
        if self == NOT_SIGNED:
            return None
        return {"lights_tested": self.lights_tested, "signed_by": self.signed_by, "signature": self.signature}


NOT_SIGNED: Final = SignOff()


@dataclass(frozen=True, slots=True)
class Batch:
    """A submitted handover."""

    client_id: str
    kind: Kind
    at: datetime
    lines: tuple[Moved, ...]
    reason: str | None = None
    sign_off: SignOff = NOT_SIGNED

    @property
    def fingerprint(self) -> str:
        """Return a fingerprint of the batch's content, to detect that the same client ID was used for a different
        batch.
        """
        lines = [
            [
                *(*line.piece, line.count, line.outcome, line.note),
                *(text for text in (line.tag, line.photo) if text),
                *([] if line.is_lent is None else [line.is_lent]),
            ]
            for line in self.lines
        ]
        parts = [self.kind, self.at.isoformat(), self.reason, lines]
        signed = self.sign_off.to_json()
        return fingerprint(orjson.dumps(parts if signed is None else [*parts, signed]))
