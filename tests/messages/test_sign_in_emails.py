"""The marquee sign at the top of an email: light colors and scale of its letters."""

import re

from marqueedesk.messages import content as parts
from marqueedesk.messages.content import Content
from marqueedesk.messages.html_renderer import html_of
from marqueedesk.rentals.line_schemas import StandingTextOut


def text(words: str, finish: str = "", inches: float = 48) -> StandingTextOut:
    return StandingTextOut(text=words, size="4ft", height_inches=inches, color=None, finish=finish, exceptions=[])


def cells(*texts: StandingTextOut) -> list[tuple[str, str, int]]:
    """Letters with their face color and width in pixels."""
    words = " ".join(one.text for one in texts)
    content: Content = {
        "subject": "",
        "from": "",
        "lead": "",
        "title": "",
        "greeting": "",
        "parts": [parts.sign(words, "4ft", texts)],
        "signOff": "",
        "footer": [],
        "replyTo": None,
        "files": None,
        "unsubscribe": None,
    }
    html = html_of(content, lambda _link: None)
    found = re.findall(r'<td align="center" bgcolor="(#\w+)" style="width:(\d+)px[^"]*">(.)</td>', html)
    return [(letter, color, int(width)) for color, width, letter in found]


def test_letters_have_the_light_color_of_their_finish():
    (_, warm, _), *_ = cells(text("LOVE"))
    (_, cool, _), *_ = cells(text("LOVE", "Cool White"))
    changing = cells(text("LOVE", "RGB"))

    assert warm[1:3] > warm[5:7], "more red than blue"
    assert cool[1:3] < cool[5:7]
    assert len({color for _, color, _ in changing}) == len(changing)


def test_each_text_has_its_own_scale_and_light_color():
    found = cells(text("HI", "Rose"), text("ADA", "Warm White", 24))

    assert [letter for letter, *_ in found] == list("HIADA")
    (_, rose, large), (_, warm, small) = found[0], found[-1]
    assert rose != warm
    assert large > 1.5 * small
