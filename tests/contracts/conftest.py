"""A business with a confirmed booking, its contract, and the signers' pages."""

import base64
import io
from typing import Any

import httpx
import pytest
from PIL import Image, ImageDraw

from tests.contracts.pdf_signatures import ensure_valid
from tests.support.api import Api, ok_json
from tests.support.checked import clock, new_caller

__all__ = ["clock", "new_caller"]
BRIDE = {"name": "Ada Lovelace", "email": "ada@example.com", "role": "customer"}


def drawing(*, size: tuple[int, int] = (400, 160), strokes: bool = True, dot: int = 0) -> str:
    """A drawn signature as a data URL: strokes, a single dot, or nothing."""
    picture = Image.new("RGBA", size, (255, 255, 255, 0))
    pen = ImageDraw.Draw(picture)
    if strokes:
        pen.line([(20, 120), (120, 30), (180, 120), (260, 40), (360, 110)], fill="black", width=4)
    if dot:
        pen.ellipse([(100, 60), (100 + dot, 60 + dot)], fill="black")
    file = io.BytesIO()
    picture.save(file, "PNG")
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()


class Signing:
    """A booking, and its contract's signers by their links."""

    def __init__(self, business: Api, visitor: Api) -> None:
        self.business, self.visitor = business, visitor
        business.add_letters("LOVEHOP", quantity=5)
        self.booking = business.book(asRequest=False, totalPrice=1000)["id"]

    @property
    def path(self) -> str:
        return f"/api/bookings/{self.booking}/contract"

    def send(self, *signers: dict[str, Any], **fields: Any) -> dict[str, Any]:
        answer = self.business.post(self.path, json={"signers": list(signers or (BRIDE,)), **fields})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def contract(self) -> dict[str, Any]:
        return ok_json(self.business.get(self.path))

    def tokens(self) -> list[str]:
        return [signer["link"].rpartition("/")[2] for signer in self.contract()["signers"]]

    def open(self, token: str) -> dict[str, Any]:
        return ok_json(self.visitor.get(f"/api/public/contracts/{token}"))

    def consent(self, token: str) -> None:
        version = self.open(token)["consent"]["version"]
        ok_json(self.visitor.post(f"/api/public/contracts/{token}/consent", json={"version": version}))

    def sign(self, token: str, **fields: Any) -> httpx.Response:
        body = {"name": "Ada Lovelace", "readToEnd": True} | fields
        return self.visitor.post(f"/api/public/contracts/{token}/sign", json=body)

    def sign_all(self, **fields: Any) -> dict[str, Any]:
        for token in self.tokens():
            self.consent(token)
            ok_json(self.sign(token, **fields))
        return self.contract()

    def edit(self, **fields: Any) -> None:
        ok_json(self.business.patch(f"/api/bookings/{self.booking}", json=fields))

    def pdf(self, name: str = "contract.pdf") -> bytes:
        """Download a file. The digital signature of a signed contract is validated."""
        answer = self.business.get(f"/api/bookings/{self.booking}/{name}")
        assert answer.status_code == 200, answer.text
        if b"ETSI.CAdES.detached" in answer.content:
            ensure_valid(answer.content)
        return answer.content

    def verify(self, content: bytes) -> dict[str, Any]:
        answer = self.visitor.http.post(
            "/api/public/verify", content=content, headers={"Content-Type": "application/pdf"}
        )
        return ok_json(answer)


@pytest.fixture
def signing(operator: Api, visitor: Api) -> Signing:
    return Signing(operator, visitor)
