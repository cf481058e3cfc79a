"""Export and import one business, restore it from a backup, or move it to another installation."""
