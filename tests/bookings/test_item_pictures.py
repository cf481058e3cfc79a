"""Pictures of items: re-encoded, shown to customers, and rejected with a specific error."""

import io

import pytest
from PIL import Image

from tests.support.api import Api, ok_json

pytestmark = pytest.mark.either_database


@pytest.fixture
def path(operator: Api) -> str:
    """Return the path for uploading an item's picture."""
    body = {"name": "Balloon arch", "kind": "counted", "quantity": 5, "price": 40, "per": "day"}
    return f"/api/items/{ok_json(operator.post('/api/items', json=body))['id']}/picture"


def picture(side: int = 1300) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((side, side), 20).convert("RGB").save(out, "JPEG", exif=b"Exif\x00\x00secret")
    return out.getvalue()


def test_picture_is_reencoded_in_two_sizes(path: str, operator: Api, visitor: Api):
    headers = {"content-type": "image/jpeg"}
    shown = ok_json(operator.put(path, content=picture(), headers=headers))
    large, small = visitor.get(shown["picture"]), visitor.get(shown["smallPicture"])
    assert large.headers["content-type"] == "image/webp"
    for sent in (large, small):
        assert sent.headers["cross-origin-resource-policy"] == "cross-origin", "the form shows it on any page"
    assert max(Image.open(io.BytesIO(large.content)).size) <= 1200
    assert max(Image.open(io.BytesIO(small.content)).size) == 400
    assert max(len(large.content), len(small.content)) <= 300_000
    assert b"secret" not in large.content
    offered = visitor.get(f"/api/public/catalog?key={operator.key}").json()["items"]
    assert [row["picture"] for row in offered] == [shown["picture"]]
    assert operator.delete(path).status_code == 204
    assert visitor.get(shown["picture"]).status_code == 404


@pytest.mark.parametrize(
    "content, word",
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", "SVG"),
        (b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00", "HEIC"),
        (b"nothing", "JPEG"),
    ],
)
def test_unsupported_picture_format_is_rejected_with_a_specific_error(
    content: bytes, word: str, path: str, operator: Api
):
    refused = operator.put(path, content=content, headers={"content-type": "image/png"})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["picture"])
    assert word in refused.json()["message"]
    assert operator.put(path, content=b"x" * 12_000_001, headers={"content-type": "image/png"}).status_code == 413
