"""What every part of the product stands on: no product words in here."""
