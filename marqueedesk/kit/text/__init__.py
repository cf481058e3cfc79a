"""Text: CSV files, search, calendars, countries and formats."""
