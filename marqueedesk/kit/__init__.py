"""The foundation of every part of the product: no product words in here."""
