"""Renders an email as HTML for mail programs, from the templates in `messages/templates`.

`email.html` is the whole email, and each other file draws the content part of its name (`messages/content.py`): tables
and inline styles, no images but the logo and the drawn sign, no scripts. Values are escaped by Jinja2. Light colors are
inline; mail programs with dark mode use the dark ones in the style sheet.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from marqueedesk.documents.document_content import texts_to_scale
from marqueedesk.documents.sign_tones import HUES, SignText, Tone, is_changing, tone_by_hue, tone_of
from marqueedesk.inventory.message import MessageRefused, split_message
from marqueedesk.kit.text.colors import text_on
from marqueedesk.messages.content import Content, Link, SignPart

AddressOf = Callable[[Link], str | None]

_SIGN_WIDTH: Final = 284
"""Width of a line of the sign in pixels: a phone's width without margins."""
_LARGEST, _SMALLEST = 46, 19
_GAP: Final = 3
"""Space between letters in pixels, as in `templates/letters.html`."""
_THIN_BELOW: Final = 31
"""Width in pixels below which a letter's border is one pixel wide instead of two."""


def split_paragraphs(text: str) -> list[str]:
    """Split a text at its blank lines."""
    return [paragraph.strip() for paragraph in text.split("\n\n") if paragraph.strip()]


def with_line_breaks(text: str) -> Markup:
    """Escape a text and turn its line ends into HTML line breaks."""
    return Markup("<br>").join(text.split("\n"))


def red_green_blue(color: str) -> str:
    """Return the parts of a color (#rrggbb) as numbers for rgba(), which all mail programs support."""
    return ",".join(str(part) for part in bytes.fromhex(color[1:]))


@dataclass(frozen=True, slots=True)
class LitLine:
    """Letters of a sign that stay on one line, with their tones and sizes in pixels."""

    letters: Sequence[tuple[str, Tone]]
    cell: int
    """Width of a letter including its border."""

    @property
    def border(self) -> int:
        """Width of the border."""
        return 1 if self.cell < _THIN_BELOW else 2

    @property
    def width(self) -> int:
        """Width of a letter inside its border."""
        return self.cell - 2 * self.border

    @property
    def height(self) -> int:
        """Height of a letter inside its border."""
        return round(self.width * 1.25)

    @property
    def font_size(self) -> int:
        """Font size of the letters."""
        return round(self.cell * 0.66)


def lit_lines(part: SignPart) -> list[list[LitLine]]:
    """Return each text of a sign as lines of lit letters, which mail programs may join; empty if nothing is visible."""
    texts = [(words, of) for of in _texts(part) if (words := _words(of.text))]
    if not texts:
        return []
    room = min((_SIGN_WIDTH // max(map(len, words)) - _GAP) / of.scale for words, of in texts)
    highest = min(_LARGEST, room)
    return [_lit(words, max(_SMALLEST, int(highest * of.scale)), of) for words, of in texts]


def _texts(part: SignPart) -> list[SignText]:
    return texts_to_scale(part.get("texts", ())) or [SignText(part["message"])]


def _words(text: str) -> list[list[str]]:
    words: list[list[str]] = []
    for word in text.split():
        try:
            words.append(split_message(word))
        except MessageRefused:
            # Nothing in the word is visible.
            continue
    return words


def _lit(words: list[list[str]], cell: int, of: SignText) -> list[LitLine]:
    tones = [tone_by_hue(hue) for hue in HUES] if is_changing(of.finish) else [tone_of(of)]
    most = _SIGN_WIDTH // (cell + _GAP)
    return [
        LitLine(list(zip(word[start : start + most], cycle(tones), strict=False)), cell)
        for word in words
        for start in range(0, len(word), most)
    ]


TEMPLATES: Final = Environment(
    loader=PackageLoader("marqueedesk.messages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
TEMPLATES.filters |= {  # pyright: ignore[reportUnknownMemberType] - a plain dictionary of the library.
    "line_breaks": with_line_breaks,
    "paragraphs": split_paragraphs,
    "red_green_blue": red_green_blue,
    "text_on": text_on,
}
TEMPLATES.globals |= {"lit_lines": lit_lines}  # pyright: ignore[reportUnknownMemberType] - as above.


@dataclass(frozen=True, slots=True)
class EmbeddedImage:
    """A picture within the email: its URL and its size in pixels."""

    source: str
    width: int
    height: int


def sign_part(content: Content) -> SignPart | None:
    """Return the email's sign; None if it has none."""
    return next((part for part in content["parts"] if part["kind"] == "sign" and lit_lines(part)), None)


def texts_of_sign(part: SignPart) -> tuple[SignText, ...]:
    """Return the texts of a sign, to scale."""
    return tuple(_texts(part))


def html_of(
    content: Content, address_of: AddressOf, *, sign: EmbeddedImage | None = None, logo: EmbeddedImage | None = None
) -> str:
    """Render the whole email as HTML. Without a picture of its ``sign``, the letters are drawn in styles; without a
    picture of its ``logo``, the logo is loaded from its URL.
    """
    return TEMPLATES.get_template("email.html").render(
        email=content, address_of=address_of, sign_image=sign, logo_image=logo
    )
