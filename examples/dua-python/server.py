"""dua-svc in Python: what it answers. The library serves that, and joins the platform.

    python3 server.py [REGISTRY [LISTEN]]
"""

import pathlib

import grpc
from salaatflow_join import load, message, refuse, serve, user_of

import dua

FILES = load(pathlib.Path(__file__).parent.parent / "dua" / "dua.binpb", "dua/v1/dua.proto")


def get_dua(request, context):
    return message("dua.v1.GetDuaResponse")(dua=dua.get(occasion(request, context)))


def keep_dua(request, context):
    user = user_of(context)
    if not user:
        refuse(context, grpc.StatusCode.UNAUTHENTICATED, "AUTH_REQUIRED", "a user is required: say who is calling")
    try:
        return message("dua.v1.KeepDuaResponse")(occasions=dua.keep(user, occasion(request, context)))
    except dua.AlreadyKept as error:
        refuse(context, grpc.StatusCode.FAILED_PRECONDITION, "INVALID_REQUEST", str(error))


def occasion(request, context):
    """Returns the occasion asked for. The gateway has checked it by the rules of the contract; other callers may not have."""
    if request.occasion not in dua.DUAS:
        refuse(context, grpc.StatusCode.INVALID_ARGUMENT, "VALIDATION_ERROR", f"occasion: no dua is known for {request.occasion}")
    return request.occasion


if __name__ == "__main__":
    serve("dua-svc", "v1.0.0", "dua.v1.DuaService", FILES, {"GetDua": get_dua, "KeepDua": keep_dua})
