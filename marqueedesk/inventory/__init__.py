"""The letters that an operator owns, by letter and size."""
