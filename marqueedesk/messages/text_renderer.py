"""Render an email as plain text, for mail programs without HTML."""

from marqueedesk.messages.content import STOP_FOLLOW_UPS, ButtonPart, Content, Part, PricesPart, StopsPart
from marqueedesk.messages.html_renderer import AddressOf


def text_of(content: Content, address_of: AddressOf) -> str:
    """Render the whole email as plain text."""
    pieces = [
        content["title"],
        content["greeting"],
        *(_spelled(part, address_of) for part in content["parts"]),
        content["signOff"],
        "-- \n" + "\n".join([*content["footer"], *_stop(content, address_of)]),
    ]
    return "\n\n".join(piece.strip("\n") for piece in pieces if piece.strip()) + "\n"


def _stop(content: Content, address_of: AddressOf) -> list[str]:
    """Return the line with the link that stops follow-up emails."""
    link = content["unsubscribe"]
    address = address_of(link) if link and link["to"] == STOP_FOLLOW_UPS else None
    return [f"Stop these emails: {address}"] if address else []


def _spelled(part: Part, address_of: AddressOf) -> str:
    match part:
        case {"kind": "sign"}:
            spelled = f"✦ {part['message']} ✦" if part["message"] else ""
        case {"kind": "text"}:
            spelled = part["text"]
        case {"kind": "facts"}:
            spelled = "\n".join(f"{name}: {_indented(value)}" for name, value in part["rows"])
        case {"kind": "prices"}:
            spelled = _prices(part)
        case {"kind": "note"}:
            spelled = f"{part['title']}:\n{_quoted(part['text'])}"
        case {"kind": "button"}:
            spelled = _button(part, address_of)
        case {"kind": "stops"}:
            spelled = _stops(part, address_of)
    return spelled


def _prices(part: PricesPart) -> str:
    rows = [f"{text}{f' ({detail})' if detail else ''}: {amount}" for text, detail, amount in part["rows"]]
    return "\n".join([*rows, *(f"{text}: {amount}" for text, amount, _ in part["sums"])])


def _button(part: ButtonPart, address_of: AddressOf) -> str:
    address = address_of(part["link"])
    return f"{part['label']}:\n{address}" if address else ""


def _stops(part: StopsPart, address_of: AddressOf) -> str:
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
