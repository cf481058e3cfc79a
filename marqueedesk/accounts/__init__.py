"""People and the businesses they run: users, passwords, sessions, operators, memberships."""
