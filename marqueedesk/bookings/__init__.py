"""Bookings: rentals with their history, statuses and rules."""

# Public modules of this package, named without importing them; tests/laws/test_source.py checks that each exists.
# pyright: reportUnsupportedDunderAll=false
__all__ = [
    "accepted_terms",  # terms that customers accepted on the form
    "action_schemas",  # schemas of actions on bookings
    "agreements",  # changes that need the customer's agreement
    "alternatives",  # alternatives that fit the stock
    "business_calendar",  # a business's open days and hours
    "calendar_entries",  # deliveries and pickups in calendar files
    "certificates",  # certificates of insurance
    "charges",  # damage charges and discount codes
    "creation",  # creating a booking, also for accepted quotes
    "details",  # a booking with its history, for routes that change its status
    "errors",
    "estimate",  # price, availability and alternatives of a form
    "estimate_schemas",  # schemas of an estimate, also for checked quotes
    "event_handlers",  # loads the booking of an event
    "form_rules",  # event types and required fields of a form
    "goods",  # handovers, returns and what is at risk
    "input_schemas",  # schemas of booking input, also for quotes and emails
    "links",  # the customer's link to a booking, for emails
    "lists",  # list filters, also for reports and reminders
    "models",
    "new_booking",  # data of a new booking and its outcome, for accepted quotes
    "own_bookings",  # bookings entered by members, and alternatives after a shortage
    "payment_schedule",  # columns of the payment schedule, for the due report
    "prepayment",  # payment along with a visitor's booking
    "queries",
    "requests",  # parses lines in requests
    "schemas",  # schemas of a booking, for reports that list some
    "search",  # search conditions
    "senders",  # confirmation of senders' addresses, and blocked senders
    "serializers",  # bookings as responses
    "service",
    "stock_check",  # a rental checked against the stock
    "stored_rental",  # a rental as stored in a booking
    "submit",  # creating a booking from a request body
    "transitions",  # status changes
    "unmet_demand",  # requested letters that were unavailable
    "writer",  # inserts bookings, also for imports
]
