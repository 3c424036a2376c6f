"""__SERVICE__: what it answers. The library serves that, and joins the platform.

    python3 server.py [REGISTRY [LISTEN]]
"""

import pathlib

import grpc

from salaatflow_join import load, message, refuse, serve
from tool import greet

FILES = load(pathlib.Path(__file__).parent / "service.binpb", "__PACKAGE__/v1/__PACKAGE__.proto")


def answer(request, context):
    if not request.name:
        refuse(context, grpc.StatusCode.INVALID_ARGUMENT, "VALIDATION_ERROR", "name: Required")
    return message("__PACKAGE__.v1.__RPC__Response")(greeting=greet(request.name))


if __name__ == "__main__":
    serve("__SERVICE__", "v1.0.0", "__PACKAGE__.v1.__TYPE__Service", FILES, {"__RPC__": answer}, registry="__REGISTRY__")
