"""What operators pay us: plans, subscriptions, payment history, checkout."""
