"""Renders an email as plain text, for people who read email without HTML."""

from collections.abc import Callable
from typing import Final

from marqueedesk.messages.content import Content, Part
from marqueedesk.messages.layout import AddressOf


def text_of(content: Content, address_of: AddressOf) -> str:
    """The whole email as plain text."""
    pieces = [
        content["title"],
        content["greeting"],
        *(_SPELLED[part["kind"]](part, address_of) for part in content["parts"]),
        content["signOff"],
        "-- \n" + "\n".join(content["footer"]),
    ]
    return "\n\n".join(piece.strip("\n") for piece in pieces if piece.strip()) + "\n"


def _sign(part: Part, _address_of: AddressOf) -> str:
    return f"✦ {part['message']} ✦"


def _text(part: Part, _address_of: AddressOf) -> str:
    return part["text"]


def _facts(part: Part, _address_of: AddressOf) -> str:
    return "\n".join(f"{name}: {_indented(value)}" for name, value in part["rows"])


def _prices(part: Part, _address_of: AddressOf) -> str:
    rows = [f"{text}{f' ({detail})' if detail else ''}: {amount}" for text, detail, amount in part["rows"]]
    return "\n".join([*rows, *(f"{text}: {amount}" for text, amount, _ in part["sums"])])


def _note(part: Part, _address_of: AddressOf) -> str:
    return f"{part['title']}:\n{_quoted(part['text'])}"


def _button(part: Part, address_of: AddressOf) -> str:
    address = address_of(part["link"])
    return f"{part['label']}:\n{address}" if address else ""


def _errands(part: Part, address_of: AddressOf) -> str:
    rows: list[str] = []
    for row in part["rows"]:
        address = address_of(row["link"])
        lines = [f"{row['time']}  {row['name']}", *(f"    {_indented(line)}" for line in row["lines"])]
        rows.append("\n".join([*lines, *([f"    {address}"] if address else [])]))
    return "\n\n".join([part["title"], *rows])


def _indented(words: str) -> str:
    return words.replace("\n", "\n    ")


def _quoted(words: str) -> str:
    return "\n".join(f"> {line}" for line in words.split("\n"))


_SPELLED: Final[dict[str, Callable[[Part, AddressOf], str]]] = {
    "sign": _sign,
    "text": _text,
    "facts": _facts,
    "prices": _prices,
    "note": _note,
    "button": _button,
    "errands": _errands,
}
