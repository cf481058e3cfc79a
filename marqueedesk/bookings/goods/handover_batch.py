"""A handover as it was sent: what moved, and who signed for it. Pure."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

import orjson

from marqueedesk.bookings.models import StoredSignOff
from marqueedesk.inventory.pieces import Piece
from marqueedesk.kit.http.idempotency import fingerprint

Kind = Literal["pack", "out", "in"]


def moves(kind: str, outcome: str) -> bool:
    """Whether a line counts: what is found damaged or missing before it goes out stays, and is reported only."""
    return kind == "in" or outcome == "ok"


@dataclass(frozen=True, slots=True)
class Moved:
    """So many of a piece in a handover; with a ``tag`` it is one, and which one. ``photo`` is a photo's digest."""

    piece: Piece
    count: int
    outcome: str = "ok"
    note: str | None = None
    tag: str | None = None
    photo: str | None = None


@dataclass(frozen=True, slots=True)
class SignOff:
    """Whether the lights were tested, and who signed for the goods: their name, and the strokes as an SVG path."""

    lights_tested: bool = False
    signed_by: str | None = None
    signature: str | None = None

    def to_json(self) -> StoredSignOff | None:
        """The stored form; None where nothing was said."""
        if self == NOT_SIGNED:
            return None
        return {"lights_tested": self.lights_tested, "signed_by": self.signed_by, "signature": self.signature}


NOT_SIGNED: Final = SignOff()


@dataclass(frozen=True, slots=True)
class Batch:
    """A handover as it was sent."""

    client_id: str
    kind: Kind
    at: datetime
    lines: tuple[Moved, ...]
    reason: str | None = None
    sign_off: SignOff = NOT_SIGNED

    @property
    def fingerprint(self) -> str:
        """The fingerprint that tells it from another batch under the same id."""
        lines = [
            [*line.piece, line.count, line.outcome, line.note, *(text for text in (line.tag, line.photo) if text)]
            for line in self.lines
        ]
        said = [self.kind, self.at.isoformat(), self.reason, lines]
        signed = self.sign_off.to_json()
        return fingerprint(orjson.dumps(said if signed is None else [*said, signed]))
