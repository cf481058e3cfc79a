"""Emails about cards on file: security holds, and charges of the card."""
