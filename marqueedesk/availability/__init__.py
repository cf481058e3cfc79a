"""Which letters are taken when: a message split into letters, the one lock, and the holds behind every promise."""
