"""Render an email as HTML for mail programs: tables and inline styles, no images except the logo, no scripts.

All external input is escaped. Light colors are inline; mail programs in dark mode use the dark colors in the style
sheet.
"""

from collections.abc import Callable
from html import escape
from itertools import cycle
from typing import Final

from marqueedesk.documents.document_content import texts_to_scale
from marqueedesk.documents.sign import HUES, SignText, Tone, is_changing, tone_by_hue, tone_of
from marqueedesk.inventory.message import MessageRefused, split_message
from marqueedesk.messages.content import (
    ButtonPart,
    Content,
    FactsPart,
    Link,
    NotePart,
    Part,
    PricesPart,
    SignPart,
    StopRow,
    StopsPart,
)

AddressOf = Callable[[Link], str | None]

_FONT: Final = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
_INK, _MUTED, _LINE = "#15121F", "#5D5670", "#E7E1D4"
_STYLE: Final = """
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#15121F!important}
.card{background:#221C33!important;border-color:#3A3250!important}
.ink,.ink td,.ink a{color:#F3EFFA!important}
.muted,.ink td.muted{color:#B6AECB!important}
.line{border-color:#3A3250!important}
.note{background:#2B243F!important}
}
@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}
"""

_SIGN_WIDTH: Final = 284
"""Width of a line of the sign in pixels: a phone's width less the margins."""
_LARGEST, _SMALLEST = 46, 19
_GAP: Final = 3


def html_of(content: Content, address_of: AddressOf) -> str:
    """Render the whole email as HTML."""
    head, parts = _head(content["parts"])
    head = _logo(content, address_of) + head
    body = "".join(_drawn(part, address_of) for part in parts)
    footer = "".join(f"<div>{_lines(row)}</div>" for row in content["footer"])
    subject = escape(content["subject"])
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">'
        f"<title>{subject}</title><style>{_STYLE}</style></head>"
        f'<body class="paper" style="margin:0;padding:0;background:#FBF8F2;{_FONT}">'
        f'<div style="display:none;max-height:0;overflow:hidden">{escape(content["lead"])}</div>'
        '<table role="presentation" class="paper" width="100%" cellspacing="0" cellpadding="0" '
        'style="background:#FBF8F2"><tr><td align="center" style="padding:24px 12px">'
        '<table role="presentation" class="card" width="100%" cellspacing="0" cellpadding="0" style="max-width:580px;'
        f'background:#FFFFFF;border:1px solid {_LINE};border-radius:14px;border-collapse:separate;overflow:hidden">'
        f"{head}"
        f'<tr><td class="pad ink" style="padding:28px 36px 32px;color:{_INK};font-size:16px;line-height:1.55">'
        f'<h1 style="margin:0 0 18px;font-size:23px;line-height:1.25;font-weight:700">{escape(content["title"])}</h1>'
        f"{_paragraph(content['greeting'])}{body}{_paragraph(content['signOff'])}"
        "</td></tr></table>"
        '<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:580px"><tr>'
        f'<td class="pad muted" style="padding:18px 36px;color:{_MUTED};font-size:13px;line-height:1.5">{footer}</td>'
        "</tr></table></td></tr></table></body></html>"
    )


def _head(parts: list[Part]) -> tuple[str, list[Part]]:
    """Return the dark header with the sign, if the email begins with one, and the remaining parts."""
    lit = _sign(parts[0]) if parts and parts[0]["kind"] == "sign" else ""
    if not lit:
        return '<tr><td style="height:6px;background:#FFB648;font-size:0;line-height:0">&nbsp;</td></tr>', parts
    return f'<tr><td align="center" style="background:#15121F;padding:26px 10px">{lit}</td></tr>', parts[1:]


def _logo(content: Content, address_of: AddressOf) -> str:
    """Return the sender's logo, on white even in dark mode, because logos are designed for paper."""
    link = content.get("logo")
    address = address_of(link) if link else None
    if address is None:
        return ""
    name = escape(content["from"], quote=True)
    return (
        '<tr><td align="center" bgcolor="#FFFFFF" style="background:#FFFFFF;padding:18px 24px">'
        f'<img src="{escape(address, quote=True)}" alt="{name}" height="48" '
        'style="display:block;height:48px;width:auto;max-width:260px;border:0"></td></tr>'
    )


