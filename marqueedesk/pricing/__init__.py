"""The price list of an operator, and the one formula that turns a rental into a price."""
