"""What can go wrong with plans and subscriptions."""

from marqueedesk.kit.errors import Conflict, NotFound, TooMuch


class NoSubscription(NotFound):
    """The business has no subscription."""

    code = "no_subscription"
    sentence = "There is no subscription."


class NoPlan(NotFound):
    """No such plan."""

    code = "no_plan"
    sentence = "This plan does not exist."


class PlanInactive(Conflict):
    """The plan is not offered any more."""

    code = "plan_inactive"
    sentence = "This plan is not available at the moment."


class AlreadySubscribed(Conflict):
    """One live subscription a business (S4)."""

    code = "already_subscribed"
    sentence = "You already have a subscription."


class TrialRunning(Conflict):
    """Taking the plan would end a free trial that is running, and the request did not agree to that (S4)."""

    code = "trial_running"
    sentence = "Your free trial is still running. Another plan ends it right away, so please confirm first."


class SubscribingNow(Conflict):
    """A request for this very subscription is under way at the provider."""

    code = "subscribing"
    sentence = "Your subscription is being set up. Please try again in a few seconds."


class AlreadyEnding(Conflict):
    """The subscription already ends with its period."""

    code = "already_canceled"
    sentence = "Your subscription is already canceled. You still have access until its period ends."


class NotEnding(Conflict):
    """There is nothing to resume."""

    code = "not_canceled"
    sentence = "Your subscription is not canceled."


class SubscriptionEnded(Conflict):
    """An administrator acts on a subscription that has come to its end."""

    code = "subscription_ended"
    sentence = "This subscription has ended already. Nothing was changed."


class NothingPaidFor(Conflict):
    """A subscription with a payment open has no period to run to its end."""

    code = "nothing_paid_for"
    sentence = "A payment of this subscription is open, so it has no period to wait for. Cancel it now instead."


class StillThere(Conflict):
    """The provider knows a subscription that an administrator wants to end here alone."""

    code = "known_at_provider"
    sentence = "Stripe knows this subscription and may go on charging for it. Cancel it now instead."


class NotOnTrial(Conflict):
    """There is no trial to extend."""

    code = "not_on_trial"
    sentence = "This subscription is not on trial, so there is no trial to extend."


class NoPlanPayment(NotFound):
    """The subscription has no such payment."""

    code = "no_payment"
    sentence = "This payment does not exist."


class TooMuchRefunded(TooMuch):
    """The amount is more than can be refunded of a payment. Carries the refundable amount, in cents."""

    code = "too_much_back"
    carries = "refundable"
    sentence = "At most {left} of this payment can be refunded."
    nothing_left = "Nothing can be refunded."


class NothingDue(Conflict):
    """There is nothing to pay."""

    code = "nothing_due"
    sentence = "There is nothing to pay at the moment."


class NoCardWanted(Conflict):
    """Nothing will be charged later: the subscription is free, has ended, or waits for its first payment."""

    code = "no_card_wanted"
    sentence = "Your subscription takes no card at the moment."


class CardNotGiven(Conflict):
    """The form was not filled in, or the bank has not answered yet."""

    code = "card_not_given"
    sentence = "The card has not been confirmed yet. Please try again."


class PlanInUse(Conflict):
    """The plan has subscriptions, past or present."""

    code = "plan_in_use"
    sentence = "This plan has subscriptions, so it cannot be deleted. Turn it off instead: its subscribers keep it."


class SamePlan(Conflict):
    """The subscription has this plan."""

    code = "same_plan"
    sentence = "You already have this plan."


class PaymentOpen(Conflict):
    """A payment of the subscription is open, so its plan stays."""

    code = "payment_open"
    sentence = "A payment for your plan is open. Pay it first; then you can change your plan."


class ResumeFirst(Conflict):
    """The subscription ends with its period, so there is nothing to change."""

    code = "resume_first"
    sentence = "Your subscription is canceled. Resume it first; then you can change your plan."


class PreviewOutdated(Conflict):
    """A change of the plan would charge another amount than the page has shown, or that was too long ago."""

    code = "preview_outdated"
    sentence = "The amounts have changed since you opened this. Your plan is as it was; check the amounts again."
