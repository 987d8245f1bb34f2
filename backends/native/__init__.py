"""The native backend: our own propagate-and-backtrack engine."""
