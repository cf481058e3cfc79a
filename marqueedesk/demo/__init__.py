"""A believable business to look at, made through the product's own verbs: `marqueedesk seed-demo`."""