def _lines(words: str) -> str:
    return escape(words).replace("\n", "<br>")


def _paragraph(words: str) -> str:
    if not words:
        return ""
    pieces = [piece for piece in words.split("\n\n") if piece.strip()]
    return "".join(f'<p style="margin:0 0 16px">{_lines(piece.strip())}</p>' for piece in pieces)


def _drawn(part: Part, address_of: AddressOf) -> str:
    match part:
        case {"kind": "sign"}:
            drawn = _sign_part(part)
        case {"kind": "text"}:
            drawn = _paragraph(part["text"])
        case {"kind": "facts"}:
            drawn = _facts(part)
        case {"kind": "prices"}:
            drawn = _prices(part)
        case {"kind": "note"}:
            drawn = _note(part)
        case {"kind": "button"}:
            drawn = _button(part, address_of)
        case {"kind": "stops"}:
            drawn = _stops(part, address_of)
    return drawn


def _sign(part: SignPart) -> str:
    """Draw the message as lit letters: one glowing box per letter, with a bright rim. Lines wrap between words.

    Uses only styles, because most mail programs block images until the user allows them.
    """
    texts = [(words, of) for of in _texts(part) if (words := _words(of.text))]
    if not texts:
        return ""
    room = min((_SIGN_WIDTH // max(map(len, words)) - _GAP) / of.scale for words, of in texts)
    highest = min(_LARGEST, room)
    drawn = "<br>".join(_text(words, max(_SMALLEST, int(highest * of.scale)), of) for words, of in texts)
    label = escape(f"{part['message']} in marquee letters", quote=True)
    return f'<div role="img" aria-label="{label}" style="line-height:0">{drawn}</div>'


def _texts(part: SignPart) -> list[SignText]:
    return texts_to_scale(part.get("texts", ())) or [SignText(part["message"])]


def _words(text: str) -> list[list[str]]:
    words: list[list[str]] = []
    for word in text.split():
        try:
            words.append(split_message(word))
        except MessageRefused:
            # The word has no visible letters.
            continue
    return words


def _text(words: list[list[str]], cell: int, of: SignText) -> str:
    a_line = _SIGN_WIDTH // (cell + _GAP)
    return "".join(
        _word(word[start : start + a_line], cell, of) for word in words for start in range(0, len(word), a_line)
    )


def _word(letters: list[str], cell: int, of: SignText) -> str:
    tones = [tone_by_hue(hue) for hue in HUES] if is_changing(of.finish) else [tone_of(of)]
    cells = "".join(_cell(letter, cell, tone) for letter, tone in zip(letters, cycle(tones), strict=False))
    return (
        f'<table role="presentation" cellpadding="0" cellspacing="{_GAP}" '
        f'style="display:inline-table;margin:0 5px 4px;border-collapse:separate"><tr>{cells}</tr></table> '
    )


def _cell(letter: str, cell: int, tone: Tone) -> str:
    font, border = round(cell * 0.66), 2 if cell > 30 else 1  # noqa: PLR2004 - a thinner lip for small letters.
    inner = cell - 2 * border
    _, bright, mid, deep, _ = tone.ramp
    glow = ",".join(str(int(mid[at : at + 2], 16)) for at in (1, 3, 5))
    # Mail programs without support for gradients show the plain color of the box.
    style = (
        f"width:{inner}px;height:{round(inner * 1.25)}px;background-color:{tone.recess};"
        f"background-image:radial-gradient(ellipse at center,{mid} 0%,{deep} 42%,{tone.recess} 78%,{tone.shadow} 100%);"
        f"border:{border}px solid {tone.lip[1]};border-top-color:{tone.lip[0]};border-bottom-color:{tone.lip[2]};"
        f"border-radius:5px;color:{tone.core};font-size:{font}px;line-height:{round(inner * 1.25)}px;font-weight:900;"
        f"text-align:center;padding:0;text-shadow:0 0 3px {tone.core},0 0 10px {bright},0 1px 2px {tone.shadow};"
        f"box-shadow:0 0 14px rgba({glow},.38);mso-line-height-rule:exactly"
    )
    return f'<td align="center" bgcolor="{tone.recess}" style="{style}">{escape(letter)}</td>'


def _sign_part(part: SignPart) -> str:
    lit = _sign(part)
    band = "background:#15121F;border-radius:10px;padding:18px 6px;margin:0 0 18px;text-align:center"
    return f'<div style="{band}">{lit}</div>' if lit else ""


def _table(rows: str) -> str:
    return (
        '<table role="presentation" width="100%" cellspacing="0" cellpadding="0" class="ink" '
        f'style="margin:0 0 20px;color:{_INK};font-size:15px;line-height:1.45">{rows}</table>'
    )


def _facts(part: FactsPart) -> str:
    rows = "".join(
        f'<tr><td class="muted line" valign="top" width="92" style="padding:8px 12px 8px 0;color:{_MUTED};'
        f'border-top:1px solid {_LINE};font-size:14px">{escape(name)}</td>'
        f'<td class="line" valign="top" style="padding:8px 0;border-top:1px solid {_LINE};word-break:break-word">'
        f"{_lines(value)}</td></tr>"
        for name, value in part["rows"]
    )
    return _table(rows)


def _prices(part: PricesPart) -> str:
    amount = "padding:6px 0 6px 12px;white-space:nowrap;font-variant-numeric:tabular-nums"
    rows = "".join(
        f'<tr><td style="padding:6px 0;word-break:break-word">{escape(text)}{_detail(detail)}</td>'
        f'<td align="right" valign="top" style="{amount}">{escape(value)}</td></tr>'
        for text, detail, value in part["rows"]
    )
    edge = f"border-top:1px solid {_LINE};"
    for position, (text, value, strong) in enumerate(part["sums"]):
        line, weight = (edge if position == 0 else ""), ("font-weight:700;" if strong else "")
        rows += (
            f'<tr><td class="line" style="{line}{weight}padding:6px 0">{escape(text)}</td>'
            f'<td class="line" align="right" style="{line}{weight}{amount}">{escape(value)}</td></tr>'
        )
    return _table(rows)


def _detail(detail: str | None) -> str:
    if not detail:
        return ""
    return f'<div class="muted" style="color:{_MUTED};font-size:13px">{escape(detail)}</div>'


def _note(part: NotePart) -> str:
    return (
        '<div class="note" style="margin:0 0 20px;padding:12px 16px;background:#FBF3E2;border-left:3px solid #FFB648;'
        'border-radius:6px;word-break:break-word">'
        f'<div class="muted" style="color:{_MUTED};font-size:13px;margin-bottom:4px">{escape(part["title"])}</div>'
        f"{_lines(part['text'])}</div>"
    )


def _button(part: ButtonPart, address_of: AddressOf) -> str:
    address = address_of(part["link"])
    if address is None:
        return ""
    return (
        '<table role="presentation" cellspacing="0" cellpadding="0" style="margin:4px 0 22px"><tr>'
        '<td bgcolor="#4F46E5" style="border-radius:9px;background:#4F46E5">'
        f'<a href="{escape(address, quote=True)}" style="display:inline-block;padding:12px 22px;'
        f'color:#FFFFFF!important;font-size:16px;font-weight:600;text-decoration:none">{escape(part["label"])}</a></td></tr></table>'
    )


def _stops(part: StopsPart, address_of: AddressOf) -> str:
    rows = "".join(
        f'<tr><td class="muted line" valign="top" width="86" style="padding:10px 10px 10px 0;color:{_MUTED};'
        f'border-top:1px solid {_LINE};font-size:14px">{escape(row["time"])}</td>'
        f'<td class="line" valign="top" style="padding:10px 0;border-top:1px solid {_LINE};word-break:break-word">'
        f"{_stop_name(row, address_of)}{''.join(_detail(line) for line in row['lines'])}</td></tr>"
        for row in part["rows"]
    )
    title = f'<h2 style="margin:0 0 8px;font-size:17px;line-height:1.3">{escape(part["title"])}</h2>'
    return title + _table(rows)


def _stop_name(row: StopRow, address_of: AddressOf) -> str:
    address = address_of(row["link"])
    name = f'<b style="font-weight:600">{escape(row["name"])}</b>'
    if address is None:
        return name
    return f'<a href="{escape(address, quote=True)}" style="color:{_INK}">{name}</a>'
