"""Bookings: a rental with its history, its states and its rules."""

# What this package offers, named without loading it; tests/laws/test_source.py sees that each is there.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "accepted_terms",  # what a customer has accepted at the form
    "action_schemas",  # the wire form of what is done to bookings
    "agreements",  # changes that a customer is asked to agree to
    "charges",  # damage charges and discount codes
    "collecting",  # payment together with a visitor's booking
    "creation",  # the one way to create a booking, for quotes that are accepted
    "details",  # one booking with its history, for those who change its status
    "errors",
    "estimate",  # price, stock and alternatives for what a form holds
    "estimate_schemas",  # the wire form of an estimate, for quotes that are checked
    "event_handlers",  # the booking that an event is about
    "form_rules",  # which event types there are, and what a form asks for
    "goods",  # handovers, returns and what is at risk
    "input_schemas",  # the wire form of a booking that is sent, for quotes and emails
    "links",  # a booking's link, for the emails that carry it
    "lists",  # which bookings a list shows, for reports and reminders
    "make_fit",  # alternatives that fit the stock
    "models",
    "new_booking",  # what is given with a booking, and its fate, for quotes that are accepted
    "opening",  # the days and hours on which a business is open
    "own_bookings",  # bookings that members enter, and the alternatives to a refusal
    "payment_schedule",  # the columns that a payment schedule is made of, for the report of what is due
    "queries",
    "requests",  # what came over the wire as lines
    "schemas",  # the wire form of a booking, for reports that list some
    "search",  # the conditions under which a booking is found
    "senders",  # confirming the address of a request's sender, and raising for blocked senders
    "serializers",  # a booking as its answers show it
    "service",
    "stock_check",  # a rental held against the stock
    "stops",  # which times of a rental are known, and what a calendar shows of it
    "stored_rental",  # a rental as a booking keeps it
    "submit",  # creating a booking from the form's or a member's input
    "transitions",  # what a change of status may be
    "unmet_demand",  # letters that were requested and not available
]
