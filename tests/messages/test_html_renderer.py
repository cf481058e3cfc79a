"""The HTML of emails: each kind of content has a template, and values are text, never markup."""

from html.parser import HTMLParser
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from marqueedesk import messages
from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Content, Part
from marqueedesk.messages.html_renderer import html_of

MARKUP = "<u title='x'>&amp; \"quoted\"</u>"
TEMPLATES = Path(messages.__file__).parent / "templates"


def email_with(*content_parts: Part) -> Content:
    """An email whose every value is `MARKUP`."""
    return {
        "subject": MARKUP,
        "from": MARKUP,
        "lead": MARKUP,
        "title": MARKUP,
        "greeting": MARKUP,
        "parts": list(content_parts),
        "signOff": MARKUP,
        "footer": [MARKUP],
        "logo": parts.page("/logo"),
        "replyTo": None,
        "files": None,
        "unsubscribe": None,
    }


EVERY_PART: tuple[Part, ...] = (
    parts.sign(MARKUP, "4ft"),
    parts.text(MARKUP),
    parts.facts([(MARKUP, MARKUP)]),
    parts.prices(
        [{"text": MARKUP, "detail": MARKUP, "amount": MARKUP}], [{"text": MARKUP, "amount": MARKUP, "strong": True}]
    ),
    *parts.note(MARKUP, MARKUP),
    parts.button(MARKUP, parts.page("/")),
    parts.stops(MARKUP, [{"time": MARKUP, "name": MARKUP, "lines": [MARKUP], "link": parts.page("/")}]),
)


class Reader(HTMLParser):
    """Collects the tags, link targets and texts of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.addresses: list[str | None] = []
        self.texts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses += [value for name, value in attrs if name in {"href", "src"}]

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())


def test_each_kind_of_content_has_a_template():
    expected = {kind for part in get_args(Part) for kind in get_args(get_type_hints(part)["kind"])}

    assert {part["kind"] for part in EVERY_PART} == expected
    assert expected <= {path.stem for path in TEMPLATES.glob("*.html")}


def test_values_appear_as_text_in_every_part():
    html = html_of(email_with(*EVERY_PART), lambda _link: f"https://letters.example/?q={MARKUP}")
    page = Reader(html)

    assert "u" not in page.tags
    assert page.addresses == [f"https://letters.example/?q={MARKUP}"] * 3, "the logo, the button and the stop"
    assert page.texts.count(MARKUP) == 21


def test_button_without_a_link_is_left_out():
    html = html_of(email_with(parts.button("Pay now", parts.page("/"))), lambda _link: None)

    assert "Pay now" not in html


def test_paragraphs_and_line_breaks_are_kept():
    html = html_of(email_with(parts.text("First\nline\n\n\n\nSecond <line>")), lambda _link: None)

    assert '<p style="margin:0 0 16px">First<br>line</p>\n<p style="margin:0 0 16px">Second &lt;line&gt;</p>' in html


@pytest.mark.parametrize(
    "color, fill, text",
    [
        (None, "#4F46E5", "#FFFFFF"),
        ("#ffb648", "#ffb648", "#000000"),
        ("#1a1a1a", "#1a1a1a", "#FFFFFF"),
        ("#777777", "#777777", "#000000"),
    ],
)
def test_buttons_have_the_color_of_the_business_and_readable_text(color: str | None, fill: str, text: str):
    email = email_with(parts.button("Pay $52.50", parts.page("/")), parts.button("See", parts.page("/"), quiet=True))

    html = html_of({**email, "color": color}, lambda _link: "https://letters.example")

    assert html.count(f"background:{fill}") == 1, "the main button alone is filled"
    assert f"color:{text}!important" in html
