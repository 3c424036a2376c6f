"""Serving gRPC, and being found there: all that docs/join.md asks of a service."""

from .messages import load, message
from .serving import refuse, serve, user_of

__all__ = ["load", "message", "refuse", "serve", "user_of"]
