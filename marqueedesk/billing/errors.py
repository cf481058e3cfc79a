"""Errors of plans and subscriptions."""

from marqueedesk.kit.errors import Conflict, NotFound, TooMuch


class NoSubscription(NotFound):
    """The business has no subscription."""

    code = "no_subscription"
    message = "No subscription found."


class NoPlan(NotFound):
    """The plan does not exist."""

    code = "no_plan"
    message = "This plan does not exist."


class PlanInactive(Conflict):
    """The plan is no longer offered."""

    code = "plan_inactive"
    message = "This plan is not available at the moment."


class AlreadySubscribed(Conflict):
    """A business can have only one current subscription (S4)."""

    code = "already_subscribed"
    message = "You already have a subscription."


class TrialRunning(Conflict):
    """Subscribing would end a running free trial, and the request did not allow that (S4)."""

    code = "trial_running"
    message = "Your free trial is still running. Choosing another plan ends it immediately. Please confirm first."


class SubscribingNow(Conflict):
    """Another request for the same subscription is in progress at the provider."""

    code = "subscribing"
    message = "Your subscription is being set up. Please try again in a few seconds."


class AlreadyEnding(Conflict):
    """The subscription is already set to end with its current period."""

    code = "already_canceled"
    message = "Your subscription is already canceled. You still have access until its period ends."


class NotEnding(Conflict):
    """The subscription is not set to end, so it cannot be resumed."""

    code = "not_canceled"
    message = "Your subscription is not canceled."


class SubscriptionEnded(Conflict):
    """The subscription has ended, so an administrator can no longer change it."""

    code = "subscription_ended"
    message = "This subscription has already ended. Nothing was changed."


class NothingPaidFor(Conflict):
    """A subscription with a payment due cannot be canceled at the end of its period, because no period is paid for."""

    code = "nothing_paid_for"
    message = "This subscription has a payment due, so there is no paid period to run out. Cancel it now instead."


class StillThere(Conflict):
    """An administrator tried to end a subscription in our records only, but it still exists at the provider."""

    code = "known_at_provider"
    message = "This subscription still exists at Stripe, which may continue charging for it. Cancel it now instead."


class NotOnTrial(Conflict):
    """The subscription has no trial to extend."""

    code = "not_on_trial"
    message = "This subscription is not on trial, so there is no trial to extend."


class NoPlanPayment(NotFound):
    """The subscription has no such payment."""

    code = "no_payment"
    message = "This payment does not exist."


class TooMuchRefunded(TooMuch):
    """The amount exceeds what can still be refunded of a payment. Carries that amount, in cents."""

    code = "too_much_back"
    carries = "refundable"
    message = "You can refund at most {left} of this payment."
    nothing_left = "This payment can't be refunded any further."


class NothingDue(Conflict):
    """There is nothing to pay."""

    code = "nothing_due"
    message = "There is nothing to pay right now."


class NoCardWanted(Conflict):
    """No card is needed, because nothing will be charged: the subscription is free, has ended, or awaits its first
    payment.
    """

    code = "no_card_wanted"
    message = "Your subscription doesn't need a card right now."


class CardNotGiven(Conflict):
    """The form was not completed, or the bank has not responded yet."""

    code = "card_not_given"
    message = "The card has not been confirmed yet. Please try again."


class PlanInUse(Conflict):
    """The plan has current or past subscriptions."""

    code = "plan_in_use"
    message = "This plan has subscriptions, so it can't be deleted. Turn it off instead; current subscribers keep it."


class SamePlan(Conflict):
    """The subscription already has this plan."""

    code = "same_plan"
    message = "You already have this plan."


class PaymentOpen(Conflict):
    """The plan cannot be changed while a payment is due."""

    code = "payment_open"
    message = "A payment for your plan is due. Pay it first, then change your plan."


class ResumeFirst(Conflict):
    """The plan cannot be changed because the subscription ends with its period."""

    code = "resume_first"
    message = "Your subscription is canceled. Resume it first, then change your plan."


class PreviewOutdated(Conflict):
    """A change of plan would charge a different amount than shown, or its preview has expired."""

    code = "preview_outdated"
    message = "The amounts have changed since you opened this page. Your plan is unchanged. Please check them again."
