"""dua-svc in Python: it serves dua.v1.DuaService, and joins the platform with it as docs/join.md says.

    python3 server.py [REGISTRY]
"""

import os
import signal
import sys
import threading
from concurrent import futures

import grpc

import dua
from join import Registration, refuse
from messages import load, message

FILES = load("../dua/dua.binpb", "dua/v1/dua.proto")


def get_dua(request, context):
    return message("dua.v1.GetDuaResponse")(dua=dua.get(occasion(request, context)))


def keep_dua(request, context):
    user = int(dict(context.invocation_metadata()).get("x-user-id", 0))
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


def check(_request, _context):
    return message("grpc.health.v1.HealthCheckResponse")(status="SERVING")


def handler(answer, request):
    return grpc.unary_unary_rpc_method_handler(answer, message(request).FromString, lambda response: response.SerializeToString())


def main():
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=8))
    server.add_generic_rpc_handlers((
        grpc.method_handlers_generic_handler("dua.v1.DuaService", {
            "GetDua": handler(get_dua, "dua.v1.GetDuaRequest"),
            "KeepDua": handler(keep_dua, "dua.v1.KeepDuaRequest"),
        }),
        grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": handler(check, "grpc.health.v1.HealthCheckRequest")}),
    ))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    registration = Registration(
        sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:9000", lambda: print("joined, serving at port", port, flush=True),
        service="dua-svc", version="v1.0.0", instance_id=f"python-{os.getpid()}", address=f"127.0.0.1:{port}",
        grpc_services=["dua.v1.DuaService"], files=FILES)
    registration.start()
    stop = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stop.set())
    stop.wait()
    registration.leave()  # first, so that no new call comes
    server.stop(grace=10).wait()  # once the calls that run are answered


if __name__ == "__main__":
    main()
