"""Streamed responses: long ones are sent as they are generated, short ones in one piece."""

import asyncio
import json
import weakref
from collections.abc import Iterator

import pytest
from starlette.responses import Response, StreamingResponse
from starlette.types import Message

from marqueedesk.kit.http.streamed_response import chunks, file_of_bytes, file_of_text, json_list


async def _sent(answer: Response) -> tuple[dict[str, str], bytes]:
    """Return the headers and body of a response, as a server would send them."""
    headers: dict[str, str] = {}
    body: list[bytes] = []

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers.update({name.decode(): value.decode() for name, value in message["headers"]})
        body.append(message.get("body", b""))

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    await answer({"type": "http", "method": "GET"}, receive, send)
    return headers, b"".join(body)


@pytest.mark.parametrize("count", [0, 1, 2, 20_000])
def test_json_list_of_any_length_round_trips(count: int):
    items = [{"id": number, "name": "Zoë"} for number in range(count)]
    headers, body = asyncio.run(_sent(json_list(iter(items), {"X-Total-Count": str(count)})))
    assert json.loads(body) == items
    assert headers["content-type"] == "application/json"
    assert headers["x-total-count"] == str(count)


def test_only_short_lists_have_a_content_length():
    assert asyncio.run(_sent(json_list(range(10))))[0]["content-length"] == "21"
    long = json_list(range(100_000))
    assert isinstance(long, StreamingResponse)
    assert "content-length" not in asyncio.run(_sent(long))[0]


def test_list_items_are_freed_as_they_are_serialized():
    class Item(dict[str, int]):
        """A dict that supports weak references."""

    def items() -> Iterator[Item]:
        before: list[weakref.ref[Item]] = []
        for number in range(50):
            item = Item(id=number)
            assert all(one() is None for one in before[:-1])
            before.append(weakref.ref(item))
            yield item
            del item

    assert isinstance(json_list(items()), Response)


def test_file_is_closed_after_its_last_chunk():
    file = file_of_bytes()
    file.write(b"marquee")
    assert list(chunks(file, 4)) == [b"marq", b"uee"]
    assert file.closed
    text = file_of_text()
    text.write("one\r\ntwo")
    assert "".join(chunks(text, 4)) == "one\r\ntwo"
