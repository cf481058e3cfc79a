"""Errors of plans and subscriptions."""

from marqueedesk.kit.errors import Conflict, NotFound, TooMuch


class NoSubscription(NotFound):
    """The business has no subscription."""

    code = "no_subscription"
    sentence = "No subscription found."


class NoPlan(NotFound):
    """No such plan."""

    code = "no_plan"
    sentence = "This plan does not exist."


class PlanInactive(Conflict):
    """The plan is no longer offered."""

    code = "plan_inactive"
    sentence = "This plan is not available at the moment."


class AlreadySubscribed(Conflict):
    """A business can have only one current subscription (S4)."""

    code = "already_subscribed"
    sentence = "You already have a subscription."


class TrialRunning(Conflict):
    """Subscribing would end a running free trial, and the request did not agree to that (S4)."""

    code = "trial_running"
    sentence = "Your free trial is still running. Choosing another plan ends it immediately. Please confirm first."


class SubscribingNow(Conflict):
    """A request for the same subscription is in progress at the provider."""

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
    """An administrator's action on a subscription that has ended."""

    code = "subscription_ended"
    sentence = "This subscription has already ended. Nothing was changed."


class NothingPaidFor(Conflict):
    """A subscription with a payment due has no paid period to run out."""

    code = "nothing_paid_for"
    sentence = "This subscription has a payment due, so there is no paid period to run out. Cancel it now instead."


class StillThere(Conflict):
    """An administrator tried to end a subscription only here, although it exists at the provider."""

    code = "known_at_provider"
    sentence = "This subscription still exists at Stripe, which may continue charging for it. Cancel it now instead."


class NotOnTrial(Conflict):
    """The subscription has no trial to extend."""

    code = "not_on_trial"
    sentence = "This subscription is not on trial, so there is no trial to extend."


class NoPlanPayment(NotFound):
    """The subscription has no such payment."""

    code = "no_payment"
    sentence = "This payment does not exist."


class TooMuchRefunded(TooMuch):
    """The amount exceeds the refundable part of a payment. Carries the refundable amount, in cents."""

    code = "too_much_back"
    carries = "refundable"
    sentence = "You can refund at most {left} of this payment."
    nothing_left = "This payment can't be refunded any further."


class NothingDue(Conflict):
    """There is nothing to pay."""

    code = "nothing_due"
    sentence = "There is nothing to pay right now."


class NoCardWanted(Conflict):
    """No future charges: the subscription is free, has ended, or awaits its first payment."""

    code = "no_card_wanted"
    sentence = "Your subscription doesn't need a card right now."


class CardNotGiven(Conflict):
    """The form was not completed, or the bank has not responded yet."""

    code = "card_not_given"
    sentence = "The card has not been confirmed yet. Please try again."


class PlanInUse(Conflict):
    """The plan has subscriptions, past or present."""

    code = "plan_in_use"
    sentence = "This plan has subscriptions, so it can't be deleted. Turn it off instead; current subscribers keep it."


class SamePlan(Conflict):
    """The subscription already has this plan."""

    code = "same_plan"
    sentence = "You already have this plan."


class PaymentOpen(Conflict):
    """The plan cannot be changed while a payment is due."""

    code = "payment_open"
    sentence = "A payment for your plan is due. Pay it first, then change your plan."


class ResumeFirst(Conflict):
    """The plan cannot be changed because the subscription ends with its period."""

    code = "resume_first"
    sentence = "Your subscription is canceled. Resume it first, then change your plan."


class PreviewOutdated(Conflict):
    """A change of plan would charge a different amount than shown, or its preview has expired."""

    code = "preview_outdated"
    sentence = "The amounts have changed since you opened this page. Your plan is unchanged. Please check them again."
