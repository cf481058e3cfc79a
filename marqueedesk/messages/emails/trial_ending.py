"""Email to the owner three days before a trial ends if no card is on file."""

from typing import Final

from marqueedesk.messages import content as parts
from marqueedesk.messages.account_context import TrialContext
from marqueedesk.messages.audiences import to_person
from marqueedesk.messages.content import Body, Part, page
from marqueedesk.messages.samples import sample_trial

_EVERY: Final = {"monthly": "each month", "quarterly": "every three months", "annual": "each year"}


def _body(context: TrialContext) -> Body:
    return Body.written(
        f"Your trial ends on {context.ends()}",
        "No card is on file yet" if context.takes_card else "Nothing is charged when it ends",
        f"Your trial of {context.plan} at {context.site} is about to end.",
        parts.facts(
            [
                ("Plan", context.plan),
                ("Trial ends", context.moment()),
                ("Price", f"{context.price} {_EVERY[context.interval]}"),
            ]
        ),
        *(_with_card(context) if context.takes_card else _without_card()),
    )


def _with_card(context: TrialContext) -> list[str | Part]:
    return [
        (
            "No card is on file yet. Add one before then, and your plan continues: "
            f"{context.price} is charged when the trial ends, and {_EVERY[context.interval]} from then on. "
            "Nothing is charged until then."
        ),
        parts.button("Add Card", page("/subscription")),
        (
            "Without a card, your first payment goes unpaid and your plan becomes past due. You can keep working, and "
            "your data is safe. If you don't want to continue, cancel your subscription before the trial ends, "
            "and you won't be charged."
        ),
        "If you have already added a card or canceled, you don't need to do anything.",
    ]


def _without_card() -> list[str | Part]:
    return [
        (
            "We can't take a card for this trial, so nothing is charged when it ends. Your plan is then past "
            "due. You can keep working, and your data is safe. To continue, choose a plan once the trial is over."
        ),
        parts.button("See your subscription", page("/subscription")),
    ]


MESSAGE = to_person(
    "trial-ending",
    "Trial ending soon",
    "Three days before a trial ends, if no card is on file",
    subject="Your trial ends on {ends}",
    body=_body,
    sample=sample_trial,
)
