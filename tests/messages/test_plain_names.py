"""Names and subjects in emails to strangers contain no links, domains or instructions (N11)."""

import pytest

from marqueedesk.messages.catalog import MESSAGES
from marqueedesk.messages.editable_messages import EXAMPLE_HEAD
from marqueedesk.messages.links_in_text import LEFT_OUT, without_links
from marqueedesk.messages.message import chosen_texts, fixed_subject
from marqueedesk.messages.models import CUSTOMER
from marqueedesk.messages.plain_names import is_plain_name


@pytest.mark.parametrize(
    "name",
    [
        "Win a prize http://evil.example",
        "//evil.example/x",
        "evil.com",
        "Go to evil[.]com",
        "evil.co.uk",
        "www.evil",
        "evil.page",
        "Big prize at evil.promo",
        "evil.co.za",
        "зло.рф",
        "evil.xn--p1ai",
        "ACCOUNT LOCKED",
        "Call 1-800-555-0100",
        "Verify your password",
        "Click here",
        "me@evil.example",
        "evil .example",
        "evil . com",
        "evil. com",
        "evil.ninja",
        "a.EVIL.NINJA",
        "evil dot com",
        "evil (dot) com",
        "evil{.}com",
        "evil\uff0ecom",
        "\uff45\uff56\uff49\uff4c\uff0e\uff43\uff4f\uff4d",
        "evil\u3002com",
        "evil\u2024com",
        "evil.\u0440\u0444",
        "hxxp://evil",
        "https evil",
        "http:/evil",
        "www evil",
        "WWW.EVIL",
        "10.0.0.1",
        "Sign in now",
        "Text me",
        "Reply to this",
        "one two three four five six seven eight nine",
    ],
)
def test_links_domains_and_instructions_are_rejected_as_names(name: str):
    assert not is_plain_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Grace Hopper",
        "St. John",
        "Dr.Jo Smith",
        "J.R. Smith",
        "Anna-Maria d'Arc",
        "Smith & Sons LLC",
        "Łukasz",
        "St.John Ambulance",
        "P.J.Harvey",
        "Bright Co. Austin",
        "Glow, Inc.",
        "O’Neil Jr.",
        "AC/DC Tribute",
        "24/7 Events",
    ],
)
def test_names_of_people_and_companies_are_accepted(name: str):
    assert is_plain_name(name)


def test_links_are_removed_from_notes():
    text = "Like https://pins.example/x?y=1 or pins.com. Dock No.5 at 8.30am, e.g. by the ramp.Then call, sam@x.com"
    cleaned = without_links(text)
    assert cleaned == f"Like {LEFT_OUT} or {LEFT_OUT}. Dock No.5 at 8.30am, e.g. by the ramp.Then call, sam@x.com"


@pytest.mark.parametrize(
    "link", ["hxxp://evil", "evil\u3002com", "evil.ninja/x", "evil.ninja:8080/x", "WWW.EVIL.NINJA", "evil.pro"]
)
def test_obfuscated_links_are_removed_from_notes(link: str):
    assert without_links(f"See {link} today") == f"See {LEFT_OUT} today"


@pytest.mark.parametrize("message", [one for one in MESSAGES if one.audience == CUSTOMER], ids=lambda one: one.kind)
def test_fixed_subject_has_no_free_text(message: object):
    context = message.sample(EXAMPLE_HEAD)  # pyright: ignore[reportAttributeAccessIssue] - any kind of message.
    subject = fixed_subject(message, context, chosen_texts(message))  # pyright: ignore[reportArgumentType]
    values = context.values()
    assert subject
    assert "{" not in subject
    assert not subject.endswith((":", ",", " for", " on", " to"))
    for free in ("message", "company", "customer", "venue"):
        assert not values.get(free) or values[free] not in subject
