"""Measured with several servers, or with a federation of clubs: docs/scaling.md."""
