"""Language models and embedders: the only network client, and scripted replies for tests and demos."""
